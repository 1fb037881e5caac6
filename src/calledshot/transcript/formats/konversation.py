"""Logs of Konversation: `[Friday, 8 March 2019] [10:02:33 CET] <Wren>`, a TAB, the words; dates as the desk's
language writes them; `*** Logfile started` where a log goes on.

What happens stands behind a word for its kind (`Join`, `Nick`, or another language's) and a TAB; it is read
off the client's sentence. Old versions write the time alone. Not for logs without the TABs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.formats.base import Context, Format, Head, Items
from calledshot.transcript.formats.chat_dates import like_date
from calledshot.transcript.formats.irc_lines import Heard, events, long_date, moment, noticed, said, told
from calledshot.transcript.formats.irc_text import (
    Note,
    bare_nick,
    joining,
    known_note,
    leaving,
    note,
    stripped,
)

_STAMP = re.compile(r"\[(?:([^\[\]\t]{6,60})\] \[)?([^\[\]\t]{4,40})\] ")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?", re.ASCII)
_SAY = re.compile(r"<([~&@%+!]{0,6}[^\s<>]{1,160})>\t(.*)")
_SENT = re.compile(r"<-> ([^\s<>]{1,160})>\t(.*)")
_ACT = re.compile(r"\t ?\* (\S{1,160})(?: (.*))?\Z")
_PRIVATE = re.compile(r"\*([^\s*]{1,80})\*\t(.*)")
_TYPED = re.compile(r"(<--|[^\t<]{0,40})\t(.*)")
_PASTED_ACT = re.compile(r" {2,12}(\* .*)")
_TYPES = frozenset(
    (
        "Join",
        "Part",
        "Quit",
        "Nick",
        "Mode",
        "Topic",
        "Kick",
        "Notice",
        "Created",
        "Info",
        "Error",
        "Away",
        "CTCP",
    )
)
_JOINS = (
    "Join|انضمام|Pridruži se|Entra|Vstoupit|Gå med|Betreten|Συμμετοχή|Aliĝu|Unirse|Liitumine|"
    "Elkartu|Liittyminen|Joindre|Belépés|Uni te|Adherer|შეერთება|Кіру|입장|Prisijungti|Gå inn i|"
    "Ringahn|Deelnemen|Verta med|ਜੁਆਇੰਨ|Dołącz|Entrar|Вход|Spojiť|Придружи се|Katıl|كىرىش|"
    "Приєднання|加入|参加"
)
JOINS = frozenset(_JOINS.split("|"))
_LEAVES = (
    "Part|Quit|جزء|خروج|Dio|Izlaz|Abandona|Surt|Ix|Opustit|Ukončit|Tag afsked|Afslut|Verlassen|"
    "Beenden|Αποχώρηση|Έξοδος|Forlasi|Abandonar|Salir|Lahkumine|Väljumine|Irten|Poistuminen|"
    "Partir|Quitter|Páirt|Scoir|Marchar|Saír|Rész|Kilépés|Parte|Quita|Departion|Surtida|Esci|"
    "ნაწილი|დატოვება|Кету|Шығу|퇴장|끝내기|Atsijungti|Išeiti|बाहेर पडा|Avslutt|Rutgahn|Weggahn|"
    "Vertrek|Afsluiten|Forlata|Avslutta|ਭਾਗ|ਬੰਦ ਕਰੋ|Opuść|Zakończ|Sair|Покидание|Выход|Časť|"
    "Ukončiť|Zapusti|Končaj|Изађи|Напусти|Izađi|Napusti|Lämna|Avsluta|Kısım|Çıkış|ئاخىرلاشتۇر|"
    "Полишення|Вихід|离开|退出|離開"
)
LEAVES = frozenset(_LEAVES.split("|"))
"""What Konversation calls coming and going in all its languages."""
_NOTICE = re.compile(r"-(\S{1,200})(?: to (\S{1,200}))?- (.*)\Z")
_STARTED = re.compile(r"\*{3} \S.{2,100}\Z")
DAYS = 4096


class _Log:
    """One log, and the dates it writes, remembered."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.days: dict[str, str | None] = {}

    def parse(self, raw: str) -> Heard | None:
        line = stripped(raw)
        found = _STAMP.match(line)
        if found is None:
            return self.bare(line)
        clock = _time(found[2])
        day = self.day(found[1]) if found[1] is not None else None
        if clock is None or (found[1] is not None and day is None and not like_date(found[1])):
            return None
        rest = line[found.end() :]
        heard = _body(rest if "\t" in rest or found[1] is None else _tabbed(rest))
        if heard is not None:
            heard.time = clock if found[1] is None or day is not None else ""  # a day that never was
            heard.at = moment(self.ctx, day, clock) if day is not None else None
        return heard

    def bare(self, line: str) -> Heard | None:
        """Where the log was opened, and when, in any language."""
        if not _STARTED.match(line):
            return None
        when = long_date(line[4:])
        return told(line[4:], when[1] if when else "", when[0] if when else None, Note("system"))

    def day(self, text: str) -> str | None:
        known = self.days.get(text, "")
        if known == "":
            dated = long_date(text)
            known = dated[0].isoformat() if dated is not None else None
            if len(self.days) > DAYS:
                self.days.clear()
            self.days[text] = known
        return known


