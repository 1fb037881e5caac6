"""May he do that? Each clause with a move that keeps it, one that breaks it, and the edge between them.

What is expected comes from the clause inventory; the sheets are made up here.
"""

from __future__ import annotations

from typing import Any

import pytest

from calledshot.campaign import Campaign, from_tables
from calledshot.finding import Finding
from calledshot.moves.declaration import CalledShot, Move, Spell
from calledshot.moves.reading import Reading
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.legality import check
from calledshot_parthos.scene import Scene

RULEBOOK: dict[str, Any] = {
    "spells": [
        {"name": "Pain", "list": "Mysticism", "level": 1, "pp": 3},
        {"name": "Dread", "list": "Mysticism", "level": 2, "pp": 4},
        {"name": "Ruin", "list": "Mysticism", "level": 3, "pp": 5},
        {"name": "Mend", "list": "Healing", "level": 1, "pp": 2, "heals": 6},
        {"name": "Aegis", "list": "Mysticism", "level": 1, "pp": "variable"},
        {"name": "Light", "list": "Healing", "level": 1, "pp": 1},
        {"name": "Light", "list": "Fire", "level": 2, "pp": 1},
    ],
    "powers": [
        {"name": "Rage", "class": "Warrior", "level": 3, "pp": 2},
        {"name": "Surge", "class": "Warrior", "level": 1, "pp": "variable"},
    ],
    "weapons": [
        {"name": "dirk", "bc": 6, "kind": "both"},
        {"name": "longsword", "bc": 10, "kind": "melee"},
        {"name": "mace", "bc": 8, "kind": "melee"},
        {"name": "short bow", "bc": 6, "kind": "missile"},
        {"name": "halberd", "bc": 12, "kind": "melee"},
    ],
    "items": [
        {"name": "healing potion", "kind": "potion", "magical": False, "heals": 6},
        {"name": "elixir", "kind": "potion", "magical": True, "heals": 9},
        {"name": "yarrow", "kind": "herb", "heals": 2},
    ],
}
SHEETS: dict[str, Any] = {
    "Elsinore": {
        "class": "Mystic", "level": 3, "speed": 62, "weapon_speed": 0, "stamina_max": 28, "pp_max": 9,
        "bc_max": "BC6", "spell_lists": {"Mysticism": 2}, "skills": [],
        "weapons": [{"name": "dirk", "in_hand": True, "count": 1}],
        "items": ["yarrow", {"name": "wand of sparks", "kind": "wand", "charges": 1}],
    },
    "Torvik": {
        "class": "Warrior", "level": 3, "speed": 55, "weapon_speed": 40, "stamina_max": 45, "pp_max": 4,
        "bc_max": 10, "skills": ["Parry", "First Aid"], "spell_lists": {}, "items": [],
        "weapons": [{"name": "longsword", "in_hand": True}, {"name": "mace"}, {"name": "short bow"}],
    },
    "Stranger": {},
}  # fmt: skip


def campaign(**more: Any) -> Campaign:
    return from_tables({"ruleset": "parthos", "characters": SHEETS, "rulebook": RULEBOOK, **more})


class Table:
    """Elsinore and Torvik on opposite sides, at a range, with somebody about to declare."""

    def __init__(self, who: str = "Elsinore", *, range: str | None = None, **settings: Any) -> None:
        self.campaign = campaign(settings=settings)
        self.who = who
        self.actor = Fighter(who, self.campaign.sheets.get(who))
        self.scene = Scene(("Elsinore", "Torvik"), in_fight=True)
        if range is not None:
            self.scene.set_range("Elsinore", "Torvik", range)  # type: ignore[arg-type]

    def check(self, *moves: Move, called: int | None = None, **reading: Any) -> list[Finding]:
        return check(
            moves, Reading(moves=moves, **reading), self.actor, self.scene, self.campaign, called=called
        )

    def codes(self, *moves: Move, called: int | None = None, **reading: Any) -> list[tuple[str, str]]:
        return [(finding.code, finding.severity) for finding in self.check(*moves, called=called, **reading)]


def move(action: str, instrument: str | None = None, **more: Any) -> Move:
    text = " ".join(word for word in (action, instrument) if word)
    return Move(action=action, instrument=instrument, text=text, **more)


