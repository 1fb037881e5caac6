"""What players do: declarations in their turn or held for it, rolls that answer a request or come before one,
words that answer a question. What follows from an answer is not decided here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from calledshot.api import Declaration, Event, Move, Reading, Roll, replace
from calledshot_yiffiemon import act_words, announcing, attack, book, checks, doing, offering, replies, turns
from calledshot_yiffiemon.flow import Flow, Need
from calledshot_yiffiemon.table import Table

if TYPE_CHECKING:
    from calledshot_yiffiemon.fight import YiffieMonFight

ROLLS = ("check", "dice", "level", "choice")
"""What is waited for that dice, levels or words of somebody's own answer."""
OPENING = frozenset({"attack", "charge", "dive", "push", "slide", "cross_guard", "move", "run"})
"""Actions which nobody takes against another out of combat."""
PUT_OFF = frozenset({"attack", "melee_assist", "ranged_assist", "charge", "heal"})
"""Actions of which nothing happens before their roll."""
DAMAGE_DICE = frozenset({*(f"d{sides}" for sides in (*attack.HIT_DIE.values(), *attack.SEVERE_DIE.values()))})
"""The dice that a blow may ask for (YM-505, YM-510), whatever it is struck with."""
MOST_TOLD = 400
"""Characters of a GM's line in which those are looked for of whom he tells something."""
MOST_EARLY = 6
"""Rolls of one creature kept for what may be asked; more are play with the dice."""
_WHERE = re.compile(
    r"\b(?:left |right |upper |lower )?(?:arm|leg|head|shield|chest|torso|body|shoulder|hand|foot|thigh|knee"
    r"|back|belly|stomach|face|neck|hip|side|tail|wing)\b",
    re.IGNORECASE,
)


def declared(fight: YiffieMonFight, who: str, reading: Reading, event: Event, *, by_gm: bool = False) -> None:
    """A message that declares: done now, or held until its turn."""
    if not reading.moves or reading.ooc or (reading.candidate and not by_gm and not fight.asks(who)):
        return
    announcing.settles(fight, who)
    table = fight.table
    table.saying = event
    who = table.encounter.names.combatant(who)
    if not table.started and not reading.candidate and _begins(fight, who, reading):
        from calledshot_yiffiemon import saying

        saying.opens(fight)  # somebody acts: combat is on, whatever words the GM has for it
        table = fight.table
        table.saying = event
    if table.started and who not in table.fighters:
        table.join(who)
    fight.encounter.declared(
        Declaration(
            seq=event.seq,
            combatant=who,
            channel="im" if event.kind == "whisper" else "room",
            strict=reading.strict,
            candidate=reading.candidate,
            moves=reading.moves,
            modifiers=reading.modifiers,
            hold_back=reading.hold_back,
        )
    )
    if table.started and _waits_surprised(table, who, reading):
        return
    if who in table.unsure and takes_time(reading):
        _is_back(table, who)
    if not table.started or not now(fight, who, reading, event):
        if takes_time(reading):
            fight.held = [one for one in fight.held if one[0] != who or not takes_time(one[1])]
        fight.held.append((who, reading, event))
        if table.started:
            table.rule(
                "turn", "held", who, clauses=("YM-105",), at=table.clocks.spent.get(who),
                current=table.current, move=", ".join(move.text for move in reading.moves),
            )  # fmt: skip


def _is_back(table: Table, who: str) -> None:
    """Nobody has told how long his last action took, and he takes another: it is over by now."""
    table.unsure.discard(who)
    table.clocks.spent[who] = max(table.clocks.spent[who], table.now)


def _begins(fight: YiffieMonFight, who: str, reading: Reading) -> bool:
    """Whether a declaration shows that combat has begun: by somebody the campaign knows, on another."""
    known = fight.encounter.campaign.sheets
    against = (move.target for move in reading.moves if move.action in OPENING)
    return who in known and any(name in known and name != who for name in against)


def takes_time(reading: Reading) -> bool:
    """Whether a message declares an action of a turn; of two such that wait, the later stands."""
    return any(move.action not in doing.FREE for move in reading.moves)


def meant(table: Table, who: str, reading: Reading, text: str) -> Reading:
    """What is told of a creature: "her" is the only other who is named there; who stands with a number in a
    list ("threatens Ann 2, Bob 1 and strikes") does nothing himself."""
    low = text[:MOST_TOLD].casefold()
    others = [name for name in table.fighters if name != who and name.casefold() in low]
    if others and re.search(rf"\b{re.escape(who.casefold())} \d{{1,2}}(?:,|\s+and\b)", low) is not None:
        return replace(reading, moves=())
    if len(others) != 1:
        return reading
    aimed = (
        replace(move, target=others[0]) if move.target is None and move.action in doing.NEEDS_TARGET else move
        for move in reading.moves
    )
    return replace(reading, moves=tuple(aimed))


