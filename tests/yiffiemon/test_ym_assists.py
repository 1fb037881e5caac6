"""Melee Assist and Ranged Assist (YM-601..634)."""

from __future__ import annotations

import pytest
from rung_words import FACTS, brought, check_ladder, defaults, facts, settings

from calledshot.api import Effect
from calledshot_yiffiemon import assists
from calledshot_yiffiemon.consequences import Apply, Opportunity
from calledshot_yiffiemon.facts import Facts
from calledshot_yiffiemon.ladders import LADDERS
from calledshot_yiffiemon.settings import LEVELS

ASSISTING = "first of (Ann makes a new assist; Ann makes a non-opportunity attack; Ann leaves combat)"
FROM_LATER = (
    "first of (Ann makes a new assist; Ann makes a non-opportunity attack in a later turn; Ann leaves combat)"
)
LONG = f"later of (Orc next turn; first of (Orc leaves area of Ann; {ASSISTING}))"
LONGER = f"later of (Orc next turn; first of (Orc leaves area of Ann; {FROM_LATER}))"

MELEE = facts(in_area=("Orc",), threateners=("Orc", "Elf"), choices={"Orc": "a"})
SHOT = facts(attacker="Orc", defender="Bob", choices={"attacker": "a", "defender": "b"})


def test_a_melee_assist_by_level() -> None:
    check_ladder(
        "melee_assist",
        MELEE,
        (
            ("YM-604", "CF", ("attack by Orc/Elf on Ann alone",)),
            ("YM-003", "NF", ()),
            (
                "YM-605",
                "BS",
                (
                    "-6 on attack of anyone vs Orc until Ann next turn area=Ann",
                    "standing of Ann on enter: melee_assist_area BS 4 until Ann next turn",
                ),
            ),
            (
                "YM-606",
                "NS",
                (
                    f"-6 on attack of anyone vs Orc until {LONGER} plus=attack_skill",
                    f"standing of Ann on enter: melee_assist_area NS 4 until {FROM_LATER}",
                ),
            ),
            (
                "YM-607 YM-608",
                "SS",
                (
                    f"-10 on attack of anyone vs Orc until {LONG}",
                    f"standing of Ann on enter: melee_assist_area SS 4 until {ASSISTING}",
                    "attack by Ann on Orc alone mod -10",
                ),
            ),
            (
                "YM-609",
                "CS",
                (
                    f"-10 on attack of anyone vs Orc until {LONG}",
                    f"standing of Ann on enter: melee_assist_area CS 4 until {ASSISTING}",
                    "attack by Ann on Orc alone mod -10",
                ),
            ),
        ),
    )


def test_ym_608_is_named_by_the_opportunity_of_a_severe_success_only() -> None:
    named = {
        level: [one.clauses for one in LADDERS["melee_assist"](level, MELEE) if isinstance(one, Opportunity)]
        for level in LEVELS
    }
    assert named["SS"] == [("YM-608",)]
    assert named["CS"] == [("YM-609",)]
    assert named["CF"] == [("YM-604",)]
    assert named["BS"] == named["NS"] == named["NF"] == []


def test_ym_604_624_without_threateners_nobody_strikes() -> None:
    given = facts(threateners=())
    assert brought("melee_assist", "CF", given) == brought("ranged_assist", "CF", given) == ()


def test_ym_601_620_which_of_them_is_an_attack() -> None:
    assert assists.COUNTS_AS_ATTACK == {"melee_assist": False, "ranged_assist": True}


@pytest.mark.parametrize(
    ("source", "roller", "action", "ignored"),
    [
        ("Ann", "Ann", "melee_assist", True),
        ("Ann", "Ann", "ranged_assist", True),
        ("Ann", "Ann", "attack", False),
        ("Ann", "Ann", None, False),
        ("Bob", "Ann", "melee_assist", False),
        ("Ann", "Bob", "melee_assist", False),
    ],
)
def test_ym_602_622_own_assists_on_own_assists(
    source: str, roller: str, action: str | None, ignored: bool
) -> None:
    assert assists.ignored(Effect(value=-6, name=assists.ASSIST, source=source), roller, action) is ignored


