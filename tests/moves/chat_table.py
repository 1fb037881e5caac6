"""The notation of `chat.txt`: a reading in one short line, for people to write and compare."""

from __future__ import annotations

from pathlib import Path

from calledshot.moves.declaration import Move
from calledshot.moves.reading import Reading


def lines() -> list[tuple[int, str, str, str]]:
    """(line number, mode, message, expected) of every line of the table."""
    table = []
    text = Path(__file__).with_name("chat.txt").read_text("utf-8")
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            mode, rest = line.split("|", 1)
            message, expected = rest.rsplit("|", 1)
            table.append((number, mode.strip(), message.strip().replace("\\n", "\n"), expected.strip()))
    return table


def note(reading: Reading) -> str:
    """A reading in the notation of the table."""
    parts = [_move(move) for move in reading.moves]
    beside = [f"+{name}" for name in reading.modifiers] + [f"-{name}" for name in reading.hold_back]
    if any(slip.kind == "easy" for slip in reading.slips):
        beside.append("?")
    if reading.total is not None:
        beside.append(f"={reading.total}")
    if beside:
        parts.append(" ".join(beside))
    text = "; ".join(parts)
    if reading.replaces:
        text += " !"
    return ("~" if reading.candidate else "") + text


def _move(move: Move) -> str:
    text = ("*" if move.optional else "") + move.action
    if move.spell is not None:
        spell = move.spell
        place = [
            spell.list or ("-" if spell.level is not None else ""),
            str(spell.level) if spell.level is not None else "",
        ]
        text += (
            "("
            + " ".join(
                part for part in (spell.name, *place, f"{spell.pp}pp" if spell.pp is not None else "") if part
            )
            + ")"
        )
    elif move.instrument is not None:
        text += f"({move.instrument})"
    if move.target is not None:
        text += f">{move.target}"
    if move.called_shot is not None:
        text += f" @{move.called_shot.part}"
        if move.called_shot.penalty is not None:
            text += f" {move.called_shot.penalty}"
    if move.pp is not None:
        text += f" {move.pp}pp"
    if move.feet is not None:
        text += f" {move.feet:g}ft"
    if move.condition is not None:
        text += f" {{{move.condition}}}"
    if move.otherwise:
        text += f" else {{{'; '.join(_move(other) for other in move.otherwise)}}}"
    return text