def one_action(reading: Reading) -> Reading:
    """What is told of a creature, of which only the first is its action: behind it stand other creatures'
    deeds and flourishes."""
    timed = [move for move in reading.moves if move.action not in doing.FREE]
    walks = all(move.action in ("move", "run") for move in timed)
    if len(timed) < 2 or walks:
        return reading
    return replace(reading, moves=tuple(move for move in reading.moves if move not in timed[1:]))


def _waits_surprised(table: Table, who: str, reading: Reading) -> bool:
    """YM-103: who is surprised is told so at once, whoever's turn it is; nothing of his is held."""
    one = table.fighters[who]
    if not one.surprised or table.may_act(who):
        return False
    return any(doing.faults(table, who, move) for move in reading.moves if move.action != "pass")


def now(fight: YiffieMonFight, who: str, reading: Reading, event: Event) -> bool:
    """Do what can be done of a declaration now. False where it has to wait."""
    table = fight.table
    said = doing.Said(moves=reading.moves, event=event)
    if table.machine.need is None:
        turns.starts_again(table)  # nobody was there till now
    need = table.machine.need
    if need is None:
        return False
    if need.kind == "opportunity":
        return _on_offer(table, who, said, need)
    if need.who == who and takes_time(reading) and (_at_the_dead(table, need) or _passed_over(fight, need)):
        table.machine.answer(None)  # nobody rolls for that any more: he goes on
        return now(fight, who, reading, event)
    if need.kind == "choice" and need.who == who and "none" in need.options:
        return _wishes(table, said, need)
    if need.kind == "choice" and need.who == who and need.what in ("attack", "push"):
        return False
    if need.kind == "choice" and need.who == who and need.what == "opportunity":
        return replies.strikes_one(table, said, need)
    if need.kind == "declare" and _may_take_turn(table, who, need):
        if need.who != who:
            table.forced = who
            table.machine.answer(None)
            return now(fight, who, reading, event)
        table.machine.answer(said)
        return True
    free = [move for move in said.moves if move.action in ("pass", "opportunity", "threaten", "spend")]
    spends = need.kind == "check" and need.who != who and all(one.action == "spend" for one in said.moves)
    offered = need.kind == "check" and all(
        move.action == "opportunity" and table.offers.for_(who, move.target) is not None
        for move in said.moves
    )
    if len(free) == len(said.moves) and (need.kind == "declare" or spends or offered):
        for move in free:
            table.start(_free(table, who, move))
        return True
    if all(move.action == "fight_defensively" for move in said.moves) and need.kind == "declare":
        table.start(_free(table, who, said.moves[0]))
        return True
    return False


def left_out(need: Need) -> bool:
    """Whether what is waited for is something that a GM may leave out: a check beside an action, or
    bleeding."""
    if need.kind == "dice":
        return need.what in ("bleeding", "fatigue")
    beside = need.what != "attack" or "YM-820" in need.clauses
    return need.kind == "check" and not need.details.get("first") and beside


def _passed_over(fight: YiffieMonFight, need: Need) -> bool:
    """Whether the room has gone past a check that was asked: others have declared since."""
    others = (told for name, told, _ in fight.held if name != need.who)
    return need.kind in ("check", "dice") and left_out(need) and any(map(takes_time, others))


def _at_the_dead(table: Table, need: Need) -> bool:
    """Whether an attack roll is waited for on one who has died since it was declared."""
    target = table.fighters.get(need.target or "")
    return need.kind == "check" and need.what == "attack" and target is not None and target.dead


def _wishes(table: Table, said: doing.Said, need: Need) -> bool:
    """A check that may be left out (YM-310): he declares it, or passes."""
    first = said.moves[0]
    if first.action == "check" and checks.normal(str(first.details.get("check", ""))) == need.what:
        table.machine.answer(need.what)
        return True
    if first.action == "pass":
        table.machine.answer("none")
        return True
    return False


def _free(table: Table, who: str, move: Any) -> Flow:
    yield from doing.free(table, who, move, own_turn=False)


def _may_take_turn(table: Table, who: str, need: Need) -> bool:
    """YM-105: it is his turn, or he is level with it and the campaign lets equals act at once."""
    if need.who == who:
        return True
    if table.setting("turn.tie") != "simultaneous" or need.who is None:
        return False
    return who in table.able and table.clocks.spent[who] == table.clocks.spent[need.who]


