"""Text to one declaration of Combat Notes: what is drawn, where one goes, and what one does, as one move.

Movement and asides are cut out (`cutting`), the core reads what remains with the words of `moves_said`, and
`assembling` puts it together. What may be done is `legality`'s. Reading never raises, and a text is looked at
a few times.

A move's `details`, each key only where it was said (`class` always):
class: "no-move", "half" or "full"; `plain`: true where a verb of going stands without "half" or "full", so
that `movement.effective_class` decides; `path`, `then_path`: legs before and after the action, each the set
fields of a Step with its `text` (a leg with `over` goes over somebody); `order`: "move_first" or "act_first";
`over`: who is overrun; `ready`: list of {"do", "what"}; `also`: further actions, which no class allows, as
{"action", "instrument", "target"}; `targets`: all of several; `times`; `facing`: a direction or somebody's
name; `at`: a square aimed at; `height`, `casting_time`, `prep`, `power`, `abandons`.
"""

from __future__ import annotations

from calledshot.api import Lexicon, Move, Phrase, Reading, means_first, replace
from calledshot.api import read as read_moves
from calledshot_combat_notes import assembling, cutting
from calledshot_combat_notes.moves_said import ATTACKS, MOVING, READY

NOT_VERBS = frozenset(("the", "a", "an", "my", "his", "her", "our", "their", "some", "in", "on", "at", "and"))
ASKS = frozenset({
    "what", "whats", "what's", "who", "whos", "who's", "whose", "which", "where", "wheres", "where's", "when",
    "whens", "why", "whys", "how", "hows", "how's", "am", "is", "are", "was", "does", "did", "can", "could",
    "should", "would", "may",
})  # fmt: skip
"""First words of a question, with its mark or without."""
MOST_OTHER = 12
"""Words of an action that the catalogue does not have; more is a remark."""

