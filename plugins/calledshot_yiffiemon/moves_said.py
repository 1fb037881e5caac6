"""The YiffieMon actions and what players call them: data only. How they are read is `reader`."""

from __future__ import annotations

from calledshot.api import Action


def _list(text: str) -> tuple[str, ...]:
    """Phrases parted by commas or line ends."""
    return tuple(phrase.strip() for line in text.split("\n") for phrase in line.split(",") if phrase.strip())


ACTIONS: tuple[Action, ...] = (
    Action(
        id="attack",
        verbs=_list("""
        attack, normal attack, strike, strike at, swing at, swipe at, slash, slash at, stab, stab at
        hack, hack at, hit, punch, kick, claw, claw at, bite, headbutt, shoot, shoot at, fire at
        lunge at, leap at, pounce on, spring at, jump on, jump at
        thrust at, smash, bash, chop, chop at, cleave, pummel, rake, gore, maul, peck, fire on
        """),
        weak=_list("""
        swing, fire, cut, smite, fight, thrust, snap at, clubs, spears, axes, knifes, maces, hammers, whips
        bludgeons, lances, cudgels
        """),
        nouns=_list("normal attack, attack"),
        short=dict.fromkeys(
            (
                "att",
                "atk",
                "attk",
                "attck",
                "atack",
                "attakc",
                "attac",
                "atttack",
                "attak",
                "atks",
            ),
            "attack",
        ),
        objects=("name", "weapon", "limb"),
        means=("weapon", "limb"),
        unknown="name",
        attack=True,
        write=("Attack", " with ", " on "),
        write_bare=" ",
    ),
    Action(
        id="melee_assist",
        verbs=_list("""
        melee assist, assist in melee, make a melee assist, do a melee assist, help with a melee assist
        give a melee assist
        """),
        nouns=_list("melee assist, melee-assist, meleeassist"),
        objects=("weapon",),
        means=("weapon", "limb"),
        at_self=True,
        write=("Melee assist", " with ", " for "),
    ),
    Action(
        id="ranged_assist",
        verbs=_list(
            "ranged assist, make a ranged assist, assist from range, assist at range, give covering fire"
        ),
        nouns=_list("ranged assist, ranged-assist, rangedassist, covering fire"),
        objects=("weapon",),
        means=("weapon",),
        at_self=True,
        write=("Ranged assist", " with ", " for "),
    ),
    Action(
        id="charge",
        verbs=_list("charge, charge at, charge into"),
        short=dict.fromkeys(("chrage", "charg", "chareg", "cahrge", "chargee"), "charge"),
        objects=("name",),
        means=("weapon", "limb"),
        unknown="name",
        attack=True,
        write=("Charge", " with ", " "),
        write_bare=" ",
    ),
    Action(
        id="dive",
        verbs=_list("""
        dive attack, dive on, dive at, dive onto, dive attack on, dive attack at, dive bomb, swoop at
        swoop on, swoop down on, make a dive attack on, make a dive attack at
        """),
        weak=_list("dive, swoop"),
        nouns=_list("dive attack"),
        objects=("name",),
        means=("weapon", "limb"),
        unknown="name",
        attack=True,
        write=("Dive attack", " with ", " on "),
    ),
    Action(
        id="move",
        short=dict.fromkeys(("mvoe", "moev", "mov", "mve"), "move"),
        verbs=_list("""
        move, move in, move toward, move towards, move up, move up to, move to, move away, move away from
        move back, advance, advance on, retreat, step back, step toward, step towards, back away
        back up, back off, fall back, walk, walk to, walk toward, walk towards, fly, fly to, fly toward
        fly towards, approach, close in on
        """),
        weak=_list("go, step, head, close, circle, creep, sneak"),
        objects=("name",),
        at_self=True,
        moves=True,
        write=("Move", "", " toward "),
    ),
    Action(
        id="run",
        verbs=_list("run, run to, run toward, run towards, run at, sprint, sprint to, dash, dash to"),
        objects=("name",),
        at_self=True,
        moves=True,
        write=("Run", "", " toward "),
    ),
    Action(
        id="slide",
        verbs=_list("slide, make slide, force to slide"),
        short=dict.fromkeys(("silde", "slied", "slidee"), "slide"),
        objects=("name",),
        unknown="name",
        attack=True,
        write=("Slide", "", " "),
        write_bare=" ",
    ),
    Action(
        id="push",
        verbs=_list("push, push back, shove, shove back, drive back"),
        short=dict.fromkeys(("puhs", "psuh", "pusch", "pussh"), "push"),
        objects=("name",),
        unknown="name",
        attack=True,
        write=("Push", "", " "),
        write_bare=" ",
    ),
    Action(
        id="wait",
        short=dict.fromkeys(("wiat", "wati", "waitt"), "wait"),
        verbs=_list("wait, hold action, hold my action, bide my time, stand ready"),
        weak=_list("hold, delay"),
        objects=(),
        at_self=True,
        write=("Wait", "", " "),
    ),
    Action(
        id="fight_defensively",
        verbs=_list("""
        fight defensively, go defensive, go on the defensive, go on the defence, turn defensive
        start defending, start fighting defensively, fight on the defensive, take up the defence
        take up the defense, take the defensive, fight defensivly, fight defensivley, fight defensivelly
        fight defencively, fight defensive, fight deffensively, fight defensely, go defensively, defend myself
        """),
        nouns=_list("""
        fighting defensively, full defence, full defense, fighting defensivly, fighting defensive
        """),
        objects=(),
        at_self=True,
        write=("Fight defensively", "", " "),
    ),
    Action(
        id="stop_defending",
        verbs=_list("""
        stop fighting defensively, stop defending, stop being defensive, drop the defence
        drop my defence, drop fighting defensively, leave the defensive, quit fighting defensively
        end fighting defensively, drop the defense, drop my defense
        drop a level of fighting defensively, drop one level of fighting defensively
        stop my defence, stop fighting defensivly
        stop fighting defensivley, stop fighting defensive, give up the defence, give up my defence
        give up the defense, give up fighting defensively, come off the defensive, drop defence
        drop defense, drop the defensive, no longer fight defensively
        """),
        objects=(),
        at_self=True,
        write=("Stop fighting defensively", "", " "),
    ),
    Action(
        id="heal",
        verbs=_list("""
        heal, treat, tend, tend to, bandage, patch up, bind the wounds of, treat the wounds of
        treat wounds of, tend the wounds of, stop the bleeding of, dress the wounds of, do first aid on
        give first aid to, first aid on, first aid to, first aid, bind
        """),
        objects=("name",),
        unknown="name",
        at_self=True,
        write=("Heal", "", " "),
        write_bare=" ",
    ),
    Action(
        id="opportunity",
        verbs=_list("""
        take the opportunity on, take an opportunity on, take my opportunity on
        take the opportunity against, take the opportunity, take my opportunity
        take the attack of opportunity on, take my aoo on, take the aoo on, take an aoo on, take my aoo
        take the aoo, use my aoo on, take the attack of opportunity, take my ao on
        make the attack of opportunity on, take that aoo, take it on, take opportunity on
        take opportunity against, take opportunity, take my aoo against, take the aoo against, take aoo on
        take aoo, use the aoo on, use the aoo, use that aoo, use the ao on
        take my attack of opportunity on, take my attack of opportunity, use the opportunity on
        use my opportunity on, use my aoo against, use my aoo, use the opportunity, take the opening on
        take an attack of opportunity on, make my attack of opportunity on, make an attack of opportunity on
        take the oportunity on, take the opportunty on, take the opportunity at, take the ao on, take the ao
        take the action of opportunity on, take my action of opportunity on
        """),
        unknown="name",
        nouns=_list("""
        aoo on, attack of opportunity on, opportunity attack on, aoo against, aoo at, aoo
        attack of opportunity against, attack of opportunity at, opportunity attack against
        opportunity attack at, ao on, attack of opportunity, opportunity attack
        """),
        objects=("name",),
        means=("weapon", "limb"),
        at_self=True,
        write=("Take the opportunity", " with ", " on "),
    ),
    Action(
        id="pass",
        verbs=_list("""
        pass on the opportunity, pass on the aoo, pass on it, pass on that, decline the opportunity
        decline the aoo, let it pass, pass the opportunity, let the opportunity go
        pass up the opportunity, skip the aoo, skip the opportunity, forgo the opportunity, forgo the aoo
        not taking the aoo, not taking the opportunity
        """),
        weak=_list("pass"),
        objects=(),
        at_self=True,
        write=("Pass", "", " on "),
    ),
    Action(
        id="other",
        verbs=_list("""
        get up, stand up, pick up, draw, sheathe, drop, reload, hide, climb, jump, leap, dodge, duck
        parry, block, open, close the door, disarm, trip, grab, grapple, taunt, shout, throw, use, drink
        cast, look around, search
        """),
        objects=("name", "weapon"),
        means=("weapon", "limb"),
        at_self=True,
        known=True,
        write=("", "", " "),
    ),
)

