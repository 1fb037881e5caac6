"""The words in which a MUSH tells of speech, pages, channels, people who come and go, and dice."""

from __future__ import annotations

import re

from msgspec import Struct

from calledshot.dice.dialects import number
from calledshot.dice.roll import Roll
from calledshot.transcript.event import Kind, Trust
from calledshot.transcript.formats.mud_words import mud_speech
from calledshot.transcript.formats.vtt_rolls import Dice, made, parsed


class Said(Struct):
    """What a line begins. `against`: another's roll in the same line; `quoted`: its words end with a quote, a
    `mark`; `closed`: nothing goes on with it; `sure`: it cannot be what was wrapped off the line above."""

    kind: Kind
    speaker: str | None
    text: str
    to: str | None = None
    room: str | None = None
    trust: Trust = "member"
    roll: Roll | None = None
    against: Roll | None = None
    quoted: bool = False
    mark: str = '"'
    closed: bool = False
    sure: bool = False


_N = r"(?P<n>[^\Wa-z_][^\s\"“,:<>\[\]()]{0,30}(?: [^\s\"“,:<>\[\]()]{1,30}){0,3}?)"
_VERBS = r"(?:says?|asks?|exclaims?|states?|shouts?|yells?|drawls?|repl(?:ies|y)|mutters?|murmurs?|growls?)"
_SAYS = re.compile(
    rf"(?P<o>(?:\(?OOC\)?:? |<<OOC>> )?){_N} {_VERBS}"
    r"(?: in [A-Za-z' -]{1,30}| to [^\",]{1,40})?,? ?[\"“](?P<t>.*)",
    re.DOTALL,
)
_TOLD = re.compile(rf"{_N} \[to (?P<to>[^\[\]]{{1,40}})\]: (?P<t>.*)", re.DOTALL)
_CHANNEL = re.compile(
    r"(?:<(?P<c>[A-Za-z0-9*][\w .*'&/-]{0,24})>|\[(?P<d>(?!\d+[h.]\d)[A-Za-z0-9][\w .'&/-]{0,24})\])"
    r"(?: OOCly,)?"
    r"(?: [\[(][^\[\]()]{1,30}[\])])? (?P<rest>.*)",
    re.DOTALL,
)
_CHANNEL_SAYS = re.compile(rf"{_N} {_VERBS},? ?[\"“](?P<t>.*)", re.DOTALL)
_CHANNEL_COLON = re.compile(rf"{_N}: (?P<t>.*)", re.DOTALL)
_NAMES = r"[^\Wa-z_][^\":]{0,79}?"  # "Alice, Bob, and Carl"
_ALIAS = r"(?: \([^()]{1,20}\))?"
_QUOTED = r"[\"“'‘](?P<t>.*?)[\"”'’](?: to (?P<to>[^\"]{1,60}?))?\.?"
_OPEN = r"[\"“](?P<w>[^\"”]*)"  # goes on below
_PAGES = re.compile(
    rf"(?:Account |\(?To:? \(?(?P<all>[^()]{{1,80}}?)\)?\)?,? )?{_N}{_ALIAS} pages"
    rf"(?: \((?P<many>[^)]{{1,80}})\)| you(?: with)?| to you| (?P<list>{_NAMES})(?=: ))?"
    rf"(?:[,:]? ?{_QUOTED}|[:,]? ?{_OPEN}|[:,] (?P<u>.*))",
    re.DOTALL,
)
_WHISPERS = re.compile(
    rf"{_N} whispers?(?: to (?P<many>[^\",:]{{1,60}}))?(?:[,:]? ?{_QUOTED}|[,:]? ?{_OPEN}|: (?P<u>.*))",
    re.DOTALL,
)
_OWN_PAGE = re.compile(
    r"You (?:paged?|whisper(?:ed)?) (?:to )?(?:\(blind\) )?(?P<to>[^\"“'‘]{1,80}?)"
    r"(?:,? with:? ['\"“‘](?P<t>.*)['\"”’]\.?|, ?[\"“](?P<v>.*?)[\"”]\.?|: (?P<u>.*))",
    re.DOTALL,
)
_OWN_WHISPER = re.compile(
    r"You (?:whisper|page|page-pose)(?:ed|d)?,? ?[\"“](?P<t>.*)[\"”] to (?P<to>[^\"]{1,80}?)\.?", re.DOTALL
)
_AFAR = re.compile(
    r"(?:(?:\(To:? \(?(?P<all>[^()]{1,80}?)\)?\)?,? )?"
    r"From afar(?: \((?:to:? )?(?P<to>[^()]{1,80})\)|, to you| ?, to (?P<list>[^:]{1,80}))?[,:]?"
    rf"|In a page-pose to (?:you|(?P<many>[^,]{{1,80}})),|You sense:?) {_N}{_ALIAS}(?P<t>[ ',].*)",
    re.DOTALL,
)
_LONG = re.compile(r"Long distance to (?:\(blind\) )?\(?(?P<to>[^:()]{1,80})\)?: (?P<t>.*)", re.DOTALL)
_PM = re.compile(
    r"[<\[]?PM[>\]]? \(to (?P<to>[^()]{1,200})\) (?P<rest>.*)|\(PM to (?P<all>[^()]{1,200})\) (?P<more>.*)",
    re.DOTALL,
)
_STATUS = re.compile(r"<[^<>]{1,20}>")
_SENSED = re.compile(
    rf"You sense that {_N} is looking for you in [^.]{{1,80}}\. \w{{2,6}} pages?, ?[\"“](?P<t>.*)[\"”]",
    re.DOTALL,
)
_MESSAGE = re.compile(r"(?:Idle|Away|Haven|Reject) message from (?P<n>[^:]{1,40}): (?P<t>.*)", re.DOTALL)
_VERB = (
    r"(?P<v>has connected|has disconnected|has arrived|has left|has partially disconnected|has reconnected"
    r"|connected|disconnected|reconnected|arrives(?: (?:from|to) [^.]{1,60})?|leaves(?: for [^.]{1,60})?"
    r"|is leaving [^.]{1,60}|enters the room|teleports in|teleports out|(?:has )?(?:joined|left|joins|leaves)"
    r" (?:this|the) channel|goes home|has entered the game|has left the game|leaves the game|comes home)"
)
_CAME = re.compile(
    rf"(?:GAME: |Somewhere on the [^,]{{1,20}}, |Account )?{_N} {_VERB}"
    r"(?: somewhere on the [^.!]{1,20})?[.!]?(?: \([^()]{1,60}\))?"
)
_GONE = re.compile(r"has (?:disc|left|part)|disc|leaves|left|is leaving|goes home|teleports out")
_OWN = re.compile(
    r"(?:GAME:|MAIL:|\[MAIL\]|Announcement:|Broadcast:|Admin:|ADMIN:|\*\*\*|\*\* (?=.{1,200} \*\*\Z)"
    r"|%%|##|\+\+|>>|Huh\?"
    r"|Obvious exits:|Contents:|Players:|Exits:|Characters:|You see:|-{3,}|={3,}).{0,400}",
    re.DOTALL,
)
_LIST = re.compile(r"(?:Obvious [Ee]xits|Contents|Players|Exits|Characters|You see):\s*")
_DBREF = re.compile(r"\(#\d{1,9}[A-Za-z]{0,12}\)", re.ASCII)
_START = re.compile(
    r"(?P<n>[^\s\"“:][^\"“:]{0,60}?) rolls? (?P<e>\d{1,5}d\d{1,5}[^.:\"]{0,40}?)"
    r"(?: \((?:hidden|secret, not echoed)\))?\.",
    re.ASCII,
)
_RESULT = re.compile(
    r" Roll\(s\): (?P<f>[\d, ]{1,2000}(?:and \d{1,5})?)\. Total result is (?P<t>-?\d{1,9})\.(?P<r>.{0,80})",
    re.ASCII,
)
_ARES = re.compile(
    r"<FS3> (?P<n>.{1,60}?) rolls (?P<e>[^:]{1,80}): (?P<o>[^()]{1,60}) \((?P<f>[\d ]{1,400})\)\.?", re.ASCII
)
_OPPOSED = re.compile(
    r"<FS3> (?P<n>.{1,60}?) rolls (?P<e>[^:()]{1,80}?):? \((?P<f>[\d ]{1,400})\) vs (?P<o>.{1,60}?)'s "
    r"(?P<g>[^:()]{1,80}?):? \((?P<h>[\d ]{1,400})\)\.?",
    re.ASCII,
)
_FACE = re.compile(r"\d{1,9}", re.ASCII)
FS3_SIDES = 8
DICE_ROOMS = frozenset({"FS3", "DICE", "Dice", "FS3 Combat"})
"""What AresMUSH marks its own words about dice with."""
_POSES = re.compile(
    r"(?P<n>[^\Wa-z_][\w'-]{1,24}(?: [^\Wa-z_][\w'-]{1,24}){0,2}) "
    r"(?:nods|smiles|grins|smirks|looks|glances|waves|laughs|chuckles|shrugs|sighs|frowns|steps|walks|turns|stands|sits|leans|draws|raises|lowers|takes|lifts"
    r"|moves|reaches|pulls|pushes|swings|lunges|parries|ducks|dodges|bows|blinks|winks|snorts|shakes|drops"
    r"|points|peers|stares|pauses|tilts|crosses|rolls (?:his|her|their) eyes|gestures|whistles|hugs)\b"
)
_NOBODY = frozenset(
    ["The", "A", "An", "It", "He", "She", "They", "You", "Someone", "Somebody", "Everyone", "One"]
)


