"""How a service prints a roll and takes a dice command, and what a member's imitation of it looks like.

Reading only: whether a roll counts is the referee's, whether it was asked for is a ruleset's. All scanning
is by find and slice or by patterns without backtracking, since every line of a room passes through here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Callable

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from calledshot.dice import boxline, ecosystems
from calledshot.dice.ecosystems.services import Spread
from calledshot.dice.roll import Roll
from calledshot.errors import PluginError

NUMBER_DIGITS = 9
"""No die shows more digits; longer numbers are not converted (their cost grows with the square)."""
BEYOND = 10**NUMBER_DIGITS
"""What a number of more than NUMBER_DIGITS digits is read as: no die shows it, so it is always a fault."""
NAME_LENGTH = 64
"""The longest roller's name taken; AOL allows 16, later services more."""
COMMAND_DICE = 15
COMMAND_SIDES = 999
"""The most dice and sides the AOL and AIM services take in one command (DICE-10)."""
ROLLS_REMEMBERED = 200
"""Rolls of a bot among which a line that is said again is looked for."""
WRAP_BLANKS = 8
"""So many blanks in a row push what follows onto a line of its own in a chat window."""

_BLANKS = " \t\xa0\u2002\u2003\u2007\u2009\u202f\u3000"
_INVISIBLE = dict.fromkeys(
    [
        *range(0x09),
        *range(0x0E, 0x20),
        0x7F,
        0xAD,
        0x200B,
        0x200C,
        0x200D,
        0x200E,
        0x200F,
        0x061C,
        *range(0x202A, 0x202F),
        *range(0x2060, 0x206A),
        0xFEFF,
    ]
)
_COLOUR = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04[0-9A-Fa-f]{6}")
_TIME_BEHIND = re.compile(r"[ \t]{0,4}\(\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?\)(?=[ \t]{0,4}:)", re.ASCII)
_TAG = re.compile(r"</?(?:font|html|body|b|i|u|span|p|br)\b[^<>]{0,200}>", re.IGNORECASE)
_LOOKALIKE = str.maketrans("01|!іοоＯΟОｌＩΙІСсеЕНһ", "oliliooooolliiccee" + "hh")
_ALIKE = str.maketrans("оеасіѕԁрухӏоΟοАЕОСІЅРНТМВКХ‐‑‒–—−⁃", "oeacisdpyxloOoAEOCISPHTMBKX" + "-" * 7)
"""Letters of other alphabets and dashes, as the ones they look like."""
FOLDED_LENGTH = 2000
"""Characters of the longest message of which look-alikes are looked through."""
_LETTERS = re.compile(r"[^\W\d_]{3}")
_ARROW = re.compile(r"\A(?:(?:\U0001f3b2\ufe0f?|:game_die:)[ ]*|[-=*>»•|~]{1,4}[ ]+)+(?=\S)")
_QUOTED = re.compile(r"\A([*`]{1,3})(.+)\1\Z")
_MENTION = re.compile(r"<@!?\d{1,20}>", re.ASCII)
"""Somebody named by his number alone."""
_PRINTED = re.compile(
    r"[Rr]olled|ROLLED| rolls |Roll\(s\)|\[dice\]|Result|[擲掷]|＞|= `|d\d{1,7}: \d|natural"
    r"|(?:totals?|results?) of | and gets |<(?:Ex)?[Rr]oll|⟵|骰出|检定"
)
"""What stands in every roll that a service or bot prints."""
_FATE = re.compile(r"\d[dD][fF]", re.ASCII)
_GROWS = re.compile(r"!|^\d{1,4}[kK]\d|^\d{1,4}s\d{1,4}[a-z]?e", re.ASCII)
"""What tells of dice that are thrown again and added: those of roll and keep too, which are d10."""
_PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "who", "someone"})
_ONE_DIE = re.compile(r"([^ ][^:]{0,62}?) rolled (1) (\d{1,9})-sided (?:die|dice):[ \t]*(\d{1,9})", re.ASCII)
_SCRIPT_DICE = re.compile(r"(\d{0,40})[dD](\d{1,40})", re.ASCII)
_COMMAND = re.compile(r"//roll(?:-dice(\d{1,3}))?(?:-sides(\d{1,4}))?(?:-dice(\d{1,3}))?[ ]*", re.ASCII)
_COMMAND_LIKE = re.compile(
    r"[ \t\xa0]*//[ ]?roll(?![A-Za-z])|[ \t\xa0]*//[ ]?roll(?:dice|sides)", re.IGNORECASE
)


