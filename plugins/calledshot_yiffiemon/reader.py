"""Reads a YiffieMon declaration: what the core reads of any message, and the parts of this game's grammar.

Paths, checks, threat and the like are found first (`said_parts`) and blanked out, so that the core reads what
is left and every column stays. What a declaration is worth under the rules is not decided here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from calledshot.api import Lexicon, Move, Reading, Slip, Step, fold_text, read, read_direction, replace
from calledshot_yiffiemon.said_parts import find, own_weapon, used_for
from calledshot_yiffiemon.said_threat import NUMBERS, Part, Phrase

MAX_TEXT = 8000
"""Code points read; as the core."""

WITH_PATH = frozenset(("move", "run", "slide", "push", "cross_guard", "charge", "dive"))
AIMED = frozenset(("attack", "charge", "dive", "slide", "push", "cross_guard"))
WITH_NOTHING = frozenset(
    ("wait", "fight_defensively", "stop_defending", "move", "run", "slide", "push", "pass")
)
ON_NOBODY = frozenset(("wait", "fight_defensively", "stop_defending", "melee_assist", "ranged_assist"))
"""Actions that are done with no weapon, and to nobody in particular."""
UNBLANKED = frozenset(("wait", "himself"))
"""Parts that are looked up for one action alone, and left for the core to read."""
STARS = frozenset(("star_shape", "italics", "shared_star"))
"""Slips of a mark that means nothing here: a star is no possible move, but an emote or stress."""
MAX_TOLD = 12
"""Words of a sentence that tells what somebody does; more is a story."""

LEADS_TO = frozenset(("move", "run", "cross_guard", "threaten"))
"""What a bare "attack" after it aims where it did."""
_PRONOUN = Phrase(r"\b(?:it|him|her|them)\b")
_SUBJECT = Phrase(r"[\s:*]{0,5}(?:(?:the|a|an|that|this)\s{1,3})?")
_AWAY = Phrase(r"\b(?:from|away|back|retreats?|flees?|withdraws?)\b")
_EMOTE = Phrase(r"\s{0,5}/(?:me|em|emote|action)\b")
_DOES = Phrase(r"\s{1,3}(?:(?:then|now|just|also|quickly|slowly|carefully)\s{1,3})?(?P<verb>[a-z]{2,20}s)\b")
"""What follows the name of somebody of whom is told what he does."""
_OWN_VERBS = frozenset(
    (
        *("threatens", "hampers", "hinders", "assists", "waits", "crosses", "slips", "gets", "steps"),
        *("darts", "ducks", "dodges", "aims", "points", "sets", "spends", "makes", "rolls", "fights"),
        *("stops", "takes", "passes"),
    )
)
_COUNT = Phrase(
    r"(?<![\w.(])(?P<count>\d{1,3}(?:\.\d{1,3})?|\.\d{1,3}|" + "|".join(NUMBERS) + r")(?![\w.)])"
    r"(?:\s{0,3}(?:moves?|squares?|steps?|paces?|spaces?)\b)?"
)
"""How many Moves, where no direction stands beside it: "move toward the troll 6"."""
_USE = Phrase(r"[\s:,(-]{0,4}(?:(?:as|to|with|for|and|i)\s{1,3}){0,2}(?:an?\s{1,3})?$")
"""What stands between an opportunity and what it is used for."""
_LETTERS = Phrase(r"[a-z]{2}")
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
USES = {"push": "push", "attack": "attack", "cross_guard": "cross_guard", "heal": "heal"}
_GO_ON = Phrase(
    r"(?<![\w'])(?:(?:oh|ok|okay|well|yeah|yes|then)[ ,]{1,3})?go (?:on|for it|ahead)(?: then)?"
    r"(?=\W{0,3}(?:$|[.!,;\n]))",
    "go ",
)
"""Words of consent that are no movement."""
_PASSES = Phrase(
    r"\W{0,4}(?:(?:i|i'll|no|nah)[ ,]{1,3})?(?P<pass>pass)\s{0,2}[,;:–-]+\s[^.!?\n]{1,200}[.!?]?\s{0,4}$",
    "pass",
)
"""Letting an opportunity go, and why."""


def read_declaration(
    text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
) -> Reading:
    """What one message declares; `given`, `prose` and `asked` as for the core's own reading."""
    folded = fold_text(text[:MAX_TEXT])
    folded = _without_asides(folded, lexicon)
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
    made = [_own(part, text) for part in parts if part.action is not None]
    moves = [
        move
        for index, move in enumerate(moves)
        if (move.action != "other" or not _overlaps(move, made))
        and (index == 0 or move.column != moves[index - 1].column)  # "3 move" is no three actions
    ]
    if told is not None and not made and not moves:
        plain = read(text, lexicon, given=given, prose=prose)
        return replace(plain, moves=tuple(_finished(move) for move in plain.moves), slips=_kept(plain))
    merged = _joined(sorted([*moves, *made], key=lambda move: move.column), parts, text, lexicon)
    if not given:
        merged = [move for move in merged if not _yours(move, lexicon)]
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


