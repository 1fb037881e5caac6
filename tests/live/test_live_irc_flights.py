"""Which answer of the server's is about which of our messages."""

from __future__ import annotations

import pytest

from calledshot.live.config import IrcConfig, LiveConfig, Secret, Secrets
from calledshot.live.irc.casemapping import fold
from calledshot.live.irc.feed import IrcFeed
from calledshot.live.irc.flights import Flight, Flights
from calledshot.live.irc.settings import Settings, fits


def flying(*flights: Flight) -> tuple[Flights, list[str]]:
    landed: list[str] = []
    made = Flights(fold, lambda one: landed.append(f"{one.label} {one.outcome}"))
    for flight in flights:
        made.add(flight)
    return made, landed


def flight(label: str, text: str, target: str = "#parlour", proof: str | None = None) -> Flight:
    return Flight(label, True, label, target, text, proof)


def test_a_label_is_the_best_proof() -> None:
    flights, landed = flying(flight("1.0", "same"), flight("1.1", "same"))
    assert flights.echoed("1.1", "#parlour", "changed by the server", "m2")
    assert flights.echoed(None, "#PARLOUR", "same", "m1")
    assert landed == ["1.1 arrived", "1.0 arrived"]
    assert len(flights) == 0
    assert flights.echoed(None, "#parlour", "same", "m3") is None  # somebody else speaks as us


def test_without_labels_the_oldest_with_the_same_words_has_come_back() -> None:
    first, second = flight("1.0", "same"), flight("1.1", "same")
    flights, landed = flying(first, second, flight("1.2", "same", "Torvik77"))
    flights.echoed(None, "#parlour", "same", "m1")
    assert (first.id, second.outcome) == ("m1", None)
    flights.echoed("unknown", "torvik77", "same", None)
    assert landed == ["1.0 arrived", "1.2 arrived"]


def test_a_ping_answers_for_all_before_it() -> None:
    flights, landed = flying(
        flight("1.0", "a", proof="p1"), flight("1.1", "b", proof="p2"), flight("1.2", "c")
    )
    assert [one.label for one in flights.ponged("p2")] == ["1.0", "1.1"]
    assert flights.ponged("p1") == []
    assert landed == ["1.0 arrived", "1.1 arrived"]


def test_an_error_is_about_a_label_or_else_about_the_oldest_to_that_target() -> None:
    flights, landed = flying(
        flight("1.0", "a", "Torvik77"), flight("1.1", "b", "Torvik77"), flight("1.2", "c")
    )
    flights.failed("1.1", "Torvik77", "401 No such nick")
    flights.failed(None, "TORVIK77", "401 No such nick")
    assert flights.failed(None, "nobody", "401") is None
    assert flights.failed(None, None, "401") is None
    flights.lost()
    assert landed == ["1.1 failed", "1.0 failed", "1.2 lost"]


@pytest.mark.parametrize(
    ("pattern", "host", "fine"),
    [
        ("bran@*.example", "bran@dsl-7.example", True), ("*@h.example", "Bran@H.EXAMPLE", True),
        ("bran@*.example", "bran@example.org", False), ("b[r]an@h", "b[r]an@h", True),
        ("b[r]an@h", "bran@h", False),
    ],
)  # fmt: skip
def test_hosts_fit_patterns(pattern: str, host: str, fine: bool) -> None:
    assert fits(pattern, host) is fine


def test_who_is_a_game_master() -> None:
    feed = IrcFeed(IrcConfig(host="irc.example", tls=False))
    settings = Settings(identity=feed._settings.identity, masters=("irc:Brannoch", "host:b@*.example"))
    assert settings.is_master("irc:brannoch", None)
    assert settings.is_master(None, "b@x.example")
    assert not settings.is_master("irc:brannoch2", "c@x.example")
    assert not settings.is_master(None, None)


def test_a_feed_shows_no_password() -> None:
    config = IrcConfig(host="irc.example", sasl="plain", tls=False)
    feed = IrcFeed.of(LiveConfig(irc=config), Secrets(irc_password=Secret("hunter-2")), ".")
    assert "hunter-2" not in repr(feed) + repr(feed._settings) + str(vars(feed))