class Dialect(Struct, frozen=True, kw_only=True):
    """How a dice bot prints a roll: `read` takes one of its messages and gives the roll, None where the
    message reports none. It is asked only about bots that the campaign trusts."""

    name: str
    read: Callable[[str], Roll | None]


_added: dict[str, Dialect] = {}


def register(dialect: Dialect) -> None:
    """Add a plugin's dialect. Raises PluginError if another of that name exists."""
    known = _added.setdefault(dialect.name, dialect)
    if known is not dialect and known != dialect:
        raise PluginError(f"two dice dialects are called {dialect.name}; switch one of the plugins off")


def forget(name: str) -> None:
    """Take a dialect that was added away again."""
    _added.pop(name, None)


class BotReader:
    """Reads what trusted dice bots say: in the service's words, in the script form, in our own box's, in a
    plugin's dialect, in that of a bot people use (`ecosystems`). Who rolled, and which dice, is left empty
    where the message does not tell. A dialect that fails is named in `failures` once and asked no more. A
    line that says itself that it is said again is no roll where the first is there."""

    def __init__(self) -> None:
        self._dialects = list(_added.values())
        self._spread = Spread()
        self._recent: deque[str] = deque(maxlen=ROLLS_REMEMBERED)
        self.failures: list[str] = []

    def read(self, text: str) -> Roll | None:
        """The roll that a bot's message reports (the first of several), None if it is none."""
        return next(iter(self.rolls(text)), None)

    def rolls(self, text: str) -> tuple[Roll, ...]:
        """All rolls that a bot's message reports, in their order."""
        if text.startswith(boxline.REPEATED):
            text = text[len(boxline.REPEATED) :]
            if text in self._recent:
                return ()
        rolls = self._read(text)
        if rolls:
            self._recent.append(text)
        return rolls

    def _read(self, text: str) -> tuple[Roll, ...]:
        roll = aol_result(text) or script_result(text)
        if roll is not None:
            roll = _named(roll)
            roll = replace(roll, roller=ecosystems.named_alone(text, roll.roller))
            return _better((roll,), text) if faults(roll) else (roll,)
        roll = box_result(text)
        if roll is not None and not faults(roll):
            return (replace(roll, roller=ecosystems.named_alone(text, _bare(roll.roller))),)
        for dialect in tuple(self._dialects) if roll is None else ():
            try:
                roll = dialect.read(text)
            except Exception as error:
                self._dialects.remove(dialect)
                self.failures.append(f"the dice dialect {dialect.name} failed and was skipped: {error!r}")
            if roll is not None:
                break
        if roll is None:
            roll = self._spread.read(text)
        rolls = (roll,) if roll is not None else ecosystems.reported(text)
        doubtful = bool(rolls) and (not rolls[0].faces or not rolls[0].roller or faults(rolls[0]))
        if doubtful and not (roll is None and ecosystems.is_described(text)):
            rolls = _better(rolls, text)
        return tuple(replace(one, roller=_bare(one.roller)) for one in rolls)


def _better(rolls: tuple[Roll, ...], text: str) -> tuple[Roll, ...]:
    """Another reading of a message whose numbers all fit together, where these rolls do not add up, show no
    faces or tell nobody."""
    others = tuple(ecosystems.fitting(text))
    if not others or len(others) != len(rolls) or not all(one.faces for one in others):
        return rolls
    if rolls[0].faces and not faults(rolls[0]) and not others[0].roller.rstrip(":"):
        return rolls
    if not faults(rolls[0]) and any(
        one.total != other.total for one, other in zip(rolls, others, strict=True)
    ):
        return rolls
    return tuple(
        replace(other, roller=one.roller or other.roller, comment=other.comment or _words(one.comment))
        for one, other in zip(rolls, others, strict=True)
    )


def _bare(name: str) -> str:
    return _QUOTED.sub(r"\2", _ARROW.sub("", name))


def _words(comment: str | UnsetType) -> str | UnsetType:
    """A comment, unless it is a rest of dice."""
    return comment if comment and _LETTERS.search(comment) is not None else UNSET


def _named(roll: Roll) -> Roll:
    """A roll with its roller as he is called: a mention's sign is none of the name, a number is no name, nor
    are an arrow or a die before it and quotes around it a part of it."""
    roll = replace(roll, roller=_bare(roll.roller))
    if roll.roller[:1] == "@" and ":" not in roll.roller:
        return replace(roll, roller=roll.roller[1:])
    return replace(roll, roller="") if _MENTION.fullmatch(roll.roller) else roll


