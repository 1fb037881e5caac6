"""The PGM calls a move or asks for dice; and the move now due is called by us (PAR-RND-4, PAR-INIT-6).

What a called move then does is `playing`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.api import Ask, Call, Count, Points, Pool, Retarget, RoundCall, Told
from calledshot_parthos import (
    attacks,
    bleeding,
    book,
    damage,
    figures,
    initiative,
    playing,
    prompting,
    rounds,
    secret,
    succour,
    table,
)
from calledshot_parthos.state import Plan, Planned, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight

UP = re.compile(r"\b(?:and|you'?re|you are) up\b|\byour (?:move|turn|go)\b")
"""Words that call whoever has just been told what he has left."""
POINTS = re.compile(r"\b(\d{1,3})\b(?! (?:round|minute))")


def in_round(fight: ParthosFight) -> None:
    """A word that only makes sense in a round opens one where the log began in the middle."""
    if fight.round is None and not fight.opening:
        rounds.open_round(fight, None)


def called(fight: ParthosFight, act: Call) -> None:
    """The PGM calls somebody's move."""
    if fight.round is None and act.at is None and act.does is None:
        return  # a bare name is no sign of a fight under way
    in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    if round_.phase == "closed":
        return
    who = fight.join(act.who).name
    round_.saw(who)
    if act.at is not None and _is_points(fight, who, act.at):
        points = Points(
            what="damage", amount=act.at, text=act.text, column=act.column, end_column=act.end_column
        )
        damage.stated(fight, points)
        return
    if act.at is not None and not act.does and _is_left(fight, who, act.at):
        pool = Pool(value=act.at, who=who, text=act.text, column=act.column, end_column=act.end_column)
        table.pool(fight, pool)
        if UP.search(fight.heard) is None:
            return
        act = replace(act, at=None)
    if act.at is not None and who in round_.inits:
        _called_at(fight, who, act.at)
    if round_.phase != "action":
        if not round_.inits and act.does is None and act.at is None:
            return  # a name called before anybody has rolled is no move yet
        if who not in round_.inits and act.does is None and act.at is None:
            return
        rounds.begin_action(fight)
    if act.does is not None or act.at is not None:
        initiative.shared(fight, who)
    if _is_past(round_.plan(who), act.at):
        fight.current = who
        fight.encounter.judge("move", who, ours=act.at, theirs=act.at, agrees=True, words=act)
        return
    if _meant(fight, who, act.does) is None and _told_of(fight, who, act):
        return
    owed = fight.owes(who)
    if owed is not None and owed.what in ("to_hit", "damage", "critical", "fumble"):
        fight.current = who
        attack = owed.attack
        if attack is not None and attack.roll is None:
            fight.last_attack = attack
        if (
            owed.what == "to_hit"
            and attack is not None
            and attack.planned is not None
            and not attack.called_by_pgm
        ):
            attack.called_by_pgm = True
            at = attack.planned.at
            fight.encounter.judge("move", who, ours=at, theirs=at, agrees=True, words=act)
        return
    plan = round_.plan(who)
    _sends(fight, who, act.does)
    named = _meant(fight, who, act.does)
    if who in round_.late and plan.next() is None:
        secret.late_stands(fight, who)
        named = _meant(fight, who, act.does)
    following = plan.next()
    another = following is None or (act.at is not None and act.at != following.at)
    if act.at is not None and who in fight.clarify_asked and another and not fight.is_npc(who):
        prompting.turn(fight, prompting.Turn(who=who, at=act.at))
        return
    if fight.request(who, "clarify") is not None and another:
        fight.current = who
        return  # he has been asked what he does, and has not said it yet
    planned = named or plan.next()
    fight.current = who
    if planned is not None:
        if planned.at is not None and _due(fight) is planned:
            fight.encounter.judge("move", who, ours=planned.at, theirs=planned.at, agrees=True, words=act)
        playing.play(fight, who, planned, by_name=act.does is not None)
        if act.does is not None:
            round_.untold.pop(who, None)
        _helped(fight, who, act)
        return
    if any(planned.status in ("illegal", "unavailable") for planned in plan.moves) and _accepts(
        fight, who, act.does
    ):
        return
    if plan.moves:
        return  # nothing left: what follows (a roll, a verdict) shows what the PGM meant
    if who in fight.to_hit_asked:
        return  # the PGM knows what it is: he asks the to-hit roll in the same breath
    if fight.is_npc(who):
        return  # the PGM rolls for it; the roll and his words show what it does
    if who in fight.sent_at and round_.system == "standard":
        attacks.begin(fight, who, fight.sent_at[who], None)  # "your swing at Torvik": he has told what it is
        return
    _unclear(fight, who, act)


