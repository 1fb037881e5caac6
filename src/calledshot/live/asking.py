"""What a chat client asks on the side: is this declaration right before it is sent, and how does the fight
stand. Looked up in a referee and changing nothing in it.

Not for events and what follows from them: that is the session's. A client sends a request as one line of
JSON, `{"lint": "text", "as": "NAME", "ref": 7}` or `{"state": true, "ref": 8}`, and gets one line back with
the same `ref`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calledshot.campaign import fold
from calledshot.finding import Finding, Span
from calledshot.moves.reading import Reading
from calledshot.referee.referee import Referee

SCHEMA_VERSION = 1
MAX_LINT = 4000
"""Characters of a message that are linted; no service lets anybody say more in one."""
MAX_BOARD = 200
"""Combatants on a board; a client shows no more."""


class Request(Struct, frozen=True, kw_only=True):
    """`lint` is a message not yet sent, `as_` the name it would be sent under, `to` whom a private one is
    for; `emote`: it is told in prose; `given`: it is offered as a move, so it is read as one if at all
    possible. `state` asks how the fight stands, with `cues` for the words of which a declaration holds one.
    `room` says which fight, where there are several. `ref` is the client's own and comes back."""

    lint: str | None = None
    state: bool | None = None
    as_: str | None = msgspec.field(default=None, name="as")
    to: str | None = None
    given: bool = False
    emote: bool = False
    cues: bool = False
    room: str | None = None
    ref: int | str | None = None
    kind: str | None = None


_DECODER = msgspec.json.Decoder(Request)


def request(line: str) -> Request | None:
    """The request that a line is; None where it is something else."""
    if '"lint"' not in line and '"state"' not in line:
        return None
    try:
        asked = _DECODER.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    if asked.kind is not None or (asked.lint is None and not asked.state):
        return None
    return asked


def answer(asked: Request, referee: Referee, *, master: bool = False) -> dict[str, Any]:
    """What goes back, with the client's own `ref`. `master`: it is the game master who asks, whatever his
    name."""
    found: dict[str, Any] = {}
    if asked.lint is not None:
        found["lint"] = checked(referee, asked)
    if asked.state:
        found["state"] = state(referee, asked.as_, cues=asked.cues, master=master)
    return {**found, "ref": asked.ref}


# -- a declaration that is not sent yet -------------------------------------------------------------------


def checked(referee: Referee, asked: Request) -> dict[str, Any]:
    """The document of `lint -o json` on one message, with whether it `declares` anything, and what might be
    sent in its place (`strict`; null where it is right as it is, or where nothing better is known)."""
    text = (asked.lint or "")[:MAX_LINT]
    given = asked.given or asked.to is not None
    who = _combatant(referee, asked.as_)
    reading = _read(referee, text, who, given=given, prose=asked.emote)
    declares = bool(reading.moves or reading.modifiers or reading.hold_back)
    findings: list[Finding] = []
    strict: str | None = None
    if declares or asked.given:
        findings = _lint(referee, reading, who)
        strict = _better(referee, reading, findings, who, text)
    return {
        "schema_version": SCHEMA_VERSION,
        "findings": [placed(finding, text) for finding in findings],
        "strict": strict,
        "declares": declares,
    }


def _combatant(referee: Referee, name: str | None) -> str | None:
    if name is None:
        return None
    return referee.encounter.names.known(name) or referee.campaign.character(name) or name.strip() or None


def _read(referee: Referee, text: str, who: str | None, *, given: bool, prose: bool = False) -> Reading:
    asked = who is not None and referee.fight.asks(who)
    return referee.ruleset.read(text, referee.lexicon(), given=given, prose=prose, asked=asked)


def _lint(referee: Referee, reading: Reading, who: str | None) -> list[Finding]:
    campaign = referee.campaign
    sheeted = who if not campaign.sheets or who in campaign.sheets else None
    return referee.ruleset.lint(
        reading, campaign, combatant=sheeted, opponents=(), system=campaign.system, strict=False
    )


