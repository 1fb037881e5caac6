"""Relays: what bots pass on from another room ("<bridge> <Wick> hello") as the words of those who said it.

Only the relays that a campaign names are believed: anybody can type a name in front of his words. The relay
stays told in `Event.via`. What a live feed hears is left alone, where rights go by account.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from calledshot.transcript.event import Event
from calledshot.transcript.roster import fold

_PASSED = re.compile(
    r"(?:\[[^\[\]<>\n]{1,32}\] ?|\([^()<>\n]{1,32}\) ?)?\*{0,2}<([^<>\n]{1,64})>\*{0,2}:? (.*)"
    r"|\*{0,2}\[([^\[\]\n]{1,64})\]\*{0,2}:? (.*)"
    r"|\*{0,2}([^\s:<>\[\]*](?:[^:<>\[\]*\n]{0,62}[^\s:<>\[\]*])?)\*{0,2}(?:\*\*:|:\*\*|:) (.*)",
    re.DOTALL,
)
_ACTED = re.compile(r"\* ([^\s*]{1,64}) (.*)", re.DOTALL)
_UNSEEN = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
"""What relays put into names, so that nobody is called by them."""
_HINT = re.compile(r"<(?!@!?\d)([^<>\n]{1,64})> ", re.DOTALL)
LEAST = 5
"""So many messages that begin with others' names make a relay, which is worth a note."""
SPEAKERS = 1000


class Relays:
    """The relays of one campaign, by their screen names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {fold(name) for name in names}
        self._passing: dict[str, list[str]] = {}

    def heard(self, event: Event) -> Event:
        """The event as it counts: said by whom the relay names."""
        if event.kind not in ("say", "emote", "notice") or event.speaker is None or event.trust == "server":
            return event
        if fold(event.speaker) not in self._names:
            if event.text[:1] == "<":
                self._look(event.speaker, event.text)
            return event
        text = event.text.lstrip()
        acted = _ACTED.fullmatch(text)
        if acted is not None and event.kind != "notice":
            return self._passed(event, acted[1], acted[2], acts=True)
        found = _PASSED.fullmatch(text)
        if found is None:
            return event
        number = next(place for place in (1, 3, 5) if found[place] is not None)
        return self._passed(event, found[number], found[number + 1], acts=False)

    def _passed(self, event: Event, name: str, words: str, *, acts: bool) -> Event:
        name = name.translate(_UNSEEN).strip(" *")
        if not name:
            return event
        return replace(
            event, kind="emote" if acts else "say", speaker=name, text=words.strip(" "), via=event.speaker
        )

    def _look(self, speaker: str, text: str) -> None:
        found = _HINT.match(text)
        if found is None or (speaker not in self._passing and len(self._passing) >= SPEAKERS):
            return
        seen = self._passing.setdefault(speaker, [])
        if len(seen) < LEAST or (len(set(seen)) == 1 and seen[0] != found[1]):
            seen.append(found[1])

    @property
    def notes(self) -> list[str]:
        """Who seems to be a relay that nobody named."""
        return [
            f"{speaker} passes on what others say (“<{seen[0]}> …”); if it is a relay, name it in the "
            f'campaign: relays = ["{speaker}"]'
            for speaker, seen in self._passing.items()
            if len(seen) >= LEAST and len(set(seen)) > 1
        ]
