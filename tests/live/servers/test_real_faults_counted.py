"""The counters of the fault run: each is shown a life in which nothing is wrong, and then the same with one
fault, which it has to count. No server runs here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec
import pytest
from faults_count import FAULTS, Evidence, Figures, Line, Said, count

from calledshot.live.hub import Stored
from calledshot.live.messages import Incoming
from calledshot.transcript.event import Event

BOT, PGM, HESK, IMRI, ROOM = "calledshot", "Brannoch", "Hesk", "Imri", "#toll"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MOVE = "Attack Imri with longsword (larkspur)"
RELAY = "Hesk (secret): Attack with longsword on Imri"
DRAFT = '#1 Hesk hits Imri. "((Hesk hits; roll damage.))"   ok · say … · rule … · drop'
RULING = "((Hesk hits; roll damage.))"


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def said(second: int, who: str, to: str | None, text: str, *, ids: bool = True, line: int = 1) -> Said:
    return Said(who, to, text, f"id{second}" if ids else None, at(second), line)


def entry(number: int, second: int, who: str, to: str | None, text: str, *, ids: bool = True) -> Stored:
    kind: Literal["whisper", "say"] = "whisper" if to is not None else "say"
    event = Event(
        kind=kind, speaker=who, to=to, room=None if to else ROOM, text=text, id=f"id{second}" if ids else None
    )
    return Stored(number=number, feed="irc", message=Incoming(event=event), settled=True, events=(event,))


def notice(number: int, since: float, until: float, *, room: bool = True) -> Stored:
    stretch = f"away from {at(since).isoformat()} to {at(until).isoformat()}: "
    words = "what was said is not known" if room else "private messages sent to me are lost"
    event = Event(kind="system", room=ROOM, text=stretch + words, trust="server")
    message = Incoming(what="gap" if room else "event", event=event)
    return Stored(number=number, feed="irc", message=message, settled=True)


def life(*, ids: bool = True) -> Evidence:
    """Something said, a secret move, an order, and something said that was missed, with a notice of it; each
    is answered."""
    ledger = [
        said(1, IMRI, None, "here I am", ids=ids),
        said(2, HESK, BOT, MOVE, ids=ids),
        said(3, BOT, HESK, "Noted: Attack with longsword on Imri"),
        said(4, BOT, PGM, RELAY),
        said(5, BOT, PGM, DRAFT),
        said(6, PGM, BOT, "ok 1", ids=ids),
        said(7, BOT, None, RULING),
        said(12, IMRI, None, "ouch, that was mean", ids=ids),
        said(14, IMRI, BOT, "whats my pp at present", ids=ids),
        said(20, HESK, None, "hello again", ids=ids),
    ]
    stored = [
        entry(1, 1, IMRI, None, "here I am", ids=ids),
        entry(2, 2, HESK, BOT, MOVE, ids=ids),
        entry(3, 6, PGM, BOT, "ok 1", ids=ids),
        notice(4, 10, 15),
        entry(5, 20, HESK, None, "hello again", ids=ids),
    ]
    return Evidence(
        bot=BOT,
        master=PGM,
        ledger=ledger,
        stored=stored,
        ruled=[(one.number, event) for one in stored for event in one.events],
        lines=[
            Line(2, HESK, "Noted: Attack with longsword on Imri", at=at(2)),
            Line(2, PGM, RELAY, at=at(2)),
            Line(2, PGM, DRAFT, at=at(2)),
            Line(3, None, RULING, at=at(6)),
        ],
        breaks=[at(10)],
        saw={HESK: [RULING], IMRI: [RULING, "hello again"], PGM: [RELAY, DRAFT, RULING]},
        marks={"larkspur": HESK},
        files={"live.log": '{"event": "known already", "id": "id2"}', "output": ""},
        passwords=["pw-unsayable"],
    )


def counted(seen: Evidence) -> dict[str, int]:
    """The figures of faults that are not 0; as many as the words that tell of them."""
    figures = Figures()
    wrong = count(seen, figures)
    found = {name: getattr(figures, name) for name in FAULTS if getattr(figures, name)}
    assert len(wrong) == sum(found.values()), wrong
    return found


@pytest.mark.parametrize("ids", [True, False])
def test_a_good_life(ids: bool) -> None:
    figures = Figures()
    assert count(life(ids=ids), figures) == []
    assert (figures.events, figures.lines, figures.rulings) == (5, 4, 1)
    assert (figures.missed, figures.gap_notices, figures.repeated) == (2, 1, 0)


Fault = Callable[[Evidence], None]


def drop(number: int) -> Fault:
    """A message is not in the journal."""

    def fault(seen: Evidence) -> None:
        seen.stored = [one for one in seen.stored if one.number != number]
        seen.ruled = [one for one in seen.ruled if one[0] != number]

    return fault


def renotice(since: float, until: float, *, room: bool = True, number: int = 4) -> Fault:
    def fault(seen: Evidence) -> None:
        others = [one for one in seen.stored if one.number != 4]
        seen.stored = sorted([*others, notice(number, since, until, room=room)], key=lambda one: one.number)

    return fault


def unsettled(seen: Evidence) -> None:
    seen.stored[0] = msgspec.structs.replace(seen.stored[0], settled=False)


def heard_twice(seen: Evidence) -> None:
    seen.stored.append(msgspec.structs.replace(seen.stored[4], number=6))


def heard_twice_under_another_id(seen: Evidence) -> None:
    seen.stored.append(entry(6, 99, HESK, None, "hello again"))


def heard_what_nobody_said(seen: Evidence) -> None:
    seen.stored.append(entry(6, 99, HESK, None, "I yield"))


def ruled_on_twice(seen: Evidence) -> None:
    seen.ruled.append(seen.ruled[-1])


def otherwise_than_clean(seen: Evidence) -> None:
    seen.clean = [3]


def swapped(seen: Evidence) -> None:
    one, two = seen.stored[0], seen.stored[2]
    seen.stored[0], seen.stored[2] = (
        msgspec.structs.replace(two, number=1),
        msgspec.structs.replace(one, number=3),
    )


def ruled_in_another_order(seen: Evidence) -> None:
    seen.ruled[0], seen.ruled[1] = seen.ruled[1], seen.ruled[0]


def says(who: str | None, text: str, *, line: int = 2, open: bool = True) -> Fault:
    """The server took one more message of the helper's."""

    def fault(seen: Evidence) -> None:
        seen.ledger.append(replace(said(30, BOT, who, text), line=line, open=open))

    return fault