def cast(
    name: str, list: str | None = None, level: int | None = None, pp: int | None = None, **more: Any
) -> Move:
    return Move(
        action="cast", spell=Spell(name=name, list=list, level=level, pp=pp), text=f"cast {name}", **more
    )


# Casting


def test_a_spell_of_the_highest_level_known_is_legal() -> None:
    assert Table().codes(cast("Dread", "Mysticism", 2)) == []


def test_a_spell_above_the_highest_level_known() -> None:
    (finding,) = Table().check(cast("Ruin", "Mysticism", 3, column=5, end_column=30))
    assert (finding.code, finding.severity, finding.combatant) == ("PAR-CAST-1", "error", "Elsinore")
    assert "Mysticism Level 3" in finding.message and "up to Level 2" in finding.message
    assert finding.source is not None
    assert (finding.source.column, finding.source.end_column) == (5, 30)


def test_a_list_by_name_goes_up_to_the_own_level() -> None:
    table = Table()
    table.actor.sheet.spell_lists = ["mysticism"]
    assert table.codes(cast("Ruin")) == []
    table.actor.sheet.level = 2
    assert table.codes(cast("Ruin")) == [("PAR-CAST-1", "error")]
    table.actor.sheet.level = None
    assert table.codes(cast("Ruin")) == []


def test_a_list_not_known_is_reported_alone() -> None:
    (finding,) = Table().check(cast("Mend", "Healing", 1))
    assert finding.code == "PAR-CAST-2"
    assert finding.message == "Mend is on the Healing list, which Elsinore does not have"


def test_the_rulebook_is_right_about_list_and_level() -> None:
    assert Table().codes(cast("Ruin", "Mysticism", 1)) == [("PAR-CAST-1", "error")]
    assert Table().codes(cast("Mend", "Mysticism", 1)) == [("PAR-CAST-2", "error")]


def test_a_spell_on_two_lists_is_castable_from_the_one_known() -> None:
    table = Table()
    table.actor.sheet.spell_lists = {"Fire": 2}
    assert table.codes(cast("Light")) == []
    table.actor.sheet.spell_lists = {"Fire": 1}
    assert table.codes(cast("Light")) == [("PAR-CAST-1", "error")]
    table.actor.sheet.spell_lists = {"Ice": 1}
    assert table.codes(cast("Light")) == [("PAR-CAST-2", "error")]


def test_a_spell_the_rulebook_lacks_is_held_to_what_the_player_states() -> None:
    assert Table().codes(cast("Wither", "Mysticism", 2)) == []
    assert Table().codes(cast("Wither", "Mysticism", 3)) == [("PAR-CAST-1", "error")]
    assert Table().codes(cast("Wither", "Rot", 1)) == [("PAR-CAST-2", "error")]
    assert Table().codes(cast("Wither")) == []


def test_nobody_is_charged_for_what_the_sheet_does_not_say() -> None:
    assert Table("Stranger").codes(cast("Mend"), move("attack", "halberd"), move("item", "wand")) == []
    assert Table("Nobody").codes(cast("Ruin"), move("parry"), move("power", "Rage", pp=2)) == []
    assert Table("Nobody").codes(move("heal", "First Aid"), move("unarmed")) == []


def test_no_lists_at_all_is_known() -> None:
    assert Table("Torvik").codes(cast("Pain")) == [("PAR-CAST-2", "error")]


@pytest.mark.parametrize(("pp", "expected"), [(3, []), (2, [("PAR-CAST-3", "error")]), (None, [])])
def test_enough_power_points(pp: int | None, expected: list[tuple[str, str]]) -> None:
    table = Table()
    table.actor.pp = pp
    assert table.codes(cast("Pain")) == expected


def test_too_few_points_says_both_figures() -> None:
    table = Table()
    table.actor.pp = 2
    assert table.check(cast("Pain"))[0].message == "Pain needs 3 PP, Elsinore has 2"


