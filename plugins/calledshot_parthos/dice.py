"""Whose roll answers which request, and what answers nothing (DICE-3 … DICE-6, DICE-8).

What a roll means once it is known what it is for is the other chapters' business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Event, Roll, RoundCall
from calledshot_parthos import (
    attacks,
    bleeding,
    calling,
    casting,
    damage,
    initiative,
    plans,
    playing,
    prompting,
    rounds,
    secret,
    succour,
)
from calledshot_parthos.state import Request, Round

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

HUNDRED = "1d100"
CLAIM_LENGTH = 160
"""A line that says "rolling for …" is short; longer ones are role-play and are not searched."""
SHORT_CLAIM = 40
"""Without the word "roll" ("this one is for Maelis") only a shorter line is a claim."""


def claims(fight: ParthosFight, who: str, text: str) -> None:
    """Remember who says that he rolls for somebody else (DICE-8), until he says something else."""
    fight.rolls_for.pop(who, None)
    folded = text.casefold()
    if len(text) > CLAIM_LENGTH or " for " not in f" {folded}":
        return
    if "roll" not in folded and len(text) > SHORT_CLAIM:
        return
    after = f" {folded}".rsplit(" for ", 1)[1].lstrip()
    word = "".join(c for c in after.split(" ")[0] if c.isalnum())
    named = [
        name
        for name in (*fight.scene.names, *fight.campaign.sheets)
        if name != who and (after.startswith(name.casefold()) or word == name.casefold().rstrip("0123456789"))
    ]
    if named:
        fight.rolls_for[who] = named[0]


def rolled(fight: ParthosFight, roller: str, event: Event, pgm: bool) -> None:
    """A real roll: find what it is for, or say that nothing asked for it."""
    roll = event.roll
    assert roll is not None
    who = roller
    if pgm:
        said = fight.rolls_for.pop(roller, None)
        meant = (
            said if said is not None and _wants(fight, said, roll) else _pgm_rolls_for(fight, roller, roll)
        )
        if meant is None:
            fight.encounter.note_roll(event, None, None, counted=False)
            return
        who = meant
    elif roller in fight.stand_ins and _wants(fight, fight.stand_ins[roller], roll):
        who = fight.stand_ins.pop(roller)
    elif roller in fight.rolls_for:
        other = fight.rolls_for.pop(roller)
        if _wants(fight, other, roll) and not _wants(fight, roller, roll):
            if not fight.setting("roll_for_others"):
                _for_another(fight, roller, other, event)
                return
            who = other
    _for(fight, who, event)


def _for_another(fight: ParthosFight, roller: str, other: str, event: Event) -> None:
    fight.encounter.find(
        "DICE-8", f"{roller} rolled for {other} without being the PGM; it does not count", roller
    )
    fight.encounter.note_roll(event, other, None, counted=False)
    if fight.round is not None:
        fight.round.stray[other] = event


def _for(fight: ParthosFight, who: str, event: Event) -> None:
    """A roll that is somebody's own (or the PGM's for him)."""
    round_ = fight.round
    owed = fight.owes(who)
    if round_ is None or round_.phase == "closed":
        if owed is not None and owed.what == "save":
            _answer(fight, owed, event)
        elif _maybe_initiative(fight, who, event):
            return
        elif who in fight.fighters and who not in fight.before:
            unattached(fight, who, event)
        else:
            fight.encounter.note_roll(event, None, None, counted=False)
        return
    if owed is not None and owed.what != "clarify":
        if _fits(event.roll, owed.dice):
            _answer(fight, owed, event)
        else:
            _wrong_dice(fight, who, owed.what, owed.dice, event)
        return
    if who in round_.leave and _again_by_leave(fight, who, round_, event):
        return
    if who not in round_.inits:
        _initiative(fight, who, round_, event)
        return
    if not any(fight.may_act(who, planned) for planned in round_.plan(who).moves) and not fight.able(who):
        unattached(fight, who, event)
        return
    if round_.phase != "action" and (rounds.all_rolled(fight) or _has_been_called(fight, who, round_)):
        rounds.begin_action(fight)
    if round_.phase != "action":
        if _fits(event.roll, HUNDRED):
            round_.stray[who] = event
            initiative.again(fight, who, event)
        else:
            _wrong_dice(fight, who, "initiative", HUNDRED, event)
        return
    _in_action(fight, who, round_, event)


def _has_been_called(fight: ParthosFight, who: str, round_: Round) -> bool:
    """Whether words of the PGM's that we could not read, said since somebody's initiative roll, may have
    called his attack: it is the first of all that is known, and they name nobody else and no initiative."""
    due = calling.first(fight)
    if due is None or due[0] != who or not due[1].is_attack or fight.hints_round or fight.opening:
        return False
    spoken = fight.heard_at > round_.inits[who].event.seq
    return spoken and not round_.leave and all(name in (who, due[1].target) for name in fight.named)


def _maybe_initiative(fight: ParthosFight, who: str, event: Event) -> bool:
    """Rolls with no round open; true if they open one. Two sides rolling a d100 each after words of the PGM's
    that smell of initiative are an initiative call we could not read: the round is opened, as an assumption,
    said once."""
    if not _fits(event.roll, HUNDRED) or (who in fight.fighters and not fight.able(who)):
        return False
    if fight.round is None or fight.hints_initiative:
        fight.before[who] = event
    sides = {fight.scene.side_of(name) for name in fight.before}
    if len(sides) < 2 or not fight.hints_initiative:
        return False
    rolls = dict(fight.before)
    here = fight.encounter.event
    fight.encounter.event = next(iter(rolls.values()))
    if fight.round is not None and fight.round.phase != "closed":
        rounds.close(fight)
    rounds.open_round(fight, RoundCall(phase="initiative", number=fight.hinted_number))
    fight.encounter.find(
        "PAR-RND-2",
        "nobody's call for initiative was understood, but both sides roll: a round opens",
        default=True,
    )
    for name, roll in rolls.items():
        fight.encounter.event = roll
        _for(fight, name, roll)
    fight.encounter.event = here
    return True


def _initiative(fight: ParthosFight, who: str, round_: Round, event: Event) -> None:
    fighter = fight.fighters.get(who)
    if fighter is not None and not fight.able(who):
        unattached(fight, who, event)
        return
    if fighter is None and fight.campaign.sheets and who not in fight.campaign.sheets:
        said = round_.said_by_strangers.get(who)
        if said is None or not plans.is_plain(said[0]):
            round_.rolled_by_strangers[who] = event
            fight.encounter.note_roll(event, None, None, counted=False)
            return
    if not _fits(event.roll, HUNDRED):
        if fighter is not None or who in fight.campaign.sheets:
            fight.join(who)
            _wrong_dice(fight, who, "initiative", HUNDRED, event)
        else:
            fight.encounter.note_roll(event, None, None, counted=False)
        return
    if round_.number is None and round_.phase == "action":
        round_.stray[who] = event  # the log began in the middle: this can be anything
        fight.join(who)
        fight.encounter.note_roll(event, who, None, counted=False)
        fight.current = who
        return
    fight.encounter.note_roll(event, who, "initiative", counted=True)
    stranger = round_.said_by_strangers.pop(who, None)
    if stranger is not None:
        plans.enter(fight, who, *stranger, plans.channel_of(*stranger))
    initiative.take(fight, who, event)
    round_.answered[who] = Request(who, "initiative")
    if round_.phase != "action" and rounds.all_rolled(fight):
        rounds.begin_action(fight)


def _in_action(fight: ParthosFight, who: str, round_: Round, event: Event) -> None:
    """A roll without a request, with the action on: the roller's next attack, if he has one declared."""
    blow = fight.last_attack
    if (
        blow is not None
        and blow.who == who
        and blow.struck
        and not blow.dealt
        and blow.unread > fight.heard_at
        and _fits(event.roll, HUNDRED)
    ):  # without a chart, a die rolled on without a word is more of the same
        damage.rolled(fight, Request(who, "critical", attack=blow), event)
        return
    if _thrown_together(fight, who, event):
        return
    if who in fight.not_played:
        fight.not_played.discard(who)
        fight.encounter.note_roll(event, who, "damage", counted=False)
        return
    plan = round_.plan(who)
    planned = plan.next()
    if planned is not None and _fits(event.roll, casting.dice_of(fight, planned) or "0d0"):
        playing.play(fight, who, planned)
        owed = fight.owes(who)
        if owed is not None and _fits(event.roll, owed.dice):
            _answer(fight, owed, event)
            return
    ahead = next((p for p in plan.moves if p.open and p.is_attack), None)
    if ahead is not None and planned is not None:
        if not _fits(event.roll, HUNDRED):
            _wrong_dice(fight, who, "to_hit", HUNDRED, event)
            return
        playing.play(fight, who, ahead)
        owed = fight.request(who, "to_hit")
        if owed is not None:
            _answer(fight, owed, event)
        else:
            round_.stray[who] = event
            fight.encounter.note_roll(event, who, None, counted=False)
        return
    if (
        fight.hints_initiative
        and rounds.finished(fight, all_rolled=False)
        and _maybe_initiative(fight, who, event)
    ):
        return
    answered = round_.answered.get(who)
    acted = any(attack.who == who for attack in round_.attacks)
    if fight.is_npc(who) and _has_moves_left(fight, who, round_):
        _attacks_again(fight, who, round_, event)  # called without a word of what it does: an attack
        return
    if not plan.moves and not acted:
        _undeclared(fight, who, round_, event)
        return
    if _takes_next(fight, who, round_):
        _attacks_again(fight, who, round_, event)
        return
    if who in fight.before:
        fight.encounter.note_roll(event, who, None, counted=False)
        return  # it may be the first of the next round's initiative rolls
    again = answered is not None and answered.at >= fight.heard_at  # the PGM has not spoken since
    if again and answered is not None and answered.what != "initiative" and _fits(event.roll, answered.dice):
        fight.encounter.find(
            "DICE-5",
            f"rolled again for the same {answered.what.replace('_', '-')} roll; the first counts",
            who,
        )
        fight.encounter.note_roll(event, who, answered.what, counted=False)
        return
    unattached(fight, who, event)


