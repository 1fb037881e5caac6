"""The machine of flows: needs, answers, interruptions, and the GM's word thrown in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from calledshot_yiffiemon.flow import Flow, Machine, Need, Overruled


def asking(log: list[Any], *names: str) -> Flow:
    for name in names:
        log.append((name, (yield Need(kind="dice", what=name))))


def test_a_flow_goes_on_with_each_answer_until_it_is_over() -> None:
    machine, log = Machine(), []
    machine.start(asking(log, "one", "two"))
    assert machine.need is not None and machine.need.what == "one"
    machine.answer(4)
    assert machine.need is not None and machine.need.what == "two"
    machine.answer(None)
    assert machine.need is None
    assert log == [("one", 4), ("two", None)]


def test_what_interrupts_is_answered_first() -> None:
    machine, log = Machine(), []
    machine.start(asking(log, "below"))
    machine.start(asking(log, "above"))
    assert [need.what for need in machine.needs] == ["below", "above"]
    machine.answer(1)
    machine.answer(2)
    assert log == [("above", 1), ("below", 2)]


def test_a_flow_that_needs_nothing_leaves_the_one_below_waiting() -> None:
    machine, log = Machine(), []
    machine.start(asking(log, "below"))
    machine.start(asking(log))
    assert machine.need is not None and machine.need.what == "below"


def test_the_word_of_the_gm_is_caught_where_it_is_listened_for() -> None:
    heard: list[str] = []

    def inner() -> Flow:
        yield Need(kind="dice", what="damage")

    def outer() -> Iterator[Need]:
        try:
            yield from inner()
        except Overruled as word:
            heard.append(word.level)
            yield Need(kind="dice", what="other damage")

    machine = Machine()
    machine.start(outer())  # type: ignore[arg-type]
    machine.overrule(Overruled(1, "CS", 4))
    assert heard == ["CS"]
    assert machine.need is not None and machine.need.what == "other damage"


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    machine = Machine()
    machine.answer(3)
    machine.overrule(Overruled(1, "CS", None))
    assert machine.need is None


def test_all_that_goes_on_can_be_called_off() -> None:
    machine, log = Machine(), []
    machine.start(asking(log, "one", "two"))
    machine.start(asking(log, "three"))
    machine.stop()
    assert machine.needs == [] and log == []