def _told_of(fight: ParthosFight, who: str, act: Call) -> bool:
    """Whether a call says in words what has just been played: "Kay casts Ember on the wolf", after it."""
    planned = fight.round.untold.get(who) if fight.round is not None else None
    if planned is None:
        return False
    if planned.move.text and planned.move.text.casefold().lstrip("* ") in fight.heard:
        fight.current = who
        return True  # in the very words of the declaration: the call itself
    return act.does is not None and _tells_of_it(fight, who)


def _tells_of_it(fight: ParthosFight, who: str) -> bool:
    """Whether words for what somebody does tell of the move just played, of which nobody has told yet."""
    round_ = fight.round
    assert round_ is not None
    planned = round_.untold.pop(who, None)
    if planned is None:
        return False
    fight.current = who
    return True


def _is_past(plan: Plan, at: int | None) -> bool:
    """Whether a call's number is that of a move already played, and of none still to come."""
    if at is None:
        return False
    played = any(one.at == at and one.tried for one in plan.moves)
    return played and not any(one.at == at and one.open for one in plan.moves)


def _helped(fight: ParthosFight, who: str, act: Call) -> None:
    """ "Oda binds his wounds for 2 points": the call of a heal tells its points as well."""
    number = POINTS.search(act.does or "")
    if number is None or fight.healing is None or fight.healing[0] != who or fight.points_told:
        return
    points = Points(
        what="healing",
        amount=int(number[1]),
        who=fight.healing[1],
        text=act.text,
        column=act.column,
        end_column=act.end_column,
    )
    succour.healed_by_word(fight, points)


def _sends(fight: ParthosFight, who: str, does: str | None) -> None:
    """Remember whom the words of a call name: "Goblin 2 on Wren"."""
    fight.sent_at.pop(who, None)
    if not does:
        return
    others = fight.opponents(who)
    aims = [name for name in fight.names_in(does) if name in others]
    if len(aims) == 1:
        fight.sent_at[who] = aims[0]


