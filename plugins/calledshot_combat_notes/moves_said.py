"""The actions of Combat Notes and everything players call them: data only. How a whole declaration is read
is `reader`'s.

The catalogue (Combat Choices) is in each `write`; the rest is how people talk. What gets a weapon to hand is
here too, under the ids of `READY`.
"""

from __future__ import annotations

from calledshot.api import Action


def _list(text: str) -> tuple[str, ...]:
    """Phrases parted by commas or line ends."""
    return tuple(phrase.strip() for line in text.split("\n") for phrase in line.split(",") if phrase.strip())


READY = {
    "draw": "draw",
    "sheath": "sheath",
    "drop": "drop",
    "load": "load",
    "ready": "ready",
    "change": "change",
}
"""Actions that only get something to hand or away: what they do to it."""
MOVING = frozenset(("move", "run", "sprint"))
"""Actions that are movement and nothing else."""
ATTACKS = frozenset(("attack", "missile", "unarmed", "charge"))

_BY_MEANS = {
    "weapon:missile": "missile",
    "spell": "cast",
    "power": "psionic",
    "item:own": "item",
    "bare": "unarmed",
    "limb": "unarmed",
}

ACTIONS: tuple[Action, ...] = (
    Action(
        id="attack",
        verbs=_list("""
        attack, power attack, strike, strike at, swing at, swipe at, assault,
        attack with, make an attack, go after, go at
        take a swing at, stab, stab at, slash, slash at, slice, slice at, hack, hack at, chop, chop at
        cleave, bash, thrust, thrust at, lunge, lunge at, smash, smash at, skewer, impale, pierce, poke
        whack, jab, jab at, gut, carve, run through, backstab, pummel, bludgeon, hew, spear, smack
        snap at, claw at, bite at, rake, rake at, stomp, stomp on, pounce on, leap at, lash at, lash out at
        melee attack, full attack, attack again, melee, swat, swat at, clobber, press the attack on, engage
        """),
        weak=_list("""
        hit, fight, smite, hurt, cut, cut at, club, go for, lay into, kill, finish, finish off, bite, claw
        gore, chomp, maul, sting, target, bring it to
        """),
        nouns=_list("attack on, melee attack, blow at"),
        short={
            "att": "attack",
            "atk": "attack",
            "attk": "attack",
            "atck": "attack",
            "attck": "attack",
            "atack": "attack",
            "attak": "attack",
            "attacck": "attack",
            "attacl": "attack",
            "attakc": "attack",
            "atttack": "attack",
            "atks": "attack",
            "atts": "attack",
            "attaks": "attack",
            "attacks": "attack",
        },
        objects=("name", "weapon", "bare"),
        means=("weapon", "item", "spell", "power", "bare", "limb"),
        unknown="name",
        becomes=_BY_MEANS,
        attack=True,
        write=("attack", " with ", " "),
    ),
    Action(
        id="swing",
        gives="attack",
        verbs=_list("swing, swipe, bring down, sweep"),
        weak=_list("swing, drive, ram, plunge, bury, sink, crack"),
        objects=("weapon", "name"),
        means=("weapon", "item"),
        becomes={"bare": "unarmed", "limb": "unarmed"},
        attack=True,
        write=("attack", " with ", " "),
    ),
    Action(
        id="throw",
        gives="missile",
        verbs=_list("throw, hurl, fling, lob, chuck, toss, launch, cast my spear"),
        weak=_list("pitch"),
        objects=("weapon", "item", "spell"),
        means=("weapon", "item"),
        unknown="weapon",
        becomes={"spell": "cast"},
        attack=True,
        needs=True,
        write=("throw", " ", " at "),
    ),
    Action(
        id="shoot",
        gives="missile",
        verbs=_list("""
        shoot at, fire at, snipe, snipe at, loose at, take aim and fire at, aim and fire at, aim and shoot at
        take a shot at, missile attack, let fly at, let loose at, sling at, fire an arrow at
        shoot an arrow at, loose an arrow at, fire arrows at, shoot arrows at, fire a bolt at
        shoot a bolt at, loose a bolt at, fire a quarrel at
        """),
        weak=_list("shoot, aim at, take aim at, draw a bead on"),
        objects=("weapon", "name", "spell"),
        means=("weapon", "item"),
        unknown="name",
        becomes={"spell": "cast", "item:own": "item"},
        attack=True,
        write=("fire", " ", " at "),
        write_bare=" at ",
    ),
    Action(
        id="missile",
        verbs=_list("shoot with, fire with, fire my, shoot my, fire the"),
        weak=_list("fire, loose, let fly, fire off, sling, target with"),
        nouns=_list("missile attack, missile fire, ranged attack, use missile weapon"),
        objects=("weapon", "name", "spell"),
        means=("weapon", "item"),
        unknown="weapon",
        becomes={"spell": "cast", "item:own": "item"},
        attack=True,
        write=("fire", " ", " at "),
        write_bare=" at ",
    ),
    Action(
        id="parry",
        verbs=_list("parry, parry with, full parry, use parry, concentrate on parrying, defend"),
        weak=_list("block, defend myself, fight defensively"),
        nouns=_list("full defense, full defence, defensive stance, total defense, total defence"),
        objects=("name", "weapon"),
        means=("weapon", "item"),
        at_self=True,
        moves=True,
        write=("parry", " with ", " against "),
    ),
    Action(
        id="unarmed",
        verbs=_list("""
        punch, punch at, kick, kick at, headbutt, head butt, grapple, wrestle, slap, backhand
        grapple with, wrestle with, sucker punch, uppercut, roundhouse, throw a punch at, throw a punch
        throw a kick at, swing a fist at, swing my fist at, body slam, tackle, strangle, choke
        attack unarmed, attack bare handed, pin, overbear, headlock, put in a headlock
        """),
        weak=_list("grab, trip, shove, fist, knee, elbow, butt"),
        nouns=_list("""
        unarmed attack, unarmed combat, unarmed, unarmed strike, martial arts attack, martial arts
        use martial arts, use unarmed combat, fist attack
        """),
        objects=("name",),
        means=("limb", "bare"),
        unknown="name",
        attack=True,
        write=("unarmed attack", " with ", " on "),
    ),
    Action(
        id="cast",
        verbs=_list("""
        cast, recast, incant, evoke, invoke, conjure, chant, cast the spell, cast spell, cast a spell
        cast my, begin casting, start casting, continue casting, keep casting
        """),
        weak=_list("channel, summon, weave"),
        nouns=_list("use spell, use the spell, casting of, spell"),
        short={"cst": "cast", "csat": "cast", "casst": "cast", "csst": "cast"},
        objects=("spell", "power", "name"),
        means=("spell",),
        unknown="spell",
        becomes={"power": "psionic"},
        needs=True,
        write=("cast", " ", " at "),
    ),
    Action(
        id="psionic",
        verbs=_list("""
        use power, activate power, use the power, use my power, use psionic, use psionics
        use psionic power, use the psionic power, use my psionic power, manifest, activate psionic power
        use discipline, use the discipline, use science
        """),
        nouns=("power", "psionic power"),
        objects=("power", "name"),
        means=("power",),
        unknown="power",
        needs=True,
        write=("use power", " ", " on "),
    ),
    Action(
        id="use",
        gives="item",
        verbs=_list("""
        activate, use item, use magic item, use a magic item, use magical item, use a magical item
        use the magic item, use my magic item, cast from, use charge of, use a charge of
        """),
        weak=_list("use, apply, wave, point, unleash, discharge, employ, trigger"),
        nouns=("magic item", "magical item"),
        objects=("power", "item", "weapon", "spell", "name"),
        means=("item", "weapon"),
        unknown="item",
        becomes={"power": "psionic", "weapon": "attack", "weapon:missile": "missile", "spell": "cast"},
        needs=True,
        write=("use", " ", " on "),
    ),
    Action(
        id="drink",
        gives="item",
        verbs=_list("quaff, imbibe"),
        weak=_list("drink, swallow, drain, gulp, gulp down, drink down, chug, eat, read, read from, blow"),
        objects=("item", "name"),
        means=("item",),
        unknown="item",
        needs=True,
        at_self=True,
        write=("use", " ", " on "),
    ),
    Action(
        id="give",
        gives="item",
        weak=_list("give, feed, pour, administer"),
        objects=("name", "item"),
        means=("item",),
        unknown="item",
        needs=True,
        at_self=True,
        write=("use", " ", " on "),
    ),
    Action(
        id="cover",
        verbs=_list("cover, provide cover for, lay cover on, keep covered, cover with, covering fire on"),
        objects=("name",),
        means=("weapon", "item"),
        unknown="name",
        at_self=True,
        write=("cover", " with ", " "),
    ),
    Action(
        id="guard",
        verbs=_list("guard, stand guard, keep guard, go on guard, stand guard over, guard against"),
        nouns=_list("on guard, guard action"),
        objects=("name",),
        means=("weapon", "item"),
        unknown="name",
        at_self=True,
        moves=True,
        write=("guard", " with ", " "),
    ),
    Action(
        id="charge",
        verbs=_list("charge, charge at, charge into, charge toward, charge towards, rush at, charge down"),
        weak=_list("rush, run at, bull rush"),
        nouns=_list("full charge at, charge attack on, charge on"),
        objects=("name", "weapon"),
        means=("weapon", "item", "limb", "bare"),
        unknown="name",
        attack=True,
        at_self=True,
        write=("charge", " with ", " "),
    ),
    Action(
        id="withdraw",
        verbs=_list("""
        withdraw, retreat, fall back, pull back, disengage, back off, back out, break away, break off
        give ground, make a withdrawal, fighting withdrawal, beat a retreat, do a withdrawal, back away
        """),
        weak=_list("back up, flee"),
        nouns=_list("withdrawal, fighting withdrawal"),
        objects=("name",),
        moves=True,
        at_self=True,
        write=("withdraw", "", " from "),
    ),
    Action(
        id="move",
        verbs=_list("move to, move toward, move towards"),
        weak=("move",),
        nouns=_list("half move, full move"),
        objects=("name",),
        moves=True,
        at_self=True,
        write=("move", "", " toward "),
    ),
    Action(
        id="run",
        verbs=_list("run away, run for it, run off, full run"),
        weak=_list("run, bolt"),
        objects=("name",),
        moves=True,
        at_self=True,
        write=("run", "", " toward "),
    ),
    Action(
        id="sprint",
        verbs=_list("sprint, sprint away, full sprint, sprint off"),
        objects=("name",),
        moves=True,
        at_self=True,
        write=("sprint", "", " toward "),
    ),
    Action(
        id="overrun",
        verbs=_list("overrun, trample, run over, ride over, walk over, plow over, plough over, run down"),
        weak=("stomp over", "step over"),
        objects=("name",),
        unknown="name",
        moves=True,
        at_self=True,
        write=("overrun", "", " "),
    ),
    Action(
        id="backpack",
        verbs=("rummage",),
        objects=(),
        write=("get", " ", " from "),
    ),
    Action(
        id="escape",
        verbs=_list("""
        break free, break free of, break free from, break loose, break loose from, break out, break hold
        break the hold, break his hold, break her hold, break its hold, break the grapple, break grapple
        escape, escape from, attempt to escape, try to escape, struggle free, struggle free of
        wriggle free, wriggle out, wriggle free of, squirm free, get free, get loose, free myself
        slip free, tear free, pull free, twist free, shake him off, shake it off, escape hold
        escape the hold, escape the grapple, fight free
        """),
        objects=("name",),
        moves=True,
        at_self=True,
        write=("break free", "", " from "),
    ),
    Action(
        id="face",
        verbs=("face", "turn to face"),
        objects=("name",),
        at_self=True,
        write=("face", "", " "),
    ),
    Action(
        id="wait",
        verbs=_list("do nothing, hold action, hold my action, delay action, skip my turn, skip turn"),
        weak=_list("wait, hold, delay, stand still, stay put, hold position, stay, hold my position"),
        nouns=_list("no action"),
        objects=(),
        at_self=True,
        write=("do nothing", "", " "),
    ),
    # What gets a weapon to hand, or away
    Action(
        id="draw",
        verbs=_list("""
        draw my, draw his, draw her, draw out, unsheathe, unsheath, whip out, unsling, draw weapon
        draw a weapon, draw forth
        """),
        weak=_list("draw, pull out, take out, pull, pull my"),
        objects=("weapon", "item"),
        means=("weapon", "item"),
        unknown="weapon",
        needs=True,
        at_self=True,
        write=("draw", " ", " "),
    ),
    Action(
        id="sheath",
        verbs=_list("sheathe, sheath, resheathe, put away, holster, stow, stow away, scabbard"),
        weak=_list("put back, sling, put up, hang up"),
        objects=("weapon", "item"),
        means=("weapon",),
        unknown="weapon",
        needs=True,
        at_self=True,
        write=("sheath", " ", " "),
    ),
    Action(
        id="drop",
        verbs=_list("drop my, let go of, let fall, discard"),
        weak=_list("drop, throw down, throw away, put down, lay down, toss aside, throw aside"),
        objects=("weapon", "item"),
        means=("weapon",),
        unknown="weapon",
        needs=True,
        at_self=True,
        write=("drop", " ", " "),
    ),
    Action(
        id="load",
        verbs=_list("load, reload, nock, cock, load my, reload my"),
        objects=("weapon", "item"),
        means=("weapon",),
        unknown="weapon",
        needs=True,
        at_self=True,
        write=("load", " ", " "),
    ),
    Action(
        id="ready",
        weak=_list("ready, ready my, equip, wield, hold up, raise"),
        objects=("weapon", "item"),
        means=("weapon",),
        unknown="weapon",
        needs=True,
        known=True,
        at_self=True,
        write=("ready", " ", " "),
    ),
    Action(
        id="change",
        verbs=_list("""
        change to, change weapon to, change weapons to, switch to, switch weapon to, switch weapons to
        swap to, swap weapons to, swap weapon to, change my weapon to, change over to, switch over to
        """),
        weak=_list("change, switch, swap, change from, switch from"),
        objects=("weapon",),
        means=("weapon",),
        unknown="weapon",
        needs=True,
        at_self=True,
        write=("change to", " ", " "),
    ),
    Action(
        id="other",
        verbs=_list("""
        dodge, hide, hide behind, disarm, taunt, intimidate, feint, pick up, stand up, get up, kneel, crouch
        take cover, take cover behind, dive for cover, drop prone, go prone, climb, swim, jump, leap
        pray, turn undead, bandage, bind wounds, bind my wounds, first aid, sneak, sneak past, open, close
        untie, rescue, light, search, look for, trip, bargain, surrender, yield, dance, sing, mount
        dismount, push, pull down, knock over, flip, block the door, bar the door, disarm the trap, heal
        """),
        weak=_list("look, watch, talk, shout, help, listen, duck, stand, catch, protect"),
        objects=("name", "weapon", "item"),
        means=("weapon", "item"),
        at_self=True,
        write=("", "", " "),
    ),
)

