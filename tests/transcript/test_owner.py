"""Whom a log calls "You": by the nick of the time, after a change of it as well as before."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from calledshot.cli import main
from calledshot.transcript import open_transcript

MIRC = """\
Session Start: Sat Jul 03 20:15:00 2004
Session Ident: #parlour
[20:15] <Pia> hello
[20:16] * You are now known as Pia|away
[20:17] <Pia|away> one
[20:18] * You were kicked by Gwen (out)
[20:19] * Rolf is now known as Pia
[20:20] <Pia> two
[20:20] -> *Rolf* hi
[20:21] * Pia|away is now known as Piet
[20:22] * You were kicked by Gwen (again)
"""
IRSSI = """\
--- Log opened Sat Jul 03 20:15:00 2004
20:15 -!- You're now known as Piet
20:16 < Piet> one
20:18 -!- You have left channel #parlour [bye]
"""
WEECHAT = (
    "2004-07-03 20:15:00\t--\tYou are now known as Piet\n"
    "2004-07-03 20:16:00\tPiet\tone\n"
    "2004-07-03 20:17:00\t<--\tYou have left #parlour\n"
    "2004-07-03 20:17:00\t--\tYou are now known as Pit\n"
    "2004-07-03 20:18:00\t<--\tYou have left #parlour\n"
)
HEXCHAT = (
    "**** BEGIN LOGGING AT Sat Jul  3 20:15:00 2004\n\n"
    "Jul 03 20:14:00 <Rolf>\tring\n"
    "Jul 03 20:15:00 *\tYou are now known as Piet\n"
    "Jul 03 20:16:00 *\tYou have left channel #parlour (bye)\n"
)


def people(log: str, me: str | None) -> list[tuple[str, str | None, str | None]]:
    transcript = open_transcript(io.BytesIO(log.encode()), name="a.log", me=me)
    return [(event.kind, event.speaker, event.to) for event in transcript.events() if event.kind != "system"]


def test_of_mirc() -> None:
    assert people(MIRC, "Pia") == [
        ("say", "Pia", None), ("nick", "Pia", "Pia|away"),
        ("say", "Pia|away", None), ("leave", "Pia|away", None),
        ("nick", "Rolf", "Pia"), ("say", "Pia", None),  # another's by now
        ("whisper", "Pia|away", "Rolf"), ("nick", "Pia|away", "Piet"), ("leave", "Piet", None),
    ]  # fmt: skip


@pytest.mark.parametrize("me", ["Pia", None])
def test_of_others(me: str | None) -> None:
    first = me or "You"
    assert people(IRSSI, me) == [("nick", first, "Piet"), ("say", "Piet", None), ("leave", "Piet", None)]
    assert people(HEXCHAT, me) == [("say", "Rolf", None), ("nick", first, "Piet"), ("leave", "Piet", None)]
    assert people(WEECHAT, me) == [
        ("nick", first, "Piet"), ("say", "Piet", None), ("leave", "Piet", None), ("nick", "Piet", "Pit"),
        ("leave", "Pit", None),
    ]  # fmt: skip


def test_without_a_change_nothing_is_known() -> None:
    log = IRSSI.replace("20:15 -!- You're now known as Piet\n", "")
    assert people(log, None) == [("say", "Piet", None), ("leave", "You", None)]
    assert people(log, "Gwen") == [("say", "Piet", None), ("leave", "Gwen", None)]


def test_the_character_goes_with_the_owner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = """\
Session Start: Sat Jul 03 20:15:00 2004
Session Ident: #parlour
[20:15] <Gwen> Round 1, initiative please
[20:15] <Dicer> Pia rolled 1d100: 55
[20:16] * You are now known as Pia|away
[20:16] <Dicer> Pia|away rolled 1d100: 60
[20:17] * You are now known as Pia
[20:17] <Dicer> Pia rolled 1d100: 12
"""
    path = tmp_path / "a.log"
    path.write_text(log)
    main(["audit", str(path), "--me", "Pia", "--bot", "Dicer", "--pgm", "Gwen"])
    shown = capsys.readouterr().out
    assert "1 fighter, 1 round, 8 lines, all read" in shown
    assert "ID-3" not in shown
