"""What in live.toml is no mistake by itself and hardly what was meant: told in the log when a helper starts.

What cannot work at all is refused instead (live.config); nothing here is about anybody's words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from calledshot.campaign import Campaign, fold
from calledshot.campaign.faults import nearest
from calledshot.errors import UsageError
from calledshot.live.config import SOURCES, LiveConfig

VOUCHERS = {"irc": ("irc:", "host:"), "matrix": ("matrix:",), "aim": ("aim:",)}
"""Service → what its people's identities begin with."""


def people(campaign: Campaign) -> Collection[str]:
    """Everybody's names in a campaign, as far as it has sheets at all."""
    if not campaign.sheets:
        return ()
    return {*campaign.sheets, *campaign.names, *campaign.names.values(), *campaign.pgm}


def remarks(
    name: str, config: LiveConfig, known: Collection[str], environ: Mapping[str, str]
) -> Iterator[str]:
    """For the service `name`, in a campaign whose people are `known`. Raises UsageError where it could never
    be in any room."""
    masters = [one for ids in config.masters().values() for one in ids]
    here = [one for one in masters if one.startswith(VOUCHERS[name])]
    rooms = getattr(config, name).rooms
    if not rooms and not here:
        raise UsageError(f'live {name}: no room to join: rooms = ["…"] in [{name}] of live.toml names them')
    if not rooms:
        yield f"[{name}] names no rooms: it waits until a game master invites it"
    if masters and not here:
        yield f"[pgm] names nobody on this service: it says how, as {VOUCHERS[name][0]}…"
    for room in config.rooms:
        if rooms and fold(room) not in {fold(one) for one in rooms}:
            near = nearest(room, rooms).partition("; there is")[0]
            if near:
                yield f"[rooms.{room!r}] is none of the rooms in [{name}]{near}"
    folded = {fold(one) for one in known}
    for identity, who in config.accounts.items():
        if known and fold(who) not in folded:
            near = nearest(who, sorted(known)).partition("; there is")[0]
            yield f"[accounts] {identity} is {who!r}, whom the campaign does not know{near}"
    bots = config.trusted_bots
    if name == "matrix" and bots and not any(bot.startswith("@") and ":" in bot for bot in bots):
        yield "trusted_bots names no Matrix ids (@name:server), so that no bot's rolls count"
    irc = config.irc if name == "irc" else None
    if irc is not None and irc.sasl == "off" and environ.get(SOURCES["irc_password"][0]):
        yield f'{SOURCES["irc_password"][0]} is set and sasl is "off": nothing logs in with it'
