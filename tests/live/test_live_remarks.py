"""What in live.toml is hardly meant: told when a helper starts and by `campaign check`; and what is refused
because it could never work."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.errors import CalledshotError, UsageError
from calledshot.live.config import load_live
from calledshot.live.remarks import remarks

IRC = '[irc]\nhost = "h"\n'
KNOWN = ("Torvik77", "Elsinore", "Brannoch")


def told(folder: Path, text: str, name: str = "irc", environ: dict[str, str] | None = None) -> list[str]:
    (folder / "live.toml").write_text(text, encoding="utf-8")
    return [*remarks(name, load_live(folder), KNOWN, environ or {})]


def test_a_file_as_it_should_be_is_not_remarked_on(tmp_path: Path) -> None:
    text = (
        '[pgm]\nBran = "irc:bran"\n[accounts]\n"irc:torv" = "torvik 77"\n[rooms."#Parlour"]\nmode = "watch"\n'
    )
    assert told(tmp_path, text + IRC + 'rooms = ["#parlour"]\n') == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[pgm]\nBran = "irc:bran"\n' + IRC, "waits until a game master invites it"),
        ('[pgm]\nBran = "matrix:@b:h"\n' + IRC + 'rooms = ["#a"]\n', "[pgm] names nobody on this service"),
        ('[rooms."#parlor"]\nmode = "auto"\n' + IRC + 'rooms = ["#parlour"]\n', "did you mean #parlour?"),
        ('[accounts]\n"irc:torv" = "Torvik7"\n' + IRC + 'rooms = ["#a"]\n', "did you mean Torvik77?"),
        ('[accounts]\n"irc:torv" = "Zz"\n' + IRC + 'rooms = ["#a"]\n', "is 'Zz', whom the campaign does not"),
    ],
)
def test_what_is_hardly_meant(tmp_path: Path, text: str, words: str) -> None:
    [remark] = told(tmp_path, text)
    assert words in remark and "\n" not in remark


def test_a_bot_on_matrix_is_known_by_its_id(tmp_path: Path) -> None:
    matrix = '[matrix]\nhomeserver = "https://h"\nuser = "@c:h"\nrooms = ["#a:h"]\n'
    [remark] = told(tmp_path, 'trusted_bots = ["DiceBot"]\n' + matrix, "matrix")
    assert "trusted_bots names no Matrix ids" in remark
    assert told(tmp_path, 'trusted_bots = ["DiceBot", "@dice:h"]\n' + matrix, "matrix") == []


def test_a_password_that_nothing_uses(tmp_path: Path) -> None:
    environ = {"CALLEDSHOT_IRC_PASSWORD": "unsayable1"}
    [remark] = told(tmp_path, IRC + 'rooms = ["#a"]\n', environ=environ)
    assert "CALLEDSHOT_IRC_PASSWORD" in remark and "unsayable1" not in remark
    assert told(tmp_path, IRC + 'rooms = ["#a"]\nsasl = "plain"\n', environ=environ) == []


@pytest.mark.parametrize("masters", ["", '[pgm]\nBran = "matrix:@b:h"\n'])
def test_no_room_and_nobody_to_invite_it_is_refused(tmp_path: Path, masters: str) -> None:
    with pytest.raises(UsageError, match=r'no room to join: rooms = \["…"\] in \[irc\]'):
        told(tmp_path, masters + IRC)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[irc]\nhost = "h"\ndice = "fair"\n', "live.toml:3: irc.dice: is a setting for everything"),
        ('[pgm]\nmode = "watch"\n', "a setting stands above the first [section]"),
        ("[accounts]\ncommit_moves = true\n", "a setting stands above the first [section]"),
        ('host = "h"\n', "live.toml:1: host: stands in a section: [irc] or [aim]"),
        ('sasl = "plain"\n', "live.toml:1: sasl: stands in a section: [irc]"),
        (
            'password_file = "p"\n',
            "password_file: stands in a section: [irc] or [matrix] or [aim]",
        ),
        (IRC + 'account = "calledshot"\n', 'sasl is "off": sasl = "plain" logs in'),
        (IRC + 'password_file = "irc.password"\n', 'sasl is "off": sasl = "plain" logs in'),
        (IRC + 'certificate = "me.pem"\n', 'sasl is "off": sasl = "external" logs in'),
    ],
)
def test_what_stands_at_the_wrong_place(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "live.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CalledshotError) as refused:
        load_live(tmp_path)
    assert words in str(refused.value) and "\n" not in str(refused.value)


def test_campaign_check_looks_at_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from calledshot.cli import main

    (tmp_path / "campaign.toml").write_text('name = "x"\nruleset = "parthos"\npgm = ["Brannoch"]\n')
    live = tmp_path / "live.toml"
    live.write_text('[pgm]\nBran = "irc:bran"\n' + IRC)
    assert main(["campaign", "check", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "warning: live.toml: [irc] names no rooms" in said and "is not read" not in said
    live.write_text('mode = "sugest"\n')
    assert main(["campaign", "check", str(tmp_path)]) == 2
    assert "live.toml:1: mode" in capsys.readouterr().err