def test_points_are_summed_over_spells_and_powers() -> None:
    table = Table("Torvik")
    table.actor.sheet.spell_lists = {"Mysticism": 2}
    rage = move("power", "Rage", pp=2, optional=True)
    table.actor.pp = 5
    assert table.codes(cast("Pain"), rage) == []
    table.actor.pp = 4
    power, spell = table.check(cast("Pain"), rage)
    assert (power.code, spell.code) == ("PAR-POW-2", "PAR-CAST-3")
    assert "needs 2 PP, Torvik has 1 left after 3" in power.message


def test_a_stated_cost_counts_where_the_rulebook_has_none() -> None:
    table = Table()
    assert table.codes(cast("Wither", "Mysticism", 1, pp=9)) == []
    assert table.codes(cast("Wither", "Mysticism", 1, pp=10)) == [("PAR-CAST-3", "error")]


def test_one_spell_a_round() -> None:
    assert Table().codes(move("attack", "dirk"), cast("Pain", optional=True)) == []
    assert Table().codes(cast("Pain"), cast("Dread", optional=True)) == [("PAR-CAST-4", "error")]
    assert Table().codes(cast("Pain"), move("advance"), cast("Dread")) == [("PAR-CAST-4", "error")]


def test_a_healing_spell_is_a_spell() -> None:
    table = Table()
    table.actor.sheet.spell_lists = {"Mysticism": 2, "Healing": 1}
    heal = Move(action="heal", spell=Spell(name="Mend"), text="heal with Mend")
    assert table.codes(cast("Pain"), heal) == [("PAR-CAST-4", "error")]
    assert table.codes(cast("Pain"), move("heal", "Mend")) == [("PAR-CAST-4", "error")]
    assert table.codes(heal) == []


def test_the_example_of_the_design_lists_both_grounds() -> None:
    codes = Table().codes(cast("Pain", "Mysticism", 1), cast("Mend", optional=True))
    assert codes == [("PAR-CAST-2", "error"), ("PAR-CAST-4", "error")]


def test_the_branches_of_one_contingency_are_one_spell() -> None:
    either = cast("Pain", condition="unless an ally falls", otherwise=(cast("Dread"),))
    assert Table().codes(either) == []
    assert Table().codes(either, cast("Pain")) == [("PAR-CAST-4", "error")]
    attack_or_cast = move("attack", "dirk", condition="unless hurt", otherwise=(cast("Dread"),))
    assert Table().codes(attack_or_cast, cast("Pain")) == [("PAR-CAST-4", "error")]
    assert Table().codes(cast("Pain", condition="if he advances"), cast("Dread")) == [("PAR-CAST-4", "error")]


def test_every_branch_is_checked() -> None:
    assert Table().codes(cast("Pain", otherwise=(cast("Mend"),))) == [("PAR-CAST-2", "error")]


def test_a_wand_is_an_item_unless_the_campaign_says_otherwise() -> None:
    wand = move("item", "wand of sparks")
    assert Table().codes(cast("Pain"), wand) == []
    (finding,) = Table(scroll_is_item=False).check(cast("Pain"), wand)
    assert (finding.code, finding.default_ruling) == ("PAR-CAST-4", True)


def test_a_disrupted_spell_was_the_rounds_spell_but_a_refused_one_was_not() -> None:
    table = Table()
    moves = (cast("Pain"), cast("Dread"))
    assert table.codes(*moves, called=1) == [("PAR-CAST-4", "error")]
    reading = Reading(moves=moves)
    assert check(moves, reading, table.actor, table.scene, table.campaign, called=1, refused=(0,)) == []


def test_a_variable_cost_is_stated() -> None:
    assert Table().codes(cast("Aegis", pp=4)) == []
    assert Table().codes(cast("Aegis")) == [("PAR-CAST-5", "error")]
    assert Table().codes(cast("Aegis", pp=10)) == [("PAR-CAST-3", "error")]


# Powers


def test_a_power_by_class_and_level() -> None:
    rage = move("power", "Rage", pp=2)
    table = Table("Torvik")
    assert table.codes(rage) == []
    table.actor.sheet.level = 2
    assert table.codes(rage) == [("PAR-POW-1", "error")]
    (finding,) = Table("Elsinore").check(rage)
    assert finding.code == "PAR-POW-1" and "Warrior" in finding.message and "a Mystic" in finding.message