def bare(fight: ParthosFight, text: str) -> None:
    """A message that is one name, of somebody who has rolled, or one number, that of the move due: a call."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed" or not round_.inits:
        return
    words = text.strip(" .:,;!?()").casefold()
    due = first(fight)
    following = round_.number + 1 if round_.number is not None else None
    if words.isascii() and words.isdigit() and int(words[:6]) == following and rounds.finished(fight):
        rounds.called(fight, RoundCall(phase="initiative", number=following, text=text))
        return
    if due is not None and words.isascii() and words.isdigit() and due[1].at == int(words[:6]):
        who = due[0]
    elif round_.phase != "action" and fight.short_names.get(words) in round_.inits:
        who = fight.short_names[words]
    else:
        return
    called(fight, Call(who=who, text=text, column=1, end_column=len(text) + 1))


def first(fight: ParthosFight) -> tuple[str, Planned] | None:
    """Whose move comes first of those whose place is known, and the move."""
    return next(
        ((who, one) for who, one in initiative.queue(fight) if fight.able(who) and one.at is not None), None
    )


def _is_points(fight: ParthosFight, who: str, number: int) -> bool:
    """ "3, Ashlyn": the points of the blow just struck at her, and no init of hers."""
    attack = fight.last_attack
    init = fight.round.inits.get(who) if fight.round is not None else None
    if init is None or init.moves is None or number in init.moves or attack is None or attack.target != who:
        return False
    return attack.struck and (not attack.dealt or attack.points == number)


def _is_left(fight: ParthosFight, who: str, number: int) -> bool:
    """ "Ysolde at 22": what she has left, where none of her moves falls at 22 and it can be her stamina."""
    fighter, attack = fight.fighters[who], fight.last_attack
    init = fight.round.inits.get(who) if fight.round is not None else None
    most = fighter.stamina if fighter.stamina is not None else fighter.sheet.stamina_max
    if init is not None and init.moves is not None:
        return (
            number not in init.moves
            and number != init.total
            and number <= (figures.NO_CHART if most is None else most)
        )
    if fight.points_told and fighter.stamina is not None and number <= fighter.stamina:
        return True
    struck = attack is not None and attack.target == who and attack.struck
    return struck and (init is None or init.roll is None or number <= init.roll)


def counted(fight: ParthosFight, act: Count) -> None:
    """An initiative count read out: whoever moves there is called. A number that is nobody's count may be
    the points of the blow just struck."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return
    for who, planned in initiative.queue(fight):
        if planned.at == act.at and fight.able(who):
            called(
                fight, Call(who=who, at=act.at, text=act.text, column=act.column, end_column=act.end_column)
            )
            return
    for who, init in round_.inits.items():
        if act.at in (init.moves or ()) and fight.able(who):
            called(
                fight, Call(who=who, at=act.at, text=act.text, column=act.column, end_column=act.end_column)
            )
            return
    attack = fight.last_attack
    if fight.healing is not None and not (attack is not None and attack.struck and not attack.dealt):
        points = Points(
            what="healing", amount=act.at, text=act.text, column=act.column, end_column=act.end_column
        )
        damage.stated(fight, points)  # what was asked: how many points the help gives
        return
    alone = act.text.strip(" .:,;!?()") == fight.heard.strip(" .:,;!?()")
    ours = (attack.points, attack.our_points) if attack is not None else ()
    said = attack is not None and (act.at in ours or (alone and not attack.points_said))
    if attack is not None and attack.struck and (not attack.dealt or said):
        damage.stated(
            fight,
            Points(what="damage", amount=act.at, text=act.text, column=act.column, end_column=act.end_column),
        )


def retargeted(fight: ParthosFight, act: Retarget) -> None:
    """The PGM sends a move at another target: "take the other one", "on Goblin 2 then"."""
    round_ = fight.round
    who = act.who or fight.current
    if round_ is None or round_.phase == "closed" or who is None or who not in fight.fighters:
        return
    owed = fight.request(who, "to_hit")
    attack = owed.attack if owed is not None else None
    planned = attack.planned if attack is not None else round_.plan(who).next()
    was = attack.target if attack is not None else planned.target if planned is not None else None
    others = [name for name in fight.opponents(who) if name != was and fight.able(name)]
    target = act.target or (others[0] if len(others) == 1 else None)
    if target is None or target == who:
        return
    fight.join(target)
    fight.sent_at[who] = target
    if planned is not None:
        planned.target = target
    if attack is not None:
        attack.target = target
        fight.encounter.rule(
            "request", "asked", who, target, clauses=("PAR-HIT-1",), what="to_hit", dice="1d100"
        )


def told(fight: ParthosFight, act: Told) -> None:
    """The PGM tells what somebody does, in words that are no call: his move if it is the one due."""
    round_ = fight.round
    if round_ is None or round_.phase != "action" or _awaiting(fight) or act.who not in fight.fighters:
        return
    if _tells_of_it(fight, act.who):
        return
    planned = _due(fight)
    if planned is not None and planned in round_.plan(act.who).moves and planned.status == "pending":
        called(
            fight,
            Call(who=act.who, does=act.does, text=act.text, column=act.column, end_column=act.end_column),
        )


