"""WhatsApp's "export chat" as text, from Android and from iPhones, in any country's dates.

The app's own lines have no name before a colon (Android) or an invisible mark in front of them (iPhone). A
member can type lines that look like others; such a file cannot tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calledshot.transcript.decode import Block
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.base import Context, Format, Head, Items, as_member
from calledshot.transcript.formats.chat_dates import (
    BETWEEN,
    CLOCK,
    NUMBERS,
    Dates,
    american,
    clock_of,
    clock_pattern,
)
from calledshot.transcript.formats.im_lines import Said, events, told
from calledshot.transcript.formats.json_text import note_edited

NAME_LENGTH = 100
NOTICE = 5
"""Blanks in what the app says first: that it keeps secrets."""
SHORT = clock_pattern("{0}")
"""A time as the app shows it in its windows, without seconds."""
_NAMED = r"[^\W\d]{3,9}\.? \d{1,2}(?:,? \d{4})?|\d{1,2}\.? (?:de )?[^\W\d]{3,9}\.?(?: (?:de )?\d{4})?"
_LINE = re.compile(
    rf"\u200e?(?:\[\u200e?(?P<day>{NUMBERS}){BETWEEN}(?P<time>{CLOCK})(?P<edited> \| Edited {CLOCK})?\] ?|"
    rf"\[(?P<time4>{SHORT}), (?P<day4>{NUMBERS})\] |"
    rf"(?:(?P<day2>{NUMBERS}|{_NAMED}){BETWEEN}(?P<time2>{CLOCK})|"
    rf"(?P<time3>{CLOCK}), (?P<day3>{NUMBERS}|{_NAMED}))"
    r"[\u200e\u200f]? [-–] )(?P<rest>.*)",
    re.DOTALL,
)
_YEAR = re.compile(r"\d{4}")
_MARKS = "\u200e\u200f\u202a\u202c\u2068\u2069"
_EDITED = re.compile(
    r" ?(?:\u200e<(?!attached)[^<>:\n]{3,80}>|<(?:This message was edited|"
    r"Diese Nachricht wurde bearbeitet\.?|Se editó este mensaje\.?|"
    r"Ce message a été modifié\.?|Mensagem editada)>)\Z"
)
_WHO, _BY = r"(?P<who>[^\n]{1,100}?)", r"[^\n]{1,100}?"
_FORMS: tuple[tuple[str, Kind], ...] = (
    ("WHO joined (?:using (?:this group's|an) (?:invite|invitation) link|the group|via an? [a-z ]{1,40}|"
     "from the community)", "join"),
    ("WHO joined", "join"),
    ("WHO (?:was|were) added", "join"),
    ("BY (?:added|a ajouté|añadió a|agregó a|adicionou|ha aggiunto|добавил(?:а|\\(-а\\))?) WHO", "join"),
    ("BY (?:hat|heeft|har) WHO (?:hinzugefügt|toegevoegd|lagt til)", "join"),
    ("BY (?:(?P<you>te) (?:añadió|agregó)|(?P<you2>vous|t') ?a ajoutée?(?:\\(e\\))?|"
     "(?P<you3>ti) ha aggiunto)", "join"),
    ("BY (?:lade till|tilføjede|la til|menambahkan|dodał(?:a|\\(a\\))?|přidal(?:a|\\(a\\))?|a adăugat pe|"
     "a adăugat|lisäsi käyttäjän|hozzáadta(?: őt)?:?|"
     "додав(?:ла)?|הוסיף/ה את|أضاف|已新增|新增了|加入了|添加了) ?WHO",
     "join"),
    ("WHO (?:katıldı|gick med|blev med|tiltrådte|bergabung|dołączył(?:a|\\(a\\))?|"
     "se připojil(?:a|\\(a\\))?|liittyi|הצטרף/ה|انضم)[^\\n]{0,60}", "join"),
    ("BY, WHO (?:kişisini|adlı kişiyi) ekledi", "join"),
    ("BYがWHOを追加しました", "join"),
    ("BY님이 WHO님을 (?:추가|초대)했습니다", "join"),
    ("WHO (?:ist der Gruppe|a rejoint|se unió|entrou|si è unit[oa]|is lid geworden) [^\\n]{1,80}", "join"),
    ("WHO (?:ayrıldı|har lämnat|lämnade|har forlatt|forlot gruppen|forlod gruppen|keluar|telah keluar|"
     "opuścił(?:a|\\(a\\))? (?:grupę|tę grupę)|wyszedł|wyszła|opustil(?:a|\\(a\\))?|poistui|kilépett|"
     "a ieșit|вийшов|вийшла|עזב/ה|غادر|已退出|离开了|退出了群组)(?: [^\\n]{0,30})?", "leave"),
    ("WHO(?:が(?:グループを)?退出しました|님이 나갔습니다|已退出|已離開|已离开)", "leave"),
    ("BY (?:tog bort|fjernede|fjernet|mengeluarkan|usunął|usunęła|"
     "odstranil(?:a|\\(a\\))?|poisti) WHO", "leave"),
    ("BY (?:removed|a retiré|eliminó a|removeu|ha rimosso|удалил(?:а|\\(-а\\))?) WHO", "leave"),
    ("BY (?:hat|heeft) WHO (?:entfernt|verwijderd)", "leave"),
    ("WHO (?:left|hat die Gruppe verlassen|a quitté(?: le groupe)?|est parti\\(e\\)|salió(?: del grupo)?|"
     "saiu(?: do grupo)?|è uscit[oa]|ha abbandonato(?: il gruppo)?|heeft de groep verlaten|"
     "(?:покинул|вышел|вышла)[^\\n]{0,20})", "leave"),
    ("WHO changed the (?:subject|group name)(?: from [^\\n]{0,200}?)? to [\"“](?P<text>[^\\n]{0,200})[\"”]",
     "topic"),
    ("WHO hat den (?:Gruppennamen|Betreff)(?: von [^\\n]{0,200}?)? (?:zu|in) "
     "[\"„“](?P<text>[^\\n]{0,200})[\"“”] geändert", "topic"),
    ("WHO (?:cambió el (?:nombre|asunto)(?: del grupo)?|mudou o nome do grupo|"
     "a changé le (?:sujet|nom du groupe)|"
     "ha cambiato (?:l'oggetto|il nome del gruppo))(?: (?:de|da|di) [^\\n]{0,200}?)? (?:a|à|para|in|en) "
     "[\"“«](?P<text>[^\\n]{0,200})[\"”»]", "topic"),
)  # fmt: skip
_NOTES = [(re.compile(form.replace("WHO", _WHO).replace("BY", _BY) + r"\.?"), kind) for form, kind in _FORMS]
_YOU = frozenset({"you", "dich", "dir", "je", "jou", "u", "você", "te", "вас", "тебя", "dig", "deg", "anda"})
_OWN = re.compile(
    r"[^:\n]{1,100}? (?:created (?:this )?group|changed (?:the|this|their)|turned (?:on|off)|"
    r"deleted this group|pinned a message|is now an admin|are now an admin|started a call|"
    r"updated the message timer|hat die Gruppe|ha creado|creó el grupo|criou (?:o|este) grupo|a créé)\b|"
    r"Messages and calls are|Messages to this|You're now an admin"
)
_MEDIA = re.compile(
    r"<attached: |[^\n:]{1,40} omitted\Z|This message was deleted|You deleted this message|<Media|"
    r"[^\n]{1,200} \(file attached\)"
)


def sniff(head: Head) -> float:
    """The share of lines that begin as WhatsApp's do, those that go on with a message among them."""
    fits = begins = named = 0
    inside = False
    for line in head.lines:
        match = _LINE.match(line)
        if match is not None and _is_line(match):
            inside, begins = True, begins + 1
            named += match.string[:1] not in "[\u200e" or ":" in match["rest"]
        fits += inside
    if not begins or _LINE.match(head.lines[0]) is None or named * 2 < begins:
        return 0.0
    return 0.9 * fits / len(head.lines) if begins * 20 >= fits else 0.0


