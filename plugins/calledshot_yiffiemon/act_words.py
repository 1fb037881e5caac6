"""The words by which a GM tells a YiffieMon fight something: tables of terms, and the patterns made of
them and of the names of those present. What they mean is `acts`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from calledshot_yiffiemon import conditions

HIT = "NS"
"""The level of "Hit by 12"; without its amount the word is the core's verdict."""
LEVELS: Mapping[str, str] = {
    "cf": "CF",
    "nf": "NF",
    "bs": "BS",
    "ns": "NS",
    "ss": "SS",
    "cs": "CS",
    "critical failure": "CF",
    "crit failure": "CF",
    "critical fail": "CF",
    "crit fail": "CF",
    "normal failure": "NF",
    "normal fail": "NF",
    "plain failure": "NF",
    "failure": "NF",
    "but success": "BS",
    "normal success": "NS",
    "plain success": "NS",
    "severe success": "SS",
    "sever success": "SS",
    "critical success": "CS",
    "crit success": "CS",
    "shield hit": "BS",
    "severe hit": "SS",
    "deadly hit": "CS",
}
"""What a level is called."""
KINDS = (
    "attack skill",
    "attack roll",
    "attack",
    "melee assist",
    "ranged assist",
    "assist",
    "threat distance",
    "charge",
    "slide",
    "push",
    "dive attack",
    "dive",
    "cross guard",
    "dodge",
    "move skill",
    "move",
    "run",
    "healing",
    "heal",
    "terrain",
    "willpower",
    "will",
    "constitution",
    "con",
    "intelligence",
    "int",
    "dexterity",
    "dex",
    "agility",
    "agl",
    "taunt",
)
FIGURES: Mapping[str, str] = {
    "attack skill": "attack_skill",
    "move skill": "move_skill",
    "healing skill": "healing",
    "taunt skill": "taunt",
    "taunt": "taunt",
    "ocv": "OCV",
    "dcv": "DCV",
    "conb": "ConB",
    "strb": "StrB",
    "wsb": "WSB",
    "el": "EL",
    "power bonus": "PB",
    "pb": "PB",
    "flying power bonus": "FPB",
    "fpb": "FPB",
    "ac": "AC",
    "armour": "AC",
    "armor": "AC",
    "mr": "MR",
    "movement rate": "MR",
    "strength": "Str",
    "str": "Str",
    "ammo": "ammo",
    "ammunition": "ammo",
    "threaten by pool": "pool",
    "pool": "pool",
    "initiative": "clock",
    "clock": "clock",
}
"""Figures the GM may tell of somebody → the name on a sheet."""
FLAGS: Mapping[str, tuple[str, bool]] = {
    "surprised": ("surprised", True),
    "not surprised": ("surprised", False),
    "no longer surprised": ("surprised", False),
    "prone": ("prone", True),
    "falls prone": ("prone", True),
    "up again": ("prone", False),
    "standing again": ("prone", False),
    "in combat": ("in_combat", True),
    "enters combat": ("in_combat", True),
    "out of combat": ("in_combat", False),
    "not in combat": ("in_combat", False),
    "leaves combat": ("in_combat", False),
    "flying": ("flying", True),
    "unconscious": ("unconscious", True),
    "knocked out": ("unconscious", True),
    "out cold": ("unconscious", True),
    "conscious": ("unconscious", False),
    "awake": ("unconscious", False),
    "dead": ("dead", True),
    "dies": ("dead", True),
    "killed": ("dead", True),
    "slain": ("dead", True),
    "gets up": ("prone", False),
    "stands up": ("prone", False),
    "back on his feet": ("prone", False),
    "back on her feet": ("prone", False),
    "gone": ("gone", True),
    "flees": ("gone", True),
    "has fled": ("gone", True),
    "runs away": ("gone", True),
    "escapes": ("gone", True),
    "gives up": ("gone", True),
    "surrenders": ("gone", True),
    "out of the fight": ("gone", True),
    "leaves the fight": ("gone", True),
    "back in the fight": ("gone", False),
}