def number(digits: str) -> int:
    """A run of decimal digits as an int; BEYOND where there are too many to be a die."""
    if len(digits) <= NUMBER_DIGITS:
        return int(digits)
    digits = digits.lstrip("0")
    return int(digits or "0") if len(digits) <= NUMBER_DIGITS else BEYOND


def aol_result(text: str) -> Roll | None:
    """The roll in a line of the AOL or AIM service (the text after "OnlineHost:"), None if it is none.

    "SwiftBoy rolled 1 100-sided die:  57", "X rolled 3 6-sided dice: 2 4 6": `die` or `dice`, any run of
    blanks. The shape decides; impossible faces and counts are kept as printed, see `faults`."""
    one = _ONE_DIE.fullmatch(text)  # nearly every roll of a log; the long way below reads the same
    if one is not None:
        die, face = int(one[3]), int(one[4])
        return Roll(
            roller=one[1].rstrip(_BLANKS),
            count=1,
            sides=die,
            faces=(face,),
            total=face,
            expression=f"1d{die}",
        )
    start = text.find(" rolled ")
    if start < 1 or start > NAME_LENGTH:
        return None
    colon = text.find(":", start)
    if colon < 0:
        return None
    words = text[start + 8 : colon].split()
    if len(words) != 3 or words[2] not in ("die", "dice"):
        return None
    count, sides = words[0], words[1]
    if not sides.endswith("-sided"):
        return None
    return _roll(text[:start], count, sides[:-6], text[colon + 1 :])


def script_result(text: str) -> Roll | None:
    """The roll in a line of the plain script form: "SwiftBoy rolled 2d6: 3 4" (what follows its "! ")."""
    start = text.find(" rolled ")
    if start < 1 or start > NAME_LENGTH:
        return None
    colon = text.find(":", start)
    if colon < 0:
        return None
    dice = _SCRIPT_DICE.fullmatch(text[start + 8 : colon].strip(_BLANKS))
    if dice is None:
        return None
    return _roll(text[:start], dice[1] or "1", dice[2], text[colon + 1 :])


def box_result(text: str) -> Roll | None:
    """The roll in a line of our own dice box (see `boxline`)."""
    line = boxline.read(text)
    return line.roll if line is not None else None


def _roll(roller: str, count: str, sides: str, faces: str) -> Roll | None:
    roller = roller.strip(_BLANKS)
    shown = faces.replace(",", " ").split()
    if not roller or not _digits(count) or not _digits(sides):
        return None
    values = []
    for face in shown:
        if not _digits(face.removeprefix("-")):
            return None
        values.append(-number(face[1:]) if face[0] == "-" else number(face))
    dice, faces_of = number(count), number(sides)
    return Roll(
        roller=roller,
        count=dice,
        sides=faces_of,
        faces=tuple(values),
        total=sum(values),
        expression=f"{dice}d{faces_of}",
    )


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def looks_like_result(text: str) -> Roll | None:
    """The roll that a *member's* text pretends to report (DICE-1), None where it pretends nothing.

    Taken for an imitation: the service's name, also misspelt with look-alikes, followed by a roll in the
    service's words, at the start or after so many blanks that a chat window breaks the line there; and a
    message that is nothing but such a roll line, or one that a dice bot would print. Colours, tags,
    invisible characters and leading blanks are looked through. Talk is not: "you rolled 1 today", "I rolled
    1d20: 15", words after the number."""
    claimed = _claimed(text)
    if claimed is None and not text.isascii() and len(text) <= FOLDED_LENGTH:
        folded = unicodedata.normalize("NFKC", text).translate(_ALIKE)
        claimed = _claimed(folded) if folded != text else None
    return claimed


def _claimed(text: str) -> Roll | None:
    if _PRINTED.search(text) is None:
        return None
    plain = _TIME_BEHIND.sub("", _TAG.sub("", _COLOUR.sub("", text)).translate(_INVISIBLE))
    for piece in reversed(_pieces(plain)):
        head, colon, rest = piece.partition(":")
        if colon and _is_service(head):
            claimed = _bare_result(rest, anyone=True)
        else:
            claimed = _bare_result(piece, anyone=False)
        if claimed is not None:
            return claimed
    claimed = ecosystems.imitated(plain)
    return claimed if claimed is None or claimed.roller.lower() not in _PRONOUNS else None


