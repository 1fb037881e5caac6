"""Puts a live helper together and runs it: campaign, live.toml, journal, rooms, feed, log, signals.

Everything is checked before anything is connected. What each part does is its own; the words of the command
line are `cli.live`'s.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from calledshot.errors import CalledshotError, CampaignError, UsageError
from calledshot.live import logs
from calledshot.live.beginning import NAME, as_begun, kept, take_up
from calledshot.live.config import LiveConfig, Mode, Secrets, journal_of, load_live, secrets
from calledshot.live.hub import Feed, Hub, where
from calledshot.live.messages import Outgoing
from calledshot.live.remarks import people, remarks

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.live.journal import SqlJournal
    from calledshot.live.status import Status
    from calledshot.live.table import Table

log = logging.getLogger("calledshot.live")

MODES = ("watch", "suggest", "auto")
STORE = "calledshot.live.store"
"""Imported before all else that needs a database: it says what to install where that is missing."""
MEMORY = "sqlite://"
"""The journal of a dry run that names none: nothing is said, so nothing need be remembered."""


class Wanted(Struct, frozen=True, kw_only=True):
    """What the command line asked for."""

    campaign: Path
    mode: str | None = None
    dry_run: bool = False
    journal: str | None = None
    log_level: str = "info"
    log_file: Path | None = None


def run(name: str, wanted: Wanted) -> int:
    """A feed until it is told to stop. Raises CalledshotError and nothing else: the words of any other error
    might be somebody's secret."""
    from calledshot.auditing import plugin_readers, prepare

    config = configured(wanted)
    if getattr(config, name) is None:
        raise UsageError(
            f"{wanted.campaign / 'live.toml'}: has no section [{name}], which says where to connect; "
            "docs/live.md shows one"
        )
    config = replace(config, nick=_own_name(name, config))
    ready = prepare(wanted.campaign)
    plugin_readers()
    odd = [*remarks(name, config, people(ready.campaign), os.environ)]
    known = secrets(config, wanted.campaign)
    end_log = logs.start(wanted.log_level, wanted.log_file, known)
    try:
        for one in odd:
            log.warning("live.toml: %s", one)
        return asyncio.run(_serve(name, wanted, config, ready, known))
    except (CalledshotError, KeyboardInterrupt):
        raise
    except Exception as error:
        log.critical("stopped by an error of our own", exc_info=True)
        raise CalledshotError(
            f"live {name}: stopped by an error in calledshot itself, {where(error)}; the journal holds all "
            "that was heard, and it goes on from there when it is started again"
        ) from None
    finally:
        end_log()


def configured(wanted: Wanted) -> LiveConfig:
    """live.toml, with the mode that was asked for, in every room."""
    config = load_live(wanted.campaign)
    if wanted.mode is None:
        return config
    if wanted.mode not in MODES:
        raise UsageError(f"live: --mode {wanted.mode}: choose one of {', '.join(MODES)}")
    mode: Mode = wanted.mode  # type: ignore[assignment]
    rooms = {room: replace(one, mode=None) for room, one in config.rooms.items()}
    return replace(config, mode=mode, rooms=rooms)


def _own_name(name: str, config: LiveConfig) -> str:
    """What we are called on a service, which nobody else may be."""
    if name == "irc" and config.irc is not None:
        return config.irc.nick or config.nick
    return config.aim.screen_name if name == "aim" and config.aim is not None else config.nick


async def _serve(name: str, wanted: Wanted, config: LiveConfig, ready: Ready, known: Secrets) -> int:
    from calledshot.live.rooms import Rooms

    journal = open_journal(wanted, config, ready)
    try:
        played = as_begun(config, journal.begun)
        hub = Hub(
            Rooms(ready, played, key=journal.key),
            journal,
            feed(name, config, known, wanted.campaign),
            dry_run=(shown_blind if played.blind_pgm else shown) if wanted.dry_run else None,
        )
        take_up(hub, config, journal)
        with suppress(asyncio.CancelledError):
            await until_told(hub)
        log.info("stopped", extra={"feed": name, "unsaid": len(journal.waiting())})
    finally:
        journal.close()
    return 0


async def until_told(hub: Hub) -> None:
    """Run until a signal; a second one does not wait for a feed's goodbye."""
    running = asyncio.create_task(hub.run(), name="hub")
    stopping: list[asyncio.Task[None]] = []

    def told() -> None:
        if stopping:
            running.cancel()
        else:
            stopping.append(asyncio.create_task(hub.stop(), name="stop"))

    restore = _on_signals(told)
    try:
        await running
    finally:
        restore()
        for task in stopping:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def _on_signals(told: Callable[[], None]) -> Callable[[], None]:
    """Have signals end us in good order, the closing of our terminal among them, unless we were started to
    outlive it (nohup); returns what undoes it."""
    loop = asyncio.get_running_loop()
    undo = ExitStack()
    ending = [signal.SIGTERM, signal.SIGINT]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        ending.append(signal.SIGHUP)
    for one in ending:
        if sys.platform == "win32":  # loops have no signal handlers there
            before = signal.signal(one, lambda *_: loop.call_soon_threadsafe(told))
            undo.callback(signal.signal, one, before)
        else:
            loop.add_signal_handler(one, told)
            undo.callback(loop.remove_signal_handler, one)
    return undo.close


