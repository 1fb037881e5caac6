"""What a room said while we were away: a server's answer leaves out all but the last messages, and this reads
the rest, backwards, page by page, up to where we were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from calledshot.live.matrix.translate import moment
from calledshot.live.matrix.wire import Refused, Wire, part

PAGE = 100
"""Events asked for at a time."""
EMPTY_PAGES = 20
"""So many pages without an event are turned: a server may leave out what we may not see."""


class Missed(Struct, frozen=True):
    """The events in order; `gap`: why there may be more that could not be read, None where there is none."""

    events: list[dict[str, Any]]
    gap: str | None = None


async def missed(
    wire: Wire,
    room: str,
    since: str | None,
    until: str | None,
    at_most: int,
    stop: Callable[[dict[str, Any]], bool],
) -> Missed:
    """The room's events after `since` and before `until` (the server's tokens), at most so many, and none
    before one that `stop` is true of. Raises Unreachable."""
    found: list[dict[str, Any]] = []
    start, empty = until, 0
    while start is not None and len(found) < at_most:
        query = {"dir": "b", "from": start, "limit": str(min(PAGE, at_most - len(found)))}
        if since is not None:
            query["to"] = since
        try:
            answer = await wire.ask("GET", f"rooms/{part(room)}/messages", query=query)
        except Refused as error:
            return Missed(found[::-1], f"the server does not give its history ({error.code})")
        chunk = answer.get("chunk")
        events = [one for one in chunk if isinstance(one, dict)] if isinstance(chunk, list) else []
        for event in events:
            found.append(event)
            if stop(event):
                return Missed(found[::-1])
        end = answer.get("end")
        if not isinstance(end, str) or end == start:
            return Missed(found[::-1])
        empty = 0 if events else empty + 1
        if empty >= EMPTY_PAGES:
            return Missed(found[::-1], "the server gives no more of its history")
        start = end
    if start is None:
        return Missed(found[::-1], "the server does not say where its history goes on")
    when = moment(found[-1].get("origin_server_ts")) if found else None
    return Missed(found[::-1], f"more than {at_most} messages; none is read from before {when or 'then'}")