def _is_line(match: re.Match[str]) -> bool:
    """Android writes no seconds, or years of two digits; in brackets, a date of hyphens is another's, unless
    seconds follow."""
    seconds = len(re.split("[:.]\\d", _time(match))) > 2
    if match["day"] is None:
        return not seconds or _YEAR.search(_day(match)) is None
    if match["rest"][:1] == " " and match["day"][:4].isdigit() and "," not in match.string[:16]:
        return False  # Second Life's
    return not (match["day"][:4].isdigit() and "-" in match["day"]) or (
        seconds and match.string.find(",", 0, 16) > 0
    )


def read(blocks: Iterable[Block], ctx: Context) -> Items:
    """One event a message; what the app says itself is the service's."""
    found = [match for line in ctx.head.all_lines if (match := _LINE.match(line)) is not None]
    halves = american(map(_time, found))
    dates = Dates((_day(match) for match in found), ctx, american=halves)
    known = {match["rest"].lstrip(_MARKS).partition(":")[0].strip(_MARKS + " ") for match in found}
    edited = 0

    def clean(text: str) -> str:
        nonlocal edited
        kept = _EDITED.sub("", text)
        edited += kept != text
        return kept.replace("\u200e", "").strip(" \t\xa0\n")

    yield from events(blocks, ctx, _parser(dates, known, _house(found), ctx), clean)
    note_edited(ctx, edited)