def says_nothing(seen: Evidence) -> None:
    seen.ledger = [one for one in seen.ledger if one.text != RULING]


def waits_for_ever(seen: Evidence) -> None:
    seen.lines.append(Line(3, PGM, "Done and done.", "pending"))


def nothing_cut(seen: Evidence) -> None:
    says(None, f"(again) {RULING}")(seen)
    seen.breaks = [at(3), at(31)]


def made_twice(seen: Evidence) -> None:
    seen.lines.append(seen.lines[1])
    seen.ledger.append(seen.ledger[3])


def can_look_up(seen: Evidence) -> None:
    says(None, f"(again) {RULING}")(seen)
    seen.room_once = True


def shows(who: str, text: str) -> Fault:
    def fault(seen: Evidence) -> None:
        seen.saw = {**seen.saw, who: [*seen.saw[who], text]}

    return fault


def writes(name: str, text: str) -> Fault:
    def fault(seen: Evidence) -> None:
        seen.files = {**seen.files, name: seen.files[name] + text}

    return fault


FAULTY: list[tuple[str, Fault, dict[str, int]]] = [
    ("something said is lost", drop(1), {"lost": 1}),
    ("a secret move is lost", drop(2), {"lost": 1}),
    ("the notice of a gap is lost", drop(4), {"lost": 2}),
    ("the gap ended before", renotice(8, 11), {"lost": 2}),
    ("the gap began after", renotice(13, 15), {"lost": 1}),
    ("the gap is told of what is private only", renotice(10, 15, room=False), {"lost": 1}),
    ("the gap is told too late", renotice(10, 15, number=6), {"lost": 2}),
    ("the gap is told before what came before it", renotice(10, 15, number=0), {"lost": 2}),
    ("written down and never ruled on", unsettled, {"lost": 1}),
    ("heard twice", heard_twice, {"ruled_twice": 1}),
    ("heard twice, as if it were another", heard_twice_under_another_id, {"ruled_twice": 1}),
    ("heard what nobody said", heard_what_nobody_said, {"ruled_twice": 1}),
    ("ruled on twice", ruled_on_twice, {"ruled_twice": 1}),
    ("ruled on otherwise", otherwise_than_clean, {"ruled_twice": 1}),
    ("heard in another order", swapped, {"disordered": 2}),
    ("ruled on in another order", ruled_in_another_order, {"disordered": 1}),
    ("a ruling twice", says(None, RULING), {"said_twice": 1}),
    ("a private line twice", says(HESK, "Noted: Attack with longsword on Imri"), {"said_twice": 1}),
    ("words that nobody wanted", says(None, "((Hesk wins.))"), {"said_twice": 1}),
    ("words to somebody who was told nothing", says(IMRI, "Psst."), {"said_twice": 1}),
    ("a label on what was never said", says(PGM, "(again) Psst."), {"said_twice": 1}),
    ("a label on what had arrived", says(None, f"(again) {RULING}", open=False), {"said_twice": 1}),
    ("again over the same line", says(None, f"(again) {RULING}", line=1), {"said_twice": 1}),
    ("again, though nothing was cut since it was made", nothing_cut, {"said_twice": 1}),
    ("again, though the room's history shows it", can_look_up, {"said_twice": 1}),
    ("the same line made twice", made_twice, {"said_twice": 1}),
    ("a ruling never said", says_nothing, {"unsaid": 1}),
    ("a line that waits for ever", waits_for_ever, {"unsaid": 1}),
    ("the mark of a move seen", shows(IMRI, "he said larkspur"), {"secrets": 1}),
    ("a draft seen", shows(IMRI, "#2 Hesk misses. ((Hesk misses.))   ok · say …"), {"secrets": 1}),
    ("a draft seen on IRC", shows(IMRI, ":c!c@c PRIVMSG #toll :#2 Hesk misses"), {"secrets": 1}),
    ("what the game master was told seen", shows(HESK, RELAY), {"secrets": 1}),
    ("what a player was told seen", shows(IMRI, "Noted: Attack with longsword on Imri"), {"secrets": 1}),
    ("what a player asked seen", shows(HESK, "Imri: whats my pp at present"), {"secrets": 1}),
    ("the mark of a move in the log", writes("live.log", "larkspur"), {"secrets": 1}),
    ("the mark of a move printed", writes("output", "KeyError: 'larkspur'"), {"secrets": 1}),
    ("what a player was told in the log", writes("live.log", json.dumps(RELAY)), {"secrets": 1}),
    ("a password in the log", writes("live.log", "pw-unsayable"), {"secrets": 1}),
]


