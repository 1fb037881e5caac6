"""The web chats for role-playing of the late nineties, pasted: a dot before each name, an arrow behind it.

The chat itself writes who rolled, so its rolls are real; a member's line begins with his dotted name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.dice.roll import Roll
from calledshot.transcript.decode import Block
from calledshot.transcript.event import Event, Kind, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.lines import attached

_SAID = re.compile(r"\.([^\s>][^>]{0,40}?)> ?(.*)", re.DOTALL)
_ACTS = re.compile(r"> \.([^\s>].{0,4000})", re.DOTALL)
_ROLL = re.compile(r"ROLL by \.([^\s>][^>]{0,40}?)> \((\d{1,4})d(\d{1,6})\) ([\d, /]{1,400})", re.ASCII)
_RESULT = re.compile(r"(\d{1,9})/(\d{1,9})", re.ASCII)


def sniff(head: Head) -> float:
    """The share of lines that begin with a dotted name and its arrow."""
    if not head.lines:
        return 0.0
    said = sum(_SAID.match(line) is not None for line in head.lines)
    own = sum(_ROLL.match(line) is not None or _ACTS.match(line) is not None for line in head.lines)
    share = (said + own) / len(head.lines)
    return 0.97 * min(1.0, share + 0.2) if share >= 0.35 else 0.0


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The messages; a line that begins none goes on with the one right above it."""
    names: set[str] = set()
    for line in ctx.head.all_lines:
        found = _SAID.match(line)
        if found is not None:
            names.add(found[1])
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return attached(
        blocks, ctx, lambda line: _event(line, ordered), lambda held: held.kind in ("say", "emote")
    )


def _event(line: str, names: list[str]) -> Event | None:
    rolled = _ROLL.fullmatch(line.rstrip())
    if rolled is not None:
        roll = _roll(rolled)
        kind: Kind = "roll" if roll is not None else "notice"
        trust: Trust = "server"
        return Event(kind=kind, speaker=rolled[1], text=line.strip(), trust=trust, roll=roll)
    said = _SAID.match(line)
    if said is not None:
        return Event(kind="say", speaker=said[1], text=said[2].strip())
    acts = _ACTS.match(line)
    if acts is not None:
        name = next((name for name in names if acts[1].startswith(name)), acts[1].split(" ", 1)[0])
        return Event(kind="emote", speaker=name, text=acts[1].strip())
    return None


def _roll(found: re.Match[str]) -> Roll | None:
    """The roll of "(1d20) 5/20": the face of each die and how many sides it has."""
    shown = _RESULT.findall(found[4])
    count, sides = int(found[2]), int(found[3])
    if (
        count > 1
        and len(shown) == 1
        and (total := int(shown[0][0])) >= count
        and (total <= int(shown[0][1]) == count * sides)
    ):  # what all dice come to
        return Roll(
            roller=found[1], count=count, sides=sides, faces=(), total=total,
            expression=f"{count}d{sides}",
        )  # fmt: skip
    if not shown or any(int(of) != sides for _, of in shown) or len(shown) != count:
        return None
    faces = tuple(int(face) for face, _ in shown)
    return Roll(
        roller=found[1],
        count=count,
        sides=sides,
        faces=faces,
        total=sum(faces),
        expression=f"{count}d{sides}",
    )


FORMAT = Format(
    name="web-rpg-chat",
    title="web chats with dotted names",
    evidence="description",
    extensions=(".txt", ".htm"),
    sniff=sniff,
    read=read,
)
