"""Writes random events as a log of each text format, as a client would, for the round trips."""

from __future__ import annotations

from hypothesis import strategies as st

from calledshot.dice.roll import Roll
from calledshot.transcript.event import Event

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
FIRST = st.sampled_from(LETTERS)
REST = st.text(st.sampled_from(LETTERS + "0123456789"), min_size=2, max_size=6)
WORD = st.builds(lambda first, rest: first + rest, FIRST, REST).filter(
    lambda name: name.lower() not in ("you", "me")
)
NAMES = st.one_of(
    WORD,
    st.builds(lambda first, rest, more: f"{first}{rest} {more}", FIRST, REST, REST),
)
"""AOL screen names: 3 to 16 letters, digits and single blanks, a letter first."""

TEXT = st.lists(
    st.one_of(
        st.sampled_from(" :*<>[](){}!?.,;-~'\"/\\|#&=+_@%$^`"),
        st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\r\n\x00\t\xa0\ufeff"),
        st.sampled_from(
            ["::", " rolled ", "OnlineHost:", "http://", "\U0001f409", "\u202e", "\x1b", "\x1d", "é"]
        ),
    ),
    max_size=40,
).map(lambda pieces: "".join(pieces).strip(" \t\xa0"))
"""What people type: anything on one line."""

LINE = TEXT.filter(lambda text: text and not text.isspace())


def rolls(names: st.SearchStrategy[str]) -> st.SearchStrategy[Roll]:
    """Rolls as the service reports them."""

    def roll(name: str, faces: list[int]) -> Roll:
        return Roll(
            roller=name, count=len(faces), sides=100, faces=tuple(faces), total=sum(faces),
            expression=f"{len(faces)}d100",
        )  # fmt: skip

    return st.builds(roll, names, st.lists(st.integers(1, 100), min_size=1, max_size=15))


def clocks() -> st.SearchStrategy[str]:
    return st.builds(
        lambda h, m, s: f"{h:02d}:{m:02d}:{s:02d}", st.integers(0, 23), st.integers(0, 59), st.integers(0, 59)
    )


def twelve(clock: str) -> str:
    """ "19:30:15" as AIM writes it."""
    hour = int(clock[:2])
    return f"{hour % 12 or 12}{clock[2:]} {'PM' if hour >= 12 else 'AM'}"


def plain(event: Event) -> tuple[object, ...]:
    """What of an event a round trip must keep."""
    return event.kind, event.speaker, event.to, event.text, event.trust, event.roll, event.at, event.clock
