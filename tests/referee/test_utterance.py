"""The table of what people type and what it does (`utterances.txt`), and what must hold for any text at all."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from calledshot.moves.names import short_forms
from calledshot.referee.acts import Act
from calledshot.referee.utterance import Context, phrasebook, read_pgm, read_player

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
    "Verdict": ("outcome",), "Points": ("what", "amount"), "Pool": ("value", "pool"), "Stated": ("condition",),
    "MoveCount": ("count",), "Waiver": ("kind",), "Distance": ("range",), "Moved": ("how",), "Penalty": ("amount",),
    "Announced": ("total",),
}  # fmt: skip
FLAGS = ("fresh", "again", "doubled", "halved")
PEOPLE = ("who", "target", "other", "winner", "loser")


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
        return {**fields, "entries": tuple((SHORT[who], int(at)) for who, at in (word.split() for word in words))}
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


@pytest.mark.parametrize(("where", "text", "acts"), ROWS, ids=[f"{text[:60]} [{where}]" for where, text, _ in ROWS])
def test_the_table(where: str, text: str, acts: str) -> None:
    read_acts = read(where, text)
    assert [found(act) for act in read_acts] == expected(acts)
    for act in read_acts:
        assert act.text == text[act.column - 1 : act.end_column - 1]
        assert act.text.strip() == act.text != ""
    columns = [act.column for act in read_acts]
    assert columns == sorted(columns)
