"""Numbers inside a move: a spell's list and level, points spent, feet, penalties, how many times.

Each takes a place and gives the place after what it found, 0 where it is something else.
"""

from __future__ import annotations

from calledshot.moves.english import FEET, LEVEL_WORDS, NUMBERS
from calledshot.moves.message import Item, Message

MAX_TIMES = 10
"""More repeats of one move than any round holds; beyond it "x99" is noise."""
MAX_DIGITS = 4
"""Digits of a level, a penalty or a cost; longer numbers are not read."""


def split(text: str) -> tuple[str, int | None, str]:
    """ "lvl1" → ("lvl", 1, ""), "3pp" → ("", 3, "pp"), "1st" → ("", 1, "st")."""
    start = 0
    while start < len(text) and not text[start].isdigit():
        start += 1
    end = start
    while end < len(text) and text[end].isdigit():
        end += 1
    digits = text[start:end]
    if not digits or len(digits) > MAX_DIGITS or not digits.isascii():
        return text, None, ""
    return text[:start], int(digits), text[end:]


def level(msg: Message, at: int, end: int) -> tuple[int, int, bool] | None:
    """A level at `at`: its number, the place after, and whether it was written out ("Level 1")."""
    word = msg.word(at, end)
    if word in LEVEL_WORDS:
        next_ = at + 1
        while msg.mark(next_, end) in {".", "#", ":", "="}:
            next_ += 1
        number = msg.number(next_, end)
        if number is not None:
            return number, next_ + 1, LEVEL_WORDS[word] and next_ == at + 1 and msg.word(next_, end).isdigit()
        return None
    before, number, after = split(word)
    if number is None:
        if word in NUMBERS and msg.word(at + 1, end) in LEVEL_WORDS and msg.word(at + 1, end) != "l":
            return NUMBERS[word], at + 2, False
        return None
    if before in LEVEL_WORDS and not after:
        return number, at + 1, False
    if not before and after in {"st", "nd", "rd", "th"} and msg.word(at + 1, end) in LEVEL_WORDS:
        return number, at + 2, False
    return None


def points(msg: Message, at: int, end: int) -> tuple[int, int] | None:
    """Points spent: "4 PP", "4pp", "PP 4", "pp: 4"."""
    word = msg.word(at, end)
    if not word:
        return None
    pools = msg.lexicon.pools
    before, number, after = split(word)
    if number is not None and not before:
        if after in pools:
            return number, at + 1
        if not after:
            for width in (2, 1):
                if (
                    at + width < end + 0
                    and " ".join(msg.word(at + n, end) for n in range(1, width + 1)) in pools
                ):
                    return number, at + width + 1
    if word in pools:
        next_ = at + 1
        while msg.mark(next_, end) in {":", "=", "-"} or msg.word(next_, end) in {
            "cost",
            "spent",
            "is",
            "of",
        }:
            next_ += 1
        number = msg.number(next_, end)
        if number is not None and msg.word(next_, end).isdigit():
            return number, next_ + 1
    return None


def take_points(msg: Message, item: Item, at: int, end: int) -> int:
    """Points with or without a word before: "using 3", "for 4", "spending 3" with the pool's word."""
    start = at
    if msg.word(at, end) in {
        "using",
        "for",
        "spending",
        "w/",
        "with",
        "at",
        "spend",
        "burning",
        "costing",
        "use",
    }:
        at += 1
    found = points(msg, at, end)
    if found is None and (item.spell is not None or item.thing_kind == "power"):
        found = _bare_points(msg, item, at, end, led=at > start)
    if found is None or item.pp is not None:
        return 0
    item.pp, stop = found
    item.marks.append(("pp", *msg.span(at, stop)))
    item.known += 1
    return stop if stop > start else 0


def varies(msg: Message, item: Item) -> bool:
    """Whether the spell is one that costs as much as its caster spends."""
    fact = msg.lexicon.fact("spell", item.spell)
    return fact is not None and isinstance(fact.pp, str)