def _better(
    referee: Referee, reading: Reading, findings: list[Finding], who: str | None, text: str
) -> str | None:
    """The strict form with every offered fix made, if nothing is wrong with that."""
    if not reading.moves:
        return None
    for mended in dict.fromkeys((mend(text, findings), text)):
        again = _read(referee, mended, who, given=True)
        if not again.moves:
            continue
        form = referee.ruleset.strict(again, referee.campaign)
        if form == text:
            return None
        found = _lint(referee, _read(referee, form, who, given=True), who)
        if form and not any(finding.severity == "error" for finding in found):
            return form
    return None


def mend(text: str, findings: list[Finding]) -> str:
    """A text with the fixes made from its end backwards; of two that overlap the first stands."""
    edits: list[tuple[int, int, str]] = []
    for finding in findings:
        span = finding.source
        if finding.fix is None or span is None or span.column is None or span.end_column is None:
            continue
        start, end = span.column - 1, span.end_column - 1
        if all(end <= first or start >= last for first, last, _ in edits):
            edits.append((start, end, finding.fix.replacement))
    for start, end, replacement in sorted(edits, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def placed(finding: Finding, text: str) -> Finding:
    """A finding with its line and column in the message; one on the whole of it spans all."""
    span = finding.source or Span()
    first = span.column or 1
    last = span.end_column or (span.column or len(text) + 1)
    line, column = _place(text, first)
    end_line, end_column = _place(text, last)
    place = Span(file=None, line=line, column=column, end_line=end_line, end_column=end_column)
    return replace(finding, source=place)


def _place(text: str, column: int) -> tuple[int, int]:
    """Line and column of a column that counts through the whole text; CR, LF and CRLF end a line."""
    before = text[: column - 1]
    breaks = before.count("\n") + before.count("\r") - before.count("\r\n")
    feed = max(before.rfind("\n"), before.rfind("\r"))
    return 1 + breaks, len(before) - feed


# -- how the fight stands ---------------------------------------------------------------------------------


def order(referee: Referee) -> dict[str, Any]:
    """Who has still to move and when, highest first; whose move or roll is on; whom it waits for."""
    fight = referee.fight
    places = fight.order
    listed = None
    if places is not None and not _hidden(referee):
        flat = [(who, at) for who, inits in places.items() for at in inits]
        listed = sorted(flat, key=lambda place: -place[1])
    return {"order": listed, "due": fight.current, "waits": list(dict.fromkeys(fight.waits))}


def _hidden(referee: Referee) -> bool:
    """With secret moves and a blind game master the order is nobody's: it tells what kind of moves they
    are."""
    fights = referee.encounters
    system = fights[-1].system if fights else referee.campaign.system
    return bool(referee.campaign.settings.get("blind_pgm")) and system == "im"


def state(
    referee: Referee, name: str | None = None, *, cues: bool = False, master: bool = False
) -> dict[str, Any]:
    """`order`, and round, phase and board: everybody's state, without what players may not see unless
    `name` is a game master's, or it is known to be for one."""
    fights = referee.encounters
    record = fights[-1].rounds[-1] if fights and fights[-1].rounds else None
    master = master or (name is not None and any(fold(name) == fold(pgm) for pgm in referee.pgm))
    private = frozenset() if master else referee.ruleset.private
    board = {
        who: {figure: value for figure, value in figures.items() if figure not in private}
        for who, figures in list(referee.fight.state().items())[:MAX_BOARD]
    }
    found: dict[str, Any] = {
        **order(referee),
        "round": record.number if record is not None else None,
        "phase": referee.fight.phase,
        "board": board,
        "pgm": list(referee.pgm),
        "ruleset": referee.ruleset.title,
    }
    if cues:
        found["cues"] = sorted(referee.lexicon().triggers())
    return found
