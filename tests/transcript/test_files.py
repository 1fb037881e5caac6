"""What several files are called side by side."""

from __future__ import annotations

import pytest

from calledshot.transcript.files import gathered, listed, short


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["logs/yard.txt"], ["yard.txt"]),
        (["logs/yard.txt", "logs/oak.txt"], ["yard.txt", "oak.txt"]),
        (
            ["logs/#yard/2024-02-03.log", "logs/Oak/2024-02-03.log"],
            ["#yard/2024-02-03.log", "Oak/2024-02-03.log"],
        ),
        (["a/x/out", "b/x/out", "b/log"], ["a/x/out", "b/x/out", "log"]),
        (["out", "x/out"], ["out", "x/out"]),
        (["C:\\logs\\Oak\\1.log", "C:\\logs\\Elm\\1.log"], ["Oak/1.log", "Elm/1.log"]),
        (["/", ""], ["/", ""]),
    ],
)
def test_names_are_as_short_as_they_can_be_told_apart(paths: list[str], names: list[str]) -> None:
    assert [short(paths)[path] for path in paths] == names


def test_what_is_noted_of_several_is_said_once() -> None:
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c"
    assert gathered([("a", "late"), ("b", "odd"), ("b", "late")]) == ["a and b: late", "b: odd"]