def test_every_ground_against_a_power_in_one_finding() -> None:
    table = Table("Elsinore")
    table.actor.sheet.level, table.actor.sheet.powers = 1, ["Calm"]
    (finding,) = table.check(move("power", "Rage", pp=2))
    assert "does not have it" in finding.message
    assert "Warrior" in finding.message and "level 3" in finding.message


def test_the_points_of_a_power_are_stated() -> None:
    table = Table("Torvik")
    (finding,) = table.check(move("power", "Rage", optional=True))
    assert (finding.code, finding.severity, finding.default_ruling) == ("PAR-POW-2", "warning", True)
    assert finding.fix is not None and finding.fix.replacement == "*power Rage (2 PP)"
    assert table.codes(move("power", "Rage", pp=3)) == [("PAR-POW-2", "error")]
    assert table.codes(move("power", "Surge")) == [("PAR-POW-2", "error")]
    assert table.codes(move("power", "Surge", pp=4)) == []
    assert table.codes(move("power", "Surge", pp=5)) == [("PAR-POW-2", "error")]
    assert Table("Torvik", power_points_unstated="refuse").codes(move("power", "Rage")) == [
        ("PAR-POW-2", "error")
    ]


# Items and healing


def test_an_item_owned_with_charges() -> None:
    wand = move("item", "wand of sparks")
    assert Table().codes(wand) == []
    assert Table().codes(wand, wand) == [("PAR-ITEM-1", "error")]
    assert Table().codes(move("item", "ring of storms")) == [("PAR-ITEM-1", "error")]
    assert Table("Torvik").codes(wand) == [("PAR-ITEM-1", "error")]


def test_an_item_by_its_kind() -> None:
    assert Table().codes(move("item", "my wand")) == []


def test_healing_needs_a_means() -> None:
    assert Table("Torvik").codes(move("heal", "First Aid")) == []
    assert Table("Torvik").codes(move("heal", "Medicine")) == [("PAR-HEAL-1", "error")]
    assert Table().codes(move("heal", "yarrow")) == []
    assert Table("Torvik").codes(move("heal", "yarrow")) == [("PAR-HEAL-1", "error")]
    assert Table().codes(move("heal", "wand of sparks")) == [("PAR-HEAL-1", "error")]
    table = Table()
    table.actor.sheet.items = ["healing potion"]
    assert table.codes(move("heal", "healing potion")) == []


def test_bandages_are_either_skill() -> None:
    assert Table("Torvik").codes(move("heal", "bandages")) == []
    assert Table("Elsinore").codes(move("heal", "bandages")) == [("PAR-HEAL-1", "error")]
    assert Table("Stranger").codes(move("heal", "bandages")) == []
    bandage = Move(action="heal", target="self", text="*bandage myself")
    assert Table("Torvik").codes(bandage) == []
    assert Table("Elsinore").codes(bandage) == [("PAR-HEAL-1", "error")]


def test_a_herb_eaten_is_healing() -> None:
    assert Table("Elsinore").codes(move("item", "yarrow")) == []
    assert Table("Torvik").codes(move("item", "yarrow")) == [("PAR-HEAL-1", "error")]
    assert Table("Torvik").codes(move("item", "healing herb")) == [("PAR-HEAL-1", "error")]


def test_healing_with_nothing_to_heal_with() -> None:
    table = Table("Torvik")
    assert table.codes(move("heal")) == []
    table.actor.sheet.skills = ["Parry"]
    assert table.codes(move("heal")) == [("PAR-HEAL-1", "error")]
    table.actor.sheet.items = ["yarrow"]
    assert table.codes(move("heal")) == []
    table.actor.sheet.items = None
    assert table.codes(move("heal")) == []