def test_ym_602_other_modifiers_of_ones_own_count() -> None:
    assert not assists.ignored(Effect(value=-6, source="Ann"), "Ann", "melee_assist")


def test_every_modifier_of_an_assist_is_known_as_one() -> None:
    for level in ("BS", "NS", "SS", "CS"):
        for one in LADDERS["melee_assist"](level, MELEE):
            if isinstance(one, Apply):
                assert (one.effect.name, one.effect.source) == (assists.ASSIST, "Ann")


def test_ym_606_by_the_other_reading_only_the_actors_skill_counts() -> None:
    given = facts(in_area=("Orc",), settings=settings(assist__normal="actor_only"))
    assert brought("melee_assist", "NS", given)[0] == f"-6 on attack of anyone vs Orc until {LONGER}"
    assert defaults("melee_assist", "NS", given)[0] is False
    assert defaults("melee_assist", "NS", MELEE)[0] is True


def test_ym_605_each_target_in_the_area_and_none_without() -> None:
    given = facts(in_area=("Orc", "Elf"))
    assert brought("melee_assist", "BS", given)[:2] == (
        "-6 on attack of anyone vs Orc until Ann next turn area=Ann",
        "-6 on attack of anyone vs Elf until Ann next turn area=Ann",
    )
    assert len(brought("melee_assist", "BS", facts(in_area=()))) == 1


def test_ym_607_option_b_helps_the_target_or_hinders_it() -> None:
    given = facts(in_area=("Orc",), choices={"Orc": "b"})
    assert brought("melee_assist", "SS", given)[0] == f"-10 on attack skill of Orc until {LONG}"
    assert defaults("melee_assist", "SS", given)[0] is True
    other = facts(in_area=("Orc",), choices={"Orc": "b"}, settings=settings(assist__option_b="penalty"))
    assert brought("melee_assist", "SS", other)[0] == f"+10 on attack skill of Orc until {LONG}"
    assert defaults("melee_assist", "SS", other)[0] is False
    option_a = facts(in_area=("Orc",), choices={"Orc": "a"}, settings=settings(assist__option_b="penalty"))
    assert brought("melee_assist", "SS", option_a)[0] == f"-10 on attack of anyone vs Orc until {LONG}"


def test_ym_607_what_was_not_chosen_is_asked() -> None:
    given = facts(in_area=("Orc",))
    assert brought("melee_assist", "SS", given)[0] == (
        f"Ann chooses Orc: a: -10 on attack of anyone vs Orc until {LONG}"
        f" | b: -10 on attack skill of Orc until {LONG}"
    )


def test_ym_608_one_target_of_several() -> None:
    several = facts(in_area=("Orc", "Elf"), choices={"Orc": "a", "Elf": "a"})
    assert brought("melee_assist", "SS", several)[-1] == (
        "Ann chooses opportunity: Orc: attack by Ann on Orc alone mod -10"
        " | Elf: attack by Ann on Elf alone mod -10"
    )
    chosen = facts(in_area=("Orc", "Elf"), choices={"Orc": "a", "Elf": "a", "opportunity": "Elf"})
    assert brought("melee_assist", "SS", chosen)[-1] == "attack by Ann on Elf alone mod -10"


def test_ym_608_the_bonus_counts_once_on_that_attack() -> None:
    given = facts(in_area=("Orc",), choices={"Orc": "a"}, action="assist 1 Ann")
    effect, _, chance = LADDERS["melee_assist"]("SS", given)
    assert isinstance(effect, Apply) and isinstance(chance, Opportunity)
    assert effect.effect.group == chance.group is not None


@pytest.mark.parametrize("level", ["SS", "CS"])
def test_ym_607_609_no_opportunity_without_a_target_in_the_area(level: str) -> None:
    assert not [one for one in brought("melee_assist", level, facts(in_area=())) if "attack by" in one]


