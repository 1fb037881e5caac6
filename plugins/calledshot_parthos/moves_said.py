"""The Parthos moves and everything players call them: data only. How they are read is `calledshot.moves`.

The page's own moves (Combat Moves) stand first in each list; the rest is how people talk.
"""

from __future__ import annotations

from calledshot.api import Action


def _list(text: str) -> tuple[str, ...]:
    """Phrases parted by commas or line ends."""
    return tuple(phrase.strip() for line in text.split("\n") for phrase in line.split(",") if phrase.strip())


_BY_WEAPON = {
    "weapon:melee": "melee",
    "weapon:missile": "missile",
    "spell": "cast",
    "power": "power",
    "item:own": "use",
    "bare": "unarmed",
    "limb": "unarmed",
}

ACTIONS: tuple[Action, ...] = (
    Action(
        id="advance",
        verbs=_list("""
        advance, approach, close with, close in, close in on, close on, close the distance
        close the gap, close distance, close to melee, move in, move in on, move up, move up to
        move closer, move toward, move towards, move into, move forward, move within, step up
        step up to, step in, step forward, step toward, step towards, run up, run up to, run at
        run toward, run towards, dash toward, dash towards, dash at, dash in, walk up to
        walk toward, walk towards, rush at, rush in, rush toward, rush towards, charge at, charge in
        charge into, charge toward, charge towards, stride toward, stride towards, press forward
        push forward, get close, get closer, get up close, get in close, come closer, leap toward
        leap towards, sprint toward, sprint towards, sprint at, stalk toward, stalk towards
        """),
        weak=_list("""
        move, close, run, dash, move to, run to, dash to, go to, go toward, go towards, head for
        head toward, head towards
        """),
        short={"adv": "advance", "advnace": "advance"},
        objects=("name",),
        means=(),
        at_self=True,
        moves=True,
        write=("Advance", "", " on "),
    ),
    Action(
        id="walk",
        gives="advance",
        weak=_list("walk, step, stride, sprint, march, jog, creep, stalk, hurry"),
        objects=("name",),
        at_self=True,
        moves=True,
        known=True,
        write=("Advance", "", " on "),
    ),
    Action(
        id="charge",
        gives="advance",
        verbs=(),
        weak=("charge", "rush", "engage"),
        objects=("name",),
        means=(),
        unknown="name",
        at_self=True,
        moves=True,
        write=("Advance", "", " on "),
    ),
    Action(
        id="retreat",
        verbs=_list("""
        retreat, withdraw, fall back, back up, back away, step back, step away, move back, move away
        move off, disengage, pull back, run back, back out, leap back, jump back, dance back, get away
        scramble back, drop back, roll away, roll back, hop back, skip back, backpedal
        open the distance, break away, break off, break contact, dart away, dart back, dash away
        dash back
        """),
        weak=("back off", "flee", "run away", "run off"),
        short={"ret": "retreat", "retreate": "retreat", "retret": "retreat"},
        objects=("name",),
        means=(),
        moves=True,
        at_self=True,
        write=("Retreat", "", " from "),
    ),
    Action(
        id="attack",
        verbs=_list("""
        attack, strike, strike at, swing at, swipe at, assault, attack with, make an attack, go after
        go at, take a swing at
        """),
        weak=_list("""
        hit, fight, engage in combat, lay into, smite, hurt, aim for, aim at, go for, take aim at
        target
        """),
        nouns=_list("""
        called shot, called shots, aimed shot, call shot, cs, calledshot, make a called shot
        take a called shot
        blow, strike
        """),
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
        },
        objects=("name", "weapon", "part", "bare"),
        means=("weapon", "item", "spell", "power", "bare", "limb"),
        unknown="name",
        becomes=_BY_WEAPON,
        attack=True,
        write=("Attack", " with ", " on "),
        write_bare=" ",
    ),
    Action(
        id="melee",
        verbs=_list("""
        melee attack, stab, stab at, slash, slash at, slice, slice at, hack, hack at, chop, chop at
        cleave, bash, thrust, thrust at, lunge, lunge at, lunge for, smash, skewer, impale, pierce, poke
        whack, jab, gut, gouge, carve, run through, backstab, strike in melee, attack in melee, pummel
        parry and riposte, riposte, counterattack, bludgeon, hew, spear, smack, decapitate
        """),
        weak=_list("cut, cut at, poke at, clobber, club"),
        nouns=_list("""
        melee, melee attack, use melee weapon, use melee, use a melee weapon, use my melee weapon
        hth attack, hand to hand attack, attack hth, melee weapon, use hand to hand weapon, hth
        stabbing attack
        """),
        objects=("name", "weapon", "part", "bare"),
        means=("weapon", "item", "spell", "bare", "limb"),
        unknown="name",
        becomes={"spell": "cast", "item:own": "use", "bare": "unarmed", "limb": "unarmed"},
        attack=True,
        write=("Melee attack", " with ", " on "),
    ),
    Action(
        id="swing",
        gives="melee",
        verbs=_list("""
        swing, swipe, arc, drive, bring down, sweep, whip, crack, ram, plunge, bury, sink, swing out
        """),
        weak=_list("swing, drive, sweep, arc, ram, plunge, bury, sink, whip, crack, bring down"),
        objects=("weapon", "name", "part"),
        means=("weapon", "item"),
        unknown=None,
        needs=True,
        becomes={"spell": "cast"},
        attack=True,
        write=("Melee attack", " with ", " on "),
    ),
    Action(
        id="throw",
        gives="missile",
        verbs=_list("throw, hurl, fling, lob, chuck, whip out and throw, hurl away, launch, sling"),
        weak=_list("toss, pitch, cast away"),
        objects=("weapon", "item", "spell"),
        means=("weapon", "item"),
        unknown="weapon",
        becomes={"spell": "cast"},
        attack=True,
        needs=True,
        write=("Throw", " ", " at "),
    ),
    Action(
        id="missile",
        verbs=_list("""
        shoot at, fire at, snipe, snipe at, loose at, missile attack, shoot with, fire with
        take a shot at, shoot my, fire my
        """),
        weak=_list("shoot, fire, loose, let fly, fire off, take aim at"),
        nouns=_list("""
        missile, missile attack, ranged attack, use missile weapon, use missile, use a missile weapon
        use my missile weapon, missile weapon, ranged
        """),
        objects=("weapon", "item", "name", "part", "spell"),
        means=("weapon", "item"),
        unknown="name",
        becomes={"spell": "cast", "item:own": "use"},
        attack=True,
        write=("Missile attack", " with ", " on "),
    ),
    Action(
        id="change_weapon",
        verbs=_list("""
        change to, change weapon to, change weapons to, change weapon, change weapons, change my weapon
        change melee weapon, change melee weapons, change melee weapon to, change out, switch to
        switch weapon, switch weapons, switch weapons to, switch out, swap to, swap weapon, swap weapons
        swap weapons to, swap for, swap out, wield, equip, unsheathe, unsheath, pull out, take out
        get out, whip out, bring out, change from, switch from, go to my, exchange weapons
        change my weapon to, ready weapon, draw weapon, draw a weapon, change back to, switch back to
        change over to, switch over to, ready a weapon, ready my weapon, draw my weapon, trade weapons
        """),
        weak=_list("draw, ready, change, switch, swap, grab my, unsling, unlimber, pull"),
        objects=("weapon",),
        means=("weapon",),
        unknown="weapon",
        needs=True,
        at_self=True,
        write=("Change to", " ", " on "),
    ),
    Action(
        id="parry",
        verbs=_list("""
        parry, full parry, use parry, concentrate on parry, concentrate on parrying, parry with
        focus on parrying, go defensive, defend
        """),
        weak=_list("block, defend myself, fight defensively"),
        nouns=_list("""
        full defense, full defence, defensive stance, all out defense, total defense, parry skill
        use parry skill, use my parry skill, use the parry skill, parry move, parrying
        """),
        objects=("name", "weapon"),
        means=("weapon", "item"),
        at_self=True,
        moves=True,
        write=("Parry", " with ", " against "),
    ),
    Action(
        id="unarmed",
        verbs=_list("""
        punch, punch at, kick, kick at, headbutt, head butt, grapple, wrestle, slap, backhand
        sucker punch, uppercut, roundhouse, throw a punch, throw a punch at, throw a kick
        throw a kick at, swing a fist, swing my fist, drop kick, karate chop, knee, elbow, body slam
        tackle, strangle, choke, swing his fist, swing her fist, swing a fist at, attack unarmed
        strike unarmed, attack bare handed, throw punch, throw kick, spin kick, judo throw
        """),
        weak=_list("bite, claw, scratch, fist, tackle, knee, elbow, butt"),
        nouns=_list("""
        unarmed attack, unarmed combat, unarmed, unarmed strike, martial arts attack, martial arts
        use martial arts, use unarmed combat, unarmed attack with, fists, fist attack
        """),
        objects=("name", "part"),
        means=("item",),
        unknown="name",
        attack=True,
        write=("Unarmed attack", " with ", " on "),
    ),
    Action(
        id="cast",
        verbs=_list("""
        cast, recast, re-cast, incant, evoke, invoke, conjure, chant, cast the spell, cast spell
        cast a spell, cast my
        """),
        weak=_list("channel, summon, weave, invoke, chant"),
        nouns=_list("use spell, use the spell, casting of, spell, the spell"),
        short={
            "cst": "cast",
            "csat": "cast",
            "casst": "cast",
            "caste": "cast",
            "csst": "cast",
            "cats": "cast",
        },
        objects=("spell", "power", "item", "name"),
        means=("spell",),
        unknown="spell",
        becomes={"power": "power", "item": "use"},
        needs=True,
        write=("Cast", " ", " on "),
    ),
    Action(
        id="power",
        verbs=_list("""
        use power, activate power, invoke power, use the power, use my power, use power of
        use the power of, activate my power
        """),
        nouns=("power",),
        objects=("power", "name"),
        means=("power",),
        unknown="power",
        needs=True,
        write=("Use Power", " ", " on "),
    ),
    Action(
        id="use",
        gives="item",
        verbs=_list("""
        activate, use item, use magic item, use a magic item, employ, trigger, zap, use the magic item
        use my magic item, cast from
        """),
        weak=_list("use, apply, wave, point, unleash, discharge"),
        nouns=("magic item", "item"),
        objects=("power", "item", "weapon", "skill", "spell", "name"),
        means=("item", "power", "skill", "weapon"),
        unknown="item",
        becomes={
            "power": "power",
            "weapon": "attack",
            "weapon:melee": "melee",
            "weapon:missile": "missile",
            "skill": "heal",
            "spell": "cast",
        },
        needs=True,
        write=("Use", " ", " on "),
    ),
    Action(
        id="drink",
        gives="item",
        verbs=_list("quaff, imbibe"),
        weak=_list("drink, sip, swallow, drain, gulp, gulp down, drink down, chug, down, consume"),
        objects=("item", "name"),
        means=("item",),
        unknown="item",
        needs=True,
        at_self=True,
        write=("Use", " ", " on "),
    ),
    Action(
        id="take",
        gives="item",
        weak=("take",),
        objects=("item", "name"),
        means=("item",),
        needs=True,
        at_self=True,
        known=True,
        write=("Use", " ", " on "),
    ),
    Action(
        id="eat",
        gives="item",
        verbs=_list("ingest"),
        weak=_list("eat, chew, read, read from"),
        objects=("item", "name"),
        means=("item",),
        unknown="item",
        needs=True,
        at_self=True,
        write=("Use", " ", " on "),
    ),
    Action(
        id="give",
        gives="item",
        weak=_list("give, feed, pour, administer, force feed, hand, tip"),
        objects=("name", "item", "skill"),
        means=("item", "skill"),
        unknown="item",
        becomes={"skill": "heal"},
        needs=True,
        at_self=True,
        write=("Use", " ", " on "),
    ),
    Action(
        id="heal",
        verbs=_list("""
        heal, heal injuries, heal up, heal wounds, heal injury, bandage, bandage up, bind wounds
        tend to, tend, patch up, treat, staunch, stabilize, stabilise, stop the bleeding, stop bleeding
        bandage wounds, heal the wounds of, bind the wounds of, bandage the wounds of
        tend the wounds of, bind up
        """),
        weak=_list("""
        treat, stabilize, help, cure, tend, doctor, patch
        """),
        nouns=("healing",),
        objects=("name", "skill", "item", "spell"),
        means=("skill", "item", "spell", "power"),
        unknown="name",
        becomes={"spell": "cast", "power": "power"},
        at_self=True,
        write=("Heal", " with ", " on "),
        write_bare=" ",
    ),
    Action(
        id="bind",
        gives="heal",
        weak=_list("bind, see to, look after, care for, dress, stitch, stitch up, sew up, nurse, suture"),
        objects=("name", "skill", "item"),
        means=("skill", "item"),
        known=True,
        at_self=True,
        write=("Heal", " with ", " on "),
        write_bare=" ",
    ),
    Action(
        id="first_aid",
        gives="heal",
        weak=_list("perform, do, try, attempt, practice, render"),
        objects=("skill", "name"),
        means=("skill", "item"),
        needs=True,
        at_self=True,
        write=("Heal", " with ", " on "),
        write_bare=" ",
    ),
    Action(
        id="other",
        verbs=_list("""
        dodge, duck, hide, pick up, disarm, trip, shove, taunt, hold action, hold my action, delay
        delay action, do nothing, no action, stand up, get up, sheathe, sheath, sneak, take cover
        dive for cover, drop prone, go prone, crouch behind, hide behind, feint, intimidate, guard
        protect, pray, climb, flip, kneel beside, grab hold of, untie, light a torch, summon help
        jump on, leap onto, kick over, turn over, overturn, block the door, bar the door, free, rescue
        put away, stow, holster, resheathe, discard, drop my
        pick up my, shield bash, swim, steal
        """),
        weak=_list("""
        duck, wait, pass, push, jump, leap, grab, throw down, look, search, open, shut, stand
        drop, guard, protect, help, watch, kneel, crouch, run past, catch, dance, pray, free, delay
        steal, flip, climb, put down, let go of, put back
        """),
        objects=("name", "weapon", "item"),
        means=("weapon", "item"),
        unknown=None,
        at_self=True,
        write=("", "", " "),
    ),
)