def _called_at(fight: ParthosFight, who: str, at: int) -> None:
    round_ = fight.round
    assert round_ is not None
    init = round_.inits[who]
    if init.moves is None:
        if init.roll is not None and at > init.roll:
            initiative.stated(fight, who, at)
        return
    if (
        at not in init.moves
        and init.total is not None
        and at != init.total
        and not any(request.who == who for request in fight.requests)
        and not (secret.unseen(fight) and initiative.may_fall_at(fight, who, at))
    ):
        ours = ", ".join(str(move) for move in init.moves)
        fight.encounter.judge(
            "initiative",
            who,
            ours=init.moves,
            theirs=at,
            agrees=False,
            message=f"the PGM calls {who} at {at}; by the page his moves fall at {ours}",
            effect="the order of play may differ",
        )


def _due(fight: ParthosFight) -> Planned | None:
    """The first move in the order that is still to be played and whose owner can."""
    return next((planned for who, planned in initiative.queue(fight) if fight.able(who)), None)


def _meant(fight: ParthosFight, who: str, does: str | None) -> Planned | None:
    """The still open move that the call's words name ("Pain", "throw"), if they name one."""
    round_ = fight.round
    assert round_ is not None
    if not does:
        return None
    folded = book.fold(does)
    for planned in round_.plan(who).moves:
        if not planned.open:
            continue
        named = planned.move.spell.name if planned.move.spell else planned.move.instrument
        if named and book.fold(named) and book.fold(named) in folded:
            return planned
    return None


def _unclear(fight: ParthosFight, who: str, act: Call | None = None) -> None:
    """Called without a declared move (PAR-STD-5; PAR-IM-7 in the IM system)."""
    round_ = fight.round
    assert round_ is not None
    if round_.system == "im":
        secret.no_im(fight, who)
        return
    if fight.request(who, "clarify") is not None:
        return
    if act is not None and act.at is not None:
        return  # a number beside a name is too little to say that a move was called
    fight.encounter.find("PAR-STD-5", f"{who} has not said what the move is", who)
    fight.encounter.rule("refused", "unclear", who, clauses=("PAR-STD-5",))
    fight.ask_dice(Request(who, "clarify"), clauses=("PAR-STD-5",))


def asked(fight: ParthosFight, act: Ask) -> None:
    """The PGM asks for dice or words."""
    if act.instead_of is not None and act.who is not None:
        fight.stand_ins[act.who] = act.instead_of
        return
    if act.what in ("initiative", "declaration"):
        called_for = fight.called_for.pop(act.what, ())
        if len(called_for) > 1 and (fight.round is None or fight.round.phase == "closed"):
            secret = act.what == "declaration"
            rounds.called(
                fight,
                RoundCall(phase="declare" if secret else "initiative", names=called_for, text=act.text),
            )
            return
        if act.who is not None and fight.round is not None and fight.round.phase != "closed":
            fight.join(act.who)
            if act.what == "initiative" and act.who not in fight.round.inits:
                fight.encounter.rule(
                    "request", "asked", act.who, clauses=("PAR-RND-2",), what="initiative", dice="1d100"
                )
        return
    in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    if act.what == "save":
        bleeding.asked(fight, act.who)
        return
    if round_.phase == "closed":
        return
    due = first(fight)
    who = act.who or fight.current or (due[0] if due is not None and act.what == "to_hit" else None)
    if act.what in ("to_hit", "roll", "clarify"):
        if act.who is not None:
            fight.join(act.who)
        if act.what == "clarify" or who is None:
            fight.current = who or fight.current
            return
        if act.who is None and fight.owes(who) is None:
            waiting = next((r.who for r in fight.requests if r.what == "to_hit"), None)
            if waiting is not None:
                fight.current = waiting
                return
        fight.current = who
        _wants_roll(fight, who, act)
    elif act.what in ("damage", "critical"):
        damage.asked(fight, act)


