"""The parts of YiffieMon's own grammar found in a text: paths, threat dealt out, checks, guards, choices …

Each is a pattern of bounded repeats, so that the work is linear; where a part belongs is `reader`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from calledshot.api import Lexicon, Phrase, read_direction, read_path, replace
from calledshot_yiffiemon import said_threat as threat
from calledshot_yiffiemon.moves_said import BANDS, CHECKS
from calledshot_yiffiemon.said_threat import MAX_CHOICES, MAX_OPTIONS, THE, Part, words

BEFORE = 60
"""Characters looked at before a phrase for what it is part of."""
ASIDE = Phrase(
    r"(?:^|[,.;:!*()\[\]~/-]|\b(?:then|and|now|next|first|also|i|i'll|i'm|i will|will|to|gonna|ok|okay|so|but"
    r"|while|him|my|turn|action|me|he|she|it|they|please)"
    r"(?:\s{1,3}(?:try(?:ing)? to|going to|just|to|also|now|quickly|carefully))?)$"
)
"""What may stand before one of our own phrases for it to be a declaration and no talk."""
_BAND = Phrase(
    r"\b(?:set|change|put|bring|move|make|keep|extend|pull|adjust|lower|raise|reduce|increase|shorten|lengthen)s?\s{1,3}(?:my\s{1,3}|the\s{1,3}|his\s{1,3})?"
    r"(?P<what>(?:[\w'-]{1,20}\s{1,3}){0,3}?)"
    r"(?:range|threat\s{0,3}distance|threat\s{0,3}range|threat\s{0,3}area|threat|distance|td)\s{0,3}"
    rf"(?:to\s{{1,3}}|at\s{{1,3}}|:\s{{0,3}}|=\s{{0,3}})?(?P<band>{words(BANDS)})\b(?:\s{{1,3}}range\b)?"
    r"|\b(?:set|change|put|adjust|lower|raise|reduce|increase|shorten|lengthen)s?\s{1,3}(?:my\s{1,3}|the\s{1,3})?"
    r"(?:range|threat\s{0,3}distance|threat\s{0,3}range|distance|td)\s{1,3}(?:of|for|with|on)\s{1,3}"
    r"(?:my\s{1,3}|the\s{1,3}|his\s{1,3}|her\s{1,3})?"
    rf"(?P<what3>(?:[\w'-]{{1,20}}\s{{1,3}}){{1,3}}?)(?:to|at)\s{{1,3}}(?P<band3>{words(BANDS)})\b"
    rf"|\b(?:set|change|put|adjust)s?\s{{1,3}}(?:my\s{{1,3}}|the\s{{1,3}}|his\s{{1,3}}|her\s{{1,3}})?"
    rf"(?P<what2>(?:[\w'-]{{1,20}}\s{{1,3}}){{1,3}}?)(?:to|at)\s{{1,3}}(?P<band2>{words(BANDS)})\s{{1,3}}range\b",
    "range",
    "distance",
    "threat",
    "td ",
)
_AIM = Phrase(
    r"\b(?:aim|point|level|turn)s?\s{1,3}(?:my\s{1,3}|the\s{1,3}|his\s{1,3}|her\s{1,3})?"
    r"(?P<what>(?:[\w'-]{1,20}\s{1,3}){1,3}?)"
    r"(?:(?:to\s{1,3}(?:the\s{1,3})?)?"
    r"(?P<way>(?:north|south)[ -]?(?:east|west)|north|south|east|west|ne|nw|se|sw|n|s|e|w)(?:wards?)?\b"
    rf"|(?P<at>(?:at|towards?|on)\s{{1,3}}{THE}))",
    "aim",
    "point",
    "level",
    "turn",
)
_SPEND = Phrase(
    r"\b(?:spend|use|fire|loose|shoot|put)s?\s{1,3}(?:an?\s{1,3}|one\s{1,3}|my\s{1,3}|the\s{1,3}|1\s{1,3})?"
    r"(?:arrow|bolt|bullet|stone|dart|round|shot|ammo|ammunition|piece of ammunition)"
    r"(?P<said>(?:[\s:,]{1,3}(?:and\s)?(?:attacker|defender)\s{0,2}[:=]?\s{0,2}[ab]\b){0,2})[\s,]{1,3}"
    r"(?:on|at|in|for|during|to affect)\s{1,3}(?:the\s{1,3})?(?:(?:attack|check)\s{1,3}(?:of|by)\s{1,3})?",
    "arrow",
    "bolt",
    "bullet",
    "stone",
    "dart",
    "round",
    "shot",
    "ammo",
)
_OWN_ATTACK = Phrase(
    r"(?:'s|s'|')?\s{0,3}(?:next\s{1,3})?(?:attack\s{1,3}roll|skill\s{1,3}check|attack|check|roll|move)\b"
)
_WHOSE_ATTACK = Phrase(
    r"(?P<owner>[a-z][\w-]{0,30}(?:\s[\w-]{1,30}){0,2}?)(?='s?\s{1,3}(?:next\s{1,3})?(?:attack|skill|check|roll|move)\b)"
)
"""Whose attack, of whom nobody has heard: "the ogre's attack"."""
_SENTENCE = Phrase(r"[.;!\n]")
_PARTY = Phrase(
    r"\b(?P<party>attacker|defender)\s{0,3}[:=]?\s{0,3}(?:option\s{1,3}|choice\s{1,3}|gets\s{1,3})?(?P<option>[ab])\b"
)
_GUARD = Phrase(
    r"\b(?:cross(?:es|ing)?(?:\s{1,3}into)?"
    r"|(?:get|slip|move|step|duck|dart|slide|dive|dodge|push)s?(?:\s{1,3}(?:in|up))?"
    r"\s{1,3}(?:inside|into|under|past|within|through))\s{1,3}"
    r"(?:(?P<whose>their|his|her|its|the)\b\s{0,3})?",
    "guard",
    "gaurd",
    "gurd",
    "gard",
)
_GUARD_WORD = Phrase(
    r"(?:'s|s'|'|s)?\s{0,3}(?:\b(?:archer|ranged|melee)(?:'s)?\s{1,3})?\bg(?:ua|au|u|a)rds?\b\s{0,3}(?:[:,(]|of|on|against)?\s{0,3}(?:the\s{1,3})?"
)
_OWNER = Phrase(
    r"(?P<owner>\w[\w-]{0,30}(?:\s\w[\w-]{0,30}){0,2}?)(?P<mark>'s|s'|s(?=\s))\s{1,3}g(?:ua|au|u|a)rds?\b"
)
"""Whose guard, where no name that is known stands before it: "the archer's guard"."""
_SOMEBODY = Phrase(
    r"(?P<name>[a-z][\w'-]{0,30}(?:\s[\w'-]{1,30}){0,2}?)(?=\s{0,3}(?:[,.;!)]|$|to\s|as\s|with\s))"
)
"""A name that nobody knows, after "cross their guard:"."""
_CHECK = Phrase(
    r"\b(?:makes?\s{1,3}(?:an?|my|his|her)\s{1,3}|rolls?\s{1,3}(?:an?|my|his|her)\s{1,3}|an?\s{1,3})?(?P<kind>"
    + words(CHECKS)
    + r")(?:\s{1,3}skill)?\s{1,3}check\b(?!\s{1,3}(?:fail|pass|was|is|were|succe|went|miss|came|from))",
    "check",
)
_BEHIND = Phrase(
    r"\b(?:passed|failed|missed|made|blew|aced|rolled|won|lost|botched)\s{1,3}"
    r"(?:my|his|her|its|their|the|that|a|an|every|both)\s{1,3}$"
)
"""What is told of a check that has been made."""
_LENGTH = r"1/2|\d{1,3}(?:\.\d{1,3})?|\.\d{1,3}|one|two|three|half an?|half|an?(?=\s{1,3}init)"
_LENGTH_SAID = r"\d{1,3}(?:\.\d{1,3})?|\.\d{1,3}"
_WAIT = Phrase(
    rf"(?<![\w./])(?:for\s{{1,3}})?(?P<inits>{_LENGTH})(?![\w.])(?:\s{{0,3}}inits?\b)?"
    r"(?!\s{0,3}(?:m|min|mins|minutes?|s|sec|secs|seconds?|h|hr|hrs|hours?|days?|more|of|people|times)\b)",
    "wait",
    "delay",
    "hold",
    "bide",
    "wiat",
    "wati",
)
_WAITING = Phrase(
    r"\b(?:wait|delay|hold)(?:s|ing)?\s{1,3}(?=(?:for\s{1,3})?(?:[\d.]|half|(?:one|two|three|an?) init))",
    "wait",
    "delay",
    "hold",
)
_LENGTHS: dict[str, float] = {"one": 1, "two": 2, "three": 3, "half": 0.5, "half a": 0.5, "half an": 0.5}
_BESIDE = Phrase(
    r"\b(?:while|as|and|then)\s{1,3}(?:i|i'm|me|he|she)\s{1,3}"
    r"(?:go|goes|going|moves?|moving|walks?|walking|steps?|stepping)\b",
    "slid",
    "push",
    "shov",
    "driv",
)
"""The actor's own way, told beside that of the one he moves."""
_LATER = Phrase(
    r"(?:\b(?:then|and)\b|,|;|-)\s{0,3}(?:then\s{1,3})?(?:i'?ll\s{1,3}|we'?ll\s{1,3}|will\s{1,3})?"
    r"(?:see|decide|look(?!\s{1,3}(?:around|at|for|in))|think|wait and see"
    r"|(?:the\s{1,3})?rest\s{1,3}(?:later|after|when|tbd|depend)"
    r"|(?:go|take it)\s{1,3}from\s{1,3}there|depending|tbd|figure it out)\b"
    r"[^.,;!\n]{0,40}",
    "see",
    "decide",
    "look",
    "think",
    "rest",
    "there",
    "depending",
    "tbd",
    "figure",
)
_HIMSELF = Phrase(
    r"\b(?:myself|me|himself|herself|itself|my(?:\s{1,3}own)?\s{1,3}(?:wounds?|bleeding|fatigue(?:\s{1,3}bleeding)?))\b",
    "self",
    "me",
    "my",
)
_FOLLOWS = Phrase(
    r"(?:\b(?:and|then)\b|,)\s{1,3}(?:i\s{1,3})?"
    r"(?:follow(?:s|ing)?|go(?:es)? with (?:it|him|her|them)|keep up)\b",
    "follow",
    "with",
    "keep",
)
_PIVOT = Phrase(
    rf"\bpivot(?:s|ing)?\b(?P<around>\s{{1,3}}(?:a)?round\s{{1,3}}(?:(?:it|him|her|them)\b|{THE}))?",
    "pivot",
)
_WALL = Phrase(
    r"\b(?:in|against)(?:to)?\s{1,3}(?:the|a)\s{1,3}"
    r"(?:[a-z]{3,12}\s{1,2})?(?:wall|pillar|boulder|tree|rock|cliff|column|door|fence|rail(?:ing)?s?|parapet|balustrade"
    r"|hedge|gate|post|statue|altar|fountain|well|cart|wagon|crates?|barrels?|bar|counter|table|trunk|stump|hull|mast"
    r"|bulkhead|bars|portcullis|house|hut|cabin|stall|tower|bank|stones?|bricks?)\b",
    "in",
    "against",
)
_WHAT = Phrase(
    r"(?:[:,(]|\bas\b|\bto\b|\bwith\b|\bfor\b|-)\s{0,3}(?:an?\s{1,3})?"
    r"(?P<what>push|attack|normal attack|heal)\b\)?(?=\s{0,3}(?:[.,;!)]|$))"
)
"""What an opportunity is used for, where nothing more is said of it."""
_SO_FAR = Phrase(
    rf"\b(?:move|run|walk|step|advance|retreat|sprint|dash)s?(?:\s{{1,3}}(?:back|up|forward|ahead))?\s{{1,3}}"
    rf"(?P<count>{_LENGTH_SAID})(?:\s{{0,3}}(?:moves?|squares?|steps?|paces?|spaces?))?(?=\s{{0,3}}(?:[,;.!]|$|then\b|and\b))",
    "move",
    "run",
    "walk",
    "step",
    "advance",
    "retreat",
    "sprint",
    "dash",
)
"""How many Moves, and nothing of the way; after "move" the core would take the number for that of an item."""
_FAR = Phrase(
    rf"\s{{1,3}}(?:for\s{{1,3}})?(?P<count>{_LENGTH_SAID})(?:\s{{0,3}}(?:moves?|squares?|steps?|paces?|spaces?))?"
    r"(?=\s{0,3}(?:[,;.!]|$|then\b|and\b))"
)
"""How many Moves, behind the way: "toward the troll 6"."""
_OPPORTUNITY_TO = Phrase(
    r"\b(?:use|take|spend)s?\s{1,3}(?:an?|my|the|that|his|her|its)\s{1,3}(?:aoo?|opportunity"
    r"|(?:attack|action)\s{1,3}of\s{1,3}opportunity)\s{1,3}to\s{1,3}(?=(?:push|shove|heal|cross|attack|strike|hit)\b)",
    "ao",
    "opportunity",
)
_AS_OPPORTUNITY = Phrase(
    r"\b(?:as|for|with)\s{1,3}(?:an?|my|the|his|her|its|their)\s{1,3}(?:aoo?|(?:attack|action)\s{1,3}of\s{1,3}opportunity|opportunity)\b",
    "ao",
    "opportunity",
)


