"""KakaoTalk's exported chats as text: `[NAME] [오전 9:12] TEXT` below a rule with the day (computers), or a
whole moment before `NAME : TEXT` (Android, iPhone), in Korean and in English.

Not for what its Mac program exports, a table of three columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import Dates, clock_of
from calledshot.transcript.formats.im_lines import Said, events, told

_CLOCK = r"(?:(?:오전|오후) ?)?\d{1,2}:\d\d(?:[ \u202f\xa0]?[AP]M)?"
_KOREAN = r"\d{4}년 ?\d{1,2}월 ?\d{1,2}일|\d{4}\. ?\d{1,2}\. ?\d{1,2}\."
_ENGLISH = r"[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}"
_WEEKDAY = r"(?: \(?[월화수목금토일](?:요일)?\)?)?"
_BARE_DAY = rf"(?:(?P<ko>{_KOREAN}){_WEEKDAY}|(?:[A-Z][a-z]{{5,8}}, )?(?P<en>{_ENGLISH}))"
_DAY = re.compile(rf"(?:-{{5,40}} ?)?{_BARE_DAY}(?: ?-{{5,40}})?\s*")
_WINDOW = re.compile(rf"\[(?P<name>[^\n]{{1,100}}?)\] \[(?P<time>{_CLOCK})\](?: (?P<text>.*)|)", re.DOTALL)
_PHONE = re.compile(
    rf"(?P<day>(?:{_KOREAN})|(?:{_ENGLISH})(?:,| at)) (?P<time>{_CLOCK})"
    r"(?:, (?P<name>[^\n]{1,100}?) :(?: (?P<text>.*)|)|[,:] (?P<note>.*)|\s*)",
    re.DOTALL,
)
_HEADING = re.compile(
    r"(?P<room>[^\n]{1,200}?)(?: ?님과(?:의)?)? (?:카카오톡 대화|KakaoTalk Chats)\s*"
    r"|KakaoTalk Chats with (?P<with>[^\n]{1,200})"
    r"|(?:Kakao)?Talk_\d{4}[^\n]{0,60}\.txt\s*|카카오톡 대화\s*"
)
_SAVED = re.compile(r"(?:저장한 날짜|Date Saved|Saved Date|대화상대) ?: ?\S.{0,200}")
_WHO, _BY = r"(?P<who>[^\n]{1,100}?)", r"[^\n]{1,100}?"
_FORMS: tuple[tuple[str, Kind], ...] = (
    ("BY님이 WHO님을 (?:초대했습니다|불러왔습니다)", "join"),
    ("BY님이 WHO님을 (?:내보냈습니다|강퇴했습니다)", "leave"),
    ("WHO님이 (?:들어왔습니다|입장하셨습니다|참여했습니다)", "join"),
    ("WHO님이 (?:나갔습니다|퇴장하셨습니다)", "leave"),
    ("WHO님을 내보냈습니다", "leave"),
    ("BY invited WHO(?: to (?:this|the) chat ?room)?", "join"),
    ("BY (?:removed|kicked) WHO(?: from (?:this|the) chat ?room)?", "leave"),
    ("WHO (?:has )?(?:joined|entered) (?:this|the) chat ?room", "join"),
    ("WHO (?:has )?left (?:this|the) chat ?room", "leave"),
    ("WHO (?:has been|was) removed from (?:this|the) chat ?room", "leave"),
)
_NOTES = [
    (re.compile(form.replace("WHO", _WHO).replace("BY", _BY) + r"\.?\s*"), kind) for form, kind in _FORMS
]
_OWN = re.compile(
    r"채팅방 관리자가 |메시지가 삭제되었습니다|삭제된 메시지입니다\.?\s*\Z|운영정책|불법촬영물등|"
    r"The message has been deleted|This message was deleted|[^\n:]{1,100}님이 (?:방장|부방장)이? ?되었습니다"
)


def sniff(head: Head) -> float:
    """A heading first, or lines of a moment in Korean or of an English one that no other app writes so."""
    if not head.lines:
        return 0.0
    titled = _HEADING.fullmatch(head.lines[0]) is not None or any(map(_SAVED.fullmatch, head.lines[:4]))
    fits = korean = named = phones = 0
    inside = False
    for line in head.lines:
        match = _WINDOW.fullmatch(line) or _PHONE.fullmatch(line)
        if match is not None:
            inside = True
            named += match["name"] is not None
            phones += match.re is _PHONE and match["name"] is not None
            korean += "오" in match["time"][:1] or "년" in line[:6]
        elif (day := _DAY.fullmatch(line)) is not None:
            korean += day["ko"] is not None
            fits += not inside
        elif not inside and titled and (_HEADING.fullmatch(line) or _SAVED.fullmatch(line)):
            fits += 1
        fits += inside
    if not titled and not (named and (korean or "Talk" in head.name or phones > 1)):
        return 0.0
    return (0.97 if titled else 0.96 if korean else 0.9) * fits / len(head.lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; what the app says and the days are the service's."""
    lines = ctx.head.lines
    window = sum(map(bool, map(_WINDOW.fullmatch, lines))) > sum(map(bool, map(_PHONE.fullmatch, lines)))
    yield from events(blocks, ctx, _parser(Dates((), ctx), ctx, window))


def _parser(dates: Dates, ctx: Context, window: bool) -> Callable[[str], Said | None]:
    begun = False

    def parse(line: str) -> Said | None:
        nonlocal begun
        match = _WINDOW.fullmatch(line) if window else _PHONE.fullmatch(line)
        clock = clock_of(match["time"]) if match is not None else None
        if match is not None and clock is not None:
            begun = True
            said = _said(match, clock)
            day = None if window else _date(match["day"], dates)
            if day is not None:
                said.at, said.clock = ctx.calendar.moment(day, clock), ""
            return said
        found = _DAY.fullmatch(line)
        if found is not None and (day := _date(found["ko"] or found["en"], dates)) is not None:
            said = told("system", None, line.strip(), closed=True)
            said.day = day
            return said
        if not begun and (_HEADING.fullmatch(line) or _SAVED.fullmatch(line)):
            return told("system", None, line.strip(), closed=True)
        return _note(line.strip(), "") if window else None

    return parse


def _date(text: str, dates: Dates) -> date | None:
    return dates.read(text.removesuffix(" at").removesuffix(",").replace(". ", "."))


def _said(match: re.Match[str], clock: str) -> Said:
    if match["name"] is not None:
        name = match["name"].strip()
        return Said("say", as_member(name), match["text"] or "", clock)
    text = (match["note"] or match[0]).strip()
    return _note(text, clock) or told("system", None, text, clock)


def _note(text: str, clock: str) -> Said | None:
    """What the app tells, None if these are no words of its own."""
    for pattern, kind in _NOTES:
        match = pattern.fullmatch(text)
        if match is not None:
            return told(kind, match["who"], text, clock)
    return told("system", None, text, clock, closed=True) if _OWN.match(text) else None


FORMAT = Format(
    name="kakaotalk",
    title="KakaoTalk (exported chat)",
    evidence="real sample",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
