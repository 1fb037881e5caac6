"""What anybody may ask of the helper in private, and the moves that players send it.

A secret move is acknowledged to its sender and shown to the game master alone (not even to him where he is
blind). Nothing here is said in the room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.live import telling
from calledshot.live.asking import Request, checked
from calledshot.live.drafts import moment
from calledshot.live.people import Person, quoted
from calledshot.live.questions import figure, question
from calledshot.live.secrecy import ABOUT_PEOPLE, NEVER_CALLED
from calledshot.live.wording import listed, short, words
from calledshot.moves.declaration import Declaration
from calledshot.referee.commands import Command
from calledshot.referee.desk import Change
from calledshot.referee.ruling import Ruling
from calledshot.referee.standing import NONE as NO_ORDERS
from calledshot.referee.typed import read
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.table import Table
    from calledshot.moves.reading import Reading

_STANDING = re.compile(
    r"\W{0,4}(?:my )?standing(?: orders?(?: are| is)?\W{1,4}|\s{0,3}[:=–-]\s{0,3}|(?P<bare>\s{1,3}))(?=\S)",
    re.IGNORECASE,
)
_NO_STANDING = re.compile(r"\W{0,4}(?:my )?standing(?: orders?)?[\s.!?:]{0,4}", re.IGNORECASE)
_STANDING_OFF = re.compile(
    r"(?:no|clear|cancel|drop|forget|remove|withdraw|stop)(?: my| the)? standing orders?[\s.!]{0,4}",
    re.IGNORECASE,
)
_CHECK = re.compile(r"(?:check|lint)\b", re.IGNORECASE)
ACKNOWLEDGED = "declared"
"""The outcome of a ruling that says no more than that a move was declared: its sender is told in any case."""
WITHDRAWN = "withdrawn"
FAULTS = 4
"""Faults of a move told in one line."""


def command_of(table: Table, person: Person, text: str, *, marked: bool) -> Command | None:
    """The command that a player's words in private are: all of them where they are marked, else only what
    cannot be meant for a move."""
    text = text.strip()
    names = table.referee.names()
    if marked:
        found = read(text, names, marked=True)
        return found if isinstance(found, Command) else None
    if _STANDING_OFF.fullmatch(text) is not None:
        return Command(verb="standing", words="none")
    asked = question(table, person, text, private=True)
    if asked is not None:
        return asked
    found = read(text, names)
    if not isinstance(found, Command):
        return None
    if found.verb in ("who", "order", "board", "sheet"):
        return found
    if found.verb == "help":
        return found if found.words.strip(" .!?").casefold() in ("", "more", "me") else None
    if found.verb == "explain":
        return found if found.what is None or _figure(table, person, found.what) is not None else None
    if found.verb == "check":
        return found if _CHECK.match(text) is not None else None
    if found.verb == "standing":
        return found if _standing(table, text) is not None or _NO_STANDING.fullmatch(text) else None
    if found.verb == "withdraw":
        return found if not found.who and (_has_declared(table, person) or not _moves(table, text)) else None
    return None


def _standing(table: Table, text: str) -> str | None:
    """The move that standing orders hold, where a message is such; "standing attack Kay" is one too."""
    found = _STANDING.match(text)
    if found is None:
        return None
    rest = text[found.end() :]
    if found["bare"] is None:
        return rest
    first = next(iter(_reading(table, rest).moves), None)
    return rest if first is not None and first.column == 1 else None


def declares(table: Table, text: str) -> bool:
    """Whether a message says anything of somebody's moves."""
    reading = table.referee.ruleset.read(text[:2000], table.referee.lexicon(), given=True)
    return bool(reading.moves or reading.modifiers or reading.hold_back or reading.released)


def _declarations(table: Table) -> list[Declaration]:
    """What has been declared in the round that is on."""
    record = table.referee.encounter.round
    return record.declarations if record is not None else []


def _has_declared(table: Table, person: Person) -> bool:
    """Whether somebody has declared in the round that is on: then a bare "withdraw" takes that back, though
    it may be the word for a move."""
    who = table.combatant(person)
    return any(one.combatant == who for one in _declarations(table))