ARMED = (ATTACKS | {"cover", "parry"}) - {"unarmed"}
"""Actions that are done with a weapon."""
_SUBJECT = Phrase(r"[\s*(]{0,4}(?:i|i'll|i will|i'm|im|ill)\s{1,3}(?=[a-z])")
_DOES = Phrase(
    r"(?!(?:back|afk|done|love|phone|gone|out|off|here|there|sorry|thanks|great|bye|later|same|one|two|just|only"
    r"|all|any|some|more|much|very|really|so|too|well|now|then|and|but|or|for|from|with|of|to|up|down|waiting"
    r"|ready|sure|lots?|looks?|looking|talking|going|roll|rolls|rolled|rolling)\b)"
    r"[a-z]{3,16}\s{1,2}(?:up |down |out |off |over |away ){0,1}"
    r"(?:the|an?|my|his|her|its|their|at|into|onto|behind|under|from|through|across|around|past|toward|towards)\s{1,2}[a-z]",
)
"""An unknown verb with something it is done to: "juggle the torches"."""
_LABEL = Phrase(r"([^:]{1,40}):\s", flags=0)
_TALKS = Phrase(
    r"\?|\b(?:lol|haha|brb|gtg|we|should|could|would|can|can't|don't|didn't|is|are|was|were|who|what|when|where"
    r"|why|how|which|if|nice|good|ok|okay|hmm+|thanks|ty|sorry|wait|yes|no|not|you|your|you're|hello|hi|hey"
    r"|tomorrow|yesterday|last|he|she|they|it's|that's|this|there|anyone|everybody|everyone)\b",
)
_WISH = Phrase(r"(?:maybe |perhaps |then )?(?:if\b.{1,80}\b)?(?:i'd|i would|i might|i could|i may|id)\b")
"""What one would do, and does not declare."""
_YOURS = Phrase(r"\b(?:guard|watch|hold|mind|cover|move|bite|shut|save|keep|raise|lower|use) your\b")
"""What is told to another."""
_STATES = Phrase(
    r"(?:hate|love|like|want|need|think|thought|hope|wish|guess|know|knew|remember|forget|forgot|feel|felt|believe"
    r"|have|had|got|gotta|swear|bet|miss|missed|owe|promise|mean|meant|see|saw|hear|heard|wonder|agree|vote|suggest"
    r"|say|said|told|died|do|did|doubt|prefer|suppose|understand|vow|live|lost|won|enjoy"
    r"|cast my (?:vote|lot))\b",
)
"""Verbs behind "I" of which none is an action in a fight."""
_TAKEN_BACK = Phrase(
    r"^.{1,120}?(?:\.{2,}|[.,;!-])\s{0,3}(?:(?:no|oops|er+m?|um+|lol|haha|wait)[,. ]{1,3}){0,2}"
    r"(?:just kidding|jk|j/k|scratch that|strike that|never ?mind|nvm|i mean(?:t)?|make that"
    r"|on second thoughts?|no,? wait|changed? my mind)\b[\s,.:;!-]{1,4}(?=[a-z])",
)
"""What is taken back in the same breath, and the words that do it."""
_LUNGE = Phrase(
    r"\b(?:throw|hurl|fling|launch)(?:s|es|ing)?\s{1,2}(?:my|him|her|it|them)sel(?:f|ves)\s{1,2}(?:bodily\s)?"
    r"(?:at|on|upon|onto)\b",
)
"""Words for an attack in which nothing is thrown."""
_PURSUES = Phrase(
    r"(?:i\s{1,2})?(?:(?:go|come|run|chase)(?:e?s)?\s{1,2}(?:after|for|at)|(?:pursue|rush|attack)(?:e?s)?)\s{1,2}"
    r"[^,:;.]{1,40}[,:;]\s{0,3}(?=(?:and\s|then\s)?(?:a\s)?half[- ]moves?\s"
    r"(?:[^,;:.]{1,40}\s)?(?:and|then|to)\s(?:then\s)?(?:attack|strike|hit|swing|stab|slash|bite|claw))",
)
"""What is said in plain words, before the same in those of the notes."""
_ARMS = Phrase(r"\b(sword|axe|bow|spear|club|mace|hammer|scimitar|flail|pick|blade)s(?=[\s.!)*]{0,4}$)")
"""What several do "with their short swords", each does with one."""
_SOMEONE = Phrase(r"[\s*]{0,4}(?P<who>he|she|they|it)\s{1,3}(?P<verb>[a-z]{2,20}s)\b")
"""What is told of oneself in the third person, in what is offered as a declaration."""
_WORD = Phrase(r"[^\W\d_][\w'-]*", flags=0)
_TO_YOU = Phrase(r"\byour?\b")


def read(
    text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
) -> Reading:
    """What one message declares: at most one move. As the core's `read`, of which `asked` makes a text told
    in the third person count at once."""
    folded = _plain(cutting.prepared(text, lexicon))
    if not folded.strip():
        return Reading(text=text)
    someone = _SOMEONE.match(folded) if given else None
    if someone is not None and someone["verb"].lower() in lexicon.verbs:
        start, end = someone.span("who")
        folded = folded[:start] + " " * (end - start) + folded[end:]
    first = means_first(folded, lexicon)
    if first is not None:
        return _armed(read(first[1], lexicon, given=given, prose=prose, asked=asked), first[0], text)
    body = cutting.Body(text, folded, *cutting.found(folded, lexicon))
    reading = _core(body.cut, lexicon, given, prose, asked, body.tells)
    if body.placeholder is not None and not (_acts(reading) or (body.minor and reading.moves)):
        other = _core(body.placeholder, lexicon, given, prose, asked, body.tells)
        reading = other if other.moves else reading
    remark = not (body.movements or body.asides) and _remark(reading, given or asked)
    if reading.moves and not remark:
        return assembling.whole(reading, body, lexicon, text, asked=asked, prose=prose)
    reading = Reading(text=text) if remark else reading
    if given or asked:
        return _outside(reading, folded, text, lexicon, given)
    return replace(reading, text=text)