WEAPONS = _list("""
sword, long sword, short sword, broad sword, bastard sword, two-handed sword, 2-handed sword, great sword
rapier, sabre, saber, cutlass, scimitar, falchion, katana, claymore, dagger, knife, dirk, stiletto
throwing knife, throwing dagger, throwing axe, shuriken, dart, darts, axe, battle axe, hand axe, hatchet
mace, horseman's mace, footman's mace, flail, horseman's flail, footman's flail, morning star, hammer
war hammer, maul, club, great club, giant club, cudgel, quarterstaff, staff, spear, javelin, lance
heavy lance, light lance, pike, halberd, glaive, trident, polearm, bardiche, voulge, guisarme, bill, scythe
sickle, whip, bow, long bow, short bow, composite bow, composite long bow, composite short bow, crossbow
light crossbow, heavy crossbow, hand crossbow, xbow, sling, staff sling, blowgun, net, bolas, claws, fangs
tail, horns, bite, slam, gladius, torch, rock, stone, boulder, arrow, arrows, bolt, bolts, quarrel
quarrels, bullet, bullets
""")
LOADS = frozenset(_list("arrow, arrows, bolt, bolts, quarrel, quarrels, bullet, bullets"))
SHOOTS = ("bow", "sling", "blowgun", "arbalest")
"""How the name of a weapon ends that can only shoot."""
THROWN = frozenset(
    _list("""
dagger, knife, throwing knife, throwing dagger, throwing axe, shuriken, dart, darts, hand axe, hatchet, spear
javelin, trident, bolas, net, rock, stone, boulder, hammer, torch
""")
)
SPELLS = _list("""
magic missile, burning hands, charm person, color spray, colour spray, hold person, cure light wounds
cause light wounds, cure serious wounds, cure critical wounds, protection from evil, wall of fire
wall of force, wall of stone, melf's acid arrow, stinking cloud, lightning bolt, dispel magic, cone of cold
mirror image, ray of enfeeblement, flame strike, continual light, chill touch, shocking grasp, cause fear
minor globe, flaming sphere, summon swarm, ice storm, monster summoning, charm monster, hold monster
spiritual hammer, heat metal, call lightning, flame blade, feign death, hold animal, charm animal, spook
""")
"""Spells of more than one word, some of which everyday talk has a use for."""
PARTS = _list("""
head, face, eye, eyes, ear, nose, neck, throat, chest, back, stomach, belly, gut, groin, arm, arms, leg, legs
hand, hands, knee, knees, foot, feet, shoulder, thigh, shin, tail, wing, wings, torso, side, ribs, wrist
""")
BARE = _list("unarmed, bare handed, barehanded, weaponless, empty handed")
LIMBS = _list("""
fist, fists, bare fist, bare fists, bare hand, bare hands, hands, knuckles, foot, feet, boot, knee, elbow
teeth, kick, punch, headbutt
""")
ITEMS = _list("""
wand, staff, scroll, potion, healing potion, potion of healing, ring, rod, amulet, horn, cloak, orb, crystal
elixir, talisman, necklace, oil, vial, flask, holy symbol, rope, torch, flask of oil, holy water
vial of holy water
""")
