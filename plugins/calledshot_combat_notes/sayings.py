"""The DM's and the players' words for acts in the terms of these notes: phases called, holds, opportunities
taken, questions answered. Each is read from a whole sentence of its own; what no sentence fits is talk.

Rounds, calls, hits, damage and the like are the core's words; declarations are `reader`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from calledshot.api import Act, replace
from calledshot_combat_notes import acts, claims, fallen
from calledshot_combat_notes.naming import WHO, Maker, Names, pattern
from calledshot_combat_notes.topics import TOPICS
from calledshot_combat_notes.values import PHASES

MOST = 12
"""Acts of one message; a sentence makes one, or as many as it names people."""
LEAD = " (.…–-"
"""Signs before the words of a sentence."""
LONGEST = 300
"""Characters of a sentence that is looked at: a call or an answer is short."""

_SENTENCE = re.compile(r"[^\n;]{1,2000}")
_END = re.compile(r"[.!?…]+(?=\s|$)")
_TOPIC = re.compile(
    r"(?:(?P<who>[^:,.!?]{1,40}?)(?:'s|,)?\s)??(?:the )?(?P<topic>"
    + "|".join(sorted(TOPICS, key=len, reverse=True))
    + r")"
    r"\s{0,2}[:=]\s{0,3}(?P<words>\S.{0,250})",
    re.IGNORECASE,
)
_HIDDEN = re.compile(
    r"(?:hidden|secret(?:ly)?|in secret)\s{0,2}[:,-]\s{0,3}(?P<words>\S[\s\S]{0,600})", re.IGNORECASE
)
_SEQUENCE = re.compile(
    r"declar(?:ation|e|ing) (?:order|in this order)\s{0,2}[:=]\s{0,3}(?P<names>\S.{0,250})", re.IGNORECASE
)
_PLACED = re.compile(
    r"(?P<who>[^():;,]{1,40}?)(?: is| stands| starts| begins)?(?: now)?(?: (?:at|on|in))?(?: square)? ?"
    r"\(\s{0,2}(?P<x>-?\d{1,4})\s{0,2}[,;/]\s{0,2}(?P<y>-?\d{1,4})\s{0,2}\)",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s{1,20}")
_JOINS = re.compile(
    r",\s{1,3}(?:and |but |then |so )?|\s{1,3}(?:-{1,3}|–|—)\s{1,3}|:\s{1,3}|\s{1,3}and (?:then )?"
)
SURE = (acts.Held, acts.Lies, acts.Roller, acts.Winner, acts.Threatens, acts.Loaded, acts.Scale)
"""What a clause of a sentence may be."""

_BY = r"(?P<other>[^,:;()]{1,40}?)"
_PHASE = "|".join(sorted((name for name in PHASES if len(name) > 2), key=len, reverse=True))
_SHORT = "vf|vs|f|a|s"
_INIT = r"init(?:iative|s)?"
_ROLLS = (
    r"(?:(?:can|could|will|would) you (?:please )?roll|you(?:'re| are) rolling|is rolling|rolls?|to roll"
    r"|you(?:'ll)? roll|please roll)"
)
_HOLDS = (
    r"(?:holds?|is holding|grapples?|is grappling|has (?:grappled|hold of|a hold on)|grabs?(?: hold of)?"
    r"|seizes?|pins?|restrains?|wrestles? down)"
)
_HELD = r"(?:held|grappled|grabbed|seized|pinned|restrained)"
_FREE = r"(?:breaks? free|is free(?: again)?|gets? free|gets? loose|escapes?|wriggles? free)"
_HIS = r"(?:his|her|its|their)"
_DOWN = rf"(?: prone| down| off {_HIS} feet| flat on {_HIS} back| to the ground)"
_UP = (
    rf"(?:gets (?:back )?up(?: again)?|stands(?: back)? up(?: again)?|stays (?:up|on {_HIS} feet)"
    rf"|is (?:back )?on {_HIS} feet(?: again)?|is up again|regains {_HIS} feet)"
)
_AOO = (
    r"(?:attacks? of opportunity|aoos?|ao|opportunity attacks?|opportunity|free (?:attack|swing)|opp attack)"
)
_PARTY = (
    r"(?:party|players|pcs|side|us|group|team|good guys|heroes|you(?: (?:two|three|four|five|all|lot))?"
    r"|everyone|everybody)"
)
_THIS = r"(?:my|the|an|that|his|her|its|their|a)"
_AT = rf"(?: (?:on|at|against|vs) {_BY})?(?: (?:as|while|when|before|because) [^.!?:]{{1,80}})?"

_NEAR = r"(?:[^,:;.]{1,40} threatened(?: by [^,:;.]{1,40})?, (?:so |and )?)?"
"""Why somebody has an opportunity, said before it."""
_PHASE_BEFORE = re.compile(rf"\W{{0,4}}(?:the )?(?:{_PHASE})(?: phase)?\s{{0,2}}:(?=\s)", re.IGNORECASE)
"""A phase called in the same breath as what happens in it: "Fast: the orc moves in"."""


def _phase(found: re.Match[str], names: Names) -> Act | None:
    if found["end"]:
        return acts.PhaseCall(slot=6)
    return acts.PhaseCall(slot=PHASES[_SPACES.sub(" ", found["phase"].casefold().replace("-", " "))])


def _holds(found: re.Match[str], names: Names) -> Act | None:
    who, by = names.find(found["other"]), names.find(found["who"])
    return acts.Held(who=who, by=by) if who is not None and by is not None else None


def _is_held(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Held(who=who, by=names.find(found["other"])) if who is not None else None


def _free(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Held(who=who, free=True) if who is not None else None


def _released(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["other"])
    return acts.Held(who=who, free=True) if who is not None else None


def _lies(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Lies(who=who, prone=True) if who is not None else None


def _loaded(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Loaded(who=who) if who is not None else None


def _stands(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Lies(who=who, prone=False) if who is not None else None


def _takes(found: re.Match[str], names: Names) -> Act | None:
    groups = found.groupdict()
    who, against = names.find(groups.get("who")), names.find(groups.get("other"))
    if groups.get("who") is not None and who is None:
        return None
    return acts.Opportunity(taken=True, who=who, against=against)


def _offered(found: re.Match[str], names: Names) -> Act | None:
    act = _takes(found, names)
    return replace(act, offered=True) if act is not None else None


def _passes(found: re.Match[str], names: Names) -> Act | None:
    groups = found.groupdict()
    who = names.find(groups.get("who"))
    if groups.get("who") is not None and who is None:
        return None
    return acts.Opportunity(taken=False, who=who, against=names.find(groups.get("other")))


def _scale(found: re.Match[str], names: Names) -> Act | None:
    return acts.Scale(scale=(found["scale"] or "missile").casefold())


def _roller(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Roller(who=who) if who is not None else None


def _height(found: re.Match[str], names: Names) -> Act | None:
    return acts.Height(height=found["height"].casefold())


def _wins(found: re.Match[str], names: Names) -> Act | None:
    side = claims.side_of(found["who"], {})
    if side is None:
        who = names.find(found["who"])
        side = f"of {who}" if who is not None else None
    return acts.Winner(side=side) if side is not None else None


def _first(found: re.Match[str], names: Names) -> Act | None:
    act = _wins(found, names)
    return replace(act, plain=True) if act is not None else None


def _whose(found: re.Match[str], names: Names) -> Act | None:
    party = found["whose"].casefold() in ("your", "our")
    return acts.Winner(side="party" if party else "opponents", plain=True)


def _side_alone(found: re.Match[str], names: Names) -> Act | None:
    side = claims.side_of(found["who"], {})
    return acts.Winner(side=side, plain=True) if side is not None else None


def _threatens(found: re.Match[str], names: Names) -> Act | None:
    who, target = names.find(found["who"]), names.find(found["other"])
    if who is None or target is None:
        return None
    return acts.Threatens(who=who, target=target, on=not found["no"])


def _interrupted(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found["who"])
    return acts.Interrupted(who=who, holds=bool(found["no"])) if who is not None else None


def _spell_lost(found: re.Match[str], names: Names) -> Act | None:
    kept = found["kept"] is not None
    return acts.Told(topic="spell", words="kept" if kept else "lost", plain=True)


_EFFECTS = "parry|cover|guard|charge|run|sprint"
_DOES = r"(?:means|gives|gets|adds|costs|lets|is worth)\b .{1,200}"


def _means(found: re.Match[str], names: Names) -> Act | None:
    return acts.Told(topic=found["topic"].casefold(), words=found["words"].strip(), plain=True)


def _closing(found: re.Match[str], names: Names) -> Act | None:
    return acts.Told(topic="closing", words=found[0].strip(), plain=True)


def _abandons(found: re.Match[str], names: Names) -> Act | None:
    who = names.find(found.groupdict().get("who"))
    return None if found.groupdict().get("who") is not None and who is None else acts.Abandons(who=who)


FOR_DM: tuple[tuple[re.Pattern[str], Maker], ...] = (
    (
        pattern(
            r"(?:(?:now|on to|next)[:,]? )?(?:the )?"
            rf"(?:(?P<phase>{_PHASE})(?: phase| slot)?|(?P<end>end slots?))(?:[:,]? (?:phase|now|next))?"
        ),
        _phase,
    ),
    (
        re.compile(rf"(?P<phase>{_SHORT})(?: phase)?(?::|(?<=phase)\.?)(?P<end>(?!))?", re.IGNORECASE),
        _phase,
    ),
    (pattern(rf"{WHO} {_HOLDS} {_BY}(?: fast| tight| down)?"), _holds),
    (pattern(rf"{WHO} is (?:now )?{_HELD}(?: fast| tight| down)?(?: by {_BY})?"), _is_held),
    (pattern(rf"{WHO} {_FREE}"), _free),
    (pattern(rf"{WHO} (?:releases?|lets? go of|drops? its hold on) {_BY}"), _released),
    (pattern(rf"{WHO} (?:is|goes|falls|lies|gets|ends up)(?: now)?(?: knocked)?{_DOWN}"), _lies),
    (pattern(rf"{WHO} {_UP}"), _stands),
    *fallen.FOR_DM,
    (
        pattern(
            r"(?:ok(?:ay)?,? )?(?:(?:we(?:'re| are)|it(?:'s| is)|this is|that's) )?"
            r"(?:at |on |in |to |use |using |now )?(?:the )?(?P<scale>melee|missile) scale"
            r"(?: (?:now|again|from here(?: on)?|here))?"
        ),
        _scale,
    ),
    (
        pattern(
            r"(?:(?:we(?:'re| are)|it(?:'s| is)|this is) )?(?:at |on |in |using )?(?:the )?(?:5|five)[ -]?"
            r"(?:yd|yds|yards?) squares?(?P<scale>(?!))?"
        ),
        _scale,
    ),
    (
        pattern(
            rf"(?:{_INIT}[,:]? )?{WHO}[,:]?(?: please| pls)?,? {_ROLLS}(?: (?:the|a))?"
            rf"(?: d10| {_INIT})?(?: please| pls)? for (?:the |your |our |all of )?{_PARTY}"
            r"(?: (?:this (?:time|round)|please|pls|again|now)){0,3}"
        ),
        _roller,
    ),
    (
        pattern(
            rf"(?:please )?roll(?: the| a)?(?: d10| {_INIT})? for (?:the |your |our |all of )?{_PARTY}"
            rf"(?: please)?,? (?:please,? )?{WHO}"
        ),
        _roller,
    ),
    (
        pattern(
            rf"{_INIT}(?: please| pls)?[,:]? {WHO}(?:(?:'s|,? you)(?: roll| turn)?)?"
            r",?(?: (?:this (?:time|round)|(?:it )?is|please|pls|(?:to )?rolls?)){1,3}"
        ),
        _roller,
    ),
    (
        pattern(
            r"(?:that(?:'s| is|'s| was) |it(?:'s| is) )?(?:an? )?(?P<height>high|low|standard)"
            r" (?:attack|blow|hit)"
        ),
        _height,
    ),
    (
        pattern(
            rf"(?:so |ok,? |and )?{WHO} (?:(?:wins?|won|has|have|takes?|gets?|got) (?:the )?{_INIT}"
            rf"|(?:go|goes|moves?|acts?) first)(?: (?:this (?:time|round)|then|now))?"
        ),
        _wins,
    ),
    (
        pattern(
            rf"(?:so |ok,? |and |then )?(?:it's )?{WHO}(?:'s|'re)? (?:wins?|won|wins? it|has it|have it"
            r"|got it|gets? it|takes? it|(?:is |are )?(?:up )?first|(?:wins?|won|has it|have it) again|again)"
            r"(?: (?:this (?:time|round)|then|now))?"
        ),
        _first,
    ),
    (
        pattern(rf"(?:it's |that's )?(?P<whose>your|their|our|my) (?:{_INIT}|initiative)(?: then| again)?"),
        _whose,
    ),
    (pattern(rf"{WHO}"), _side_alone),
    (pattern(rf"{WHO} (?P<no>no longer |does(?: not|n't) )?threatens? {_BY}"), _threatens),
    (
        pattern(
            rf"{WHO}(?:'s)? (?:casting|spell|concentration|is)(?: is)?(?P<no> not)?"
            r"(?: interrupted| disturbed)"
        ),
        _interrupted,
    ),
    (
        pattern(
            rf"{WHO}(?:'s (?:cross)?bow)?,?(?: (?:has|is|you're|you are)){{0,1}}(?: now)? (?:re)?loaded"
            r"(?: (?:his|her|the) (?:cross)?bow)?(?: again| now)?"
        ),
        _loaded,
    ),
    (
        pattern(
            r"(?:and )?(?:(?:the|your|his|her|that) spell|it|that)(?:'s| is| stays)? (?:also )?"
            r"(?:(?P<kept>not (?:lost|gone|used up)|kept|still (?:yours|there|in (?:your |his |her )?memory))"
            r"|lost|gone|used up|wasted|forgotten)(?: (?:from|to) (?:your |his |her )?memory)?"
            r"(?: too| as well| also| though)?"
        ),
        _spell_lost,
    ),
    (pattern(rf"(?:an? |the |your |his |her )?(?P<topic>{_EFFECTS})(?:ing)? (?P<words>{_DOES})"), _means),
    (
        pattern(
            r"(?:(?:nobody|no ?one|no-one|none of (?:you|them|us)|everybody|everyone|(?:you|they) all)"
            r"(?:'s| is| are| looks?| feels?)? .{0,40}?"
            r"\b(?:tired|winded|fatigued|fresh|runs?|running|flees?|fleeing|retreats?|retreating|breaks?"
            r"|holds?|stays?|stands?)\b.{0,80}"
            r"|no (?:fatigue|retreat|morale)\b.{0,80}|morale (?:holds|is fine|stays)\b.{0,80})"
        ),
        _closing,
    ),
    (
        pattern(
            rf"(?:{WHO}[,:] )?(?:and |so )?you(?:'ve| can| may| will|'ll| do)? (?:now )?"
            rf"(?:gets?|have|got|take|make) (?:an?|your|one) {_AOO}{_AT}"
        ),
        _offered,
    ),
    (pattern(rf"no {_AOO}(?: there| here| for {WHO})?(?P<other>(?!))?"), _passes),
)

FOR_ALL: tuple[tuple[re.Pattern[str], Maker], ...] = (
    (
        pattern(
            rf"(?:(?:(?:i|i'll|i will) )?tak(?:e|es|ing) {_THIS} {_AOO}|{_AOO}){_AT}"
            r"(?:,? (?:then|please|yes))?"
        ),
        _takes,
    ),
    (
        pattern(rf"{_NEAR}{WHO}(?::|,)? (?:takes?|uses?|gets?|makes?|will take|has) {_THIS} {_AOO}{_AT}"),
        _takes,
    ),
    (
        pattern(
            r"(?:(?:i|i'll|we|all|everybody|everyone) )?(?:pass(?:es)?|declines?)(?: on)?(?: the| that| my)?"
            rf"(?: {_AOO})?"
        ),
        _passes,
    ),
    (
        pattern(
            rf"{WHO}:? (?:passes|pass|declines?|lets? (?:him|her|it|them) go|does(?: not|n't) take)(?: on)?"
            rf"(?: the| that| his| her| its)?(?: {_AOO})?{_AT}"
        ),
        _passes,
    ),
    (
        pattern(r"(?:i )?(?:abandon|give up|drop|forget)(?: my| the)? (?:action|move|attack|declaration)"),
        _abandons,
    ),
    (
        pattern(rf"{WHO} (?:abandons?|gives? up) (?:his|her|its|the) (?:action|move|attack|declaration)"),
        _abandons,
    ),
)


def read(text: str, names: Mapping[str, str], *, pgm: bool) -> list[Act]:
    """The acts of a message in the order of its words; plain talk gives none."""
    return [act for act, _ in zip(_read(text, Names(names), pgm), range(MOST), strict=False)]


def _read(text: str, names: Names, pgm: bool) -> Iterator[Act]:
    for start, sentence in _sentences(text):
        for act, first, last in _sentence(sentence, names, pgm):
            yield _at(act, sentence[first:last], start + first)


def _at(act: Act, words: str, start: int) -> Act:
    return replace(act, text=words.strip(), column=start + 1, end_column=start + len(words.rstrip()) + 1)


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence of a message with its place; a topic and its answer are one, full stops and all, and a
    phase called before a colon is one by itself."""
    plain = text.replace("’", "'").replace("‘", "'")
    if len(plain) != len(text):
        plain = text
    told = _HIDDEN.match(plain.lstrip(LEAD))
    if told is not None:  # for the record, several of them and all
        yield 0, plain
        return
    for line in _SENTENCE.finditer(plain):
        start, said = line.start(), line[0]
        last = 0
        while last < len(said):
            rest = said[last:]
            if _TOPIC.match(rest.lstrip(LEAD)) or _HIDDEN.match(rest.lstrip(LEAD)):
                yield start + last, rest
                break
            end = _PHASE_BEFORE.match(rest) or _END.search(rest)
            stop = last + end.end() if end is not None else len(said)
            if said[last:stop].strip():
                yield start + last, said[last:stop]
            last = stop


