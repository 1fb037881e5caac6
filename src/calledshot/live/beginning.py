"""What of live.toml a journal is played by: as it stood when the journal was begun, and what has been changed
since, from when on.

A journal played again under other settings would not be the fight that was played. So those that a ruling can
rest on stay as they were; a change of modes is a message like any other, written down where it came.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calledshot.live.config import LiveConfig, Modes
from calledshot.live.hub import Hub
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.journal import Begun, SqlJournal

log = logging.getLogger("calledshot.live")
NAME = "live"
"""The key of what is kept, among the options that a journal was begun with."""
MODES = "modes"
"""The key, in the journal, of the modes that live.toml named at the last start."""


class Kept(Struct, frozen=True, kw_only=True):
    """The settings that stay as they were. Names of people and bots may change: what is new in them holds for
    what was said before too, as who ran the fight will want it."""

    modes: Modes
    dice: Literal["off", "plain", "fair"] = "off"
    commit_moves: bool = False
    blind_pgm: bool = False


def kept(config: LiveConfig) -> dict[str, Any]:
    """What is kept of a configuration, as plain tables."""
    made: dict[str, Any] = msgspec.to_builtins(
        Kept(
            modes=config.modes(),
            dice=config.dice,
            commit_moves=config.commit_moves,
            blind_pgm=config.blind_pgm,
        )
    )
    return made


def as_begun(config: LiveConfig, begun: Begun | None) -> LiveConfig:
    """The configuration under which a journal is to be played from its beginning."""
    stored = begun.options.get(NAME) if begun is not None else None
    if stored is None:
        return config
    first = msgspec.convert(stored, Kept)
    waits = [
        key for key in ("dice", "commit_moves", "blind_pgm") if getattr(first, key) != getattr(config, key)
    ]
    if waits:
        log.warning(
            "live.toml has changed since this journal was begun; that waits for a new journal",
            extra={"keys": waits},
        )
    return replace(
        config.with_modes(first.modes),
        dice=first.dice,
        commit_moves=first.commit_moves,
        blind_pgm=first.blind_pgm,
    )


def take_up(hub: Hub, config: LiveConfig, journal: SqlJournal) -> None:
    """Bring the fights to where the journal is, and tell them of modes that whoever runs us has changed since
    the last start. A mode that a game master has changed in play stays where live.toml has not changed."""
    hub.restore()
    wanted = msgspec.json.encode(config.modes()).decode()
    before = journal.store.get(MODES)
    if before is None and journal.begun is not None and NAME in journal.begun.options:
        first = msgspec.convert(journal.begun.options[NAME], Kept)
        before = msgspec.json.encode(first.modes).decode()
    if before is not None and before != wanted:
        event = Event(kind="command", at=hub.clock(), text=wanted, trust="server")
        hub.heard(Incoming(event=event, own=True))
    if before != wanted:
        journal.store.put(MODES, wanted)