@pytest.mark.parametrize(
    ("condition", "helps"),
    [
        ("unconscious", {"First Aid", "Medicine", "healing potion", "elixir", "Mend", "yarrow"}),
        ("light_bleeding", {"First Aid", "Medicine", "healing potion", "elixir", "Mend", "yarrow"}),
        ("heavy_bleeding", {"Medicine", "elixir", "Mend"}),
        ("brink", {"elixir", "Mend"}),
        ("able", {"First Aid", "Medicine", "healing potion", "elixir", "Mend", "yarrow"}),
    ],
)
def test_the_right_help_for_the_condition(condition: str, helps: set[str]) -> None:
    table = Table()
    table.actor.sheet.skills = ["First Aid", "Medicine"]
    table.actor.sheet.items = ["healing potion", "elixir", "yarrow"]
    table.actor.sheet.spell_lists = {"Healing": 1}
    for means in ("First Aid", "Medicine", "healing potion", "elixir", "Mend", "yarrow"):
        moves = (move("heal", means, target="Torvik"),)
        codes = [
            finding.code
            for finding in check(
                moves, Reading(moves=moves), table.actor, table.scene, table.campaign,
                condition_of=lambda name: condition if name == "Torvik" else "able",
            )
        ]  # fmt: skip
        assert codes == ([] if means in helps else ["PAR-BLD-7"]), means


def test_oneself_is_a_patient_too() -> None:
    table = Table("Torvik")
    for target in ("self", "Torvik", None):
        moves = (move("heal", "First Aid", target=target),)
        found = check(
            moves, Reading(moves=moves), table.actor, table.scene, table.campaign,
            condition_of=lambda name: "brink" if name == "Torvik" else "able",
        )  # fmt: skip
        assert [finding.code for finding in found] == ["PAR-BLD-7"]


def test_the_wrong_help_names_the_right_one() -> None:
    table = Table("Torvik")
    moves = (move("heal", "First Aid", target="Elsinore"),)
    (finding,) = check(
        moves, Reading(moves=moves), table.actor, table.scene, table.campaign, condition_of=lambda _: "brink"
    )
    assert finding.message == (
        "Elsinore is on the brink of death: "
        "First Aid cannot help: only a magical potion or magical healing can"
    )


# Movement and range


def test_fifty_feet_is_the_most() -> None:
    assert Table().codes(move("advance", feet=50.0)) == []
    (finding,) = Table().check(move("retreat", feet=60.0))
    assert (finding.code, finding.severity, finding.default_ruling) == ("PAR-MOV-3", "warning", True)
    (finding,) = Table(over_distance="refuse").check(move("advance", feet=51.0))
    assert (finding.code, finding.severity) == ("PAR-MOV-3", "warning") and "not valid" in finding.message


def test_a_melee_weapon_at_missile_range() -> None:
    stab = move("melee", "dirk")
    assert Table(range="hth").codes(stab) == []
    assert Table(range="missile").codes(stab) == [("PAR-MOV-4", "warning")]
    assert Table(range="missile").codes(stab, called=0) == [("PAR-MOV-4", "error")]
    assert Table().codes(stab) == []
    assert Table("Torvik", range="missile").codes(move("attack", "longsword")) == [("PAR-MOV-4", "warning")]


def test_an_attack_with_a_weapon_that_is_both_goes_at_any_range() -> None:
    assert Table(range="missile").codes(move("attack", "dirk")) == []
    assert Table(range="hth").codes(move("attack", "dirk")) == []


def test_an_earlier_advance_is_taken_as_done() -> None:
    table = Table("Torvik", range="missile")
    assert table.codes(move("advance"), move("attack", "longsword", optional=True)) == []
    assert table.codes(move("attack", "longsword"), move("advance")) == [("PAR-MOV-4", "warning")]


def test_feet_decide_how_far_an_advance_takes_one() -> None:
    table = Table("Torvik")
    table.scene.set_range("Elsinore", "Torvik", "missile", 80)
    strike = move("attack", "longsword")
    assert table.codes(move("advance"), strike) == [("PAR-MOV-4", "warning")]
    assert table.codes(move("advance"), move("advance"), strike) == []
    table.scene.set_range("Elsinore", "Torvik", "missile", 50)
    assert table.codes(move("advance"), strike) == []


def test_a_missile_weapon_hand_to_hand() -> None:
    throw = move("missile", "dirk")
    assert Table(range="missile").codes(throw) == []
    assert Table(range="hth").codes(throw) == [("PAR-MOV-5", "warning")]
    assert Table(range="hth").codes(throw, called=0) == [("PAR-MOV-5", "error")]
    assert Table(range="missile").codes(move("advance"), throw) == [("PAR-MOV-5", "warning")]
    assert Table(range="hth").codes(move("retreat"), throw) == []


