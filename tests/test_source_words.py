"""The core names no ruleset: none of a ruleset's own terms stands in `src`, in code, comments, help or data.

The list of terms is held against the titles of the rulesets' clauses: a title's name for a thing is on it,
or is plain English in the list beside it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from calledshot.plugins.manager import find_ruleset

SOURCE = Path(__file__).parent.parent / "src"
CACHES = {"__pycache__", ".hypothesis"}
FILES = sorted(
    path
    for path in SOURCE.rglob("*")
    if path.is_file() and path.suffix != ".pyc" and not CACHES & set(path.relative_to(SOURCE).parts)
)
"""Every file, of whatever kind: code, tables, templates, pages."""
TERMS = re.compile(
    # the flagship's
    r"parthos|mysticism|bell.?curve|\bBC\d|weapon.?speed|\bstamina\b|power points?|\bPAR-|\bWS\b"
    # Combat Notes'
    r"|combat.?notes|\bTHAC0\b|\bCN-|\bAoOs?\b|attacks? of opportunity|very (?:fast|slow)|overrun|knock.?down"
    r"|crossbow|psionic|encumbr|gargantuan|\bman-sized|(?:half|full|no)-move\b|armou?r degrade"
    # YiffieMon's
    r"|yiffie|\bYM-|threaten.?by|fathom|\b[OD]CV\b|melee assist|ranged assist|staggered|blundering"
    r"|off.?guard|off.?footed|cross (?:their|his|her|its) guard|\bStrB\b|\bConB\b|\bNWI\b|subdual"
    r"|fatigue.?bleed|bleeding [123]|stopped [12]|flanked|defensively|building up the fight|combat assist"
    r"|hampered.?by|(?:severe|deadly|shield) hit|(?:but|normal|severe) (?:success|failure)|dive attack|run-up"
    r"|guard distance|threat (?:area|distance)|move skill|success ladder",
    re.IGNORECASE,
)
HOSTS = re.compile(r"https?://|www\.", re.IGNORECASE)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SOURCE)) for path in FILES])
def test_no_terms_of_a_ruleset(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    found = [f"{number}: {line.strip()}" for number, line in enumerate(lines, 1) if TERMS.search(line)]
    assert not found, "\n".join(found)
    assert not [line for line in lines if HOSTS.search(line)]


def test_there_is_a_core_to_look_at() -> None:
    assert len(FILES) > 30


NAMED = re.compile(r"[A-Z][A-Za-z0-9'-]*(?: (?:[A-Z][A-Za-z0-9'-]*|\d))*")
PLAIN = {
    "parthos": {"IM", "IMs", "No IM"},
    "combat_notes": {"Average", "Fast", "Slow", "No Dexterity", *(f"Step {step}" for step in range(1, 6))},
    "yiffiemon": {
        *("A Charge", "A Slide", "Bleeding", "But", "Critical Failure", "Critical Success", "Falling Prone"),
        *("Fatigue", "Healing Fatigue", "Normal Move", "Stopped", "The Fight", "CF", "CS", "NF", "SS"),
        *(f"{check} {rung}" for check in ("Con", "Dex") for rung in ("CF", "NF", "BS", "NS", "SS", "CS")),
    },
}
"""Names in titles that are also words or initials of anybody's."""


@pytest.mark.parametrize("name", PLAIN)
def test_the_list_has_the_names_in_the_titles_of_clauses(name: str) -> None:
    titles = [clause.title for clause in find_ruleset(name).clauses.values()]
    missing = {
        found[0]
        for title in titles
        for found in NAMED.finditer(title)
        if (found.start() or " " in found[0] or found[0][1:] != found[0][1:].lower())
        and not TERMS.search(found[0])
    }
    assert missing <= PLAIN[name]
    assert len(titles) > 50


@pytest.mark.parametrize(
    "line",
    [
        "the Half-Move's slot",
        "a gargantuan beast",
        "Severe Hit",
        "But Success",
        "Fighting Defensively",
        "Stopped 1",
        "threat area",
        "Fatigue Bleeding 2",
    ],
)
def test_the_list_finds_them(line: str) -> None:
    assert TERMS.search(line)
