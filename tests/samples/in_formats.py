"""One fight as the log of many clients: each function writes what a client would have saved of the same room
and its private windows, with the dice reporter that is usual there.

Not for random events (the writers of tests/transcript), nor for what else a client logs.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

_ROLLED = re.compile(r"(\w+) rolled (\d+) (\d+)-sided d(?:ie|ice): +([\d ]+)")
BOT = "Dicer"
START = datetime(2024, 3, 5, 20, 0, 7)


class Line(NamedTuple):
    """Something said: by a player in the room, or in private (`to`), or a roll of his (`dice`: the number of
    sides and the faces)."""

    at: datetime
    who: str
    text: str
    to: str = ""
    dice: tuple[int, tuple[int, ...]] | None = None

    @property
    def rolled(self) -> str:
        """The dice in the usual notation."""
        return f"{len(self.faces)}d{self.dice[0] if self.dice else 0}"

    @property
    def faces(self) -> tuple[int, ...]:
        return self.dice[1] if self.dice else ()


class Fight(NamedTuple):
    """The room's lines and those of the windows, by the other person's name."""

    pgm: str
    room: list[Line]
    windows: dict[str, list[Line]]

    @property
    def people(self) -> list[str]:
        return list(dict.fromkeys(line.who for line in self.room))

    @property
    def all(self) -> list[Line]:
        """The windows' lines among the room's, as a table with whispers has them."""
        return sorted([*self.room, *(line for said in self.windows.values() for line in said)])


Files = dict[str, str | bytes]
Write = Callable[[Fight], Files]


def fight(log: Path, pgm: str, private: dict[int, Sequence[tuple[str, str]]]) -> Fight:
    """The fight of an AOL log; `private` are the declarations after a line of it, which the PGM answers."""
    room: list[Line] = []
    windows: dict[str, list[Line]] = {}
    at = START
    for number, line in enumerate(log.read_text(encoding="utf-8").splitlines(), 1):
        at += timedelta(seconds=7 + number * 5 % 13)
        who, _, text = line.partition(":\t")
        found = _ROLLED.fullmatch(text) if who == "OnlineHost" else None
        if found is not None:
            faces = tuple(map(int, found[4].split()))
            room.append(Line(at, found[1], "", dice=(int(found[3]), faces)))
        else:
            room.append(Line(at, who, text))
        for player, words in private.get(number, ()):
            for speaker, to, said in ((player, pgm, words), (pgm, player, "got it")):
                at += timedelta(seconds=17)
                windows.setdefault(player, []).append(Line(at, speaker, said, to))
        at += timedelta(seconds=130) if number in private else timedelta(0)
    return Fight(pgm, room, windows)


# -- dice ---------------------------------------------------------------------------------------------------


def _and(words: Sequence[str]) -> str:
    return ", ".join([*words[:-1], ""]) + f"and {words[-1]}" if len(words) > 1 else words[0]


def host(line: Line) -> list[Line]:
    """AIM's own dice."""
    sides = line.dice[0] if line.dice else 0
    faces = " ".join(map(str, line.faces))
    text = f"{line.who} rolled {len(line.faces)} {sides}-sided dice: {faces}"
    return [Line(line.at, "OnlineHost", text)]


def script(line: Line) -> list[Line]:
    """A script's dice, without a command."""
    return [Line(line.at, BOT, f"{line.who} rolled {line.rolled}: {' '.join(map(str, line.faces))}")]


def sopel(line: Line) -> list[Line]:
    """Sopel's dice, sorted; the command says who rolls."""
    shown = "+".join(map(str, sorted(line.faces)))
    answer = f"[dice] {line.rolled}: ({shown}) = {sum(line.faces)}"
    return [Line(line.at, line.who, f".roll {line.rolled}"), Line(line.at, BOT, answer)]


def limnoria(line: Line) -> list[Line]:
    """Limnoria's dice; the command says what was rolled."""
    answer = f"{line.who}: {_and([str(face) for face in line.faces])}"
    return [Line(line.at, line.who, f"@dice {line.rolled}"), Line(line.at, BOT, answer)]


def avrae(line: Line) -> list[Line]:
    """Avrae's dice."""
    faces = ", ".join(map(str, line.faces))
    answer = f"@{line.who}  :game_die:\n**Result**: {line.rolled} ({faces})\n**Total**: {sum(line.faces)}"
    return [Line(line.at, line.who, f"!r {line.rolled}"), Line(line.at, "Avrae", answer)]


