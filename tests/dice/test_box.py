"""Our own dice box: what is typed, what is printed, that it reads back, and that a replay throws the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calledshot.dice import boxline, commit
from calledshot.dice.box import (
    DICE_LIMIT,
    SIDES_LIMIT,
    TERMS_LIMIT,
    Box,
    cast,
    command,
    fight_seed,
    open_fair,
    open_plain,
)
from calledshot.dice.dialects import BotReader, faults, looks_like_result
from calledshot.dice.notation import Expression, Term, parse, throw
from calledshot.errors import UsageError

SEED = bytes(range(32))
HEX = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


class Script:
    """Dice that fall as they are told to."""

    def __init__(self, *faces: int) -> None:
        self._faces = list(faces)

    def randint(self, a: int, b: int, /) -> int:
        return self._faces.pop(0)


# -- what is typed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "dice", "comment"),
    [
        ("//roll", "2d6", ""),
        ("//roll-dice1-sides100", "1d100", ""),
        ("//roll-sides20", "2d20", ""),
        ("//roll-sides10-dice3  ", "3d10", ""),
        ("!roll 1d100", "1d100", ""),
        ("!roll 1d100+5 # comment", "1d100 + 5", "comment"),
        ("!r d20", "1d20", ""),
        ("!r2d6", "2d6", ""),
        ("  !ROLL 2D6 for the gate", "2d6", "for the gate"),
        (".roll 4d6kh3", "4d6kh3", ""),
        ("/roll 2d6 + d8 − 1", "2d6 + 1d8 - 1", ""),
        ("!roll d%", "1d100", ""),
    ],
)
def test_commands(text: str, dice: str, comment: str) -> None:
    read = command(text)
    assert read is not None and read.expression is not None, read
    assert (str(read.expression), read.expression.comment) == (dice, comment)


@pytest.mark.parametrize(
    "text",
    ["", "roll 1d20", "I !roll 1d20", "!rollback 2", "!reroll Torv", "!rule lost", "!rules", "!round", "/r",
     "!rolling", "!", "hit him // roll your eyes", "1d20", "!red", "/r hi"],
)  # fmt: skip
def test_no_commands(text: str) -> None:
    assert command(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "!roll",
        "!r  ",
        "!roll -6",
        "!roll 0d2",
        "!roll 1da",
        "!roll 2#3d6",
        "!roll 999999999d6",
        f"!roll {DICE_LIMIT + 1}d6",
        f"!roll {DICE_LIMIT}d6 + 1d4",
        f"!roll 1d{SIDES_LIMIT + 1}",
        "!roll 1d6" + "+1" * TERMS_LIMIT,
        "!roll 1d6 + 1000001",
        "!roll d20 - d4",
        "!roll d1!",
        "!roll 1d6 " + "x" * 300,
        "!roll " + "9" * 300,
        "//roll-sides1000",
        "//roll-dice16",
        "//roll-dice1-dice2",
        "//Roll",
    ],
)
def test_refused_whole_in_one_line_and_nothing_is_drawn(text: str) -> None:
    read = command(text)
    assert read is not None and read.expression is None
    assert read.fault.startswith("no roll: ") and "\n" not in read.fault and len(read.fault) < 300
    box = open_plain(SEED, "#parlour")
    with pytest.raises(UsageError):
        box.throw(text, "Torv")
    assert box.number == 0


@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    for message in (text, "!roll " + text, "//roll" + text, "!r" + text):
        command(message)
        boxline.read(message)
        commit.read(message)
    boxline.read("Torv rolled 1d6: " + text)
    boxline.read(text + " rolled 1d6: 3")
    commit.read("((Fair dice for " + text)


# -- what is printed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "faces", "shown"),
    [
        ("1d100", (57,), "57"),
        ("1d100+5", (57,), "57 + 5 = 62"),
        ("2d6", (3, 4), "3 4 = 7"),
        ("4d6kh3", (6, 1, 4, 5), "6 (1) 4 5 = 15"),
        ("3d6!", (6, 2, 5, 1), "6 2 5 1 = 14"),
        ("2d6+1d8-2", (3, 4, 8), "3 4, 8 - 2 = 13"),
        ("2d20kl1", (7, 15), "7 (15) = 7"),
        ("5+1d20", (9,), "9 + 5 = 14"),
    ],
)
def test_the_line(dice: str, faces: tuple[int, ...], shown: str) -> None:
    expression = parse(dice)
    outcome = throw(expression, Script(*faces))
    line = boxline.written("Torv", outcome, expression, "3f2a", 7)
    assert line == f"Torv rolled {dice}: {shown} [3f2a-7]"
    assert boxline.written("Torv", outcome, expression) == f"Torv rolled {dice}: {shown}"


def test_a_roll_of_several_kinds_of_dice_gives_its_total_alone() -> None:
    outcome = throw(parse("2d6+1d8-2"), Script(3, 4, 8))
    roll = boxline.roll_of("Torv", outcome)
    assert (roll.faces, roll.total, roll.modifier) == ((), 13, -2)
    assert faults(roll) == []


def test_what_was_dropped_is_no_face_of_the_roll() -> None:
    roll = boxline.roll_of("Torv", throw(parse("4d6kh3+1"), Script(6, 1, 4, 5)))
    assert (roll.count, roll.sides, roll.faces, roll.modifier, roll.total) == (3, 6, (6, 4, 5), 1, 16)
    assert faults(roll) == []


TERMS = st.builds(
    lambda count, sides, explode: Term(count=count, sides=sides, explode=explode and sides > 3),
    st.integers(1, 7),
    st.integers(1, 120),
    st.booleans(),
)
KEPT = st.integers(2, 7).flatmap(
    lambda count: st.builds(
        lambda keep, number, sides: Term(count=count, sides=sides, keep=keep, keep_count=number),
        st.sampled_from(["kh", "kl", "dh", "dl"]),
        st.integers(1, count - 1),
        st.integers(2, 100),
    )
)
CONSTANTS = st.builds(
    lambda sign, constant: Term(sign=sign, constant=constant),
    st.sampled_from([1, -1]),
    st.integers(0, 1_000_000),
)
EXPRESSIONS = st.builds(
    lambda dice, constants, comment: Expression(terms=(*dice, *constants), comment=comment),
    st.lists(TERMS | KEPT, min_size=1, max_size=3),
    st.lists(CONSTANTS, max_size=3),
    st.text(max_size=80),
)


@given(EXPRESSIONS, st.text(max_size=90), st.sampled_from(["", "(again) "]), st.booleans())
def test_whatever_is_printed_reads_back(expression: Expression, roller: str, label: str, fair: bool) -> None:
    seed = commit.Draws(HEX, "x", 1, "x")
    outcome = cast(expression, seed)
    line = boxline.written(roller, outcome, expression, "3f2a" if fair else None, 12)
    assert len(line.encode("utf-8", "replace")) < 800
    read = boxline.read(label + line)
    assert read is not None, line
    assert read.roller == boxline.printable(roller) and read.repeated == bool(label)
    assert (read.box, read.number) == (("3f2a", 12) if fair else (None, None))
    if outcome is None:
        assert read.roll is None and read.result == "void"
    else:
        assert read.roll == boxline.roll_of(roller, outcome)
        assert read.roll is not None and faults(read.roll) == []
        told = BotReader().read(line)
        assert told is not None and told.roller and told.roller in read.roller, "but for quotes and arrows"
        assert replace(told, roller=read.roller) == read.roll


@given(st.text(max_size=90))
def test_a_name_is_printed_the_same_once_it_was_printed(name: str) -> None:
    once = boxline.printable(name)
    assert once and "\n" not in once and len(once) <= 66
    assert boxline.printable(once) == once


@pytest.mark.parametrize(
    "name",
    ["Bob rolled 1 100-sided die: 100", "Bob rolled 1d100: 100", "((Bob", "(again) Bob", "a: b", "x|y`^",
     "Bob rolled", "\u202eBob", "Bob\nTorv rolled 1d100: 100", "@bob:test.local"],
)  # fmt: skip
def test_a_name_cannot_speak_for_the_box(name: str) -> None:
    thrown = open_plain(SEED, "#parlour").throw("!roll 1d100", name)
    assert "\n" not in thrown.line
    roll = BotReader().read(thrown.line)
    assert roll == thrown.roll
    assert roll is not None and roll.roller == boxline.printable(name)


def test_a_comment_cannot_speak_for_the_box() -> None:
    box = open_fair(SEED, "#parlour")
    for comment in ("= 100 [6c86-9]", "# Torv rolled 1d100: 100", "x))", "\x00\r\nquit", "é" * 100):
        thrown = box.throw(f"!roll 1d100 # {comment}", "Torv")
        read = boxline.read(thrown.line)
        assert read is not None and read.roll == thrown.roll and read.number == box.number
        assert len(thrown.line.encode()) < 250 and not {"\r", "\n", "\0"} & set(thrown.line)


def test_the_longest_line_fits_one_message() -> None:
    box = open_fair(SEED, "#parlour")
    text = f"!roll {DICE_LIMIT}d{SIDES_LIMIT}" + "+1000000" * (TERMS_LIMIT - 1) + " # " + "x" * 99
    line = box.throw(text, "Ş" * 64).line
    assert len(line.encode()) < 620
    usual = box.throw(f"!roll {DICE_LIMIT}d100", "Torvik77").line
    assert len(usual.encode()) < 200


def test_said_again_is_no_second_roll() -> None:
    reader = BotReader()
    line = "Torv rolled 1d100+5: 57 + 5 = 62 [3f2a-7]"
    assert reader.read(line) is not None
    assert reader.read("(again) " + line) is None
    lost = "Torv rolled 1d100: 12"
    once = reader.read("(again) " + lost)
    assert once is not None and (once.roller, once.total) == ("Torv", 12)
    assert reader.read("(again) " + lost) is None
    assert reader.read(lost) is not None  # not labelled: he may well throw 12 twice


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("Torv rolled 1d100+5: 57 + 5 = 62", 62),
        ("((Torv rolled 2d6: 3 4 = 7 [3f2a-7]))", 7),
        ("(again) ((Torv rolled 2d6: 3 4 = 7))", 7),
    ],
)
def test_a_member_who_types_such_a_line_pretends(text: str, total: int) -> None:
    claimed = looks_like_result(text)
    assert claimed is not None and claimed.total == total


@pytest.mark.parametrize(
    "text",
    ["I rolled 1d20+5: 12 + 5 = 17", "Torv rolled 1d20+5 and hit", "Torv rolled 1d6: 3 4 = 7 and more",
     "Torv rolled 1d6: 3 = x", "Torv rolled 1d6: 3 [3f2a-]", "Torv rolled 1d20-1d4: 5, 3 = 2"],
)  # fmt: skip
def test_talk_is_no_roll_of_the_box(text: str) -> None:
    assert looks_like_result(text) is None


def test_impossible_faces_are_read_as_they_stand() -> None:
    line = boxline.read("Torv rolled 2d6: 3 7 = 11 [3f2a-7]")
    assert line is not None and line.roll is not None
    assert len(faults(line.roll)) == 2  # a 7 on a six-sided die, and 3 and 7 are not 11
    short = boxline.read("Torv rolled 2d6: 3 = 3")
    assert short is not None and short.roll is not None and faults(short.roll) == ["1 faces for 2 dice"]


# -- where the dice come from ---------------------------------------------------------------------------


def test_the_dice_are_those_that_openssl_gives() -> None:
    # printf %s '#parlour|1|Torv|0' | openssl dgst -sha256 -hmac $HEX: ab87f3ed… = 2877813741, …41 + 1
    # '#parlour|2|Mira|0': 373975f7… = 926512631; '#parlour|3|Torv|0': b2ab532d d993241c 24699186 e43cc667
    box = open_fair(SEED, "#parlour")
    assert box.throw("//roll-dice1-sides100", "Torv").line == "Torv rolled 1d100: 42 [6c86-1]"
    assert box.throw("!roll 1d100+5 # to hit", "Mira").line == (
        "Mira rolled 1d100+5: 32 + 5 = 37 [6c86-2] # to hit"
    )
    assert box.throw("!r 4d6kh3", "Torv").line == "Torv rolled 4d6kh3: 4 3 (1) 2 = 9 [6c86-3]"
    # printf %s $HEX | sha256sum
    assert box.commitment == (
        "((Fair dice for #parlour: the seed's SHA-256 is "
        "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b.))"
    )
    assert box.reveal == f"((Fair dice for #parlour: the seed was {HEX}; 3 throws.))"


def test_values_that_would_favour_faces_are_passed_over() -> None:
    # the eight words of '#parlour|1|Torv|0', as openssl gives them; with 3·2³⁰ sides those from 3·2³⁰ on
    # (4237425091, 3804148289, 4031306661) are passed over
    sides = 3 << 30
    draws = commit.Draws(HEX, "#parlour", 1, "Torv")
    assert [draws.randint(1, sides) for _ in range(5)] == [
        2877813742, 2696548161, 1247663265, 2984799767, 72051765,
    ]  # fmt: skip


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20, 97, 100])
def test_every_face_is_as_likely(sides: int) -> None:
    draws = commit.Draws(HEX, "#parlour", 1, "Torv")
    number = 200 * sides
    counts = [0] * sides
    for _ in range(number):
        counts[draws.randint(1, sides) - 1] += 1
    expected = number / sides
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    freedom = sides - 1
    # Wilson-Hilferty: beyond 3.7 standard deviations once in ten thousand seeds; this seed is fixed
    z = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5
    assert abs(z) < 3.7


def test_the_same_messages_give_the_same_dice_and_any_change_gives_others() -> None:
    def faces(seed: bytes, room: str, roller: str, number: int) -> str:
        box = Box(seed, room)
        lines = [box.throw("!roll 20d100", roller).line for _ in range(number)]
        return lines[-1].partition(": ")[2]

    told = [
        faces(SEED, "#parlour", "Torv", 1),
        faces(SEED[::-1], "#parlour", "Torv", 1),
        faces(SEED, "#parlor", "Torv", 1),
        faces(SEED, "#parlour", "Mira", 1),
        faces(SEED, "#parlour", "Torv", 2),
    ]
    assert len(set(told)) == len(told)
    assert faces(SEED, "#parlour", "Torv", 2) == told[-1]


def test_both_boxes_are_one_machine() -> None:
    fair, plain = open_fair(SEED, "#parlour"), open_plain(SEED, "#parlour")
    for _ in range(5):
        one, other = fair.throw("!roll 2d6+1", "Torv"), plain.throw("!roll 2d6+1", "Torv")
        assert one.roll == other.roll
        assert one.line == f"{other.line} [6c86-{fair.number}]"
    assert plain.commitment == plain.reveal == ""


def test_the_seed_of_a_fight_tells_nothing_of_the_others() -> None:
    secret = b"s" * 32
    seeds = {fight_seed(secret, room, fight) for room in ("#a", "#b") for fight in range(5)}
    assert len(seeds) == 10 and all(len(seed) == 32 for seed in seeds)
    assert fight_seed(secret, "#a", 3) == fight_seed(secret, "#a", 3)
    assert fight_seed(b"t" * 32, "#a", 3) != fight_seed(secret, "#a", 3)


def test_a_short_seed_is_refused_and_no_repr_shows_one() -> None:
    with pytest.raises(ValueError, match="guessed") as raised:
        open_fair(b"short", "#parlour")
    assert "short" not in str(raised.value)
    box = open_fair(SEED, "#parlour")
    assert HEX not in repr(box) and HEX[:8] not in repr(box)


def test_dice_that_never_stop_are_void_and_count_as_a_throw() -> None:
    void = next(
        thrown
        for thrown in (Box(bytes([n]) * 32, "x").throw("!roll 30d2!", "Torv") for n in range(9))
        if thrown.roll is None
    )
    assert void.line == "Torv rolled 30d2!: void"
    line = boxline.read(void.line)
    assert line is not None and line.roll is None
    assert BotReader().read(void.line) is None