def _moves(table: Table, text: str) -> bool:
    """Whether words are a move under these rules."""
    return bool(_reading(table, text).moves)


def _reading(table: Table, text: str) -> Reading:
    return table.referee.ruleset.read(text[:2000], table.referee.lexicon(), given=True)


# -- answers --------------------------------------------------------------------------------------------


def answer(table: Table, event: Event, person: Person, command: Command) -> None:
    """What somebody who is not the game master asked for; told to him alone."""
    verb = command.verb
    who = table.combatant(person)
    if verb == "next":
        _am_i_next(table, event, person)
    elif verb == "who":
        table.tell(person, _for_players(table), event)
    elif verb == "order":
        secret = telling.order_is_secret(table)
        table.tell(person, words("command.order_secret") if secret else telling.order(table), event)
    elif verb == "board":
        for line in telling.board_lines(table, private=False, of=command.who):
            table.tell(person, line, event)
    elif verb == "help":
        table.tell(person, words("player.help"), event)
    elif verb == "sheet":
        for line in sheet(table, who) if command.what is None else about(table, person, command.what):
            table.tell(person, line, event)
    elif verb == "check":
        check(table, event, person, command.words)
    elif verb == "explain":
        _explain_own(table, event, person, command)
    elif verb == "standing" and not command.words.strip(" .!?:"):
        table.tell(person, words("moves.standing_which"), event)
    elif verb == "standing":
        move(table, event, person, f"standing orders: {command.words}")
    elif verb == "withdraw":
        withdraw(table, event, person)
    else:
        table.tell(person, words("command.not_yours", title=table.title), event)


def _am_i_next(table: Table, event: Event, person: Person) -> None:
    who, fight = table.combatant(person), table.desk.fight
    if any(one.who == who for one in table.waiting.owed) or fight.current == who:
        table.tell(person, words("player.next"), event)
    else:
        table.tell(person, _for_players(table), event)


def _for_players(table: Table) -> str:
    owed = [f"{one.who}: {telling.owes(table, one.what).removeprefix('your ')}" for one in table.waiting.owed]
    if owed:
        return words("who.line", list=listed(owed))
    current = table.desk.fight.current
    return words("player.turn", who=current) if current else words("who.nobody")


def sheet(table: Table, who: str) -> Iterator[str]:
    """A combatant's own figures and sheet."""
    figures = table.desk.fight.state().get(who)
    own = table.referee.campaign.sheets.get(who)
    if figures is None and own is None:
        yield words("player.no_sheet")
        return
    parts = [f"{who}: {telling.figures_in_words(table, figures, who=who)}"] if figures else [who]
    if own is not None:
        for key, value in msgspec.to_builtins(own).items():
            if value in (None, [], {}, "", False) or key in (figures or {}):
                continue
            parts.append(f"{key.replace('_', ' ')} {_plain(value)}")
    yield from telling.in_lines(parts, "")


def about(table: Table, person: Person, what: str) -> Iterator[str]:
    """One thing that somebody asks about himself or the fight."""
    who = table.combatant(person)
    record = table.referee.encounter.round
    rulings = record.rulings if record is not None and not record.closed else []
    if what == "round":
        yield words("player.round", number=record.number) if rulings and record else words("player.no_round")
    elif what == "terms":
        yield telling.terms(table)
    elif what == "initiative":
        own = [one.text for one in rulings if one.kind == "initiative" and one.combatant == who and one.text]
        yield own[-1] if own else words("player.no_initiative")
    elif what == "moves":
        gone = [one.seq or 0 for one in rulings if (one.outcome, one.combatant) == (WITHDRAWN, who)]
        sent = [one for one in _declarations(table) if one.combatant == who and one.seq is not None]
        sent = [one for one in sent if not gone or (one.seq or 0) > gone[-1]]
        told = [table.referee.lines[one.seq].text for one in sent[-1:] if one.seq in table.referee.lines]
        yield words("player.declared", move=short(told[0], 600)) if told else words("player.not_declared")
    elif what == "standing orders":
        orders = _standing_orders(table, person)
        yield words("moves.standing", form=orders) if orders else words("player.no_standing")
    elif what == "condition":
        figures = table.desk.fight.state().get(who)
        yield (
            f"{who}: {telling.figures_in_words(table, figures, who=who)}"
            if figures
            else words("player.no_sheet")
        )
    elif (value := table.desk.fight.figure(who, what)) is not None:
        yield f"{what}: {_plain(value)}"
    else:
        yield from _of_sheet(table, who, what)