def _day(match: re.Match[str]) -> str:
    return match["day"] or match["day2"] or match["day3"] or match["day4"]


def _time(match: re.Match[str]) -> str:
    return match["time"] or match["time2"] or match["time3"] or match["time4"]


def _house(found: list[re.Match[str]]) -> tuple[str | None, str]:
    """The name under which an iPhone's export lets the app speak in a group: the group's, which is on the
    first line and says nothing without the mark; and what the app says there."""
    marked = [_parted(match["rest"]) for match in found if match["day"] is not None]
    name, text = marked[0] if marked else ("", "")
    words = text.count(" ") if re.search("[A-Za-zА-я]", text) else len(text) // 3
    if text[:1] != "\u200e" or words < NOTICE:
        return None, ""
    alone = all(said[:1] == "\u200e" for who, said in marked if who == name)
    return name if alone else None, text


def _parted(rest: str) -> tuple[str, str]:
    name, _, text = rest.lstrip(_MARKS).partition(":")
    return name.strip(_MARKS + " \t").replace("\u202f", " "), text.removeprefix(" ")


def _parser(
    dates: Dates, known: set[str], house: tuple[str | None, str], ctx: Context
) -> Callable[[str], Said | None]:
    def parse(line: str) -> Said | None:
        match = _LINE.match(line)
        if match is None:
            return None
        day = dates.read(_day(match))
        clock = clock_of(_time(match))
        said = _said(match["rest"], match["day"] is not None)
        if (
            said.kind == "say"
            and said.text[:1] == "\u200e"
            and (said.speaker == house[0] or said.text == house[1])
        ):
            said = _note(said.text)
        if match["edited"]:
            ctx.note("messages were edited after being said: only the last wording is in the file")
        if said.speaker is not None and said.speaker[:2] == "~ " and said.speaker[2:] not in known:
            said.speaker = said.speaker[2:]  # nobody whom the owner knows has that name
        if day is not None and clock is not None:
            said.at = ctx.calendar.moment(day, clock)
        elif clock is not None:
            said.clock = clock
        return said

    return parse


def _said(rest: str, phone: bool) -> Said:
    bare = rest.lstrip(_MARKS)
    name, colon, text = bare.partition(":")
    name = name.strip(_MARKS + " \t").replace("\u202f", " ")
    if not colon or not name or len(name) > NAME_LENGTH or (text[:1] not in ("", " ") and "/" in text[:2]):
        return _note(bare)
    if not phone and (_OWN.match(bare) or (name.count('"') % 2 and '"' in text)):
        return _note(bare)
    text = text.removeprefix(" ")
    if phone and text[:1] == "\u200e":
        inside = text.lstrip(_MARKS)
        if not _MEDIA.match(inside) and (_OWN.match(inside) or _moved(inside) is not None):
            return _note(inside)
    return Said("say", as_member(name), text)


def _moved(text: str) -> Said | None:
    for pattern, kind in _NOTES:
        match = pattern.fullmatch(text)
        if match is not None:
            who = (match.groupdict().get("who") or "you").strip(_MARKS)
            who = "You" if who.lower() in _YOU else who
            return Said(kind, who, match["text"]) if kind == "topic" else told(kind, who, text)
    return None


def _note(text: str) -> Said:
    """A line of the app's own (Skype's stand between stars)."""
    text = text.strip(_MARKS + " \t")
    bare = text[4:-4] if text.startswith("*** ") and text.endswith(" ***") else text
    return _moved(bare) or told("system", None, text)


FORMAT = Format(
    name="whatsapp",
    title="WhatsApp (exported chat)",
    evidence="real sample",
    extensions=(".txt",),
    sniff=sniff,
    read=read,
)
