"""Who may be whom in a saved log: look-alike names, and names left behind by a change of nick."""

from __future__ import annotations

import pytest

from calledshot.auditing import audit_texts
from calledshot.campaign import Campaign, from_tables
from calledshot.referee.names import Names
from calledshot.referee.persons import Persons

TABLES = {
    "pgm": ["Gwen"],
    "characters": {"Ann": {"speed": 60}, "Bob": {"speed": 50}, "Guard 1": {"speed": 40}},
}


@pytest.fixture
def campaign() -> Campaign:
    return from_tables(TABLES, ruleset="parthos")


@pytest.fixture
def persons(campaign: Campaign) -> Persons:
    return Persons(Names(campaign))


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("Αnn", "Ann"),
        ("ΑΝΝ", "Ann"),
        ("Ann_", "Ann"),
        ("A.n.n", "Ann"),
        ("B0b", "Bob"),
        ("ann", None),
        ("A nn", None),
        ("Anne", None),
        ("Guard 2", None),
        ("___", None),
    ],
)
def test_names_that_look_alike(persons: Persons, name: str, whose: str | None) -> None:
    assert persons.alike(name) == whose


def test_where_case_tells_people_apart(persons: Persons) -> None:
    persons.exact = True
    assert persons.alike("ann") is None
    assert persons.alike("ann") is None
    assert persons.alike("Ann") == "Ann"


def test_a_chain_of_nicks_and_back(persons: Persons) -> None:
    assert persons.renamed("Ann", "Away") is None
    assert persons.renamed("Away", "Gone") is None
    assert persons.left("Ann") == ("Gone", "Ann")
    assert persons.left("Gone") is None
    assert persons.renamed("Gone", "Ann") is None
    assert persons.left("Ann") is None


def test_a_fighter_who_takes_another_s_name_stays_himself(campaign: Campaign) -> None:
    names = Names(campaign)
    persons = Persons(names)
    assert persons.renamed("Bob", "Ann") == "Ann"
    assert names.known("Ann") == "Bob"
    assert persons.renamed("Ann", "Bob") is None
    assert (names.known("Ann"), names.known("Bob")) == ("Ann", "Bob")


def test_one_spelling_each_on_a_service_that_folds_nothing(campaign: Campaign) -> None:
    log = (
        "Gwen: Round 1, hand to hand. Initiative please\n"
        "Ann: attack Bob with sword\nann: attack Bob with sword\n"
    )
    found = audit_texts([("room", log, "script", None)], campaign=campaign).findings
    assert not [one for one in found if one.code == "ID-1"]


def found_among(names: tuple[str, str], log: str, format: str) -> list[tuple[str, str | None]]:
    """What is found of persons in a log of these two fighters."""
    tables = {"pgm": ["Gwen"], "characters": {name: {"speed": 50} for name in names}}
    found = audit_texts(
        [("room", log, format, None)], campaign=from_tables(tables, ruleset="parthos")
    ).findings
    return [(one.code, one.combatant) for one in found if one.code.startswith("ID-")]


def test_a_letter_that_only_looks_like_one_of_ascii_is_not_folded() -> None:
    log = (
        "Gwen: Round 1, hand to hand. Initiative please\n"
        "! kris rolled 1d100: 40\n! \u212aris rolled 1d100: 40\n! Cri\u017f rolled 1d100: 99\n"
    )
    alike = [("ID-1", "\u212aris"), ("ID-1", "Cri\u017f")]
    assert found_among(("Kris", "Cris"), log, "script") == alike


@pytest.mark.parametrize(("form", "codes"), [("20:15 <{}> {}\n", []), ("{}: {}\n", ["ID-1"])])
def test_brackets_have_small_letters_on_irc(form: str, codes: list[str]) -> None:
    said = (("Gwen", "Round 1, hand to hand. Initiative please"), ("ann{x}", "attack Bob with sword"))
    log = "".join(form.format(*one) for one in said)
    found = found_among(("Ann[x]", "Bob"), log, "script" if codes else "irssi")
    assert [code for code, _ in found] == codes


@pytest.mark.parametrize(
    ("mapping", "codes"), [("", []), ("rfc1459", []), ("strict-rfc1459", []), ("ascii", ["ID-1"])]
)
def test_a_server_s_own_line_tells_how_its_names_compare(mapping: str, codes: list[str]) -> None:
    said = (("Gwen", "Round 1, hand to hand. Initiative please"), ("ann{x}", "attack Bob with sword"))
    log = f":irc.example 005 Gwen CHANTYPES=# CASEMAPPING={mapping} NETWORK=x :are supported by this server\n"
    log = log if mapping else ""
    log += "".join(f":{name}!~u@heath.example PRIVMSG #moor :{words}\n" for name, words in said)
    found = found_among(("Ann[x]", "Bob"), log, "irc-raw")
    assert [code for code, _ in found] == codes
