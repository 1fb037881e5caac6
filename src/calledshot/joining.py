"""Several transcripts: which of them are parts of one fight, and what in a ruleset's words tells their order.

Putting them in order is `transcript.merging`'s, refereeing what comes of it is `auditing`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.campaign import Campaign
    from calledshot.transcript.reading import Transcript


def groups(
    transcripts: Sequence[Transcript], campaign: Campaign | None, separate: bool, together: bool
) -> list[Sequence[Transcript]]:
    """Which transcripts are parts of one fight: as told, else as their times and names say."""
    from calledshot.transcript.occasions import occasions

    if not transcripts:
        return []
    names = () if campaign is None else (*campaign.sheets, *campaign.names, *campaign.pgm)
    if any(one.room is not None for one in transcripts):
        return [[transcript] for transcript in transcripts]
    if len(transcripts) == 1 or together:
        return [transcripts]
    return [[transcript] for transcript in transcripts] if separate else occasions(transcripts, names)


def rooms(path: str) -> list[str | None]:
    """The rooms of a journal of several, which are fights apart; else None alone, for all there is."""
    from calledshot.transcript import journals

    found = journals.rooms(path)
    return [*found] if len(found) > 1 else [None]


def hearing(ready: Ready) -> dict[str, Callable[[Event], bool]]:
    """How to tell a call for secret declarations and a declaration, in the ruleset's own words, for laying
    windows beside a room; where the words are no call in its book, the transcript reader's own simple way."""
    from calledshot.moves.names import short_forms
    from calledshot.referee.acts import RoundCall
    from calledshot.referee.utterance import Context, phrasebook, read_pgm
    from calledshot.transcript.calls import asks_for_messages

    names = tuple(dict.fromkeys((*ready.campaign.sheets, *ready.campaign.names.values())))
    context = Context(phrases=phrasebook(ready.ruleset.phrases), names=dict(short_forms(names)))
    lexicon = ready.ruleset.lexicon(ready.campaign, names)

    def is_call(event: Event) -> bool:
        if event.kind not in ("say", "emote"):
            return False
        calls = [act for act in read_pgm(event.text, context) if isinstance(act, RoundCall)]
        if not calls:
            return asks_for_messages(event)
        return any(call.phase in ("declare", "either") and not call.names for call in calls)

    def is_declaration(event: Event) -> bool:
        reading = ready.ruleset.read(event.text, lexicon, given=True)
        return bool(reading.moves or reading.modifiers or reading.hold_back)

    return {"is_call": is_call, "is_declaration": is_declaration}
