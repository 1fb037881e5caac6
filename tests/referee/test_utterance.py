"""What people type and what it does (the table `utterances.txt`), and what must hold for any text at all."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from calledshot.moves.names import short_forms
from calledshot.referee import utterance
from calledshot.referee.acts import Act
from calledshot.referee.phrases.pattern import PhraseError
from calledshot.referee.utterance import ACTS, Context, phrasebook, read_pgm, read_player

HERE = Path(__file__).parent
PARTHOS = HERE.parents[1] / "plugins" / "calledshot_parthos" / "phrases.toml"
BOOK = phrasebook(tomllib.loads(PARTHOS.read_text("utf-8")))
SHORT = {
    "S": "SwiftBoy", "E": "LadyElsinore", "T": "Torvik77", "K": "Kaelin", "M": "Maelis", "G1": "Goblin 1",
    "G2": "Goblin 2",
}  # fmt: skip
NAMES = dict(short_forms(SHORT.values()))
MAIN = {
    "RoundCall": ("phase",), "Terms": ("terms",), "Call": ("who",), "Count": ("at",), "Ask": ("what",),
    "Verdict": ("outcome",), "Points": ("what", "amount"), "Pool": ("value", "pool"),
    "Stated": ("condition",),
    "MoveCount": ("count",), "Waiver": ("kind",), "Distance": ("range",), "Moved": ("how",),
    "Penalty": ("amount",), "Announced": ("total",), "Told": ("who",),
}  # fmt: skip
FLAGS = ("fresh", "again", "doubled", "halved", "question")
PEOPLE = ("who", "target", "other", "winner", "loser", "by", "instead_of")


def context(words: str) -> tuple[Context, bool]:
    """The bracketed line: `phase=action due=T:to_hit`, `player me=K`."""
    fields: dict[str, object] = {}
    player = False
    for word in words.split():
        key, _, value = word.partition("=")
        if key == "player":
            player = True
        elif key in ("asked", "due"):
            who, _, what = value.partition(":")
            fields[key] = ((SHORT[who], what),)
        elif key == "phase":
            fields[key] = None if value == "none" else value
        else:
            fields[key] = SHORT[value]
    return Context(names=NAMES, phrases=BOOK, things={"pain": "Pain"}, **fields), player  # type: ignore[arg-type]


def expected(line: str) -> list[dict[str, object]]:
    """The acts as written in the table, as plain fields."""
    if line.strip() == "-":
        return []
    return [one(part) for part in line.split("; ")]


def one(part: str) -> dict[str, object]:
    name, _, inside = part.strip().partition("(")
    fields: dict[str, object] = {"act": name}
    words = [word.strip() for word in inside[:-1].split(", ")] if inside[:-1] else []
    if name == "Order":
        return {
            **fields,
            "entries": tuple((SHORT[who], int(at)) for who, at in (word.split() for word in words)),
        }
    main = list(MAIN.get(name, ()))
    for word in words:
        key, is_pair, value = word.partition("=")
        if word in FLAGS:
            fields[word] = True
        elif not is_pair:
            key = main.pop(0)
            fields[key] = SHORT[word] if key in PEOPLE else int(word) if word.lstrip("-").isdigit() else word
        elif key == "names":
            fields[key] = tuple(SHORT[who] for who in value.split("+"))
        elif key in PEOPLE:
            fields[key] = SHORT[value]
        else:
            fields[key] = int(value) if value.lstrip("-").isdigit() else value
    return fields


def found(act: Act) -> dict[str, object]:
    plain = {"act": type(act).__name__}
    for key, value in asdict(act).items():
        if key not in ("text", "column", "end_column") and value not in (None, False, ()):
            plain[key] = value
    return plain


def table() -> list[tuple[str, str, str]]:
    rows, where = [], "phase=none"
    for line in (HERE / "utterances.txt").read_text("utf-8").splitlines():
        if line.startswith("[") and line.endswith("]") and " => " not in line:
            where = line[1:-1]
        elif line and not line.startswith("#"):
            text, _, acts = line.rpartition(" => ")
            rows.append((where, text, acts))
    return rows


ROWS = table()


def read(where: str, text: str) -> list[Act]:
    at, player = context(where)
    return read_player(text, at) if player else read_pgm(text, at)


@pytest.mark.parametrize(
    ("where", "text", "acts"), ROWS, ids=[f"{text[:60]} [{where}]" for where, text, _ in ROWS]
)
def test_the_table(where: str, text: str, acts: str) -> None:
    read_acts = read(where, text)
    assert [found(act) for act in read_acts] == expected(acts)
    for act in read_acts:
        assert act.text == text[act.column - 1 : act.end_column - 1]
        assert act.text.strip() == act.text != ""
    columns = [act.column for act in read_acts]
    assert columns == sorted(columns)


def test_the_table_is_large_and_covers_every_act() -> None:
    acts = {str(fields["act"]) for _, _, line in ROWS for fields in expected(line)}
    assert len(ROWS) >= 450
    assert acts >= {
        "RoundCall", "RoundEnd", "FightStart", "Terms", "FightEnd", "Yielded", "Call", "Told", "Count", "Ask",
        "Verdict", "Points", "Pool", "Stated", "Order", "MoveCount", "Waiver", "Distance", "Moved", "Penalty",
        "Announced", "Answer",
    }  # fmt: skip
    outcomes = {fields.get("outcome") for _, _, line in ROWS for fields in expected(line)}
    assert outcomes >= {
        "hit", "critical", "miss", "fumble", "done", "disrupted", "illegal", "lost", "unavailable", "saved",
        "failed", "no_damage",
    }  # fmt: skip


@pytest.mark.parametrize(("where", "text", "acts"), ROWS[::3], ids=[text[:60] for _, text, _ in ROWS[::3]])
def test_out_of_character_brackets_and_blanks_change_nothing(where: str, text: str, acts: str) -> None:
    if "(" in text or where.startswith("player"):
        return
    wrapped = read(where, f"  (({text}))  ")
    assert [found(act) for act in wrapped] == expected(acts)


def test_the_same_words_in_typographic_dress() -> None:
    at = Context(names=NAMES, phrases=BOOK, phase="action")
    plain = read_pgm("Kaelin's at -8 - that's the round", at)
    dressed = read_pgm("Kaelin’s at −8 — that’s the round", at)
    assert [found(act) for act in plain] == [found(act) for act in dressed] == [
        {"act": "Pool", "value": -8, "who": "Kaelin"}, {"act": "RoundEnd"},
    ]  # fmt: skip
    assert [(act.column, act.end_column) for act in plain] == [
        (act.column, act.end_column) for act in dressed
    ]


def test_a_column_counts_code_points() -> None:
    (act,) = read_pgm("🎲🎲 ok, end of round", Context(names=NAMES, phrases=BOOK))
    assert (act.column, act.end_column) == (8, 20)


def test_the_game_master_who_plays_is_himself() -> None:
    at = Context(names=NAMES, phrases=BOOK, phase="action", me="Maelis")
    assert [found(act) for act in read_pgm("3, I'm at 22", at)] == [
        {"act": "Points", "what": "damage", "amount": 3, "who": "Maelis"},
        {"act": "Pool", "value": 22, "who": "Maelis"},
    ]  # fmt: skip
    assert [found(act) for act in read_pgm("I miss", at)] == [
        {"act": "Verdict", "outcome": "miss", "who": "Maelis"}
    ]
    assert read_pgm("I miss", Context(names=NAMES, phrases=BOOK, phase="action")) == []


def test_a_name_that_fits_two_is_nobody() -> None:
    at = Context(names=NAMES, phrases=BOOK, phase="action")
    assert [found(act) for act in read_pgm("the goblin takes 9", at)] == [
        {"act": "Points", "what": "damage", "amount": 9}
    ]
    assert read_pgm("goblin?", at) == []


def test_names_that_are_words_need_a_capital() -> None:
    at = Context(names=short_forms(["Will", "Roll"]), phrases=BOOK, phase="action")
    assert [found(act) for act in read_pgm("Will?", at)] == [{"act": "Call", "who": "Will"}]
    assert [found(act) for act in read_pgm("roll", at)] == [{"act": "Ask", "what": "roll"}]


def test_a_nick_of_punctuation_does_no_harm() -> None:
    at = Context(names={"(": "(", "🔥": "🔥", "a)(": "a)("}, phrases=BOOK, phase="action")
    assert [found(act) for act in read_pgm("((hit))", at)] == [{"act": "Verdict", "outcome": "hit"}]


def test_without_a_ruleset_the_general_words_are_understood() -> None:
    assert [found(act) for act in read_pgm("Round 2, init please", Context())] == [
        {"act": "RoundCall", "phase": "initiative", "number": 2, "fresh": True}
    ]


HOSTILE = [
    "a" * 100_000, "(" * 100_000, "Torvik " * 15_000, "hit " * 25_000, "1+" * 50_000, "9" * 100_000,
    ", " * 50_000, "Torvik hits Kaelin for 9, " * 4_000, "round 2 init " * 8_000, '"' * 100_000,
    "a's " * 25_000, "1d" * 50_000, "\u202e" * 100_000, "'" * 100_000, "\n" * 100_000,
    "Kaelin 12 & " * 9_000, "not " * 25_000, "\x1b[31m" * 20_000, "-" * 100_000, "Kaelin's " * 11_000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=[repr(text[:12]) for text in HOSTILE])
def test_hostile_text_is_read_in_no_time_and_capped(text: str) -> None:
    import time

    at = Context(names=NAMES, phrases=BOOK, phase="action", asked=(("Kaelin", "damage"),))
    start = time.perf_counter()
    acts = read_pgm(text, at) + read_player(text, at)
    assert time.perf_counter() - start < 1.0
    assert len(acts) <= 60


WORDS = st.sampled_from(
    [word for _, text, _ in ROWS for word in text.split()]
    + ["9", "-8", "+2", "170", "(", ")", ",", "...", "?", "'s"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=25))
def test_any_jumble_of_these_words_is_read_without_fault(words: list[str]) -> None:
    text = " ".join(words)
    at = Context(names=NAMES, phrases=BOOK, phase="action", due=(("Kaelin", "to_hit"),))
    for act in [*read_pgm(text, at), *read_player(text, at)]:
        assert act.text and 1 <= act.column < act.end_column <= len(text) + 1
    assert read_pgm(text, at) == read_pgm(text, at)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_at_all_is_read_without_fault(text: str) -> None:
    at = Context(names=NAMES, phrases=BOOK, phase="initiative", me="Kaelin")
    for act in [*read_pgm(text, at), *read_player(text, at)]:
        assert 1 <= act.column < act.end_column <= len(text) + 1


def test_every_rule_gives_acts_that_exist_with_fields_they_have() -> None:
    extra = {
        "Order": {"who"},
        "Distance": {"unit", "each", "others"},
        "Stated": {"each"},
        "Verdict": {"each"},
    }
    for rule in BOOK.rules:
        for give in rule.gives:
            fields = set(ACTS[give.act].__struct_fields__) | extra.get(give.act, set())
            assert set(give.fields) <= fields, rule.about


def test_a_table_with_a_mistake_is_refused_with_its_place() -> None:
    with pytest.raises(PhraseError, match=r"'odd'.*no word class 'nosuch'"):
        phrasebook({"rules": [{"about": "odd", "say": ["^ <nosuch>"], "gives": []}]})
    with pytest.raises(PhraseError, match=r"'odd'.*brackets"):
        phrasebook({"rules": [{"about": "odd", "say": ["hit [hard"], "gives": []}]})
    with pytest.raises(PhraseError, match=r"'odd'.*wholly"):
        phrasebook({"rules": [{"about": "odd", "say": ["hit"], "wholly": True}]})
    with pytest.raises(PhraseError, match=r"'odd'.*names no word"):
        phrasebook({"rules": [{"about": "odd", "say": ["[hit] {any}"]}]})


def test_a_ruleset_adds_words_of_its_own() -> None:
    book = phrasebook(
        {
            "tables": {"pool": {"grit": ["grit", "grit points"]}},
            "classes": {"init": ["tempo"]},
            "rules": [{"about": "parley", "say": ["^ parley $"], "gives": [{"act": "FightEnd"}]}],
        }
    )
    at = Context(names=NAMES, phrases=book, phase="action")
    assert [found(act) for act in read_pgm("5 grit points left", at)] == [
        {"act": "Pool", "value": 5, "pool": "grit"}
    ]
    assert [found(act) for act in read_pgm("tempo please", at)] == [
        {"act": "RoundCall", "phase": "initiative"}
    ]
    assert [found(act) for act in read_pgm("Parley!", at)] == [{"act": "FightEnd"}]


@pytest.mark.parametrize("player", [False, True])
def test_the_quick_look_passes_nothing_by(player: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading without the quick look finds no more than with it."""
    at = Context(names=NAMES, phrases=BOOK, phase="action", due=(("Torvik77", "to_hit"),))
    reader = read_player if player else read_pgm
    quick = [reader(text, at) for _, text, _ in ROWS]
    monkeypatch.setattr(utterance, "_concerns", lambda *_: True)
    monkeypatch.setattr(type(BOOK), "concerns", lambda *_: True)
    assert [reader(text, at) for _, text, _ in ROWS] == quick


