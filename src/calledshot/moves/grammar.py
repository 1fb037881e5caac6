"""Text in, `Reading` out: the door of this package.

Never raises on any text; the work is linear in its length, which `tokens.MAX_TEXT` caps. What the moves
are worth under the rules is not decided here.
"""

from __future__ import annotations

import re

from calledshot.moves.assembly import assemble
from calledshot.moves.folding import IGNORED, fold
from calledshot.moves.message import Message
from calledshot.moves.reader import Reader
from calledshot.moves.reading import Reading
from calledshot.moves.tokens import MAX_TEXT
from calledshot.moves.vocabulary import Lexicon

_WORDS = re.compile(r"\w+")
_BRACKETED_NUMBER = re.compile(r"[(\[{][^)\]}\d]{0,40}\d")


def read(
    text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
) -> Reading:
    """What one message declares.

    `given`: the text is offered as a move, so it is read as one if at all possible; otherwise it is a
    chat line, and usually talk. `prose`: an emote or role-play, of which a reading is a candidate only.
    `asked`: the speaker has just been asked for his move, so a bare "attack" is one.
    """
    if not (given or asked) and not _may_declare(text, lexicon):
        return Reading(text=text)
    msg = Message(text, lexicon, given=given, prose=prose, asked=asked)
    if not msg.tokens:
        return Reading(text=text)
    reader = Reader(msg)
    reader.segments()
    return assemble(reader)


def _may_declare(text: str, lexicon: Lexicon) -> bool:
    """Whether any word could be part of a declaration: most talk ends here, at a tenth of the cost."""
    folded = fold(text[:MAX_TEXT]).lower()
    if IGNORED in folded:
        folded = folded.replace(IGNORED, "")
    if not lexicon.triggers().isdisjoint(_WORDS.findall(folded)):
        return True
    return _BRACKETED_NUMBER.search(folded) is not None