def tenebrous(line: Line) -> list[Line]:
    """Dice of a bot of Matrix, which knows people by their accounts."""
    account = f"@x{line.who.lower()}:inn.example"
    answer = f"{account}\nDice: {line.rolled}\nResult: {sum(line.faces)} ({' + '.join(map(str, line.faces))})"
    return [Line(line.at, line.who, f"!roll {line.rolled}"), Line(line.at, BOT, answer)]


Dice = Callable[[Line], list[Line]]


def _said(lines: Iterable[Line], dice: Dice) -> list[Line]:
    return [one for line in lines for one in (dice(line) if line.dice else [line])]


# -- a line a message ---------------------------------------------------------------------------------------


def lines(
    form: str, dice: Dice, file: str, head: str = "", foot: str = "", end: str = "\n", escape: bool = False
) -> Write:
    """A writer of logs with a form for each message, in which `strftime` has its say; a log a window."""

    def one(name: str, said: list[Line]) -> str:
        def put(text: str, line: Line) -> str:
            text = line.at.strftime(text)
            words = html.escape(line.text, quote=False) if escape else line.text
            way = ("<", ">")[line.who in ("TalespinnerJo", "Brannoch")]
            return (
                text.replace("WHO", line.who).replace("WAY", way).replace("TEXT", words).replace("NAME", name)
            )

        ends = [put(foot, said[-1])] if foot else []
        return end.join(
            [*([put(head, said[0])] if head else []), *(put(form, line) for line in said), *ends, ""]
        )

    def write(fight: Fight) -> Files:
        at = fight.room[0].at
        files: Files = {at.strftime(file).replace("NAME", "#hall"): one("#hall", _said(fight.room, dice))}
        for name, said in fight.windows.items():
            files[at.strftime(file).replace("NAME", name)] = one(name, said)
        return files

    return write


def raw(fight: Fight) -> Files:
    """What the server sent: whispers beside the room's lines."""
    out = []
    for line in _said(fight.all, script):
        stamp = line.at.strftime("@time=%Y-%m-%dT%H:%M:%S.000Z")
        out.append(f"{stamp} :{line.who}!~u@fen.example PRIVMSG {line.to or '#hall'} :{line.text}\r\n")
    return {"raw.log": "".join(out)}


def mush(fight: Fight) -> Files:
    """A MUSH with Evennia's dice, as the PGM saw it."""
    out = []
    for line in fight.all:
        mine = line.who == fight.pgm
        if line.dice:
            faces = " and ".join(", ".join(map(str, line.faces)).rsplit(", ", 1))
            out.append(f"{'You roll' if mine else line.who + ' rolls'} {line.rolled}.")
            out.append(f" Roll(s): {faces}. Total result is {sum(line.faces)}.")
        elif line.to:
            own = f"You paged {line.to} with '{line.text}'"
            out.append(own if mine else f"{line.who} pages: {line.text}")
        else:
            out.append(f'{"You say" if mine else line.who + " says"}, "{line.text}"')
    return {"mush.log": "\n".join(out) + "\n"}


# -- pages --------------------------------------------------------------------------------------------------


def fantasy_grounds(fight: Fight) -> Files:
    """Fantasy Grounds, which tells totals alone."""
    out = ['<a name="2024-03-05" />', "<b>Session started at 2024-03-05 / 20:00</b><br />"]
    for line in fight.all:
        text = html.escape(line.text)
        if line.dice:
            out.append(f'<font color="#660066">{line.who}: </font> [{line.rolled} = {sum(line.faces)}]<br />')
        elif line.to:
            out.append(f'<font color="#660066">{line.who} -&#62; {line.to}: {text}</font><br />')
        else:
            out.append(f'<font color="#261A12">{line.who}: {text}</font><br />')
    return {"chatlog.html": "\n".join(out) + "\n"}


