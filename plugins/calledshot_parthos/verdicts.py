"""The PGM's word on a blow: hit or miss beside ours, and the fight goes on from his (PGM-1, PGM-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Call, Event, Verdict
from calledshot_parthos import attacks, bleeding, calling, casting, damage, learning, playing, rounds, table
from calledshot_parthos.state import Attack, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight


def verdict(fight: ParthosFight, act: Verdict) -> None:
    """A result in the PGM's words."""
    calling.in_round(fight)
    round_ = fight.round
    if round_ is None:
        return
    if act.who is not None:
        act_who = fight.join(act.who).name
        round_.saw(act_who)
    if act.outcome in ("hit", "critical", "miss", "fumble"):
        if round_.phase == "closed":
            return
        hit_or_miss(fight, act)
    elif act.outcome in ("saved", "failed"):
        bleeding.verdict(fight, act)
    elif act.outcome == "disrupted":
        casting.disrupted_by_word(fight, act)
    elif act.outcome == "done":
        casting.done_by_word(fight, act)
    elif act.outcome == "no_damage":
        damage.none_by_word(fight, act)
    elif round_.phase != "closed":
        table.refuses(fight, act.who or fight.current, act)


def _spoken_of(fight: ParthosFight, act: Verdict) -> Attack | None:
    """The attack a verdict is about."""
    round_ = fight.round
    assert round_ is not None
    fitting = [
        attack
        for attack in round_.attacks
        if (act.who is None or attack.who == act.who)
        and (act.target is None or attack.target in (act.target, None))
    ]
    if act.who is None and act.target is None:
        waiting = [attack for attack in fitting if attack.roll is not None and not attack.confirmed]
        if waiting:
            struck = act.outcome in attacks.STRUCK
            agree = [
                one for one in waiting if one.ours is not None and (one.ours in attacks.STRUCK) == struck
            ]
            return agree[-1] if agree and len(waiting) > 1 else waiting[-1]
        if fitting and fight.last_attack in fitting:
            return fight.last_attack
    open_ = [attack for attack in fitting if attack.roll is not None and not attack.confirmed]
    for attack in open_ if len(open_) > 1 or (fitting and fitting[-1].roll is None) else ():
        if attack.ours is not None and (attack.ours in attacks.STRUCK) == (act.outcome in attacks.STRUCK):
            return attack  # of several rolls he has not spoken to, the first that does what he says
    return fitting[-1] if fitting else None


def hit_or_miss(fight: ParthosFight, act: Verdict) -> None:
    round_ = fight.round
    assert round_ is not None
    attack = _spoken_of(fight, act)
    if act.who is not None and act.target is None and (attack is None or attack.roll is None):
        waiting = [one for one in round_.attacks if one.roll is not None and not one.confirmed]
        if waiting and waiting[-1].who != act.who and act.who not in round_.stray:
            said(fight, waiting[-1], act.outcome, act)  # "miss, Corwin": the roll just made, and who is next
            calling.called(
                fight, Call(who=act.who, text=act.text, column=act.column, end_column=act.end_column)
            )
            return
    if act.who is None and act.target is None:
        roller = newer_stray(fight, attack)
        if roller is not None and not _agrees(attack, act):
            attack = _undeclared(fight, act, roller, round_.stray[roller])
            if attack is not None:
                said(fight, attack, act.outcome, act)
            return
    if act.outcome == "hit" and act.who is not None and (attack is None or attack.confirmed):
        due = round_.plan(act.who).next()
        if due is not None and due.move.action == "cast" and due.status == "pending" and fight.able(act.who):
            playing.play(fight, act.who, due)  # "her Ember catches him": the spell, not a blow
            return
    who = act.who or (attack.who if attack is not None else fight.current)
    if who is None and round_.stray:
        who = next(reversed(round_.stray))  # the last who rolled for nothing we know of
    stray = round_.stray.get(who) if who is not None else None
    if attack is None or (
        attack.confirmed and (stray is not None or act.who is not None) and not _again(attack, act)
    ):
        attack = _undeclared(fight, act, who, stray) if stray is not None or attack is None else attack
        if attack is None:
            return
    if attack.target is None and act.target is not None:
        attack.target = act.target
    if attack.roll is None and fight.request(attack.who, "to_hit") is not None:
        early = round_.stray.pop(attack.who, None)
        fight.drop_requests(attack.who, "to_hit")
        if early is not None and early.roll is not None:
            fight.encounter.find(
                "PGM-2",
                f"{attack.who}'s roll of {early.roll.total} came early; the PGM lets it stand",
                attack.who,
                event=early,
            )
            adopt(fight, attack, early)
    fight.spoken = (fight.encounter.event.seq, attack)
    said(fight, attack, act.outcome, act)


