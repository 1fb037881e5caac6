"""Roll20's chat archive as the exporters save it: messages by their ids, or in a list, or in pages of either.

Not the saved web page, see `roll20_html`.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import DecodeError, json

from calledshot.transcript.document import Document
from calledshot.transcript.event import Kind, Source, Trust
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.html_tags import seen_text
from calledshot.transcript.formats.json_text import (
    Part,
    Parts,
    at_millis,
    beginning,
    id_of,
    items,
    rest,
    text_of,
)
from calledshot.transcript.formats.roll20_inline import counts
from calledshot.transcript.formats.vtt_events import Record, Told, as_events
from calledshot.transcript.formats.vtt_rolls import Dice, made

_PAGES = re.compile(r"\[\s{0,40}+\{\s{0,40}+\"[^\"\\]{1,80}+\"\s{0,40}+:\s{0,40}+\{")
_LISTS = re.compile(r"\[\s{0,40}+\[")
_INLINE = re.compile(r"\$\[\[(\d{1,4})\]\]", re.ASCII)
_KINDS: dict[str, Kind] = {
    "emote": "emote", "desc": "emote", "whisper": "whisper", "rollresult": "roll", "gmrollresult": "roll",
    "api": "command", "system": "system", "error": "system",
}  # fmt: skip
FACES_LIMIT = 10_000


def sniff(head: Head) -> float:
    """Who said it, which player he is, what sort of message it is: no other chat tells all three so."""
    text = beginning(head)[:200_000]
    if '"playerid"' not in text or '"content"' not in text or '"type"' not in text:
        return 0.0
    return 0.97 if '"who"' in text or '"inlinerolls"' in text or '"origRoll"' in text else 0.0


def whole(document: Document, ctx: Context) -> Items:
    """The messages by their times, where all have one; else as they stand."""
    start = document.text[:2000].lstrip()
    if _PAGES.match(start):
        arrays: list[tuple[str, ...]] = [("*", "*")]
    elif _LISTS.match(start):
        arrays = [("*",)]
    else:
        arrays = [(), ("*",)]
    parts = Parts(document.text, arrays)
    found = list(parts)
    times = [_time(part) for part in found]
    if all(time is not None for time in times):
        found = [found[at] for at in sorted(range(len(found)), key=lambda at: (times[at] or 0, at))]
    seq = 0
    if not any(isinstance(part.value, dict) for part in found):
        yield rest(document, ctx, 0)
        return
    claimed = 0
    for part in found:
        record = _record(part, document, ctx)
        if record is None:
            first, last = document.line(part.start), document.line(max(part.start, part.end - 1))
            if first <= claimed:  # values beside each other on one line
                continue
            claimed = last
            yield ctx.unread(document.text[part.start : min(part.end, part.start + 400)], first, last)
            continue
        for event in as_events(record, seq):
            yield event
            seq += 1
    if parts.damage is not None:
        yield rest(document, ctx, parts.damage)


def _time(part: Part) -> float | None:
    value = part.value.get(".priority") if isinstance(part.value, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 10**18:
        return None
    return value


def _record(part: Part, document: Document, ctx: Context) -> Record | None:
    value = part.value
    if not isinstance(value, dict) or not isinstance(value.get("content"), str | int | float):
        return None
    source = Source(ctx.file, document.line(part.start), document.line(max(part.start, part.end - 1)))
    speaker = text_of(value.get("who")).strip() or None
    kind = _KINDS.get(text_of(value.get("type")), "say")
    content = value["content"]
    words = text_of(content)
    rolls: list[Told] = []
    if kind == "roll":
        words, rolls = _rolled(value, words, speaker or "")
    else:
        inline = items(value, "inlinerolls")
        rolls = [
            _told(one.get("results"), text_of(one.get("expression")), speaker or "")
            for one in inline
            if isinstance(one, dict)
        ]
        words = seen_text(_INLINE.sub(lambda found: _total_of(inline, int(found[1])), words))
    to = None
    if kind == "whisper" or text_of(value.get("type")) == "gmrollresult":
        to = text_of(value.get("target_name")).strip() or id_of(value.get("target"))
        to = to or ("GM" if kind == "roll" else None)
    trust: Trust = "server" if kind == "system" else "member"
    if kind == "command":
        kind = "say"
    id = part.path[-1] if not part.element and part.path else None
    return Record(
        kind, speaker, words, source, at_millis(value.get(".priority") or value.get("timestamp")), None, to,
        None, trust, id or id_of(value.get("id")) or id_of(value.get("_id")), tuple(rolls),
    )  # fmt: skip


def _total_of(inline: list[Any], at: int) -> str:
    one = inline[at] if at < len(inline) else None
    results = one.get("results") if isinstance(one, dict) else None
    total = results.get("total") if isinstance(results, dict) else None
    return str(total) if isinstance(total, int | float) else "?"


def _rolled(value: dict[str, Any], content: str, roller: str) -> tuple[str, list[Told]]:
    """The words and the roll of a message that is a roll."""
    try:
        results = json.decode(content)
    except (DecodeError, RecursionError):
        results = None
    told = _told(results, text_of(value.get("origRoll")), roller)
    return f"rolling {told.text}" if told.text else seen_text(content), [told]


def _told(results: Any, expression: str, roller: str) -> Told:
    """The roll of Roll20's own record of it."""
    if not isinstance(results, dict):
        return Told(None, expression)
    total = results.get("total")
    if isinstance(total, bool) or not isinstance(total, int | float) or not abs(total) < 10**9:
        return Told(None, expression)
    dice = []
    shown = []
    for term in items(results, "rolls"):
        if not isinstance(term, dict):
            continue
        sides, faces = term.get("sides"), items(term, "results")
        if term.get("type") == "R" and type(sides) is int and len(faces) <= FACES_LIMIT:
            every = [one.get("v") for one in faces if isinstance(one, dict)]
            kept = [one.get("v") for one in faces if isinstance(one, dict) and one.get("d") is not True]
            if all(type(face) is int and abs(face) < 10**9 for face in every):
                off = tuple(one["v"] for one in faces if isinstance(one, dict) and one.get("d") is True)
                dice.append(Dice(len(kept), sides, tuple(face for face in kept if face is not None), 1, off))
                shown.append(f"({'+'.join(map(str, every))})")
        elif term.get("type") == "M":
            shown.append(text_of(term.get("expr")) or str(term.get("expr", ""))[:40])
        elif term.get("type") == "G":
            dice = []
            break
    pool = counts(expression) or results.get("resultType") == "success"
    roll = made(roller, expression, int(total), dice, counted=pool)
    detail = "".join(shown)
    return Told(roll, f"{expression} {detail} = {total:g}" if detail else f"{expression} = {total:g}")


FORMAT = Format(
    name="roll20-json",
    title="Roll20 chat archive (JSON)",
    evidence="description",
    extensions=(".json",),
    sniff=sniff,
    whole=whole,
)
