"""The words around the numbers of a dice bot's message: who rolled, what for, which numbers are no dice.

A name of which the message does not say that he rolls ("Wick: 2d6 = 8") ends in a colon: it may be what the
roll is for. Who speaks in the room decides (`transcript.bots`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 1000
LABELS = frozenset(
    {
        "attack", "damage", "dice", "die", "game", "initiative", "init", "note", "random", "result",
        "results", "roll", "roller", "rolled", "rolling", "rolls", "save", "sum", "system", "to hit", "total",
        "ooc", "you",
    }
)  # fmt: skip
"""What stands before a colon and is nobody's name."""

_CONTROL = re.compile(
    r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04[0-9A-Fa-f]{6}|[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u2060-\u2064\ufe0f\ufeff]"
)
_TAG = re.compile(
    r"\[/?(?:b|i|u|s|color|colour|url|size|user|icon)(?:=[^\[\]\n]{0,80})?\]"
    r"|</?(?:b|i|u|em|strong|span|font|code|p|a|mark)\b[^<>\n]{0,120}>",
    re.IGNORECASE,
)
_STARS = re.compile(
    r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,2}(?=[\w+-])(?=[^_\n]{1,80}_)|`([^`\n]{0,300})`|~~"
)
_QUOTED = re.compile(r"(?:>[^\n]{0,1000}\n\s{0,4}){1,20}")
_WHOSE = re.compile(r"<(@[^<>\s]{1,255})>")
_SIGNS = str.maketrans("⇒→➜➔➡⟶⟹＝：，（）［］＋", "=======" + "=:,()[]+")
_LEAD = re.compile(r"(?:(?:[^\w\s@()<\[\]]{1,4}|:game_die:)\s{0,2}){1,4}")
_CLOCKED = re.compile(r"[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?\s{1,2}", re.ASCII)
_TAGGED = re.compile(r"(?:\[([^\[\]\n]{1,40})\]|<([^<>\n]{1,64})>|\(([^()\n]{1,64})\))\s{0,2}[-:|]?\s{0,2}")
_CALLED = re.compile(r"(?:GAME|DICE|ROLL|ROLLS|OOC|Dice|Roll|Random|System)\s?[:>!-]\s{1,2}")
_NAME = r"@?([^\s:,()<>\[\]=!]{1,64}(?: [^\s:,()<>\[\]=!\d][^\s:,()<>\[\]=!]{0,30}){0,3}?)"
_VERB = (
    r"(?:has |just |then |have )?(?:asked for|requested|rolls?|rolled|throws?|threw|tosses|tossed|casts?"
    r"|gets|got|w[uü]rfelte?|hat gew[uü]rfelt|rolt|rolde|dobbelt|(?:a )?lanc(?:e|é|ó|ia|iato|ou)"
    r"|lan[zç](?:a|ó|ou)"
    r"|(?:ha )?tir(?:a|ó|ato|ou)|jet(?:te|é)|rolou|joga|(?:wy)?rzuc(?:a|ił|iła)|slår|slog|heitti|hodil|dobott"
    r"|attacks(?: [^\n:=\d]{1,40}?)?(?= ?[:(])"
    r"|(?:makes?|attempts?) an? [^\n:=\d]{1,40}?(?:check|save|saving throw|roll|attack|test)"
    r"|бросает|бросила?|кидает|кинула?|выбросила?)(?!\w)(?! (?:on|off|out|up|down|back)\b(?! of))"
)
_SUBJECT = re.compile(rf"{_NAME} {_VERB}(?: mit(?: dem)?(?= ))?")
_POSSESSIVE = re.compile(r"@?([^\s:,()<>\[\]=]{1,64}?)(?:'s|’s|s'|s’) (?=[^\n:=]{0,60}(?:roll|dice|\d?d\d))")
_ROLL_OF = re.compile(r"[^\d\n]{1,40} (?:for|of|by) (?=\S{1,64}\Z)", re.IGNORECASE)
_ADDRESS = re.compile(r"@?([^\n:,()<>\[\]={}]{1,64}?)\s?[:,|](?=\s)")
_MENTIONED = re.compile(r"@([^\s:,()<>\[\]=!]{1,64})[\s,:]{1,3}")
_DIE = re.compile(r"(?<![A-Za-z])\d{0,3}[dD]\d")
_BY = re.compile(
    r"\s{0,2}(?:rolled )?(?:for|by|from)\s@?(?=[^\s\d]*[^\W\d])([^\s:,()<>\[\]=]{1,64}?)"
    r"(?='s|[\s:,.!=()\[\]<>-]|$)"
)
_PURPOSE = re.compile(
    r"(.{0,120}?)(?=\s?(?:[:=\[({<\x00\d#→]|$"
    r"|\b(?:and|for a|resulting|getting|which|with a|totall?ing|total|result)\b))"
)
_STRIP = " \t.,;:!-–—#\"'“”|/>"
_ENDS = re.compile(r"\A[^\w]+|[^\w!?]+\Z")
COUNTED = re.compile(
    r"(?<![\w.])(\d{1,4}) (?:(?:net|total) )?(?:success|hit|miss|failure|botch|one|raise|match)(?:es|s)?\b",
    re.IGNORECASE,
)
"""How many of the dice did something."""
_LAST = re.compile(r"(?<=\d)(?!\d)(\D{1,200})\Z")
_PRONOUNS = frozenset(
    {
        "i", "you", "he", "she", "it", "we", "they", "who", "someone", "somebody", "anyone", "ich", "du",
        "er", "sie", "je", "tu", "il", "elle", "vous", "ti", "io", "lui", "lei", "tú", "él", "ella", "yo",
        "eu", "ele", "você", "ik", "jij", "я", "ты", "вы", "он", "она",
    }
)  # fmt: skip
_TARGET = re.compile(
    r"(?:\b(?:DC|AC|TN|vs\.?|versus|target|against|diff(?:iculty)?|threshold|at least|needs?|needed)\b"
    r"[\s:]{0,3}(?:of |diff(?:iculty)? |DC |AC |TN )?|(?<![<>])[<>]=?(?![<>])\s?|[≥≤]\s?)\d{1,9}(?!\d)"
    r"(?!(?:[ ,;+]{1,3}\d{1,9}){0,60} ?>)",
    re.IGNORECASE | re.ASCII,
)
_CLOCK = re.compile(r"\b\d{1,2}:\d\d(?::\d\d)?\b", re.ASCII)
_RANGE = re.compile(r"\(\s?(\d{1,9})\s?[-–]\s?(\d{1,9})\s?\)", re.ASCII)
_RANGED = re.compile(
    r"(?:\. Ergebnis:|:)?\s?(?:an? )?(\d{1,9})\s?(?:\(\s?1\s?[-–]\s?(\d{1,7})\s?\)|\(?out of (\d{1,7})\)?)"
    r"\s?[.!]?",
    re.ASCII,
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SIDED = re.compile(
    r"(?<![\w.])(?:(\d{1,4}|a|an|one|two|three|four|five|six) )?(\d{1,7})[- ]sided (?:dice|die)\b"
    r"|(?<![\w.])(\d{1,4}) (?:dice|die) (?:with|of) (\d{1,7}) (?:sides?|faces?)(?: each)?\b",
    re.ASCII | re.IGNORECASE,
)
_DROP = re.compile(
    r"\b(drop|dropp(?:ed|ing)|keep(?:ing)?|kept)\b[^\w\n]{1,3}(?:the )?(lowest|highest|best|worst)(?: (\d))?"
)
_ADVANTAGE = re.compile(r"\b(?:dis)?adv(?:antage)?\b", re.IGNORECASE)
_DROPPED = re.compile(r"\bdropp(?:ed|ing):? {0,2}[(\[]?(\d{1,9}(?:, ?\d{1,9}){0,20})", re.ASCII)
_TELLS = re.compile(
    r"\b(?:usage|syntax|example|e\.g|for instance|help|try|maximum|minimum|average|mean|at most|at least"
    r"|up to|high score|record|last|previous|yesterday|best|highest|lowest|history|so far|ever|error"
    r"|invalid|cannot|can't|can roll|must|limit|outcomes|chance|probability"
    r"|odds)\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"[!./]{1,2}[A-Za-z]")
_BEHIND = re.compile(r"(?<=\d)[)\]]?\s{0,2}(?:#|//|—|–|- |for\b|to\b|\().*\Z", re.DOTALL)
_DICE_WORDS = re.compile(
    r"(?:you|you've|your|has|have|rolled|rolls?|rolling|results?|total(?:s|ling|ing)?|sum|dice|die|got|gets?"
    r"|is|are|was|a|an|of|the|for|and|with|in|it|individual|details?|breakdown|modifier|mod|natural|whole"
    r"|game_die|making|comes?|to|landed|lands|on|scores?|sets?|by|from|dropped|kept|throws?|(?:dis)?adv(?:antage)?"
    r"|du|hast|hat|gew[uü]rfelt|ergebnis|gesamt|summe|w[uü]rfe?l?|wurf|je|rolde|rolt|totaal|resultaat|worp"
    r"|tu|vous|as|a|résultat|lancer|lanc[eé]|dés?|somme|et|obtient|resultado|suma|tirada|dados?|has|y|risultato"
    r"|tiro|lancio|dadi|totale|e|и|на|результат|итого|итог|сумма|бросок|кубик|кубики|кубиках|выпало|wynik|rzut"
    r"|kości|i)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w']{0,40}")


def plain(text: str) -> str:
    """A message without colours, tags and signs of emphasis."""
    text = _TAG.sub("", _CONTROL.sub("", text))
    text = _STARS.sub(lambda one: one[1] or "", text)
    return text.translate(_SIGNS).replace("=>", "=").replace("->", "=").replace("\xa0", " ").strip()


def unquoted(text: str) -> tuple[str, str]:
    """A message without what it quotes above its own words, and who is quoted."""
    found = _QUOTED.match(text)
    if found is None:
        return text, ""
    named = _WHOSE.search(found[0])
    return text[found.end() :], named[1] if named is not None else ""


def who(text: str) -> tuple[str, int]:
    """Who rolled, and where what he rolled begins. Nobody is "", a name that may be none ends in a colon."""
    at = 0
    for before in (_CLOCKED, _LEAD):
        found = before.match(text, at)
        at = found.end() if found is not None else at
    tentative = ""
    for _ in range(2):
        called = _CALLED.match(text, at)
        if called is not None:
            at = called.end()
            continue
        tagged = _TAGGED.match(text, at)
        if tagged is None or tagged.end() >= len(text):
            break
        name = next(one for one in tagged.groups() if one is not None).strip()
        if any(char.isdigit() for char in name) and not re.search(r"[A-Za-z]{3}", name):
            break
        verb = re.compile(_VERB).match(text, tagged.end())
        at = tagged.end()
        if verb is not None:
            return _person(name), verb.end()
        if name.lower() not in LABELS:
            tentative = name
    owner = _POSSESSIVE.match(text, at)
    if owner is not None:
        return _person(owner[1]), owner.end()
    subject = _SUBJECT.match(text, at)
    if subject is not None and _somebody(subject[1]):
        return _person(subject[1]), subject.end()
    mention = _MENTIONED.match(text, at)
    if mention is not None:
        return mention[1], mention.end()
    address = _ADDRESS.match(text, at)
    if (
        address is not None
        and not any(char.isdigit() for char in address[1].strip()[:1])
        and "\x00" not in address[1]
    ):
        name = _ROLL_OF.sub("", address[1].strip(_STRIP))
        again = _SUBJECT.match(text, address.end() + 1)
        if again is not None and again[1].lower() in _PRONOUNS:
            return name, again.end()
        if _DIE.search(name) is None:
            if again is not None and name.lower() not in LABELS:
                return _person(again[1]), again.end()
            if name and name.lower() not in LABELS and not of_dice_alone(name):
                return f"{name}:", address.end()
            return "", address.end()
    return (f"{tentative}:" if tentative else ""), at


def _somebody(name: str) -> bool:
    """Whether what stands before "rolled" is a name, or one word for whoever asked."""
    first = name.partition(" ")[0].lower()
    if _DIE.search(name) is not None or (of_dice_alone(name) and name.lower() not in _PRONOUNS):
        return False
    return name.lower() not in LABELS - _PRONOUNS and (first == name.lower() or first not in _PRONOUNS)


def _person(name: str) -> str:
    name = name.strip()
    return "" if name.lower() in _PRONOUNS or name.lower() in LABELS else name


def for_whom(text: str, start: int, end: int, who_rolls: str) -> tuple[str, str]:
    """Who rolls and what for, from the words on both sides of the dice."""
    before = _ENDS.sub("", text[:start])
    name = who_rolls
    after = end
    behind = _BY.match(text, end)
    if not name and behind is not None:
        name, after = f"{behind[1]}:", behind.end()
    purpose = _PURPOSE.match(text, after)
    said = _ENDS.sub("", purpose[1]) if purpose is not None else ""
    said = "" if said.lower() in ("and", "on", "", "rolled", "gets", "got") else said
    said = re.sub(r"^(?:for|to) (?=\S)", "", said) if said.startswith("for ") else said
    aim = next((text[one:two].strip() for one, two in targets(text, clocks=False)), "")
    said = said if aim[:4] not in said or not aim else ""
    last = COUNTED.search(text, end) or _LAST.search(text, end)
    behind_all = _ENDS.sub("", text[last.start() : last.start() + 200]) if last is not None else ""
    told = [word for word in (before, said) if not _dull(word)]
    told += [aim] if aim else []
    counted = last is not None and last.re is COUNTED
    told += [behind_all] if behind_all not in told and (counted or not _dull(behind_all)) else []
    return name, ", ".join(told)


def _dull(said: str) -> bool:
    """Whether words say nothing of what a roll is for."""
    return of_dice_alone(said) or any(char.isdigit() for char in said)


def leads(text: str) -> bool:
    """Whether what stands before the first dice may lead up to a roll for whoever asked."""
    said = text.strip(_STRIP + "([{<")
    return len(said) <= 60


def only_tells(text: str) -> bool:
    """Whether a message speaks about dice and reports none."""
    return _TELLS.search(text) is not None or _COMMAND.match(text) is not None


def bare(text: str, name: str) -> bool:
    """Whether a message says no more than one number for some dice of somebody's, but for what it was for
    behind it."""
    return of_dice_alone(_BEHIND.sub("", text), name)


def targets(text: str, *, clocks: bool = True) -> Iterator[tuple[int, int]]:
    """Where numbers stand that are what is to be reached, a time of day, or the ends of a range."""
    for pattern in (_TARGET, _CLOCK, _RANGE) if clocks else (_TARGET,):
        for found in pattern.finditer(text):
            if pattern is not _RANGE or int(found[1]) < int(found[2]):
                yield found.start(), found.end()


def ranged(text: str) -> tuple[int, int] | None:
    """A number and the greatest there is: `57 (1-100)`."""
    found = _RANGED.fullmatch(text)
    return (int(found[1]), int(found[2] or found[3])) if found is not None else None


def dice_in_words(text: str) -> tuple[str, int, int] | None:
    """Dice that are written out ("3 dice with 6 sides", "a 20-sided die"), and where they stand."""
    found = _SIDED.search(text)
    if found is None or _SIDED.search(text, found.end()) is not None:
        return None
    count, sides = found[1] or found[3] or "1", found[2] or found[4]
    number = _COUNTS.get(count.lower()) or int(count)
    return f"{number}d{sides}", found.start(), found.end()


def kept_in_words(written: str, text: str) -> str:
    """Dice with what a message says of those that are dropped ("drop lowest")."""
    found = _DROP.search(text)
    dice = re.fullmatch(r"(\d{0,4}d\d{1,7})((?:[-+]\d{1,9}){0,12})", written)
    shown = _DROPPED.search(text)
    twice = _ADVANTAGE.search(text)
    if dice is not None and twice is not None and dice[1].startswith(("1d", "d")):
        return f"2{dice[1].removeprefix('1')}k{'l' if twice[0][:1] in 'dD' else 'h'}1{dice[2]}"
    if dice is not None and found is None and shown is not None:
        return f"{dice[1]}dl{len(re.findall(r'[0-9]+', shown[1]))}{dice[2]}"
    if found is None or dice is None:
        return written
    high = found[2] in ("highest", "best")
    way = ("d" if found[1].startswith("drop") else "k") + ("h" if high else "l")
    return f"{dice[1]}{way}{found[3] or 1}{dice[2]}"


def of_dice_alone(text: str, comment: str = "") -> bool:
    """Whether a text has no other words than those that dice bots use about dice, or those of a comment."""
    said = {word.lower() for word in _WORD.findall(comment)}
    return all(
        _DICE_WORDS.fullmatch(word) is not None or word.lower() in said for word in _WORD.findall(text)
    )
