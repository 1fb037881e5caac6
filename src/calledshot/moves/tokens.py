"""Words and marks of a message with their columns. Knows brackets and stars, but no grammar.

One pass, no pattern that can run twice over the same stretch; the caps are below.
"""

from __future__ import annotations

import re

from calledshot.moves.folding import IGNORED, fold

MAX_TEXT = 8000
"""Code points of one message that are read for moves: several times what any chat service lets through."""

WORD, MARK, STAR, LINE, ROLEPLAY, SMILEY = "word", "mark", "star", "line", "roleplay", "smiley"

# Every alternative either has a fixed length or repeats one class of characters that nothing after it needs.
_TOKEN = re.compile(
    r"""(?P<star>''\*''|"\*"|'\*'|\(\*\)|\[\*\]|<\*>|\{\*\}|`\*`|\*{1,3})
    |(?P<roleplay>:{2,4})
    |(?P<smiley>(?<!\S)(?:[:;=8][-'^o]?[()DPpOo/\\|]|[xX]D|:-?\]|\^_?\^|>:[()])(?![\w:(;]))
    |(?P<with>(?<!\w)[wW]/(?:[oO](?!\w))?)
    |(?P<word>\w[\w\u200b]*(?:'\w+)*)
    |(?P<line>[\r\n]+)
    |(?P<arrow>[-=]>|<-)
    |(?P<mark>[^\s\w])""",
    re.VERBOSE,
)
_OPEN = {"(": ")", "[": "]", "{": "}"}


class Token:
    """`text` is folded and in lower case; `start` and `end` are offsets from 0, end exclusive; `key` is
    what names are compared by (empty for a mark)."""

    __slots__ = ("end", "key", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int, key: str) -> None:
        self.kind, self.text, self.start, self.end, self.key = kind, text, start, end, key

    def __repr__(self) -> str:
        return f"{self.kind}:{self.text}@{self.start}"


def tokenize(text: str) -> list[Token]:
    """The tokens of the first `MAX_TEXT` code points."""
    folded = fold(text[:MAX_TEXT])
    tokens: list[Token] = []
    for found in _TOKEN.finditer(folded):
        kind = found.lastgroup or "mark"
        said = found.group().lower()
        word_key = ""
        if kind == "word":
            if IGNORED in said:
                said = said.replace(IGNORED, "")
            word_key = said.replace("'", "").replace("_", "")
        elif kind == "with":
            kind, word_key = WORD, said
        elif kind == "arrow":
            kind = MARK
        elif kind == MARK and said == IGNORED:
            continue
        tokens.append(Token(kind, said, found.start(), found.end(), word_key))
    return tokens


def brackets(tokens: list[Token]) -> dict[int, int]:
    """The index of each opening bracket's closing one; the number of tokens for one that never closes.
    A stray closing bracket is not in it. `)` closes the innermost `(` whatever else is open."""
    pairs: dict[int, int] = {}
    open_at: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind != MARK:
            continue
        if token.text in _OPEN:
            open_at.append(index)
        elif token.text in ")]}" and open_at and _OPEN[tokens[open_at[-1]].text] == token.text:
            pairs[open_at.pop()] = index
    for index in open_at:
        pairs[index] = len(tokens)
    return pairs
