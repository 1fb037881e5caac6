"""The campaign, plugins and rule commands: what they print, write and exit with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calledshot.campaign import load
from calledshot.cli import main

FILES = {
    "campaign.toml": """
name = "The parlour"
ruleset = "parthos"
pgm = ["Brannoch"]
[names]
Torv = "Torvik77"
""",
    "characters.toml": """
LadyElsinore = { speed = 62, ca = 38, stamina_max = 28, spell_lists = { Mysticism = 2 } }
Torvik77 = { speed = 55, ca = 70, stamina_max = 45, level = 4, xp = 900, bc_max = 4 }
""",
    "rulebook.toml": """
bell_curve = { BC4 = { 1 = [1, 100] }, BC6 = { 1 = [1, 100] } }
spells = [{ name = "Pain", list = "Mysticism", level = 1, pp = 3 }]
levels = { 2 = 100, 3 = 250, 4 = 500 }
""",
}


@pytest.fixture
def parlour(tmp_path: Path) -> Path:
    folder = tmp_path / "parlour"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def test_check(capsys: pytest.CaptureFixture[str], parlour: Path) -> None:
    code, out, err = run(capsys, "campaign", "check", parlour)
    assert (code, err) == (0, "")
    assert "no mistakes, 0 warnings" in out
    (parlour / "characters.toml").write_text("[Torvik77]\nspeed = 55\n")
    code, out, _ = run(capsys, "campaign", "check", parlour, "-o", "json")
    assert code == 0
    assert "the spell list Mysticism is on nobody's sheet" not in json.loads(out)["warnings"]
    assert (
        "Torvik77: no ca, no stamina: unknown, and learned from the log where it shows"
        in json.loads(out)["warnings"]
    )


def test_check_prints_every_mistake(capsys: pytest.CaptureFixture[str], parlour: Path) -> None:
    (parlour / "characters.toml").write_text("[Torvik77]\nsped = 55\n\n[Grub]\nca = 'x'\n")
    code, out, err = run(capsys, "campaign", "check", parlour)
    assert (code, out) == (2, "")
    assert "characters.toml:2: Torvik77.sped" in err and "characters.toml:5: Grub.ca" in err
    assert "Traceback" not in err


def test_show(capsys: pytest.CaptureFixture[str], parlour: Path) -> None:
    _, out, _ = run(capsys, "campaign", "show", parlour)
    assert out.splitlines()[0].split() == ["name", "speed", "ca", "stamina_max", "level", "xp", "bc_max"]
    assert out.splitlines()[1].split() == ["LadyElsinore", "62", "38", "28", "·", "·", "·"]
    _, out, _ = run(capsys, "campaign", "show", parlour, "lady elsinore")
    assert out == "LadyElsinore\n  speed: 62\n  ca: 38\n  stamina_max: 28\n  spell_lists: Mysticism 2\n"
    _, out, _ = run(capsys, "campaign", "show", parlour, "Torv", "-o", "json")
    assert json.loads(out)["characters"]["Torvik77"]["bc_max"] == 4


def test_a_name_nobody_has(capsys: pytest.CaptureFixture[str], parlour: Path) -> None:
    code, _, err = run(capsys, "campaign", "show", parlour, "Torvik78")
    assert code == 2
    assert "the campaign has no character 'Torvik78'; did you mean Torvik77?" in err


def test_a_name_is_shown_without_its_escapes(capsys: pytest.CaptureFixture[str], parlour: Path) -> None:
    (parlour / "characters.toml").write_text('["A\\u001b[31m"]\nspeed = 1\n')
    _, out, _ = run(capsys, "campaign", "show", parlour)
    assert "\x1b" not in out and "A" in out


def test_new_and_new_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "campaign", "new", tmp_path / "deep" / "yard", "--pgm", "Nimue")
    assert code == 0 and out.count("wrote") == 3
    assert load(tmp_path / "deep" / "yard").pgm == ("Nimue",)
    code, _, err = run(capsys, "campaign", "new", tmp_path / "deep" / "yard")
    assert code == 2 and "has a campaign.toml already" in err


def test_new_from_a_log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text(
        "Nimue:\tRound 1. Init please\n"
        "SwiftBoy:\tCast Pain (Mysticism Level 1) on Kaelin\n"
        "Kaelin:\tattack SwiftBoy with axe\n"
        "OnlineHost:\tSwiftBoy rolled 1 100-sided die:  90\n"
        "OnlineHost:\tKaelin rolled 1 100-sided die:  20\n"
    )
    code, _, err = run(capsys, "campaign", "new", tmp_path / "made", "--from", log)
    assert (code, err) == (0, "")
    made = load(tmp_path / "made")
    assert made.pgm == ("Nimue",)
    assert set(made.sheets) == {"SwiftBoy", "Kaelin"}
    assert [spell.name for spell in made.rulebook.spells] == ["Pain"]
    assert [weapon.name for weapon in made.rulebook.weapons] == ["axe"]


def test_new_from_a_log_that_is_not_there_writes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = run(capsys, "campaign", "new", tmp_path / "made", "--from", tmp_path / "nothing.txt")
    assert code == 2 and "nothing.txt" in err
    assert not (tmp_path / "made").exists()


def test_packet(
    capsys: pytest.CaptureFixture[str], parlour: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "campaign", "packet", parlour, "torv")
    assert code == 0 and "Torvik77-packet" in out
    held = load(tmp_path / "Torvik77-packet")
    assert held.sheets["Torvik77"].ca == 70 and held.sheets["LadyElsinore"].ca is None
    code, _, err = run(capsys, "campaign", "packet", parlour, "torv")
    assert code == 2 and "--force" in err
    assert run(capsys, "campaign", "packet", parlour, "torv", "--force")[0] == 0
    code, _, err = run(capsys, "campaign", "packet", parlour, "torv", "--output", parlour, "--force")
    assert code == 2 and "over the campaign" in err


def test_train(capsys: pytest.CaptureFixture[str], parlour: Path) -> None:
    train = ("campaign", "train", parlour, "Torvik77", "--date")
    code, out, _ = run(capsys, *train, "2004-07-03", "--bc", "6", "--dry-run")
    assert code == 0 and "BC4 to BC6: 25 × 6 = 150 XP: done, 750 XP left" in out
    assert not (parlour / "state").exists()
    assert run(capsys, *train, "2004-07-03", "--bc=6")[0] == 0
    assert load(parlour).sheets["Torvik77"].bc_max == 6
    assert (parlour / "characters.toml").read_text() == FILES["characters.toml"]
    code, out, _ = run(capsys, *train, "2004-07-09", "--bc", "8")
    assert code == 1 and "error PAR-BC-3" in out
    assert run(capsys, *train, "2004-07-09", "--speed", "8")[0] == 2
    assert run(capsys, *train, "2004-07-09", "--bc")[0] == 2


def test_plugins(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "plugins")
    assert code == 0
    assert "rule system parthos, the default" in out and 'plugins = ["critical_miss"]' in out
    _, out, _ = run(capsys, "plugins", "-o", "json")
    by_name = {plugin["name"]: plugin for plugin in json.loads(out)}
    assert by_name["critical_miss"]["house_rules"] is True and by_name["parthos"]["rulesets"] == ["parthos"]


def test_rule(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rule", "par-cast-4")
    assert out.startswith("PAR-CAST-4  One spell a round")
    assert '"Combat Moves"' in out and "scroll_is_item = true" in out and "example" in out
    _, out, _ = run(capsys, "rule")
    assert "PAR-RND-1" in out and "PGM-1" in out and "DICE-10" in out
    _, out, _ = run(capsys, "rule", "PAR-BLD")
    assert len([line for line in out.splitlines() if "PAR-BLD-" in line]) == 8
    _, out, _ = run(capsys, "rule", "tie")
    assert out.startswith("PAR-INIT-6")
    _, out, _ = run(capsys, "rule", "cn-225")
    assert out.startswith("CN-225  A roll of 1") and 'init.shift_scope = "all"; or attacks' in out
    _, out, _ = run(capsys, "rule", "knockdown.gargantuan")
    assert out.startswith("CN-716") and 'knockdown.gargantuan = "none"; or 1 to 20' in out
    _, out, _ = run(capsys, "rule", "init.overflow")
    assert out.startswith('  setting  init.overflow = "end_of_round"; or lost, next_round\n')
    assert "falls after Very Slow" in out and "CN-441" in out and "CN-226" in out
    _, out, _ = run(capsys, "rule", "charge")
    assert "Combat Notes: " in out and "YiffieMon: " in out and "CN-332" in out
    _, out, _ = run(capsys, "rule", "crossbow")
    assert out.startswith("CN-718")
    assert run(capsys, "rule", "crossbow", "--ruleset", "parthos")[0] == 2
    assert run(capsys, "rule", "cn-225", "--ruleset", "parthos")[0] == 2
    assert "did you mean CN-225?" in run(capsys, "rule", "cn-2255")[2]
    code, _, err = run(capsys, "rule", "PAR-CSAT-4")
    assert code == 2 and "did you mean PAR-CAST-4?" in err
    _, out, _ = run(capsys, "rule", "PGM-1", "-o", "json")
    assert json.loads(out)[0]["id"] == "PGM-1"


@pytest.mark.parametrize("command", [("rule",), ("plugins",), ("campaign", "show", "x")])
def test_an_output_format_there_is_not(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    assert run(capsys, *command, "-o", "yaml")[0] == 2


def test_a_campaign_read_as_another_rule_systems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "campaign.toml").write_text('ruleset = "combat_notes"\n')
    (tmp_path / "characters.toml").write_text("Alda = { thac0 = 17, mv = 12 }\n")
    (tmp_path / "log.txt").write_text("Alda: hello\n")
    asked = ("audit", str(tmp_path / "log.txt"), "--campaign", str(tmp_path))
    code, _, err = run(capsys, *asked, "--ruleset", "parthos")
    assert code == 2 and "read as parthos, though campaign.toml says combat_notes: leave --ruleset out" in err
    assert run(capsys, *asked, "--ruleset", "combat-notes")[0] == 0
    (tmp_path / "campaign.toml").write_text('name = "nobody says"\n')
    code, _, err = run(capsys, *asked)
    assert code == 2 and "read as parthos, since campaign.toml names no ruleset" in err
    (tmp_path / "campaign.toml").write_text("ruleset = 5\n")
    code, _, err = run(capsys, *asked)
    assert code == 2 and "ruleset: expected text in quotes, found 5" in err and "thac0" not in err


def test_a_key_in_small_letters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "campaign.toml").write_text('ruleset = "yiffiemon"\n')
    (tmp_path / "characters.toml").write_text("Maren = { mr = 6, hpv = 20 }\n")
    code, _, err = run(capsys, "campaign", "check", str(tmp_path))
    assert code == 2 and "did you mean MR?" in err and "did you mean HPV?" in err
    (tmp_path / "characters.toml").write_text("Maren = { MR = 6, is_pc = true }\n")
    _, out, _ = run(capsys, "campaign", "show", str(tmp_path))
    assert out.splitlines()[1].split() == ["Maren", "yes", "6"]


def test_a_new_sheet_begins_with_what_everybody_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ruleset in ("parthos", "combat_notes", "yiffiemon"):
        run(capsys, "campaign", "new", str(tmp_path / ruleset), "--ruleset", ruleset)
        lines = (tmp_path / ruleset / "characters.toml").read_text().splitlines()
        first = lines[lines.index("# The keys:") + 1]
        assert first == "#   name: text in quotes", ruleset


def test_text_without_quotes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "campaign.toml").write_text('name = "x"\nruleset = yiffiemon\n')
    code, _, err = run(capsys, "campaign", "check", str(tmp_path))
    assert code == 2 and "campaign.toml:2: not readable as TOML: Invalid value; text stands in quotes" in err
    (tmp_path / "campaign.toml").write_text('name = "x\n')
    code, _, err = run(capsys, "campaign", "check", str(tmp_path))
    assert code == 2 and "campaign.toml:1: " in err and "; a quote is not closed" in err


def test_a_campaign_from_a_log_that_shows_no_fight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "talk.script"
    log.write_text("Nimue: good evening\nOddo: evening\n")
    code, out, _ = run(capsys, "campaign", "new", str(tmp_path / "hall"), "--from", str(log))
    assert code == 0 and out.startswith(f"no fight was found in {log}, nor who runs it: --pgm NAME says that")
