"""The PGM's words: each ruling has some in each tone, the room's give nothing away, the file is editable."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.campaign import Campaign
from calledshot.errors import CampaignError
from calledshot.referee.ruling import Ruling
from calledshot_parthos import voice

OUTCOMES = {
    "round": ("opened", "closed"),
    "initiative": ("rolled", "revised", "ignored"),
    "move": ("called", "converted", "dropped", "lost", "unavailable"),
    "request": ("asked",),
    "attack": ("hit", "critical", "miss", "fumble"),
    "damage": ("dealt",),
    "movement": ("advanced", "retreated"),
    "cast": ("done", "disrupted"),
    "power": ("done", "disrupted"),
    "item": ("done", "disrupted"),
    "heal": ("done", "disrupted"),
    "refused": ("illegal", "unclear", "late", "forged"),
    "fight": ("opened", "won", "yielded", "ended"),
    "condition": (
        "unconscious",
        "light_bleeding",
        "heavy_bleeding",
        "brink",
        "stabilised",
        "conscious",
        "dead",
    ),
    "ask": ("pgm",),
}
"""The table of the contract."""
ALL = [(kind, outcome) for kind, outcomes in OUTCOMES.items() for outcome in outcomes]

FIGURES = {
    "stamina": 7771,
    "before": 7772,
    "pp": 7773,
    "cost": 7774,
    "needed": 7775,
    "strength": 7776,
    "penalties": [["eye", -7777]],
    "parts": [["d100", 7778], ["Speed", 7779]],
    "points_each": [7780],
}
"""Figures nobody has shown; each could only come from a sheet."""
PUBLIC = {
    "roll": 41,
    "total": 103,
    "moves": [103, 3],
    "points": 9,
    "rolls": [12],
    "at": 103,
    "index": 0,
    "number": 2,
    "system": "standard",
    "action": "attack",
    "move": "attack with the axe",
    "what": "to_hit",
    "dice": "1d100",
    "range": "hth",
    "spell": "Ember",
    "power": "Surge",
    "item": "flask",
    "winner": "Maelis",
    "terms": "first blood",
    "question": "what does Ember do?",
    "weapon": "axe",
    "doubled": True,
    "halved": False,
    "effect": "it smoulders",
}


def make(kind: str, outcome: str, **values: object) -> Ruling:
    return Ruling(
        kind=kind,
        outcome=outcome,
        combatant="Maelis",
        target="Oddo",
        values=values,
        clauses=("PAR-CAST-4",),
        round=1,
    )


@pytest.mark.parametrize(("kind", "outcome"), ALL)
def test_every_ruling_is_worded_with_all_figures_and_with_none(kind: str, outcome: str) -> None:
    for values in ({**FIGURES, **PUBLIC}, {}, dict.fromkeys({**FIGURES, **PUBLIC})):
        said = voice.record(make(kind, outcome, **values), Campaign())
        assert said and "None" not in said and "{" not in said and "[" not in said
        assert said[-1] in ".!?" and said[0] == said[0].upper()
    nobody = Ruling(kind=kind, outcome=outcome)
    assert "None" not in voice.record(nobody, Campaign())


@pytest.mark.parametrize(("kind", "outcome"), ALL)
def test_the_room_hears_no_hidden_figure_and_no_clause(kind: str, outcome: str) -> None:
    said = voice.room(make(kind, outcome, **FIGURES, **PUBLIC), None, Campaign())
    assert "777" not in said and "7780" not in said and "PAR-" not in said
    if said:
        assert said.startswith("((") and said.endswith("))") and "\n" not in said
    unknown = voice.room(make(kind, outcome), None, Campaign())
    assert "None" not in unknown and "{" not in unknown


def test_the_contracts_own_sentence() -> None:
    ruling = Ruling(
        kind="initiative",
        outcome="rolled",
        combatant="SwiftBoy",
        values={"roll": 90, "total": 170, "moves": [170, 70]},
    )
    assert voice.record(ruling, Campaign()) == "SwiftBoy: initiative 170. Moves at 170 and 70."


def test_result_and_next_request_are_one_line() -> None:
    hit = make("attack", "hit", roll=33, needed=38)
    damage = make("request", "asked", what="damage", dice="d100")
    assert voice.room(hit, damage, Campaign()) == "((Maelis hits Oddo. Damage, d100.))"
    other = Ruling(
        kind="request", outcome="asked", combatant="Oddo", values={"what": "to_hit", "dice": "d100"}
    )
    assert voice.room(hit, other, Campaign()) == "((Maelis hits Oddo. Oddo, to hit, d100.))"


def test_asking_again_what_is_meant_is_said_once() -> None:
    unclear = make("refused", "unclear")
    asked = make("request", "asked", what="clarify", dice="1d100")
    said = voice.room(unclear, asked, Campaign())
    assert said.count("what are you doing") == 1 and "d100" not in said
    assert voice.room(asked, None, Campaign()) == "((Maelis, what are you doing, and to whom?))"


def test_a_star_is_not_read_out() -> None:
    called = make("move", "called", at=33, index=1, action="missile", move="*throw dirk")
    assert voice.room(called, None, Campaign()) == "((Maelis, you're up at 33: throw dirk.))"


def test_no_valid_action_names_every_ground_at_once() -> None:
    ruling = Ruling(
        kind="refused",
        outcome="illegal",
        combatant="Maelis",
        clauses=("PAR-CAST-2", "PAR-CAST-3", "PAR-CAST-4", "PAR-CAST-6"),
    )
    said = voice.room(ruling, None, Campaign())
    assert "not a valid action" in said
    assert all(ground in said for ground in ("spell list", "PP", "one spell a round"))


def test_the_table_shows_the_arithmetic() -> None:
    rolled = make(
        "initiative", "rolled", roll=71, total=133, moves=[133, 33], parts=[["d100", 71], ["Speed", 62]]
    )
    assert voice.report(rolled, Campaign()) == ("init", "71 + 62 Speed = 133", "moves at 133 and 33")
    damage = make(
        "damage",
        "dealt",
        points=36,
        rolls=[2, 40],
        points_each=[10, 6],
        strength=2,
        doubled=True,
        halved=False,
        before=28,
        stamina=-8,
    )
    line = voice.report(damage, Campaign())
    assert line is not None
    assert (
        line[2]
        == "damage 2 → 10, the maximum, again; 40 → 6; + 2 Strength = 18; doubled = 36; Oddo 28 − 36 = −8"
    )
    shot = make("attack", "miss", roll=36, needed=16, penalties=[["eye", -50]])
    line = voice.report(shot, Campaign())
    assert line is not None and line[2] == "36 on CA 66 − 50 eye = 16: miss"


def test_an_unknown_part_of_a_sum_is_a_question_mark() -> None:
    rolled = make(
        "initiative", "rolled", roll=71, total=None, moves=None, parts=[["d100", 71], ["Speed", None]]
    )
    line = voice.report(rolled, Campaign())
    assert line is not None and line[1] == "71 + ? Speed = ?"


def test_a_campaign_may_word_things_its_own_way(tmp_path: Path) -> None:
    (tmp_path / "voice.toml").write_text('[room]\n"attack.hit" = "Thwack[, {target}]!"\n')
    campaign = Campaign(path=tmp_path)
    assert voice.room(make("attack", "hit"), None, campaign) == "((Thwack, Oddo!))"
    assert voice.room(make("attack", "miss"), None, campaign) == voice.room(
        make("attack", "miss"), None, Campaign()
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[room]\n"attack.hti" = "x"', "attack.hti"),
        ('[romo]\n"attack.hit" = "x"', "romo"),
        ('[room]\n"attack.hit" = "x [y"', "pair up"),
        ('[room]\n"attack.hit" = "x {y"', "field name"),
        ("not toml", "cannot be read"),
    ],
)
def test_a_faulty_voice_file_is_named_with_its_fault(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "voice.toml").write_text(text)
    with pytest.raises(CampaignError, match=says) as caught:
        voice.record(make("attack", "hit"), Campaign(path=tmp_path))
    assert str(tmp_path) in str(caught.value)
