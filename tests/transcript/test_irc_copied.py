"""Rooms of IRC as people copied them: set in, flush right, from clients that show no times."""

from __future__ import annotations

import io

import pytest

from calledshot.errors import CalledshotError
from calledshot.transcript import Event, open_transcript

Told = tuple[str, str | None, str]


def read(log: str) -> tuple[str, list[Told]]:
    """The format that was found, and kind, speaker and text of all events."""
    found = open_transcript(io.BytesIO(log.encode()), name="log")
    items = list(found)
    assert all(isinstance(item, Event) for item in items), items
    return found.format, [(one.kind, one.speaker, one.text) for one in items if isinstance(one, Event)]


def test_ircii_puts_only_a_mark_before_its_owners_words() -> None:
    log = (
        "*** Tarn (t@fen.example) has joined channel #moor\n<Tarn> well?\n> soon\n*Tarn* psst\n"
        '-> *Tarn* yes\n> now\n*** Mode change "+o Tarn" on channel #moor by Wren\n'
    )
    assert read(log) == ("irc-plain", [
        ("join", "Tarn", "Tarn (t@fen.example) has joined channel #moor"),
        ("say", "Tarn", "well?"),
        ("say", "You", "soon"),
        ("whisper", "Tarn", "psst"),
        ("whisper", "You", "yes"),
        ("say", "You", "now"),
        ("system", None, "Mode change \"+o Tarn\" on channel #moor by Wren"),
    ])  # fmt: skip


def test_one_quoted_line_is_nobodys() -> None:
    log = "*** Tarn (t@fen.example) has left channel #moor\n<Wren> look\n> a quote\n<Wren> there\n<Rue> hm\n"
    found = open_transcript(io.BytesIO(log.encode()), name="log", format="irc-plain")
    assert [item.speaker for item in found.events()] == ["Tarn", "Wren", "Wren", "Rue"]


def test_themes_of_irssi_that_set_names_flush_right() -> None:
    log = (
        "(20:15) <      Wren> round   one\n(20:15)              -!- Tarn [~t@fen.example] has joined #moor\n"
        "(20:16)                * Wren draws\n(20:17) <     @Tarn>   * Wren falls\n"
    )
    assert read(log) == ("irssi", [
        ("say", "Wren", "round   one"),
        ("join", "Tarn", "Tarn [~t@fen.example] has joined #moor"),
        ("emote", "Wren", "draws"),
        ("say", "Tarn", "* Wren falls"),
    ])  # fmt: skip


def test_one_blank_before_every_line() -> None:
    log = " 20:15 -!- Tarn [t@fen.example] has joined #moor\n 20:15 < Tarn> hi\n 20:16  * Tarn bows\n"
    assert read(log) == ("irssi", [
        ("join", "Tarn", "Tarn [t@fen.example] has joined #moor"),
        ("say", "Tarn", "hi"),
        ("emote", "Tarn", "bows"),
    ])  # fmt: skip


def test_set_in_without_times() -> None:
    log = "<Wren> one\n<Tarn> two\n* Rue has quit (Ping timeout: 240 seconds)\n<Wren> three\n* Tarn bows\n"
    want = [
        ("say", "Wren", "one"), ("say", "Tarn", "two"),
        ("leave", "Rue", "* Rue has quit (Ping timeout: 240 seconds)"), ("say", "Wren", "three"),
        ("emote", "Tarn", "bows"),
    ]  # fmt: skip
    assert read(log)[1] == want
    for blanks in (" ", "    ", "\t"):
        assert read("".join(blanks + line for line in log.splitlines(keepends=True)))[1] == want


def test_a_host_behind_a_name_is_no_part_of_it() -> None:
    log = "*** Tarn (~t@fen.example) has joined channel ##moor\n<Wren> one\n<Tarn> two\n<Wren> three\n"
    assert read(log)[1][0] == ("join", "Tarn", "*** Tarn (~t@fen.example) has joined channel ##moor")


def test_what_circe_tells() -> None:
    log = (
        "[20:15] <Wren> one\n[20:15] *** Join: Tarn (t@fen.example)\n"
        "[20:16] *** Quit: Rue (r@fen.example) tea\n"
        "[20:16] *** Nick change: Tarn (t@fen.example) is now known as Ash\n"
        "[20:17] *** Topic change by Wren (w@fen.example): duel\n"
        "[20:17] *** Kick: Ash from #moor by Wren (w@fen.example): slow\n"
    )
    assert [(kind, speaker) for kind, speaker, _ in read(log)[1]] == [
        ("say", "Wren"), ("join", "Tarn"), ("leave", "Rue"),
        ("nick", "Tarn"), ("topic", "Wren"), ("leave", "Ash"),
    ]  # fmt: skip


