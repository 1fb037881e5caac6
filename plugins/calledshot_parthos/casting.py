"""Spells and powers, from the call to what they do (PAR-CAST-7, PAR-CAST-8, PAR-POW)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calledshot.api import Points, Verdict
from calledshot_parthos import attacks, book, calling, damage, initiative, playing, rounds, succour
from calledshot_parthos.schema import BookSpell
from calledshot_parthos.state import Attack, Planned, Request

if TYPE_CHECKING:
    from calledshot_parthos.fight import ParthosFight


def cast(fight: ParthosFight, who: str, planned: Planned) -> None:
    """A spell goes off at its place in the order (PAR-CAST-7, PAR-CAST-8)."""
    fighter = fight.fighters[who]
    spell = planned.move.spell
    entry = book.spell(fight.campaign, spell.name, spell.list) if spell is not None else None
    cost = spell.pp if spell is not None and spell.pp is not None else None
    if entry is not None and isinstance(entry.pp, int):
        cost = entry.pp
    before = fighter.pp
    if before is not None and cost is not None:
        fighter.pp = before - cost
    elif before is not None:
        fight.encounter.cannot_check("PP: what the spell costs is not known", who)
        fighter.pp = None
    fight.last_spender = who
    heals = entry.heals if entry is not None else None
    patient = planned.target or (who if heals is not None else None)
    points, stamina = _told(fight, entry, patient)
    fight.encounter.rule(
        "cast",
        "done",
        who,
        patient,
        clauses=("PAR-CAST-8",),
        pp=fighter.pp,
        points=points,
        stamina=stamina,
        before=before,
        cost=cost,
        spell=spell.name if spell is not None else None,
    )
    if entry is None:
        return
    name = entry.name
    if heals is not None and heals is not False:
        kind = "magical_healing"
        succour.heal_by(fight, who, patient or who, heals, kind, planned, "heal", ("PAR-CAST-8",))
    elif entry.damage is not None and entry.save is None:
        _hurts(fight, who, planned, entry.damage, name)
    elif entry.damage is not None or entry.save is not None or entry.effect is not None:
        told = [
            f"damage {entry.damage}" if entry.damage is not None else "",
            f"save {entry.save}" if entry.save is not None else "",
            (entry.effect or "").rstrip("."),
        ]
        words = "; ".join(word for word in told if word)
        fight.encounter.ask_pgm(f"{name} ({words}): what comes of it?", who, clauses=("PAR-CAST-8",))


def bolt_at(fight: ParthosFight, target: str, amount: int) -> Attack | None:
    """A spell of damage still to come against somebody the PGM has just given points: it goes off now."""
    round_ = fight.round
    if round_ is None or round_.phase == "closed":
        return None
    for who, planned in initiative.queue(fight):
        entry = _may_come(fight, who, planned)
        aim = planned.target or attacks.guess_target(fight, who)
        if entry is None or entry.damage is None or aim != target:
            continue
        number = book.number(entry.damage)
        if number in (None, amount) or _spell_named(fight, entry):
            before = fight.last_attack
            playing.play(fight, who, planned)
            return fight.last_attack if fight.last_attack is not before else None
    return None


def own_spell(fight: ParthosFight, caster: str | None) -> str | None:
    """ "Maelis, your Ember does 4": the spell of the one spoken to goes off; whom it reaches. None where the
    words name no spell of damage that is his and due."""
    if caster is None or fight.round is None or fight.round.phase == "closed" or caster not in fight.fighters:
        return None
    planned = fight.round.plan(caster).next()
    if planned is None or (planned.target or attacks.guess_target(fight, caster)) == caster:
        return None
    entry = _may_come(fight, caster, planned)
    if entry is None or entry.damage is None or not _spell_named(fight, entry):
        return None
    playing.play(fight, caster, planned)
    return planned.target


def due_spell(fight: ParthosFight, caster: str) -> str | None:
    """Whom the spell of damage reaches that is a combatant's next move, and whose points the PGM gives."""
    if fight.round is None or fight.round.phase == "closed" or caster not in fight.fighters:
        return None
    planned = fight.round.plan(caster).next()
    entry = _may_come(fight, caster, planned) if planned is not None else None
    if planned is None or entry is None or entry.damage is None:
        return None
    playing.play(fight, caster, planned)
    return planned.target


def told_spell(fight: ParthosFight, act: Points) -> str | None:
    """ "5. Osyth, your Ember burns it for 4": the points come after the name of a spell still to be cast, so
    they are its own; whom it reaches."""
    round_ = fight.round
    if round_ is None or round_.phase != "action":
        return None
    before = fight.heard[: max(act.column - 1, 0)]
    for who, planned in initiative.queue(fight):
        entry = _may_come(fight, who, planned)
        if entry is None or entry.damage is None or entry.name.casefold() not in before:
            continue
        aim = planned.target or attacks.guess_target(fight, who)
        if act.who in (None, aim, who) and (who in fight.named or fight.current == who):
            playing.play(fight, who, planned)
            return planned.target
    return None


