"""Reads a YiffieMon declaration: what the core reads of any message, and the parts of this game's grammar.

Paths, checks, threat and the like are found first (`said_parts`) and blanked out, so that the core reads what
is left and every column stays; then they are put together (`said_moves`). What a declaration is worth under
the rules is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from calledshot.api import (
    Lexicon,
    Move,
    Phrase,
    Reading,
    Slip,
    fold_text,
    little_words,
    means_first,
    read,
    read_direction,
    replace,
)
from calledshot_yiffiemon.said_body import body_weapon
from calledshot_yiffiemon.said_moves import COUNT, UNBLANKED, USES, finished, joined, own
from calledshot_yiffiemon.said_parts import find, own_weapon
from calledshot_yiffiemon.said_threat import Part

MAX_TEXT = 8000
"""Code points read; as the core."""
STARS = frozenset(("star_shape", "italics", "shared_star"))
"""Slips of a mark that means nothing here: a star is no possible move, but an emote or stress."""
MAX_TOLD = 12
"""Words of a sentence that tells what somebody does; more is a story."""
_SUBJECT = Phrase(r"[\s:*]{0,5}(?:(?:the|a|an|that|this)\s{1,3})?")
_EMOTE = Phrase(r"\s{0,5}/(?:me|em|emote|action)\b")
_DOES = Phrase(
    r"(?:\s{0,2},?\s{0,2}(?:(?:at\s)?\d{1,3}(?:\.\d{1,3})?)?\s{0,2}[:,–—-]{1,2}\s{0,2}"
    r"(?:he|she|it|they)(?=\s))?"
    r"\s{1,3}(?:(?:then|now|just|also|quickly|slowly|carefully)\s{1,3})?(?P<verb>[a-z]{2,20}s)\b"
)
"""What follows the name of somebody of whom is told what he does."""
_OWN_VERBS = frozenset(
    (
        *("threatens", "hampers", "hinders", "assists", "waits", "crosses", "slips", "gets", "steps"),
        *("darts", "ducks", "dodges", "aims", "points", "sets", "spends", "makes", "rolls", "fights"),
        *("stops", "takes", "passes"),
    )
)
_WORD = Phrase(r"\w[\w'-]*")
_JOINS = frozenset(
    (
        *(
            "and",
            "then",
            "i",
            "i'll",
            "i'm",
            "will",
            "my",
            "the",
            "now",
            "also",
            "please",
            "ok",
            "okay",
            "so",
        ),
        *("first", "next", "to", "a", "an", "me", "with", "for", "on", "while", "it", "him", "her", "them"),
        *("want", "going", "gonna", "try", "trying", "turn", "action", "but", "just", "em", "emote"),
    )
)
"""Words that say nothing of their own beside a phrase of ours."""
_NO_NAMES = frozenset(
    (
        *(
            "toward",
            "towards",
            "around",
            "round",
            "away",
            "into",
            "from",
            "to",
            "at",
            "on",
            "then",
            "and",
            "back",
        ),
        *("up", "in", "inside", "with", "by", "for", "as", "a", "the", "it", "him", "her", "them", "myself"),
    )
)
_GO_ON = Phrase(
    r"(?<![\w'])(?:(?:oh|ok|okay|well|yeah|yes|then)[ ,]{1,3})?go (?:on|for it|ahead)(?: then)?"
    r"(?=\W{0,3}(?:$|[.!,;\n]))",
    "go ",
)
"""Words of consent that are no movement."""
_PAUSE = Phrase(
    r"(?:hold|hang)\s{1,3}(?:on|up|it)\b(?!\s{1,3}(?:for\s{1,3})?[\d.])"
    r"|wait\s{1,3}(?:up\b|(?:an?|one|1)\s{1,3}(?:sec|second|min|minute|mo|moment|bit|tick)\b)"
)
"""A moment asked for by who sits at the keyboard."""
_GOES_FOR = Phrase(r"\b(?P<goes>go(?P<s>es)? for)\s{1,3}(?=\S)", " for ")
"""Words for an attack on somebody, as long as the verb that is read in their place."""
_HAND_OVER = Phrase(
    r"pass\s{1,3}(?:me\s{1,3})?(?:the|an?|that|those|some)\s{1,3}"
    r"(?!(?:attack|action|chance|opportunity|opening|offer|aoo?|turn)\b)[a-z]"
)
"""Something asked for at the table."""
_SHOT = Phrase(
    r"\b(?:fire|loose|shoot|send|let fly)s?\s{1,3}(?P<what>(?:an?|another|my|the)\s{1,3}"
    r"(?:arrow|bolt|quarrel|shot|stone|bullet|dart))\s{1,3}(?=(?:at|into)\s)"
    r"(?![^.,;!?\n]{1,60}'s?\s{1,3}(?:attack|check|roll|move))",
    "fire",
    "loose",
    "shoot",
    "send",
    "fly",
)
"""A shot at somebody, and no round spent on what somebody does."""
_LEAP = Phrase(r"\W{0,3}(?:leap|spring|pounce|jump|lunge)(?:s|ing)?\b")
_SOMEONE = Phrase(r"[\s*:]{0,4}(?P<who>he|she|they|it)\s{1,3}(?P<verb>[a-z]{2,20}s)\b")
"""What is told of oneself in the third person, in what is offered as a move."""
_WOUNDS = Phrase(r"(?:'s?|s')\s{1,3}(?:own\s{1,3})?(?:wounds?|injur(?:y|ies)|bleeding|cuts?|bites?)$")
"""What of somebody is healed."""
_WAIT_FOR = Phrase(r"wait\s{1,3}for\b")
_PASSES = Phrase(
    r"\W{0,4}(?:(?:i|i'll|no|nah)[ ,]{1,3})?(?P<pass>pass)\s{0,2}[,;:–-]+\s[^.!?\n]{1,200}[.!?]?\s{0,4}$",
    "pass",
)
"""Letting an opportunity go, and why."""


def read_declaration(
    text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
) -> Reading:
    """What one message declares; `given`, `prose` and `asked` as for the core's own reading."""
    folded = little_words(fold_text(text[:MAX_TEXT]))
    folded = _without_asides(folded, lexicon)
    first = means_first(folded, lexicon)
    if first is not None:
        reading = read_declaration(first[1], lexicon, given=given, prose=prose, asked=asked)
        return _armed(reading, first[0], text, lexicon)
    someone = _SOMEONE.match(folded) if given else None
    if someone is not None and (someone["verb"].lower() in lexicon.verbs or someone["verb"] in _OWN_VERBS):
        start, end = someone.span("who")
        folded = folded[:start] + " " * (end - start) + folded[end:]
    told = None if asked else _subject(folded, lexicon)
    if told is not None:
        folded = " " * told[1] + folded[told[1] :]
    parts = find(folded, lexicon, given or asked)
    rest = _blanked(folded + text[MAX_TEXT:], [part for part in parts if part.kind not in UNBLANKED])
    if told is None:
        plain = read(rest, lexicon, given=given, prose=prose, asked=asked)
        if not (plain.moves or given) and (prose or _EMOTE.match(rest)):
            plain = replace(_short(rest, lexicon, plain), candidate=True)
    else:
        plain = _told(rest, lexicon, given)
    moves = [_tidied(move, text, lexicon) for move in plain.moves if not _only_blank(move, rest)]
    made = [own(part, text) for part in parts if part.action is not None]
    moves = [
        move
        for index, move in enumerate(moves)
        if (move.action != "other" or not _overlaps(move, made))
        and (index == 0 or move.column != moves[index - 1].column)  # "3 move" is no three actions
    ]
    if told is not None and not made and not moves:
        plain = read(text, lexicon, given=given, prose=prose)
        return replace(plain, moves=tuple(finished(move) for move in plain.moves), slips=_kept(plain))
    merged = _one_leap(
        joined(sorted([*moves, *made], key=lambda move: move.column), parts, text, lexicon), text
    )
    if not given:
        merged = [move for move in merged if not (_yours(move, lexicon) or _others_wait(move, folded))]
    return replace(
        plain,
        text=text,
        moves=tuple(merged),
        slips=(*_kept(plain, parts, merged), *_left_over(rest, merged, given and not moves)),
        candidate=(plain.candidate if not made else prose) or (told is not None and not given),
        subject=told[0] if told is not None else plain.subject,
        strict=plain.strict and not parts,
        marks=tuple(replace(mark, move=None) for mark in plain.marks),
    )


