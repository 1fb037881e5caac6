"""Who is who in a live room: addresses, accounts and hosts to the stable names a referee knows.

Rights and characters belong to an account (or, where a service has none, to a host); a nick or display name
proves nothing. Pure bookkeeping over what came in: what is said about it, and to whom, is for `table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import TypeVar

from msgspec import Struct, field

from calledshot.campaign import fold
from calledshot.live.messages import Incoming, Outgoing
from calledshot.referee.lookalikes import may_be_read_as, skeleton

Key = TypeVar("Key")
Value = TypeVar("Value")
MOST = 5_000
"""People remembered; a room has dozens, a flood of nicks has no end."""
SHOWN = 40
"""Characters of a nick that are repeated."""


class Person(Struct, kw_only=True, eq=False):
    """Somebody: `name` is how the referee knows him, for good; `address` where he is reached now. `master`:
    the service vouches that he is the game master called `name`. `refused`: nothing of his counts.
    `doubtful`: somebody else may be reading at that address now, so nothing is sent there until he has shown
    himself again; `backlog` waits for that."""

    name: str
    address: str
    account: str | None = None
    host: str | None = None
    present: bool = True
    master: bool = False
    refused: bool = False
    doubtful: bool = False
    backlog: list[Outgoing] = field(default_factory=list)

    @property
    def reachable(self) -> bool:
        """Whether what is sent to his address now reaches him and nobody else."""
        return self.present and not self.doubtful


class Met(Struct, frozen=True):
    """Whose message it is; None where it counts for nobody. `notices`: what the game master is to be told,
    each a finding's code and words."""

    person: Person | None
    notices: tuple[tuple[str, str], ...] = ()