def explains(fight: ParthosFight, who: str, value: int) -> bool:
    """Play the spell or help still to come that makes somebody's stamina what the PGM says it is."""
    round_, fighter = fight.round, fight.fighters[who]
    if round_ is None or round_.phase != "action" or fighter.stamina is None:
        return False
    if succour.awaited(fight, who, value):
        return True
    for owner, planned in initiative.queue(fight):
        if succour.explained(fight, owner, planned, who, value):
            return True
        entry = _may_come(fight, owner, planned)
        if entry is None:
            continue
        healing = entry.heals is not None
        aim = planned.target or (owner if healing else attacks.guess_target(fight, owner))
        points = book.number(entry.heals if not isinstance(entry.heals, bool) else None) if healing else None
        if not healing:
            points = book.number(entry.damage)
        if points is not None and aim == who and fighter.stamina + (points if healing else -points) == value:
            playing.play(fight, owner, planned)
            return True
    return False


def _may_come(fight: ParthosFight, who: str, planned: Planned) -> BookSpell | None:
    """The rulebook's entry of a spell that may be what the PGM is telling: it is the move due, its caster was
    called, or his words name it."""
    if planned.move.action != "cast" or planned.status != "pending" or planned.move.spell is None:
        return None
    entry = book.spell(fight.campaign, planned.move.spell.name)
    if entry is None or not fight.able(who):
        return None
    due = next((one for name, one in initiative.queue(fight) if fight.able(name)), None)
    return entry if planned is due or fight.current == who or _spell_named(fight, entry) else None


def _spell_named(fight: ParthosFight, entry: BookSpell) -> bool:
    """Whether the PGM's words name a spell, in full or by a word of its own ("your lash")."""
    heard = book.words(fight.heard)
    return book.fold(entry.name) in book.fold(fight.heard) or any(
        word in heard for word in book.words(entry.name)
    )


def dice_of(fight: ParthosFight, planned: Planned) -> str | None:
    """The dice that a spell asks for, None where it asks for none."""
    move = planned.move
    entry = book.spell(fight.campaign, move.spell.name) if move.action == "cast" and move.spell else None
    if entry is None:
        return None
    for dice in (entry.heals, entry.damage):
        if isinstance(dice, str) and book.number(dice) is None and "d" in dice:
            return dice
    return None


def bolt_due(fight: ParthosFight, who: str) -> bool:
    """Damage asked of somebody whose spell is due: the spell goes off now, and asks for its own dice."""
    round_ = fight.round
    assert round_ is not None
    planned = round_.plan(who).next()
    if planned is None or planned.move.action != "cast" or planned.move.spell is None:
        return False
    entry = book.spell(fight.campaign, planned.move.spell.name)
    if entry is None or entry.damage is None:
        return False
    playing.play(fight, who, planned)
    return True


def _hurts(fight: ParthosFight, who: str, planned: Planned, amount: int | str, name: str) -> None:
    """A spell that does a number, or dice, of damage."""
    if planned.target is None:
        planned.target = attacks.guess_target(fight, who)
    attack = Attack(who, planned.target, planned, name)
    attack.kind, attack.outcome, attack.ours, attack.confirmed = "spell", "hit", "hit", True
    attack.spell_dice = str(amount)
    if fight.round is not None:
        fight.round.attacks.append(attack)
    number = book.number(amount)
    fight.last_attack = attack
    if number is not None:
        attack.points = attack.our_points = number
        damage.deal(fight, attack)
    else:
        fight.ask_dice(
            Request(who, "damage", str(amount), attack=attack), planned.target, clauses=("PAR-CAST-8",)
        )


def _told(fight: ParthosFight, entry: BookSpell | None, target: str | None) -> tuple[int | None, int | None]:
    """(points, stamina of the one it reaches, after) of a spell whose number the rulebook gives."""
    if entry is None or (entry.heals is None and entry.save is not None):
        return None, None
    heals = entry.heals if not isinstance(entry.heals, bool) else None
    points = book.number(heals) if entry.heals is not None else book.number(entry.damage)
    victim = fight.fighters.get(target) if target is not None else None
    if points is None or victim is None or victim.stamina is None:
        return points, None
    if entry.heals is None:
        return points, victim.stamina - points
    most = victim.sheet.stamina_max
    after = victim.stamina + points
    return points, after if most is None else max(victim.stamina, min(after, most))


def power(fight: ParthosFight, who: str, planned: Planned) -> None:
    """A power is used (PAR-POW-2)."""
    fighter = fight.fighters[who]
    entry = book.power(fight.campaign, planned.move.instrument)
    cost = planned.move.pp
    if cost is None and entry is not None and isinstance(entry.pp, int):
        cost = entry.pp
    before = fighter.pp
    if before is not None:
        fighter.pp = before - cost if cost is not None else None
    fight.last_spender = who
    fight.encounter.rule(
        "power",
        "done",
        who,
        planned.target,
        clauses=("PAR-POW-1", "PAR-POW-2"),
        pp=fighter.pp,
        points=None,
        stamina=None,
        before=before,
        cost=cost,
        power=planned.move.instrument,
    )
    fight.encounter.ask_pgm(
        f"{who} uses {planned.move.instrument or 'a power'}: what comes of it?", who, clauses=("PAR-POW-1",)
    )