def find(text: str, lexicon: Lexicon, given: bool) -> list[Part]:
    """Our own phrases, in order; none overlaps another. `given`: what else would be talk is offered as a
    move."""
    found: list[Part] = []
    taken = bytearray(len(text))

    def free(start: int, end: int) -> bool:
        return taken.find(1, start, end) < 0

    def add(part: Part | None) -> None:
        if part is not None and free(part.start, part.end):
            found.append(part)
            taken[part.start : part.end] = b"\1" * (part.end - part.start)

    low = text.lower()
    for pattern, make, leads in _FINDERS:
        if not pattern.may_stand(low):
            continue
        for match in pattern.finditer(text):
            if not free(match.start(), match.end()):
                continue
            if leads and not given and not _declares(text, match):
                continue
            add(make(match, text, lexicon, given))
    for part in [part for part in found if part.kind == "threat"]:
        for more in threat.more_threat(text, part, lexicon):
            add(more)
    for match in threat.ASSIST.finditer(text) if threat.ASSIST.may_stand(low) else ():
        bare = threat.CHOICE_BARE.search(text, match.end(), match.end() + MAX_OPTIONS)
        if bare is not None:
            add(threat.choosing(bare, text, lexicon, given))
        for named in threat.named_choices(text, match.end(), lexicon):
            add(named)
    for part in [part for part in found if part.kind == "choice"]:
        for match in threat.CHOICE_MORE.finditer(text, part.end, part.end + MAX_CHOICES):
            add(threat.choosing(match, text, lexicon, given))
    for match in _PIVOT.finditer(text) if _PIVOT.may_stand(low) else ():
        around = lexicon.somebody(text, match.end()) if match["around"] else None
        name, end = around if around is not None else (None, match.end())
        add(Part(match.start(), end, "pivot", name))
    path = read_path(text, threat.named(lexicon, given))
    for step, (start, end) in zip(path.steps, path.spans, strict=True):
        if low[:start].endswith("back ") and low.startswith("away ", start):
            start += len("away ")  # "back away" is the move itself
        far = _FAR.match(text, end) if step.count is None and step.to is None else None
        if far is not None:
            step, end = replace(step, count=float(far["count"])), far.end()
        add(Part(start, end, "path", step))
    for match in _SO_FAR.finditer(text) if _SO_FAR.may_stand(low) else ():
        end = match.end()
        add(Part(match.start("count"), end, "counted", float(match["count"])))
    for pattern, kind in _PLAIN:
        for match in pattern.finditer(text) if pattern.may_stand(low) else ():
            add(Part(*match.span(), kind, match.group()))
    for match in _WAIT.finditer(text) if _WAIT.may_stand(low) else ():
        add(Part(*match.span(), "wait", _inits(match["inits"])))
    return sorted(found, key=lambda part: (part.start, part.end))