def test_themes_of_xchat_without_angles() -> None:
    head = "**** BEGIN LOGGING AT Sat Jul  3 20:15:00 2004\n\n"
    shapes = {
        "": "[20:15:01] Wren shall we?\n[20:15:04] Tarn yes\n",
        ".:": "2004-07-03T20:15:01+0000 .:Wren:. shall we?\n2004-07-03T20:15:04+0000 .:Tarn:. yes\n",
        "(": "Jul 03 20:15:01 (Wren)\tshall we?\nJul 03 20:15:04 (Tarn)\tyes\n",
    }
    stamp = {"": "[20:15:09]", ".:": "2004-07-03T20:15:09+0000", "(": "Jul 03 20:15:09"}
    for shape, said in shapes.items():
        log = f"{head}{said}{stamp[shape]} *\tWren bows\n{stamp[shape]} *\tTarn has quit (Leaving)\n"
        assert read(log) == ("hexchat", [
            ("system", None, "**** BEGIN LOGGING AT Sat Jul  3 20:15:00 2004"), ("say", "Wren", "shall we?"),
            ("say", "Tarn", "yes"), ("emote", "Wren", "bows"), ("leave", "Tarn", "Tarn has quit (Leaving)"),
        ])  # fmt: skip


def test_a_room_of_xchats_in_which_nobody_speaks() -> None:
    log = (
        "**** BEGIN LOGGING AT Sat Jul  3 20:15:00 2004\n\nJul 03 20:15:01 *\tNow talking on #moor\n"
        "Jul 03 20:15:02 *\tWren (w@fen.example) has joined\nJul 03 20:15:03 *\tWren has quit (Leaving)\n"
    )
    assert [kind for kind, _, _ in read(log)[1]] == ["system", "system", "join", "leave"]


def test_names_with_blanks_of_a_gateway_to_irssi() -> None:
    log = "--- Log opened Sat Jul 03 20:15:00 2004\n20:15 < Wren> hi\n20:16 <&Rue of Fen> hello > you\n"
    assert read(log)[1][1:] == [("say", "Wren", "hi"), ("say", "Rue of Fen", "hello > you")]


def test_who_comes_and_goes_behind_a_time_in_any_text() -> None:
    log = (
        "[20:15:01] Wren: shall we?\n[20:15:02] Rue: yes\n[20:15:03] Tarn has joined the group chat\n"
        "[20:15:04] Wren: go\n[20:15:05] Ash is now known as Oak\n[20:15:06] Sedge has left\n"
        "[20:15:07] Rue: ok\n"
    )
    assert [(kind, speaker) for kind, speaker, _ in read(log)[1]] == [
        ("say", "Wren"), ("say", "Rue"), ("join", "Tarn"), ("say", "Wren"),
        ("nick", "Ash"), ("leave", "Sedge"), ("say", "Rue"),
    ]  # fmt: skip


def test_the_word_somebody_left_is_nothing_he_said() -> None:
    log = (
        "[19:30:55] Sedge: hello there\n[19:31:02] Alder: shall we start?\n"
        "[19:31:08] Sedge has quit [Quit: tea]\n[19:31:20] Alder: oh well\n"
        "[19:31:50] Alder left the chat room. (Quit: bed)\n"
    )
    assert read(log) == ("generic", [
        ("say", "Sedge", "hello there"),
        ("say", "Alder", "shall we start?"),
        ("leave", "Sedge", "Sedge has quit [Quit: tea]"),
        ("say", "Alder", "oh well"),
        ("leave", "Alder", "Alder left the chat room. (Quit: bed)"),
    ])  # fmt: skip


def test_somebody_who_joins_is_no_head_of_a_window() -> None:
    log = (
        "[19:31:02] Brack (~b@heath.example) has joined #moor\n[19:31:05] <Alder> hullo\n"
        "[19:31:09] <Brack> evening\n[19:31:15] <Alder> shall we?\n"
    )
    found, events = read(log)
    assert (found, events[1:3]) == ("generic", [("say", "Alder", "hullo"), ("say", "Brack", "evening")])


def test_me_is_somebody_who_acts_where_no_client_read_it() -> None:
    log = "20:15:02 Sedge: good evening\n20:15:09 Alder: /me lunges\n20:15:30 Sedge: type /me to act\n"
    assert read(log) == ("generic", [
        ("say", "Sedge", "good evening"),
        ("emote", "Alder", "lunges"),
        ("say", "Sedge", "type /me to act"),
    ])  # fmt: skip


def test_a_column_of_blanks_is_no_log_of_xchat() -> None:
    log = "19:30           -- | sedge joined\n19:31        alder   hullo\n19:32       *alder   waves\n"
    with pytest.raises(CalledshotError):
        read(log)


def test_arrows_of_halloys_window() -> None:
    log = (
        "[20:15:01] ⟶ Sedge has joined the channel\n[20:15:02] Alder: ready?\n[20:15:09] Wren: yes\n"
        "[20:15:11] ∙ Alder bows\n[20:15:12] ∙ Wren is now known as Wren_\n"
        "[20:15:13] ⟵ Sedge has left the channel (tea)\n[20:15:14] ⟵ Alder has quit (Ping timeout)\n"
    )
    found, events = read(log)
    assert found == "generic"
    assert [one[:2] for one in events] == [
        ("join", "Sedge"), ("say", "Alder"), ("say", "Wren"), ("emote", "Alder"), ("nick", "Wren"),
        ("leave", "Sedge"), ("leave", "Alder"),
    ]  # fmt: skip
