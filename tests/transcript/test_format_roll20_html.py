"""Roll20's saved pages: what a message inherits, dice in tooltips, and nothing from below the page's end."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

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


def test_a_page_without_messages_is_unread_line_by_line() -> None:
    page = b"<html><body>\n" + b"words\n" * 3 + b"</body></html>\n"
    transcript = open_transcript(io.BytesIO(page), format="roll20-html", name="page")
    with pytest.raises(Exception, match="5 lines do not"):
        list(transcript)