def _one_leap(moves: list[Move], text: str) -> list[Move]:
    """ "Leaps at the lynx and bites it" is one attack."""
    out: list[Move] = []
    for move in moves:
        last = out[-1] if out else None
        leaps = last is not None and last.action == move.action == "attack" and _LEAP.match(last.text)
        if last is not None and leaps and move.target in (None, last.target) and last.instrument is None:
            said = text[last.column - 1 : move.end_column - 1]
            out[-1] = replace(move, target=last.target, text=said, column=last.column)
        else:
            out.append(move)
    return out


def _armed(reading: Reading, weapon: str, text: str, lexicon: Lexicon) -> Reading:
    """A reading with the weapon that was told before its verb: "with my spear I stab the ogre"."""
    moves = list(reading.moves)
    for index, move in enumerate(moves):
        if lexicon.actions[move.action].means if move.action in lexicon.actions else ():
            if move.instrument is None:
                moves[index] = replace(move, instrument=own_weapon(weapon, lexicon) or weapon)
            break
    return replace(reading, text=text, moves=tuple(moves), strict=False)


def _without_asides(text: str, lexicon: Lexicon) -> str:
    """The text without words of consent, without what is shot at somebody, and without the reason for letting
    an opportunity go."""
    low = text.lower()
    for said in _GO_ON.finditer(text) if _GO_ON.may_stand(low) else ():
        text = text[: said.start()] + " " * (said.end() - said.start()) + text[said.end() :]
    for goes in _GOES_FOR.finditer(text) if _GOES_FOR.may_stand(low) else ():
        if lexicon.somebody(text, goes.end()) is not None:
            verb = "attacks " if goes["s"] else "attack"
            text = text[: goes.start("goes")] + verb + text[goes.end("goes") :]
    for shot in _SHOT.finditer(text) if _SHOT.may_stand(low) else ():
        text = text[: shot.start("what")] + " " * len(shot["what"]) + text[shot.end("what") :]
    passes = _PASSES.match(text) if _PASSES.may_stand(low) else None
    if passes is None:
        return text
    more = read_declaration(text[passes.end("pass") + 1 :], lexicon, given=True)
    if more.moves and not any(slip.kind == "unread" for slip in more.slips):
        return text  # what stands behind it is something he does, and no reason
    return text[: passes.end("pass")] + " " * (len(text) - passes.end("pass"))