def spent_by_word(fight: ParthosFight, act: Points) -> None:
    who = act.who or fight.last_spender
    if who is None or who not in fight.fighters:
        return
    last = next(
        (
            r
            for r in reversed(fight.encounter.rulings[-20:])
            if r.kind in ("cast", "power") and r.combatant == who and r.outcome == "done"
        ),
        None,
    )
    fighter = fight.fighters[who]
    ours = last.values.get("cost") if last is not None else None
    if ours is None:
        fight.encounter.judge("pp", who, ours=None, theirs=act.amount, agrees=None, words=act)
        before = last.values.get("before") if last is not None else fighter.pp
        if isinstance(before, int):
            fighter.pp = before - act.amount
        return
    agrees = ours == act.amount
    fight.encounter.judge(
        "pp",
        who,
        ours=ours,
        theirs=act.amount,
        agrees=agrees,
        words=act,
        effect=None if agrees else f"{abs(ours - act.amount)} PP",
    )
    if not agrees and not fight.encounter.by_the_book and fighter.pp is not None:
        fighter.pp -= act.amount - ours


def _cast_of(fight: ParthosFight, who: str | None) -> tuple[str, Planned] | None:
    """The cast a verdict is about: of the one named, else of whoever's cast came last or comes next."""
    round_ = fight.round
    if round_ is None:
        return None
    names = [who] if who is not None else [*([fight.current] if fight.current else []), *round_.plans]
    for name in names:
        plan = round_.plans.get(name)
        for planned in reversed(plan.moves if plan is not None else []):
            if planned.move.action == "cast" and planned.status != "dropped":
                return name, planned
    return None


def disrupted_by_word(fight: ParthosFight, act: Verdict) -> None:
    """The PGM says that a spell is disrupted."""
    found = _cast_of(fight, act.who)
    if found is None:
        return
    who, planned = found
    fighter = fight.fighters[who]
    if planned.why == "disrupted":
        fight.encounter.judge("cast", who, ours="disrupted", theirs="disrupted", agrees=True, words=act)
        return
    if planned.status == "done":
        last = next(
            (
                r
                for r in reversed(fight.encounter.rulings[-30:])
                if r.kind == "cast" and r.outcome == "done" and r.combatant == who
            ),
            None,
        )
        back = last.values.get("cost") if last is not None else None
        fight.encounter.judge(
            "cast",
            who,
            ours="done",
            theirs="disrupted",
            agrees=False,
            words=act,
            effect=f"the spell does nothing{f' and {back} PP are kept' if back else ''}",
        )
        if not fight.encounter.by_the_book:
            planned.status, planned.why = "lost", "disrupted"
            if isinstance(back, int) and fighter.pp is not None:
                fighter.pp += back
        return
    if not planned.open:
        return
    fight.encounter.judge("cast", who, ours=None, theirs="disrupted", agrees=None, words=act)
    planned.status, planned.why = "lost", "disrupted"
    fight.encounter.rule(
        "cast",
        "disrupted",
        who,
        planned.target,
        clauses=("PAR-CAST-7",),
        pp=fighter.pp,
        points=None,
        stamina=fighter.stamina,
        spell=planned.move.spell.name if planned.move.spell else None,
        at=planned.at,
    )


def done_by_word(fight: ParthosFight, act: Verdict) -> None:
    """The PGM says that a move has come off: a spell "goes off"."""
    round_ = fight.round
    named = [name for name in fight.named if round_ is not None and round_.plan(name).next() is not None]
    due = calling.first(fight) if round_ is not None else None
    who = act.who or (named[0] if len(named) == 1 else fight.current) or (due[0] if due else None)
    if round_ is None or who is None or round_.phase == "closed" or who not in fight.fighters:
        return
    if round_.phase != "action" and who in round_.inits:
        rounds.begin_action(fight)
    plan = round_.plan(who)
    done = next((p for p in reversed(plan.moves) if p.status == "done" and not p.is_attack), None)
    comes = plan.next()
    if comes is not None and comes.move.action == "cast" and done is None:
        playing.play(fight, who, comes)
        done = comes if comes.status == "done" else None
    if done is not None:
        fight.encounter.judge(
            done.move.action if done.move.action == "cast" else "move",
            who,
            ours="done",
            theirs="done",
            agrees=True,
            words=act,
        )
        return
    refused = next(
        (p for p in reversed(plan.moves) if p.status in ("illegal", "unavailable") or p.why == "disrupted"),
        None,
    )
    if refused is not None and refused.why == "disrupted":
        fight.encounter.judge(
            "cast",
            who,
            ours="disrupted",
            theirs="done",
            agrees=False,
            words=act,
            effect="the spell goes off after all",
        )
        if not fight.encounter.by_the_book:
            refused.status, refused.why = "pending", None
            playing.perform(fight, who, refused)
    elif refused is not None:
        calling.let_stand(fight, who, refused)