def _of_sheet(table: Table, who: str, what: str) -> Iterator[str]:
    """The parts of somebody's sheet that are called so, with how many of each thing are left."""
    own = table.referee.campaign.sheets.get(who)
    plain = msgspec.to_builtins(own) if own is not None else {}
    parts = []
    for key, value in plain.items():
        if key.startswith(what.removesuffix("s")) and value not in (None, [], {}, "", False):
            things = value if isinstance(value, list) else [value]
            named = [_plain(one) for one in things]
            counts = [table.desk.fight.figure(who, one) if isinstance(value, list) else None for one in named]
            told = [
                f"{one} ({left})" if left is not None else one
                for one, left in zip(named, counts, strict=True)
            ]
            parts.append(f"{key.replace('_', ' ')}: {', '.join(told)}")
    yield from telling.in_lines(parts, words("player.none_of", what=what))


def _standing_orders(table: Table, person: Person) -> str | None:
    """Somebody's standing orders as he sent them; None where there are none (any more)."""
    for entry in reversed(table.desk.entries):
        if entry.event.kind == "whisper" and entry.event.speaker == person.name and not entry.gone:
            found = _standing(table, entry.event.text)
            if found is not None:
                return None if NO_ORDERS.fullmatch(found) else short(found, 600)
    return None


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        if "name" in value:
            return str(value["name"])
        return ", ".join(f"{key} {_plain(one)}" for key, one in value.items() if one is not None)
    if isinstance(value, list | tuple):
        return ", ".join(_plain(one) for one in value)
    return str(value).replace("-", "−") if isinstance(value, int | float) else str(value)


def check(table: Table, event: Event, person: Person, text: str) -> None:
    """Is this move in order: what is wrong in one line, and what might be sent, alone, to copy."""
    if not text:
        table.tell(person, words("check.what"), event)
        return
    found = checked(table.referee, Request(lint=text, as_=table.combatant(person), given=True))
    if not found["declares"] and not found["findings"]:
        table.tell(person, words("check.none"), event)
        return
    wrong = any(one.severity != "info" for one in found["findings"])
    told = faults(found["findings"])
    table.tell(person, told if wrong else f"{words('check.fine')} {told}", event)
    if found["strict"]:
        table.tell(person, found["strict"], event)


def faults(findings: Sequence[Finding]) -> str:
    """What is wrong, shortest first words; notes only where there is nothing worse."""
    found = {(one.code, one.message): one for one in findings}.values()  # each thing once
    worse = [one for one in found if one.severity != "info"] or list(found)
    told = [f"{one.code}: {short(one.message, 110)}" for one in worse[:FAULTS]]
    if len(worse) > FAULTS:
        told.append(f"and {len(worse) - FAULTS} more")
    return " · ".join(told)


# -- figures ----------------------------------------------------------------------------------------------


def _explain_own(table: Table, event: Event, person: Person, command: Command) -> None:
    who = table.combatant(person)
    if command.who and command.who[0] not in (who, person.name, "my"):
        rest = f"{command.who[0]} {command.what or ''}".strip()
        known = _figure(table, person, rest)
        if known is None:
            about = command.who[0]
            said = "player.only_own" if about in table.referee.names().values() else "player.no_figure"
            table.tell(
                person,
                words(said, figure=short(rest, 40), figures=_figures(table, who)),
                event,
            )
            return
        command = replace(command, what=rest)
    for line in explain(table, who, command.what, own=True):
        table.tell(person, line, event)