def _plain(folded: str) -> str:
    """A text without figures of speech, its columns kept."""
    back = _TAKEN_BACK.match(folded)
    folded = " " * back.end() + folded[back.end() :] if back is not None else folded
    folded = _LUNGE.sub(lambda found: "attack".ljust(len(found[0])), folded)
    folded = _ARMS.sub(r"\1 ", folded)
    twice = _PURSUES.match(folded)
    return " " * twice.end() + folded[twice.end() :] if twice is not None else folded


def _armed(reading: Reading, weapon: str, text: str) -> Reading:
    """A reading with the weapon that was told before its verb: "with my spear, attack the boar"."""
    moves = tuple(
        replace(move, instrument=weapon) if move.instrument is None and move.action in ARMED else move
        for move in reading.moves
    )
    return replace(reading, text=text, moves=moves, strict=False)


def _remark(reading: Reading, wanted: bool) -> bool:
    """What is no action of the catalogue though it begins like one ("I swing from the lamp"), or is one of
    none where nobody waits for a declaration."""
    acts = [move for move in reading.moves if move.action not in READY]
    if _WISH.match(reading.text.strip(" *(")) is not None or _YOURS.search(reading.text) is not None:
        return True
    if len(acts) != 1:
        return False
    act = acts[0]
    if act.action == "cover" and act.target == "self":
        return True  # "cover me!", said to another
    if act.action == "other":
        return not wanted
    aimless = act.action in ATTACKS - {"charge"} and act.target is None and act.instrument is None
    pointed = reading.mark(act, "target") is not None or act.condition is not None
    return aimless and not pointed and any(slip.kind == "unread" for slip in reading.slips)


def _acts(reading: Reading) -> bool:
    """Whether something was read that is an action, not only what prepares it."""
    return any(move.action not in READY for move in reading.moves)


def _core(text: str, lexicon: Lexicon, given: bool, prose: bool, asked: bool, tells: bool) -> Reading:
    """What the core reads. A path or a class makes a declaration likely, as long as all else is one too."""
    tells = tells and _TO_YOU.search(text) is None
    reading = read_moves(text, lexicon, given=given, prose=prose, asked=asked or tells)
    if tells and not (given or asked) and any(slip.kind == "unread" for slip in reading.slips):
        return read_moves(text, lexicon, given=given, prose=prose, asked=asked)
    if not given and _TO_YOU.search(text) is not None and all(one.action in MOVING for one in reading.moves):
        return Reading(text=text)  # "move your token 3 e"
    return reading


def _outside(reading: Reading, folded: str, text: str, lexicon: Lexicon, given: bool) -> Reading:
    """CN-300: an action that the catalogue does not have, if the text is one at all."""
    stripped = folded.strip().strip("*").strip()
    words = _WORD.findall(stripped)
    label = _LABEL.match(stripped)
    if label is not None and lexicon.combatants.get(label[1]) is not None:
        return replace(reading, text=text)  # "Bran: attack the orc": said to him, or for him
    if (
        not words
        or words[0].lower() in NOT_VERBS | ASKS
        or len(words) > MOST_OTHER
        or _TALKS.search(stripped)
        or stripped[:1] in "\"'"
    ):
        return replace(reading, text=text)
    subject = _SUBJECT.match(stripped)
    if _WISH.match(stripped) or _YOURS.search(stripped):
        return replace(reading, text=text)
    if subject is not None and _STATES.match(stripped, subject.end()):
        return replace(reading, text=text)
    named = _names_somebody(stripped, lexicon)
    if not (given or subject or named or _DOES.match(stripped)) or (not subject and len(words) < 2):
        return replace(reading, text=text)
    start = len(folded) - len(folded.lstrip())
    end = len(folded.rstrip())
    move = Move(
        action="other",
        target=named,
        details={"class": "no-move"},
        text=text[start:end],
        column=start + 1,
        end_column=end + 1,
    )
    return Reading(text=text, moves=(move,))


def _names_somebody(text: str, lexicon: Lexicon) -> str | None:
    """Somebody named behind the first word: "dance at orc"."""
    for word in list(_WORD.finditer(text))[1:MOST_OTHER]:
        named = lexicon.somebody(text, word.start())
        if named is not None:
            return named[0]
    return None