def _without_asides(text: str, lexicon: Lexicon) -> str:
    """The text without words of consent, and without the reason for letting an opportunity go."""
    low = text.lower()
    for said in _GO_ON.finditer(text) if _GO_ON.may_stand(low) else ():
        text = text[: said.start()] + " " * (said.end() - said.start()) + text[said.end() :]
    passes = _PASSES.match(text) if _PASSES.may_stand(low) else None
    if passes is None or read_declaration(text[passes.end("pass") + 1 :], lexicon).moves:
        return text
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


def _own(part: Part, text: str) -> Move:
    """The move that a phrase of ours is."""
    assert part.action is not None
    target: str | None = None
    details: dict[str, Any] = {}
    if part.kind == "spend":
        target, details = part.value["on"], {"spend": {k: v for k, v in part.value.items() if k != "on"}}
    elif part.kind in ("band", "aim"):
        details = {key: value for key, value in part.value.items() if key != "weapon"}
    elif part.kind == "guard":
        target = part.value
    elif part.kind == "check":
        details = {"check": part.value}
    elif part.kind == "waiting":
        details = {"wait": part.value}
    elif part.kind == "threat":
        details = {"allocate": [part.value]}
    return Move(
        action=part.action,
        target=target,
        instrument=part.value.get("weapon") if part.kind in ("band", "aim") else None,
        details=details,
        text=text[part.start : part.end],
        column=part.start + 1,
        end_column=part.end + 1,
    )


# -- putting it together ---------------------------------------------------------------------------


def _dealt_on(move: Move) -> str | None:
    """Whom threat is dealt out on, where it is one: "threaten the troll 2 and attack him"."""
    on = {one.get("on") for one in move.details.get("allocate", ())}
    return str(on.pop()) if len(on) == 1 else None


def _joined(moves: list[Move], parts: list[Part], text: str, lexicon: Lexicon) -> list[Move]:
    """Moves with the parts that belong to them; threat dealt in one breath is one move, the way somebody goes
    beside the one he slides is part of the slide, and what an opportunity is used for part of that."""
    out: list[Move] = []
    for move in moves:
        last = out[-1] if out else None
        if last is not None and last.action == move.action == "threaten":
            dealt = [*last.details["allocate"], *move.details["allocate"]]
            out[-1] = _longer(
                replace(last, details={**last.details, "allocate": dealt}), move.end_column, text
            )
        elif last is not None and _goes_along(last, move, parts):
            out[-1] = _longer(
                replace(last, details={**last.details, "beside": move.column}), move.end_column, text
            )
        elif last is not None and _uses(last, move, text):
            used = replace(
                last, target=last.target or move.target, details={**last.details, "what": USES[move.action]}
            )
            out[-1] = _longer(used, move.end_column, text)
        else:
            out.append(move)
    starts = [move.column - 1 for move in out]
    for part in parts:
        owner = _owner(out, starts, part)
        if owner is not None:
            out[owner] = _with(out[owner], part, text)
    for index, (before, move) in enumerate(pairwise(out), 1):
        aimed = before.target or _dealt_on(before)
        if move.target is None and aimed is not None and move.action in AIMED:
            bare = move.instrument is None and len(move.text.split()) == 1
            if _PRONOUN.search(move.text) or (bare and before.action in LEADS_TO):
                out[index] = replace(move, target=aimed)  # "toward the troll, then attack it"
    ends = [*(move.column - 1 for move in out), len(text)][1:]
    return [
        _finished(_counted(_led(_used(move, text, end)), parts, text, end, lexicon))
        for move, end in zip(out, ends, strict=True)
    ]


def _goes_along(last: Move, move: Move, parts: list[Part]) -> bool:
    """Whether a move tells how he goes himself who slides or pushes somebody."""
    if last.action not in ("slide", "push") or move.action not in ("move", "run"):
        return False
    return not any(
        part.kind == "as_opportunity" and last.column <= part.start < move.column for part in parts
    )


def _uses(last: Move, move: Move, text: str) -> bool:
    """Whether a move says what the opportunity before it is used for: "take the opportunity: push"."""
    if last.action != "opportunity" or move.action not in USES or "what" in last.details:
        return False
    between = text[last.end_column - 1 : move.column - 1]
    same = move.target is None or last.target is None
    return same and len(between) < 20 and _USE.match(between) is not None


def _used(move: Move, text: str, limit: int) -> Move:
    """An opportunity with what it is used for, said in one word behind it, before the next move."""
    if move.action != "opportunity" or "what" in move.details:
        return move
    what = used_for(text, move.column - 1, limit)
    if what is None:
        return move
    return _longer(replace(move, details={**move.details, "what": what[0]}), what[1] + 1, text)


def _owner(moves: list[Move], starts: list[int], part: Part) -> int | None:
    """The move a part belongs to: the one it stands in or after, else the first after it."""
    if part.action is not None or not moves:
        return None
    owner = max(0, bisect_right(starts, part.start) - 1)
    return owner if moves[owner].action in _BELONGS.get(part.kind, ()) else None