class People:
    """Everybody that one service has shown. `masters` and `accounts` are as in `live.toml`; `known` are the
    names that nobody may imitate: characters, their screen names, game masters; nor may `bots` be imitated,
    and the `reserved` names nobody may have at all."""

    def __init__(
        self,
        masters: Mapping[str, Iterable[str]],
        accounts: Mapping[str, str],
        known: Iterable[str] = (),
        reserved: Iterable[str] = (),
        bots: Iterable[str] = (),
    ) -> None:
        self._masters = {name: tuple(ids) for name, ids in masters.items()}
        self._accounts = dict(accounts)
        self._owners: dict[str, set[str]] = {}
        for name, ids in self._masters.items():
            self._owners.setdefault(fold(name), set()).update(ids)
        for identity, name in self._accounts.items():
            self._owners.setdefault(fold(name), set()).add(identity)
        self._reserved = {fold(name) for name in reserved}  # nobody may have these
        self._by_account: dict[str, Person] = {}
        self._by_address: dict[str, Person] = {}
        self._by_name: dict[str, Person] = {}
        self._known: dict[str, str] = {}
        self._real: set[str] = set()  # names that are somebody's, folded
        self._sheets: set[str] = set()
        for name in (*known, *self._masters, *self._accounts.values()):
            self.protect(name)
            self._sheets.add(fold(name))
        for name in (*reserved, *bots):
            self.protect(name)
        self._seen: dict[str, tuple[str | None, str | None]] = {}  # address -> account and host last shown
        self._nobody: dict[str, None] = {}  # addresses where somebody is whose words count for nobody
        self._told: dict[tuple[str, ...], None] = {}
        self._bots: dict[str, tuple[str | None, str | None]] = {}
        self.accounts_seen = False

    def everybody(self) -> list[Person]:
        return list(self._by_name.values())

    # -- looking up -----------------------------------------------------------------------------------

    def at(self, address: str | None) -> Person | None:
        """Who is reached there now."""
        return self._by_address.get(_key(address)) if address else None

    def named(self, name: str) -> Person | None:
        """The person whom the referee knows by that name, or who is reached there."""
        return self._by_name.get(fold(name)) or self.at(name)

    def meant(self, name: str) -> Person | None:
        """Whom a dice bot means: by the address, or by what stands in it before the server where that is
        one person's alone."""
        there = self.at(name)
        if there is not None:
            return there
        folded = _key(name)
        alike = [one for one in self._by_name.values() if _key(_local(one.address)) == folded]
        return alike[0] if len(alike) == 1 else None

    def usurped(self, address: str) -> bool:
        """Whether somebody is there now whose words do not count for the one whose name it is."""
        person = self.meant(address)
        return _key(address) in self._nobody or (person is not None and person.doubtful)

    def protect(self, name: str) -> None:
        """Nobody may imitate this name from now on, nor may one who has been here with a name like it."""
        if fold(name) in self._real or len(self._known) >= MOST:
            return
        self._real.add(fold(name))
        real = self._known.setdefault(skeleton(name), name)
        for folded, person in self._by_name.items():
            if folded not in self._real and skeleton(person.name) == skeleton(real):
                person.refused = True

    def alike(self, name: str) -> str | None:
        """Whose name it looks like, of those that nobody may imitate; None where it is that name itself."""
        folded, plain = fold(name), skeleton(name)
        if folded in self._real or not plain:
            return None
        if plain in self._known or plain.isascii():
            return self._known.get(plain)
        return next((real for known, real in self._known.items() if may_be_read_as(plain, known)), None)

    # -- what comes in --------------------------------------------------------------------------------

    def met(self, message: Incoming, *, acts: bool = True) -> Met:
        """Whose message this is, by what the service vouches for. `acts`: he says or does something; one who
        only comes in may still log in."""
        if not acts:
            told = dict(self._told)
            met = self.met(message)
            self._told = told
            return Met(met.person)
        met = self._met(message)
        address = _key(message.event.speaker)
        if met.person is not None:
            self._nobody.pop(address, None)
        elif address:
            _keep(self._nobody, address, None)
        imitated = self._imitated(message, met.person) if message.shown else ()
        return Met(met.person, (*met.notices, *imitated)) if imitated else met

    def _imitated(self, message: Incoming, person: Person | None) -> tuple[tuple[str, str], ...]:
        """A name that anybody may show (a Matrix display name), where it is another's: it gives no rights,
        but a reader may be taken in."""
        shown, address = message.shown or "", message.event.speaker or ""
        folded = fold(shown)
        own = fold(person.name) if person is not None else None
        name = shown if folded in self._real else self.alike(shown)
        other = self._by_name.get(folded)
        if name is not None and fold(name) != own and skeleton(name) != skeleton(own or ""):
            who = "I am" if fold(name) in self._reserved else f"{show(name)} is"
            said = f"{show(address)} shows the name {show(shown)}; he is not who {who}, and counts as himself"
        elif other is not None and other is not person:
            said = f"{show(address)} shows the name {show(shown)}, which is another's; he is himself"
        else:
            return ()
        return self.once("ID-1", said, address, shown)

    def _met(self, message: Incoming) -> Met:
        address = (message.event.speaker or "").strip()
        if not address:
            return Met(None)
        account, host = message.account, message.host
        self.accounts_seen = self.accounts_seen or account is not None
        _keep(self._seen, _key(address), (account, host))
        owner = self._owner(account, host)
        if owner is not None:
            return self._owned(owner, address, account, host)
        if account is not None:
            return self._vouched(account, address, host)
        return self._unvouched(message, address, host)

    def _owned(self, owner: tuple[str, bool], address: str, account: str | None, host: str | None) -> Met:
        """One whom the configuration knows by his account or host."""
        name, master = owner
        person = self._by_name.get(fold(name))
        if person is None:
            person = Person(name=name, address=address, account=account, host=host, master=master)
            self._enter(person)
        person.master, person.refused = master, False
        notices = self._under_another(person, address)
        self._move(person, address, account, host)
        return Met(person, notices)

    def _vouched(self, account: str, address: str, host: str | None) -> Met:
        person = self._by_account.get(account)
        if person is None:
            there = self.at(address)
            if there is not None and there.account is None and _same_host(there, host):
                person = there  # he has logged in since
            else:
                return self._new(account, address, host)
        notices = self._under_another(person, address) or self._refusal(person, address)
        self._move(person, address, account, host)
        return Met(None if person.refused else person, notices)

    def _under_another(self, person: Person, address: str) -> tuple[tuple[str, str], ...]:
        """Somebody known who now goes by another's nick, or by one that looks like it: he stays himself, but
        a reader may be taken in."""
        about = (address, person.account or person.name)
        counts = "passed over" if person.refused else f"he counts as {show(person.name)}"
        if self._is_anothers(person, address):
            login = (person.account or "").partition(":")[2]
            who = f"someone logged in as {show(login)}" if login else show(person.name)
            return self.once("ID-5", f"{who} uses the nick {show(address)}; {counts}", *about)
        return self._like_another(person, address)

    def _like_another(self, person: Person, address: str) -> tuple[tuple[str, str], ...]:
        alike = self.alike(_local(address))
        if alike is None or fold(alike) == fold(person.name) or fold(_local(address)) == fold(person.name):
            return ()
        counts = "passed over" if person.refused else f"he counts as {show(person.name)}"
        said = f"{show(address)} looks like {show(alike)} and is not; {counts}"
        return self.once("ID-1", said, address, person.account or person.name)

    def _is_anothers(self, person: Person, address: str) -> bool:
        """Whether an address is somebody else's name, or was where somebody else is reached."""
        folded = fold(_local(address))
        if folded == fold(person.name):
            return False
        for other in (self._by_name.get(folded), self.at(address)):
            if other is not None and other is not person and not other.refused:
                return True
        return folded in self._owners or folded in self._reserved

    def _unvouched(self, message: Incoming, address: str, host: str | None) -> Met:
        person = self.at(address)
        if person is None:
            return self._new(None, address, host)
        if person.account is not None:
            person.doubtful = person.doubtful or not message.replayed
            whose = (person.account or person.name).partition(":")[2] or person.name
            if message.replayed:
                said = (
                    f"a line of {show(address)} out of the history does not carry his account; passed over"
                    f" (`for {person.name}: …` enters it)"
                )
            else:
                said = f"someone not logged in as {show(whose)} uses the nick {show(address)}; passed over"
            return Met(None, self.once("ID-5", said, address))
        if not _same_host(person, host):
            said = (
                f"{show(address)} comes from another host than before; passed over"
                f" (if it is the same one: `{show(address)} is {person.name}`)"
            )
            person.doubtful = True
            return Met(None, self.once("ID-5", said, address, host or ""))
        person.present, person.doubtful = True, False
        person.host = person.host or host
        notices = self._under_another(person, address) or self._refusal(person, address)
        return Met(None if person.refused else person, notices)

    def _new(self, account: str | None, address: str, host: str | None) -> Met:
        """Somebody not seen before, under the name his address and account give."""
        name = self._name(account, address)
        folded = fold(name)
        taken = self._by_name.get(folded)
        owned = folded in self._owners or folded in self._reserved
        if owned or taken is not None:
            if taken is not None and _key(taken.address) == _key(address):
                taken.doubtful = True
            there = taken.account if taken is not None else next(iter(self._owners.get(folded, ())), None)
            if folded in self._reserved and taken is None and not self._owners.get(folded):
                said = f"{show(address)} uses a name that is nobody's to use; passed over"
            elif there is not None and not there.startswith("host:"):
                login = there.partition(":")[2]
                said = f"someone not logged in as {show(login)} uses the nick {show(address)}; passed over"
            else:
                said = (
                    f"somebody else uses the name {show(address)}; passed over"
                    f" (if it is the same one: `{show(address)} is {taken.name if taken else name}`)"
                )
            return Met(None, self.once("ID-5", said, address, account or ""))
        refused = self.alike(name) is not None
        person = Person(name=name, address=address, account=account, host=host, refused=refused)
        self._enter(person)
        self._move(person, address, account, host)
        return Met(None if refused else person, self._refusal(person, address))

    def _refusal(self, person: Person, address: str) -> tuple[tuple[str, str], ...]:
        """What is to be told of one who looks like somebody else, and is not known to be him."""
        alike = self.alike(person.name)
        if not person.refused or alike is None:
            return ()
        said, nick = f"{show(address)} looks like {show(alike)}", quoted(address)
        if fold(alike) in self._reserved:
            said += ", which is my name; passed over"
        else:
            said += " and is not known to be the same; passed over"
            said += f" (if it is: `{nick} is {alike}`; if it is somebody else: `join {nick}`)"
        return self.once("ID-1", said, address, person.account or "")

    def _enter(self, person: Person) -> None:
        """Somebody new. Of too many the first is forgotten whose name is nobody's to imitate."""
        if len(self._by_name) >= MOST:
            old = next((one for folded, one in self._by_name.items() if folded not in self._real), None)
            if old is None:
                return
            del self._by_name[fold(old.name)]
            if self._by_address.get(_key(old.address)) is old:
                del self._by_address[_key(old.address)]
            if old.account is not None and self._by_account.get(old.account) is old:
                del self._by_account[old.account]
        self._by_name[fold(person.name)] = person

    def _move(self, person: Person, address: str, account: str | None, host: str | None) -> None:
        """He is there now."""
        old = self._by_address.get(_key(person.address))
        if old is person and _key(person.address) != _key(address):
            del self._by_address[_key(person.address)]
        other = self._by_address.get(_key(address))
        if other is not None and other is not person:
            other.doubtful = True
        person.address, person.present, person.doubtful = address, True, False
        self._nobody.pop(_key(address), None)
        person.host = host or person.host
        if account is not None:
            person.account = account
            self._by_account[account] = person
        if self._by_name.get(fold(person.name)) is person:
            self._by_address[_key(address)] = person

    def _owner(self, account: str | None, host: str | None) -> tuple[str, bool] | None:
        """Whose identity the configuration says this is, and whether as a game master."""
        for name, identities in self._masters.items():
            if any(_fits(identity, account, host) for identity in identities):
                return name, True
        for identity, name in self._accounts.items():
            if _fits(identity, account, host):
                return name, False
        return None

    def _name(self, account: str | None, address: str) -> str:
        """What to call somebody: by the nick or the account that the campaign knows, else the nick as first
        seen; of a Matrix id what stands before the server."""
        local = _local(address)
        if account is not None and fold(local) not in self._sheets:
            login = _local(account.partition(":")[2])
            if fold(login) in self._sheets:
                return login
        return local

    # -- what changes ---------------------------------------------------------------------------------

    def renamed(self, message: Incoming) -> tuple[tuple[str, str], ...]:
        """The service says that somebody's nick has changed: the person stays the same. What the game master
        is to be told of it."""
        old, new = message.event.speaker or "", message.event.to or ""
        person = self.at(old)
        if person is None or not new:
            return ()
        if self._is_anothers(person, new):
            said = (
                f"{show(old)} now uses the nick {show(new)}, which is another's; what he says stays"
                f" {show(person.name)}'s"
            )
            notices = self.once("ID-3", said, new, person.name)
        else:
            notices = self._like_another(person, new)
        self._move(person, new, message.account, message.host)
        return notices

    def unsure(self) -> None:
        """We have not seen who came and went: where no account tells, anybody may be at an address now."""
        for person in self._by_name.values():
            if person.account is None and person.host is not None:
                person.doubtful = True

    def left(self, address: str | None) -> Person | None:
        person = self.at(address)
        if person is not None:
            person.present = False
        return person

    def tie(self, address: str, name: str) -> Person:
        """The game master says that the one at an address is the person of a name."""
        there = self.at(address)
        account, host = self._seen.get(_key(address), (None, None))
        person = self._by_name.get(fold(name))
        if person is None:
            person = there if there is not None else Person(name=name, address=address)
            self._by_name.pop(fold(person.name), None)
            person.name = name
            self._by_name[fold(name)] = person
        elif there is not None and there is not person:
            self._by_name.pop(fold(there.name), None)
        person.refused = False
        person.account, person.host = account, host
        self._move(person, address, account, host)
        return person

    def same_bot(self, message: Incoming) -> bool:
        """Whether the bot that is trusted by its name is the one that had it first, as far as the service
        tells."""
        key = fold(message.event.speaker or "")
        shown = (message.account, message.host)
        first = self._bots.setdefault(key, shown)
        if first[0] is not None or message.account is not None:
            return first[0] == message.account
        return first[1] is None or message.host is None or first[1] == message.host

    def accept(self, address: str) -> Person | None:
        """The game master takes somebody for what he seems to be: one of his own."""
        person = self.at(address)
        if person is not None:
            person.refused = False
            self._real.add(fold(person.name))
        return person

    def once(self, code: str, said: str, *about: str) -> tuple[tuple[str, str], ...]:
        """A notice, the first time."""
        key = (code, *(_key(one) for one in about))
        if key in self._told:
            return ()
        _keep(self._told, key, None)
        return ((code, said),)