def test_who_enters_later_gets_the_same_but_no_opportunity() -> None:
    given = facts(in_area=("Elf",), choices={"Elf": "a"})
    long = LONG.replace("Orc", "Elf")
    assert brought("melee_assist_area", "SS", given) == (f"-10 on attack of anyone vs Elf until {long}",)
    assert brought("melee_assist_area", "CS", given) == (f"-10 on attack of anyone vs Elf until {long}",)
    assert brought("melee_assist_area", "BS", given) == (
        "-6 on attack of anyone vs Elf until Ann next turn area=Ann",
    )
    assert brought("melee_assist_area", "CF", given) == brought("melee_assist_area", "NF", given) == ()


def test_a_ranged_assist_by_level() -> None:
    check_ladder(
        "ranged_assist",
        MELEE,
        (
            ("YM-624", "CF", ("attack by Orc/Elf on Ann alone",)),
            ("YM-003", "NF", ()),
            ("YM-625", "BS", (f"standing of Ann on attack: ranged_assist_spend BS 4 until {ASSISTING}",)),
            ("YM-628", "NS", (f"standing of Ann on attack: ranged_assist_spend NS 4 until {ASSISTING}",)),
            ("YM-631", "SS", (f"standing of Ann on attack: ranged_assist_spend SS 4 until {ASSISTING}",)),
            (
                "YM-634",
                "CS",
                (
                    f"-10 on attack of anyone vs Orc until {LONGER}",
                    f"standing of Ann on enter: ranged_assist_area CS 4 until {FROM_LATER}",
                    "attack by Ann on Orc alone mod -10",
                ),
            ),
        ),
    )
    assert brought("ranged_assist_area", "CS", MELEE) == (f"-10 on attack of anyone vs Orc until {LONGER}",)


RANGED_LONG = (
    "later of ({0} next turn; first of ({0} leaves area of Ann; Ann makes a new assist;"
    " Ann makes a non-opportunity attack))"
)
ORC, BOB = RANGED_LONG.format("Orc"), RANGED_LONG.format("Bob")


def test_a_spent_round_by_level() -> None:
    check_ladder(
        "ranged_assist_spend",
        SHOT,
        (
            ("YM-003", "CF", ()),
            ("YM-003", "NF", ()),
            (
                "YM-625 YM-626 YM-627",
                "BS",
                (
                    "Ann spends 1",
                    "Orc gains 1 TB2 from Ann until Orc next turn",
                    "-6 on attack of anyone vs Orc until Orc next turn",
                    "Bob gains 1 CAB from Ann until Bob next turn",
                    "-6 on attack skill of Bob until Bob next turn",
                ),
            ),
            (
                "YM-628 YM-629 YM-630",
                "NS",
                (
                    "Ann spends 1",
                    f"Orc gains 1 TB2 from Ann until {ORC}",
                    f"-6 on attack of anyone vs Orc until {ORC}",
                    f"Bob gains 1 CAB from Ann until {BOB}",
                    f"-6 on attack skill of Bob until {BOB}",
                ),
            ),
            (
                "YM-631 YM-632 YM-633",
                "SS",
                (
                    "Ann spends 1",
                    f"Orc gains 1 TB2 from Ann until {ORC}",
                    f"-10 on attack of anyone vs Orc until {ORC}",
                    f"Bob gains 1 CAB from Ann until {BOB}",
                    f"-6 on attack skill of Bob until {BOB}",
                ),
            ),
            ("YM-003", "CS", ()),
        ),
    )


def test_ym_632_633_only_the_attackers_option_a_grows_by_the_amount() -> None:
    swapped = facts(attacker="Orc", defender="Bob", choices={"attacker": "b", "defender": "a"})
    lines = brought("ranged_assist_spend", "SS", swapped)
    assert lines[2] == f"-6 on attack skill of Orc until {ORC}"
    assert lines[4] == f"-6 on attack of anyone vs Bob until {BOB}"