def spoken(line: str) -> Said | None:
    """Speech, a page, a channel's line, somebody who comes or goes, a line of the game's own."""
    if len(line) > 20_000 or line[:1] in ("", " "):
        return None
    if "(#" in line[:60]:  # numbers that the game's builders see behind names
        line = _DBREF.sub("", line, count=1)
    if "PM" in line[:4]:
        found = _message(line)
        if found is not None:
            return found
    if line[0] in "<[":
        found = _on_channel(line)
        if found is not None:
            return found
    found = _private(line)
    if found is not None:
        return found
    said = _SAYS.match(line)
    if said is not None:
        return Said("say", said["n"], said["t"], room="OOC" if said["o"] else None, quoted=True)
    told = _TOLD.match(line) if " [to " in line[:130] else None
    if told is not None:
        return Said("say", told["n"], f"[to {told['to']}] {told['t']}")
    came = _CAME.fullmatch(line) if len(line) < 260 else None
    if came is not None:
        return _moved(came, line)
    if _OWN.fullmatch(line):
        return Said("system", None, line.strip(), trust="server", closed=line[0] in "-=*%G")
    mud = mud_speech(line)
    if mud is not None:
        kind: Kind = "whisper" if mud.to is not None else "say"
        return Said(kind, mud.name, mud.text, mud.to, mud.room, quoted=mud.quoted, mark="'")
    return None