def open_journal(wanted: Wanted, config: LiveConfig, ready: Ready) -> SqlJournal:
    """The journal that was asked for, to be written. Raises JournalError where other rules began it."""
    import_module(STORE)
    from calledshot.live.journal import Begun, SqlJournal
    from calledshot.live.store import JournalError

    campaign = ready.campaign
    begun = Begun(
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        campaign=str(wanted.campaign.resolve()),
        ruleset=ready.ruleset.name,
        options={
            "pgm": list(config.masters()),
            "system": campaign.system,
            "by_the_book": False,
            NAME: kept(config),
        },
    )
    if wanted.dry_run and wanted.journal is None:
        return SqlJournal(MEMORY, begun=begun)
    place = journal_of(config, wanted.campaign, wanted.journal)
    journal = SqlJournal(place, begun=begun, full=config.journal_sync == "full")
    first = journal.begun
    if first is not None and first.campaign not in (None, begun.campaign):
        log.warning(
            "this journal was begun in another campaign folder, and the sheets of this one are taken now: "
            "for another campaign, name another journal",
            extra={"begun_in": first.campaign},
        )
    if first is not None and first.ruleset not in (None, ready.ruleset.name):
        journal.close()
        raise JournalError(
            f"{journal.store.where}: was begun under the rules {first.ruleset}, and this campaign's are "
            f"{ready.ruleset.name}: name another journal"
        )
    return journal


def look(campaign: Path, given: str | None) -> Status:
    """The status of a campaign's journal. The modes, and which rooms are paused, are told where live.toml and
    the campaign are there to play it again with."""
    import_module(STORE)
    from calledshot.live.status import status

    config = None
    with suppress(CampaignError):
        config = load_live(campaign)
    if config is None and given is None and (campaign / "live.toml").exists():
        load_live(campaign)  # which says what is wrong with it, and so where the journal is cannot be known
    place = journal_of(config, campaign, given)
    tables = _tables(place, campaign, config) if config is not None else {}
    modes: dict[str, str] = {room: table.mode for room, table in tables.items()}
    return status(place, modes, [room for room, table in tables.items() if table.paused or table.gap])


def _tables(place: str, campaign: Path, config: LiveConfig) -> dict[str, Table]:
    """How each room stands by what its journal has heard."""
    from calledshot.auditing import plugin_readers, prepare
    from calledshot.live.journal import begun_as, stored
    from calledshot.live.rooms import Rooms
    from calledshot.live.store import Store

    try:
        ready = prepare(campaign)
    except CalledshotError:
        return {}
    plugin_readers()
    store = Store(place, write=False)
    try:
        played = as_begun(config, begun_as(store))
        rooms = Rooms(ready, played, key=bytes.fromhex(store.get("key") or ""))
        for one in stored(store):
            rooms.heard(one.message)
    finally:
        store.close()
    return {table.room: table for table in rooms.tables.values() if table.room is not None}


def feed(name: str, config: LiveConfig, known: Secrets, campaign: Path) -> Feed:
    """The feed of that name; its library is imported here and nowhere before."""
    try:
        made: Feed = _MAKERS[name](config, known, campaign)
    except ImportError as error:
        extra = "e2e" if name == "matrix" and config.matrix and config.matrix.encrypted else name
        extra = extra if name == "matrix" else "live"
        raise UsageError(
            f'live {name}: {error.name or "a library"} is not installed: pip install "calledshot[{extra}]"'
        ) from None
    return made


def _irc(config: LiveConfig, known: Secrets, campaign: Path) -> Any:
    from calledshot.live.irc.feed import IrcFeed

    assert config.irc is not None
    return IrcFeed(
        config.irc,
        password=known.irc_password,
        server_password=known.irc_server_password,
        nick=config.nick,
        folder=campaign,
        masters=_masters(config, "irc:", "host:"),
    )


def _matrix(config: LiveConfig, known: Secrets, campaign: Path) -> Any:
    from calledshot.live.matrix.feed import MatrixFeed

    assert config.matrix is not None
    return MatrixFeed(
        config.matrix,
        password=known.matrix_password,
        token=known.matrix_token,
        folder=campaign,
        pgm=_masters(config, "matrix:"),
    )


def _aim(config: LiveConfig, known: Secrets, campaign: Path) -> Any:
    from calledshot.live.aim.feed import AimFeed

    assert config.aim is not None
    if known.aim_password is None:
        raise UsageError("live aim: no password: set CALLEDSHOT_AIM_PASSWORD, or name password_file in [aim]")
    return AimFeed(config.aim, known.aim_password, masters=_masters(config, "aim:"))


_MAKERS: dict[str, Callable[[LiveConfig, Secrets, Path], Any]] = {
    "irc": _irc,
    "matrix": _matrix,
    "aim": _aim,
}


def _masters(config: LiveConfig, *vouchers: str) -> tuple[str, ...]:
    """The game masters' identities that a service can vouch for."""
    return tuple(one for ids in config.masters().values() for one in ids if one.startswith(vouchers))


def shown(line: Outgoing) -> None:
    """A line of a dry run, on standard output, escaped for a terminal."""
    from calledshot.transcript.controls import visible

    whom = line.to if line.to is not None else line.room or "the room"
    print(f"→ {visible(whom)}   {visible(line.text)}", flush=True)


def shown_blind(line: Outgoing) -> None:
    """The same where the game master is not to see what players send: he may well watch the dry run."""
    shown(replace(line, text=f"({len(line.text)} characters in private)") if line.secret else line)