def _bare_points(msg: Message, item: Item, at: int, end: int, *, led: bool) -> tuple[int, int] | None:
    """ "5 points" behind a spell; "for 5" behind one that costs what one spends."""
    word = msg.word(at, end)
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        return None
    if msg.word(at + 1, end) in {"points", "point", "pts", "pt"} and msg.word(at + 2, end) not in {
        "of",
        "damage",
    }:
        return int(word), at + 2
    ends = at + 1 >= end or msg.separator(at + 1, end) or msg.word(at + 1, end) in {"on", "at", "against"}
    return (int(word), at + 1) if led and ends and (item.spell is None or varies(msg, item)) else None


def take_spec(msg: Message, item: Item, at: int, end: int, *, bracketed: bool = False) -> int:
    """A spell's list, level and points in any order: a name and "Level 1", "lvl 2", "L3", a cost."""
    start, stop = at, 0
    list_name: str | None = item.list
    level_number: int | None = item.level
    list_said: tuple[int, int] | None = None
    level_said: tuple[int, int] | None = None
    written_out, mended = True, False
    cost: tuple[int, int, int] | None = None
    while at < end:
        if msg.mark(at, end) in {",", "-", ":", "/", ".", ";"} or msg.word(at, end) in {
            "at",
            "of",
            "spell",
            "list",
            "the",
            "from",
        }:
            at += 1
            continue
        if cost is None and item.pp is None:
            found_points = points(msg, at, end)
            if found_points:
                cost = (found_points[0], at, found_points[1])
                at = stop = found_points[1]
                continue
        digits = msg.word(at, end)
        if (
            level_number is not None
            and cost is None
            and item.pp is None
            and digits.isascii()
            and digits.isdigit()
            and bracketed
            and len(digits) <= 2
            and varies(msg, item)
        ):
            cost = (int(digits), at, at + 1)
            at = stop = at + 1
            continue
        if level_number is None:
            found_level = level(msg, at, end)
            if found_level:
                level_number, after, full = found_level
                written_out = written_out and full
                level_said = (at, after)
                at = stop = after
                continue
            if digits.isascii() and digits.isdigit() and len(digits) <= 2 and (list_said or bracketed):
                level_number, level_said, written_out = int(digits), (at, at + 1), False
                at = stop = at + 1
                continue
        if list_name is None:
            found = _list(msg, at, end, bracketed)
            if found:
                list_name, after, how, level_in_word = found
                list_said = (at, after)
                mended = how == "fuzzy"
                if level_in_word is not None and level_number is None:
                    level_number, level_said, written_out = level_in_word, (at, after), False
                at = stop = after
                continue
        break
    if not stop or (
        list_said and not level_said and not bracketed and not mended and not _known_list(msg, list_name)
    ):
        return 0
    if level_said is None and list_said is None and cost is None:
        return 0
    if bracketed and at < end and msg.mark(at, end) not in {")", "]", "}"}:
        rest = [n for n in range(at, end) if msg.word(n, end)]
        if rest:
            return 0
    item.list, item.level = list_name, level_number
    if cost is not None:
        item.pp = cost[0]
        item.marks.append(("pp", *msg.span(cost[1], cost[2])))
    if list_said or level_said:
        first = min(said[0] for said in (list_said, level_said) if said)
        last = max(said[1] for said in (list_said, level_said) if said)
        item.spec = True
        item.marks.append(("spec", *msg.span(first, last)))
        said_text = msg.said(first, last)
        read_as = " ".join(
            part for part in (list_name, f"Level {level_number}" if level_number is not None else "") if part
        )
        if mended and list_said and list_name:
            item.slip(
                "corrected", *msg.span(*list_said), said=msg.said(*list_said), read_as=list_name, what="list"
            )
        if not written_out and level_said:
            whole = read_as if bracketed else f"({read_as})"
            item.slip("abbreviated", *msg.span(first, last), said=said_text, read_as=whole, what="level")
    return stop if stop > start else 0