def _sentence(said: str, names: Names, pgm: bool) -> Iterator[tuple[Act, int, int]]:
    if len(said) > LONGEST and _HIDDEN.match(said) is None:
        return
    bare = said.strip(" ()").lstrip(LEAD)
    first = said.find(bare)
    whole = (first, first + len(bare))
    if pgm:
        topic = _TOPIC.fullmatch(bare)
        if topic is not None and (topic["who"] is None or names.find(topic["who"]) is not None):
            key = _SPACES.sub(" ", topic["topic"].casefold())
            yield (
                acts.Told(topic=TOPICS[key], words=topic["words"].strip(), who=names.find(topic["who"])),
                *whole,
            )
            return
        hidden = _HIDDEN.fullmatch(bare)
        if hidden is not None:
            yield acts.Hidden(words=hidden["words"].strip()), *whole
            return
        order = _SEQUENCE.fullmatch(bare.rstrip(". "))
        if order is not None:
            told = [names.find(part) for part in re.split(r",| then | and ", order["names"])]
            known = tuple(name for name in told if name is not None)
            if known:
                yield acts.Ordered(names=known), *whole
            return
        placed = False
        for one in _PLACED.finditer(said):
            who = names.find(one["who"].strip(" ,").removeprefix("and "))
            if who is not None:
                placed = True
                yield (
                    acts.Placed(who=who, at=(int(one["x"]), int(one["y"]))),
                    one.start(),
                    one.end(),
                )
        if placed:
            return
    act = _whole(bare, names, pgm)
    if act is not None:
        yield act, *whole
    elif pgm:
        yield from _clauses(said, names)


def _whole(bare: str, names: Names, pgm: bool) -> Act | None:
    """What a sentence is by itself."""
    for words, make in (*(FOR_DM if pgm else ()), *FOR_ALL):
        found = words.fullmatch(bare)
        act = make(found, names) if found is not None else None
        if act is not None:
            return act
    return None


def _clauses(said: str, names: Names) -> Iterator[tuple[Act, int, int]]:
    """What the clauses of a sentence of the DM's are, as far as they are sure: "the orc is dead, Alda is
    prone", "ok, average phase". A phase has to come first, or be called one."""
    last, parts = 0, list[tuple[int, int]]()
    for join in _JOINS.finditer(said):
        parts.append((last, join.start()))
        last = join.end()
    parts.append((last, len(said)))
    if len(parts) < 2:
        return
    for number, (start, end) in enumerate(parts):
        words = said[start:end].strip(" ()*")
        found = _whole(words, names, True) if words else None
        outer = number == 0 or words.casefold().endswith("phase")
        if isinstance(found, SURE) or (isinstance(found, acts.PhaseCall) and outer):
            yield found, start, end
