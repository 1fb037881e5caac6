"""Fair dice checked from a log alone: an honest log is clean, and every way of tampering is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calledshot.cli import main
from calledshot.dice.box import Box, open_fair, open_plain
from calledshot.dice.verify import Said, Verified, verify

BOX = "calledshot"


def seed(number: int) -> bytes:
    return bytes([number]) * 32


def fight(
    box: Box, throws: list[tuple[str, str]], *, ended: bool = True, speaker: str = BOX
) -> list[tuple[str, str]]:
    """Who says what in an honest fight."""
    lines = [(speaker, box.commitment)]
    for roller, text in throws:
        lines.append((roller, text))
        lines.append((speaker, box.throw(text, roller).line))
    return [*lines, (speaker, box.reveal)] if ended else lines


USUAL = [
    ("Torv", "!roll 1d100"),
    ("Mira", "!roll 1d100+5 # to hit"),
    ("Torv", "//roll-dice3-sides10"),
    ("Mira", "!r 4d6kh3"),
    ("Torv", "!roll 3d6!+1"),
    ("Mira", "!roll 2d6+1d8-2"),
]


def checked(lines: list[tuple[str, str]], room: str | None = None) -> Verified:
    return verify(Said(text, number, speaker, room) for number, (speaker, text) in enumerate(lines, 1))


def kinds(lines: list[tuple[str, str]]) -> list[tuple[str, int | None]]:
    found = checked(lines)
    return [(fault.kind, fault.throw) for fair in found.fair for fault in fair.faults] + [
        (fault.kind, fault.throw) for fault in found.faults
    ]


def honest() -> list[tuple[str, str]]:
    return fight(open_fair(seed(7), "#parlour"), USUAL)


def place(lines: list[tuple[str, str]], number: int) -> int:
    """Where a throw stands."""
    return next(at for at, (_, text) in enumerate(lines) if text.partition(" # ")[0].endswith(f"-{number}]"))


def test_an_honest_log_is_clean() -> None:
    found = checked(honest())
    assert found.wrong == 0 and found.checkable
    (fair,) = found.fair
    assert (fair.room, fair.throws, fair.checked, fair.seen) == ("#parlour", 6, 6, 6)
    assert (fair.line, fair.revealed_line) == (1, 14)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_changed_face_is_named(number: int) -> None:
    lines = honest()
    at = place(lines, number)
    speaker, text = lines[at]
    before, colon, after = text.partition(": ")
    digit = next(char for char in after if char.isdigit())
    changed = after.replace(digit, str((int(digit) + 1) % 10), 1)
    lines[at] = (speaker, before + colon + changed)
    assert kinds(lines) == [("differs", number)]


def test_swapped_rollers_are_named() -> None:
    lines = honest()
    one, other = place(lines, 1), place(lines, 3)
    lines[one] = (BOX, lines[one][1].replace("Torv", "Mira"))
    assert kinds(lines) == [("differs", 1)]
    lines[other] = (BOX, lines[other][1].replace("Torv", "Mira"))
    assert kinds(lines) == [("differs", 1), ("differs", 3)]


def test_a_changed_expression_or_total_is_named() -> None:
    lines = honest()
    at = place(lines, 2)
    lines[at] = (BOX, lines[at][1].replace("1d100+5", "1d100+9").replace(" + 5 ", " + 9 "))
    assert kinds(lines) == [("differs", 2)]


@pytest.mark.parametrize("number", range(1, 7))
def test_a_dropped_line_is_named(number: int) -> None:
    lines = honest()
    del lines[place(lines, number)]
    assert kinds(lines) == [("missing", number)]


def test_a_line_that_was_spoilt_is_named() -> None:
    lines = honest()
    at = place(lines, 3)
    lines[at] = (BOX, lines[at][1].replace("3d10:", "3d10 :"))
    assert kinds(lines) == [("differs", 3)]


def test_a_forged_extra_is_named() -> None:
    lines = honest()
    mark = lines[0][1].partition("is ")[2][:4]
    end = len(lines) - 1
    lines.insert(end, (BOX, f"Torv rolled 1d100: 99 [{mark}-7]"))
    assert kinds(lines) == [("extra", 7)]
    lines[end] = ("Torv", f"Torv rolled 1d100: 99 [{mark}-7]")
    assert kinds(lines) == [("stranger", 7)]
    lines[end] = (BOX, f"Torv rolled 1d100: 99 [{mark}-2]")
    assert kinds(lines) == [("repeated", 2)]
    lines[end] = (BOX, "Torv rolled 1d100: 99")
    assert kinds(lines) == [("unnumbered", None)]
    lines[end] = (BOX, "Torv rolled 1d100: 99 [0000-7]")
    assert kinds(lines) == [("unknown", 7)]


def test_what_comes_after_the_reveal_is_named_though_it_be_right() -> None:
    box = open_fair(seed(7), "#parlour")
    lines = [*fight(box, USUAL), (BOX, box.throw("!roll 1d100", "Torv").line)]
    assert kinds(lines) == [("late", 7)]


def test_a_line_repeated_with_the_label_is_none_too_many_and_without_it_is() -> None:
    lines = honest()
    at = place(lines, 4)
    again = lines[at][1]
    lines.insert(at + 1, (BOX, "(again) " + again))
    assert kinds(lines) == []
    lines[at + 1] = (BOX, again)
    assert kinds(lines) == [("repeated", 4)]
    del lines[at + 1]
    lines[at] = (BOX, "(again) " + again)  # the first never arrived
    assert kinds(lines) == []


def test_lines_out_of_order_are_named() -> None:
    lines = honest()
    one, other = place(lines, 3), place(lines, 4)
    lines[one], lines[other] = lines[other], lines[one]
    assert kinds(lines) == [("order", 3)]


def test_a_quotation_is_nobodys_fault() -> None:
    lines = honest()
    quoted = lines[place(lines, 2)][1]
    lines.insert(len(lines) - 1, ("Torv", quoted))
    lines.append(("Torv", quoted))
    lines.append(("Torv", lines[0][1]))
    assert kinds(lines) == []


def test_the_box_under_another_nick_is_still_the_box() -> None:
    lines = honest()
    half = place(lines, 4)
    lines = [(BOX + "_" if at >= half and who == BOX else who, text) for at, (who, text) in enumerate(lines)]
    assert kinds(lines) == []
    assert checked(lines).fair[0].checked == 6


def test_another_seed_than_the_one_committed_to() -> None:
    lines = honest()
    other = open_fair(seed(8), "#parlour")
    lines[-1] = (BOX, other.reveal.replace("no throw", "6 throws"))
    assert kinds(lines) == [("seed", None)]
    assert kinds(lines[1:])[-1] == ("unknown", None)


def test_two_counts_of_throws() -> None:
    lines = honest()
    lines.append((BOX, lines[-1][1].replace("6 throws", "7 throws")))
    assert kinds(lines) == [("seed", None)]


def test_several_fights_and_rooms_in_one_log() -> None:
    first = fight(open_fair(seed(1), "#parlour"), USUAL)
    second = fight(open_fair(seed(2), "#parlour"), USUAL)
    other = fight(open_fair(seed(3), "!cellar:test.local"), USUAL[:3])
    mixed = [line for pair in zip(second[:8], other, strict=True) for line in pair] + second[8:]
    found = checked([*first, *mixed])
    assert found.wrong == 0
    assert [(fair.room, fair.checked) for fair in found.fair] == [
        ("#parlour", 6),
        ("#parlour", 6),
        ("!cellar:test.local", 3),
    ]
    at = len(first) + mixed.index(second[4])
    lines = [*first, *mixed]
    lines[at] = (BOX, lines[at][1].replace("+ 5", "+ 6"))
    found = checked(lines)
    assert [len(fair.faults) for fair in found.fair] == [0, 1, 0]


def test_an_open_fight_cannot_be_checked() -> None:
    found = checked(fight(open_fair(seed(7), "#parlour"), USUAL, ended=False))
    assert not found.checkable and found.wrong == 0
    assert found.fair[0].throws is None and found.fair[0].seen == 6


def test_plain_dice_are_passed_over() -> None:
    box = open_plain(seed(1), "#parlour")
    found = checked([(BOX, box.throw("!roll 1d100", "Torv").line)])
    assert found == Verified()


def test_a_billion_throws_claimed_are_two_gaps() -> None:
    lines = honest()
    lines[-1] = (BOX, lines[-1][1].replace("6 throws", "999999999 throws"))
    assert kinds(lines) == [("missing", 7)]


def test_a_void_throw_is_checked_too() -> None:
    fights = [fight(open_fair(seed(number), "x"), [("Torv", "!roll 30d2!")]) for number in range(20)]
    thrown = next(lines for lines in fights if ": void [" in lines[2][1])
    assert kinds(thrown) == []
    thrown[2] = (BOX, thrown[2][1].replace("void", "1 " * 29 + "1 = 30"))
    assert kinds(thrown) == [("differs", 1)]


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.text(max_size=30),
            st.sampled_from([text for _, text in USUAL]),
        ),
        max_size=12,
    ),
    st.text(max_size=40),
    st.binary(min_size=32, max_size=32),
)
def test_any_rollers_and_rooms_check(throws: list[tuple[str, str]], room: str, secret: bytes) -> None:
    lines = fight(open_fair(secret, room), throws)
    found = checked(lines)
    assert found.wrong == 0 and found.fair[0].checked == len(throws)


@given(st.lists(st.tuples(st.text(max_size=10), st.text(max_size=120)), max_size=10))
def test_no_log_raises(lines: list[tuple[str, str]]) -> None:
    found = checked([(who, text) for who, text in [*honest()[:4], *lines, *honest()[4:]]])
    assert found.fair[0].checked == 6


# -- the command ----------------------------------------------------------------------------------------


def written(lines: list[tuple[str, str]], path: Path, form: str) -> Path:
    """A log of these lines as AOL, an IRC client or an event file has it."""
    if form == "aol":
        text = "".join(f"{who}:\t{words}\n" for who, words in lines)
    elif form == "script":
        text = "".join(f"{who}: {words}\n" for who, words in lines)
    else:
        text = "".join(
            json.dumps({"kind": "notice" if who == BOX else "say", "speaker": who, "text": words}) + "\n"
            for who, words in lines
        )
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ["aol", "ndjson"])
def test_verify_reads_logs(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = written(honest(), tmp_path / f"log.{form}", form)
    assert main(["dice", "verify", str(log)]) == 0
    out = capsys.readouterr().out
    assert "#parlour" in out and "6 throws, all as the seed gives them" in out


def test_verify_says_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = honest()
    at = place(lines, 2)
    lines[at] = (BOX, lines[at][1].replace("+ 5", "+ 6"))
    log = written(lines, tmp_path / "log.txt", "aol")
    assert main(["dice", "verify", str(log)]) == 1
    assert f"line {at + 1}" in capsys.readouterr().out
    assert main(["dice", "verify", str(log), "-o", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["schema_version"] == 1
    (fault,) = document["fair"][0]["faults"]
    assert (fault["kind"], fault["throw"], fault["line"]) == ("differs", 2, at + 1)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([("Torv", "hello"), ("Mira", "hi")], "no commitment"),
        (fight(open_fair(seed(7), "#parlour"), USUAL, ended=False), "not told yet"),
    ],
)
def test_nothing_to_verify(
    lines: list[tuple[str, str]], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = written(lines, tmp_path / "log.txt", "aol")
    assert main(["dice", "verify", str(log)]) == 2
    assert words in capsys.readouterr().err


def test_the_document_that_explains_it_is_right() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "dice.md").read_text("utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    shown: list[object] = []
    exec(code, {"print": shown.append})
    assert shown == [[4, 3, 1, 2]]
    example = next(block for block in text.split("```") if block.startswith("\n((Fair"))
    lines = [(BOX, line) for line in example.strip().splitlines()]
    assert len(lines) == 5 and kinds(lines) == []
    assert checked(lines).fair[0].checked == 3
