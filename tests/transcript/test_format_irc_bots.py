"""IRC logs of bots, bouncers, web clients and the wire: round trips, look-alikes, real samples."""

from __future__ import annotations

import io
from ast import literal_eval
from pathlib import Path
from types import ModuleType

import pytest
import write_bitchx
import write_botbot
import write_catgirl
import write_chatzilla
import write_clog
import write_colabti
import write_dircproxy
import write_eggdrop
import write_ejabberd
import write_energymech
import write_erc
import write_ii
import write_irc_mongo
import write_irc_plain
import write_irc_raw
import write_irc_stamped
import write_irccloud
import write_irclog
import write_irclogs_ubuntu
import write_limechat
import write_mcabber
import write_quassel
import write_qwebirc
import write_rcirc
import write_rrsagent
import write_supybot
import write_thelounge
import write_tiarra
import write_weechat_window
from hypothesis import given, settings
from hypothesis import strategies as st
from irc_strategies import CODES, heard, kept, read_back
from msgspec.structs import replace

from calledshot.transcript import Event, open_transcript
from calledshot.transcript.formats.irc_raw import split

WRITERS: list[tuple[str, ModuleType, str]] = [
    ("eggdrop", write_eggdrop, "minute"),
    ("energymech", write_energymech, "second"),
    ("supybot", write_supybot, "dated"),
    ("thelounge", write_thelounge, "utc"),
    ("irccloud", write_irccloud, "dated"),
    ("bitchx", write_bitchx, "minute"),
    ("ii", write_ii, "epoch"),
    ("dircproxy", write_dircproxy, "minute"),
    ("colabti", write_colabti, "minute"),
    ("catgirl", write_catgirl, "zoned"),
    ("limechat", write_limechat, "minute"),
    ("tiarra", write_tiarra, "second"),
    ("irclog", write_irclog, "minute"),
    ("irc-raw", write_irc_raw, "utc"),
    ("irc-mongo", write_irc_mongo, "utc"),
    ("irc-plain", write_irc_plain, "none"),
    ("botbot", write_botbot, "dated"),
    ("qwebirc", write_qwebirc, "minute"),
    ("quassel", write_quassel, "second"),
    ("chatzilla", write_chatzilla, "dated"),
    ("erc", write_erc, "minute"),
    ("weechat-window", write_weechat_window, "second"),
    ("rrsagent", write_rrsagent, "second"),
    ("ejabberd", write_ejabberd, "second"),
    ("mcabber", write_mcabber, "epoch"),
    ("rcirc", write_rcirc, "dated"),
    ("clog", write_clog, "second"),
    ("irclogs-ubuntu", write_irclogs_ubuntu, "minute"),
    ("irc-stamped", write_irc_stamped, "dated"),
]
FIXTURES = Path(__file__).parents[2] / "fixtures" / "transcripts"
SAMPLES = Path("/work/shared/formats/samples")
COUNTS = {
    # grep -c '] <', '] \* ' and lines that are not blank
    "irc_colabti/2021-04-22": ("colabti", 1, 1, 8),
    "irc_colabti/2021-04-22-missed": ("colabti", 2, 1, 10),
    "irc_colabti/2021-04-22-with-additions": ("colabti", 2, 1, 10),
    "irc_misc/2005-01-08-test1.log": ("supybot", 6, 0, 8),
    "irc_misc/2005-01-09-test2.log": ("supybot", 48, 2, 57),
    "irc_misc/2011-01-16-hybrid-charset.log": ("supybot", 1, 1, 2),
    "irc_misc/irclog2html_sample.log": ("supybot", 7, 0, 10),
    "irc_misc/porting_test1.log": ("supybot", 6, 0, 8),
    "irc_misc/porting_test2.log": ("supybot", 48, 2, 57),
    "irc_misc/2009-01-14-dircproxy.log": ("dircproxy", 9, 0, 25),
    "irc_misc/2009-01-15-dircproxy.log": ("dircproxy", 216, 5, 225),
    "irc_misc/2009-01-16-dircproxy.log": ("dircproxy", 12, 2, 31),
    "irc_misc/dircproxy-example.log": ("dircproxy", 5177, 249, 7543),
    "irc_misc/sample01.log": ("irc-plain", 1, 1, 3),
}
SPLIT = SAMPLES / "irc_raw" / "msg-split.yaml"
NAMES = {name for name, _, _ in WRITERS}