def _subject(text: str, lexicon: Lexicon) -> tuple[str, int] | None:
    """The combatant of whom is told what he does ("the troll charges Ann"), and where his name ends."""
    lead = _SUBJECT.match(text)
    assert lead is not None  # every part of it may be missing
    named = lexicon.somebody(text, lead.end())
    if named is None:
        return None
    does = _DOES.match(text, named[1])
    verb = does["verb"].lower() if does is not None else ""
    known = verb in _OWN_VERBS or (verb in lexicon.verbs and not verb.endswith("ss"))
    return named if known else None


def _told(rest: str, lexicon: Lexicon, given: bool) -> Reading:
    """What is told of somebody: as role-play, or as a declaration where it is short and all of it is
    understood."""
    plain = read(rest, lexicon, given=given, prose=not given)
    return plain if plain.moves or given else _short(rest, lexicon, plain)


def _short(rest: str, lexicon: Lexicon, plain: Reading) -> Reading:
    """What is told in few words, all of it understood as the actions there are; else as it was read."""
    emote = _EMOTE.match(rest)
    told = rest if emote is None else rest[emote.end() :]
    if len(told.split()) > MAX_TOLD or "?" in told:
        return plain
    gap = len(rest) - len(told)
    short = read(" " * gap + told, lexicon, given=True)
    odd = any(slip.kind == "unread" for slip in short.slips)
    return plain if odd or any(move.action == "other" for move in short.moves) else short


