"""Dice bots of Discord: Avrae (with the dice notation it prints), and the imitations of AOL's dice there."""

from __future__ import annotations

import re

from calledshot.dice.ecosystems.parts import INT, Grammar, Thrown, made, numbers
from calledshot.dice.roll import Roll

_MENTION = re.compile(r"<@!?\d{1,20}>|@([^\n]{1,64})", re.ASCII)
_DIE = re.compile(r":game_die:|\U0001f3b2")
_RESULT = re.compile(
    r"\*{0,2}(?:Result|To Hit|Damage|Check|Save|Initiative)\*{0,2}: ([^\n]{1,800})", re.IGNORECASE
)
_TOTAL = re.compile(rf"\*{{0,2}}Total\*{{0,2}}: `?\*{{0,2}}({INT})\b", re.ASCII)
_EQUALS = re.compile(rf"(.{{1,800}}) = `({INT})`", re.ASCII)
_TITLE = re.compile(
    r"\*{0,2}([^\n*]{1,64}?) (?:makes an? [^\n]{1,60}|attacks with [^\n]{1,80}|casts [^\n]{1,80})!\*{0,2}"
)
_TERM = re.compile(
    r"\s{0,3}([-+]?)\s{0,3}(?:(\d{0,4})d(\d{1,7}|%)([a-z!<>=\d]{0,30})\s?\(([^()]{1,800})\)|(\d{1,9}))"
    r"\s{0,3}(?:\[[^\[\]]{0,80}\])?",
    re.ASCII,
)
_FACE = re.compile(r"(~~)?\*{0,2}(\d{1,9})(?: -> \*{0,2}(\d{1,9}))?(!)?\*{0,2}!?(~~)?", re.ASCII)
_GOT = re.compile(
    r"You rolled (\d{1,4}) (\d{1,7})-sided (?:die|dice)\.{2,3}\s{1,4}and got (?:an? )?([^.]{1,800})\.",
    re.ASCII,
)
_ARTICLE = re.compile(r"\ban? ")


def avrae(text: str) -> Roll | None:
    """`@Wick  :game_die:` / `**Result**: 1d20 (10) + 5` / `**Total**: 15`, or in an embed
    ``1d20 (11) + 1 = `12` ``: dropped dice are struck out, rerolled ones have an arrow."""
    found = _RESULT.search(text)
    behind = _TOTAL.search(text, found.end()) if found is not None else None
    if found is not None and behind is not None and (_DIE.search(text) or "**" in text):
        return _rendered(_roller(text), found[1], int(behind[1]))
    for line in text.split("\n"):
        plain = line[found.start(1) - found.start() :] if found is not None and line == found[0] else line
        equal = _EQUALS.fullmatch(plain.strip())
        if equal is not None:
            return _rendered(_roller(text), equal[1], int(equal[2]))
    return None


def _roller(text: str) -> str:
    first = text.split("\n", 1)[0]
    die = _DIE.search(first)
    mention = _MENTION.match(first[: die.start()].strip() if die is not None else "")
    if mention is not None:
        return mention[1] or ""
    title = _TITLE.search(text)
    return title[1] if title is not None else ""


def _rendered(roller: str, rendered: str, total: int) -> Roll | None:
    """A roll from how the bot wrote the expression out, each die's faces behind it."""
    at, written, shown = 0, "", []
    rendered = rendered.strip()
    while at < len(rendered):
        term = _TERM.match(rendered, at)
        if term is None or term.end() == at or (at and not term[1]):
            break
        at = term.end()
        if term[6] is not None:
            written += f"{term[1]}{term[6]}"
            continue
        thrown = _faces(term[5])
        if thrown is None:
            return None
        written += f"{term[1]}{term[2] or 1}d{term[3]}{term[4]}"
        shown.append(thrown)
    whole = at >= len(rendered)
    return made(roller, written if whole else f"{rendered[:200]}*", total, shown) if shown else None


def _faces(text: str) -> Thrown | None:
    kept: list[int] = []
    dropped: list[int] = []
    for part in text.split(","):
        face = _FACE.fullmatch(part.strip())
        if face is None:
            return None
        if face[3] is not None:
            dropped.append(int(face[2]))
        (dropped if face[1] else kept).append(int(face[3] or face[2]))
    return Thrown(tuple(kept), tuple(dropped))


def got(text: str) -> Roll | None:
    """`You rolled 2 6-sided dice...` / `and got a 2 and a 6.`: said to whoever asked."""
    found = _GOT.fullmatch(text.strip())
    faces = numbers(_ARTICLE.sub("", found[3])) if found is not None else None
    if found is None or faces is None:
        return None
    return made("", f"{found[1]}d{found[2]}", sum(faces), [Thrown(faces)])


GRAMMARS = (Grammar("avrae", avrae), Grammar("aol-clone", got))
