"""Other dice bots of Discord: Dice Maiden (old and new), Rollem, Sidekick."""

from __future__ import annotations

import re
from collections.abc import Sequence

from calledshot.dice.ecosystems.parts import (
    FATE_SIDES,
    INT,
    Grammar,
    Thrown,
    expression,
    fate,
    kept,
    made,
    numbers,
    pool,
    summed,
    unasked,
)
from calledshot.dice.roll import Roll

_NAME = r"(?:\*{2}([^\n*`]{1,64})\*{2}|@?([^\n*`:]{1,64}?))"
_MAIDEN = re.compile(
    rf"(?:(?:\U0001f3b2|:game_die:) ?)?{_NAME}(?: Request: `\[?([^`\n]{{1,200}}?)\]?`)?,?\s"
    r"(?:\*{2}([^\n*]{0,60})\*{2}: )?(Rolls?:.{1,1800})",
    re.DOTALL,
)
_SHOWN = r"`?\[[^\]\n]{1,800}\]`?(?: ?~~`?\[[^\]\n]{1,400}\]`?~~)?"
_TALLY = re.compile(
    rf"(?:\*{{2}}([^\n*]{{0,60}})\*{{2}}: )?(?:Rolls?: ?)?({_SHOWN}(?: ?[-+] ?{_SHOWN}){{0,20}}) ?"
    r"(?:Rerolls: `\d{1,9}` ?)?(?:(Result|Successes|Hits|Failures):? ?)?=? ?"
    rf"(?:`({INT})`|\*{{2}}({INT})( [A-Za-z ]{{1,40}})?\*{{2}})([^\n]{{0,300}})"
)
_GROUP = re.compile(r"([-+]?) ?`?\[([^\]\n]{1,800})\]`?(?: ?~~`?\[([^\]\n]{1,400})\]`?~~)?")
_COUNTED = re.compile(r" ((?:success|hit|failure|botch)[a-z]{0,3})\b")
_REASON = re.compile(r"Reason: `([^`\n]{1,300})`")
_ROLLEM = re.compile(
    rf"(?:'([^\n]{{1,100}}?)', )?` ?({INT}|\*{{2}}(?:Success|Failure)!\*{{2}}) ?` ⟵ ([^\n]{{1,800}})"
)
_ADDRESS = re.compile(r"(?:<@!?\d{1,20}>|@([^\n,:]{1,64}))[,:]?\s{1,3}", re.ASCII)
_LABELLED = re.compile(r"\[ ?([^\[\]\n]{1,400}?) ?\] ?(?:\d{0,4} ?d ?(?:\d{1,7}|%|[fF])[^\s+\-*/\[\]]{0,20})")
_SIDEKICK = re.compile(
    rf"(?:@?([^\n`:]{{1,64}}): )?`([^`\n]{{2,120}})` = (.{{1,600}}?) = ({INT})\.?"
    r"(?: (?:#|//)? ?(.{1,200}))?",
    re.ASCII,
)
_PAREN = re.compile(r"\(([^()\n]{1,400})\)")
_STRUCK = re.compile(r"~~([^~\n]{1,60})~~")


def maiden(text: str) -> Sequence[Roll] | None:
    """``@Wick Request: `[4d6 k3]` Roll: `[6, 4, 3, 1]` Result: `13` Reason: `luck` ``, in the newer one
    ``🎲 **Wick** Request: `2d6+3` Roll: `[6, 5]` = **14** ``; of several sets a line each."""
    found = _MAIDEN.fullmatch(text.strip())
    if found is None:
        return None
    roller, asked, label = found[1] or found[2], (found[3] or "").strip(), found[4] or ""
    reason = _REASON.search(found[5])
    comment = reason[1] if reason is not None else label
    many = re.match(r"(\d{1,2}) +(?=\d*d)", asked)
    if many is not None:
        asked = asked[many.end() :]
    rolls = []
    for line in found[5].split("\n"):
        tally = _TALLY.search(line)
        if tally is not None:
            roll = _tallied(roller, asked, tally, comment or tally[1] or "")
            if roll is None:
                return None
            rolls.append(roll)
    return rolls or None


