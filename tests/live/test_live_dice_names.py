"""Whom a dice bot means: by an address, or by what stands before the server where only one is called so."""

from __future__ import annotations

from calledshot.live.messages import Incoming
from calledshot.live.people import People
from calledshot.transcript.event import Event


def people(*addresses: str, accounts: dict[str, str] | None = None) -> People:
    found = People({}, accounts or {})
    for address in addresses:
        event = Event(kind="say", speaker=address, room="!r:test.local", text="evening")
        found.met(Incoming(event=event, account=f"matrix:{address}"))
    return found


def test_by_the_address_and_by_the_local_part() -> None:
    known = people("@torv:test.local", "@mira:test.local")
    for name in ("@mira:test.local", "mira", "Mira"):
        person = known.meant(name)
        assert person is not None and person.address == "@mira:test.local"


def test_a_local_part_that_two_have_is_nobodys() -> None:
    known = people("@torv:test.local", "@torv:other.example", accounts={"matrix:@torv:test.local": "Kay"})
    assert known.meant("torv") is None
    kay = known.meant("@torv:test.local")
    assert kay is not None and kay.name == "Kay"


def test_who_has_the_name_of_another_is_not_meant_by_it() -> None:
    known = people("@torv:test.local", "@torv:other.example")
    person = known.meant("torv")
    assert person is not None and person.address == "@torv:test.local"


def test_an_unknown_name_is_nobody() -> None:
    assert people("@torv:test.local").meant("tor") is None