@pytest.mark.parametrize("ids", [True, False], ids=["ids", "no ids"])
@pytest.mark.parametrize(("fault", "found"), [one[1:] for one in FAULTY], ids=[one[0] for one in FAULTY])
def test_each_fault_is_counted(fault: Fault, found: dict[str, int], ids: bool) -> None:
    seen = life(ids=ids)
    fault(seen)
    assert counted(seen) == found


def test_a_line_whose_fate_was_unknown_may_be_said_once_more_with_a_label() -> None:
    seen = life()
    says(None, f"(again) {RULING}")(seen)
    figures = Figures()
    assert count(seen, figures) == []
    assert figures.repeated == 1


def test_a_long_line_may_come_in_pieces_and_any_piece_again() -> None:
    seen = life()
    seen.lines.append(Line(3, PGM, "one two three", at=at(6)))
    for second, text in enumerate(("one two…", "three"), 31):
        seen.ledger.append(said(second, BOT, PGM, text))
    seen.ledger.append(replace(said(33, BOT, PGM, "(again) three"), line=2))
    assert counted(seen) == {}


def test_what_a_service_replays_may_not_be_missed() -> None:
    seen = life()
    seen.replays, seen.ordered = (True, False), False
    assert counted(seen) == {"lost": 1}  # what was said in the room; what was said in private is excused


def test_what_a_draft_would_say_is_for_the_room() -> None:
    seen = life()
    seen.lines.append(Line(3, PGM, "Hesk hits; roll damage."))
    seen.ledger.append(said(32, BOT, PGM, "Hesk hits; roll damage."))
    assert counted(seen) == {}


def test_what_a_player_and_the_game_master_are_told_at_once_is_no_secret() -> None:
    seen = life()
    for second, who in ((32, PGM), (33, IMRI)):
        seen.lines.append(Line(3, who, "Imri: not enough PP for it."))
        seen.ledger.append(said(second, BOT, who, "Imri: not enough PP for it."))
    shows(IMRI, "Imri: not enough PP for it.")(seen)
    assert counted(seen) == {}
    shows(HESK, "Imri: not enough PP for it.")(seen)
    assert counted(seen) == {"secrets": 1}


def test_figures_add_up_and_are_shown() -> None:
    total = Figures(runs=1, ruled_twice=2)
    total.add(Figures(runs=1, failed=1, lost=3))
    assert (total.runs, total.failed, total.lost, total.ruled_twice) == (2, 1, 3, 2)
    assert "runs 2  failed 1" in total.shown()
    assert "ruled twice 2" in total.shown()