def _on_offer(table: Table, who: str, said: doing.Said, need: Need) -> bool:
    """Somebody's word while an opportunity is waited for: taken, passed, or the target simply goes on."""
    target = need.target
    for move in said.moves:
        if move.action == "opportunity":
            queued = doing.takes(table, who, move)
            if queued is not None and need.details.get("immediate"):
                table.machine.answer(queued)
                return True
        elif move.action == "pass":
            if not offering.passes(table, who, move.target or target):
                table.refuse(who, "no opportunity is offered to him", "YM-409", move=move.text)
        else:
            break
    else:
        if not any(one.against == target and one.open_to for one in table.offers):
            table.machine.answer(None)
        return True
    if who != target or need.details.get("immediate"):
        return False
    table.machine.answer(None)  # he goes on: what nobody has taken is over
    return False


def passes_over_the_fallen(table: Table) -> None:
    """What is waited for of one who is out will not come: no turn of his, and no roll but the Con checks of
    the unconscious."""
    for _ in range(200):
        need = table.machine.need
        one = table.fighters.get(need.who or "") if need is not None else None
        if need is None or one is None or not one.out:
            return
        if need.kind == "declare":
            table.machine.answer(turns.FORCED)
        elif need.kind in ROLLS and (one.dead or one.gone or need.what != "con"):
            table.machine.answer(None)
        else:
            return


def catch_up(fight: YiffieMonFight) -> None:
    """What was held comes up, one after another, as long as one can be done."""
    passes_over_the_fallen(fight.table)
    for _ in range(200):
        for index, (who, reading, event) in enumerate(fight.held):
            if not fight.table.started:
                return
            here = fight.encounter.event
            if now(fight, who, reading, event):
                del fight.held[index]
                fight.encounter.event = here
                break
        else:
            return


# -- rolls -----------------------------------------------------------------------------------------


def rolled(fight: YiffieMonFight, who: str, event: Event, pgm: bool) -> None:
    """A roll of the room's dice: for what is asked, or kept for what may be."""
    from calledshot_yiffiemon import waiving

    if waiving.rolled_again(fight, who, event, pgm):
        return
    announcing.settles(fight)
    announcing.rolls_on(fight, who)
    table, roll = fight.table, event.roll
    assert roll is not None
    fight.off_roll = True
    need = table.machine.need
    if (
        need is not None
        and need.kind == "choice"
        and "none" in need.options
        and _rolls_for(fight, who, need, pgm)
    ):
        table.machine.answer("none")  # a check that he may leave out, and has not declared
        need = table.machine.need
    if (
        need is not None
        and need.what in ("bleeding", "fatigue")
        and _rolls_for_an_action(fight, who, need, roll)
    ):
        table.machine.answer(None)  # the GM has left the bleeding out: the room has gone on
        catch_up(fight)
        need = table.machine.need
    wanted = need is not None and need.kind in ("check", "dice") and _rolls_for(fight, who, need, pgm)
    fight.aside, fight.stray = None, None
    if need is not None and need.kind == "dice" and _is_called_for(fight, who, event, pgm):
        return
    if not wanted or need is None:
        if pgm and need is not None and need.dice == f"{roll.count}d{roll.sides}":
            fight.aside = event
        known = who in table.fighters
        fight.stray = who if known else None
        if known and table.started:
            kept = table.early.setdefault(who, [])
            kept.append(event)
            del kept[:-MOST_EARLY]
        elif not pgm:
            fight.encounter.find("DICE-4", f"nothing asked {who} for this roll", who if known else None)
        fight.encounter.note_roll(event, who if known else None, None, counted=False)
        return
    if not _are_those(need, roll) and not _of_a_stranger(fight, need, roll):
        fight.encounter.find(
            "DICE-3",
            f"{need.dice} was asked for, not {roll.count}d{roll.sides}; please roll again",
            need.who,
        )
        fight.encounter.note_roll(event, need.who, None, counted=False)
        return
    counts(fight, need, event)


def _rolls_for_an_action(fight: YiffieMonFight, who: str, need: Need, roll: Roll) -> bool:
    """Whether a check is rolled while the dice of somebody's bleeding are waited for."""
    die = book.die(fight.encounter.campaign)
    return need.kind == "dice" and roll.count == 1 and roll.sides == die and need.dice != f"1d{die}"


def _is_called_for(fight: YiffieMonFight, who: str, event: Event, pgm: bool) -> bool:
    """Whether a roll is of a check that the GM has called for before the dice of the blow that brings it: it
    counts when that check comes."""
    table, roll = fight.table, event.roll
    assert roll is not None
    need = table.machine.need
    if (
        roll.count != 1
        or roll.sides != book.die(table.campaign)
        or need is None
        or need.dice == f"1d{roll.sides}"
    ):
        return False
    name = who if who in table.called_for else None
    if name is None and pgm:
        name = next((one for one in table.called_for if one not in fight.spoken or fight.gm_rolls), None)
    if name is None:
        return False
    kind = table.called_for.pop(name)
    table.called_rolls[name] = (kind, roll.total)
    fight.encounter.note_roll(event, name, kind, counted=True)
    return True