def _others_wait(move: Move, text: str) -> bool:
    """ "Wait for the GM", "hold on": asked of others, and no Wait of one's own."""
    asked_for = {"wait": _PAUSE, "pass": _HAND_OVER}.get(move.action)
    if asked_for is not None and asked_for.match(text, move.column - 1) is not None:
        return True
    if move.action != "wait" or "wait" in move.details or _WAIT_FOR.match(text, move.column - 1) is None:
        return False
    return (
        not text[: move.column - 1]
        .lower()
        .rstrip()
        .endswith(("i", "i'll", "i will", "i'm", "to", "and", "then"))
    )


def _yours(move: Move, lexicon: Lexicon) -> bool:
    """ "Charge your phone": somebody else's, and nobody who is here."""
    yours = re.search(r"\byour\b", move.text) is not None
    return yours and (move.target is None or lexicon.combatants.get(move.target) is None)


def _blanked(text: str, parts: list[Part]) -> str:
    """The text with our own phrases turned to blanks, so that every column stays."""
    rest = list(text)
    for part in parts:
        rest[part.start : part.end] = " " * (part.end - part.start)
    return "".join(rest)


def _only_blank(move: Move, rest: str) -> bool:
    return not rest[move.column - 1 : move.end_column - 1].strip()


def _tidied(move: Move, text: str, lexicon: Lexicon) -> Move:
    """A move read from the blanked text, in the words of the text; "sword" is the only sword there is."""
    weapon = move.instrument
    if weapon is not None:
        weapon = own_weapon(weapon, lexicon) or weapon
    target = move.target if move.target is not None and _may_be_named(move.target, lexicon) else None
    said = text[move.column - 1 : move.end_column - 1]
    if weapon is None and move.action in ("attack", "charge", "dive", "opportunity"):
        weapon = body_weapon(said)
    if move.action == "heal" and target is not None:
        target = _WOUNDS.sub("", target)
    return replace(move, instrument=weapon, target=target, text=said)


def _overlaps(move: Move, made: Sequence[Move]) -> bool:
    """Whether what the core took for something outside the list is what is left round a phrase of ours."""
    return any(one.column < move.end_column and move.column < one.end_column for one in made)


def _may_be_named(target: str, lexicon: Lexicon) -> bool:
    """Whether a target is somebody: not the sword of "go with my sword", nor the verb of "attack, attack"."""
    if lexicon.combatants.get(target) is not None:
        return True
    words = target.lower().split()
    weapons = lexicon.generic["weapon"]
    if not words or words[0] in lexicon.verbs or words[0] in _NO_NAMES or words[0].isdigit():
        return False
    if read_direction(words[0]) is not None:
        return False
    return all(weapons.get(word) is None for word in words)


def _kept(plain: Reading, parts: Sequence[Part] = (), moves: Sequence[Move] = ()) -> tuple[Slip, ...]:
    """The slips that are left: not those in our own phrases, nor of stars, nor numbers that were read."""
    return tuple(
        slip
        for slip in plain.slips
        if slip.kind not in STARS and not _inside(slip, parts) and not _number(slip, moves)
    )


def _left_over(rest: str, moves: Sequence[Move], alone: bool) -> Iterator[Slip]:
    """Words beside our own phrases, where the core found no move among them and so looked at none of them."""
    if not alone or not moves:
        return
    words = [
        word
        for word in _WORD.finditer(rest[:MAX_TEXT])
        if word.group().lower() not in _JOINS
        and not any(move.column <= word.start() + 1 < move.end_column for move in moves)
    ]
    if words:
        start, end = words[0].start(), words[-1].end()
        yield Slip(kind="unread", said=rest[start:end], column=start + 1, end_column=end + 1)


def _inside(slip: Slip, parts: Sequence[Part]) -> bool:
    return any(part.start < slip.end_column - 1 and slip.column - 1 < part.end for part in parts)


def _number(slip: Slip, moves: Sequence[Move]) -> bool:
    """Numbers of a path or of levels that stand apart are no slip."""
    if slip.kind != "unread":
        return False
    said = slip.said.strip(" ,.;:")
    if not said or any(
        "what" in move.details and move.column <= slip.column < move.end_column and said.lower() in USES
        for move in moves
    ):
        return True
    counted = COUNT.fullmatch(said) is not None
    return counted and any(
        move.column <= slip.column and slip.end_column <= move.end_column and move.details.get("path")
        for move in moves
    )