def roll20_page(fight: Fight) -> Files:
    """Roll20's archive as a page, as the PGM saw it."""
    out = ["<html><body><div class='content'>"]
    for line in fight.all:
        mine = line.who == fight.pgm
        by = (f"(To {line.to})" if mine else f"(From {line.who})") if line.to else line.who
        stamp = line.at.strftime("%B %d, %Y %-I:%M%p")
        head = f'<span class="tstamp">{stamp}</span><span class="by">{by}:</span>'
        kind, text = "private whisper" if line.to else "general", html.escape(line.text)
        if line.dice:
            sides, faces = line.dice
            dice = "".join(
                f'<div class="diceroll d{sides}"><div class="dicon"><div class="didroll">{face}</div>'
                "</div></div>"
                for face in faces
            )
            kind = "rollresult"
            text = (
                f'<div class="formula">rolling {line.rolled}</div><div class="formula formattedformula">'
                f'<div class="dicegrouping">({dice})</div></div><strong>=</strong>'
                f'<div class="rolled">{sum(faces)}</div>'
            )
        out.append(f'<div class="message {kind}" data-messageid="-M{len(out)}">{head}{text}</div>')
    return {"archive.html": "\n".join([*out, "</div></body></html>", ""])}


# -- JSON and what is packed --------------------------------------------------------------------------------


def _epoch(at: datetime) -> int:
    return int(at.replace(tzinfo=UTC).timestamp())


def documents(dice: Dice, file: str, document: Callable[[str, list[Line], bool], Any]) -> Write:
    """A writer of a document of JSON a room or window."""

    def write(fight: Fight) -> Files:
        files: Files = {
            file.replace("NAME", "hall"): json.dumps(document("hall", _said(fight.room, dice), True))
        }
        for name, said in fight.windows.items():
            files[file.replace("NAME", name)] = json.dumps(document(name, said, False))
        return files

    return write


def _discord(name: str, said: list[Line], room: bool) -> Any:
    def author(who: str) -> dict[str, Any]:
        return {
            "id": who,
            "name": who.lower(),
            "nickname": who,
            "discriminator": "0000",
            "isBot": who == "Avrae",
        }

    return {
        "guild": {"id": "7", "name": "Hall" if room else "Direct Messages"},
        "channel": {"id": name, "type": "GuildTextChat" if room else "DirectTextChat", "name": name},
        "dateRange": {"after": None, "before": None},
        "messages": [
            {
                "id": str(number), "type": "Default", "timestamp": f"{line.at.isoformat()}+00:00",
                "timestampEdited": None, "isPinned": False, "content": line.text, "author": author(line.who),
                "attachments": [], "embeds": [], "reactions": [], "mentions": [],
            }
            for number, line in enumerate(said)
        ],
    }  # fmt: skip


def _matrix(name: str, said: list[Line], room: bool) -> Any:
    def event(number: int, line: Line, **more: Any) -> dict[str, Any]:
        sender = f"@x{line.who.lower()}:inn.example"
        millis = _epoch(line.at) * 1000 + number
        return {"sender": sender, "origin_server_ts": millis, "event_id": f"${name}{number}", **more}

    first = {line.who: line._replace(at=START) for line in said}
    joins = [
        event(
            -number, line, type="m.room.member", state_key=f"@x{who.lower()}:inn.example",
            content={"membership": "join", "displayname": who},
        )
        for number, (who, line) in enumerate(first.items(), 1)
    ]  # fmt: skip
    talk = [
        event(
            number, line, type="m.room.message",
            content={"msgtype": "m.notice" if line.who == BOT else "m.text", "body": line.text},
        )
        for number, line in enumerate(said)
    ]  # fmt: skip
    return {"room_name": name, "room_creator": "@x:inn.example", "messages": [*joins, *talk]}


def _telegram(name: str, said: list[Line], room: bool) -> Any:
    return {
        "name": name, "type": "private_supergroup" if room else "personal_chat", "id": 9,
        "messages": [
            {
                "id": number, "type": "message", "date": line.at.isoformat(),
                "date_unixtime": str(_epoch(line.at)), "from": line.who, "from_id": f"user{line.who}",
                "text": line.text,
            }
            for number, line in enumerate(said)
        ],
    }  # fmt: skip


def discord_rows(fight: Fight) -> Files:
    """DiscordChatExporter's tables."""

    def table(said: list[Line]) -> str:
        out = io.StringIO()
        rows = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
        rows.writerow(["AuthorID", "Author", "Date", "Content", "Attachments", "Reactions"])
        rows.writerows(
            [line.who, line.who, f"{line.at.isoformat()}+00:00", line.text, "", ""] for line in said
        )
        return out.getvalue()

    files: Files = {f"{name}.csv": table(said) for name, said in fight.windows.items()}
    return {"hall.csv": table(_said(fight.room, script)), **files}