def test_shooting_past_somebody_at_hand_is_allowed() -> None:
    table = Table("Torvik", range="missile")
    table.scene.names.append("Goblin")
    table.scene.set_range("Torvik", "Goblin", "hth")
    assert table.codes(move("missile", "short bow", target="Elsinore")) == []
    assert table.codes(move("missile", "short bow", target="Goblin")) == [("PAR-MOV-5", "warning")]


def test_advancing_on_another_leaves_an_engagement() -> None:
    table = Table("Torvik", range="hth")
    table.scene.names.append("Goblin")
    moves = (move("advance", target="Goblin"), move("attack", "longsword", target="Elsinore"))
    assert table.codes(*moves) == [("PAR-MOV-4", "warning")]
    free = Table("Torvik", range="hth", advance_leaves=False)
    free.scene.names.append("Goblin")
    assert free.codes(*moves) == []


def test_nothing_is_charged_while_the_target_is_unknown() -> None:
    table = Table("Torvik", range="missile")
    table.scene.names.append("Goblin")
    assert table.codes(move("attack", "longsword")) == []


def test_changing_melee_weapons_hand_to_hand_is_a_move() -> None:
    mace = move("attack", "mace", optional=True)
    (first, second) = Table("Torvik", range="hth").check(mace)
    assert {first.code, second.code} == {"PAR-MOV-6", "PAR-MOV-8"}
    assert second.fix is not None and second.fix.replacement == "*Change to mace, *attack mace"
    assert Table("Torvik", range="hth").codes(move("change_weapon", "mace"), mace) == []


def test_changing_melee_weapons_at_range_is_free() -> None:
    moves = (move("advance"), move("attack", "mace"))
    assert Table("Torvik", range="missile").codes(move("melee", "mace")) == [("PAR-MOV-4", "warning")]
    codes = Table("Torvik", range="missile", change_at_range="move").codes(move("melee", "mace"))
    assert [code for code, _ in codes] == ["PAR-MOV-8", "PAR-MOV-6", "PAR-MOV-4"]
    assert Table("Torvik").codes(move("melee", "mace")) == []
    assert [code for code, _ in Table("Torvik", range="missile").codes(*moves)] == ["PAR-MOV-8", "PAR-MOV-6"]


def test_from_missile_to_melee_weapon_is_no_move() -> None:
    table = Table("Torvik", range="hth")
    table.actor.in_hand = ["short bow"]
    assert table.codes(move("attack", "mace")) == []
    assert Table("Torvik", range="missile").codes(move("missile", "short bow")) == []


def test_a_weapon_not_carried() -> None:
    table = Table("Torvik", range="hth")
    assert table.codes(move("attack", "halberd")) == [("PAR-MOV-8", "error"), ("PAR-MOV-11", "error")]
    assert table.codes(move("attack", "whip")) == [("PAR-MOV-8", "error")]
    assert Table("Torvik", range="hth").codes(move("attack", "his long sword")) == []
    assert Table("Torvik", range="hth").codes(move("attack", "sword")) == []


@pytest.mark.parametrize("words", ["weapon", "my weapon", "the same blade", "it"])
def test_a_word_for_any_weapon_is_no_weapon_of_that_name(words: str) -> None:
    assert Table("Torvik", range="hth").codes(move("attack", words)) == []
    table = Table("Torvik", range="hth")
    table.actor.sheet.bc_max = 8
    assert table.codes(move("attack", words)) == [("PAR-MOV-11", "error")]


def test_parry_needs_the_skill() -> None:
    assert Table("Torvik").codes(move("parry")) == []
    assert Table("Elsinore").codes(move("parry")) == [("PAR-MOV-9", "error")]
    assert Table("Stranger").codes(move("parry")) == []


def test_unarmed_is_hand_to_hand() -> None:
    punch = move("unarmed")
    assert Table(range="hth").codes(punch) == []
    assert Table(range="missile").codes(punch) == [("PAR-MOV-10", "warning")]
    assert Table(range="missile").codes(punch, called=0) == [("PAR-MOV-10", "error")]


