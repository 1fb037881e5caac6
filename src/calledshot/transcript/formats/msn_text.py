"""Conversations copied out of the windows of MSN and Windows Live Messenger: `NAME says:` in the window's
language, with or without a time, and the words on the lines below.

Not for histories (`msn_xml`), nor for what Messenger Plus! saves (`im_session`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import clock_of
from calledshot.transcript.formats.im_lines import BLANKS, Said, events, told
from calledshot.transcript.formats.im_text import NAME_LENGTH, known_note
from calledshot.transcript.formats.msn_xml import CODES

_TIME = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:[ \xa0\u202f]?[AaPp]\.?[ ]?[Mm]\.?)?"
_VERBS = (
    "says?|dice|dijo|dit|sagt|schreibt|diz|disse|scrive|ha scritto|zegt|säger|siger|sier|sanoo|mówi|pisze|"
    "diyor(?: ki)?|говорит|пишет|λέει|říká|hovorí|mondja|spune|说|說|說道|说道"
)
_HEADER = re.compile(
    rf"(?:\[(?P<first>{_TIME})\] )?(?P<name>\S[^\n]{{0,199}}?)"
    rf"(?:[ \xa0](?:{_VERBS})| ?の発言| ?님의 말)"
    rf"(?:[ \xa0]?[(\[](?P<time>{_TIME})[)\]](?:[ \xa0]?[:：])?|[ \xa0]?[:：])\s*"
)
_SENT = re.compile(
    r"[^\n:]{1,100} (?:just sent you a nudge|has just sent you a nudge|sent you a nudge|"
    r"te ha enviado un zumbido|vient de vous envoyer un wizz|ti ha inviato un trillo|"
    r"hat Sie angestupst|chamou a sua atenção)[.!]?"
    r"|(?:You have just sent a nudge|Acabas de enviar un zumbido|Vous venez d'envoyer un wizz)[.!]?"
    r"|The following message could not be delivered to all recipients:?"
    r"|Never give out your (?:password|credit)[^\n]{0,200}"
    r"|Transfer of [^\n]{1,200} (?:is complete|from [^\n]{1,80})\.?"
    r"|[^\n:]{1,100} sends:?"
    r"|You have (?:invited|received|accepted|declined|cancell?ed)[^\n]{0,200}"
    r"|[^\n:]{1,100} (?:appears? to be offline|may not reply)[^\n]{0,200}",
    re.IGNORECASE,
)
_CAME = re.compile(
    r"(?P<came>[^\n:]{1,100}?) (?:has been added to|was added to|has joined|se ha unido a|se unió a|"
    r"entrou n|a rejoint|a été ajoutée? à|è stat[oa] aggiunt[oa] all|wurde der|ist der) ?"
    r"[^\n:]{0,12}(?:conversa|Unterhaltung)[^\n:]{0,30}"
    r"|(?P<went>[^\n:]{1,100}?) (?:has left|left|ha salido de|ha abandonado|saiu d|a quitté|"
    r"ha lasciato|hat die) ?[^\n:]{0,12}(?:conversa|Unterhaltung)[^\n:]{0,30}"
    r"|[^\n:]{1,100} (?:has added|ha agregado a|a ajouté) (?P<added>[^\n:]{1,100}?) (?:to|a|à) "
    r"[^\n:]{0,12}conversa[^\n:]{0,20}"
)
_PROSE = re.compile(
    r"[^\n]{0,200}[.!?] [A-Z][^\n]*|(?:[Aa]nd |[Bb]ut )?(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Ww]ho)"
)
"""Before the verb, what is a tale's and no name."""
SHARE = 0.15
"""Fewer heads than this among the lines are no conversation."""
SHORT = 8
"""So few lines may have only one head, or two."""
REPEATED = 6
"""From so many heads on, somebody speaks twice."""


def sniff(head: Head) -> float:
    """Who speaks first, or a line of the window's own, and enough that speaks."""
    found = [match for line in head.lines if (match := _HEADER.fullmatch(line.strip())) is not None]
    if not found or len(found) < SHARE * len(head.lines) or not _begins(head.lines[0].strip()):
        return 0.0
    names = {match["name"] for match in found}
    if any(map(_PROSE.fullmatch, names)) or (len(found) >= REPEATED and len(names) > 0.75 * len(found)):
        return 0.0
    if len(found) == 1:
        return 0.3 if len(head.lines) < SHORT else 0.0
    return 0.98 if len(found) > 2 or len(head.lines) < SHORT else 0.6


def _begins(line: str) -> bool:
    return _HEADER.fullmatch(line) is not None or _note(line) is not None


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a head and the words below it; what the window tells is the service's."""
    return events(blocks, ctx, _parser(), _unindented)


def _unindented(text: str) -> str:
    """The words, which the window sets a little to the right."""
    return "\n".join(line.strip(BLANKS) for line in text.split("\n")).strip("\n")


def _parser() -> Callable[[str], Said | None]:
    fresh = False  # whether the line above is a head, so that this one is said whatever it is

    def parse(line: str) -> Said | None:
        nonlocal fresh
        bare = line.strip()
        match = _HEADER.fullmatch(bare)
        if match is not None and (name := CODES.sub("", match["name"]).strip()):
            fresh = True
            return Said("say", as_member(name), "", clock_of(match["time"] or match["first"] or "") or "")
        said = None if fresh else _note(bare)
        fresh = False
        return said

    return parse


def _note(text: str) -> Said | None:
    """What the window tells, None if these are no words of its own."""
    if len(text) > 300:
        return None
    moved = _CAME.fullmatch(text)
    if moved is not None:
        who = moved["came"] or moved["added"]
        return told("join" if who else "leave", who or moved["went"], text, closed=True)
    if _SENT.fullmatch(text) is not None:
        return told("system", None, text, closed=True)
    of = known_note(text)
    if of is None or of.speaker is None or len(of.speaker) > NAME_LENGTH:
        return None
    return told(of.kind, of.speaker, text, to=of.to, closed=True)


FORMAT = Format(
    name="msn-text",
    title="MSN or Windows Live Messenger (copied from its window)",
    evidence="description",
    extensions=(".txt",),
    window=True,
    sniff=sniff,
    read=read,
)
