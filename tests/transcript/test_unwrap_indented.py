"""Logs that are set in from the left, as code is on a web page: the blanks are none of the log's."""

from __future__ import annotations

import io

import pytest

from calledshot.transcript import open_transcript

LOG = (
    "20:15 <@Wren> round one\n20:15  * Tarn draws\n\n20:16 -!- Rue [r@heath.example] has joined #moor\n"
    "20:16 < Tarn>   blanks of his own\n"
)
INDENTED = "the log is indented, as on a web page; the blanks are left out"


@pytest.mark.parametrize("blanks", ["    ", "\t", "  ", "      \t"])
def test_blanks_that_all_lines_have_are_left_out(blanks: str) -> None:
    log = "".join(blanks + line if line.strip() else line for line in LOG.splitlines(keepends=True))
    found = open_transcript(io.BytesIO(log.encode()), name="log")
    plain = open_transcript(io.BytesIO(LOG.encode()), name="log")
    assert list(found) == list(plain)
    assert (found.format, found.notes) == ("irssi", [INDENTED])


@pytest.mark.parametrize(
    "log",
    [
        "\tWren:\tround one\n\tTarn:\tyes\n\tWren:\tgo\n\tTarn:\tno\n",
        "    Wren: round one\n    Tarn: yes\n    Wren: go\n     Rue: no\n",
        " 20:15 <Wren> a\n 20:15 <Tarn> b\n 20:15 <Wren> c\n 20:15 <Tarn> d\n",
    ],
)
def test_other_blanks_are_left_to_the_formats(log: str) -> None:
    found = open_transcript(io.BytesIO(log.encode()), name="log")
    assert len(list(found.events())) == 4
    assert INDENTED not in found.notes