def explain(table: Table, who: str, what: str | None, *, own: bool = False) -> Iterator[str]:
    """Every change of a figure of somebody's, with why and when."""
    state = table.desk.fight.state().get(who)
    if state is None:
        yield from sheet(table, who)
        return
    keys = [
        key
        for key, value in state.items()
        if isinstance(value, int) and not isinstance(value, bool) and not key.endswith("_max")
    ]
    if what:
        known = figure(table, who, what)
        if known is None:
            yield words("player.no_figure", figure=short(what, 40), figures=_figures(table, who))
            return
        keys = [known]
    for key in keys:
        value, most = state[key], telling.most(table, who, key)
        changes = [one for one in table.desk.changes if one.who == who and one.figure == key]
        told = "; ".join(_change(table, one, own) for one in changes)
        yield words(
            "player.figure",
            name="" if own else f"{who}'s ",
            figure=telling.label(table, key),
            value="unknown" if value is None else str(value).replace("-", "−"),
            most=f" of {most}" if most is not None else "",
            changes=f": {told}" if told else words("player.no_change"),
        )


def _betrays(table: Table, change: Change, items: Sequence[Ruling | Finding], own: bool) -> bool:
    """Whether the words for a change are of a secret of somebody else's, or of one that the game master may
    not see: what became of a move that was never called."""
    for one in items:
        if isinstance(one, Ruling) and one.text == change.why and one.kind in table.referee.ruleset.secret:
            hidden = one.combatant != change.who if own else table.blind
            return hidden and (one.outcome in NEVER_CALLED or not _was_called(table, one))
    return False


def _was_called(table: Table, ruling: Ruling) -> bool:
    """Whether a move of the one whom a ruling is about was called before it in its round."""
    for fight in table.referee.encounters:
        for record in fight.rounds:
            if ruling in record.rulings:
                before = record.rulings[: record.rulings.index(ruling)]
                calls = [one for one in before if (one.kind, one.outcome) == ("move", "called")]
                return any(one.combatant == ruling.combatant for one in calls)
    return False


def _change(table: Table, change: Change, own: bool) -> str:
    before, after = change.before, change.after
    if isinstance(before, int) and isinstance(after, int) and not isinstance(before, bool):
        amount = f"{after - before:+d}".replace("-", "−")
    else:
        amount = f"{'unknown' if before is None else before} → {'unknown' if after is None else after}"
    when = f" in round {change.round}" if change.round is not None else ""
    entry = next((one for one in table.desk.entries if one.event.seq == change.seq), None)
    at = moment(entry.event.at) if entry is not None else None
    clock = f" ({at:%H:%M})" if at is not None else ""
    why = short(change.why.partition(";")[0].rstrip("."), 90)
    if entry is not None and _betrays(table, change, entry.items, own):
        why = ""
    return words("player.change", why=f"{why}, " if why else "", amount=amount, when=when + clock)


def _figure(table: Table, person: Person, what: str) -> str | None:
    return figure(table, table.combatant(person), what)


def _figures(table: Table, who: str) -> str:
    state = table.desk.fight.state().get(who, {})
    known = [telling.label(table, key) for key in state if not key.endswith("_max")]
    return listed(known[:8]) or "nothing yet"


# -- moves ------------------------------------------------------------------------------------------------


def _about(table: Table, who: str, one: Finding) -> bool:
    """Whether a finding is about him: others' moves may be looked at with his, and are their secrets."""
    return one.combatant == who or (one.combatant is None and one.seq in (None, table.shared.seq))


