"""`live.toml` of a campaign folder: where to connect, who the PGM is, how to behave; and the passwords.

Values only: nothing is connected here. Every mistake is reported at once, with line and key, as for the rest
of a campaign. Passwords are never in the file: they come from the environment, or from a file that nobody
else may read, and are wrapped so that no message or log can show them.
"""

from __future__ import annotations

import hmac
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from calledshot.campaign.faults import Fault, faults
from calledshot.campaign.files import Folder, Place, Problem, read_toml
from calledshot.campaign.lines import Path as Keys
from calledshot.errors import CampaignError

FILE = "live.toml"
JOURNAL_VARIABLE = "CALLEDSHOT_JOURNAL"

Mode = Literal["watch", "suggest", "auto"]
Port = Annotated[int, Meta(ge=1, le=65535)]
Seconds = Annotated[float, Meta(ge=0.05, le=86400)]


class IrcConfig(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """`[irc]`. `sasl` "plain" logs in as `account` (the nick where it is left out) with the password,
    "external" with `certificate` (a PEM file with its key); "off" needs neither. `ca_file` is trusted beside
    what the system trusts. `keys`: room → the key to join it. Where somebody else has our nick, `reclaim`
    asks `services` for it ("GHOST nick" or "REGAIN nick", as they know it; never a password). `burst` lines
    may go out at once, then `rate` a second; `bytes_burst` and `bytes_rate` bound their bytes likewise.
    `ping` seconds of silence are answered by a ping of ours, and a connection silent for twice as long is
    dead; between tries to connect we wait at most `retry_at_most` seconds. Relative paths begin at the
    campaign folder."""

    host: str
    port: Port = 6697
    tls: bool = True
    ca_file: str | None = None
    nick: str | None = None
    username: str | None = None
    realname: str | None = None
    rooms: list[str] = []
    keys: dict[str, str] = {}
    sasl: Literal["off", "plain", "external"] = "off"
    account: str | None = None
    certificate: str | None = None
    password_file: str | None = None
    server_password_file: str | None = None
    reclaim: Literal["off", "ghost", "regain"] = "off"
    services: str = "NickServ"
    burst: Annotated[int, Meta(ge=1, le=100)] = 5
    rate: Annotated[float, Meta(ge=0.05, le=100)] = 1.0
    bytes_burst: Annotated[int, Meta(ge=512, le=1_000_000)] = 2048
    bytes_rate: Annotated[float, Meta(ge=50, le=1_000_000)] = 800.0
    ping: Seconds = 60.0
    retry_at_most: Seconds = 300.0


class MatrixConfig(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """`[matrix]`. `rooms` are ids ("!id:server") or aliases ("#name:server"). `device` is the id of the
    device that an access token belongs to, or the name of the one that logging in makes. `encrypted`: rooms
    may be, and the keys are kept in `store`, a folder."""

    homeserver: str
    user: str
    rooms: list[str] = []
    device: str | None = None
    encrypted: bool = False
    store: str = "state/matrix"
    password_file: str | None = None
    token_file: str | None = None
    backfill: Annotated[int, Meta(ge=1, le=100_000)] = 5000
    retry_at_most: Seconds = 300.0


class AimConfig(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """`[aim]`, a TOC server. `exchange` is the number of the family of chat rooms. `encoding`: what the old
    clients in the room write."""

    host: str
    port: Port = 9898
    screen_name: str
    rooms: list[str] = []
    exchange: Annotated[int, Meta(ge=1, le=100)] = 4
    encoding: str = "utf-8"
    password_file: str | None = None
    burst: Annotated[int, Meta(ge=1, le=100)] = 4
    rate: Annotated[float, Meta(ge=0.05, le=100)] = 1.0
    ping: Seconds = 60.0
    retry_at_most: Seconds = 300.0


class RoomConfig(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """`[rooms.NAME]`: what is otherwise in one room. None: as in the rest of the file."""

    mode: Mode | None = None
    room_notices: bool | None = None


class Modes(Struct, frozen=True, forbid_unknown_fields=True):
    """The mode that rooms begin in, and those of rooms that begin otherwise."""

    mode: Mode
    rooms: dict[str, Mode] = {}


class LiveConfig(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """All of `live.toml`. `pgm` maps a game master's name to what his service vouches for ("irc:account",
    "matrix:@user:server", "aim:screenname", or "host:user@host" with `*` in it for a server that has no
    accounts), one or several; `accounts` does so for players, the other way round. `dice`: whether rolls
    are asked of us, "fair" with a commitment that everybody may check. `room_notices`: rulings are said as
    notices, which no other bot answers. `journal_sync` "full" waits for the disk at every step, so that not
    even a power cut loses one (live.store says what one may lose otherwise)."""

    mode: Mode = "suggest"
    nick: str = "calledshot"
    journal: str = "state/journal.db"
    journal_sync: Literal["normal", "full"] = "normal"
    dice: Literal["off", "plain", "fair"] = "off"
    commit_moves: bool = False
    blind_pgm: bool = False
    room_notices: bool = True
    trusted_bots: list[str] = []
    pgm: dict[str, str | list[str]] = {}
    accounts: dict[str, str] = {}
    rooms: dict[str, RoomConfig] = {}
    irc: IrcConfig | None = None
    matrix: MatrixConfig | None = None
    aim: AimConfig | None = None

    def room(self, name: str) -> RoomConfig:
        """What is otherwise in a room; services do not tell `#Parlour` from `#parlour`."""
        folded = name.casefold()
        return next((own for room, own in self.rooms.items() if room.casefold() == folded), RoomConfig())

    def mode_of(self, room: str) -> Mode:
        """The mode a room begins in."""
        return self.room(room).mode or self.mode

    def modes(self) -> Modes:
        return Modes(self.mode, {room: own.mode for room, own in self.rooms.items() if own.mode is not None})

    def with_modes(self, modes: Modes) -> LiveConfig:
        """The same with these modes in the place of its own."""
        names = dict.fromkeys((*self.rooms, *modes.rooms))
        rooms = {
            name: replace(self.rooms.get(name, RoomConfig()), mode=modes.rooms.get(name)) for name in names
        }
        return replace(self, mode=modes.mode, rooms=rooms)

    def own_names(self) -> tuple[str, ...]:
        """What the helper is called, on any service."""
        names = [self.nick]
        names += [one.nick for one in (self.irc,) if one is not None and one.nick is not None]
        names += [one.user.removeprefix("@").partition(":")[0] for one in (self.matrix,) if one is not None]
        names += [one.screen_name for one in (self.aim,) if one is not None]
        return tuple(dict.fromkeys(filter(None, names)))

    def masters(self) -> dict[str, tuple[str, ...]]:
        """Every game master's identities."""
        return {name: (one,) if isinstance(one, str) else tuple(one) for name, one in self.pgm.items()}


class Secret:
    """A password or token. Only `reveal` gives it away; printing, logging and pickling do not."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"

    def __str__(self) -> str:
        return "…"

    def __format__(self, spec: str) -> str:
        return "…"

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._value.encode(), other._value.encode())

    __hash__ = None  # type: ignore[assignment]  # a table of secrets would be one more place to leak from

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")


class Secrets(Struct, kw_only=True, frozen=True):
    """What the services want to know. None: nobody has said."""

    irc_password: Secret | None = None
    irc_server_password: Secret | None = None
    matrix_password: Secret | None = None
    matrix_token: Secret | None = None
    aim_password: Secret | None = None


SOURCES: Mapping[str, tuple[str, str, str]] = {
    "irc_password": ("CALLEDSHOT_IRC_PASSWORD", "irc", "password_file"),
    "irc_server_password": ("CALLEDSHOT_IRC_SERVER_PASSWORD", "irc", "server_password_file"),
    "matrix_password": ("CALLEDSHOT_MATRIX_PASSWORD", "matrix", "password_file"),
    "matrix_token": ("CALLEDSHOT_MATRIX_TOKEN", "matrix", "token_file"),
    "aim_password": ("CALLEDSHOT_AIM_PASSWORD", "aim", "password_file"),
}
"""Secret → environment variable, section and key of a file that holds it. The variable is asked first."""


# -- reading --------------------------------------------------------------------------------------------


def load_live(campaign: Path | str) -> LiveConfig:
    """A campaign's `live.toml`. Raises CampaignError with every mistake found, each with line and key."""
    folder = Folder(Path(campaign))
    path = folder.path / FILE
    if not folder.path.is_dir():
        raise CampaignError(
            f"{folder.path}: no such campaign folder; `calledshot campaign new {folder.path}` starts one"
        )
    if not path.exists():
        raise CampaignError(
            f"{path}: there is no such file; it says where to connect and who the game master is, and "
            "docs/live.md shows one"
        )
    read = read_toml(folder, path)
    if read is not None:
        folder.tables.update(read[0])
        folder.places[()] = Place(FILE, read[1])
    problems = list(folder.problems)
    problems += [folder.problem(one.path, one.message) for one in _advised(faults(folder.tables, LiveConfig))]
    config = None
    if not problems:
        config = msgspec.convert(folder.tables, LiveConfig)
        problems = [folder.problem(keys, message) for keys, message in _mistakes(config)]
        problems += _journal_password(folder, config, path)
    if config is None or problems:
        raise _error(path, problems)
    return config


def secrets(config: LiveConfig, campaign: Path | str, environ: Mapping[str, str] | None = None) -> Secrets:
    """The passwords, from the environment or the files that `config` names.

    Raises CampaignError for a file that is missing, empty, or that others may read."""
    environ = os.environ if environ is None else environ
    found: dict[str, Secret] = {}
    for name, (variable, section, key) in SOURCES.items():
        if environ.get(variable):
            found[name] = Secret(environ[variable])
            continue
        file = getattr(getattr(config, section), key, None)
        if file is not None:
            found[name] = read_secret(Path(campaign) / file)
    return Secrets(**found)


def read_secret(path: Path) -> Secret:
    """The first line of a file that nobody else may read. Raises CampaignError."""
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())  # of what is read, not of what stood there before
            if not stat.S_ISREG(state.st_mode):
                raise CampaignError(f"{path}: not a file that a password could be in")
            if os.name == "posix" and stat.S_IMODE(state.st_mode) & 0o077:
                raise CampaignError(
                    f"{path}: others may read it (mode {stat.S_IMODE(state.st_mode):04o}): chmod 600 {path}"
                )
            data = file.read(10_000)
    except FileNotFoundError:
        raise CampaignError(
            f"{path}: there is no such file; its first line is to be the password, and nobody else may read "
            f"it (chmod 600)"
        ) from None
    except OSError as error:
        raise CampaignError(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        value = (data.decode("utf-8").splitlines() or [""])[0].strip()
    except UnicodeDecodeError:
        raise CampaignError(f"{path}: not UTF-8") from None
    if not value:
        raise CampaignError(f"{path}: the first line is to be the password, and it is empty")
    return Secret(value)


def journal_of(
    config: LiveConfig | None,
    campaign: Path | str,
    given: str | None = None,
    environ: Mapping[str, str] | None = None,
) -> str:
    """Where the journal is, as a path or URL: as `given` on the command line (a path there begins where one
    stands), else by the environment, else by the file, beginning at the campaign folder."""
    environ = os.environ if environ is None else environ
    chosen = given or environ.get(JOURNAL_VARIABLE)
    if chosen:
        return chosen
    named = config.journal if config is not None else "state/journal.db"
    return named if "://" in named else str(Path(campaign) / named)


# -- what no type says ----------------------------------------------------------------------------------

KNOWN_VOUCHERS = ("irc", "matrix", "aim", "host")
SHOWN = 40  # characters of a wrong value that a message quotes


def _mistakes(config: LiveConfig) -> Iterator[tuple[Keys, str]]:
    yield from _word(("nick",), config.nick, "a nick")
    for name, identities in config.masters().items():
        if not name.strip():
            yield ("pgm", name), "a game master needs a name"
        if not identities:
            yield ("pgm", name), "no identity is named"
        for place, identity in enumerate(identities):
            where: Keys = ("pgm", name) if isinstance(config.pgm[name], str) else ("pgm", name, place)
            yield from _identity(where, identity)
    for identity in config.accounts:
        yield from _identity(("accounts", identity), identity)
    if config.irc is not None:
        yield from _irc(config.irc)
    if config.matrix is not None:
        yield from _matrix(config.matrix)
    if config.aim is not None:
        yield from _aim(config.aim)


def _irc(irc: IrcConfig) -> Iterator[tuple[Keys, str]]:
    yield from _word(("irc", "host"), irc.host, "a host")
    for key in ("nick", "username", "account", "services"):
        value = getattr(irc, key)
        if value is not None:
            yield from _word(("irc", key), value, "a name")
    yield from _clean(("irc", "realname"), irc.realname or "")
    for place, room in enumerate(irc.rooms):
        if not room.startswith(("#", "&", "+", "!")) or not _is_word(room) or "," in room:
            like = room if room and _is_word(room) and "," not in room else "name"
            yield ("irc", "rooms", place), f'a room is written as "#{like[:SHOWN]}"'
    for room, key in irc.keys.items():
        if not _is_word(key) or "," in key:
            yield ("irc", "keys", room), "a room's key has neither spaces nor commas"
    unused = [key for key in ("account", "certificate", "password_file") if getattr(irc, key) is not None]
    if irc.sasl == "off" and unused:
        wanted = "external" if unused == ["certificate"] else "plain"
        yield ("irc", unused[0]), f'is for logging in, and sasl is "off": sasl = "{wanted}" logs in'
    if irc.sasl == "external" and irc.certificate is None:
        yield ("irc", "sasl"), '"external" needs certificate, a PEM file with its key'
    if irc.sasl == "external" and not irc.tls:
        yield ("irc", "sasl"), '"external" needs tls = true'


def _matrix(matrix: MatrixConfig) -> Iterator[tuple[Keys, str]]:
    scheme, _, server = matrix.homeserver.partition("://")
    if scheme not in ("http", "https") or not server or not _is_word(matrix.homeserver):
        yield ("matrix", "homeserver"), "expected the address of its client API, with https"
    if not matrix.user.startswith("@") or ":" not in matrix.user or not _is_word(matrix.user):
        yield ("matrix", "user"), 'a user is written as "@name:server"'
    for place, room in enumerate(matrix.rooms):
        if not room.startswith(("!", "#")) or not _is_word(room):
            yield ("matrix", "rooms", place), 'a room is written as "!id:server" or "#name:server"'


def _aim(aim: AimConfig) -> Iterator[tuple[Keys, str]]:
    yield from _word(("aim", "host"), aim.host, "a host")
    for keys, value in ((("aim", "screen_name"), aim.screen_name),):
        yield from _clean(keys, value)
        if not value.strip():
            yield keys, "a screen name is needed"
    for place, room in enumerate(aim.rooms):
        yield from _clean(("aim", "rooms", place), room)
        if not room.strip():
            yield ("aim", "rooms", place), "a room needs a name"
    try:
        "".encode(aim.encoding)
    except (LookupError, ValueError):
        yield ("aim", "encoding"), "no such encoding: expected utf-8, cp1252 or another that Python knows"


def _identity(keys: Keys, identity: str) -> Iterator[tuple[Keys, str]]:
    """What a service vouches for. A pattern of hosts must hold more than wildcards: it is a right."""
    voucher, colon, rest = identity.partition(":")
    if not colon or voucher not in KNOWN_VOUCHERS or not rest.strip():
        message = 'expected "irc:account", "matrix:@user:server", "aim:screenname" or "host:user@host"'
        if keys[1] in LiveConfig.__struct_fields__:
            message += "; a setting stands above the first [section]"
        yield keys, message
        return
    if voucher != "aim" and not _is_word(rest):
        yield keys, f"{voucher}: is followed by one word"
    if voucher == "matrix" and not (rest.startswith("@") and ":" in rest):
        yield keys, 'a Matrix user is written as "matrix:@name:server"'
    if voucher == "host":
        host = rest.rpartition("@")[2]
        if "@" not in rest or sum(char.isalnum() for char in host) < 2:
            yield keys, 'a pattern is written as "host:user@host" and must not fit everybody\'s host'


def _word(keys: Keys, value: str, what: str) -> Iterator[tuple[Keys, str]]:
    if not value or not _is_word(value):
        yield keys, f"{what} has no spaces and is not empty"


def _clean(keys: Keys, value: str) -> Iterator[tuple[Keys, str]]:
    if not value.isprintable():
        yield keys, "has characters in it that cannot be printed"


def _is_word(value: str) -> bool:
    return value.isprintable() and " " not in value


def _journal_password(folder: Folder, config: LiveConfig, path: Path) -> Iterator[Problem]:
    """A URL with a password makes live.toml a file of secrets, to be kept as one."""
    server, _, place = config.journal.partition("://")[2].rpartition("@")
    if place and ":" in server and os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield folder.problem(
            ("journal",),
            f"holds a password, and others may read this file: set {JOURNAL_VARIABLE}, or chmod 600 {path}",
        )


def _advised(found: Iterator[Fault]) -> Iterator[Fault]:
    """Faults, with better advice where a password was written into the file, or a key stands in the section
    of something else, as happens where one is added at the end of the file."""
    sections = {"irc": IrcConfig, "matrix": MatrixConfig, "aim": AimConfig}
    for fault in found:
        key = str(fault.path[-1]) if fault.path else ""
        unknown, message = fault.message.startswith("there is no key"), fault.message
        homes = [name for name, type_ in sections.items() if key in type_.__struct_fields__]
        if unknown and any(one in key.casefold() for one in ("password", "token")):
            message = "passwords are not written here: name a file (password_file), or set the environment"
            if key in ("password_file", "server_password_file", "token_file"):
                message = _belongs(homes)
        elif len(fault.path) == 1 and unknown and homes:
            message = _belongs(homes)
        elif len(fault.path) > 1 and key in LiveConfig.__struct_fields__ and key not in sections:
            if unknown:
                message = "is a setting for everything: it stands above the first [section]"
            elif fault.path[0] in ("pgm", "accounts"):
                message += "; a setting stands above the first [section]"
        yield Fault(fault.path, message)


def _belongs(homes: list[str]) -> str:
    return f"stands in a section: {' or '.join(f'[{name}]' for name in homes)}"


def _error(path: Path, problems: list[Problem]) -> CampaignError:
    ordered = sorted(problems, key=lambda problem: (problem.line or 0, problem.field))
    lines = tuple(dict.fromkeys(str(problem) for problem in ordered))
    if len(lines) == 1:
        return CampaignError(f"{path.parent}: {lines[0]}", lines)
    return CampaignError(f"{path.parent}: {len(lines)} mistakes in {FILE}, the first: {lines[0]}", lines)