@pytest.mark.parametrize(
    ("bc_max", "expected"),
    [(10, []), ("10", []), ("BC10", []), (9, ["PAR-MOV-11"]), ("bc 8", ["PAR-MOV-11"]), (None, [])],
)
def test_the_heaviest_weapon(bc_max: int | str | None, expected: list[str]) -> None:
    table = Table("Torvik", range="hth")
    table.actor.sheet.bc_max = bc_max
    assert [code for code, _ in table.codes(move("attack", "longsword"))] == expected


def test_the_only_weapon_in_hand_is_meant_when_none_is_named() -> None:
    table = Table("Torvik", range="hth")
    table.actor.sheet.bc_max = 8
    assert table.codes(move("attack")) == [("PAR-MOV-11", "error")]


def test_the_last_one_thrown_is_gone() -> None:
    throw = Move(action="missile", instrument="dirk", text="throw dirk")
    (finding,) = Table(range="missile").check(throw, throw)
    assert (finding.code, finding.default_ruling) == ("PAR-MOV-12", True)
    assert Table(range="missile", thrown_weapon="back").codes(throw, throw) == []
    table = Table(range="missile")
    table.actor.left["dirk"] = 2
    assert table.codes(throw, throw) == []
    assert table.codes(throw, throw, throw) == [("PAR-MOV-12", "error")]
    table.actor.left["dirk"] = 0
    assert table.codes(move("attack", "dirk")) == [("PAR-MOV-12", "error")]


def test_an_arrow_shot_leaves_the_bow() -> None:
    table = Table("Torvik", range="missile")
    table.actor.left["short bow"] = 1
    shoot = Move(action="missile", instrument="short bow", text="shoot Elsinore with short bow")
    assert table.codes(shoot, shoot) == []


# Called shots and holding back


def test_a_called_shot_needs_a_weapon() -> None:
    aimed = CalledShot(part="eye")
    assert Table(range="hth").codes(move("attack", "dirk", called_shot=aimed)) == []
    assert Table(range="hth").codes(move("unarmed", called_shot=aimed)) == [("PAR-CALL-1", "error")]
    assert Table().codes(cast("Pain", called_shot=aimed)) == [("PAR-CALL-1", "error")]
    assert Table().codes(move("item", "wand of sparks", called_shot=aimed)) == [("PAR-CALL-1", "error")]


def test_no_called_shot_with_weapon_speed() -> None:
    aimed = move("attack", "longsword", called_shot=CalledShot(part="chest"))
    assert Table("Torvik").codes(aimed) == []
    assert Table("Torvik").codes(aimed, modifiers=("WS",)) == [("PAR-CALL-2", "warning")]
    assert Table("Torvik").codes(move("attack", "longsword"), modifiers=("WS",)) == []
    assert Table("Torvik").codes(aimed, modifiers=("FC",)) == []


def test_only_weapon_speed_that_is_there_can_be_held() -> None:
    attack = move("attack", "longsword")
    assert Table("Torvik").codes(attack, hold_back=("weapon_speed",)) == []
    assert Table("Elsinore").codes(move("attack", "dirk"), hold_back=("weapon_speed",)) == [
        ("PAR-HOLD-1", "warning")
    ]
    assert Table("Elsinore").codes(move("attack", "dirk"), hold_back=("damage", "strength")) == []
    assert Table("Stranger").codes(attack, hold_back=("weapon_speed",)) == []


def test_bandaging_oneself_and_casting_is_asked_about() -> None:
    first_aid = move("heal", "First Aid")
    table = Table("Torvik")
    table.actor.sheet.spell_lists = {"Mysticism": 2}
    assert table.codes(first_aid, cast("Pain")) == [("PAR-RND-6", "warning")]
    assert table.codes(first_aid, move("parry")) == []
    assert table.codes(move("heal", "First Aid", target="Elsinore"), cast("Pain")) == []


def test_an_action_on_no_list_needs_leave() -> None:
    assert Table().codes(move("other", "the chandelier")) == [("PAR-SYN-5", "info")]


# What the checks leave alone


def test_nothing_given_is_changed() -> None:
    table = Table(range="missile")
    table.check(move("advance"), Move(action="missile", instrument="dirk", text="throw dirk"), cast("Pain"))
    assert table.scene.range_to("Elsinore", "Torvik") == "missile"
    assert (table.actor.pp, table.actor.left, table.actor.in_hand) == (9, {}, ["dirk"])