def _pieces(text: str) -> list[str]:
    """The lines a chat window would seem to show: real ones, and those forced by long runs of blanks."""
    pieces = []
    for line in text.split("\n"):
        pieces.append(line)
        position = 0
        while True:
            position = line.find(" " * WRAP_BLANKS, position)
            if position < 0:
                break
            while position < len(line) and line[position] == " ":
                position += 1
            pieces.append(line[position:])
    return pieces


def _is_service(name: str) -> bool:
    if len(name) > NAME_LENGTH:
        name = name.strip(_BLANKS)
        if len(name) > NAME_LENGTH:
            return False
    folded = "".join(name.split()).strip("*<>[]()-=~_.#@").lower().translate(_LOOKALIKE)
    return folded in ("onlinehost", "oniinehost", "oniineh0st", "onllnehost", "onlineh0st")


def _bare_result(text: str, *, anyone: bool) -> Roll | None:
    text = " ".join(text.strip("*").split())
    if not anyone:
        text = text.removeprefix("! ")
    roll = (
        aol_result(text) or script_result(text) or box_result(text) or (_cut_result(text) if anyone else None)
    )
    if roll is None or (not anyone and (roll.roller.lower() in _PRONOUNS or not roll.faces)):
        return None
    return roll


def _cut_result(text: str) -> Roll | None:
    """A roll line with more words behind its numbers, which the service never writes."""
    start, colon = text.find(" rolled "), text.find(":")
    if start < 1 or colon < start:
        return None
    tokens = text[colon + 1 :].split()
    faces: list[str] = []
    while len(faces) < len(tokens) and _digits(tokens[len(faces)]):
        faces.append(tokens[len(faces)])
    return aol_result(f"{text[: colon + 1]} {' '.join(faces)}") if faces else None


_COLOURED = re.compile(r"(?<![A-Za-z])[gprGPR]\d", re.ASCII)
"""Dice of Fantasy Grounds: it prints no sign before those that are taken off the total."""


def faults(roll: Roll) -> list[str]:
    """All that is impossible about a reported roll (DICE-2), a phrase each; empty for a good one."""
    found = []
    if BEYOND in (roll.count, roll.sides, *map(abs, roll.faces)):
        found.append(f"a number of more than {NUMBER_DIGITS} digits")
    if roll.count < 1:
        found.append("no dice were rolled")
    if roll.sides < 1:
        found.append("a die without sides")
    fate = _FATE.search(roll.expression) is not None
    grows = _GROWS.search(roll.expression) is not None
    low, high = (-1, 1) if fate else (1, roll.sides)
    if roll.faces:
        wrong = [
            face
            for face in (*roll.faces, *(roll.dropped or ()))
            if not low <= face <= high and not (grows and face > high > 1 and face % high)
        ]
        if wrong and roll.sides >= 1:
            shown = ", ".join(map(str, wrong[:5])) + (" …" if len(wrong) > 5 else "")
            found.append(f"{shown} on a {roll.sides}-sided die")
        if len(roll.faces) != roll.count:
            found.append(f"{len(roll.faces)} faces for {roll.count} dice")
        total = sum(roll.faces) + roll.modifier
        if total != roll.total:
            found.append(f"a total of {roll.total} where the faces give {total}")
    elif roll.count >= 1:
        thrown = roll.total - roll.modifier
        if isinstance(roll.natural, int) and roll.natural != thrown:
            found.append(f"a total of {roll.total} where {roll.natural} and {roll.modifier:+d} are told")
        most = None if grows else roll.count * high
        beyond = thrown < roll.count * low or (most is not None and thrown > most)
        if beyond and _COLOURED.search(roll.expression) is None:
            found.append(f"a total of {roll.total} that {roll.count}d{roll.sides} cannot give")
    return found


def aol_command(text: str) -> tuple[int, int] | None:
    """The (count, sides) of a dice command the AOL or AIM service takes, None for plain talk (DICE-10).

    "//roll" alone is 2d6; "-diceN" 1…15 and "-sidesM" 1…999 in either order, each at most once, lower
    case, nothing after it but spaces."""
    match = _COMMAND.fullmatch(text)
    if match is None or (match[1] is not None and match[3] is not None):
        return None
    count = int(match[1] or match[3] or 2)
    sides = int(match[2] or 6)
    return (count, sides) if 1 <= count <= COMMAND_DICE and 1 <= sides <= COMMAND_SIDES else None


def looks_like_command(text: str) -> bool:
    """Whether a message is meant as a dice command that the service would not have taken (DICE-10)."""
    return _COMMAND_LIKE.match(text) is not None and aol_command(text) is None
