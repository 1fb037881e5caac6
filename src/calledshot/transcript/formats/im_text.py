"""What logs of instant messengers have in common: times as the locale wrote them, the client's own lines in
several languages, and names with blanks found at the beginning of a text.

Not here: how a client begins its lines (each has its own module), and the loop over them (`im_lines`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from calledshot.transcript.clock import time_of_day
from calledshot.transcript.event import Kind
from calledshot.transcript.formats.irc_lines import long_date

NAME_LENGTH = 80
"""The longest name before a message; display names are longer than nicks."""
NAMES_LIMIT = 20_000
STAMP_LENGTH = 60

_CLOCK = re.compile(
    r"(?:(\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\.?|\d{4}[年년] ?\d{1,2}[月월] ?\d{1,2}[日일]),?[ T] ?)?"
    r"(上午|下午|午前|午後|오전|오후)? ?(\d{1,2})[:.時时시] ?(\d\d)(?:[:.分분] ?(\d\d)[秒초]?)?"
    r"(?:[分분]|[ \xa0\u202f]?([AaPp])\.?[ ]?[Mm]\.?)?(?: [A-Z]{2,5})?",
    re.ASCII,
)
_AFTERNOON = frozenset({"下午", "午後", "오후"})


class Moment(NamedTuple):
    """A written time: the day if it gives one, and the time of day ("19:30:15")."""

    day: date | None
    clock: str


def moment(text: str, hint: date | None = None) -> Moment | None:
    """The time that `text` is, None if it is none. `hint` is a day that is likely, for "3/7/04"."""
    if len(text) > STAMP_LENGTH:
        return None
    match = _CLOCK.fullmatch(text)
    if match is None:
        found = long_date(text) if ":" in text and not text.isalpha() else None
        return Moment(found[0], found[1]) if found is not None and found[1] else None
    half = match[6] or (("p" if match[2] in _AFTERNOON else "a") if match[2] else "")
    seconds = f":{match[5]}" if match[5] else ""
    clock = time_of_day(f"{match[3]}:{match[4]}{seconds}" + (f" {half}m" if half else ""))
    if clock is None:
        return None
    if not match[1]:
        return Moment(None, clock)
    day = day_of(match[1], hint)
    return None if day is None else Moment(day, clock)


def opening(text: str, hint: date | None = None, *, known: bool = False) -> Moment | None:
    """The time that a message begins with. Of one that no clock shows ("39:95:90") nothing is kept, and still
    a message begins; of one without seconds only where somebody `known` follows."""
    found = moment(text, hint)
    if found is None and len(text) <= STAMP_LENGTH:
        match = _CLOCK.fullmatch(text)
        return Moment(None, "") if match is not None and (known or match[5] is not None) else None
    return found


def day_of(text: str, hint: date | None = None) -> date | None:
    """The date in words or numbers, the day and month of "3/7/04" swapped where that gives the hint."""
    found = long_date(text)
    if found is None:
        return None
    day = found[0]
    if hint is not None and day != hint and day.day <= 12:
        swapped = day.replace(month=day.day, day=day.month)
        if swapped == hint and "/" in text:
            return swapped
    return day


_CAME = (
    "entered the room|entered the chat room|joined the room|joined the chat room|joined the chat"
    "|(?<!been )connected|joined the conversation"
    "|joined the chatroom|has joined|has entered|signed on|logged in|logged on"
    "|has signed in|signed in|is online|has come online|is now [Oo]nline|has been added to the conversation"
    "|betritt den Raum|betrat den Raum|hat den Raum betreten|hat sich angemeldet|ist dem Chat beigetreten"
    "|est entré dans le salon|est entrée dans le salon|s'est connecté|vient de se connecter"
    "|ha entrado en la sala|entró en la sala|entró a la sala|se ha conectado"
    "|è entrato nella stanza|si è connesso|heeft de kamer betreden|heeft zich aangemeld"
    "|вошёл в комнату|вошел в комнату|вошла в комнату|вошёл в сеть|вошел в сеть"
)
_WENT = (
    "left the room|left the chat room|left the chatroom|left the chat|left the conversation|has left|has gone"
    "|was kicked|signed off|logged out|logged off|has signed out|signed out|is offline|has gone offline"
    "|is now [Oo]ffline|(?<!been )disconnected"
    "|hat den Raum verlassen|verlässt den Raum|hat sich abgemeldet|hat den Chat verlassen"
    "|a quitté le salon|s'est déconnecté|vient de se déconnecter|ha salido de la sala|salió de la sala"
    "|se ha desconectado|ha lasciato la stanza|è uscito dalla stanza|si è disconnesso"
    "|heeft de kamer verlaten|heeft zich afgemeld|покинул комнату|покинула комнату|вышел из комнаты"
    "|вышел из сети"
)
_AWAY = (
    "gone away|went away|is away"
    "|is now (?:[Aa]way|Busy|Be Right Back|On [Tt]he [Pp]hone|Out [Tt]o [Ll]unch)"
    "|ist abwesend|hat sich als abwesend gemeldet|s'est absenté"
    "|est parti|se ha ausentado"
)
_BACK = (
    "is no longer away|is no longer idle|become idle|is idle|came back|returned|is back"
    "|ist nicht mehr abwesend|ist untätig geworden|ist nicht mehr untätig"
)
_WHO = rf"(?P<n>(?:(?!: )[^\n]){{1,{NAME_LENGTH}}}?)(?: [\[(][^\s\[\]()]{{1,200}}[\])])?"
_END = r"(?=[.!]?(?:\Z| \(| \[|:| at | by | on | due )|\.)"


def _rule(words: str) -> re.Pattern[str]:
    return re.compile(rf"{_WHO} (?:has |have |just |had )?(?:{words}){_END}")


_STATES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("leave", _rule(_WENT)),
    ("join", _rule(_CAME)),
    ("away", _rule(_AWAY)),
    ("system", _rule(_BACK)),
)
_NAME = rf"(?:(?!: )[^\n]){{1,{NAME_LENGTH}}}?"
_NEW = rf"[^\n]{{1,{NAME_LENGTH}}}"
_RENAMED = re.compile(
    rf"{_WHO} (?:is|are) now known as (?P<to>{_NEW})"
    rf"|(?P<a>{_NAME}) (?:has changed (?:his|her|their|its) (?:nick|name|nickname) to|ist nun bekannt als"
    r"|ist jetzt bekannt als|heißt jetzt|heißt nun|s'appelle maintenant|ahora se llama"
    rf"|è ora conosciuto come) (?P<b>{_NEW})"
)
_TOPIC_BY = re.compile(
    rf"{_WHO} (?:has |have )?(?:changed|set|sets|cleared) (?:the )?(?:topic|subject)(?:\Z|[ :.])"
    rf"|(?P<o>{_NAME}) hat das Thema "
)
_TOPIC = re.compile(
    r"(?:The |Das )?(?:topic|subject|Topic|Subject|Thema) (?:for|of|is|has been|von|für|ist)\b"
)
_GONE = re.compile(r"You (?:have )?(?:been kicked|left|were kicked)")
_CLIENT = re.compile(
    r"(?:Unable to send message|Message could not be sent|mode \(|Error|Attention|Warning"
    r"|Your (?:previous )?message|File transfer|Transfer of file|No topic is set|Cannot )"
)


_USUAL: tuple[tuple[str, Kind], ...] = ((" entered the room.", "join"), (" left the room", "leave"))


class Note(NamedTuple):
    """What a line of the client's own tells; `speaker` comes, goes or is renamed, `to` is his new name."""

    kind: Kind
    speaker: str | None = None
    to: str | None = None