def move(table: Table, event: Event, person: Person, text: str) -> None:
    """A move sent in private: entered, acknowledged, shown to the game master alone."""
    who = table.combatant(person)
    standing = _standing(table, text)
    bare = text if standing is None else standing
    if standing is not None:
        text = f"standing orders: {standing}"
    if standing is not None and not table.desk.fight.keeps_standing_orders:
        table.tell(person, words("moves.no_standing_orders"), event)
        return
    found = checked(table.referee, Request(lint=bare, as_=person.name, given=True))
    items = table.see(
        replace(event, kind="whisper", speaker=person.name, to=table.master_name, text=text, room=None)
    )
    private = replace(event, kind="whisper", speaker=person.name)
    early = table.desk.fight.phase is None  # it is kept for the next round, and looked at only then
    findings = [one for one in items if isinstance(one, Finding)]
    own = [one for one in findings if _about(table, who, one)]
    others = [one for one in findings if one not in own]
    heard = found["findings"] if early else own
    mine = [one for one in heard if one.severity != "info"]
    rulings = [one for one in items if isinstance(one, Ruling)]
    refused = [one for one in rulings if one.kind == "refused"]
    told = [one for one in rulings if one.outcome != ACKNOWLEDGED and one not in refused]
    for one in items:
        if isinstance(one, Finding) and one.code in ABOUT_PEOPLE and one.combatant in (None, who):
            table.report(one.code, one.message, one.combatant or who, event)
    forged = any(one.outcome == "forged" for one in refused)
    table.say_later(table.sorted_out(private, [*others, *told]))
    form = found["strict"] or bare.strip()
    if standing is not None and NO_ORDERS.fullmatch(standing):
        table.tell(person, words("moves.standing_gone"), event)
        if not table.blind:
            table.tell_master(words("moves.standing_gone_to_master", who=who), event)
        return
    if not found["declares"] and not rulings:
        known = table.fights(person)
        said = "moves.not_read" if known else "moves.not_fighting"
        table.tell(person, words(said, title=table.title, address=quoted(person.address)), event)
        return
    entered = any(one.seq == table.shared.seq for one in _declarations(table))
    wrong, fight = faults(mine), table.desk.fight
    unchanged = standing is None and not entered and fight.phase is not None
    to_come = {name for name, _ in fight.to_come or ()}
    kept = unchanged and not items and fight.phase == "action" and who not in to_come
    if refused:
        several = len(_reading(table, bare).moves) > 1
        why = " ".join(dict.fromkeys(_refusal(one, several) for one in refused))
        late = any(one.outcome == "late" for one in refused)
        table.tell(person, why if late or not wrong else f"{why} — {wrong}", event)
        if not late and not forged:
            table.tell(person, found["strict"] or "", event)
    elif kept:
        table.tell(person, words("moves.kept", form=short(form, 600)), event)
    elif unchanged:
        why = wrong or faults(own)
        table.tell(person, words("moves.unchanged", why=f": {why}" if why else "."), event)
    else:
        noted = words("moves.standing" if standing is not None else "moves.noted", form=short(form, 600))
        table.tell(person, f"{noted} — {wrong}" if wrong else noted, event)
    if not table.blind and not forged:
        if refused:
            why = "; ".join(dict.fromkeys(one.text for one in refused if one.text))
            table.tell_master(
                words("moves.refused_to_master", who=who, form=short(form, 300), why=why), event
            )
        elif kept or not unchanged:
            key = "moves.standing_to_master" if standing is not None else "moves.to_master"
            if kept:
                key = "moves.kept_to_master"
            table.tell_master(words(key, who=who, form=short(form, 300)), event)
    table.refresh(event)


def _refusal(ruling: Ruling, several: bool) -> str:
    """Why a move was refused, and which it was where there are several."""
    move = str(ruling.values.get("move") or "")
    return f"“{short(move, 80)}”: {ruling.text}" if move and several else ruling.text


def own_move(table: Table, event: Event, person: Person, text: str) -> None:
    """A move of the game master's own character, sent by himself."""
    who = table.combatant(person)
    items = table.command(Command(verb="for", who=(who,), words=text), person.name, event)
    about = Event(kind="whisper", at=event.at, speaker=who, id=event.id)
    table.say_later(table.sorted_out(about, items, quiet=True, entered=True))
    found = checked(table.referee, Request(lint=text, as_=who, given=True))
    table.tell(person, words("moves.noted", form=short(found["strict"] or text.strip(), 600)), event)
    table.refresh(event)


def withdraw(table: Table, event: Event, person: Person) -> None:
    """Somebody takes his move back, where that is still allowed."""
    who = table.combatant(person)
    items = table.command(Command(verb="withdraw", who=(who,)), person.name, event)
    said = "; ".join(one.message for one in items if isinstance(one, Finding) and one.code == "PGM-3")
    table.tell(person, words("moves.taken_back", text=said[:1].upper() + said[1:]), event)
    if table.blind:  # he has been told so, and nobody else is
        items = [one for one in items if not (isinstance(one, Ruling) and one.outcome == WITHDRAWN)]
    public = table.sorted_out(Event(kind="command", at=event.at, id=event.id), items, quiet=True)
    table.say_later(public)
    table.refresh(event)