def _thrown_together(fight: ParthosFight, who: str, event: Event) -> bool:
    """Two dice in one breath, to hit and damage, where only the PGM can tell whether the first hit: the
    second is kept until he says so."""
    blow = fight.last_attack
    if blow is None or blow.who != who or blow.roll is None or blow.outcome is not None or blow.confirmed:
        return False
    if blow.event is None or blow.event.seq < fight.heard_at or not _fits(event.roll, HUNDRED):
        return False
    if blow.kept is not None:
        return False
    blow.kept = event
    fight.encounter.note_roll(event, who, None, counted=False)
    return True


def _called(fight: ParthosFight, who: str) -> bool:
    return who in fight.named or fight.current == who or who in fight.to_hit_asked


def _takes_next(fight: ParthosFight, who: str, round_: Round) -> bool:
    """Whether a roll takes a further move somebody has won and not declared apart: in the standard system
    the role-play may have been all there was. The PGM has spoken since his last roll."""
    answered = round_.answered.get(who)
    if round_.system != "standard" or answered is None or fight.heard_at <= answered.at:
        return False
    init = round_.inits[who]
    won = init.won if init.won is not None else len(init.moves) if init.moves is not None else None
    played = sum(attack.who == who for attack in round_.attacks)
    played += sum(not p.is_attack and p.status == "done" for p in round_.plan(who).moves)
    called = fight.current == who or who in fight.named
    return played < won if won is not None else called