SINGULAR: Mapping[str, str] = {
    "flee": "flees",
    "have fled": "has fled",
    "run away": "runs away",
    "escape": "escapes",
    "give up": "gives up",
    "surrender": "surrenders",
    "die": "dies",
    "fall prone": "falls prone",
    "get up": "gets up",
    "stand up": "stands up",
    "leave combat": "leaves combat",
    "enter combat": "enters combat",
    "leave the fight": "leaves the fight",
}
"""What several do → what one of them does, in FLAGS."""

_NUMBER = r"(?P<number>-?\d{1,4}(?:\.\d{1,3})?)"
SHORT: Mapping[str, str] = {"severe": "SS", "deadly": "CS"}
"""Hits called by one word, where nothing else is said of them."""
_SHORT = (
    rf"(?:(?:(?<=[.!;:,]\s)|(?<=^))(?:{'|'.join(SHORT)})(?=\s{{0,2}}(?:[!.,;]|$|by\s\d|with\s))"
    r")"
)
_LEVEL = "|".join(sorted((re.sub(" ", r"[ -]", word) for word in LEVELS), key=len, reverse=True))
_KIND = "|".join(sorted((kind.replace(" ", r"[ -]") for kind in KINDS), key=len, reverse=True))
_FIGURE = "|".join(sorted((word.replace(" ", r"\s") for word in FIGURES), key=len, reverse=True))
_FLAG = "|".join(sorted((word.replace(" ", r"\s") for word in (*FLAGS, *SINGULAR)), key=len, reverse=True))
_COND = "|".join(
    sorted(
        {
            *(re.sub(r"[ -]", r"[ -]?", word) for word in conditions.NAMES if len(word) > 2),
            *(re.escape(name.casefold()) for name in conditions.WORDS),
            "fd",
            "hb",
        },
        key=len,
        reverse=True,
    )
)
GROUP_FLAG = re.compile(
    r"\s{1,2}(?:are\s|were\s|have\sbeen\s)?(?:all\s|both\s)?(?:now\s)?(?P<flag>" + _FLAG + r")(?!\w)",
    re.IGNORECASE,
)
COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = "|".join(COUNTS)
TAKES_IT = re.compile(
    r"\W{0,4}(?:(?:oh|ooh|yes|yeah|yep|sure|ok|okay|hell yes|please)[ ,!.]{1,3}){0,3}"
    r"(?:(?:i'?ll|i will|i'?m|i|gonna|i'?m gonna|i'?m going to)\s)?"
    r"(?:take|taking|takes|grab)\s(?:it|that|this|one|mine)"
    r"(?: (?:then|please|now))?(?: (?:lol|haha|hehe))?\W{0,6}$",
    re.IGNORECASE,
)
"""An opportunity taken by a word that names nothing."""
AGAIN = re.compile(
    r"\W{0,4}(?:(?:and|ok|okay|yay|yes|so|then|hm+|heh|lol)[ ,!.]{1,3}){0,3}"
    r"(?:i(?:'ll)? )?(?:do (?:it|that|the same|the same thing) again|do the same(?: thing)?(?: again)?"
    r"|same(?: thing)?(?: again| as before| as last time)|again|once more|repeat that)(?: please)?\W{0,6}$",
    re.IGNORECASE,
)
"""The last action declared anew, by a word that names nothing."""
OPENS = re.compile(
    r"(?:^|(?<=[.!?\n]))\W{0,4}(?:(?:let(?:'s|s| us) )?(?:roll call|combat (?:begins|starts|time)|combat"
    r"|start (?:of )?combat|begin combat|we(?:'re| are) in combat|turn order|to arms"
    r"|(?:the |a )?(?:fight|battle|brawl|skirmish|spar) ?"
    r"(?:begins|starts|is on|'s on|opens|commences|has begun)"
    r"|(?:begin|start|commence) the (?:fight|battle|brawl|skirmish|spar))\b)"
    r"(?!'?s?\s(?:is\s)?(?:over|ends?|ended|done|finished)\b)(?!')"
    r"(?P<rest>[!:.,]?[^?.!\n]{0,300})(?!\?)",
    re.IGNORECASE,
)
STRANGER = re.compile(
    r"(?:[Tt]he |[Aa]n? )?"
    r"(?!Roll|Combat|Every|Init|Please|Go\b|Fight|Ready|Here|Now|Let|We\b|You\b|I\b|All\b)"
    r"(?P<name>[A-Z][\w'-]{1,20}(?: (?:of |the )?[A-Z0-9][\w'-]{0,20}){0,3})"
)
"""A creature called over that nobody knows yet: a name in capitals between the others."""
ROLLS_FOR_ALL = re.compile(
    r"\bi(?:'ll| will|'m going to| am going to|'m| am)? roll(?:ing)?(?: (?:the|all the) dice)?(?: for)?"
    r" (?:everybody|everyone|all)\b",
    re.IGNORECASE,
)
NEXT = re.compile(
    r"(?:^|[.!;,(\n]\s{0,4})(?:ok(?:ay)?,? |and |so,? )?(?:next(?: (?:turn|one|up|please|creature|action))?"
    r"|moving on|go(?:ing)? on|we go on|carry on|on we go)\b(?=\W{0,4}(?:$|[.!;,\n]))",
    re.IGNORECASE,
)


