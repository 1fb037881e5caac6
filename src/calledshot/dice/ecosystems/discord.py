"""Dice bots of Discord: Avrae (with the dice notation it prints), and the imitations of AOL's dice there.

One message of Avrae's may hold several rolls, an attack's to hit and its damage; each is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.parts import INT, Grammar, Thrown, expression, made, numbers
from calledshot.dice.roll import Roll

_MENTION = re.compile(r"<@!?\d{1,20}>|@([^\n]{1,64})", re.ASCII)
_DIE = re.compile(r":game_die:|\U0001f3b2")
_LABEL = re.compile(r"(\*{2})?([^\n*:`=]{1,100}?)(?(1)(?:\*\*:|:\*\*)|:) (?=\S)")
_TOTAL = re.compile(
    rf"[_*]{{0,3}}Total(?:[_*]{{0,3}}:|:[_*]{{0,3}}) `?\*{{0,2}}({INT})\b[`*]{{0,3}}", re.ASCII
)
_EQUALS = re.compile(
    rf"(.{{1,800}}?) = (?:`({INT})`|\*\*({INT})\*\*|({INT}))(?:[;!,. ].{{0,200}})?", re.ASCII
)
_TITLE = re.compile(
    r"\*{0,2}([^\n*]{1,64}?) (?:makes an? ([^\n]{1,60}?)|(?:attacks with|uses|casts) [^\n]{1,80})!\*{0,2}"
)
_TERM = re.compile(
    r"\s{0,3}([-+]?)\s{0,3}(?:(\d{0,4})d(\d{1,7}|%)([a-z!<>=\d]{0,30})\s?\(([^()]{1,800})\)|(\d{1,9}))"
    r"\s{0,3}(?:\[[^\[\]]{0,80}\])?",
    re.ASCII,
)
_DICE = re.compile(r"(\d{0,4})d(\d{1,7}|%)([a-z!<>=\d]{0,30})\s?\(([^()]{1,800})\)", re.ASCII)
_FACE = re.compile(r"(\d{1,9}(?: -> \*{0,2}\d{1,9}){0,20})(!)?", re.ASCII)
_GOT = re.compile(
    r"You rolled (\d{1,4}) (\d{1,7})-sided (?:die|dice)\.{2,3}\s{1,4}and got (?:an? )?([^.]{1,800})\.",
    re.ASCII,
)
_ARTICLE = re.compile(r"\ban? ")
_GENERAL = frozenset({"", "result", "total", "meta", "results"})


def avrae(text: str) -> Sequence[Roll] | None:
    """`@Wick  :game_die:` / `**Result**: 1d20 (10) + 5` / `**Total**: 15` (what the roll was for may stand
    where `Result` does), or in an embed ``**To Hit**: 1d20 (11) + 1 = `12` ``: dropped dice are struck out,
    rerolled ones have an arrow."""
    return _rolls(text, bare=False)


def avrae_bare(text: str) -> Sequence[Roll] | None:
    """The same where a client left the marks out: `To Hit: 1d20 (11) + 1 = 12`."""
    return _rolls(text, bare=True)


def _rolls(text: str, *, bare: bool) -> Sequence[Roll] | None:
    lines = text.split("\n")
    marked = bare or "**" in text or _DIE.search(text) is not None
    found = []
    roller: str | None = None
    purpose = ""
    for at, line in enumerate(lines):
        if "d" not in line or "(" not in line:
            continue
        label = _LABEL.match(line.strip())
        plain = line.strip()[label.end() :] if label is not None else line.strip()
        equal = _EQUALS.fullmatch(plain)
        below = _TOTAL.fullmatch(lines[at + 1].strip()) if at + 1 < len(lines) and marked else None
        if equal is not None and (equal[2] or bare or (marked and label is not None)):
            rendered, total = equal[1], int(equal[2] or equal[3] or equal[4])
        elif below is not None and label is not None:
            rendered, total = plain, int(below[1])
        else:
            continue
        if roller is None:
            roller, purpose = _roller(text), _purpose(text)
        words = label[2].strip() if label is not None else ""
        words = purpose if words.lower() in _GENERAL else words
        roll = _rendered(roller, rendered, total, words)
        if roll is not None:
            found.append(roll)
    return found or None


def _roller(text: str) -> str:
    first = text.split("\n", 1)[0]
    die = _DIE.search(first)
    mention = _MENTION.match(first[: die.start()].strip() if die is not None else "")
    if mention is not None:
        return mention[1] or ""
    title = _TITLE.search(text)
    return title[1] if title is not None else ""


def _purpose(text: str) -> str:
    """What a roll is for that a title tells: "Wick makes an Initiative check!"."""
    title = _TITLE.search(text)
    return title[2] or "" if title is not None else ""


def _rendered(roller: str, rendered: str, total: int, comment: str = "") -> Roll | None:
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
    if at >= len(rendered):
        return made(roller, written, total, shown, comment=comment) if shown else None
    every = [_faces(faces) for _, _, _, faces in _DICE.findall(rendered)]
    groups = [one for one in every if one is not None]
    short = "".join(_DICE.sub(lambda one: f"{one[1] or 1}d{one[2]}{one[3]}", rendered[:400]).split())
    short = short[:200] if expression(short[:200]) is None else f"{short[:200]}*"
    return made(roller, short, total, groups, comment=comment) if groups else None


def _faces(text: str) -> Thrown | None:
    kept: list[int] = []
    dropped: list[int] = []
    struck = False
    for part in text.split(","):
        part = part.strip()
        struck |= part.startswith(("~~", "**~~"))
        ends = part.rstrip("*").endswith("~~")
        face = _FACE.fullmatch(part.replace("~~", "").replace("**", "").replace("_", ""))
        if face is None:
            return None
        *before, last = (int(one) for one in re.findall(r"\d+", face[1]))
        dropped += before
        (dropped if struck else kept).append(last)
        struck = struck and not ends
    return Thrown(tuple(kept), tuple(dropped))


def got(text: str) -> Roll | None:
    """`You rolled 2 6-sided dice...` / `and got a 2 and a 6.`: said to whoever asked."""
    found = _GOT.fullmatch(text.strip())
    faces = numbers(_ARTICLE.sub("", found[3])) if found is not None else None
    if found is None or faces is None:
        return None
    return made("", f"{found[1]}d{found[2]}", sum(faces), [Thrown(faces)])


GRAMMARS = (Grammar("avrae", avrae), Grammar("aol-clone", got), Grammar("avrae-bare", avrae_bare, plain=True))