def _wants_roll(fight: ParthosFight, who: str, act: Ask) -> None:
    """A to-hit roll is asked of somebody: his move is called, if it has not been."""
    round_ = fight.round
    assert round_ is not None
    if fight.owes(who) is not None:
        return
    attack = fight.last_attack
    if attack is not None and attack.who == who and attack.roll is not None and attack.outcome is None:
        return
    if round_.phase != "action":
        if act.what == "roll" and who not in round_.inits:
            return
        rounds.begin_action(fight)
    plan = round_.plan(who)
    if who in round_.late and plan.next() is None:
        secret.late_stands(fight, who)
    planned = plan.next()
    while planned is not None and not planned.is_attack:
        playing.play(fight, who, planned)
        planned = plan.next()
    if planned is not None:
        playing.play(fight, who, planned)
    elif any(p.status in ("illegal", "unavailable") for p in plan.moves):
        _accepts(fight, who, None)
    elif act.what == "to_hit":
        attacks.begin(fight, who, attacks.guess_target(fight, who), None)


def _accepts(fight: ParthosFight, who: str, does: str | None) -> bool:
    """The PGM plays on with a move the page would refuse (PGM-2)."""
    round_ = fight.round
    assert round_ is not None
    for planned in reversed(round_.plan(who).moves):
        if planned.status in ("illegal", "unavailable"):
            if (
                does is not None
                and planned.move.spell is not None
                and book.fold(planned.move.spell.name) not in book.fold(does)
            ):
                continue
            if does is None and not planned.is_attack:
                continue
            let_stand(fight, who, planned)
            return True
    return False


def let_stand(fight: ParthosFight, who: str, planned: Planned) -> None:
    """Play a refused move because the PGM does; noted once (PGM-2)."""
    codes = ", ".join(dict.fromkeys(planned.faults)) or "the page"
    fight.encounter.find("PGM-2", f"{codes} would not allow this; the PGM plays on", who)
    if fight.encounter.by_the_book:
        return
    planned.status = "pending"
    playing.perform(fight, who, planned)


def announce(fight: ParthosFight) -> None:
    """Call the attack that is now due, and only that one (PAR-INIT-6, PAR-IM-5); the next where it turns out
    not to be possible.

    Nothing is called while dice or the PGM's word are awaited, where an init is not known, or where
    somebody who has declared nothing may come first. A move without dice waits for the PGM's call, for the
    next roll or for the close (PAR-RND-4): it cannot be taken back, and a latecomer's initiative may still
    stand before it.
    """
    if fight.over_waits and not rounds.strikes_at_once(fight):
        fight.over_waits = False
        rounds.check_over(fight)
    while (due := _to_announce(fight)) is not None:
        fight.announcing = True
        playing.play_one(fight, *due)
        fight.announcing = False


def _to_announce(fight: ParthosFight) -> tuple[str, Planned] | None:
    round_ = fight.round
    if round_ is None or round_.phase != "action" or fight.over is not None or _awaiting(fight):
        return None
    queue = [
        (who, planned)
        for who, planned in initiative.queue(fight)
        if fight.may_act(who, planned) and who not in fight.held
    ]
    if not queue or any(planned.at is None for _, planned in queue):
        return None
    who, planned = queue[0]
    if planned.candidate and planned.target is None:
        return None
    if planned.status != "pending" or not planned.is_attack or planned.at is None:
        return None
    if not all(name in round_.inits for name in fight.scene.names if _takes_part(fight, name)):
        return None
    waits = round_.system != "im" or fight.setting("no_im") == "ask"
    for name, init in round_.inits.items() if waits else ():
        silent = not round_.plan(name).moves and fight.able(name) and name not in fight.held
        if silent and (init.moves is None or init.moves[0] >= planned.at):
            return None
    nearest = next((slot for slot in prompting.coming(fight) if slot.who not in fight.held), None)
    if nearest is not None and nearest.planned is not planned:
        return None  # somebody has won a move before it, and may still say which
    return who, planned


def _takes_part(fight: ParthosFight, name: str) -> bool:
    """Whether somebody has to roll before the first move: not who is down, came in later, or is held."""
    there = fight.able(name) and name not in fight.held
    return there and (fight.round is None or name not in fight.round.sits_out)


def _awaiting(fight: ParthosFight) -> bool:
    if any(request.what != "save" for request in fight.requests):
        return True
    attack = fight.last_attack
    if attack is None or attack.outcome is None:
        return attack is not None and attack.roll is not None
    return attack.struck and not attack.dealt