_PARTS = re.compile(
    r"(?<=[^\W\d_])(?=[\d#])"
    r"|(?<=^first)|(?<=^second)|(?<=^third)|(?<=^fourth)|(?<=^fifth)|(?<=^\dst)|(?<=^\dnd)|(?<=^\drd)|(?<=^\dth)"
)
"""Where a name as it is known, without blanks, may have one: "goblin|1", "second|goblin"."""


def spellings(names: Mapping[str, str]) -> tuple[str, ...]:
    """Patterns of every way to write the names, which are known without case and blanks."""
    made = {r"\s{1,2}".join(map(re.escape, name.split())): None for name in names.values()}
    for form in names:
        if len(form) > 1:
            made[r"\s{0,2}".join(map(re.escape, _PARTS.split(form)))] = None
    return tuple(form for form in made if len(form) > 1)


@lru_cache(maxsize=8)
def patterns_for(names: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """The patterns that hold names, made once for the same names."""
    who = "|".join(sorted(names, key=len, reverse=True)) or r"(?!)"
    one = rf"(?<!\w)(?:the\s)?(?P<who>{who})(?!\w)"
    other = rf"(?:the\s)?(?P<other>{who})(?!\w)"
    made = {
        "deed": rf"^\(\((?:[^()]{{0,600}}[.!?:]\s)?(?P<who>{who})\s"
        rf"(?P<does>waits|crosses\s(?:{who})'s\sguard|moves\s\d{{1,3}}\stoward\s(?:{who}))(?=[.)])",
        "name": rf"(?<!\w)(?P<who>{who})(?!\w)",
        "result": rf"(?:{one}(?:'s?)?\s{{0,3}}(?:makes\s|rolls\s|gets\s|has\s)?(?:an?\s|his\s|her\s|its\s)?)?"
        rf"(?:(?<='s\s)(?!(?:{_KIND})\b)[a-z][\w-]{{1,15}}(?:\s[a-z][\w-]{{1,15}}){{0,2}}(?=\s?:))?"
        rf"(?:(?<!\w)(?P<kind>{_KIND})(?:\s(?:skill|check|roll)){{0,2}})?"
        rf"(?:\s(?:on|at|against|vs\.?)\s(?:the\s)?(?:{who})(?=\s{{0,3}}[:=,-]))?"
        r"\s{0,3}(?:[:=,-]|is|was|gives)?\s{0,3}(?:an?\s)?"
        rf"(?<!\w)(?P<level>{_LEVEL}|hit(?=\s{{1,2}}by\s{{1,2}}\d)|{_SHORT})(?!\w)"
        r"(?:\s{0,3}(?:[,(]\s?)?(?:amount|by|of|with|:)?\s{0,3}(?:amount\s{0,3})?(?:of\s)?"
        r"(?<!(?:severe|deadly)[,:]\s)(?P<amount>\d{1,4})(?!\w|\.\d"
        r"|\s{1,3}(?:more\s|bleed\s|subdual\s|points?\sof\s|pts?\sof\s)?(?:damage|dmg|hp|hpv)\b))?"
        rf"(?:(?:,\s{{0,2}}|\s(?:for|from|by)\s|\s){other}(?=,?\s(?:amount|by)\s\d|\W{{0,3}}(?:$|[.!?;\n]))"
        r"(?:,?\s(?:amount|by)\s(?P<amount2>\d{1,4})(?!\w|\.\d))?)?",
        "missed": rf"{one}'s?\s{{1,3}}[a-z][\w-]{{1,15}}(?:\s[a-z][\w-]{{1,15}}){{0,3}}"
        rf"(?:\s(?:the\s)?(?:{who}))?"
        r"\s?[:,-]?\s{1,2}(?:is\s|was\s)?(?:an?\s)?miss(?:es|ed)?\b",
        "turn": rf"(?:^|[.!;\n]\s{{0,4}}|\bnext(?:\sup)?(?:\sis)?[:,]?\s|\bnow\s){one}"
        r"(?:'s?\s(?:turn|go|move)\b(?!\s(?:checks?|skills?|rolls?|actions?)\b)|,?\s(?:it'?s\s)?your\s(?:turn|go|move)\b"
        r"|(?:,?\s(?:you're|you\sare|is)|'s)\s(?:up|next)\b)",
        "takes": rf"{one}\s{{1,3}}"
        r"(?:(?P<takes>takes|uses|grabs)\s(?:the|his|her|its|an|that)\s(?:attack of\s)?(?:opportunity|aoo)"
        r"|(?P<passes>passes(?:\sup)?(?:\son\s(?:the|it|that)(?:\s(?:opportunity|aoo))?)?|lets it pass))"
        rf"(?:\s{{1,3}}(?:on|against|at)\s{other})?",
        "grants": rf"{one}\s{{1,3}}(?:gets|has|may (?:take|make|have)|is offered|is given)\s(?:an?\s|the\s)?"
        rf"(?:(?:attack of\s|action of\s)?(?:opportunity|aoo)|free\s(?:attack|shot|swing|strike))"
        rf"\s(?:on|against|at)\s{other}",
        "speaks": rf"{one},\s(?:[^.!?\n,]{{1,30}},\s)?an?\s(?:attack of\s)?(?:opportunity|aoo)"
        r"(?:\s(?:for you|if you (?:want|like|will)(?: it)?))?(?=\W{0,3}(?:$|\n))",
        "levels": rf"{one}\s{{1,3}}(?:(?:is|stands)\s(?:now\s)?at\s-?\d{{1,4}}(?:\s[a-z]{{2,6}})?,?\sand\s)?"
        r"(?P<verb>gains|gets|takes|loses|drops|is given|has lost|has gained)\s"
        rf"(?P<count>\d{{1,3}}|all|{_COUNT})?\s{{0,3}}(?:more\s)?(?:levels?\s(?:of\s)?)?(?:of\s)?"
        rf"(?P<condition>{_COND})(?!\w)(?:\s(?:by|from|of)\s{other})?"
        r"(?:\s?(?:x|by)\s?(?P<times>\d{1,3}))?",
        "you": rf"\byou(?:'re|\sare)?\b[^.!?\n]{{0,40}}?\b(?P<verb>gain|get|take|lose)\s"
        rf"(?P<count>\d{{1,3}}|all|{_COUNT})?\s{{0,3}}(?:more\s)?(?:levels?\s(?:of\s)?)?(?:of\s)?"
        rf"(?P<condition>{_COND})(?!\w)(?:\s?(?:x|by)\s?(?P<times>\d{{1,3}}))?",
        "gives": rf"{one}\s{{1,3}}(?:gives|puts|assigns|deals|places)\s(?:{other}\s)?"
        rf"(?P<count>\d{{1,3}}|{_COUNT})?\s{{0,3}}(?:more\s)?(?:levels?\s(?:of\s)?)?"
        rf"(?P<condition>{_COND})(?!\w)(?:\s(?:on|to)\s(?:the\s)?(?P<third>{who})(?!\w))?",
        "flag": rf"{one}\s{{1,3}}(?:is\s|are\s|was\s|gets\s|has\sbeen\s|falls\s)?(?:now\s|already\s)?"
        rf"(?P<flag>{_FLAG})(?!\w)",
        "at": rf"{one}\s{{1,3}}(?:is|stands|starts|begins|moves|goes|now)\s{{0,2}}(?:now\s)?"
        r"(?:at|on|to|in)?\s{0,2}"
        r"\(\s{0,2}(?P<x>-?\d{1,5}(?:\.\d{1,3})?)\s{0,2}[,;]\s{0,2}(?P<y>-?\d{1,5}(?:\.\d{1,3})?)\s{0,2}\)",
        "apart": rf"{one}\s{{1,3}}(?:is|stands)\s(?:now\s)?{_NUMBER}\s{{0,2}}"
        rf"(?:m|metres?|meters?|moves?|units?|fathoms?)?\s{{0,2}}(?:away\s)?(?:from|off)\s{other}",
        "area": rf"{one}\s{{1,3}}"
        r"(?P<how>is (?:now )?in(?:side)?|stands in(?:side)?|enters|comes into|moves into|steps into|leaves"
        rf"|is out of|moves out of|is outside)\s{other}(?:'s?)?\s"
        r"(?P<what>threat area|threat distance|area|reach|guard)\b",
        "figure": rf"{one}(?:'s?)?\s{{1,3}}(?:has\s(?:an?\s)?)?"
        rf"(?P<name>{_FIGURE})\s{{0,2}}"
        r"(?:is|=|:|of|now|(?:rises|grows|goes up|falls|shrinks|drops|goes down)(?:\sto)?)?\s{0,2}"
        rf"(?:now\s)?(?:at\s)?{_NUMBER}(?!\w|\.\d)",
        "forced": rf"{one}\s{{1,3}}(?:is|gets|has been)\s"
        r"(?:forced to move|forced|moved|pushed|dragged|thrown)"
        r"(?:\sback|\saway)?\s(?P<number>\d{1,3}(?:\.\d{1,3})?)\s{0,2}moves?\b",
        "lasts": rf"{one}(?:'s?)?\s(?:turn\s)?(?:lasts|takes)\s{_NUMBER}\s{{0,2}}inits?\b",
        "modifier": rf"{one}\s{{1,3}}(?:has|gets|takes|is at|suffers)\s(?:an?\s)?"
        r"(?:bonus\sof\s|penalty\sof\s)?(?P<number>[-+−]\s?\d{1,4})\s(?:on|to|for)\s(?:all\s)?(?:of\s)?"
        r"(?:his|her|its|their|the)?\s{0,2}(?P<next>next\s)?"
        rf"(?:(?:(?P<kind>{_KIND})\s(?:skill\s)?)?(?:rolls?|checks?)|attacks?)"
        rf"(?:\s(?:against|on)\s{other})?(?P<turn>,?\suntil\s(?:his|her|its)\snext\sturn)?(?!\w)",
        "stands": rf"{one}\s{{1,3}}"
        rf"(?:is\s(?:now\s)?|has\s(?:now\s)?(?:(?P<count2>\d{{1,3}}|{_COUNT})\slevels?\s(?:of\s)?)?)"
        rf"(?P<condition>{_COND})(?!\w)(?:\s{{0,2}}[,(]?\s?(?:with\s|at\s)?(?P<count>\d{{1,3}}|{_COUNT})\slevels?\b\)?)?",
        "shield": rf"{one}\s{{1,3}}(?:has|carries|bears|holds)\s(?P<no>no|an?|his|her|its)\s"
        r"(?:shield|buckler)\b",
        "hurt": rf"(?:{one}\s{{1,3}}(?:takes|suffers|gets)\s(?:another\s)?(?P<points>\d{{1,4}})\s{{0,2}}"
        rf"(?:more\s)?(?:points?\s(?:of\s)?)?(?P<pool>subdual|bleed(?:ing)?|body)\b(?:\s(?:points?|damage))?"
        rf"|(?<!\w)(?P<points2>\d{{1,4}})\s(?:points?\s(?:of\s)?)?(?P<pool2>subdual|bleed(?:ing)?|body)"
        rf"(?:\s(?:points?|damage))?\s(?:to|for|on)\s{other})",
        "calls": rf"(?:{one}[,:]?\s{{1,3}}(?:please\s)?(?:make|roll|give me|i need|needs? to make)\s"
        rf"(?:me\s)?(?:an?\s|your\s)?|(?<!\w)(?:an?\s)?)(?P<kind>{_KIND})(?:\sskill)?\s(?:check|roll)"
        rf"(?:,?\s(?:please,?\s)?(?:from\s|for\s|by\s)?{other})?(?!\w)",
        "wants": rf"{one}(?:['’]s|[,:]|\s{{1,2}}needs)\s{{1,3}}(?:an?\s|your\s)?(?P<kind>{_KIND})(?:\sskill)?"
        r"\s(?:check|roll)(?=\s{0,2}(?:$|[.!?,;)]|first\b|please\b|now\b|before\b|then\b))",
        "clock": rf"{one}\s{{1,3}}(?:is|stands)\s(?:now\s)?(?:at|on)\s{_NUMBER}\s{{0,2}}(?:inits?|init)\b",
    }
    return {key: re.compile(pattern, re.IGNORECASE) for key, pattern in made.items()}


SAYS = re.compile(
    r"^\W{0,4}(?:(?:i (?:choose|take|pick)|choose|choice|option|takes?|picks?)?\s{0,2}(?:option\s)?"
    r"(?P<option>[ab])(?:\s(?:on|for|against)\s(?:the\s)?[\w'-]{2,20}(?:\s[\w'-]{1,20})?)?"
    r"|(?P<noshield>no shield|without (?:a |the )?shield|has no shield|not with (?:a|the) shield)"
    r"|(?:(?:with|on|in|to) )?(?:the |my |his |her |its |a )?(?P<shield>shield|buckler)"
    r"|(?P<yes>yes|yep|yeah|aye)|(?P<no>no|nope|nay)"
    r"|(?:convert(?:s|ed)?(?: to)?|that(?:'s| is)|it(?:'s| is)|makes|takes|by|=)?\s{0,2}"
    r"(?P<number>-?\d{1,4}(?:\.\d{1,3})?)\s{0,2}(?:inits?|points?|levels?|life points?|lp|damage)?)\W{0,4}$",
    re.IGNORECASE,
)
ANSWERS = re.compile(r"^\W{0,4}(?:answer|ruling)\s{0,2}:\s{0,3}(?P<words>.{1,300})", re.IGNORECASE)
OPTION = re.compile(r"\b(?:option|choose|choice:?)\s{1,2}(?P<option>[ab])\b", re.IGNORECASE)