WEAPONS = _list("""
sword, longsword, long sword, short sword, shortsword, broadsword, broad sword, bastard sword
two handed sword, greatsword, great sword, rapier, foil, epee, sabre, saber, cutlass, scimitar, falchion
katana, wakizashi, claymore, dagger, knife, dirk, stiletto, poniard, main gauche, kris, throwing knife
throwing dagger, throwing axe, throwing star, shuriken, dart, axe, ax, battle axe, battleaxe, hand axe
hatchet, tomahawk, mace, flail, morning star, morningstar, hammer, warhammer, war hammer, maul, club
cudgel, quarterstaff, staff, bo, bo staff, nunchaku, sai, spear, javelin, lance, pike, halberd, glaive
trident, polearm, pole arm, scythe, sickle, whip, chain, bow, longbow, long bow, short bow, shortbow
crossbow, cross bow, hand crossbow, sling, blowgun, blowpipe, pistol, musket, gun, boomerang, bolas, net
blade, blades, knives, swords, daggers, dirks, axes, claws, fangs, boot knife, bottle, mug, tankard
chair, stool, rock, stone, arrow, arrows, bolt, bolts, quarrel, quarrels, bullet, bullets, gladius
estoc, tulwar, tanto, machete, cestus, gauntlet, brass knuckles, garrote, pitchfork, shield, cane, torch
""")
THROWN = frozenset(
    _list("""
dagger, knife, dirk, stiletto, throwing knife, throwing dagger, throwing axe, throwing star, shuriken
dart, hand axe, hatchet, tomahawk, axe, spear, javelin, trident, boomerang, bolas, net, bottle, mug
tankard, chair, stool, rock, stone, knives, daggers, dirks, boot knife, kris, poniard, bola, star
harpoon, hammer, torch, handaxe, throwing hammer
""")
)
LOADS = frozenset(_list("arrow, arrows, bolt, bolts, quarrel, quarrels, bullet, bullets"))

