"""A message cut into words, numbers and breaks, each with its place. No meaning is looked for here.

One pass, one small pattern without nested repeats, so the time is linear in the text; names never become
part of a pattern.
"""

from __future__ import annotations

import re

MAX_CHARS = 4000
"""Characters of a message that are read: no chat service lets a game master say more in one line, and what
is pasted in larger pieces is no ruling."""
MAX_TOKENS = 700
"""Tokens of a message that are read."""
MAX_DIGITS = 6
"""Digits of a number that means anything in a fight; longer ones are kept as words."""

WORD, NUMBER, PERSON, SOFT, HARD = range(5)
"""Kinds of token. SOFT breaks are commas, colons, dashes and brackets, HARD ones end a sentence."""

_FOLDED = str.maketrans(
    {
        **{chr(0xFF01 + i): chr(0x21 + i) for i in range(94)},  # full-width forms
        "‘": "'", "’": "'", "‛": "'", "`": "'", "´": "'", "′": "'", "ʼ": "'",
        "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "―": "-",
        "\u00a0": " ", "\u3000": " ", "\u2009": " ", "\u202f": " ", "\t": " ", "\u200b": " ", "\ufeff": " ",
        "_": " ", "×": "x", "⁃": "-",
    }
)  # fmt: skip
_TOKEN = re.compile(
    r"(?P<command>//roll[-\w]*)"
    r"|(?P<arrow>[-=]{1,2}>|→)"
    r"|(?P<dice>\d{0,3}d\d{1,4}s?(?!\w))"
    r"|(?P<number>\d+)"
    r"|(?P<word>[^\W\d_](?:\w|'(?=\w))*)"
    r"|(?P<mark>[^\w\s]|\n)"
)
_SOFT = frozenset(',:()[]{}~|<>…"')
_HARD = frozenset(".!?;\n¿¡")
_ABBREVIATED = frozenset({"vs", "mr", "mrs", "ms", "dr", "st", "lvl", "approx", "ft", "yds"})
"""Words whose full stop ends no sentence, if another word follows."""
_NUMBERS_AFTER = frozenset({"rd", "rnd", "no", "nr", "lvl"})
"""Words whose full stop ends no sentence before a figure."""
_SYMBOLS = frozenset("+=&/@#%*x^")
_NUMBERED = re.compile(r"(?<![\w.,:-])(\d{1,2})[.)](?=\s+[^\W\d])")
_QUOTE = re.compile(r'"[^"\n]*"')


class Token:
    """One word (folded), number (`value`) or break. `start` and `end` are offsets in the message. `person` is
    filled where a name was found (None for a name that fits several), `thing` where that of a spell or
    weapon. `signed`: a sign stood before the number (or a count before the dice); `ordinal`: "second", "2nd";
    `shared`: one of several named together ("both orcs"), who share what is told of the last of them.
    """

    __slots__ = (
        "capital",
        "end",
        "kind",
        "ordinal",
        "person",
        "shared",
        "signed",
        "start",
        "thing",
        "value",
        "word",
    )

    def __init__(self, kind: int, word: str, start: int, end: int, value: int | None = None) -> None:
        self.kind = kind
        self.word = word
        self.start = start
        self.end = end
        self.value = value
        self.signed = False
        self.ordinal = False
        self.capital = False
        self.person: str | None = None
        self.shared = False
        self.thing: str | None = None

    def __repr__(self) -> str:
        return f"{'wnpsh'[self.kind]}:{self.word if self.value is None else self.value}"


def fold_text(text: str) -> str:
    """The message with typographic and full-width characters written plainly, each in its place."""
    return text[:MAX_CHARS].translate(_FOLDED)


def mask(text: str, smileys: re.Pattern[str] | None) -> str:
    """Blank out smileys and words in quotation marks (somebody's speech in the story), keeping the length.
    A message that is one quotation altogether is left as it is."""
    if smileys is not None:
        text = smileys.sub(lambda found: " " * len(found.group()), text)
    text = _without_numbering(text)
    if text.count('"') >= 2 and not (text.strip()[:1] == '"' == text.strip()[-1:] and text.count('"') == 2):
        text = _QUOTE.sub(_blank_speech, text)
    return text


def _without_numbering(text: str) -> str:
    """Blank out "1.", "2)" … before the lines of a list."""
    found = list(_NUMBERED.finditer(text))
    if len(found) < 2 or [int(one.group(1)) for one in found] != list(range(1, len(found) + 1)):
        return text
    for one in found:
        text = text[: one.start()] + " " * (one.end() - one.start()) + text[one.end() :]
    return text


def _blank_speech(found: re.Match[str]) -> str:
    said = found.group()
    one_word = len(said.split()) == 1  # a name or a term
    return f" {said[1:-1]} " if one_word else " " * len(said)