def _are_those(need: Need, roll: Roll) -> bool:
    """Whether the dice are those asked for, or more of them where nobody knows how many it takes."""
    if f"{roll.count}d{roll.sides}" == need.dice:
        return True
    count, _, sides = (need.dice or "").partition("d")
    more = bool(need.details.get("or_more")) and count.isdecimal() and sides == str(roll.sides)
    return more and roll.count >= int(count) > 1


def _of_a_stranger(fight: YiffieMonFight, need: Need, roll: Roll) -> bool:
    """Whether it may be the damage die of somebody without a sheet, of whom nobody knows what he strikes
    with."""
    sheets = fight.encounter.campaign.sheets
    return need.what == "damage" and need.who not in sheets and f"d{roll.sides}" in DAMAGE_DICE


def counts(fight: YiffieMonFight, need: Need, event: Event) -> None:
    """A roll is the one that is needed."""
    assert event.roll is not None
    fight.encounter.note_roll(event, need.who, need.what, counted=True)
    if need.what == "damage":
        fight.table.last_hurt.pop(need.target or "", None)  # what is told from here on is of this blow
    fight.off_roll = False
    fight.table.unvalued = None
    if need.kind == "check" and need.who is not None:
        fight.table.rolled_at[need.who] = event.seq
    fight.table.machine.answer(event.roll.total)


def _rolls_for(fight: YiffieMonFight, who: str, need: Need, pgm: bool) -> bool:
    """Whether the roll is his whom we asked: the GM rolls for those who never speak themselves."""
    if need.who in (who, None):
        return True
    return pgm and (fight.gm_rolls or need.who in fight.rolled_for or need.who not in fight.spoken)


# -- words -----------------------------------------------------------------------------------------


def spoke(fight: YiffieMonFight, who: str, event: Event) -> None:
    """A place named by who is asked where a blow lands (YM-503); "I'll take it!", of an opportunity."""
    table = fight.table
    if act_words.TAKES_IT.match(event.text[:200]) is not None and table.offers.for_(who) is not None:
        move = Move(
            action="opportunity", text=event.text.strip()[:200], column=1, end_column=len(event.text) + 1
        )
        declared(fight, who, Reading(text=event.text, moves=(move,)), event)
        catch_up(fight)
        return
    if act_words.AGAIN.match(event.text[:200]) is not None and announcing.acts_again(fight, who, event):
        return
    replies.names_one(table, who, event.text)
    catch_up(fight)
    if who not in table.open_choices:
        return
    found = _WHERE.search(event.text[:200])
    if found is not None:
        about = table.open_choices.pop(who)
        table.rule("choice", "made", who, clauses=("YM-503",), about=about, option=found.group().casefold())


def turn_of(fight: YiffieMonFight, who: str) -> None:
    """The GM calls somebody's turn: whoever is waited for is not waited for any longer."""
    table = fight.table
    if not table.started or who not in table.able:
        return
    if table.current == who and _declares(table):
        return
    for _ in range(200):
        need = table.machine.need
        if need is None:
            turns.starts_again(table)
            need = table.machine.need
            if need is None:
                return
        if table.current == who and need.kind in ("declare", "check", "dice", "level", "opportunity"):
            return
        table.forced = who
        if unrolled(table, need) and table.machine.postpone():
            continue
        table.machine.answer(turns.FORCED if need.kind == "declare" else None)


def unrolled(table: Table, need: Need) -> bool:
    """Whether nothing has come yet of the action whose roll is waited for."""
    outcome = need.details.get("outcome")
    fresh = outcome is None or outcome.roll is None
    plain = table.fighters[need.who].turn.action in PUT_OFF if need.who in table.fighters else False
    return (
        need.kind == "check"
        and bool(need.details.get("first"))
        and need.who == table.current
        and fresh
        and plain
    )


def _declares(table: Table) -> bool:
    need = table.machine.need
    return need is not None and need.kind == "declare" and need.who == table.current


def go_on(fight: YiffieMonFight) -> None:
    """The GM goes on: the next turn; in a turn that waits for somebody's word on an opportunity, the rest of
    it."""
    table = fight.table
    if not table.started:
        return
    if table.machine.need is not None and table.machine.need.kind == "opportunity":
        table.machine.answer(None)
        return
    before = table.serial
    for _ in range(200):
        need = table.machine.need
        if need is None or table.serial != before:
            return
        table.machine.answer(None)


def aims(fight: YiffieMonFight, who: str, target: str) -> None:
    """A bare name: whom the move is meant for that lacked a target."""
    replies.names_one(fight.table, who, target)
    need = fight.table.machine.need
    move = fight.table.aimless.get(who)
    if move is None or need is None or need.kind != "declare" or need.who != who:
        return
    aimed = replace(move, target=target)
    fight.table.machine.answer(doing.Said(moves=(aimed,), event=fight.encounter.event))
    catch_up(fight)