@pytest.mark.parametrize(
    ("format", "writer", "shape"), WRITERS, ids=lambda one: one if isinstance(one, str) else ""
)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_round_trip(format: str, writer: ModuleType, shape: str, data: st.DataObject) -> None:
    events = data.draw(heard(writer.kinds, shape))
    assert kept(read_back(writer.write(events), format)) == kept(events)


@pytest.mark.parametrize(
    ("format", "writer", "shape"), WRITERS, ids=lambda one: one if isinstance(one, str) else ""
)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_colours_are_not_words(format: str, writer: ModuleType, shape: str, data: st.DataObject) -> None:
    events = data.draw(heard(writer.kinds, shape))
    code = data.draw(CODES)
    coloured = [replace(one, text=f"{one.text}{code} end") for one in events]
    assert [one.text for one in read_back(writer.write(coloured), format)] == [
        f"{one.text} end".strip(" \t\xa0") for one in events
    ]


LOGS = sorted(
    log for name in NAMES for log in (FIXTURES / name).iterdir() if not log.name.endswith(".expected.ndjson")
)


@pytest.mark.parametrize("lines", [5, 20])
@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}/{log.name}")
def test_the_first_lines_tell_the_format(log: Path, lines: int) -> None:
    head = b"".join(log.read_bytes().splitlines(keepends=True)[:lines])
    assert open_transcript(io.BytesIO(head), name=log.name).format == log.parent.name


@pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"{SAMPLES} is not here")
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_real_samples(name: str) -> None:
    format, says, emotes, lines = COUNTS[name]
    transcript = open_transcript(SAMPLES / name)
    items = list(transcript)
    assert transcript.format == format
    assert [item for item in items if not isinstance(item, Event)] == []
    kinds = [item.kind for item in items if isinstance(item, Event)]
    assert (kinds.count("say"), kinds.count("emote"), len(kinds)) == (says, emotes, lines)


def cases(text: str) -> list[tuple[str, dict[str, str], str, str, list[str]]]:
    """The cases of the conformance tests: input, tags, source, verb and parameters."""
    found: list[tuple[str, dict[str, str], str, str, list[str]]] = []
    for block in text.split("\n  - input: ")[1:]:
        lines = [line for line in block.split("\n") if line.strip() and not line.strip().startswith("#")]
        tags: dict[str, str] = {}
        values = {"source": "", "verb": ""}
        params: list[str] = []
        for line in lines[2:]:
            key, _, value = line.strip().partition(": ")
            if line.strip().startswith("- "):
                params.append(literal_eval(line.strip()[2:]))
            elif line.startswith("        "):
                tags[key.strip('"')] = literal_eval(value) if value else ""
            elif value:
                values[key] = literal_eval(value)
        found.append((literal_eval(lines[0]), tags, values["source"], values["verb"], params))
    return found


@pytest.mark.skipif(not SPLIT.is_file(), reason=f"{SPLIT} is not here")
def test_the_wire_is_split_as_the_conformance_tests_say() -> None:
    every = cases(SPLIT.read_text())
    assert len(every) > 30
    for line, tags, source, verb, params in every:
        wire = split(line)
        assert wire is not None
        assert (line, *wire) == (line, tags, source, verb, params)


@pytest.mark.parametrize(
    ("last", "name", "format", "doubt"),
    [
        ("", "moor.log", "znc", True),
        ("", "2004-07-03.log", "znc", False),
        ("[20:15:05] *** Parts: Wren (~w@heath.example) (tea)\n", "moor.log", "znc", False),
        ("[20:15:05] *** Quits: Wren (Ping timeout)\n", "moor.log", "energymech", True),
    ],
)
def test_a_log_that_nobody_has_left_may_be_znc_s_or_energymech_s(
    last: str, name: str, format: str, doubt: bool
) -> None:
    log = (
        "[20:15:01] *** Joins: Wren (~w@heath.example)\n[20:15:02] <Tarn> round one\n"
        "[20:15:03] * Tarn draws\n[20:15:04] *** Tarn sets mode: +o Wren\n"
    )
    found = open_transcript(io.BytesIO((log + last).encode()), name=name)
    list(found)
    other = "EnergyMech" if format == "znc" else "ZNC"
    assert found.format == format
    assert any(note.startswith("ambiguous") and other in note for note in found.notes) is doubt
