"""Roll20's saved pages: what a message inherits, dice in tooltips, and nothing from below the page's end."""

from __future__ import annotations

import io
import json
import re
from base64 import b64encode
from pathlib import Path

import pytest
from msgspec import UNSET

from calledshot.dice.dialects import faults
from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.roll20_inline import inline

SAMPLES = Path("/work/shared/formats/samples/roll20")


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the real samples are not here")
@pytest.mark.parametrize("name", ["messages.html", "tail-bleed.html", "two-nights.html"])
def test_samples_give_an_event_a_message(name: str) -> None:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    ids = re.findall(r'data-messageid="([^"]*)"', text)
    items = list(open_transcript(SAMPLES / name))
    assert [item.id for item in items if isinstance(item, Event)] == ids
    assert len(items) == len(ids) > 1


@pytest.mark.parametrize(
    ("title", "shown", "faces", "modifier"),
    [
        ("Rolling 1d20+5[STR] = (13)+5[STR]", "18", (13,), 5),
        ("Rolling 3d6 - 2 = (1+2+3) - 2", "4", (1, 2, 3), -2),
        ("Rolling d100 = (7)", "7", (7,), 0),
        (
            'Rolling 2d20kl1 = (<span class="basicdiceroll dropped">19</span>+<span class="x">4</span>)',
            "4",
            (4,),
            0,
        ),
        ("Rolling 2d6+1d8 = (3+4)+(8)", "15", (3, 4), 8),
        ("Rolling 1d8+1d8 = (3)+(8)", "11", (3, 8), 0),
        ("Rolling {1d6,2d4}kh1 = nobody knows", "3", None, 0),
        ("Rolling 5+5 = 5+5", "10", None, 0),
    ],
)
def test_tooltips(title: str, shown: str, faces: tuple[int, ...] | None, modifier: int) -> None:
    told = inline({"title": title}, shown)
    roll = told.roll("Pel") if told is not None else None
    if faces is None:
        assert roll is None
    else:
        assert roll is not None
        assert (roll.faces, roll.modifier, roll.total) == (faces, modifier, int(shown))
        assert roll.dropped == ((19,) if "dropped" in title else UNSET)


def test_a_page_without_messages_is_unread_line_by_line() -> None:
    page = b"<html><body>\n" + b"words\n" * 3 + b"</body></html>\n"
    transcript = open_transcript(io.BytesIO(page), format="roll20-html", name="page")
    with pytest.raises(Exception, match="5 lines do not"):
        list(transcript)


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("February 11, 2023 9:05PM", "2023-02-11T21:05"),
        ("2월 11, 2023 9:05오후", "2023-02-11T21:05"),
        ("2023년 2월 11일 오후 9:05", "2023-02-11T21:05"),
        ("2023년 2월 11일 9:05오전", "2023-02-11T09:05"),
        ("2023年2月11日 下午9:05", "2023-02-11T21:05"),
    ],
)
def test_times_of_other_countries(stamp: str, at: str) -> None:
    page = (
        '<div class="message general" data-messageid="-a"><span class="tstamp">'
        f'{stamp}</span><span class="by">Pel:</span>hush</div>'
    )
    (event,) = open_transcript(io.BytesIO(page.encode()), format="roll20-html", name="log")
    assert isinstance(event, Event)
    assert event.at == at


@pytest.mark.parametrize(
    ("formula", "total", "succeeded"),
    [
        ("4d6&gt;4", "2 Successes", "2 successes"),
        ("{4d6+1}&gt;=5", "1 Success", "1 success"),
        ("4d6cs&gt;5", "14", UNSET),
    ],
)
def test_successes_are_no_sum_of_dice(formula: str, total: str, succeeded: object) -> None:
    dice = "".join(
        f'<div class="diceroll d6"><div class="didroll">{face}</div></div>' for face in (6, 4, 3, 1)
    )
    page = (
        '<div class="message rollresult" data-messageid="-a"><span class="by">Pel:</span>'
        f'<div class="formula">rolling {formula}</div><div class="formula formattedformula">{dice}</div>'
        f'<strong>=</strong><div class="rolled">{total}</div></div>'
    )
    (event,) = open_transcript(io.BytesIO(page.encode()), format="roll20-html", name="log")
    assert isinstance(event, Event)
    assert event.kind == "roll" and event.roll is not None and not faults(event.roll)
    assert (event.roll.faces, event.roll.total, event.roll.comment) == ((6, 4, 3, 1), 14, succeeded)


def test_a_page_saved_before_it_was_shown() -> None:
    messages = [
        {
            "-a": {"who": "Pel", "type": "general", "playerid": "-p", "content": "hush é", ".priority": 1e12},
            "-b": {"who": "Kit", "type": "emote", "playerid": "-k", "content": "nods", ".priority": 1e12 + 1},
        }
    ]
    blob = b64encode(json.dumps(messages, ensure_ascii=False).encode()).decode()
    page = f'<html>\n<script type="text/javascript">\nvar msgdata = "{blob}";\nx();</script>\n</html>'
    transcript = open_transcript(io.BytesIO(page.encode()), name="archive.html")
    assert transcript.format == "roll20-html"
    assert [
        (event.id, event.kind, event.speaker, event.text, event.source and event.source.line)
        for event in transcript.events()
    ] == [("-a", "say", "Pel", "hush é", 3), ("-b", "emote", "Kit", "nods", 3)]


def test_a_page_cut_in_its_archive_gives_what_is_whole() -> None:
    one = {"who": "Pel", "type": "general", "playerid": "-p", "content": "x" * 60, ".priority": 10**12}
    blob = b64encode(json.dumps([{f"-{n}": one for n in range(9)}]).encode()).decode()
    page = f'<html>\n<script>var msgdata = "{blob[: len(blob) // 2]}";</script>'
    items = list(open_transcript(io.BytesIO(page.encode()), name="archive.html"))
    events = [item for item in items if isinstance(item, Event)]
    assert [event.id for event in events] == ["-0", "-1", "-2", "-3"]
    assert len(items) == 5
