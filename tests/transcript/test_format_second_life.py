"""Second Life's chat is told from others with a time in brackets."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import open_transcript


def format_of(text: str) -> str:
    return open_transcript(io.BytesIO(text.encode()), name="chat.txt").format


@pytest.mark.parametrize(
    ("log", "format"),
    [
        ("[2011/05/12 13:22]  Wren Resident: hi\n[2011/05/12 13:23]  Osk: yes\n", "second-life"),
        ("[2011/05/12 13:22:11] Wren Hollis: hi\n[2011/05/12 13:23:12] Osk: yes\n", "whatsapp"),
        ("[13:22]  Wren: hi\n[13:23]  Wren: /me nods\n", "second-life"),
        ("[13:22] Wren: hi\n[13:23] Osk: so\n[13:24] Wren: well\n", "trillian-text"),
    ],
)
def test_two_blanks_are_second_lifes(log: str, format: str) -> None:
    assert format_of(log) == format