def _attacks_again(fight: ParthosFight, who: str, round_: Round, event: Event) -> None:
    if not _fits(event.roll, HUNDRED):
        _wrong_dice(fight, who, "to_hit", HUNDRED, event)
        return
    attack = attacks.make(fight, who, attacks.guess_target(fight, who), None)
    round_.roleplayed.discard(who)
    request = round_.answered[who] = Request(who, "to_hit", attack=attack)
    request.at = event.seq
    attacks.to_hit(fight, attack, event)


def _has_moves_left(fight: ParthosFight, who: str, round_: Round) -> bool:
    init = round_.inits.get(who)
    made = sum(attack.who == who for attack in round_.attacks)
    return init is None or init.moves is None or made < len(init.moves) or fight.current == who


def _undeclared(fight: ParthosFight, who: str, round_: Round, event: Event) -> None:
    """Rolled with nothing declared: clarify and roll again, unless the PGM lets it stand (DICE-6)."""
    encounter = fight.encounter
    known = who in round_.roleplayed if round_.system == "standard" else secret.unseen(fight)
    if known and _called(fight, who):
        _attacks_again(fight, who, round_, event)  # clear in role-play to the PGM, who called it (PAR-STD-3)
        return
    again = who in round_.stray
    round_.stray[who] = event
    fight.current = who
    encounter.note_roll(event, who, None, counted=False)
    if again:
        return
    encounter.find(
        "DICE-6", "rolled before the move was declared; it does not count unless the PGM lets it stand", who
    )
    if round_.system == "im":
        secret.no_im(fight, who)
        return
    if fight.request(who, "clarify") is not None:
        return
    encounter.find("PAR-STD-5", f"{who} has not said what the move is: clarify, and roll again", who)
    encounter.rule("refused", "unclear", who, clauses=("PAR-STD-4", "PAR-STD-5"))
    fight.ask_dice(Request(who, "clarify"), clauses=("PAR-STD-5",))


