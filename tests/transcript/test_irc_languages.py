"""What IRC clients tell in other languages than English is no member's line, and names the right people."""

from __future__ import annotations

import io
import time

import pytest

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.irc_languages import foreign, hosted

TOLD = [
    ("Wren (~w@heath.example) ist beigetreten.", "join", "Wren", None),
    ("Wren (~w@heath.example) vient de rentrer", "join", "Wren", None),
    ("Wren (~w@heath.example) se ha unido a este canal.", "join", "Wren", None),
    ("Wren [~w@heath.example] è entrato in #moor", "join", "Wren", None),
    ("Wren (~w@heath.example) entrou neste canal.", "join", "Wren", None),
    ("Wren (~w@heath.example) neemt deel aan dit kanaal.", "join", "Wren", None),
    ("Wren (~w@heath.example) har gått med i kanalen.", "join", "Wren", None),
    ("Wren (~w@heath.example) liittyi", "join", "Wren", None),
    ("Wren (~w@heath.example) dołączył/a", "join", "Wren", None),
    ("Wren [~w@heath.example] зашёл на #moor", "join", "Wren", None),
    ("Wren (~w@heath.example) 已进入", "join", "Wren", None),
    ("Wren (~w@heath.example)님이 입장하였습니다", "join", "Wren", None),
    ("Vous (~w@heath.example) avez rejoint le canal #moor.", "join", "You", None),
    ("Du (~w@heath.example) har gått inn i kanalen #moor.", "join", "You", None),
    ("Wren (~w@heath.example) ist gegangen (Tee).", "leave", "Wren", None),
    ("Wren (~w@heath.example) a quitté ce serveur (thé).", "leave", "Wren", None),
    ("Wren [~w@heath.example] ha abandonado #moor: té", "leave", "Wren", None),
    ("Wren (~w@betreten.example) hat diesen Kanal verlassen (betreten).", "leave", "Wren", None),
    ("Wren ha chiuso la connessione (tè)", "leave", "Wren", None),
    ("Wren вышел (чай)", "leave", "Wren", None),
    ("Wren 已退出(茶)", "leave", "Wren", None),
    ("Tarn a expulsé Wren de #moor (lent)", "leave", "Wren", None),
    ("Wren a été expulsé du canal par Tarn (lent).", "leave", "Wren", None),
    ("Wren ha sido expulsado del canal por Tarn (lento).", "leave", "Wren", None),
    ("Tarn выкидывает Wren с канала (чай).", "leave", "Wren", None),
    ("Wren zostało", "", None, None),
    ("Du har sparkats ut från #moor av Tarn (sen)", "leave", "You", None),
    ("Wren est maintenant connu sous le nom de Wren`", "nick", "Wren", "Wren`"),
    ("Wren [~w@heath.example] heißt nun [Wren]", "nick", "Wren", "[Wren]"),
    ("«Wren» mudou o alcume para «Tarn».", "nick", "Wren", "Tarn"),
    ("Wren теперь известен как Tarn", "nick", "Wren", "Tarn"),
    ("WrenがニックネームをTarnに変更しました。", "nick", "Wren", "Tarn"),
    ("Il tuo soprannome è ora Tarn", "nick", "You", "Tarn"),
    ("Wren a modifié le sujet pour : duel", "topic", "Wren", None),
    ("Wren setzt das Kanalthema auf „Duell“.", "topic", "Wren", None),
    ("Wren pone modo +m en #moor", "system", None, None),
    ("Rozmawiasz na #moor", "system", None, None),
    ("Haiku (x)", "", None, None),
    ("a plain line of English", "", None, None),
]


@pytest.mark.parametrize(("text", "kind", "name", "new"), TOLD)
def test_what_is_told(text: str, kind: str, name: str | None, new: str | None) -> None:
    told = foreign(text)
    assert (("", None, None) if told is None else (told.kind, told.name, told.new)) == (kind, name, new)


def test_the_owner_is_no_nick() -> None:
    assert hosted("Sie (~w@heath.example) haben den Kanal #moor betreten.") == "You"
    assert hosted("Sie_ (~w@heath.example) hat diesen Kanal betreten.") == "Sie_"
    assert hosted("nobody came (here) today") is None


def _kinds(log: str, me: str | None = None) -> list[tuple[str, str | None]]:
    found = open_transcript(io.BytesIO(log.encode()), format="hexchat", me=me)
    return [(one.kind, one.speaker) for one in found if isinstance(one, Event)]


def test_an_english_client_s_people_may_act_in_other_languages() -> None:
    log = (
        "**** BEGIN LOGGING AT Sat Jul  3 20:15:00 2004\n"
        "Jul 03 20:15:01 *\tWren (~w@heath.example) has joined\n"
        "Jul 03 20:15:02 *\tWren a quitté (la salle)\n"
        "Jul 03 20:15:03 *\tWren heißt jetzt Tarn\n"
        "Jul 03 20:15:04 *\tWren (w@heath.example) waves\n"
    )
    assert _kinds(log)[1:] == [("join", "Wren"), ("emote", "Wren"), ("emote", "Wren"), ("emote", "Wren")]


def test_one_line_of_another_language_tells_what_the_client_speaks() -> None:
    log = (
        "juil. 03 20:15:01 *\tWren (~w@heath.example) vient de rentrer\n"
        "juil. 03 20:15:02 *\tWren a quitté (thé)\n"
        "juil. 03 20:15:03 *\tVotre pseudonyme est maintenant Heron\n"
    )
    assert _kinds(log) == [("join", "Wren"), ("leave", "Wren"), ("nick", "You")]
    assert _kinds(log, "Tarn")[2] == ("nick", "Tarn")


@pytest.mark.parametrize(
    "piece", ["a", "a ", "(a@", "hat ", "a@b) ", "を", "님이", "hat das Thema ", "wurde aus "]
)
def test_no_line_takes_long(piece: str) -> None:
    before = time.process_time()
    foreign("Wren hat " + piece * 20_000)
    foreign(piece * 20_000)
    hosted(piece * 20_000)
    assert time.process_time() - before < 0.5


def test_a_log_whose_owner_is_you_asks_who_that_is() -> None:
    log = (
        b"[20:15] <Tarn> round one\n[20:15] -> *Tarn* understood\n[20:16] * You were kicked by Tarn (slow)\n"
    )
    unnamed = open_transcript(io.BytesIO(log), format="mirc")
    assert [one.speaker for one in unnamed.events()] == ["Tarn", "You", "You"]
    assert unnamed.notes == ["the log's owner is called You: --me NAME says who that is"]
    named = open_transcript(io.BytesIO(log), format="mirc", me="Heron")
    assert [one.speaker for one in named.events()] == ["Tarn", "Heron", "Heron"]
    assert named.notes == []
