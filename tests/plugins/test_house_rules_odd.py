"""House rules that give back nonsense, in campaigns of every ruleset: named once, passed over, and the fight
goes on as without them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from calledshot.api import Encounter, Ruling, hookimpl, replace
from calledshot.auditing import Audit, audits
from calledshot.campaign import from_tables, load_tables
from calledshot.plugins import manager

SAMPLES = Path(__file__).parents[2] / "samples"
FIGHTS = {
    "parthos": "readme/yard.script",
    "combat_notes": "bridge/bridge.script",
    "yiffiemon": "ford/ford.txt",
}

Use = Callable[..., None]


@pytest.fixture
def use() -> Iterator[Use]:
    """Registers the plugin "odd" with the given hooks."""

    def register(**hooks: Callable[..., Any]) -> None:
        module = ModuleType("odd")
        for name, hook in hooks.items():
            setattr(module, name, hookimpl(hook))
        manager.register("odd", module)

    yield register
    manager.unregister("odd")


def audit(name: str, *plugins: str) -> Audit:
    file = SAMPLES / FIGHTS[name]
    campaign = from_tables({**load_tables(file.parent / "campaign"), "plugins": list(plugins)})
    (made,) = audits([file], campaign=campaign)
    made.to_json()
    return made


class Thing:
    """No JSON."""


def changed(**fields: Any) -> Callable[[Ruling], Ruling]:
    return lambda ruling: replace(ruling, **fields)


def of_words(ruling: Ruling) -> Ruling:
    return replace(ruling, values=dict.fromkeys(ruling.values, "x"))


@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize(
    "override",
    [
        changed(values=None),
        changed(values={"a": Thing()}),
        changed(values={1: 2}),
        of_words,
        changed(kind=None),
        changed(outcome=5),
        changed(combatant=7),
        changed(clauses=None),
        changed(text=5),
        changed(round="x"),
        lambda ruling: "no ruling",
        lambda ruling: 1 / 0,
        lambda ruling: sys.exit(3),
    ],
)
def test_nonsense_in_place_of_a_ruling(name: str, override: Callable[[Ruling], Any], use: Use) -> None:
    use(calledshot_override=lambda ruling: override(ruling))
    odd = audit(name, "odd")
    (note,) = [note for note in odd.notes if "odd" in note]
    assert note.startswith("plugin odd: calledshot_override failed and was skipped: ")
    if override is not of_words:  # some kinds of ruling may hold any words
        assert odd.rulings == audit(name).rulings


@pytest.mark.parametrize("name", FIGHTS)
def test_nonsense_beside_a_ruling(name: str, use: Use) -> None:
    use(calledshot_adjudicate=lambda occurrence: [occurrence, replace(occurrence, values=[1])])
    odd = audit(name, "odd")
    assert len([note for note in odd.notes if "odd" in note]) == 1
    assert odd.rulings == audit(name).rulings


@pytest.mark.parametrize("name", FIGHTS)
def test_a_rule_that_rules_is_not_asked_about_its_own_rulings(name: str, use: Use) -> None:
    def override(ruling: Ruling, encounter: Encounter) -> None:
        encounter.rule("omen", "seen", ruling.combatant)

    use(calledshot_override=override)
    plain, odd = audit(name), audit(name, "odd")
    assert [one for one in odd.rulings if one.kind != "omen"] == plain.rulings
    assert len(odd.rulings) == 2 * len(plain.rulings)
    assert not [note for note in odd.notes if "odd" in note]


@pytest.mark.parametrize("name", FIGHTS)
def test_a_rule_that_changes_and_adds(name: str, use: Use) -> None:
    use(
        calledshot_override=lambda ruling: replace(ruling, values={**ruling.values, "moon": "full"}),
        calledshot_adjudicate=lambda occurrence: [Ruling(kind="omen", outcome="seen", text="An owl cries.")],
    )
    odd = audit(name, "odd")
    own = [one for one in odd.rulings if one.kind != "omen"]
    assert all(one.values["moon"] == "full" for one in own)
    assert [one.kind for one in own] == [one.kind for one in audit(name).rulings]
    assert [one.text for one in odd.rulings if one.kind == "omen"] == ["An owl cries."] * len(own)