def _known_list(msg: Message, name: str | None) -> bool:
    return name is not None and name in msg.lexicon.lists.names()


def _list(msg: Message, at: int, end: int, bracketed: bool) -> tuple[str, int, str, int | None] | None:
    """A spell list at `at`, perhaps with the level run into it ("M1", "Myst1")."""
    lists = msg.lexicon.lists
    word = msg.word(at, end)
    if not word or word in LEVEL_WORDS:
        return None
    before, number, after = split(word)
    if number is not None and before and not after and len(lists):
        fits = [name for name in lists.names() if name.lower().startswith(before)]
        if len(fits) == 1:
            return fits[0], at + 1, "part", number
        return None
    found = msg.thing(lists, at, end, fuzzy=bracketed or level(msg, at + 1, end) is not None)
    if found is None and bracketed and len(lists) and len(word) <= 2:
        fits = [name for name in lists.names() if name.lower().startswith(word)]
        if len(fits) == 1:
            return fits[0], at + 1, "part", None
    if found is not None and found.name is not None:
        follows = level(msg, found.end, end) is not None or msg.word(found.end, end).isdigit()
        if bracketed or follows or found.how == "exact" or msg.word(found.end, end) in {"level", "list"}:
            return found.name, found.end, found.how, None
        return None
    # No list of that name: the words before a level are its name.
    stop = at
    while stop < end and stop - at < 4 and msg.word(stop, end) and level(msg, stop, end) is None:
        if msg.word(stop, end).isdigit() or msg.word(stop, end) in {
            "on",
            "at",
            "with",
            "and",
            "then",
            "using",
            "if",
        }:
            break
        stop += 1
    if stop > at and (level(msg, stop, end) is not None or (bracketed and msg.word(stop, end).isdigit())):
        return msg.named(at, stop), stop, "said", None
    return None


def take_feet(msg: Message, item: Item, at: int, end: int) -> int:
    """A distance in feet: "60'", "20 yards", "50ft"."""
    word = msg.word(at, end)
    before, number, after = split(word)
    if number is None or before or item.feet is not None:
        return 0
    if after:
        if after not in FEET:
            return 0
        stop, unit = at + 1, after
    else:
        unit = msg.word(at + 1, end) or msg.mark(at + 1, end)
        if unit not in FEET or (unit == "m" and not msg.word(at + 1, end)):
            return 0
        stop = at + 2
        if msg.mark(stop, end) == "'" and unit == "'":
            stop += 1
    item.feet = float(round(number * FEET[unit]))
    item.marks.append(("feet", *msg.span(at, stop)))
    item.known += 1
    return stop


def penalty(msg: Message, at: int, end: int) -> tuple[int, int] | None:
    """ "-50", "at -50", "- 50 CA", "50 penalty"."""
    signed = False
    if msg.mark(at, end) in {"-", "+"}:
        signed = True
        at += 1
    word = msg.word(at, end)
    if not (word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS):
        return None
    stop = at + 1
    while (
        msg.word(stop, end) in {"ca", "penalty", "to", "hit", "pts", "points", "percent", "off"}
        or msg.mark(stop, end) == "%"
    ):
        signed = True
        stop += 1
    return (-int(word), stop) if signed else None


def times(msg: Message, at: int, end: int) -> tuple[int, int] | None:
    """ "x2", "2x", "twice", "x 3", "three times"."""
    word = msg.word(at, end)
    before, number, after = split(word)
    if number is not None and {before, after} == {"x", ""} and 1 <= number <= MAX_TIMES:
        return number, at + 1
    if word == "x":
        count = msg.number(at + 1, end)
        if count is not None and 1 < count <= MAX_TIMES:
            return count, at + 2
    if word in {"twice", "thrice"}:
        return NUMBERS[word], at + 1
    count = msg.number(at, end)
    if count is not None and msg.word(at + 1, end) in {"times", "x"} and 1 <= count <= MAX_TIMES:
        return count, at + 2
    return None
