"""A campaign folder in, a campaign out, or every mistake at once with file, line and field."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from calledshot.campaign import Campaign, from_tables, load, load_tables
from calledshot.errors import CampaignError


def folder(path: Path, **files: str | bytes) -> Path:
    """A campaign folder; `campaign_toml` is campaign.toml, `characters__X_toml` is characters/X.toml."""
    for name, content in files.items():
        file = path / name.replace("__", "/").replace("_toml", ".toml").replace("_csv", ".csv")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def problems(path: Path) -> tuple[str, ...]:
    with pytest.raises(CampaignError) as caught:
        load(path)
    assert "\n" not in str(caught.value)
    return caught.value.problems


HEAD = 'ruleset = "parthos"\n'


def test_everything_may_be_left_out(tmp_path: Path) -> None:
    campaign = load(folder(tmp_path, campaign_toml=""))
    assert (campaign.name, campaign.pgm, campaign.sheets, campaign.system) == ("", (), {}, None)
    assert campaign.settings["advanced_upon"] == "convert"
    assert campaign.path == tmp_path


def test_a_whole_folder(tmp_path: Path) -> None:
    campaign = load(
        folder(
            tmp_path,
            campaign_toml=HEAD
            + 'name = "The parlour"\npgm = "Brannoch"\nsystem = "im"\n[settings]\ntie = "roll_off"\n'
            '[names]\n"Bran no" = "Torvik77"\n[dice]\nbots = ["Rollo"]\n',
            characters_toml='[LadyElsinore]\nspeed = 62\n["Sir Bors"]\nca = 70\n',
            characters__Torvik77_toml="speed = 55\nspell_lists = { Mysticism = 2 }\n",
            characters__villains_toml="[Grub]\nca = 30\n[Snag]\nca = 31\n",
            rulebook_toml='[[weapons]]\nname = "dirk"\nbc = 6\n[levels]\n2 = 100\n',
            spells_csv="# ours\nname,list,level,pp,heals,effect\nPain,Mysticism,1,3,,aches\n"
            "Mend,Healing,2,variable,true,\n",
        )
    )
    assert campaign.pgm == ("Brannoch",) and campaign.dice_bots == ("Rollo",)
    assert campaign.settings["tie"] == "roll_off"
    assert list(campaign.sheets) == ["LadyElsinore", "Sir Bors", "Torvik77", "Grub", "Snag"]
    assert campaign.sheets["Torvik77"].spell_lists == {"Mysticism": 2}
    pain, mend = campaign.rulebook.spells
    assert (pain.level, pain.pp, pain.heals, pain.effect) == (1, 3, None, "aches")
    assert (mend.pp, mend.heals, mend.effect) == ("variable", True, None)
    assert campaign.character("BRANNO") == "Torvik77"
    assert campaign.character("sirbors") == "Sir Bors"
    assert campaign.is_pgm("bran noch") and not campaign.is_pgm("Torvik77")


def test_every_mistake_at_once_with_its_line(tmp_path: Path) -> None:
    found = problems(
        folder(
            tmp_path,
            campaign_toml='ruleset = "parthos"\npmg = ["Brannoch"]\nsystem = "standrad"\n\n[settings]\n'
            'tei = "speed"\ntie = "spead"\nim_grace = "3"\nblind_pgm = 1\n',
            characters_toml='[Torvik77]\nsped = 55\nca = "70"\nweapons = [\n  { name = "dirk" },\n'
            '  { name = "axe", kind = "meele" },\n]\n\n[Grub]\ncount = 0\nitems = ["herb", 7]\n',
            rulebook_toml="[bell_curve]\nBC4 = { 4 = [1], 3 = [7, 34] }\n[[spells]]\n[[spells]]\nname = 3\n",
        )
    )
    assert found == (
        "campaign.toml:2: pmg: there is no key 'pmg' here; did you mean pgm?",
        "campaign.toml:3: system: expected one of standard, im, found text 'standrad'; "
        "did you mean standard?",
        "campaign.toml:6: settings.tei: there is no setting 'tei'; did you mean tie?",
        "campaign.toml:7: settings.tie: expected one of speed, simultaneous, roll_off, found text 'spead'; "
        "did you mean speed?",
        "campaign.toml:8: settings.im_grace: expected a whole number, found text '3'",
        "campaign.toml:9: settings.blind_pgm: expected true or false, found 1",
        "characters.toml:2: Torvik77.sped: there is no key 'sped' here; did you mean speed?",
        "characters.toml:3: Torvik77.ca: expected a whole number, found text '70'",
        'characters.toml:6: Torvik77.weapons[1].kind: expected one of "melee", "missile", "both", '
        "found text 'meele'; did you mean melee?",
        "characters.toml:10: Grub.count: expected a whole number from 1 to 99, found 0",
        "characters.toml:11: Grub.items[1]: expected text in quotes or a table, found 7",
        "rulebook.toml:2: bell_curve.BC4.4: expected a list of 2 whole numbers, found a list of 1",
        "rulebook.toml:3: spells[0]: name is missing: expected text in quotes",
        "rulebook.toml:5: spells[1].name: expected text in quotes, found 3",
    )


def test_a_csv_file_has_its_mistakes_by_row(tmp_path: Path) -> None:
    found = problems(
        folder(
            tmp_path,
            campaign_toml=HEAD,
            spells_csv='name;lvl;pp\n\n# note\nPain;1;three\n"a;b";;1\nX;1;2;3\n',
        )
    )
    assert found == (
        "spells.csv:1: lvl: there is no column 'lvl'; did you mean level?",
        "spells.csv:4: spells[0].pp: expected a whole number or \"variable\", found text 'three'",
        "spells.csv:6: 4 cells for 3 columns: quote cells with ';' in them",
    )


def test_an_unknown_ruleset_and_plugin(tmp_path: Path) -> None:
    found = problems(folder(tmp_path, campaign_toml='ruleset = "parthus"\nplugins = [\n"critical_mis"]\n'))
    assert found[0].startswith(
        "campaign.toml:1: ruleset: no installed plugin brings the rule system 'parthus'"
    )
    assert "did you mean parthos?" in found[0]
    assert found[1].startswith(
        "campaign.toml:3: plugins[0]: the campaign names a plugin that is not installed"
    )
    assert "did you mean critical_miss?" in found[1]


def test_two_sheets_of_one_name(tmp_path: Path) -> None:
    found = problems(
        folder(
            tmp_path, campaign_toml=HEAD, characters_toml="[Grub]\nca = 1\n", characters__Grub_toml="ca = 2\n"
        )
    )
    assert len(found) == 1
    assert found[0].startswith("characters/Grub.toml") and "characters.toml has one too" in found[0]


def test_groups_become_their_members(tmp_path: Path) -> None:
    campaign = load(folder(tmp_path, campaign_toml=HEAD, characters_toml="Goblin = { count = 3, ca = 40 }\n"))
    assert list(campaign.sheets) == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert {sheet.side for sheet in campaign.sheets.values()} == {"Goblin"}
    assert campaign.sheets["Goblin 2"].ca == 40


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(tmp_path: Path, encoding: str, newline: str) -> None:
    head = 'ruleset = "parthos"\nname = "Größe"\n'.replace("\n", newline).encode(encoding)
    sheet = "[Torvik77]\nspeed = 55\n".replace("\n", newline).encode(encoding)
    campaign = load(folder(tmp_path, campaign_toml=head, characters_toml=sheet))
    assert campaign.name == "Größe" and campaign.sheets["Torvik77"].speed == 55


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'name = "Gr\xf6\xdfe"', "campaign.toml:1: byte 0xf6 is not UTF-8: save it as UTF-8"),
        (b"ok = 1\nname = \n", "campaign.toml:2: not readable as TOML: Invalid value"),
        (b'ok = 1\nname = "x\n', r"campaign.toml:2: not readable as TOML: Illegal character '\n';"),
        (b"x = " + b"[" * 100_000, "campaign.toml: not readable as TOML: too deep or too long a number"),
        (b"x = " + b"9" * 5_000, "campaign.toml: not readable as TOML: too deep or too long a number"),
        (bytes(range(1, 256)), "campaign.toml:"),
        (b"# " + b"x" * 4_000_001, "campaign.toml: larger than 4 MB: no campaign file"),
    ],
    ids=["latin-1", "syntax", "quote", "deep", "digits", "binary", "huge"],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes, problem: str) -> None:
    assert problems(folder(tmp_path, campaign_toml=content))[0].startswith(problem)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    folder(tmp_path, campaign_toml=HEAD)
    os.mkfifo(tmp_path / "rulebook.toml")
    (tmp_path / "spells.csv").mkdir()
    assert problems(tmp_path) == (
        "rulebook.toml: cannot be read: not a file",
        "spells.csv: cannot be read: not a file",
    )


def test_a_number_that_no_sheet_can_mean(tmp_path: Path) -> None:
    made = folder(tmp_path, campaign_toml=HEAD, characters_toml=f"[Grub]\nca = {'9' * 300}\n")
    assert problems(made) == ("characters.toml:2: Grub.ca: expected a number of at most nine digits",)


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e308", "-1e300", "1e-300"])
def test_a_fraction_that_no_sheet_can_mean(tmp_path: Path, number: str) -> None:
    made = folder(
        tmp_path, campaign_toml='ruleset = "yiffiemon"\n', characters_toml=f"[Grub]\nMove = {number}\n"
    )
    (problem,) = problems(made)
    assert problem.startswith(
        "characters.toml:2: Grub.Move: expected a number of at most nine digits, found "
    )


def test_what_is_no_campaign_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path, words in (
        (tmp_path / "nowhere", "no such campaign folder"),
        (tmp_path / "file", "this is a file"),
        (tmp_path, "no campaign.toml in it"),
    ):
        with pytest.raises(CampaignError, match=words):
            load(path)


def test_the_file_itself_names_its_folder(tmp_path: Path) -> None:
    folder(tmp_path, campaign_toml='name = "here"\n')
    assert load(tmp_path / "campaign.toml").name == "here"


# Campaigns in tables


def test_tables_alone() -> None:
    campaign = from_tables({"pgm": ["Nimue"], "characters": {"SwiftBoy": {"speed": 80}}})
    assert isinstance(campaign, Campaign)
    assert (campaign.ruleset, campaign.pgm, campaign.path) == ("parthos", ("Nimue",), None)
    assert campaign.sheets["SwiftBoy"].speed == 80


def test_mistakes_in_tables_have_no_line() -> None:
    with pytest.raises(CampaignError) as caught:
        from_tables({"characters": {"SwiftBoy": {"sped": 80}}})
    assert caught.value.problems == (
        "campaign: SwiftBoy.sped: there is no key 'sped' here; did you mean speed?",
    )


def test_tables_over_a_folder(tmp_path: Path) -> None:
    folder(
        tmp_path,
        campaign_toml=HEAD + 'pgm = ["Brannoch"]\n',
        characters_toml="[Torvik77]\nspeed = 55\nca = 70\n[Torvik77.spell_lists]\nMysticism = 1\n",
        rulebook_toml='[[weapons]]\nname = "dirk"\nbc = 6\n[[weapons]]\nname = "axe"\nbc = 8\n',
    )
    over = {
        "system": "im",
        "characters": {"Torvik77": {"ca": 60}, "Grub": {}},
        "rulebook": {"weapons": [{"name": "Dirk", "bc": 4}]},
    }
    campaign = from_tables(over, base=tmp_path)
    torvik = campaign.sheets["Torvik77"]
    assert (torvik.speed, torvik.ca, torvik.spell_lists) == (55, 60, {"Mysticism": 1})
    assert (campaign.pgm, campaign.system, list(campaign.sheets)) == (
        ("Brannoch",),
        "im",
        ["Torvik77", "Grub"],
    )
    assert [(weapon.name, weapon.bc) for weapon in campaign.rulebook.weapons] == [("axe", 8), ("Dirk", 4)]
    assert load_tables(tmp_path)["characters"]["Torvik77"]["ca"] == 70
