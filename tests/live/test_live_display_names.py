"""Names that anybody may show (Matrix display names): they give no rights; an imitation is reported once."""

from __future__ import annotations

from calledshot.live.messages import Incoming
from calledshot.live.people import People
from calledshot.transcript.event import Event


def people() -> People:
    return People(
        {"Brannoch": ["matrix:@bran:test.local"]},
        {"matrix:@torvik:test.local": "Torvik77"},
        reserved=("calledshot",),
    )


def says(mxid: str, shown: str | None) -> Incoming:
    event = Event(kind="say", speaker=mxid, room="#p", text="x")
    return Incoming(event=event, account=f"matrix:{mxid}", shown=shown)


def test_a_display_name_of_the_game_master_gives_no_rights_and_is_reported_once() -> None:
    known = people()
    met = known.met(says("@snake:test.local", "Вrannoch"))  # with a Cyrillic letter
    assert met.person is not None and met.person.name == "snake" and not met.person.master
    ((code, said),) = met.notices
    assert code == "ID-1" and "@snake:test.local" in said and "Brannoch" in said
    assert known.met(says("@snake:test.local", "Вrannoch")).notices == ()


def test_whose_name_it_is_may_show_it() -> None:
    known = people()
    for mxid, shown in (("@bran:test.local", "Brannoch"), ("@torvik:test.local", "Torvik 77")):
        met = known.met(says(mxid, shown))
        assert met.person is not None and met.notices == ()
    assert known.met(says("@elsinore:test.local", "Elsie")).notices == ()
    assert known.met(says("@elsinore:test.local", None)).notices == ()


def test_a_player_and_the_helper_are_imitated_too() -> None:
    for shown in ("Torvik77", "Ca11edshot"):
        known = people()
        known.met(says("@torvik:test.local", None))
        met = known.met(says("@snake:test.local", shown))
        assert met.person is not None and met.person.name == "snake"
        assert [code for code, _ in met.notices] == ["ID-1"]