def _moved(came: re.Match[str], line: str, room: str | None = None) -> Said:
    left = _GONE.match(came["v"]) is not None
    return Said("leave" if left else "join", came["n"], line, room=room, trust="server", closed=True)


def _on_channel(line: str) -> Said | None:
    channel = _CHANNEL.match(line)
    if channel is None:
        return None
    room, rest = channel["c"] or channel["d"], channel["rest"]
    if room in DICE_ROOMS and rest[:1].isspace():
        return Said("system", None, rest.strip(), trust="server", sure=True)
    said = _CHANNEL_SAYS.match(rest)
    if said is not None:
        return Said("say", said["n"], said["t"], room=room, quoted=True, sure=True)
    said = _CHANNEL_COLON.match(rest)
    if said is not None and not (room in DICE_ROOMS and " rolls " in said["n"]):
        return Said("say", said["n"], said["t"], room=room, sure=True)
    came = _CAME.fullmatch(rest) if len(rest) < 260 else None
    if came is not None:
        return _moved(came, rest, room)
    name = rest.split(" ", 1)[0].rstrip(",").removesuffix("'s")
    if not name[:1].isupper():
        return None
    if room in DICE_ROOMS:
        return Said(
            "notice", rest.split(" rolls ", 1)[0] if " rolls " in rest else name, rest, trust="server"
        )
    return Said("emote", name or None, rest, room=room, sure=True)


