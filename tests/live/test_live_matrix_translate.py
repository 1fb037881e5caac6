"""What raw Matrix events mean: lines, edits, what was taken back, who came and went; and that none raises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.live.matrix.book import Book
from calledshot.live.matrix.html import text_of
from calledshot.live.matrix.translate import Place, translate, without_quote
from calledshot.live.messages import Incoming, encode, incoming

BOT, TORVIK, BRAN = "@calledshot:test.local", "@torvik:test.local", "@bran:test.local"
ROOM = "!parlour"
HERE = Place("#parlour:test.local", BOT)
CHAT = Place("!chat", BOT, direct=True)


def event(type: str = "m.room.message", content: object = None, **more: Any) -> dict[str, Any]:
    return {
        "type": type,
        "event_id": "$1",
        "sender": TORVIK,
        "origin_server_ts": 1_000_000_000_058,
        "content": {"msgtype": "m.text", "body": "I thrust"} if content is None else content,
        **more,
    }


def read(raw: object, place: Place = HERE) -> Incoming:
    found = translate(raw, place)
    assert found is not None
    return found


def says(**content: Any) -> str:
    return read(event(content={"msgtype": "m.text", **content})).event.text


def test_a_line_in_a_room() -> None:
    got = read(event())
    assert (got.what, got.account, got.own, got.about) == ("event", "matrix:@torvik:test.local", False, None)
    said = got.event
    assert (said.kind, said.speaker, said.room, said.to) == ("say", TORVIK, "#parlour:test.local", None)
    assert (said.id, said.text, said.trust) == ("$1", "I thrust", "member")
    assert said.at == "2001-09-09T01:46:40.058+00:00"


def test_a_line_in_a_private_chat_is_a_whisper_to_us_and_names_no_room() -> None:
    said = read(event(), CHAT).event
    assert (said.kind, said.speaker, said.to, said.room) == ("whisper", TORVIK, BOT, None)
    emote = read(event(content={"msgtype": "m.emote", "body": "thrusts"}), CHAT).event
    assert (emote.kind, emote.text) == ("whisper", "thrusts")


@pytest.mark.parametrize(
    ("msgtype", "kind"), [("m.text", "say"), ("m.emote", "emote"), ("m.notice", "notice")]
)
def test_kinds(msgtype: str, kind: str) -> None:
    assert read(event(content={"msgtype": msgtype, "body": "x"})).event.kind == kind


def test_our_own_line_is_known_as_ours() -> None:
    got = read(event(sender=BOT))
    assert got.own and got.bot


# -- edits and what was taken back ------------------------------------------------------------------------


def edited(about: object = "$0", new: object = None) -> dict[str, Any]:
    new = {"msgtype": "m.text", "body": "*Slash at Elsinore*"} if new is None else new
    return event(
        content={
            "msgtype": "m.text",
            "body": "* *Slash at Elsinore*",
            "m.new_content": new,
            "m.relates_to": {"rel_type": "m.replace", "event_id": about},
        }
    )


def test_an_edit_holds_the_new_words_and_not_those_for_old_clients() -> None:
    got = read(edited())
    assert (got.what, got.about, got.event.id, got.event.text) == ("edit", "$0", "$1", "*Slash at Elsinore*")
    private = read(edited(), CHAT)
    assert (private.what, private.event.kind, private.event.to) == ("edit", "whisper", BOT)


@pytest.mark.parametrize(
    "raw",
    [
        edited(about=None),
        edited(about=7),
        edited(about="$1"),
        edited(new=[]),
        edited(new={"msgtype": "m.image"}),
    ],
)
def test_a_broken_edit_is_no_line_of_its_own(raw: dict[str, Any]) -> None:
    assert translate(raw, HERE) is None


@pytest.mark.parametrize(
    "raw",
    [
        event("m.room.redaction", {}, redacts="$0"),
        event("m.room.redaction", {"redacts": "$0"}),
        event("m.room.redaction", {"redacts": "$0", "reason": "slip"}, redacts="$0"),
    ],
    ids=["room version 10", "room version 11", "both"],
)
def test_a_redaction_names_what_it_takes_back(raw: dict[str, Any]) -> None:
    got = read(raw)
    assert (got.what, got.about, got.event.id, got.event.speaker) == ("deletion", "$0", "$1", TORVIK)


def test_what_was_taken_back_before_we_read_it_is_told_as_its_redaction_is() -> None:
    because = event("m.room.redaction", {"redacts": "$1"}, event_id="$2", sender=BRAN)
    for type in ("m.room.message", "m.room.encrypted"):
        got = read(event(type, {}, unsigned={"redacted_because": because}))
        assert (got.what, got.about, got.event.id, got.event.speaker) == ("deletion", "$1", "$2", BRAN)
    assert read(because).event.id == "$2"
    got = read(event(content={}, unsigned={"redacted_by": "$2"}))
    assert (got.what, got.about, got.event.id) == ("deletion", "$1", "$2")


# -- words ------------------------------------------------------------------------------------------------


def test_a_reply_is_its_own_words() -> None:
    quoted = "> <@bran:test.local> advance\n> and roll\n\nI thrust\n> not quoted"
    relation = {"m.in_reply_to": {"event_id": "$0"}}
    assert says(body=quoted, **{"m.relates_to": relation}) == "I thrust > not quoted"
    emote = "> * <@bran:test.local> waves\n\nI wave"
    assert says(body=emote, **{"m.relates_to": relation}) == "I wave"
    # Without a reply it was typed; and a quotation in other words was typed too.
    assert says(body=quoted).startswith("> <@bran:test.local> advance > and roll I thrust")
    assert says(body="> my own quote\n\nx", **{"m.relates_to": relation}) == "> my own quote x"


def test_a_declaration_over_several_lines_is_one() -> None:
    assert says(body="*Throw dagger\n at Hesk*\r\n\n(thanks)\u2028") == "*Throw dagger at Hesk* (thanks)"


def test_a_thread_is_read_as_the_room() -> None:
    relation = {
        "rel_type": "m.thread",
        "event_id": "$0",
        "is_falling_back": True,
        "m.in_reply_to": {"event_id": "$9"},
    }
    assert says(body="I thrust", **{"m.relates_to": relation}) == "I thrust"


def test_formatting_is_left_out_and_html_read_only_where_there_is_nothing_else() -> None:
    html = {"format": "org.matrix.custom.html", "formatted_body": "<b>I</b> slash &amp; run<br>away"}
    assert says(body="I **slash**", **html) == "I **slash**"
    assert says(**html) == "I slash & run away"
    assert says(body="  ", **html) == "I slash & run away"
    assert says(body=["x"], **html) == "I slash & run away"


def test_html() -> None:
    assert text_of("<mx-reply><blockquote>old</blockquote></mx-reply>new") == "new"
    assert text_of("<p>one</p><p>two\nwords</p><script>x</script>") == "one\ntwo words"
    assert text_of("2 < 3 &#62; 1") == "2 < 3 > 1"


@pytest.mark.parametrize(
    "raw",
    [
        event(content={"msgtype": "m.image", "body": "sword.png", "url": "mxc://test.local/x"}),
        event(content={"msgtype": "m.file", "body": "sheet.pdf"}),
        event(content={"msgtype": "m.location", "body": "here", "geo_uri": "geo:1,1"}),
        event(content={"msgtype": "m.key.verification.request", "body": "verify"}),
        event(content={"msgtype": "m.text", "body": " \n"}),
        event(content={}),
        event("m.sticker", {"body": "sword"}),
        event("m.reaction", {"m.relates_to": {"rel_type": "m.annotation", "event_id": "$0", "key": "x"}}),
        event("m.poll.start", {"m.text": [{"body": "who is next"}]}),
        event("org.matrix.msc3381.poll.start", {"body": "who is next"}),
        event("m.room.name", {"name": "x"}, state_key=""),
        event(event_id="no id"),
        event(sender="torvik"),
    ],
)
def test_what_is_no_line(raw: dict[str, Any]) -> None:
    assert translate(raw, HERE) is None


# -- people -----------------------------------------------------------------------------------------------


def member(
    now: str, before: str | None, who: str = TORVIK, sender: str = TORVIK, **content: Any
) -> dict[str, Any]:
    unsigned = {"prev_content": {"membership": before}} if before else {}
    return event(
        "m.room.member", {"membership": now, **content}, state_key=who, sender=sender, unsigned=unsigned
    )


@pytest.mark.parametrize(
    ("raw", "kind", "text"),
    [
        (member("join", "invite"), "join", ""),
        (member("join", None), "join", ""),
        (member("leave", "join"), "leave", ""),
        (member("leave", "join", sender=BRAN), "leave", f"removed by {BRAN}"),
        (member("ban", "join", sender=BRAN, reason="rude"), "leave", f"removed by {BRAN}: rude"),
    ],
)
def test_coming_and_going(raw: dict[str, Any], kind: str, text: str) -> None:
    got = read(raw)
    assert (got.event.kind, got.event.speaker, got.event.text) == (kind, TORVIK, text)
    assert got.account == f"matrix:{TORVIK}"
    assert translate(raw, CHAT) is None


@pytest.mark.parametrize(
    "raw",
    [
        member("join", "join", displayname="Brannoch"),  # a new name, perhaps somebody else's, is nobody new
        member("invite", None),
        member("leave", "invite"),
        member("ban", "leave"),
        member("leave", "ban"),
        member("knock", None),
    ],
)
def test_neither_coming_nor_going(raw: dict[str, Any]) -> None:
    assert translate(raw, HERE) is None


# -- what cannot be read, and what is not to be believed ----------------------------------------------------


def test_an_unreadable_message_is_held_open_under_its_id() -> None:
    got = read(event("m.room.encrypted", {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x"}))
    assert (got.what, got.event.id, got.event.text, got.event.kind) == ("unreadable", "$1", "", "say")
    relation = {"rel_type": "m.replace", "event_id": "$0"}
    assert read(event("m.room.encrypted", {"ciphertext": "x", "m.relates_to": relation})).about == "$0"
    assert read(event("m.room.encrypted", {"ciphertext": "x"}), CHAT).event.kind == "whisper"


def test_characters_that_no_database_takes() -> None:
    raw = json.loads('{"msgtype": "m.text", "body": "a\\u0000b\\ud800c"}')
    assert says(**raw) == "a\ufffdb\ufffdc"


@pytest.mark.parametrize("at", [-1, 10**18, True, "1795984149058", None, 1.5])
def test_a_time_that_is_none_is_not_guessed(at: object) -> None:
    assert read(event(origin_server_ts=at)).event.at is None


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
WORDS = st.sampled_from(
    ("m.room.message", "m.room.encrypted", "m.room.redaction", "m.room.member", "m.room.topic", "m.text",
     "m.emote", "m.replace", "join", "leave", "$1", "$0", TORVIK, BOT, "!room", "<b>x")
)  # fmt: skip
KEYS = st.sampled_from(
    ("type", "event_id", "sender", "state_key", "origin_server_ts", "content", "unsigned", "redacts",
     "msgtype", "body", "formatted_body", "m.new_content", "m.relates_to", "rel_type", "m.in_reply_to",
     "redacted_because", "redacted_by", "prev_content", "membership", "topic", "reason", "alias", "join_rule",
     "replacement_room")
)  # fmt: skip
JSON = st.recursive(SCALARS | WORDS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner))


@given(raw=JSON, fixed=st.dictionaries(KEYS, WORDS | JSON, max_size=6), direct=st.booleans())
@settings(max_examples=400, deadline=None)
def test_no_event_raises_and_what_comes_of_it_can_be_kept(
    raw: Any, fixed: dict[str, Any], direct: bool
) -> None:
    for made in (
        raw,
        fixed,
        {**event(), **fixed},
        event(content=raw),
        event("m.room.member", raw, state_key=raw),
    ):
        found = translate(made, CHAT if direct else HERE)
        if found is not None:
            assert incoming(encode(found)) == found
        book = Book(BOT)
        if isinstance(made, dict):
            book.room(ROOM).apply(made)
            book.room(ROOM).unapply([made])
            book.set_directs(made)
        assert book.is_direct(ROOM) in (True, False)
        assert book.chats(TORVIK) in ([], [ROOM])


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_no_text_stops_the_readers_of_html_and_quotations(text: str) -> None:
    assert isinstance(text_of(text), str)
    assert isinstance(without_quote("> <@a:b> " + text), str)


@pytest.mark.parametrize(
    "piece",
    ["<", "&#", "<a ", "<a b='", "<!--", "<![CDATA[", "</", "<?", "<script>", "<mx-reply>", "<b></b", ">"],
)
def test_the_time_for_html_grows_with_its_length_alone(piece: str) -> None:
    """Half a minute for one message, as the standard library's parser takes, would be found here by hand."""
    assert isinstance(text_of(piece * (2_000_000 // len(piece))), str)