def _tallied(roller: str, asked: str, tally: re.Match[str], comment: str) -> Roll | None:
    value = int(tally[4] or tally[5])
    shown: list[Thrown] = []
    for _, faces, dropped in _GROUP.findall(tally[2]):
        read = numbers(faces.strip())
        off = numbers(dropped.strip()) if dropped else ()
        fudge = fate(faces) if read is None else None
        if fudge is not None and not shown:
            return pool(
                roller, asked.lower() or f"{len(fudge)}df", FATE_SIDES, fudge, comment,
                modifier=value - sum(fudge), total=value,
            )  # fmt: skip
        if read is None or off is None:
            return None
        left = list(read)
        for face in off if len(read) > len(off) else ():
            if face in left:
                left.remove(face)
        shown.append(Thrown(tuple(left), off))
    behind = _COUNTED.match(tally[7])
    counts = (tally[6] or (behind[1] if behind is not None else tally[3]) or "").strip()
    asked = re.sub(r"\s+", "", asked.partition("!")[0].partition("#")[0])
    if counts and counts != "Result":
        sides = re.search(r"d(\d{1,7})", asked)
        words = f"{value} {counts.lower()}" + (f": {comment}" if comment else "")
        return pool(roller, asked, int(sides[1]), shown[0].faces, words) if sides is not None else None
    if not asked:
        return unasked(roller, shown[0].faces, value, comment)
    keep = re.fullmatch(r"(\d{0,4}d\d{1,7})(kl|k|d)(\d{1,4})", asked)
    if keep is not None and len(shown) == 1 and not shown[0].dropped:
        way = {"k": "kh", "kl": "kl", "d": "dl"}[keep[2]]
        number = int(keep[3]) if keep[2] != "d" else len(shown[0].faces) - int(keep[3])
        if 0 < number < len(shown[0].faces):
            shown = [Thrown(*kept(shown[0].faces, way, number))]
        asked = f"{keep[1]}{way}{keep[3]}"
    return made(roller, asked, value, shown, comment=comment)


def rollem(text: str) -> Sequence[Roll] | None:
    """``@Wick, 'to hit', ` 15 ` ⟵ [10] 1d20 + 5``; several sets are a line each."""
    text = text.strip()
    address = _ADDRESS.match(text)
    roller = address[1] or "" if address is not None else ""
    rolls = []
    for line in (text[address.end() :] if address is not None else text).split("\n"):
        found = _ROLLEM.fullmatch(line.strip())
        if found is None:
            continue
        shown = []
        for faces in _LABELLED.finditer(found[3]):
            struck = tuple(int(one) for one in re.findall(r"\d{1,9}", " ".join(_STRUCK.findall(faces[1]))))
            left = numbers(_STRUCK.sub("", faces[1].replace("**", "")).strip(" ,").replace(", ,", ","))
            if left is None:
                return None
            shown.append(Thrown(left, struck))
        written = re.sub(r"\[[^\[\]\n]{1,400}\] ?", "", found[3]).strip()
        compared = re.search(r" ?(?:>=|<=|>|<|==?) ?\d{1,9}$", written)
        written = written[: compared.start()] if compared is not None else written
        if not shown:
            continue
        words = ", ".join(
            word for word in (found[1] or "", found[2].strip("*") if "*" in found[2] else "") if word
        )
        total = None if "*" in found[2] else int(found[2])
        roll = made(roller, written, total, shown, comment=words)
        if roll is None:
            return None
        rolls.append(roll)
    return rolls or None


def sidekick(text: str) -> Roll | None:
    """``Wick: `2d6+1` = (4+2)+1 = 7``."""
    found = _SIDEKICK.fullmatch(text.strip())
    if found is None or "d" not in found[2].lower():
        return None
    shown = []
    for group in _PAREN.findall(found[3]):
        struck = tuple(int(one) for one in re.findall(r"\d{1,9}", " ".join(_STRUCK.findall(group))))
        left = summed(re.sub(r"(?:^\+)|(?:\+$)|(?<=\+)\+", "", _STRUCK.sub("", group).replace("*", "")))
        if left is None:
            return None
        shown.append(Thrown(left, struck))
    written, _, comment = found[2].partition("#")
    if not shown or (expression(written) is None and not re.match(r"\d{0,4}d\d", written)):
        return None
    return made(found[1] or "", written, int(found[4]), shown, comment=(comment or found[5] or "").strip())


GRAMMARS = (
    Grammar("dice-maiden", maiden),
    Grammar("rollem", rollem),
    Grammar("sidekick", sidekick),
)