def _private(line: str) -> Said | None:
    """A page or a whisper, mine or another's."""
    start, own = line[:150], None
    if line.startswith("You sense that "):
        sensed = _SENSED.fullmatch(line)
        return Said("whisper", sensed["n"], sensed["t"], to="You", sure=True) if sensed is not None else None
    if line.startswith("You "):
        own = _OWN_WHISPER.fullmatch(line) or _OWN_PAGE.fullmatch(line)
        if own is None and not line.startswith("You sense"):
            return None
    if own is not None:
        words = own["t"]
        if words is None:
            words = own["v"] if own["v"] is not None else own["u"]
        return Said("whisper", "You", words, to=_several(own["to"]), sure=True)
    if line.startswith("Long distance to "):
        own = _LONG.match(line)
        return (
            Said("whisper", "You", own["t"], to=_several(own["to"]), sure=True) if own is not None else None
        )
    if "From afar" in start or line.startswith(("In a page-pose", "You sense")):
        afar = _AFAR.match(line)
        if afar is not None:
            to = _several(afar["all"] or afar["to"] or afar["list"] or afar["many"] or "You")
            return Said("whisper", afar["n"], afar["n"] + afar["t"], to=to, sure=True)
    for word, pattern in ((" pages", _PAGES), (" whispers", _WHISPERS)):
        found = pattern.fullmatch(line) if word in start else None
        if found is not None:
            several = (found["list"] or found["all"]) if word == " pages" else None
            many = found["to"] or found["many"] or several or "You"
            if found["w"] is not None:
                return Said("whisper", found["n"], found["w"], to=_several(many), quoted=True, sure=True)
            words = found["t"] if found["t"] is not None else found["u"]
            return Said("whisper", found["n"], words, to=_several(many), sure=True)
    if " message from " in start[:25]:
        away = _MESSAGE.match(line)
        if away is not None:
            return Said("away", away["n"], away["t"])
    return None


def _message(line: str) -> Said | None:
    """AresMUSH's private messages: who hears it stands before what is said or posed."""
    found = _PM.fullmatch(line)
    if found is None:
        return None
    to = _STATUS.sub("", found["to"] or found["all"]).strip()
    rest = found["rest"] if found["rest"] is not None else found["more"]
    said = _CHANNEL_SAYS.match(rest)
    if said is not None:
        return Said("whisper", said["n"], said["t"].removesuffix('"'), to=to, sure=True)
    name = rest.split(" ", 1)[0].rstrip(",").removesuffix("'s")
    return Said("whisper", name or None, rest, to=to, sure=True)


def _several(names: str) -> str:
    """Who hears it, without the brackets around several names; "you" is whose log it is."""
    names = names.strip().strip("()").strip()
    return "You" if names.lower() in ("you", "to you") else names


def lists(line: str) -> bool:
    """Whether a list of things, people or ways follows."""
    return _LIST.fullmatch(line) is not None


def posing(line: str) -> str | None:
    """The name before a verb that people pose with, of somebody not heard of before."""
    found = _POSES.match(line)
    return found["n"] if found is not None and found["n"] not in _NOBODY else None


def evennia_start(line: str) -> tuple[str, str] | None:
    """The roller and the expression of the line with which Evennia announces a roll."""
    found = _START.fullmatch(line) if " roll" in line[:80] else None
    return (found["n"], found["e"].strip()) if found is not None else None


def evennia_result(line: str, roller: str, expression: str) -> Said | None:
    """The roll in Evennia's line of results, which is indented as nobody's pose is."""
    found = _RESULT.fullmatch(line) if line.startswith(" Roll(s): ") else None
    if found is None:
        return None
    faces = tuple(number(face) for face in _FACE.findall(found["f"]))
    dice = expression
    for mark in ("<", ">", "=", "!"):
        dice = dice.split(mark, 1)[0]
    known = parsed(dice)
    shown = (
        [Dice(len(faces), known.dice[0].sides, faces)] if known is not None and len(known.dice) == 1 else []
    )
    if not shown:
        sides = re.match(r"\d{1,5}d(\d{1,5})", dice, re.ASCII)
        shown = [Dice(len(faces), int(sides[1]), faces)] if sides is not None else []
    roll = made(roller, expression, int(found["t"]), shown)
    return Said("roll", roller, line.strip(), trust="server", roll=roll, closed=True, sure=True)


def ares_roll(line: str) -> Said | None:
    """A roll of AresMUSH's FS3 system, or two of them against each other."""
    if not line.startswith("<FS3> "):
        return None
    found, against = _ARES.fullmatch(line), None
    if found is None:
        found = _OPPOSED.fullmatch(line)
        if found is None:
            return None
        against = _fs3(found["o"], found["g"], found["h"])
    roll = _fs3(found["n"], found["e"], found["f"])
    return Said("roll", found["n"], line, trust="server", roll=roll, against=against, closed=True, sure=True)


def _fs3(roller: str, ability: str, shown: str) -> Roll:
    faces = tuple(number(face) for face in _FACE.findall(shown))
    return Roll(
        roller=roller, count=len(faces), sides=FS3_SIDES, faces=faces, total=sum(faces), expression=ability
    )