BARE = _list("""
unarmed, bare handed, barehanded, weaponless, empty handed, bare knuckle, bare knuckled, bareknuckle
""")
LIMBS = _list("""
fist, fists, bare fist, bare fists, bare hand, bare hands, bare knuckles, knuckles, foot, feet, boot
knee, elbow, forehead, teeth, kick, punch, headbutt, empty hands, uppercut, left hook
right hook, jab
""")
STOWS = _list("""
sheathe, sheath, put away, stow, drop, drop my, put down, let go of, lay down, sling, put back, holster
resheathe, discard, let fall
""")

ITEMS = _list("""
wand, staff, scroll, potion, healing potion, ring, rod, amulet, charm, herb, healing herb, herbs
healing herbs, elixir, philtre, talisman, necklace, cloak, orb, crystal, salve, ointment, tonic
antidote, draught, vial, flask, pouch of herbs, healing salve, mana potion
""")
SKILLS = ("First Aid", "Medicine")
SKILL_WORDS = {
    "first aid": "First Aid",
    "firstaid": "First Aid",
    "fa": "First Aid",
    "1st aid": "First Aid",
    "first-aid": "First Aid",
    "medicine": "Medicine",
    "medicine skill": "Medicine",
    "med": "Medicine",
}

MODIFIERS = {
    "ws": "WS",
    "weapon speed": "WS",
    "weaponspeed": "WS",
    "wep speed": "WS",
    "fc": "FC",
    "cantrip": "Cantrip",
    "cantrips": "Cantrip",
    "w.s.": "WS",
    "weap speed": "WS",
    "wpn speed": "WS",
}