@pytest.mark.parametrize(
    ("level", "side", "clauses"),
    [
        ("BS", "attacker", ("YM-625", "YM-626")),
        ("BS", "defender", ("YM-625", "YM-627")),
        ("NS", "attacker", ("YM-628", "YM-629")),
        ("NS", "defender", ("YM-628", "YM-630")),
        ("SS", "attacker", ("YM-631", "YM-632")),
        ("SS", "defender", ("YM-631", "YM-633")),
    ],
)
def test_what_bears_on_whom_names_its_clause(level: str, side: str, clauses: tuple[str, ...]) -> None:
    given = facts(attacker="Orc", defender="Bob", choices={side: "a"})
    spent, *borne = LADDERS["ranged_assist_spend"](level, given)
    assert spent.clauses == clauses[:1]
    assert [one.clauses for one in borne] == [clauses, clauses]


def test_ym_625_no_ammunition() -> None:
    for level in ("BS", "NS", "SS"):
        empty = facts(attacker="Orc", defender="Bob", choices={"attacker": "a"}, ann={"ammo": 0})
        assert brought("ranged_assist_spend", level, empty) == ("refused Ann: no ammunition",)
    last = facts(attacker="Orc", defender="Bob", choices={"attacker": "a"}, ann={"ammo": 1})
    assert brought("ranged_assist_spend", "BS", last)[0] == "Ann spends 1"
    unknown = facts(attacker="Orc", defender="Bob", choices={"attacker": "a"}, ann={"ammo": None})
    assert brought("ranged_assist_spend", "BS", unknown)[0] == "Ann spends 1"


def one_each(ammo: int) -> Facts:
    return facts(
        attacker="Orc",
        defender="Bob",
        choices={"attacker": "a", "defender": "b"},
        settings=settings(ranged__per_ammo="one"),
        ann={"ammo": ammo},
    )


def test_ym_625_by_the_other_reading_a_round_for_each() -> None:
    assert brought("ranged_assist_spend", "BS", one_each(2))[0] == "Ann spends 2"
    assert brought("ranged_assist_spend", "BS", one_each(1)) == ("refused Ann: no ammunition",)


def test_ym_626_what_was_chosen_for_neither_is_asked() -> None:
    lines = brought("ranged_assist_spend", "BS", facts(attacker="Orc", defender="Bob"))
    assert [line.partition(":")[0] for line in lines] == [
        "Ann spends 1",
        "Ann chooses attacker",
        "Ann chooses defender",
    ]
    only = facts(attacker="Orc", defender="Bob", choices={"defender": "a"})
    assert [line.split()[0] for line in brought("ranged_assist_spend", "BS", only)] == ["Ann", "Bob", "-6"]


def test_ym_626_627_the_kind_of_threat_is_a_setting() -> None:
    given = facts(
        attacker="Orc",
        defender="Bob",
        choices={"attacker": "a", "defender": "b"},
        settings=settings(ranged__threat_kind="always_tb2"),
    )
    lines = brought("ranged_assist_spend", "BS", given)
    assert lines[3] == "Bob gains 1 TB2 from Ann until Bob next turn"


def test_ym_621_bonuses_of_one_action_do_not_add_up_and_of_another_do() -> None:
    groups = []
    for action in ("ranged_assist 1 Ann", "ranged_assist 2 Ann"):
        given = facts(
            attacker="Orc", defender="Bob", choices={"attacker": "a", "defender": "b"}, action=action
        )
        groups.append(
            {
                one.effect.group
                for one in LADDERS["ranged_assist_spend"]("BS", given)
                if isinstance(one, Apply)
            }
        )
    assert [len(one) for one in groups] == [1, 1]
    assert groups[0] != groups[1]


def test_an_unknown_skill_or_amount_is_asked() -> None:
    assert brought("melee_assist", "BS", facts(in_area=("Orc",), ann={"attack_skill": None}))[0] == (
        "ask Ann attack_skill"
    )
    assert brought("melee_assist", "SS", facts(in_area=("Orc",), choices={"Orc": "a"}, amount=None))[0] == (
        "ask amount"
    )
    assert "ask" not in " ".join(brought("melee_assist", "NS", facts(in_area=("Orc",), amount=None)))
    assert brought("melee_assist", "NF", FACTS) == ()
