"""Places, distances, angles and paths, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.moves.vocabulary import Lexicon
from calledshot.play.paths import read_path, write_path
from calledshot.play.plane import (
    DIRECTIONS,
    Step,
    apart,
    at_least,
    bearing,
    grid_path,
    point,
    squares,
    straight_path,
    turned,
    within,
)
from calledshot.play.scene import Scene, crossings

NAMES = {"orc": "Orc", "big orc": "Big Orc", "o'neil: the 2nd": "O'Neil: the 2nd"}


def test_a_tenth_is_a_tenth() -> None:
    assert point((0.1, 0.2)) == (Fraction(1, 10), Fraction(1, 5))
    assert within(point((0, 0)), point((0.3, 0.4)), 0.5)  # 0.09 + 0.16 = 0.25 exactly; floats miss it
    assert not within(point((0, 0)), point((0.3, 0.4)), 0.4999)


def test_a_reach_below_nothing_reaches_nobody() -> None:
    assert within(point((0, 0)), point((0, 0)), 0)
    assert not within(point((0, 0)), point((0, 0)), -1)


def test_on_a_grid_a_diagonal_neighbour_is_one_square_away() -> None:
    assert squares(point((0, 0)), point((3, -2))) == 3


@pytest.mark.parametrize(
    ("a", "b", "degrees", "expected"),
    [
        ((1, 0), (-1, 0), 120, True),  # 180
        ((1, 0), (0, 1), 120, False),  # 90
        ((1, 0), (0, 1), 90, True),  # 90 is at least 90
        ((1, 1), (1, -1), 90, True),
        ((1, 1), (2, 1), 90, False),
        ((1, 0), (1, 1), 45, True),  # exactly 45
        ((1, 0), (1000, 999), 45, False),  # a hair less
        ((1, 0), (-1000000, 1), 180, False),
        ((5, 0), (-3, 0), 180, True),
        ((0, 0), (1, 0), 60, False),  # no angle from the point itself
    ],
)
def test_angles_are_exact(a: tuple[int, int], b: tuple[int, int], degrees: int, expected: bool) -> None:
    assert at_least(point(a), point((0, 0)), point(b), degrees) is expected


def test_an_angle_that_cannot_be_exact_is_refused() -> None:
    with pytest.raises(ValueError, match="50"):
        at_least(point((1, 0)), point((0, 0)), point((0, 1)), 50)


def test_directions() -> None:
    assert bearing(point((0, 0)), point((5, 1))) == "e"
    assert bearing(point((0, 0)), point((-3, -3))) == "sw"
    assert bearing(point((1, 1)), point((1, 1))) is None
    assert turned("nw", 1) == "n"
    assert apart("n", "s") == 4
    assert apart("nw", "ne") == 2


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("half move 3 e, 2 ne and attack orc", (Step(count=3, direction="e"), Step(count=2, direction="ne"))),
        ("Move 12E", (Step(count=12, direction="e"),)),
        ("go north-west 3 squares", (Step(count=3, direction="nw"),)),
        ("5 squares to the south", (Step(count=5, direction="s"),)),
        ("move 6 toward the big orc!", (Step(count=6, toward="Big Orc"),)),
        ("run towards orc", (Step(toward="Orc"),)),
        ("back from Orc", (Step(away="Orc"),)),
        ("2 moves around orc", (Step(count=2, around="Orc"),)),
        ("1.5 moves n", (Step(count=1.5, direction="n"),)),
        ("to (3, -5)", (Step(to=(3, -5)),)),
        ("toward O'Neil: the 2nd", (Step(toward="O'Neil: the 2nd"),)),
        ("two steps east", (Step(count=2, direction="e"),)),
        ("I had 3 elves with me", ()),
        ("attack orc with 2 swords", ()),
        ("rolled 57 so what", ()),
        ("1/2 n", (Step(count=0.5, direction="n"),)),
        ("3 w/ 2 n", (Step(count=3, direction="w"), Step(count=2, direction="n"))),
        ("1 w/ spear", ()),  # "with"
        ("2 twoards the orc", (Step(count=2, toward="Orc"),)),
    ],
)
def test_paths_are_read(text: str, steps: tuple[Step, ...]) -> None:
    assert read_path(text, NAMES).steps == steps


def test_where_the_words_of_a_path_stand() -> None:
    text = "half move 3 e, 2 ne and attack"
    assert [text[start:end] for start, end in read_path(text).spans] == ["3 e", "2 ne"]


STEPS = st.one_of(
    st.builds(
        Step,
        count=st.integers(0, 999).map(float),
        direction=st.sampled_from(sorted(DIRECTIONS)),
    ),
    st.builds(
        Step, count=st.none() | st.integers(1, 99).map(float), toward=st.sampled_from(["Orc", "Big Orc"])
    ),
    st.builds(Step, count=st.none() | st.integers(1, 99).map(float), away=st.just("Orc")),
    st.builds(Step, to=st.tuples(st.integers(-99, 99).map(float), st.integers(-99, 99).map(float))),
)


@given(st.lists(STEPS, max_size=6).map(tuple))
def test_a_path_written_reads_back(steps: tuple[Step, ...]) -> None:
    assert read_path(write_path(steps), NAMES).steps == steps


@given(st.text(max_size=300))
def test_no_text_breaks_the_reading(text: str) -> None:
    found = read_path(text, NAMES)
    assert all(0 <= start < end <= len(text) for start, end in found.spans)


def test_hostile_text_stays_cheap() -> None:
    assert read_path("1 " * 50_000 + "e").steps == (Step(count=1, direction="e"),)
    assert len(read_path("1 e " * 50_000).steps) == 40


def test_a_grid_path_enters_square_by_square() -> None:
    steps = (Step(count=2, direction="e"), Step(count=1, direction="ne"))
    assert grid_path(point((0, 0)), steps, {}) == [point((1, 0)), point((2, 0)), point((3, 1))]


def test_toward_somebody_stops_beside_him() -> None:
    places = {"Orc": point((4, 1))}
    path = grid_path(point((0, 0)), (Step(toward="Orc"),), places)
    assert path == [point((1, 1)), point((2, 1)), point((3, 1))]


def test_toward_somebody_unknown_goes_nowhere() -> None:
    assert grid_path(point((0, 0)), (Step(count=3, toward="Orc"),), {}) == []


def test_a_straight_path_is_exact_where_it_can_be() -> None:
    places = {"Orc": point((3, 4))}
    path = straight_path(point((0, 0)), (Step(count=9, toward="Orc"),), places, 2)
    assert path == [point((1.2, 1.6)), point((2.4, 3.2)), point((3, 4))]  # the last step is shorter


def test_a_straight_path_by_half_a_step() -> None:
    path = straight_path(point((0, 0)), (Step(count=1.5, direction="n"),), {}, 2)
    assert path == [point((0, 2)), point((0, 3))]


def test_round_somebody_the_distance_stays() -> None:
    places = {"Orc": point((0, 0))}
    path = straight_path(point((2, 0)), (Step(count=3, around="Orc"),), places, 1)
    assert len(path) == 3
    assert all(within(at, point((0, 0)), 2.000001) and not within(at, point((0, 0)), 1.999999) for at in path)


def test_a_scene_knows_only_what_was_said() -> None:
    scene = Scene(on_grid=True)
    scene.place("Ann", (0, 0))
    assert scene.within("Ann", "Orc", 1) is None
    scene.tell("Ann", "Orc", 2)
    assert scene.within("Ann", "Orc", 1) is False
    assert scene.apart("Orc", "Ann") == 2
    scene.place("Orc", (1, 1))  # he has moved: what was said of the distance is void
    assert scene.within("Ann", "Orc", 1) is True
    scene.moved("Orc")
    assert scene.apart("Ann", "Orc") is None


def test_crossing_an_area() -> None:
    path = [point((x, 0)) for x in (1, 2, 3, 4, 5, 6)]
    assert crossings(path, point((0, 0)), point((3, 1)), 1, on_grid=True) == ([1], [4])


def test_a_path_toward_somebody_by_any_form_of_his_name() -> None:
    lexicon = Lexicon(()).with_names(["Lady Elsinore", "Goblin 2"])
    found = read_path("3 squares toward the elsinore, then away from goblin 2", lexicon.somebody)
    assert found.steps == (Step(count=3, toward="Lady Elsinore"), Step(away="Goblin 2"))
