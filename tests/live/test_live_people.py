"""Who is who: rights and characters belong to an account or host, never to a nick that looks right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.live.messages import Incoming
from calledshot.live.people import People
from calledshot.referee.lookalikes import skeleton
from calledshot.transcript.event import Event


def message(who: str, account: str | None = None, host: str | None = None, **more: Any) -> Incoming:
    event = Event(kind=more.pop("kind", "say"), speaker=who, to=more.pop("to", None), text="hello")
    return Incoming(event=event, account=account, host=host, **more)


@pytest.fixture
def people() -> People:
    return People(
        {"Brannoch": ("irc:brannoch", "host:bran@*.example")},
        {"irc:torv": "Torvik77"},
        known=("Torvik77", "LadyElsinore"),
        reserved=("calledshot",),
    )


def name(people: People, *args: Any, **more: Any) -> str | None:
    person = people.met(message(*args, **more)).person
    return person.name if person is not None else None


def test_the_account_makes_the_game_master_whatever_his_nick(people: People) -> None:
    met = people.met(message("bran_afk", "irc:Brannoch"))
    assert met.person is not None
    assert (met.person.name, met.person.master, met.person.address) == ("Brannoch", True, "bran_afk")


def test_a_host_makes_him_where_a_server_has_no_accounts(people: People) -> None:
    met = people.met(message("Bran", host="bran@home.example"))
    assert met.person is not None and met.person.master
    assert name(people, "Bran", host="bran@home.example.net") is None


def test_his_nick_alone_makes_nobody_game_master(people: People) -> None:
    met = people.met(message("Brannoch", "irc:mallory"))
    assert met.person is None
    [(code, said)] = met.notices
    assert code == "ID-5" and "Brannoch" in said
    assert people.met(message("Brannoch", "irc:mallory")).notices == ()  # said once


def test_a_players_account_carries_his_name_to_any_nick(people: People) -> None:
    assert name(people, "Torv|phone", "irc:torv") == "Torvik77"
    people.renamed(message("Torv|phone", "irc:torv", kind="nick", to="Torvik77"))
    assert name(people, "Torvik77", "irc:torv") == "Torvik77"
    person = people.named("Torvik77")
    assert person is not None and person.address == "Torvik77"


def test_somebody_elses_account_under_a_known_name_counts_for_nothing(people: People) -> None:
    assert name(people, "Torvik77", "irc:torv") == "Torvik77"
    met = people.met(message("Torvik77", None))
    assert met.person is None
    assert met.notices[0][0] == "ID-5"
    assert met.notices[0][1] == "someone not logged in as torv uses the nick Torvik77; passed over"
    assert name(people, "Torvik77", "irc:mallory") is None
    person = people.named("Torvik77")
    assert person is not None and not person.reachable  # nothing goes where somebody else reads
    assert name(people, "Torvik77", "irc:torv") == "Torvik77"
    assert person.reachable


def test_a_line_of_the_history_without_its_account_is_nobodys(people: People) -> None:
    assert name(people, "LadyElsinore", "irc:els") == "LadyElsinore"
    met = people.met(message("LadyElsinore", None, replayed=True))
    assert met.person is None and "history" in met.notices[0][1]
    person = people.named("LadyElsinore")
    assert person is not None and person.reachable  # that line shows nobody else at her address now


def test_without_accounts_the_host_is_pinned(people: People) -> None:
    assert name(people, "LadyElsinore", host="els@a.example") == "LadyElsinore"
    met = people.met(message("LadyElsinore", host="mal@b.example"))
    assert met.person is None and met.notices[0][0] == "ID-5"
    people.tie("LadyElsinore", "LadyElsinore")
    assert name(people, "LadyElsinore", host="mal@b.example") == "LadyElsinore"


def test_only_the_servers_own_nick_event_carries_one_without_an_account(people: People) -> None:
    assert name(people, "LadyElsinore", host="els@a.example") == "LadyElsinore"
    people.renamed(message("LadyElsinore", host="els@a.example", kind="nick", to="Els|tea"))
    assert name(people, "Els|tea", host="els@a.example") == "LadyElsinore"
    assert name(people, "Elsie", host="els@a.example") == "Elsie"  # a mere new nick is somebody else


def test_one_who_takes_a_nick_that_was_anothers_stays_himself(people: People) -> None:
    assert name(people, "LadyElsinore", "irc:els") == "LadyElsinore"
    assert name(people, "Mallory", "irc:mal") == "Mallory"
    people.left("LadyElsinore")
    [(code, _)] = people.renamed(message("Mallory", "irc:mal", kind="nick", to="LadyElsinore"))
    assert code == "ID-3"
    assert name(people, "LadyElsinore", "irc:mal") == "Mallory"


@pytest.mark.parametrize(
    "alike",
    ["Torvlk77", "Torvik77_", "T0rvik77", "torvik_77", "Тorvik77", "Torvik７7", "TORVIK.77"],
)
def test_look_alikes_are_reported_and_count_for_nothing(people: People, alike: str) -> None:
    met = people.met(message(alike, "irc:mallory"))
    assert met.person is None
    [(code, said)] = met.notices
    assert code == "ID-1" and "Torvik77" in said


def test_a_look_alike_may_be_accepted_or_tied(people: People) -> None:
    assert name(people, "LadyElsinore", host="els@a.example") == "LadyElsinore"
    assert name(people, "LadyElsinore_", host="els@b.example") is None
    people.tie("LadyElsinore_", "LadyElsinore")
    assert name(people, "LadyElsinore_", host="els@b.example") == "LadyElsinore"
    assert name(people, "Lady-Elsinore", host="x@c.example") is None
    people.accept("Lady-Elsinore")
    assert name(people, "Lady-Elsinore", host="x@c.example") == "Lady-Elsinore"


def test_a_matrix_id_is_known_by_what_stands_before_its_server() -> None:
    people = People({}, {}, known=("Torvik77",))
    assert name(people, "@torvik77:test.local", "matrix:@torvik77:test.local") == "torvik77"
    met = people.met(message("@torvik77:other.example", "matrix:@torvik77:other.example"))
    assert met.person is None and met.notices[0][0] == "ID-5"


def test_the_helpers_own_name_is_nobodys(people: People) -> None:
    assert name(people, "CalledShot", "irc:mallory") is None


@given(st.text(max_size=40), st.text(max_size=40), st.none() | st.text(max_size=20))
def test_no_name_raises(first: str, second: str, account: str | None) -> None:
    people = People({"Brannoch": ("irc:b",)}, {}, known=("Torvik77",))
    for who in (first, second):
        people.met(message(who, account))
    people.renamed(message(first, account, kind="nick", to=second))
    people.tie(first, "Torvik77")
    people.left(second)
    assert isinstance(skeleton(first), str)