def test_the_example_of_the_documentation_works() -> None:
    page = (HERE.parents[1] / "docs" / "phrases.md").read_text("utf-8")
    table = tomllib.loads(page.partition("```toml\n")[2].partition("```")[0])
    at = Context(names=NAMES, phrases=phrasebook(table), phase="action")
    assert [found(act) for act in read_pgm("Kaelin is seeing stars, 4 grit left", at)] == [
        {"act": "Stated", "condition": "stunned", "who": "Kaelin"},
        {"act": "Pool", "value": 4, "pool": "grit", "who": "Kaelin"},
    ]
    assert [found(act) for act in read_pgm("tempo, everyone", at)] == [
        {"act": "RoundCall", "phase": "initiative"}
    ]
    assert [found(act) for act in read_pgm("Parley!", at)] == [{"act": "FightEnd"}]
    assert [found(act) for act in read_pgm("you're in reach", at)] == [{"act": "Distance", "range": "reach"}]


def test_what_was_read_before_makes_no_difference() -> None:
    fresh = phrasebook(tomllib.loads(PARTHOS.read_text("utf-8")))
    at = Context(names=NAMES, phrases=BOOK, phase="action")
    other = Context(names=NAMES, phrases=fresh, phase="action")
    backwards = [read_pgm(text, other) for _, text, _ in reversed(ROWS)]
    assert [read_pgm(text, at) for _, text, _ in ROWS] == backwards[::-1]


def test_what_is_told_of_nobody_known_is_no_act() -> None:
    at = Context(names={"orc 1": "Orc 1", "orc 2": "Orc 2"}, phase="action")
    assert read_pgm("the orc's morale holds", at) == []