def _declares(text: str, match: re.Match[str]) -> bool:
    """Whether a phrase begins a clause, in a sentence that is no question."""
    before = text[max(0, match.start() - BEFORE) : match.start()]
    if not (before.strip() or match.start() > BEFORE) or ASIDE.search(before.rstrip()) is not None:
        ends = [at for at in (text.find(mark, match.end()) for mark in ".!?\n") if at >= 0]
        return not ends or text[min(ends)] != "?"
    return False


def used_for(text: str, start: int, end: int) -> tuple[str, int] | None:
    """What an opportunity that is told in a stretch of the text is used for, and where that ends."""
    found = _WHAT.search(text, start, end)
    return None if found is None else (found["what"].lower().split()[-1], found.end())


def _spending(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    whose = lexicon.somebody(text, match.end())
    if whose is None and given:
        owner = _WHOSE_ATTACK.match(text, match.end())
        whose = (owner["owner"], owner.end("owner")) if owner is not None else None
    if whose is None:
        return None
    name, end = whose
    attack = _OWN_ATTACK.match(text, end)
    end = attack.end() if attack is not None else end
    options = {party["party"].lower(): party["option"].lower() for party in _PARTY.finditer(match["said"])}
    limit = min(len(text), end + MAX_OPTIONS)
    for ends in (_SENTENCE, _SPEND):
        following = ends.search(text, end, limit)
        limit = following.start() if following is not None else limit
    for party in _PARTY.finditer(text, end, limit):
        options[party["party"].lower()] = party["option"].lower()
        end = party.end()
    return Part(match.start(), end, "spend", {"on": name, **options}, "spend")


def _banding(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    value = {"band": BANDS[(match["band"] or match["band2"] or match["band3"]).lower()]}
    weapon = _weapon(match["what"] or match["what2"] or match["what3"] or "", lexicon)
    return Part(*match.span(), "band", value | ({"weapon": weapon} if weapon else {}), "threat_distance")


def _aiming(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    weapon, end = _weapon(match["what"], lexicon), match.end()
    if weapon is None:
        return None
    if match["at"] is not None:
        somebody = lexicon.somebody(text, end)
        if somebody is None:
            return None
        way, end = f"toward {somebody[0]}", somebody[1]
    else:
        way = str(read_direction(match["way"]))
    return Part(match.start(), end, "aim", {"direction": way, "weapon": weapon}, "threat_distance")


def _weapon(words: str, lexicon: Lexicon) -> str | None:
    """The weapon among words such as "my long bow's"; None where they name none."""
    said = re.sub(r"'s?(?=\s|$)", "", words).strip()
    any_ = lexicon.generic.get("weapon")
    return own_weapon(said, lexicon) or (any_.get(said) if any_ is not None and said else None)


def own_weapon(said: str, lexicon: Lexicon) -> str | None:
    """The campaign's weapon of that name, or the only one whose name ends so."""
    own = lexicon.things.get("weapon")
    if own is None or not said:
        return None
    exact = own.get(said)
    ending = [name for name in own.names() if name.lower().endswith(said.lower())]
    return exact or (ending[0] if len(ending) == 1 else None)


def _crossing(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    end, name = match.end(), None
    if match["whose"] is None or match["whose"].lower() == "the":
        somebody = lexicon.somebody(text, end)
        if somebody is not None:
            name, end = somebody
            while end > match.end() and text[end - 2 : end] == "'s":
                end -= 2
        else:
            owner = _OWNER.match(text, end)
            if owner is not None:
                name = _owner(owner, lexicon)
                end = owner.end("owner")
    guard = _GUARD_WORD.match(text, end)
    if guard is None:
        return None
    end = guard.end()
    if name is None or (":" in guard.group() and lexicon.combatants.get(name) is None):
        after = lexicon.somebody(text, end)
        if after is not None:
            name, end = after
        elif name is None and given and ":" in guard.group():
            unknown = _SOMEBODY.match(text, end)
            if unknown is not None:
                name, end = unknown["name"], unknown.end("name")
    while end > match.end() and text[end - 1] in " :,(":
        end -= 1
    return Part(match.start(), end, "guard", name, "cross_guard")


def _owner(match: re.Match[str], lexicon: Lexicon) -> str:
    """Whose guard it is: a combatant, also without the apostrophe, else as it was said."""
    said = match["owner"]
    for one in (said, said + "s"):
        known = lexicon.combatants.get(one)
        if known is not None:
            return known
    return said


def _checking(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    if _BEHIND.search(text, max(0, match.start() - BEFORE), match.start()) is not None:
        return None
    kind = CHECKS[" ".join(match["kind"].lower().split())]
    return Part(*match.span(), "check", kind, "check")


def _waiting(match: re.Match[str], text: str, lexicon: Lexicon, given: bool) -> Part | None:
    inits = _WAIT.match(text, match.end())
    return Part(match.start(), inits.end(), "waiting", _inits(inits["inits"]), "wait") if inits else None


def _inits(words: str) -> float:
    said = " ".join(words.lower().split())
    if said in ("a", "an"):
        return 1
    if said == "1/2":
        return 0.5
    return _LENGTHS[said] if said in _LENGTHS else float(said)


_Make = Callable[[re.Match[str], str, Lexicon, bool], Part | None]
_FINDERS: tuple[tuple[Phrase, _Make, bool], ...] = (
    (_SPEND, _spending, True),
    (_BAND, _banding, True),
    (_AIM, _aiming, True),
    (_GUARD, _crossing, True),
    (_CHECK, _checking, True),
    (threat.DEALT, threat.dealing, True),
    (threat.GIVE, threat.giving, True),
    (threat.THREAT, threat.threatening, True),
    (_WAITING, _waiting, True),
    (threat.CHOICE, threat.choosing, False),
)
"""Patterns, what makes a part of a match, and whether it has to begin a clause."""
_PLAIN: tuple[tuple[Phrase, str], ...] = (
    (_LATER, "later"),
    (_FOLLOWS, "follows"),
    (_BESIDE, "beside"),
    (_WALL, "wall"),
    (_AS_OPPORTUNITY, "as_opportunity"),
    (_OPPORTUNITY_TO, "as_opportunity"),
    (_HIMSELF, "himself"),
)
