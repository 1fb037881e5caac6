"""live.toml: every mistake at once with its line, identities that give rights, and passwords kept secret."""

from __future__ import annotations

import copy
import logging
import pickle
from pathlib import Path

import msgspec
import pytest

from calledshot.errors import CampaignError
from calledshot.live.config import (
    LiveConfig,
    Secret,
    Secrets,
    journal_of,
    load_live,
    read_secret,
    secrets,
)

WHOLE = """
mode = "auto"
nick = "calledshot"
journal = "state/night.db"
journal_sync = "full"
dice = "fair"
commit_moves = true
blind_pgm = true
room_notices = false
trusted_bots = ["DiceBot"]

[pgm]
Brannoch = "irc:brannoch"
TalespinnerJo = ["matrix:@jo:test.local", "host:*jo@*.example", "aim:Talespinner Jo"]

[accounts]
"irc:torv" = "Torvik77"

[rooms."#parlour"]
mode = "watch"

[irc]
host = "127.0.0.1"
port = 6697
rooms = ["#parlour", "&local"]
keys = { "#parlour" = "sesame" }
sasl = "plain"
account = "calledshot"
password_file = "irc.password"

[matrix]
homeserver = "http://127.0.0.1:8008"
user = "@calledshot:test.local"
rooms = ["!abc:test.local", "#parlour:test.local"]
encrypted = true

[aim]
host = "127.0.0.1"
screen_name = "Called Shot"
rooms = ["The Parlour"]
encoding = "cp1252"
"""


def campaign(folder: Path, text: str) -> Path:
    (folder / "live.toml").write_text(text, encoding="utf-8")
    return folder


def mistakes(folder: Path, text: str) -> list[str]:
    with pytest.raises(CampaignError) as refused:
        load_live(campaign(folder, text))
    assert "\n" not in str(refused.value)
    return list(refused.value.problems)


def test_everything_that_may_stand_in_it(tmp_path: Path) -> None:
    config = load_live(campaign(tmp_path, WHOLE))
    assert config.irc is not None and config.matrix is not None and config.aim is not None
    assert (config.irc.port, config.irc.keys) == (6697, {"#parlour": "sesame"})
    assert (config.mode_of("#parlour"), config.mode_of("&local")) == ("watch", "auto")
    assert config.mode_of("#PARLOUR") == "watch"
    assert config.masters() == {
        "Brannoch": ("irc:brannoch",),
        "TalespinnerJo": ("matrix:@jo:test.local", "host:*jo@*.example", "aim:Talespinner Jo"),
    }


def test_an_empty_file_is_a_helper_in_suggest_mode(tmp_path: Path) -> None:
    assert load_live(campaign(tmp_path, "")) == LiveConfig()
    assert LiveConfig().mode == "suggest"


def test_every_mistake_is_told_at_once_with_line_and_key(tmp_path: Path) -> None:
    found = mistakes(
        tmp_path,
        'mode = "sugest"\nnikc = "x"\n[irc]\nhost = "127.0.0.1"\nport = 70000\nrate = nan\nrooms = "x"\n'
        '[pgm]\nBrannoch = 4\n[aim]\nhost = "127.0.0.1"\n',
    )
    assert [problem.partition(": expected")[0].partition(": there")[0] for problem in found] == [
        "live.toml:1: mode",
        "live.toml:2: nikc",
        "live.toml:5: irc.port",
        "live.toml:6: irc.rate",
        "live.toml:7: irc.rooms",
        "live.toml:9: pgm.Brannoch",
        "live.toml:10: aim: screen_name is missing",
    ]
    assert "did you mean suggest?" in found[0] and "did you mean nick?" in found[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[pgm]\nBran = "brannoch"', 'expected "irc:account"'),
        ('[pgm]\nBran = "irc:"', 'expected "irc:account"'),
        ('[pgm]\nBran = "irc:two words"', "followed by one word"),
        ('[pgm]\nBran = "matrix:jo"', "@name:server"),
        ('[pgm]\nBran = "host:*@*"', "must not fit everybody's host"),
        ('[pgm]\nBran = "host:bran"', "must not fit everybody's host"),
        ("[pgm]\nBran = []", "no identity"),
        ('[accounts]\ntorv = "Torvik77"', 'expected "irc:account"'),
        ('nick = "called shot"', "no spaces"),
        ('[irc]\nhost = "h"\nrooms = ["parlour"]', 'written as "#parlour"'),
        ('[irc]\nhost = "h"\nrooms = ["#a,#b"]', 'written as "#name"'),
        ('[irc]\nhost = "h"\nrooms = ["#a\\r\\nQUIT"]', 'written as "#name"'),
        ('[irc]\nhost = "h"\nkeys = { "#a" = "x y" }', "neither spaces nor commas"),
        ('[irc]\nhost = "h"\nrealname = "a\\nQUIT"', "cannot be printed"),
        ('[irc]\nhost = "h"\nsasl = "external"', "needs certificate"),
        ('[irc]\nhost = "h"\nsasl = "external"\ncertificate = "c.pem"\ntls = false', "needs tls"),
        ('[matrix]\nhomeserver = "test.local"\nuser = "@c:test.local"', "address of its client API"),
        ('[matrix]\nhomeserver = "http://h"\nuser = "c"', 'written as "@name:server"'),
        ('[matrix]\nhomeserver = "http://h"\nuser = "@c:h"\nrooms = ["parlour"]', "!id:server"),
        ('[aim]\nhost = "h"\nscreen_name = "c"\nencoding = "klingon"', "no such encoding"),
        ('[aim]\nhost = "h"\nscreen_name = " "', "a screen name is needed"),
    ],
)
def test_what_no_type_says(tmp_path: Path, text: str, words: str) -> None:
    found = mistakes(tmp_path, text)
    assert any(words in problem for problem in found), found
    assert all(problem.startswith("live.toml:") for problem in found)