def _agrees(attack: Attack | None, act: Verdict) -> bool:
    """Whether a roll that counts, and that the PGM has yet to speak to, does what he says."""
    if attack is None or attack.roll is None or attack.confirmed or attack.ours is None:
        return False
    return (attack.ours in attacks.STRUCK) == (act.outcome in attacks.STRUCK)


def newer_stray(fight: ParthosFight, attack: Attack | None) -> str | None:
    """Whoever has rolled since the attack's own roll, with a roll we had no use for: what the PGM says then
    is about that roll."""
    round_ = fight.round
    if round_ is None or not round_.stray:
        return None
    who, event = next(reversed(round_.stray.items()))
    since = attack.event.seq if attack is not None and attack.event is not None else -1
    if attack is not None and attack.roll is None and fight.request(attack.who, "to_hit") is not None:
        since = max(since, event.seq) if who not in (attack.who, fight.current) else since
    fits = event.roll is not None and event.roll.count == 1 and event.roll.sides == 100
    return who if event.seq > since and fits and fight.able(who) else None


def _again(attack: Attack, act: Verdict) -> bool:
    return (attack.outcome in attacks.STRUCK) == (act.outcome in attacks.STRUCK)


def _undeclared(fight: ParthosFight, act: Verdict, who: str | None, stray: Event | None) -> Attack | None:
    """A verdict on an attack nobody declared: made of the last roll that answered nothing, if any."""
    round_ = fight.round
    assert round_ is not None
    if who is None or (act.who is None and stray is None):
        return None
    if who not in fight.fighters or (act.who is None and round_.phase not in ("action",)):
        return None
    if not fight.able(who):
        return None
    if round_.phase != "action":
        rounds.begin_action(fight)
    planned = fight.round.plan(who).next() if fight.round is not None else None
    if planned is not None and not planned.is_attack:
        planned = None
    refused = next(
        (
            p
            for p in reversed(round_.plan(who).moves)
            if p.is_attack and p.status in ("illegal", "unavailable")
        ),
        None,
    )
    attack = attacks.make(
        fight,
        who,
        act.target or (planned.target if planned else None) or attacks.guess_target(fight, who),
        planned or refused,
    )
    if planned is not None:
        planned.status = "called"
        planned.candidate = False
    if stray is not None and stray.roll is not None:
        round_.stray.pop(who, None)
        fight.drop_requests(who, "clarify")
        fight.encounter.find(
            "PGM-2", f"{who}'s roll of {stray.roll.total} came early; the PGM lets it stand", who, event=stray
        )
        adopt(fight, attack, stray)
    elif refused is not None and planned is None:
        fight.encounter.find("PGM-2", "the page would not allow this attack; the PGM plays on", who)
    return attack


def adopt(fight: ParthosFight, attack: Attack, stray: Event) -> None:
    """Take a roll that had answered nothing for an attack's to-hit roll."""
    assert stray.roll is not None
    for record in reversed(fight.encounter.rolls):
        if record.seq == stray.seq:
            record.use, record.counted, record.combatant = "to_hit", True, attack.who
            break
    fight.last_attack, fight.current = attack, attack.who
    attack.roll, attack.event = stray.roll.total, stray
    attack.ours = attack.outcome = attacks.decide(
        attack.roll, attack.needed, equal=bool(fight.setting("equal_hits"))
    )
    attacks.shows_range(fight, attack)
    if attack.outcome is not None:
        attacks.rule_attack(fight, attack)
        attacks.follow(fight, attack)