def known_note(text: str) -> Note | None:
    """What a line of the client's own tells, None where it is none of the known ones. No member is named
    with a colon and a blank in his name, so that what people say is never taken for it."""
    head = text[:400]
    for words, kind in _USUAL:
        cut = head.find(words)
        if 0 < cut <= NAME_LENGTH and "[" not in head[:cut] and ": " not in head[:cut]:
            return Note(kind, _unquoted(head[:cut].removesuffix(" has").removesuffix(" have")))
    if _CLIENT.match(head):
        return Note("system")
    found = _RENAMED.match(head)
    if found is not None:
        new = found["to"] or found["b"]
        return Note("nick", found["n"] or found["a"], new.removesuffix(".") or new)
    found = _TOPIC_BY.match(head)
    if found is not None:
        return Note("topic", found["n"] or found["o"])
    for kind, rule in _STATES:
        found = rule.match(head)
        if found is not None:
            return Note(kind, _unquoted(found["n"]))
    if _GONE.match(head):
        return Note("leave", "You")
    return Note("topic") if _TOPIC.match(head) else None


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == '"' else name


def note(text: str) -> Note:
    """What a line of the client's own tells; what is none of the known lines is simply the system's."""
    return known_note(text) or Note("system")


_AUTO = re.compile(r"(.{1,80}?) ?<([^<>a-z]{5,24})>")


def auto_reply(name: str) -> str | None:
    """The name without the mark of an automatic answer (`NAME <AUTO-REPLY>`, in any language), None where
    there is no such mark."""
    match = _AUTO.fullmatch(name) if name.endswith(">") else None
    return match[1] if match is not None and match[2] == match[2].upper() else None


class Names:
    """The names that speak, to tell where a name with blanks ends in "***NAME does this"."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._known: set[str] = set()
        self.with_blanks = False
        """Whether any name has a blank in it, so that the first word may not be all of a name."""
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        if len(self._known) < NAMES_LIMIT:
            self._known.add(name)
            self.with_blanks |= " " in name

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def split(self, text: str) -> tuple[str, str]:
        """(name, rest) by the longest known name that begins the text, else by its first word."""
        best = 0
        cut = text.find(" ", 1)
        first = cut
        while 0 < cut <= NAME_LENGTH:
            if text[:cut] in self._known:
                best = cut
            cut = text.find(" ", cut + 1)
        if len(text) <= NAME_LENGTH and text in self._known:
            return text, ""
        cut = best or first
        return (text[:cut], text[cut + 1 :]) if cut > 0 else (text, "")