WEAPONS = _list("""
sword, bastard sword, long sword, longsword, short sword, broadsword, two handed sword, greatsword
rapier, sabre, scimitar, dagger, knife, axe, battle axe, hand axe, mace, flail, hammer, warhammer, maul
club, cudgel, staff, quarterstaff, spear, javelin, lance, pike, halberd, trident, whip, net, bow
longbow, long bow, short bow, crossbow, sling, blowgun, shield, blade, rod, halberd, glaive, sickle
scythe
""")

LIMBS = _list("""
claw, claws, fist, fists, bite, teeth, fangs, jaws, beak, talons, horns, hooves, tail, foot, feet, knee
elbow, bare hands, hands, paw, paws, unarmed, bare handed
""")
"""Body weapons: whether they are natural weapons is for the sheet to say (YM-514)."""

CHECKS: dict[str, str] = {
    "attack skill": "attack_skill",
    "attack": "attack_skill",
    "move": "move",
    "movement": "move",
    "dodge": "dodge",
    "will": "will",
    "con": "con",
    "constitution": "con",
    "int": "int",
    "intelligence": "int",
    "dex": "dex",
    "dexterity": "dex",
    "terrain": "terrain",
    "healing": "healing",
    "taunt": "taunt",
    "agl": "agl",
    "agility": "agl",
}
"""What a check is called, before the word "check" → its kind."""

THREATS: dict[str, str] = {
    "threaten": "TB2",
    "threat": "TB2",
    "threat on": "TB2",
    "threaten by": "TB2",
    "tb2": "TB2",
    "tb2 on": "TB2",
    "tb": "TB2",
    "assist": "CAB",
    "combat assist": "CAB",
    "combat assist by": "CAB",
    "combat assist on": "CAB",
    "cab": "CAB",
    "cab on": "CAB",
    "help": "CAB",
    "hamper": "HB",
    "hampered by": "HB",
    "hb": "HB",
    "hb on": "HB",
    "hinder": "HB",
}
"""What giving a condition of threat is called → which of the three it is (YM-202)."""

BANDS: dict[str, str] = {
    "short": "short",
    "medium": "med",
    "med": "med",
    "long": "long",
    "extreme": "extreme",
    "longer": "longer",
    "farther": "longer",
    "further": "longer",
    "out": "longer",
    "shorter": "shorter",
    "nearer": "shorter",
    "closer": "shorter",
    "in": "shorter",
}
"""Words of a threat distance (YM-211) → what is wanted."""