def _keep(kept: dict[Key, Value], key: Key, value: Value) -> None:
    """Remembers something, and forgets what is oldest of too much."""
    kept[key] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]


def show(name: str) -> str:
    """A name as it is repeated to others: no longer than a name, with nothing in it that plays tricks."""
    plain = "".join(char if char.isprintable() else "?" for char in name)
    return plain if len(plain) <= SHOWN else plain[: SHOWN - 1] + "…"


def quoted(name: str) -> str:
    """A name as it can be typed in a command."""
    name = show(name)
    return f'"{name}"' if " " in name else name


def _key(address: str | None) -> str:
    return (address or "").strip().casefold()


def _local(address: str) -> str:
    """A Matrix id without its server; anything else as it is."""
    if address.startswith("@") and ":" in address:
        return address[1:].partition(":")[0] or address
    return address


def _same_host(person: Person, host: str | None) -> bool:
    return person.host is None or host is None or person.host.casefold() == host.casefold()


def _fits(identity: str, account: str | None, host: str | None) -> bool:
    """Whether an identity of `live.toml` is this one. Accounts compare as their services do: Matrix ids
    exactly, AIM's without case and blanks, IRC's without case."""
    kind, _, wanted = identity.partition(":")
    if kind == "host":
        return host is not None and _host_fits(host, wanted)
    if account is None:
        return False
    is_kind, _, is_account = account.partition(":")
    if is_kind != kind:
        return False
    if kind == "matrix":
        return is_account == wanted
    return fold(is_account) == fold(wanted) if kind == "aim" else is_account.casefold() == wanted.casefold()


def _host_fits(host: str, pattern: str) -> bool:
    """Whether a user@host fits a pattern with `*` in it."""
    return fnmatchcase(host.casefold()[:300], pattern.casefold()[:300])