def tokenise(text: str) -> list[Token]:
    """The tokens of a folded message, in order."""
    tokens: list[Token] = []
    previous_end = 0
    shouted = text.isupper()
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup
        start, end = found.span()
        raw = found.group()
        spaced = start > previous_end
        if kind == "word":
            token = Token(WORD, raw.casefold(), start, end)
            token.capital = raw[0].isupper() and not shouted
            tokens.append(token)
        elif kind == "number":
            _number(text, tokens, raw, start, end)
        elif kind == "mark":
            _mark(text, tokens, raw, start, end, spaced)
        elif kind == "arrow":
            tokens.append(Token(WORD, "->", start, end))
        elif kind == "dice":
            tokens.append(Token(WORD, "d" + raw.lower().rstrip("s").partition("d")[2], start, end))
            tokens[-1].signed = not raw.lower().startswith("d")
        else:
            tokens.append(Token(WORD, "roll", start, end))
        previous_end = end
        if len(tokens) >= MAX_TOKENS:
            break
    return tokens


def _number(text: str, tokens: list[Token], raw: str, start: int, end: int) -> None:
    if len(raw) > MAX_DIGITS or not raw.isascii():
        tokens.append(Token(WORD, raw[:MAX_DIGITS] + "…", start, end))
        return
    value, signed = int(raw), False
    sign = text[start - 1] if start else ""
    if sign in ("-", "+") and (start == 1 or not (text[start - 2].isalnum() or text[start - 2] in "-)")):
        if tokens and tokens[-1].end == start and tokens[-1].word == sign:
            tokens.pop()
        value, signed, start = (-value if sign == "-" else value), True, start - 1
    token = Token(NUMBER, raw, start, end, value)
    token.signed = signed
    tokens.append(token)


def _mark(text: str, tokens: list[Token], mark: str, start: int, end: int, spaced: bool) -> None:
    """A punctuation mark: a break, a symbol kept as a word, or nothing."""
    following = text[end : end + 1]
    if mark == "'":
        if tokens and tokens[-1].kind == NUMBER and not spaced:  # 60' apart
            tokens.append(Token(WORD, "ft", start, end))
        return
    if mark == "-":
        if not spaced and following not in ("-", " ", ""):
            if tokens and tokens[-1].kind == NUMBER and following.isdigit():
                tokens.append(Token(WORD, "-", start, end))
            return  # hand-to-hand, re-roll
        if following.isdigit():
            tokens.append(Token(WORD, "-", start, end))  # the sign of a number, taken up by it
            return
        kind = SOFT
    elif mark == "." and text[start : start + 2] == "..":
        kind = SOFT
    elif mark == "." and tokens and tokens[-1].word == "…":
        return
    elif (
        mark == "."
        and tokens
        and tokens[-1].end == start
        and following.isalnum()
        and text[start - 1].isdigit()
    ):
        kind = SOFT
    elif mark == "." and tokens and _abbreviates(tokens[-1].word, text[end : end + 2].strip()):
        return
    elif mark in _HARD:
        kind = HARD
    elif mark in _SOFT:
        kind = SOFT
    elif mark == "/" and tokens and tokens[-1].word == "w" and not spaced:
        tokens[-1].word, tokens[-1].end = "with", end
        return
    elif mark in _SYMBOLS:
        if _counts(text, tokens, mark, start, end):
            tokens.append(Token(WORD, mark, start, end))
            return
        kind = SOFT  # *emotes*, -=banners=-
    else:
        return
    last = tokens[-1] if tokens else None
    word = "…" if mark == "." and kind == SOFT else mark
    if last is not None and last.kind in (SOFT, HARD) and not (kind == HARD and word == "\n"):
        last.kind = max(last.kind, kind)  # "?!", "...?", "))." are one break
        if mark == "?" or (kind == HARD and last.word != "?"):
            last.word = mark
        last.end = end
        return
    tokens.append(Token(kind, word, start, end))


def _abbreviates(word: str, following: str) -> bool:
    """Whether the full stop after a word ends no sentence: "vs. Pain", "rd. 2"."""
    return (word in _ABBREVIATED and bool(following)) or (word in _NUMBERS_AFTER and following.isdigit())


def _counts(text: str, tokens: list[Token], mark: str, start: int, end: int) -> bool:
    """Whether a symbol means something in a sum or a list, rather than decorating."""
    if mark in "&@":
        return True
    after = text[end : end + 2].lstrip()[:1]
    number_before = bool(tokens) and (
        tokens[-1].kind == NUMBER
        or (mark in "*x" and tokens[-1].word == ")" and len(tokens) > 1 and tokens[-2].kind == NUMBER)
    )
    if mark == "%":
        return number_before
    if mark in "#":
        return after.isdigit()
    if mark == "/":
        return bool(tokens) and tokens[-1].end == start and after.isalnum()
    return (
        (after.isdigit() or after in ("-", "+"))
        if mark == "="
        else number_before and (after.isdigit() or after == "+")
    )
