"""LINE's "send chat history" as text, from phones and computers, in the languages of its countries:
a line with the day, then `TIME TAB NAME TAB TEXT`; a message of several lines stands in quotation marks.

The app's own lines have no name. Computers put blanks where phones put tabs: there a name ends at its first
blank, unless the heading or the log's owner tells a longer one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import Dates, clock_of, clock_pattern
from calledshot.transcript.formats.im_lines import Said, events, told

_CLOCK = clock_pattern("{0}").replace(r"(?:[:.]\d\d){0}", "")
_TABBED = re.compile(
    rf"(?P<time>{_CLOCK})(?: น\.)?\t(?:(?P<name>[^\t]{{1,100}})\t(?P<text>.*)|\t?(?P<note>[^\t]*))", re.DOTALL
)
_SPACED = re.compile(rf"(?P<time>{_CLOCK}) (?P<rest>\S.*)", re.DOTALL)
_WEEKDAY = r"[(（]?(?P<weekday>[^\W\d_]{1,12})\.?[)）]?"
_DAY = re.compile(
    rf"(?:(?P<ymd>\d{{4}}[./]\d{{1,2}}[./]\d{{1,2}}) ?{_WEEKDAY}"
    rf"|{_WEEKDAY.replace('weekday', 'weekday2')},? (?P<other>\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{4}}))\s*"
)
_HEADING = re.compile(r"(?:\[LINE\] ?(?P<title>[^\n]{1,200})|Chat history (?:with|in) [^\n]{1,200})\s*")
_TITLES = (
    re.compile(r"(?:Chat history|Chat) with (?P<who>.+)"),
    re.compile(r"Chat history in (?P<room>.+)"),
    re.compile(r"(?P<who>.+)とのトーク(?:履歴)?"),
    re.compile(r"(?P<room>.+)のトーク(?:履歴)?"),
    re.compile(r"[與与](?P<who>.+)的(?:聊天[記记][錄录]|对话)"),
    re.compile(r"(?P<room>.+)的(?:聊天[記记][錄录]|对话)"),
    re.compile(r"(?P<who>.+?) ?님과(?:의)? 대화(?:내용|방)?"),
)
_SAVED = re.compile(
    r"(?:Saved on|保存日時|儲存日期|保存日期|저장한 날짜|저장 날짜|บันทึกเมื่อ|Disimpan pada) ?[:：] ?\S.{0,60}"
)
_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WHO, _BY = r"(?P<who>[^\n]{1,100}?)", r"[^\n]{1,100}?"
_FORMS: tuple[tuple[str, Kind], ...] = (
    ("BY (?:has )?added WHO to (?:the|this) (?:group|chat)", "join"),
    ("BY (?:has )?removed WHO from (?:the|this) (?:group|chat)", "leave"),
    ("WHO (?:has )?joined (?:the|this) (?:group|chat)", "join"),
    ("WHO (?:has )?left (?:the|this) (?:group|chat)", "leave"),
    ("BYがWHOをグループに追加しました", "join"),
    ("BYがWHOを(?:グループから)?(?:退会|退出)させました", "leave"),
    ("WHOが(?:グループ|トーク|オープンチャット)?に?参加しました", "join"),
    ("WHOが(?:グループ|トーク|オープンチャット)?を?(?:退会|退出)しました", "leave"),
    ("BY已(?:新增|将|將)WHO(?:添加)?[至到](?:群組|群)", "join"),
    ("BY?已[將将]WHO(?:強制退出社群|退出群組|移出群组)", "leave"),
    ("WHO(?:已加入(?:群組|該群|该群)|加入聊天)", "join"),
    ("WHO(?:已(?:離開|退出)群組|已退群|離開聊天|离开聊天)", "leave"),
    ("BY님이 WHO님을 그룹에 추가했습니다", "join"),
    ("BY님이 WHO님을 (?:그룹에서 )?내보냈습니다", "leave"),
    ("WHO님이 (?:그룹에 참가|그룹에 참여|참가|참여)했습니다", "join"),
    ("WHO님이 (?:그룹을 |그룹에서 )?나갔습니다", "leave"),
    ("WHO ?เข้าร่วมกลุ่ม(?:แล้ว)?", "join"),
    ("WHO ?ออกจากกลุ่ม(?:แล้ว)?", "leave"),
)  # fmt: skip
_NOTES = [
    (re.compile(form.replace("WHO", _WHO).replace("BY?", "").replace("BY", _BY) + r"[.。]?"), kind)
    for form, kind in _FORMS
]


def sniff(head: Head) -> float:
    """A heading or a day first, and times with a name behind a tab; without either, hardly a sign."""
    if not head.lines:
        return 0.0
    first = head.lines[0]
    titled = _HEADING.fullmatch(first) is not None
    dated = titled or _DAY.fullmatch(first) is not None
    fits = tabs = 0
    inside = False
    names: set[str] = set()
    spoken = 0
    for line in head.lines:
        tabbed = _TABBED.fullmatch(line)
        tabs += tabbed is not None
        spaced = _SPACED.fullmatch(line) if dated and tabbed is None else None
        if spaced is not None:
            spoken += 1
            names.add(spaced["rest"].partition(" ")[0])
        inside = inside or tabbed is not None or spaced is not None
        known = _HEADING.fullmatch(line) or _DAY.fullmatch(line) or (titled and _SAVED.fullmatch(line))
        fits += inside or known is not None
    if not (inside or titled) or not (dated or 2 * tabs > len(head.lines)):
        return 0.0
    if not titled and not tabs and len(names) == spoken:
        return 0.2  # nobody speaks twice: a timetable, a diary
    return (0.97 if titled else 0.9 if dated and tabs else 0.6) * fits / len(head.lines)


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; the app's lines and the days are the service's."""
    lines = ctx.head.all_lines
    days = [match["other"] for line in lines if (match := _DAY.fullmatch(line)) and match["other"]]
    tabs = any(_TABBED.fullmatch(line) for line in lines)
    names = {title[1] for line in lines[:3] if (title := _title(line)) and title[1]}
    if not tabs:
        ctx.note("names end at their first blank here: a longer one is cut")
    if ctx.me is not None:
        names.add(ctx.me)
    yield from events(blocks, ctx, _parser(Dates(days, ctx), names, tabs), _unquoted)