@pytest.mark.parametrize("text", ["mode = ", "[irc\n", "\x00", "a" * 100, 'x = "\\ud800"'])
def test_no_toml_is_one_line(tmp_path: Path, text: str) -> None:
    assert len(mistakes(tmp_path, text)) == 1


def test_where_there_is_none_it_says_what_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(CampaignError, match="there is no such file; it says where to connect"):
        load_live(tmp_path)
    with pytest.raises(CampaignError, match="no such campaign folder"):
        load_live(tmp_path / "nowhere")


# -- passwords ------------------------------------------------------------------------------------------


def test_a_password_in_the_file_is_refused_and_not_repeated(tmp_path: Path) -> None:
    irc = '[irc]\nhost = "h"\npassword = "hunter2"\n'
    matrix = '[matrix]\nhomeserver = "http://h"\nuser = "@c:h"\naccess_token = "hunter2"\n'
    found = mistakes(tmp_path, irc + matrix)
    assert len(found) == 2
    assert all("passwords are not written here" in problem for problem in found)
    assert "hunter2" not in " ".join(found)


def test_a_journal_with_a_password_wants_a_private_file(tmp_path: Path) -> None:
    text = 'journal = "postgresql://bran:hunter2@localhost/x"'
    folder = campaign(tmp_path, text)
    (folder / "live.toml").chmod(0o644)
    with pytest.raises(CampaignError, match="CALLEDSHOT_JOURNAL") as refused:
        load_live(folder)
    assert "hunter2" not in str(refused.value)
    (folder / "live.toml").chmod(0o600)
    assert load_live(folder).journal.endswith("/x")


def test_passwords_come_from_the_environment_first_and_from_private_files(tmp_path: Path) -> None:
    config = load_live(campaign(tmp_path, WHOLE))
    file = tmp_path / "irc.password"
    file.write_text("from the file\nsecond line\n")
    file.chmod(0o600)
    found = secrets(config, tmp_path, {"CALLEDSHOT_MATRIX_TOKEN": "syt_x", "CALLEDSHOT_AIM_PASSWORD": ""})
    assert found.irc_password == Secret("from the file")
    assert found.matrix_token == Secret("syt_x")
    assert found.aim_password is None and found.matrix_password is None
    found = secrets(config, tmp_path, {"CALLEDSHOT_IRC_PASSWORD": "from the environment"})
    assert found.irc_password == Secret("from the environment")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610, 0o602])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "irc.password"
    file.write_text("hunter2")
    file.chmod(mode)
    with pytest.raises(CampaignError, match="chmod 600") as refused:
        read_secret(file)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("data", "words"), [(b"", "empty"), (b"\nhunter2", "empty"), (b"\xff\xfe", "not UTF-8")]
)
def test_a_file_without_a_password_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "irc.password"
    file.write_bytes(data)
    file.chmod(0o400)
    with pytest.raises(CampaignError, match=words) as refused:
        read_secret(file)
    assert "hunter2" not in str(refused.value)


def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(CampaignError) as refused:
            read_secret(path)
        assert str(path) in str(refused.value) and "\n" not in str(refused.value)


def test_a_secret_shows_in_nothing_but_reveal(caplog: pytest.LogCaptureFixture) -> None:
    secret = Secret("hunter2")
    whole = Secrets(irc_password=secret)
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("calledshot.live").info("with %s and %r", secret, whole)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret:>20}", repr(whole), str([secret]), caplog.text]
    assert not [text for text in shown if "hunter2" in text]
    for leak in (pickle.dumps, copy.copy, copy.deepcopy, msgspec.json.encode, hash, vars):
        with pytest.raises(TypeError):
            leak(secret)  # type: ignore[operator]
    assert secret.reveal() == "hunter2"
    assert secret == Secret("hunter2") and secret != Secret("hunter3") and secret != "hunter2"


def test_where_the_journal_is(tmp_path: Path) -> None:
    config = LiveConfig(journal="state/night.db")
    assert journal_of(config, tmp_path, environ={}) == str(tmp_path / "state/night.db")
    assert (
        journal_of(config, tmp_path, environ={"CALLEDSHOT_JOURNAL": "postgresql:///x"}) == "postgresql:///x"
    )
    assert journal_of(config, tmp_path, "here.db", {"CALLEDSHOT_JOURNAL": "x"}) == "here.db"
    assert journal_of(None, tmp_path, environ={}) == str(tmp_path / "state/journal.db")
    config = LiveConfig(journal="postgresql://localhost/x")
    assert journal_of(config, tmp_path, environ={}) == "postgresql://localhost/x"


def test_the_example_in_the_manual_is_right(tmp_path: Path) -> None:
    manual = Path(__file__).parents[2] / "docs" / "live.md"
    [example] = manual.read_text(encoding="utf-8").split("```toml\n")[1:]
    config = load_live(campaign(tmp_path, example.partition("```")[0]))
    assert config.irc is not None and config.matrix is not None and config.aim is not None
    assert set(config.masters()) == {"Brannoch", "TalespinnerJo"}