def slack(fight: Fight) -> Files:
    """A workspace's export, with the talks of two."""

    def day(said: list[Line]) -> str:
        return json.dumps(
            [
                {"type": "message", "user": line.who, "text": html.escape(line.text, quote=False)}
                | {"ts": f"{_epoch(line.at)}.000100"}
                | ({"subtype": "bot_message", "bot_id": "B1", "username": BOT} if line.who == BOT else {})
                for line in said
            ]
        )

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        users = [{"id": who, "profile": {"display_name": who}} for who in fight.people]
        archive.writestr("users.json", json.dumps(users))
        archive.writestr("channels.json", json.dumps([{"id": "C1", "name": "hall"}]))
        talks = [{"id": f"D{name}", "members": [fight.pgm, name]} for name in fight.windows]
        archive.writestr("dms.json", json.dumps(talks))
        archive.writestr("hall/2024-03-05.json", day(_said(fight.room, script)))
        for name, said in fight.windows.items():
            archive.writestr(f"D{name}/2024-03-05.json", day(said))
    return {"export.zip": out.getvalue()}


def foundry(fight: Fight) -> Files:
    """A Foundry world's store, which is in no order."""
    out = []
    for number, line in enumerate(fight.all):
        row: dict[str, Any] = {
            "_id": f"m{number}", "user": f"u{line.who}", "timestamp": _epoch(line.at) * 1000 + number,
            "type": 2, "flavor": "", "content": line.text, "speaker": {"alias": line.who}, "whisper": [],
        }  # fmt: skip
        if line.dice:
            sides, faces = line.dice
            results = [{"result": face, "active": True} for face in faces]
            die = {"class": "Die", "number": len(faces), "faces": sides, "results": results}
            roll = {"class": "Roll", "formula": line.rolled, "terms": [die], "total": sum(faces)}
            row |= {"type": 5, "content": str(sum(faces)), "rolls": [json.dumps(roll)]}
        elif line.to:
            row |= {"type": 4, "whisper": [f"u{line.to}"]}
        out.append(json.dumps(row))
    return {"messages.db": "\n".join(sorted(out, key=lambda row: row[12:])) + "\n"}


def roll20_store(fight: Fight) -> Files:
    """Roll20's archive as its data."""
    page = {}
    for number, line in enumerate(fight.all):
        row = {"who": line.who, "playerid": line.who, ".priority": _epoch(line.at) * 1000 + number}
        if line.dice:
            sides, faces = line.dice
            rolls = [
                {"type": "R", "dice": len(faces), "sides": sides, "results": [{"v": face} for face in faces]}
            ]
            content = json.dumps({"type": "V", "rolls": rolls, "total": sum(faces)})
            row |= {"type": "rollresult", "origRoll": line.rolled, "content": content}
        elif line.to:
            row |= {"type": "whisper", "content": line.text, "target": line.to, "target_name": line.to}
        else:
            row |= {"type": "general", "content": line.text}
        page[f"-M{number:03}"] = row
    return {"chat_archive.json": json.dumps([page])}


def fchat(fight: Fight) -> Files:
    """F-Chat's own records: a roll is one."""

    def record(line: Line) -> bytes:
        faces = " + ".join(map(str, line.faces))
        total = f"[b]{sum(line.faces)}[/b]"
        text = f"rolls {line.rolled}: {total if len(line.faces) == 1 else f'{faces} = {total}'}"
        name, words = line.who.encode(), (text if line.dice else line.text).encode()
        data = struct.pack("<IBB", _epoch(line.at), 3 if line.dice else 0, len(name)) + name
        data += struct.pack("<H", len(words)) + words
        return data + struct.pack("<H", len(data))

    files: Files = {name.lower(): b"".join(map(record, said)) for name, said in fight.windows.items()}
    return {"#hall": b"".join(map(record, fight.room)), **files}


# -- all of them --------------------------------------------------------------------------------------------

_DATED = "%Y-%m-%d %H:%M:%S"
_OPENED, _CLOSED = "--- Log opened %a %b %d %H:%M:%S %Y", "--- Log closed %a %b %d %H:%M:%S %Y"
_CHAT = '<chat xmlns="http://purl.org/net/ulf/ns/0.4-02" account="Jo" service="AIM">'
_AIM = (
    '<B><FONT COLOR="#0000ff" LANG="0">WHO<!-- (%-I:%M:%S %p)--></B></FONT><FONT>:</FONT>'
    "<FONT> TEXT</FONT><BR>"
)