def unattached(fight: ParthosFight, who: str, event: Event) -> None:
    """A fighter's roll that nothing asked for (DICE-4)."""
    fight.encounter.find("DICE-4", "nothing asked for this roll; kept aside", who)
    fight.encounter.note_roll(event, who, None, counted=False)
    if fight.round is not None:
        fight.round.stray[who] = event


def _fits(roll: Roll | None, dice: str) -> bool:
    """Whether the dice rolled are those asked for: count and sides."""
    if roll is None:
        return False
    body = dice.split("+")[0].split("-")[0]
    count, _, sides = body.partition("d")
    return roll.count == int(count or 1) and sides.isdigit() and roll.sides == int(sides)


def _wrong_dice(fight: ParthosFight, who: str, what: str, dice: str, event: Event) -> None:
    roll = event.roll
    assert roll is not None
    fight.encounter.find(
        "DICE-3", f"{roll.count}d{roll.sides} rolled where {dice} was asked for; it does not count", who
    )
    fight.encounter.note_roll(event, who, what, counted=False)
    fight.encounter.rule("request", "asked", who, clauses=("DICE-3",), what=what, dice=dice)


def _answer(fight: ParthosFight, request: Request, event: Event) -> None:
    fight.requests.remove(request)
    if fight.round is not None:
        request.at = event.seq
        fight.round.answered[request.who] = request
        fight.round.stray.pop(request.who, None)
    if request.what == "to_hit" and request.attack is not None:
        attacks.to_hit(fight, request.attack, event)
    elif request.what in ("damage", "critical"):
        damage.rolled(fight, request, event)
    elif request.what == "fumble":
        attacks.fumbled(fight, request, event)
    elif request.what == "save":
        bleeding.rolled(fight, request, event)
    elif request.what == "roll_off" and fight.round is not None and event.roll is not None:
        fight.encounter.note_roll(event, request.who, "roll_off", counted=True)
        fight.round.roll_offs[request.who] = event.roll.total
    elif request.what == "healing":
        assert event.roll is not None
        fight.encounter.note_roll(event, request.who, "healing", counted=True)
        succour.rolled(fight, request, event.roll.total)


def _again_by_leave(fight: ParthosFight, who: str, round_: Round, event: Event) -> bool:
    """A second roll that the PGM has granted: the later one counts (DICE-5)."""
    answered = round_.answered.get(who)
    if answered is None or not _fits(event.roll, answered.dice):
        return False
    round_.leave.discard(who)
    fight.encounter.find(
        "DICE-5", "rolled again with the PGM's leave; this roll counts", who, severity="info"
    )
    for record in reversed(fight.encounter.rolls):
        if record.combatant == who and record.use == answered.what and record.counted:
            record.counted = False
            break
    if answered.what == "initiative":
        fight.encounter.note_roll(event, who, "initiative", counted=True)
        initiative.take(fight, who, event)
        return True
    attack = answered.attack
    if attack is not None:
        if answered.what == "to_hit":
            fight.drop_requests(who, "damage", "critical", "fumble")
            damage.take_back(fight, attack)
            attack.dice, attack.each = [], []
            attack.confirmed = False
            attack.points = attack.our_points = None
        else:
            fight.drop_requests(who, "critical")
            damage.take_back(fight, attack)
            attack.dice, attack.each = attack.dice[:-1], attack.each[:-1]
    fight.requests.append(answered)
    _answer(fight, answered, event)
    return True


