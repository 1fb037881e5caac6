"""Short forms of names: what people write for a full name, and what is too little to tell who is meant."""

from __future__ import annotations

import pytest

from calledshot.moves.names import short_forms, split


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("LadyElsinore", ["lady", "elsinore"]), ("Torvik77", ["torvik", "77"]), ("Goblin 1", ["goblin", "1"]),
        ("SIR Kaelin Duskwood", ["sir", "kaelin", "duskwood"]), ("X_Shade_X", ["x", "shade", "x"]),
        ("XMLara", ["xm", "lara"]), ("McDuff", ["mc", "duff"]), ("(", []), ("", []),
    ],
)  # fmt: skip
def test_a_name_falls_into_words_and_numbers(name: str, parts: list[str]) -> None:
    assert split(name) == parts


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ladyelsinore", "LadyElsinore"), ("elsinore", "LadyElsinore"), ("ladye", "LadyElsinore"),
        ("els", "LadyElsinore"), ("torvik77", "Torvik77"), ("torvik", "Torvik77"), ("tor", "Torvik77"),
        ("swift", "SwiftBoy"), ("swiftboy", "SwiftBoy"), ("goblin2", "Goblin 2"), ("goblin#2", "Goblin 2"),
        ("gob2", "Goblin 2"), ("secondgoblin", "Goblin 2"), ("2ndgoblin", "Goblin 2"),
        ("goblintwo", "Goblin 2"),
    ],
)  # fmt: skip
def test_what_people_write(written: str, meant: str) -> None:
    names = ["LadyElsinore", "Torvik77", "SwiftBoy", "Goblin 1", "Goblin 2"]
    assert short_forms(names)[written] == meant


def test_what_fits_two_fits_nobody() -> None:
    forms = short_forms(["Goblin 1", "Goblin 2", "Kaelin", "Kaelith"])
    assert "goblin" not in forms and "gob" not in forms and "kael" not in forms
    assert forms["kaelin"] == "Kaelin"


def test_an_exact_name_beats_a_short_form() -> None:
    forms = short_forms(["Daniel", "Dan", "Torvik77", "Torvik"])
    assert forms["dan"] == "Dan" and forms["torvik"] == "Torvik" and forms["torvik77"] == "Torvik77"


def test_everyday_words_and_titles_are_no_names() -> None:
    forms = short_forms(["SwiftBoy", "LadyElsinore", "The Old Man", "Andrew"])
    assert not {"boy", "lady", "the", "old", "man", "and"} & set(forms)


def test_a_long_or_odd_name_costs_nothing() -> None:
    forms = short_forms(["x" * 100_000, "(", "", "🔥"])
    assert len(forms) < 200
