"""What a client wrote, the reader gives back: random logs of each text format, written and read."""

from __future__ import annotations

import io
from datetime import date
from typing import get_args

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from writers import LINE, NAMES, TEXT, WORD, clocks, plain, rolls, twelve

from calledshot.dice.roll import Roll
from calledshot.transcript import Event, from_json, open_transcript, to_json
from calledshot.transcript.decode import no_text
from calledshot.transcript.event import Kind, Source

Line = tuple[str, Event]


def read(text: str | bytes, format: str) -> list[Event]:
    data = text.encode() if isinstance(text, str) else text
    items = list(open_transcript(io.BytesIO(data), format=format, name="log"))
    assert all(isinstance(item, Event) for item in items), items
    return [item for item in items if isinstance(item, Event)]


def shown(roll: Roll) -> str:
    word = "die" if roll.count == 1 else "dice"
    return f"{roll.roller} rolled {roll.count} {roll.sides}-sided {word}:  {' '.join(map(str, roll.faces))}"


def check(lines: list[Line], end: str, format: str) -> None:
    events = read(end.join(line for line, _ in lines) + end, format)
    assert [plain(event) for event in events] == [plain(event) for _, event in lines]
    assert [event.seq for event in events] == list(range(len(lines)))
    assert [event.source for event in events] == [Source("log", at, at) for at in range(1, len(lines) + 1)]


def aol_say(name: str, text: str, lead: str) -> Line:
    return f"{lead}{name}:\t{text}", Event(kind="say", speaker=name, text=text)


def aol_roll(roll: Roll, lead: str) -> Line:
    text = shown(roll)
    return f"{lead}OnlineHost:\t{text}", Event(
        kind="roll", speaker="OnlineHost", text=text, trust="server", roll=roll
    )


LEADS = st.sampled_from(["", "\t"])