# -- the PGM's own rolls ------------------------------------------------------------------------


def _npcs(fight: ParthosFight) -> list[str]:
    return [name for name in fight.scene.names if fight.is_npc(name)]


def _wants(fight: ParthosFight, who: str, roll: Roll) -> bool:
    round_ = fight.round
    owed = fight.owes(who)
    if owed is not None:
        return _fits(roll, owed.dice)
    if round_ is None or round_.phase == "closed":
        return False
    if who not in fight.fighters:
        return who in fight.campaign.sheets
    if not fight.able(who):
        return False
    if who not in round_.inits:
        return True
    plan = round_.plans.get(who)
    return round_.phase == "action" and plan is not None and any(p.open and p.is_attack for p in plan.moves)


def _pgm_rolls_for(fight: ParthosFight, roller: str, roll: Roll) -> str | None:
    """For whom the PGM rolls: himself if he plays, whoever's move is on, the NPC that still owes a roll, or
    an absent player; None if nobody."""
    round_ = fight.round
    own = roller if roller in fight.fighters or roller in fight.campaign.sheets else None
    if round_ is None or round_.phase == "closed":
        return next((r.who for r in fight.requests if r.what == "save"), None)
    npcs = [name for name in _npcs(fight) if fight.able(name)]
    waits = [name for name in npcs if name not in round_.inits]
    if waits and not round_.attacks and fight.npc in round_.inits and fight.current not in npcs:
        return waits[0]  # nobody has acted: it is the next NPC's initiative
    npc = fight.npc
    owing = [request.who for request in fight.requests if request.who in npcs and _fits(roll, request.dice)]
    if owing and npc not in owing and not any(slot.who == npc for slot in prompting.coming(fight)):
        return owing[0]  # the one named last has nothing to roll for
    if (
        npc is not None
        and npc in npcs
        and (npc not in round_.inits or fight.owes(npc) or fight.current == npc or npc in fight.named)
    ):
        return npc
    current = fight.current
    if (
        current is not None
        and (current in npcs or current == own)
        and (fight.owes(current) is not None or current in round_.inits)
    ):
        return current
    if own is not None and fight.owes(own) is not None:
        return own
    waiting = next((r.who for r in fight.requests if r.who in npcs and _fits(roll, r.dice)), None)
    if waiting is not None:
        return waiting
    if round_.phase != "action":
        if current in npcs and current not in round_.inits:
            return current
        if own is not None and own not in round_.inits:
            return own
        unrolled = next((name for name in npcs if name not in round_.inits), None)
        if unrolled is not None:
            return unrolled
        absent = [name for name in fight.scene.names if fight.able(name) and name not in round_.inits]
        if len(absent) == 1 and round_.inits:
            return absent[0]  # an absent player: everybody else has rolled
        if own is None and len(fight.groups) == 1 and not any(name in round_.inits for name in npcs):
            members = next(iter(fight.groups.values()))
            for name in members:  # the campaign's one group, not yet named: whom else would he roll for?
                fight.join(name)
            return next((name for name in members if fight.able(name)), None)
    if current is not None and fight.owes(current) is not None:
        return current
    owed = next((r.who for r in fight.requests if r.what != "clarify"), None)
    if owed is not None:
        return owed
    late = next((name for name in npcs if name not in round_.inits), None)
    if late is not None:
        return late
    if (
        current is not None
        and current in fight.fighters
        and current not in (own,)
        and round_.phase != "action"
    ):
        return current if current not in round_.inits else None
    return own if own is not None and own in fight.fighters else None