def _unquoted(text: str) -> str:
    """The words of a message; one of several lines has quotation marks around it."""
    text = text.strip(" \t\xa0\n")
    if text[:1] == '"' and text[-1:] == '"' and "\n" in text:
        return text[1:-1].replace('""', '"')
    return text


def _parser(dates: Dates, names: set[str], tabs: bool) -> Callable[[str], Said | None]:
    def parse(line: str) -> Said | None:
        day = _DAY.fullmatch(line)
        if day is not None and (found := _day(day, dates)) is not None:
            said = told("system", None, line.strip(), closed=True)
            said.day = found
            return said
        title = _title(line)
        if title is not None:
            said = told("system", None, line.strip(), closed=True)
            said.room = title[0]
            return said
        if _SAVED.fullmatch(line):
            return told("system", None, line.strip(), closed=True)
        match = _TABBED.fullmatch(line) if tabs else _SPACED.fullmatch(line)
        clock = clock_of(match["time"]) if match is not None else None
        if match is None or clock is None:
            return None
        if not tabs:
            return _spaced(match["rest"], clock, names)
        if match["name"] is not None:
            return Said("say", as_member(match["name"].strip()), match["text"], clock)
        return _note(match["note"].strip(), clock)

    return parse


def _spaced(rest: str, clock: str, names: set[str]) -> Said:
    note = _note(rest, clock)
    if note.kind != "system":
        return note
    long = max((name for name in names if rest.startswith(name + " ")), key=len, default="")
    name, _, text = (long, "", rest[len(long) + 1 :]) if long else rest.partition(" ")
    return Said("say", as_member(name), text, clock) if text else note


def _note(text: str, clock: str) -> Said:
    for pattern, kind in _NOTES:
        match = pattern.fullmatch(text)
        if match is not None:
            return told(kind, match["who"], text, clock)
    return told("system", None, text, clock)


def _title(line: str) -> tuple[str | None, str | None] | None:
    """Room and other person of a heading, None if it is none."""
    heading = _HEADING.fullmatch(line)
    if heading is None:
        return None
    text = (heading["title"] or line).strip()
    for pattern in _TITLES:
        match = pattern.fullmatch(text)
        if match is not None:
            found = match.groupdict()
            return found.get("room"), found.get("who")
    return None, None


def _day(match: re.Match[str], dates: Dates) -> date | None:
    """The day; where month and day can be taken for each other, the day of the week says which is which."""
    if match["ymd"] is not None:
        return dates.read(match["ymd"])
    found = dates.read(match["other"])
    name = match["weekday2"][:3].lower()
    if found is None or name not in _WEEK or found.day > 12 or found.weekday() == _WEEK.index(name):
        return found
    other = found.replace(month=found.day, day=found.month)
    return other if other.weekday() == _WEEK.index(name) else found


FORMAT = Format(
    name="line-chat",
    title="LINE (chat history)",
    evidence="description",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