HOLDS = {
    "damage": "damage",
    "dmg": "damage",
    "dam": "damage",
    "strength": "strength",
    "str": "strength",
    "strength bonus": "strength",
    "str bonus": "strength",
    "ws": "weapon_speed",
    "weapon speed": "weapon_speed",
    "weaponspeed": "weapon_speed",
    "speed bonus": "weapon_speed",
    "speed": "weapon_speed",
    "damages": "damage",
    "ws bonus": "weapon_speed",
}
REFUSALS = {
    "ws": "weapon_speed",
    "weapon speed": "weapon_speed",
    "weaponspeed": "weapon_speed",
    "strength": "strength",
    "str": "strength",
    "strength bonus": "strength",
    "str bonus": "strength",
    "ws bonus": "weapon_speed",
}
BARE_HOLDS = {
    "half damage": "damage",
    "half damage only": "damage",
    "only half damage": "damage",
    "just half damage": "damage",
    "for half damage": "damage",
    "half dmg": "damage",
    "halve damage": "damage",
    "halving damage": "damage",
    "halved damage": "damage",
    "half my damage": "damage",
    "halve my damage": "damage",
    "halving my damage": "damage",
    "damage halved": "damage",
    "doing half damage": "damage",
    "do half damage": "damage",
    "at half damage": "damage",
    "with half damage": "damage",
    "for half dmg": "damage",
    "1 / 2 damage": "damage",
    "half the damage": "damage",
    "holding everything back": "weapon_speed damage strength",
    "hold everything back": "weapon_speed damage strength",
    "hold back everything": "weapon_speed damage strength",
    "holding back everything": "weapon_speed damage strength",
    "hold all back": "weapon_speed damage strength",
    "hold back all": "weapon_speed damage strength",
}
EASY = """
pulling blows | pull blows | pulling hits | pulling it a bit | pulling punches a bit
going easy | go easy | taking it easy | take it easy | pulling it | pull it | pulling my punches
pull my punches | pulling punches | pull punches | pulling the punch | pull the punch | pulling my blow
pull my blow | pulling my blows | pull my blows | pulling the blow | pull the blow | holding back
hold back | hold back a bit | hold back a little | holding back a bit | holding back a little | easy
lightly | gently | being gentle | be gentle | with the flat of the blade | with the flat
flat of the blade | playing nice | play nice | pulling his punches | pulling her punches
pulling this one | pulling my hits | not at full strength | not full strength | holding it back
hold it back | pulling my swings | pulling my strikes | pulling back | tapping
"""
POOLS = frozenset(
    ("pp", "pps", "power points", "power point", "power pts", "powerpoints", "powerpoint", "p.p.")
)
AIMS = tuple(
    tuple(phrase.split())
    for phrase in (
        "aim for",
        "aim at",
        "aiming for",
        "aiming at",
        "aimed at",
        "aimed for",
        "targeting",
        "going for",
        "go for",
        "to hit",
        "trying to hit",
        "trying for",
        "aim to hit",
        "aiming to hit",
        "target",
        "striking for",
        "striking at",
        "focusing on",
    )
)
CALLED = tuple(
    tuple(phrase.split())
    for phrase in (
        "called shot",
        "called shots",
        "aimed shot",
        "call shot",
        "calledshot",
        "cs",
        "a called shot",
        "called",
    )
)
