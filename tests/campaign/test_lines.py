"""Where each key of a TOML text stands."""

from __future__ import annotations

import time
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.campaign import toml
from calledshot.campaign.lines import key_lines, line_of

TEXT = """# a comment with [brackets] and "quotes
name = "x # not a comment ] }"
"two words".'three' = 1

[a.b]
list = [1,
  # between
  { deep = '''
line [x]
''', after = 2 }, [3, 4],
]

[[a.b.rows]]
k = 1
[[a.b.rows]]
k = 2
[a.b.rows.inner]
z = '''
''x'''
y = 'a'
"""


def test_lines() -> None:
    tomllib.loads(TEXT)
    lines = key_lines(TEXT)
    assert lines[("name",)] == 2
    assert lines[("two words", "three")] == 3
    assert lines[("a", "b")] == 5
    assert lines[("a", "b", "list", 0)] == 6
    assert lines[("a", "b", "list", 1, "deep")] == 8
    assert lines[("a", "b", "list", 1, "after")] == 10
    assert lines[("a", "b", "list", 2, 1)] == 10
    assert lines[("a", "b", "rows", 0, "k")] == 14
    assert lines[("a", "b", "rows", 1)] == 15
    assert lines[("a", "b", "rows", 1, "inner", "z")] == 18
    assert lines[("a", "b", "rows", 1, "inner", "y")] == 20


def test_what_has_no_line_has_its_parents() -> None:
    lines = key_lines("[a]\nb = 1\n")
    assert line_of(lines, ("a", "b", 3, "c")) == 2
    assert line_of(lines, ("z",)) is None


VALUES: Any = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.from_regex(r"[a-z]{1,4}", fullmatch=True), VALUES, max_size=5))
def test_what_we_write_is_read_back_and_found(tables: dict[str, Any]) -> None:
    text = "".join(f"{toml.key(name)} = {toml.value(value)}\n" for name, value in tables.items())
    assert tomllib.loads(text) == tables
    lines = key_lines(text)
    assert [lines[(name,)] for name in tables] == list(range(1, len(tables) + 1))


@pytest.mark.parametrize(
    "unit", ["[", "{ a = ", '"', "'''", "a.", "[a]\n", "[[a]]\n", "\\", "#\n", "a = [1, "]
)
def test_hostile_text_takes_no_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    started = time.perf_counter()
    key_lines(text)
    assert time.perf_counter() - started < 2
