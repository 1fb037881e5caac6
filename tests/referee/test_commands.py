"""What a game master types to the helper, read and written back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calledshot.referee.commands import Command, Mistake, read, verbs, write

NAMES = {
    "kaelin": "Kaelin", "ladyelsinore": "LadyElsinore", "elsinore": "LadyElsinore", "torvik77": "Torvik77",
    "torvik": "Torvik77", "annthebold": "Ann the Bold", "ann the bold": "Ann the Bold", "o:rc": "O:rc",
}  # fmt: skip

READ = {
    "ok": Command(verb="ok"),
    " !OK 7 ": Command(verb="ok", amount=7),
    "ok #7": Command(verb="ok", amount=7),
    "say Elsinore misses; to hit, Torvik?": Command(verb="say", words="Elsinore misses; to hit, Torvik?"),
    "Rule miss": Command(verb="rule", words="miss"),
    "rule: she takes 6": Command(verb="rule", words="she takes 6"),
    "undo": Command(verb="undo"),
    "undo 2 because of the sheet": Command(verb="undo", amount=2, reason="of the sheet"),
    "set Kaelin hp 12": Command(verb="set", who=("Kaelin",), what="hp", amount=12),
    "set kaelin's power points to 3 in round 2 because he miscounted": Command(
        verb="set", who=("Kaelin",), what="power points", amount=3, round=2, reason="he miscounted"
    ),
    "set kaelin hp -4 (round 3)": Command(verb="set", who=("Kaelin",), what="hp", amount=-4, round=3),
    "SPEND torvik 3 arrows": Command(verb="spend", who=("Torvik77",), what="arrows", amount=3),
    "set ann the bold hp = 5": Command(verb="set", who=("Ann the Bold",), what="hp", amount=5),
    "add 3 goblins": Command(verb="add_more", what="goblins", amount=3),
    "add a cave bear": Command(verb="add_more", what="cave bear", amount=1),
    "add Kaelin hp 2": Command(verb="add", who=("Kaelin",), what="hp", amount=2),
    "for Elsinore: Cast Pain (Level 1), *throw dirk": Command(
        verb="for", who=("LadyElsinore",), words="Cast Pain (Level 1), *throw dirk"
    ),
    'for "O:rc": 57': Command(verb="for", who=("O:rc",), words="57"),
    "Torvik_ is Torvik": Command(verb="is", who=("Torvik77",), what="Torvik_"),
    "waive PAR-IM-1 for Elsinore because her modem": Command(
        verb="waive", who=("LadyElsinore",), what="PAR-IM-1", reason="her modem"
    ),
    "waive cn-300": Command(verb="waive", what="CN-300"),
    "rollback to round 2": Command(verb="rollback", round=2),
    "hold torvik": Command(verb="hold", who=("Torvik77",)),
    "back torvik": Command(verb="return", who=("Torvik77",)),
    "init elsinore and torvik": Command(verb="initiative", who=("LadyElsinore", "Torvik77")),
    "end round": Command(verb="end"),
    "close Torvik wins": Command(verb="close", words="Torvik wins"),
    "explain torvik hp": Command(verb="explain", who=("Torvik77",), what="hp"),
    "help more": Command(verb="help", words="more"),
}  # fmt: skip


@pytest.mark.parametrize("text", READ)
def test_it_is_read_as_meant(text: str) -> None:
    assert read(text, NAMES) == READ[text]


@pytest.mark.parametrize("text", READ)
def test_what_is_written_reads_the_same(text: str) -> None:
    assert read(write(READ[text]), NAMES) == READ[text]


@pytest.mark.parametrize(
    "text",
    [
        "this is fun",
        "next round I attack",
        "whoever wins",
        "okra is a vegetable",
        "undoing my belt",
        "skipper",
    ],
)
def test_talk_is_no_command(text: str) -> None:
    assert read(text, NAMES) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("!unod", "undo"),
        ("!set kaelin", "set NAME WHAT NUMBER"),
        ("!set kaelin 12", "which figure"),
        ("!set kaelin hp 99999999", "more than any figure"),
        ("!add 900 goblins", "at once"),
        ("!hold", "hold NAME"),
        ("!waive everything", "waive CODE"),
    ],
)
def test_a_slip_is_answered_with_what_to_type(text: str, says: str) -> None:
    found = read(text, NAMES)
    assert isinstance(found, Mistake)
    assert says in found.message


def test_the_card_holds_eight() -> None:
    card = [name for name, verb in verbs().items() if verb.card]
    assert card == ["ok", "say", "drop", "rule", "undo", "set", "skip", "who"]


@given(st.text(max_size=300))
def test_nothing_typed_breaks_it(text: str) -> None:
    found = read("!" + text, NAMES)
    if isinstance(found, Command):
        assert read(write(found), NAMES) is not None


_NAME = st.text(
    st.characters(exclude_characters='"\n\r', exclude_categories=("Cs", "Cc", "Zl", "Zp")),
    min_size=1,
    max_size=20,
).filter(lambda name: name == name.strip() and len(name.split()) == 1)


@given(_NAME, st.integers(-999, 999), st.sampled_from(["hold", "skip", "set", "for"]))
def test_odd_names_survive_being_written(name: str, number: int, verb: str) -> None:
    names = {name.casefold(): name}
    command = {
        "hold": Command(verb="hold", who=(name,)),
        "skip": Command(verb="skip", who=(name,)),
        "set": Command(verb="set", who=(name,), what="hp", amount=number),
        "for": Command(verb="for", who=(name,), words="attack"),
    }[verb]
    assert read(write(command), names) == command


def test_a_command_with_too_much_behind_it_is_told_its_form() -> None:
    assert read("ok whatever you say", {}, marked=True) == Mistake("say `ok`")
    assert read("who is it", {}, marked=True) == Mistake("say `who`")
