"""What each command of a game master's does to the fight.

Functions on a desk, which keeps the events and plays them again; a command is read by `commands`. Every
override leaves a PGM-3 finding with who and why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.plugins.ruleset import Fight
from calledshot.referee import entering
from calledshot.referee.acts import Act, FightEnd, FightStart, RoundCall, RoundEnd, Terms, Waiver
from calledshot.referee.commands import Command, named
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.referee.desk import Desk

Items = list[Ruling | Finding]
Deed = Callable[["Desk", Event, Command, str], Items]


def do(desk: Desk, event: Event, command: Command) -> Items:
    """What a command does; a command for the room alone does nothing here."""
    deed = DEEDS.get(command.verb)
    return deed(desk, event, command, event.speaker or desk.master) if deed is not None else []


def waived(desk: Desk, event: Event, items: Items) -> Items:
    """What was refused on nothing but waived clauses is allowed."""
    leave = desk.referee.encounter.waived
    if not leave or (event.kind == "command" and event.text.startswith("waive")):
        return items
    more: Items = []
    for one in items:
        refused = isinstance(one, Ruling) and one.kind == "refused" and one.clauses
        if refused and all((code, one.combatant) in leave or (code, None) in leave for code in one.clauses):  # type: ignore[union-attr]
            more += _allow(desk, event, one.combatant)
    return items + more


# -- words and calls ----------------------------------------------------------------------------------


def _rule(desk: Desk, event: Event, command: Command, by: str) -> Items:
    """His words, as if he had said them in the room."""
    return desk.referee.see(replace(event, kind="say", speaker=desk.master, text=command.words))


def _next(desk: Desk, event: Event, command: Command, by: str) -> Items:
    proposal = desk.fight.proposes(desk.without, anyway=True)
    return _acted(desk, event, by, *(proposal.acts if proposal is not None else ()))


def _called(desk: Desk, event: Event, command: Command, by: str) -> Items:
    proposal = desk.fight.proposes(desk.without, anyway=True)
    if command.verb == "begin" and proposal is not None:
        calls = [act for act in proposal.acts if isinstance(act, RoundCall)]
        if calls:
            return _acted(desk, event, by, *calls)
    record = desk.referee.encounter.round
    if command.verb == "begin" and record is not None and not record.closed and desk.fight.state():
        return []  # it has begun
    if command.verb == "begin":
        call = RoundCall(phase="either", fresh=True, text="begin")
    elif command.verb == "declare":
        call = RoundCall(phase="declare", names=command.who, text="ims")
    else:
        call = RoundCall(phase="initiative", names=command.who, text="init")
    return _acted(desk, event, by, call)


def _ends(desk: Desk, event: Event, command: Command, by: str) -> Items:
    return _acted(desk, event, by, RoundEnd(text="end"))


def _closes(desk: Desk, event: Event, command: Command, by: str) -> Items:
    words = command.words.strip(" .!")
    winner = named(words.split(" wins")[0].split(" won")[0], desk.referee.names()) if words else None
    known = winner is not None and desk.fight.fights(winner)
    return _acted(desk, event, by, FightEnd(winner=winner if known else None, text=words or "close"))


def _opens(desk: Desk, event: Event, command: Command, by: str) -> Items:
    """Whoever opens a fight is its game master from here on."""
    desk.referee.hand_over(by)
    items = _note(desk, event, f"{by} is the {desk.referee.ruleset.master}")
    fights = desk.referee.encounters
    if fights and fights[-1].outcome is not None:
        items += _acted(desk, event, by, FightStart(text="open"))  # another one, on the same terms
    return items + (_terms(desk, event, command, by) if command.words else [])


def _terms(desk: Desk, event: Event, command: Command, by: str) -> Items:
    """The terms, as the same words would be understood in the room, else as they stand."""
    read = [act for act in desk.referee.says(f"fight {command.words}") if isinstance(act, Terms)]
    if read:
        return _acted(desk, event, by, read[0])
    return _acted(desk, event, by, Terms(terms=command.words))


# -- who is in it, and whose turn it is ---------------------------------------------------------------


def _skip(desk: Desk, event: Event, command: Command, by: str) -> Items:
    who = command.who[0]
    passed: list[bool] = []
    items = desk.referee.perform(event, lambda fight: passed.append(fight.skips(who)))
    said = f"{by} passes over {who}{_because(command)}" if passed[0] else f"nothing of {who}'s is due"
    return items + _note(desk, event, said)


def _withdraw(desk: Desk, event: Event, command: Command, by: str) -> Items:
    who = command.who[0] if command.who else by
    reasons: list[str | None] = []
    items = desk.referee.perform(event, lambda fight: reasons.append(fight.withdrawn(who)))
    why = reasons[0]
    said = f"{who} takes the move back" if why is None else f"{who} cannot take the move back: {why}"
    return items + _note(desk, event, said)


def _join(desk: Desk, event: Event, command: Command, by: str) -> Items:
    return _enters(desk, event, [(command.who[0], None)], by)


def _add_more(desk: Desk, event: Event, command: Command, by: str) -> Items:
    campaign = desk.referee.campaign
    like = entering.sheet_of(command.what or "", campaign.sheets)
    names = entering.numbered(like or command.what or "", command.amount or 1, desk.fight, campaign)
    return _enters(desk, event, [(name, like) for name in names], by)


def _enters(desk: Desk, event: Event, names: list[tuple[str, str | None]], by: str) -> Items:
    came: list[str | None] = []
    items = desk.referee.perform(event, lambda fight: came.extend(fight.enters(*one) for one in names))
    there = [name for name in came if name is not None]
    if there:
        return items + _note(desk, event, f"{by} brings in {', '.join(there)}")
    return items + _note(desk, event, f"nobody can come in like that: {', '.join(name for name, _ in names)}")


def _plays(desk: Desk, event: Event, command: Command, by: str) -> Items:
    desk.referee.encounter.names.tie(command.what or "", command.who[0])
    return _note(desk, event, f"{by}: {command.what} is {command.who[0]}")


def _hands_over(desk: Desk, event: Event, command: Command, by: str) -> Items:
    desk.referee.hand_over(command.who[0])
    return _note(desk, event, f"{by} hands the fight over to {command.who[0]}{_because(command)}")


def _turns(desk: Desk, event: Event, command: Command, by: str) -> Items:
    """Hold, absent, return: whom nobody waits for until he is back."""
    who = command.who[0]
    desk.held.discard(who)
    desk.absent.discard(who)
    if command.verb == "hold":
        desk.held.add(who)
    elif command.verb == "absent":
        desk.absent.add(who)
    items = desk.referee.perform(event, lambda fight: fight.holds(who, command.verb != "return"))
    words = {"hold": f"{who} holds", "absent": f"{who} is absent", "return": f"{who} is back"}
    return _note(desk, event, f"{by}: {words[command.verb]}{_because(command)}") + items


# -- what is put right by hand ------------------------------------------------------------------------


def _figure(desk: Desk, event: Event, command: Command, by: str) -> Items:
    return desk.referee.perform(event, lambda fight: entering.figure(desk, fight, command, by))


def _reroll(desk: Desk, event: Event, command: Command, by: str) -> Items:
    who = command.who[0]
    items = _acted(desk, event, by, Waiver(kind="reroll", who=who, text="reroll"))
    return items + _note(desk, event, f"{by} lets {who} roll again{_because(command)}")


def _for(desk: Desk, event: Event, command: Command, by: str) -> Items:
    """A move or roll of somebody's that the game master enters: as if he had sent or rolled it. It was told
    in private, unless it came in the room."""
    who, words = command.who[0], command.words
    rolled = entering.roll(words, who, desk.referee)
    if rolled is None and entering.is_number(words):
        return _note(desk, event, f"no dice are asked of {who}: say which, `for {who}: 1d20 {words.strip()}`")
    if rolled is not None:
        note = _note(desk, event, f"{by} enters a roll for {who}")
        roll = replace(event, kind="roll", speaker=who, to=None, trust="bot", text=words, roll=rolled)
        return note + desk.referee.entered(roll)
    desk.referee.lines.setdefault(event.seq, event)  # the line is the command, whoever is said to say it
    before = _standing(desk)
    public = event.room is not None and event.to is None
    items = desk.referee.entered(
        replace(
            event,
            kind="say" if public else "whisper",
            speaker=who,
            to=None if public else desk.master,
            text=words,
        )
    )
    if not items and _standing(desk) == before and not _declares(desk, words):
        return _note(desk, event, f"no move or roll is read in that; nothing is entered for {who}")
    items = _note(desk, event, f"{by} enters a move for {who}") + items
    if any(isinstance(one, Ruling) and (one.kind, one.outcome) == ("refused", "late") for one in items):
        items = items + _allow(desk, event, who)  # he enters it so that it counts
    return items


def _standing(desk: Desk) -> tuple[object, ...]:
    fight = desk.fight
    return fight.asked, fight.waits, fight.current, fight.target


def _declares(desk: Desk, words: str) -> bool:
    reading = desk.referee.ruleset.read(words, desk.referee.lexicon(), given=True)
    return bool(reading.moves or reading.modifiers or reading.hold_back or reading.released)


def _waives(desk: Desk, event: Event, command: Command, by: str) -> Items:
    encounter, code = desk.referee.encounter, command.what or ""
    if code not in desk.referee.ruleset.clauses and code not in entering.CORE:
        return _note(desk, event, f"there is no clause {code}")
    everybody: tuple[str | None, ...] = (None,)
    for who in command.who or everybody:
        encounter.waived[(code, who)] = f"waived by {by}{_because(command)}"
    whom = " and ".join(command.who) if command.who else "everybody"
    items = _note(desk, event, f"{by} waives {code} for {whom}{_because(command)}")
    refused = [one for one in desk.referee.rulings if one.kind == "refused" and code in one.clauses]
    last = refused[-1] if refused else None
    if last is not None and (not command.who or last.combatant in command.who):
        items += _allow(desk, event, last.combatant)
    return items


# -- small things -------------------------------------------------------------------------------------


def _acted(desk: Desk, event: Event, by: str, *acts: Act) -> Items:
    def act(fight: Fight) -> None:
        for one in acts:
            fight.act(one, by, True)

    return desk.referee.perform(event, act)


def _allow(desk: Desk, event: Event, who: str | None) -> Items:
    return _acted(desk, event, desk.master, Waiver(kind="allow", who=who, text="allow"))


def _note(desk: Desk, event: Event, words: str) -> Items:
    """PGM-3: kept with its words and place."""
    return desk.referee.perform(event, lambda _: desk.referee.encounter.find("PGM-3", words))


def _because(command: Command) -> str:
    return f", because {command.reason}" if command.reason else ""


DEEDS: Mapping[str, Deed] = {
    "rule": _rule,
    "next": _next,
    "begin": _called,
    "initiative": _called,
    "declare": _called,
    "open": _opens,
    "end": _ends,
    "close": _closes,
    "terms": _terms,
    "skip": _skip,
    "withdraw": _withdraw,
    "join": _join,
    "add_more": _add_more,
    "is": _plays,
    "handover": _hands_over,
    "hold": _turns,
    "absent": _turns,
    "return": _turns,
    "set": _figure,
    "add": _figure,
    "spend": _figure,
    "reroll": _reroll,
    "for": _for,
    "waive": _waives,
}