@given(
    st.lists(
        st.one_of(st.builds(aol_say, NAMES, TEXT, LEADS), st.builds(aol_roll, rolls(NAMES), LEADS)),
        min_size=1, max_size=12,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)  # fmt: skip
def test_aol(lines: list[Line], end: str) -> None:
    check(lines, end, "aol")


def aim_say(name: str, text: str, clock: str) -> Line:
    return f"{name} ({twelve(clock)}): {text}", Event(kind="say", speaker=name, text=text, clock=clock)


def aim_auto(name: str, text: str, clock: str) -> Line:
    line, _ = aim_say(name, text, clock)
    return "Auto response from " + line, Event(kind="away", speaker=name, text=text, clock=clock)


def aim_roll(roll: Roll, clock: str) -> Line:
    return f"OnlineHost ({twelve(clock)}): {shown(roll)}", Event(
        kind="roll", speaker="OnlineHost", text=shown(roll), trust="server", roll=roll, clock=clock
    )


@given(
    st.lists(
        st.one_of(
            st.builds(aim_say, NAMES, TEXT, clocks()),
            st.builds(aim_auto, NAMES, TEXT, clocks()),
            st.builds(aim_roll, rolls(NAMES), clocks()),
        ),
        min_size=1, max_size=12,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)  # fmt: skip
def test_aim_text(lines: list[Line], end: str) -> None:
    check(lines, end, "aim-text")


def escaped(text: str) -> str:
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, entity)
    return text


COMMENT = (
    '<BODY BGCOLOR="#ffffff"><B><FONT COLOR="#0000ff" LANG="0">{name}<!-- ({time})--></B></FONT>'
    '<FONT COLOR="#0000ff" BACK="#ffffff">:</FONT><FONT> </FONT><FONT SIZE=2>{text}</FONT><BR>'
)
SPAN = (
    '<SPAN STYLE="background-color: #ffffff;"><FONT COLOR="#0000ff">{name}'
    '<SPAN STYLE="font-size: xx-small;"> ({time})</SPAN></B>:</FONT><FONT> <I></FONT>{text}<BR></SPAN>'
)


def html_say(name: str, text: str, clock: str, shape: str) -> Line:
    text = " ".join(text.split(" ")).strip()
    kept = " ".join(part for part in text.split(" ") if part)
    line = shape.format(name=name, time=twelve(clock), text=escaped(text))
    return line, Event(kind="say", speaker=name, text=kept, clock=clock)


@given(
    st.lists(
        st.builds(html_say, NAMES, TEXT.map(str.strip), clocks(), st.sampled_from([COMMENT, SPAN])),
        min_size=1, max_size=12,
    )
)  # fmt: skip
def test_aim_html(lines: list[Line]) -> None:
    check(lines, "\n", "aim-html")


def stamp(clock: str | None, day: str | None) -> tuple[str, str | None, str | None]:
    if clock is None:
        return "", None, None
    if day is None:
        return f"[{clock}] ", None, clock
    return f"[{day} {clock}] ", f"{day}T{clock}", None


STAMPS = st.builds(stamp, st.none() | clocks(), st.none() | st.dates(min_value=date(1000, 1, 1)).map(str))


def script_line(
    form: int, name: str, other: str, text: str, roll: Roll, when: tuple[str, str | None, str | None]
) -> Line:
    lead, at, clock = when
    moved = {
        0: (f"{name}: {text}", Event(kind="say", speaker=name, text=text)),
        1: (f"{name} > {other}: {text}", Event(kind="whisper", speaker=name, to=other, text=text)),
        2: (f"* {name} {text}", Event(kind="emote", speaker=name, text=text)),
        3: (f"- {name} joined", Event(kind="join", speaker=name, text=f"{name} joined", trust="server")),
        4: (f"- {name} left", Event(kind="leave", speaker=name, text=f"{name} left", trust="server")),
        5: (
            f"- {name} is now {other}",
            Event(kind="nick", speaker=name, to=other, text=f"{name} is now {other}", trust="server"),
        ),
        6: (
            f"! {roll.roller} rolled {roll.expression}: {' '.join(map(str, roll.faces))}",
            Event(
                kind="roll", trust="server", roll=roll,
                text=f"{roll.roller} rolled {roll.expression}: {' '.join(map(str, roll.faces))}",
            ),
        ),
    }  # fmt: skip
    line, event = moved[form]
    from msgspec.structs import replace

    return lead + line, replace(event, at=at, clock=clock)


@given(
    st.lists(
        st.builds(script_line, st.integers(0, 6), WORD, NAMES, LINE, rolls(NAMES), STAMPS),
        min_size=1, max_size=12,
    ),
    st.sampled_from(["\n", "\r\n", "\r"]),
)  # fmt: skip
@example([("* A00 Old Wick: rolled", Event(kind="emote", speaker="A00", text="Old Wick: rolled"))], "\n")
def test_script(lines: list[Line], end: str) -> None:
    check(lines, end, "script")


EVENTS = st.builds(
    Event,
    seq=st.integers(0, 10**9),
    at=st.none() | st.just("2004-07-03T20:15:32") | st.just("2004-07-03T20:15:32+02:00"),
    kind=st.sampled_from(get_args(Kind)),
    speaker=st.none() | TEXT, to=st.none() | NAMES, room=st.none() | TEXT, text=TEXT,
    trust=st.sampled_from(["server", "bot", "member", "unknown"]), roll=st.none() | rolls(NAMES),
    source=st.builds(Source, st.none() | TEXT, st.integers(1, 10**6), st.integers(1, 10**6)),
    id=st.none() | TEXT, clock=st.none() | clocks(),
).filter(lambda event: event.to is None or event.kind not in ("say", "emote"))  # fmt: skip
"""Any event a reader may give; what is said to one person is a whisper (see `from_json`)."""


@settings(max_examples=300)
@given(st.lists(EVENTS, min_size=1, max_size=8))
def test_events_read_back_what_was_written(events: list[Event]) -> None:
    written = b"\n".join(map(to_json, events)) + b"\n"
    assume(no_text(written) is None)  # control characters enough to be no log at all
    assert read(written, "events") == events
    assert b"\n".join(map(to_json, read(written, "events"))) + b"\n" == written


@given(EVENTS)
def test_json_has_the_contract_s_keys_in_order(event: Event) -> None:
    import json

    fields = list(json.loads(to_json(event)))
    head = ["seq", "at", "kind", "speaker", "to", "room", "text", "trust", "roll", "source"]
    more = [name for name in ("id", "clock") if getattr(event, name) is not None]
    assert fields == head + more
    assert from_json(to_json(event)) == event
