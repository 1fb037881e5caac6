"""Invented windows of many habits beside an untimed room: whether each declaration finds its call."""

from __future__ import annotations

import io
import random

import pytest

from calledshot.transcript import Event, merge, open_transcript

DECLARED = (
    "Attack Quill with axe",
    "Cast Sleep on Quill, *throw knife",
    "Parry",
    "Advance, *attack",
    "Retreat",
    "Attack, attack, *attack. Hold back damage",
    "heal myself",
    "same as last round",
    "throw dirk at goblin 1",
)
AMENDED = (
    "oh and hold back",
    "wait, make that parry",
    "actually retreat instead",
    "and then parry",
    "hold back strength too",
    "correction: attack Pia",
)
CHATTER = ("lol", "ok", "brb", "am I in range?", "thanks", "did you get it?", ":)", "nice hit", "ouch")
ANSWERED = ("got it", "k", "ok", "noted", "thanks", "okay :)")
PROMPTED = ("IM?", "your move?", "IM please", "waiting on you, moves?")

HABITS = {
    "silent": {"answer": 0.0, "prompt": 0.0, "amend": 0.25, "chat": 0.25, "skip": 0.0},
    "answers": {"answer": 0.9, "prompt": 0.0, "amend": 0.25, "chat": 0.25, "skip": 0.0},
    "prompts": {"answer": 0.5, "prompt": 0.8, "amend": 0.2, "chat": 0.2, "skip": 0.0},
    "skips": {"answer": 0.7, "prompt": 0.1, "amend": 0.2, "chat": 0.2, "skip": 0.2},
}


class Fight:
    """A room in which Gwen calls, and the windows of two players, with the call each line belongs to."""

    def __init__(self, seed: int, habit: dict[str, float], timed: bool) -> None:
        self._rng, self._habit, self._timed = random.Random(seed), habit, timed
        self._now = 20 * 3600.0
        self.room = ["Gwen:\tready?", "Pia:\tyes", "Quill:\tyes"]
        self.windows: dict[str, list[str]] = {"Pia": [], "Quill": []}
        self.calls: dict[str, list[int]] = {"Pia": [], "Quill": []}
        for number in range(1, self._rng.randint(2, 7) + 1):
            self._round(number)

    def _does(self, what: str) -> bool:
        return self._rng.random() < self._habit[what]

    def _write(self, window: str, name: str, words: tuple[str, ...], call: int, pause: float) -> None:
        self._now += self._rng.uniform(2, pause)
        minutes, second = divmod(int(self._now), 60)
        hour, minute = divmod(minutes, 60)
        clock = f"{hour % 12 or 12}:{minute:02d}:{second:02d} {'AM' if hour >= 24 else 'PM'}"
        text = self._rng.choice(words)
        self.windows[window].append(f"{name} ({clock}): {text}" if self._timed else f"{name}:\t{text}")
        self.calls[window].append(call)

    def _round(self, number: int) -> None:
        self._now += self._rng.uniform(150, 500)
        self.room.append(f"Gwen:\tRound {number}, IMs please")
        sent = [name for name in self.windows if not self._does("skip")]
        for name in sent:
            if self._does("prompt"):
                self._write(name, "Gwen", PROMPTED, 0, 20)
            self._write(name, name, DECLARED, number, 40)
            answered = self._does("answer")
            if answered:
                self._write(name, "Gwen", ANSWERED, 0, 15)
            if self._does("amend"):
                self._write(name, name, AMENDED, number, 20)
                if answered:
                    self._write(name, "Gwen", ANSWERED, 0, 15)
            if self._does("chat"):
                self._write(name, name, CHATTER, 0, 90)
        self.room += [f"OnlineHost:\t{name} rolled 1 100-sided die:  50" for name in sent]
        self.room.append(f"Gwen:\tend of {number}")

    def placed(self) -> tuple[int, int]:
        """(declarations and amendments at their call, all of them)."""
        format = "aim-text" if self._timed else "aol"
        opened = [open_transcript(io.BytesIO("\n".join(self.room).encode()), name="room")]
        for name, lines in self.windows.items():
            if lines:
                opened.append(
                    open_transcript(io.BytesIO("\n".join(lines).encode()), name=name, format=format)
                )
        call = right = every = 0
        for event in merge(opened, pgm=["Gwen"]):
            if not isinstance(event, Event) or event.source is None:
                continue
            call += event.kind == "say" and "IMs please" in event.text
            if event.kind == "whisper":
                belongs = self.calls[str(event.source.file)][event.source.line - 1]
                every += belongs > 0
                right += belongs == call
        return right, every


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize("habit", HABITS)
def test_declarations_find_their_call(habit: str, timed: bool) -> None:
    right = every = 0
    for seed in range(60):
        at, of = Fight(seed, HABITS[habit], timed).placed()
        right, every = right + at, every + of
    assert every > 300
    assert right >= (0.97 if habit == "skips" else 0.995) * every, f"{right} of {every}"
