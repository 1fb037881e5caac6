"""What passes between a feed and a live fight: what came in, as the service gave it, and what is to go out.

Values only. A feed (IRC, Matrix, AIM, standard input) makes `Incoming` and carries `Outgoing` away; the
session between them knows no service, and the journal keeps both.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from calledshot.transcript.event import Event

What = Literal["event", "edit", "deletion", "unreadable", "gap", "members", "tick"]


class Incoming(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a service told us.

    `what`: "event" (somebody said or did `event`), "edit" (`event` holds the new words of the message
    `about`), "deletion" (message `about` was taken back by `event.speaker`), "unreadable" (a message that
    could not be decrypted, yet; an "event" with the same id may follow), "gap" (we were away and the service
    cannot say what we missed; `event.text` says since when, in words), "members" (who is in the room now, in
    `members`), "tick" (time has passed: `event.at`).

    `event.speaker` is the address by which the service knows him now (a nick, a Matrix user id, a screen
    name), `event.id` the service's own id of the message, `event.room` the room, `event.to` whom a whisper
    was sent to. `account` is what the service itself vouches for ("irc:alice", "matrix:@alice:host",
    "aim:aliceaim"), None where it vouches for nothing; `host` is the user@host of an old IRC server.
    `replayed`: it came out of a history, not as it was said. `own`: our own line, come back; `key` then is
    the outbox key, where it is known. `bot`: the speaker is known to be a bot or a service. `shown`: what a
    service shows his name as, where he may choose that freely (Matrix): it proves nothing.
    """

    what: What = "event"
    event: Event
    account: str | None = None
    host: str | None = None
    about: str | None = None
    members: tuple[str, ...] = ()
    replayed: bool = False
    own: bool = False
    key: str | None = None
    bot: bool = False
    shown: str | None = None


class Outgoing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line to say: `to` is the address of one person, None for the room. `notice`: said as a notice
    (IRC NOTICE, m.notice), which no other bot reacts to. `key` is its idempotency key, unique in a journal;
    it is given by the journal. `secret`: it holds what only `to` may know, and no log may hold its text.
    `account`: what the service must vouch for about `to` when the line is handed over, in the form of
    `Incoming.account`; a feed that can tell finds him under another address, or holds the line until he is
    there, rather than say it to whoever has his nick now."""

    text: str
    to: str | None = None
    room: str | None = None
    notice: bool = False
    in_reply_to: str | None = None
    secret: bool = False
    account: str | None = None
    key: str = ""


_IN = msgspec.json.Decoder(Incoming)
_OUT = msgspec.json.Decoder(Outgoing)


def encode(message: Incoming | Outgoing) -> bytes:
    """One message as JSON, without what is at its default."""
    return msgspec.json.encode(message)


def incoming(data: bytes | str) -> Incoming:
    """What `encode` made of an Incoming. Raises msgspec.MsgspecError where it is none."""
    return _IN.decode(data)


def outgoing(data: bytes | str) -> Outgoing:
    """What `encode` made of an Outgoing. Raises msgspec.MsgspecError where it is none."""
    return _OUT.decode(data)