def _tabbed(rest: str) -> str:
    """The line of a dated log whose TABs became blanks on a web page, with its TAB."""
    if (acts := _PASTED_ACT.match(rest)) is not None:
        return f"\t{acts[1]}"
    word, _, text = rest.partition(" ")
    known = (
        word in _TYPES or (word[:1] == "<" and word[-1:] == ">") or known_note(text.strip(" ")) is not None
    )
    return f"{word}\t{text.lstrip(' ')}" if known else rest


def _time(text: str) -> str | None:
    """ "10:02:33 CET", "10:02:33 PM" → a time as the calendar reads it."""
    found = _CLOCK.search(text)
    if found is None:
        return None
    low = text.lower().replace(".", "")
    half = "PM" if re.search(r"\bpm\b", low) else "AM" if re.search(r"\bam\b", low) else ""
    return f"{found[0]} {half}" if half else found[0]


def _body(rest: str) -> Heard | None:
    if (found := _SAY.match(rest)) is not None:
        return said("say", bare_nick(found[1]), found[2])
    if (found := _SENT.match(rest)) is not None:
        return Heard("whisper", "You", found[2], to=found[1], open=True)
    if (found := _ACT.match(rest)) is not None:
        return said("emote", bare_nick(found[1]), found[2] or "")
    if (found := _PRIVATE.match(rest)) is not None:
        return Heard("whisper", bare_nick(found[1]), found[2], open=True)
    if (found := _TYPED.match(rest)) is None:
        return None
    word, text = found[1].strip(), found[2]
    if (notice := _NOTICE.match(text)) is not None:
        heard = noticed(bare_nick(notice[1]), notice[3])
        if notice[2] is not None and notice[2][0] not in "#&+!":
            heard.to = notice[2]
        return heard
    if word == "-->" or word in JOINS:
        return told(text, of=joining(text))
    if word == "<--" or word in LEAVES:
        return told(text, of=leaving(text))
    return told(text, of=note(text))


def sniff(head: Head) -> float:
    """The share of lines with two brackets, of which the first is a date, or with one and a TAB."""
    if not head.lines:
        return 0.0
    log = _Log(Context(None, head, ""))
    fit = stamped = 0
    for line in head.lines:
        heard = log.parse(line)
        fit += heard is not None
        stamped += heard is not None and line[:1] == "["
    if stamped:
        return 0.97 * fit / len(head.lines)
    started = fit == len(head.lines) == 2 and head.lines[1].startswith("*** on ")
    return 0.97 * started


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """The events in order."""
    return events(blocks, ctx, _Log(ctx).parse)


FORMAT = Format(
    name="konversation",
    title="Konversation",
    evidence="writer's source",
    extensions=(".log",),
    sniff=sniff,
    read=read,
)