def said(fight: ParthosFight, attack: Attack, word: str, act: Verdict | None) -> None:
    """Lay the PGM's hit or miss beside ours, and play his (PGM-1)."""
    encounter = fight.encounter
    ours, played = attack.ours, attack.outcome
    had_word = attack.confirmed
    attack.confirmed, attack.word = True, word
    learned = learning.learned_outcome(fight, attack) if ours is None else None
    same = word in attacks.STRUCK
    if learned is not None and (learned in attacks.STRUCK) != same:
        bound = encounter.learned.get(attack.who, "ca")
        lines = ", ".join(str(line) for line in bound.lines) if bound is not None else ""
        said, so_far = _word(word), f"by his rulings in line {lines} it is a {learned}"
        encounter.judge(
            "attack",
            attack.who,
            ours=learned,
            theirs=word,
            agrees=False,
            words=act,
            message=f"the PGM rules a {said} on {attack.roll}; {so_far}",
        )
    learning.learn_ca(fight, attack, word)
    if ours is None and played is not None and had_word:
        ours = played  # only the PGM's own earlier word is there to go by
    if ours is None:
        attack.outcome = word
        if attack.roll == attacks.ALWAYS_MISSES and word == "miss":
            attack.outcome = "fumble"
        attacks.rule_attack(fight, attack)
        if learned is None or (learned in attacks.STRUCK) == same:
            agrees = None if learned is None else True
            encounter.judge("attack", attack.who, ours=learned, theirs=word, agrees=agrees, words=act)
        attacks.follow(fight, attack)
        _second_die(fight, attack)
        return
    same = ours == word or (word == "hit" and ours == "critical") or (word == "miss" and ours == "fumble")
    if not same and had_word and not fight.taking_back and (act is None or act.who is None):
        return  # the PGM has spoken on this blow already, and takes nothing back
    if same:
        encounter.judge("attack", attack.who, ours=ours, theirs=word, agrees=True, words=act)
        if played is not None and played != ours:
            _replay(fight, attack, played, ours)
        return
    effect = _effect(attack, ours, word)
    what = (
        f"{attack.roll} on CA {attack.needed}"
        if attack.roll is not None and attack.needed is not None
        else "the roll"
    )
    encounter.judge(
        "attack",
        attack.who,
        ours=ours,
        theirs=word,
        agrees=False,
        words=act,
        effect=effect,
        message=f"the PGM rules a {_word(word)}; {what} is a {_word(ours)}. {effect[0].upper()}{effect[1:]}",
    )
    if encounter.by_the_book:
        if attack.target is not None:
            fight.diverged.add(attack.target)
        if word in attacks.STRUCK and ours not in attacks.STRUCK:
            fight.not_played.add(attack.who)
        elif ours in attacks.STRUCK and word not in attacks.STRUCK and not attack.dealt:
            fight.drop_requests(attack.who, "damage", "critical")  # never rolled: nothing more comes of it
            attack.dealt = True
            if attack.planned is not None:
                attack.planned.status = "done"
        return
    _replay(fight, attack, played or ours, word)


def _second_die(fight: ParthosFight, attack: Attack) -> None:
    """The die thrown along with the to-hit roll is the damage, now that the PGM says it has hit; after a miss
    it is a roll too many."""
    die, attack.kept = attack.kept, None
    if die is None:
        return
    record = next((one for one in reversed(fight.encounter.rolls) if one.seq == die.seq), None)
    owed = fight.request(attack.who, "damage")
    if owed is None or owed.attack is not attack:
        fight.encounter.find(
            "DICE-5", "rolled again for the same to-hit roll; the first counts", attack.who, event=die
        )
        return
    if record is not None:
        fight.encounter.rolls.remove(record)
    fight.requests.remove(owed)
    damage.rolled(fight, owed, die)


def _word(outcome: str) -> str:
    return {"critical": "critical hit", "fumble": "critical miss"}.get(outcome, outcome)


def _effect(attack: Attack, ours: str, word: str) -> str:
    if ours in attacks.STRUCK and word not in attacks.STRUCK:
        if attack.dealt and attack.points is not None:
            return f"{attack.points} points of damage to {attack.target or 'the target'} are taken back"
        return "a blow that would have struck, its damage still to be rolled"
    if ours not in attacks.STRUCK and word in attacks.STRUCK:
        return "a blow that would have missed does damage"
    if word == "critical":
        return "the damage is doubled"
    if ours == "critical":
        return "the damage is not doubled"
    return (
        "a roll on the table of critical misses"
        if word == "fumble"
        else "no roll on the table of critical misses"
    )


def _replay(fight: ParthosFight, attack: Attack, ours: str, word: str) -> None:
    """Go on from the PGM's result instead of ours."""
    attack.outcome = word
    if ours in attacks.STRUCK and word not in attacks.STRUCK:
        fight.drop_requests(attack.who, "damage", "critical")
        damage.take_back(fight, attack)
        if attack.planned is not None:
            attack.planned.status = "done"
        if word == "fumble":
            fight.ask_dice(Request(attack.who, "fumble", attack=attack), clauses=("PAR-FUM-1",))
    elif ours not in attacks.STRUCK and word in attacks.STRUCK:
        fight.drop_requests(attack.who, "fumble")
        attacks.follow(fight, attack)
    elif attack.dealt:
        damage.settle_again(fight, attack)
    elif ours == "fumble":
        fight.drop_requests(attack.who, "fumble")
    elif word == "fumble":
        attacks.follow(fight, attack)