_BELONGS: dict[str, frozenset[str]] = {
    "path": WITH_PATH,
    "counted": frozenset(("move", "run")),
    "follows": frozenset(("slide", "push")),
    "beside": frozenset(("slide", "push")),
    "pivot": frozenset(("push",)),
    "wall": frozenset(("push",)),
    "choice": frozenset(("melee_assist", "ranged_assist")),
    "wait": frozenset(("wait",)),
    "later": frozenset(("move", "run", "slide", "push")),
    "himself": frozenset(("heal",)),
    "as_opportunity": frozenset(USES),
}
"""The kinds of part → the actions they may belong to."""


def _with(move: Move, part: Part, text: str) -> Move:
    details = dict(move.details)
    if part.kind == "path":
        step = _step(part.value)
        beside = details.get("beside")
        key = "other_path" if beside is not None and part.start + 1 >= beside else "path"
        details[key] = [*details.get(key, []), step]
        if key == "path" and move.target is None and part.value.toward is not None:
            move = replace(move, target=part.value.toward)
    elif part.kind == "counted":
        details.setdefault("path", [{"count": part.value}])
    elif part.kind == "choice":
        name, option = part.value
        details["choose"] = {**details.get("choose", {}), (name or ""): option}
    elif part.kind == "wait":
        details.setdefault("wait", part.value)
    elif part.kind == "later":
        details["later"] = part.value.lstrip(" ,;-")
    elif part.kind == "beside":
        details["beside"] = part.start + 1
    elif part.kind == "as_opportunity":
        move, details = replace(move, action="opportunity"), {**details, "what": USES[move.action]}
    elif part.kind == "pivot":
        move, details["pivot"] = replace(move, target=move.target or part.value), True
    else:
        details[part.kind] = True
    return _longer(replace(move, details=details), part.end + 1, text)


def _step(step: Step) -> dict[str, Any]:
    """A step as a declaration document writes it: what is said of it, and no more."""
    pairs = {
        "count": step.count,
        "direction": step.direction,
        "toward": step.toward,
        "away": step.away,
        "around": step.around,
        "to": list(step.to) if step.to is not None else None,
    }
    return {key: value for key, value in pairs.items() if value is not None}


def _longer(move: Move, end_column: int, text: str) -> Move:
    end = max(move.end_column, end_column)
    return replace(move, end_column=end, text=text[move.column - 1 : end - 1])


def _led(move: Move) -> Move:
    """A move on somebody, and no way told: "approach the troll", "retreat from it"."""
    if move.action not in ("move", "run") or move.target is None or "path" in move.details:
        return move
    leads = "away" if _AWAY.search(move.text) is not None else "toward"
    return replace(move, details={**move.details, "path": [{leads: move.target}]})


def _counted(move: Move, parts: list[Part], text: str, limit: int, lexicon: Lexicon) -> Move:
    """A move whose number of Moves stands apart from its way, if it has one: "move toward the troll 6".
    `limit`: where the next move begins."""
    path = move.details.get("path", [])
    if move.action not in ("move", "run", "slide", "push") or len(path) > 1 or "beside" in move.details:
        return move
    if path and ("count" in path[0] or "to" in path[0]):
        return move
    start, end = move.column - 1, min(limit, move.end_column + 15)
    word = _LETTERS.search(move.text)
    start += word.start() if word is not None else 0  # "3 move" counts nothing
    if move.target is not None and lexicon.combatants.get(move.target) is None:
        bare = move.target.rstrip("0123456789. ")  # nobody of that number is known
        move = replace(move, target=bare or None)
    name = (move.target or "").casefold()
    for match in _COUNT.finditer(text, start, end):
        said = match["count"]
        before = text[max(start, match.start() - len(name)) : match.end("count")].casefold()
        if name and name.endswith(said.casefold()) and before.endswith(name):
            continue  # the number is part of a name: "Warg 2"
        if re.search(r"[.;!?\n]", text[move.end_column - 1 : match.start()]) or any(
            part.start < match.end() and match.start() < part.end
            for part in parts
            if part.kind not in UNBLANKED
        ):
            return move
        count = float(NUMBERS.get(said.casefold(), 0) if said.casefold() in NUMBERS else said)
        leg = {"count": count, **path[0]} if path else {"count": count}
        return _longer(replace(move, details={**move.details, "path": [leg]}), match.end() + 1, text)
    return move


def _finished(move: Move) -> Move:
    details = {key: value for key, value in move.details.items() if key != "beside"}
    if move.action == "run":
        details["run"] = True
    if move.action == "slide" and details.pop("follows", False) and "path" in details:
        details.setdefault("other_path", details["path"])
    if move.action in ON_NOBODY or (details.get("himself") and move.action == "heal"):
        move = replace(move, target=None)
    elif move.action in ("move", "run") and "path" in details:
        move = replace(move, target=next((leg["toward"] for leg in details["path"] if "toward" in leg), None))
    if move.action in WITH_NOTHING:
        move = replace(move, instrument=None)
    return replace(move, details=details, optional=False)


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
    counted = _COUNT.fullmatch(said) is not None
    return counted and any(
        move.column <= slip.column and slip.end_column <= move.end_column and move.details.get("path")
        for move in moves
    )