FORMATS: dict[str, Write] = {
    "aim-text": lines("WHO (%-I:%M:%S %p): TEXT", host, "NAME.txt", end="\r\n"),
    "aim-html": lines(_AIM, host, "NAME.htm", "<HTML><BODY>", "</BODY></HTML>", escape=True),
    "adium-html": lines(
        '<div class="receive"><span class="timestamp">%-I:%M:%S %p</span> <span class="sender">WHO: </span>'
        '<pre class="message">TEXT</pre></div>', host, "NAME (%Y-%m-%d).AdiumHTMLLog", escape=True,
    ),
    "adium-xml": lines(
        '<message sender="WHO" time="%Y-%m-%dT%H:%M:%S+01:00"><div>TEXT</div></message>', host,
        "NAME.chatlog", f'<?xml version="1.0" encoding="UTF-8" ?>\n{_CHAT}', "</chat>", escape=True,
    ),
    "pidgin-text": lines(
        "(%H:%M:%S) WHO: TEXT", host, "NAME/%Y-%m-%d.%H%M%S+0100CET.txt",
        f"Conversation with NAME at {_DATED} on Jo (aim)",
    ),
    "trillian-text": lines(
        "[%H:%M] WHO: TEXT", script, "NAME.log", "Session Start (AIM - Jo:NAME): %a %b %d %H:%M:%S %Y",
        "Session Close (NAME): %a %b %d %H:%M:%S %Y", end="\r\n",
    ),
    "qip-text": lines(
        "-" * 38 + "WAY-\nWHO (%H:%M:%S %d/%m/%Y)\nTEXT\n", script, "NAME.txt",
    ),
    "amsn": lines(
        '|"LGRA[%H:%M:%S] |"LITAWHO :|"LC000000TEXT', script, "NAME.log",
        f'|"LRED[Conversation started on {_DATED}]',
    ),
    "mirc": lines(
        "[%H:%M] <WHO> TEXT", sopel, "NAME.log",
        "\nSession Start: %a %b %d %H:%M:%S %Y\nSession Ident: NAME",
    ),
    "irssi": lines("%H:%M < WHO> TEXT", script, "NAME.log", _OPENED, _CLOSED),
    "weechat": lines(
        f"{_DATED}\tWHO\tTEXT", limnoria, "irc.NAME.weechatlog",
        f"{_DATED}\t****  Beginning of log  ****",
    ),
    "znc": lines(
        "[%H:%M:%S] <WHO> TEXT", sopel, "NAME/%Y-%m-%d.log",
        "[%H:%M:%S] *** Joins: WHO (~u@fen.example)",
    ),
    "bitchx": lines("[%d %b/%H:%M] <WHO> TEXT", script, "NAME.log", "IRC log started %a %b %d %H:%M"),
    "irc-raw": raw,
    "mush": mush,
    "discord-text": lines(
        "[%d-%b-%y %I:%M %p] WHO\nTEXT\n", script, "NAME.txt",
        f"{'=' * 62}\nGuild: Hall\nChannel: Text / NAME\n{'=' * 62}\n",
    ),
    "discord-paste": lines("WHO — %m/%d/%Y %-I:%M %p\nTEXT", script, "NAME.txt"),
    "discord-csv": discord_rows,
    "discord-json": documents(avrae, "NAME.json", _discord),
    "matrix-json": documents(tenebrous, "NAME.json", _matrix),
    "slack-zip": slack,
    "telegram-json": documents(script, "NAME/result.json", _telegram),
    "whatsapp": lines("%d/%m/%Y, %H:%M - WHO: TEXT", script, "WhatsApp Chat with NAME.txt"),
    "signal-text": lines("[%Y-%m-%d, %H:%M] WHO: TEXT", script, "NAME.txt"),
    "qq-text": lines(f"WHO(10001) {_DATED}\nTEXT\n", script, "NAME.txt"),
    "fantasy-grounds": fantasy_grounds,
    "foundry-db": foundry,
    "roll20-html": roll20_page,
    "roll20-json": roll20_store,
    "fchat-log": fchat,
}  # fmt: skip
