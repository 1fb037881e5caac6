"""Capabilities: what the server offers, what we ask for, what is on (CAP LS 302, REQ, NEW, DEL).

Only bookkeeping: which line means what is decided by whoever asks whether a capability is on.
"""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.live.irc.lines import build, joined

WANTED = (
    "message-tags", "account-tag", "account-notify", "extended-join", "server-time", "echo-message",
    "labeled-response", "batch", "multi-prefix", "userhost-in-names", "chghost", "away-notify", "cap-notify",
    "draft/chathistory", "chathistory", "draft/event-playback", "event-playback", "setname",
    "standard-replies",
)  # fmt: skip

_ROOM = 400  # bytes of names in one REQ: well under what any server takes
_KINDS = frozenset(("LS", "LIST", "ACK", "NAK", "NEW", "DEL"))


class Capabilities:
    """The capabilities of one connection."""

    def __init__(self, wanted: Sequence[str] = WANTED) -> None:
        self.wanted = wanted
        self.offered: dict[str, str] = {}
        self.on: set[str] = set()
        self.listed = False
        self._asked: list[set[str]] = []

    @property
    def settled(self) -> bool:
        """All offers are known and all our requests are answered."""
        return self.listed and not self._asked

    @property
    def history(self) -> bool:
        return "batch" in self.on and bool({"draft/chathistory", "chathistory"} & self.on)

    def read(self, params: Sequence[str]) -> list[bytes]:
        """One CAP line from the server; the lines to answer it with."""
        if params and params[0].upper() in _KINDS and params[-1].upper() not in _KINDS:
            kind = params[1].upper() if len(params) > 2 else ""
            params = params if kind in _KINDS else ["*", *params]  # some leave out whom they talk to
        if len(params) < 2:
            return []
        kind, names = params[1].upper(), params[-1].split() if len(params) > 2 else []
        if kind == "LS":
            self._offer(names)
            if len(params) > 3 and params[2] == "*":
                return []
            self.listed = True
            return self._ask(self.wanted)
        if kind == "NEW":
            self._offer(names)
            return self._ask(
                [name for name in self.wanted if name in {one.partition("=")[0] for one in names}]
            )
        if kind == "DEL":
            for name in names:
                self.offered.pop(name, None)
                self.on.discard(name)
        if kind == "ACK":
            self._acknowledge(names)
        if kind == "NAK":
            return self._refused(names)
        return []

    def ask_for(self, *names: str) -> list[bytes]:
        """Ask for more than is wanted of every server."""
        return self._ask(names)

    def unsupported(self) -> None:
        """The server does not know CAP at all."""
        self.listed = True
        self._asked.clear()

    def _offer(self, names: Sequence[str]) -> None:
        for name in names[:500]:
            key, _, value = name.partition("=")
            self.offered[key] = value

    def _ask(self, names: Sequence[str]) -> list[bytes]:
        wanted = [name for name in names if name in self.offered and name not in self.on]
        requests = joined(wanted, _ROOM)
        self._asked += [set(request.split()) for request in requests]
        return [build("CAP", "REQ", request) for request in requests]

    def _acknowledge(self, names: Sequence[str]) -> None:
        for name in names:
            if name.startswith("-"):
                self.on.discard(name[1:])
            else:
                self.on.add(name.lstrip("~="))
        self._answered({name.lstrip("-~=") for name in names})

    def _refused(self, names: Sequence[str]) -> list[bytes]:
        """A request is refused as a whole, though a server may name only the first of it: ask for each of it
        alone, once."""
        said = set(names)
        place = next((place for place, request in enumerate(self._asked) if request & said), 0)
        request = self._asked.pop(place) if self._asked else set()
        if len(request) < 2:
            return []
        alone = sorted(request)
        self._asked += [{name} for name in alone]
        return [build("CAP", "REQ", name) for name in alone]

    def _answered(self, names: set[str]) -> set[str]:
        """The request that was answered; the oldest where the answer names none of it."""
        for place, request in enumerate(self._asked):
            if request & names or not names:
                if names and not request <= names:  # an answer in several lines
                    request -= names
                    return set()
                return self._asked.pop(place)
        return set()
