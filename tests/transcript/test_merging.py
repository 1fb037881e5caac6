"""The room and the instant message windows of one fight as one stream, and what is said of the alignment."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Sequence

import pytest

from calledshot.errors import UsageError
from calledshot.transcript import Event, belong_together, merge, open_transcript
from calledshot.transcript.merging import Merged, window_names
from calledshot.transcript.reading import Transcript


def transcript(text: str, name: str, with_: str | None = None, format: str | None = None) -> Transcript:
    return open_transcript(io.BytesIO(text.encode()), name=name, with_=with_, format=format)


def shown(merged: Merged) -> list[str]:
    """What was said, in order: room as "Name: text", windows as "Name > Name: text", rolls as "! roller"."""
    lines = []
    for number, item in enumerate(item for item in merged if isinstance(item, Event) or item.code == "LOG-1"):
        assert isinstance(item, Event)
        assert item.seq == number
        if item.kind == "roll":
            assert item.roll is not None
            lines.append(f"! {item.roll.roller}")
        elif item.kind == "whisper":
            lines.append(f"{item.speaker} > {item.to}: {item.text}")
        else:
            lines.append(f"{item.speaker}: {item.text}")
    return lines


def room(*rounds: Sequence[str], names: Sequence[str] = ("Pia", "Quill")) -> str:
    """An AOL room: in each round Gwen calls for IMs, and those named roll."""
    lines = ["Gwen:\tready when you are", *(f"{name}:\tready" for name in names)]
    for number, rollers in enumerate(rounds, 1):
        lines.append(f"Gwen:\tRound {number}, IMs please")
        lines += [f"OnlineHost:\t{name} rolled 1 100-sided die:  50" for name in rollers]
        lines.append(f"Gwen:\tend of {number}")
    return "\n".join(lines) + "\n"


BOTH = ("Pia", "Quill")


def placed(lines: list[str]) -> dict[int, list[str]]:
    """Call number → what was whispered after it and before the next; 0 is before the first."""
    found: dict[int, list[str]] = {0: []}
    for line in lines:
        if "IMs please" in line:
            found[len(found)] = []
        elif " > " in line:
            found[len(found) - 1].append(line.split(": ", 1)[1])
    return found


def test_windows_with_times_share_one_time_line() -> None:
    pia = """Gwen (8:00:00 PM): hey
Pia (8:00:10 PM): hi
Pia (8:15:00 PM): Attack Quill
Gwen (8:15:10 PM): got it
Pia (8:15:20 PM): oh and hold back
Pia (8:35:00 PM): Retreat
"""
    quill = """Quill (8:14:40 PM): Parry
Quill (8:24:40 PM): Attack, attack
Gwen (8:24:50 PM): k
Quill (8:35:20 PM): Attack Pia
"""
    merged = merge(
        [transcript(room(BOTH, ("Quill",), BOTH), "room"), transcript(pia, "pia"), transcript(quill, "quill")]
    )
    assert placed(shown(merged)) == {
        0: ["hey", "hi"],
        1: ["Parry", "Attack Quill", "got it", "oh and hold back"],
        2: ["Attack, attack", "k"],
        3: ["Retreat", "Attack Pia"],
    }
    assert merged.alignment == [
        "pia and quill: 3 blocks of instant messages by the windows' own times for 3 calls in the room, "
        "taken in order"
    ]
    assert merged.windows == ("pia", "quill")


UNTIMED = {
    "a silent master, one message a round": (
        ["P: Attack", "P: Parry", "P: Retreat"],
        {1: ["Attack"], 2: ["Parry"], 3: ["Retreat"]},
    ),
    "additions and corrections belong to the same round": (
        ["P: Attack with axe", "P: oh and hold back", "P: Parry", "P: er, make that attack", "P: Retreat"],
        {1: ["Attack with axe", "oh and hold back"], 2: ["Parry", "er, make that attack"], 3: ["Retreat"]},
    ),
    "acknowledgements part the rounds": (
        ["P: Attack", "G: got it", "P: Parry", "G: k", "P: Retreat", "G: ok"],
        {1: ["Attack", "got it"], 2: ["Parry", "k"], 3: ["Retreat", "ok"]},
    ),
    "a second message after an acknowledgement": (
        ["P: Attack with axe", "G: ok", "P: wait, parry first", "G: sure", "P: Parry twice", "P: Retreat"],
        {1: ["Attack with axe", "ok", "wait, parry first", "sure"], 2: ["Parry twice"], 3: ["Retreat"]},
    ),
    "prompts open a round, and so does one that got no answer": (
        ["G: IM?", "P: Attack", "G: IM?", "G: your move please?", "P: Retreat"],
        {1: ["IM?", "Attack"], 2: ["IM?"], 3: ["your move please?", "Retreat"]},
    ),
    "rounds named by the player": (
        ["P: R1: Attack", "P: R3: Retreat", "P: lol"],
        {1: ["R1: Attack"], 3: ["R3: Retreat", "lol"]},
    ),
    "greetings come before the first call": (
        ["G: hi", "P: hello", "P: ready", "P: Attack", "P: Parry", "P: Retreat", "P: thanks"],
        {0: ["hi", "hello", "ready"], 1: ["Attack"], 2: ["Parry"], 3: ["Retreat", "thanks"]},
    ),
    "questions open nothing": (
        ["P: Attack", "P: am I in range?", "G: yes", "P: Parry", "P: what is his CA?", "P: Retreat"],
        {1: ["Attack", "am I in range?", "yes"], 2: ["Parry", "what is his CA?"], 3: ["Retreat"]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNTIMED)
def test_a_window_without_times(name: str) -> None:
    said, expected = UNTIMED[name]
    window = "".join(line.replace("P:", "Pia:\t", 1).replace("G:", "Gwen:\t", 1) + "\n" for line in said)
    merged = merge(
        [transcript(room(BOTH, BOTH, BOTH), "room"), transcript(window, "pia", format="aol")], pgm=["Gwen"]
    )
    wanted = {0: [], 1: [], 2: [], 3: [], **expected}
    assert placed(shown(merged)) == wanted


def test_fewer_blocks_than_calls_go_where_the_player_rolled() -> None:
    window = "Pia:\tAttack\nGwen:\tok\nPia:\tRetreat\n"
    merged = merge(
        [transcript(room(BOTH, ("Quill",), BOTH), "room"), transcript(window, "pia", format="aol")],
        pgm=["Gwen"],
    )
    assert placed(shown(merged)) == {0: [], 1: ["Attack", "ok"], 2: [], 3: ["Retreat"]}
    assert merged.alignment == [
        "pia: 2 blocks of instant messages for 3 calls in the room, each after one upon which its player "
        "rolled"
    ]


def test_fewer_blocks_than_calls_in_doubt() -> None:
    window = "Pia:\tAttack\nGwen:\tok\nPia:\tRetreat\n"
    merged = merge(
        [transcript(room(BOTH, BOTH, BOTH), "room"), transcript(window, "pia", format="aol")], pgm=["Gwen"]
    )
    assert placed(shown(merged)) == {0: [], 1: ["Attack", "ok"], 2: ["Retreat"], 3: []}
    assert "cannot be told" in merged.alignment[0]


def test_more_blocks_than_calls() -> None:
    window = "".join(f"Pia:\tAttack {n}\nGwen:\tround {n + 1}, your move?\n" for n in range(1, 4))
    merged = merge(
        [transcript(room(BOTH, BOTH), "room"), transcript(window, "pia", format="aol")], pgm=["Gwen"]
    )
    assert placed(shown(merged))[1] == ["Attack 1"]
    assert "for only 2 calls" in merged.alignment[0]


def test_everything_with_times_is_merged_by_time() -> None:
    room_ = """[20:15:00] Gwen: Round 1, IMs please
[20:15:30] ! Pia rolled 1d100: 50
[20:16:00] Gwen: late, Quill
"""
    pia = "Pia (8:15:10 PM): Attack\nGwen (8:15:20 PM): ok\n"
    quill = "Quill (8:15:40 PM): Parry\nGwen (8:15:50 PM): too late\n"
    merged = merge([transcript(room_, "room"), transcript(pia, "pia"), transcript(quill, "quill")])
    assert shown(merged) == [
        "Gwen: Round 1, IMs please", "Pia > Gwen: Attack", "Gwen > Pia: ok", "! Pia", "Quill > Gwen: Parry",
        "Gwen > Quill: too late", "Gwen: late, Quill",
    ]  # fmt: skip
    assert merged.alignment == ["room, pia and quill are merged by their times"]


def test_midnight_and_a_date() -> None:
    room_ = """[2004-07-03 23:59:00] Gwen: Round 1, IMs please
[2004-07-04 00:01:00] ! Pia rolled 1d100: 50
"""
    pia = "Pia (11:59:30 PM): Attack\nGwen (12:00:20 AM): ok\nPia (12:02:00 AM): phew\n"
    merged = merge([transcript(room_, "room"), transcript(pia, "pia")])
    assert shown(merged) == [
        "Gwen: Round 1, IMs please", "Pia > Gwen: Attack", "Gwen > Pia: ok", "! Pia", "Pia > Gwen: phew",
    ]  # fmt: skip


def test_a_file_keeps_its_order_when_its_clock_goes_back() -> None:
    room_ = "[20:15:00] Gwen: one\n[20:10:00] Gwen: two\n[20:20:00] ! Pia rolled 1d6: 3\n"
    pia = "Pia (8:12:00 PM): Attack\nGwen (8:16:00 PM): ok\n"
    merged = merge([transcript(room_, "room"), transcript(pia, "pia")], pgm=["Gwen"])
    assert shown(merged) == ["Pia > Gwen: Attack", "Gwen: one", "Gwen: two", "Gwen > Pia: ok", "! Pia"]


def test_a_window_that_names_one_person_only() -> None:
    window = "Pia: Attack\nPia: Parry\n"
    merged = merge(
        [transcript(room(BOTH, BOTH), "room"), transcript(window, "im", with_="Pia", format="script")],
        pgm=["Gwen"],
    )
    lines = shown(merged)
    assert "Pia > Gwen: Attack" in lines
    assert placed(lines) == {0: [], 1: ["Attack"], 2: ["Parry"]}


def test_a_window_of_somebody_called_me() -> None:
    window = "Me: your move?\nPia: Attack\n"
    merged = merge(
        [transcript(room(BOTH), "room"), transcript(window, "im", with_="Pia", format="script")], pgm=["Gwen"]
    )
    assert [line for line in shown(merged) if " > " in line] == [
        "Gwen > Pia: your move?",
        "Pia > Gwen: Attack",
    ]


def test_one_window_alone_is_private_if_the_master_is_in_it() -> None:
    text = "Pia (8:15:10 PM): Attack\ng wen (8:15:20 PM): ok\n"
    assert shown(merge([transcript(text, "im")], pgm=["Gwen"])) == ["Pia > g wen: Attack", "g wen > Pia: ok"]
    assert shown(merge([transcript(text, "im")], pgm=["Somebody"])) == ["Pia: Attack", "g wen: ok"]
    assert shown(merge([transcript(text, "im")])) == ["Pia: Attack", "g wen: ok"]


def test_nobody_has_a_window_with_a_dice_bot() -> None:
    log = "(20:15:00) Morag: to hit\n(20:15:04) Dicer: Pia rolled 1d20: 12\n(20:15:09) Morag: hit\n"
    said = [
        one
        for one in merge([transcript(log, "a.txt")], pgm=["Morag"], bots=["Dicer"])
        if isinstance(one, Event)
    ]
    assert [one.kind for one in said] == ["say", "roll", "say"]


def test_a_single_transcript_keeps_its_numbers() -> None:
    text = '{"seq":5,"kind":"say","speaker":"Pia","text":"hi"}\n'
    (event,) = merge([transcript(text, "log")])
    assert isinstance(event, Event)
    assert event.seq == 5


def test_the_caller_s_own_words_for_calls_and_declarations() -> None:
    room_ = "Gwen:\tPrithee, your secrets\nOnlineHost:\tPia rolled 1 6-sided die:  1\nGwen:\tPrithee again\n"
    window = "Pia:\tzork\nPia:\tblip\nPia:\tzork\n"
    merged = merge(
        [transcript(room_, "room"), transcript(window, "im", format="aol")],
        pgm=["Gwen"],
        is_call=lambda event: event.text.startswith("Prithee"),
        is_declaration=lambda event: event.text == "zork",
    )
    assert shown(merged) == [
        "Gwen: Prithee, your secrets", "Pia > Gwen: zork", "Pia > Gwen: blip", "! Pia", "Gwen: Prithee again",
        "Pia > Gwen: zork",
    ]  # fmt: skip


def test_a_repeated_call_is_one_call_and_a_call_to_one_is_none() -> None:
    text = """Gwen:\tRound 1, IMs please
Gwen:\tstill waiting for an IM
Gwen:\tIMs, everybody!
Gwen:\tPia, IM?
OnlineHost:\tPia rolled 1 100-sided die:  5
Gwen:\tgot your IMs, thanks
Quill:\tIMs please, haha
Gwen:\tim tired
Gwen:\tRound 2. IM me
OnlineHost:\tPia rolled 1 100-sided die:  5
"""
    window = "Pia:\tAttack\nPia:\tParry\n"
    merged = merge([transcript(text, "room"), transcript(window, "im", format="aol")], pgm=["Gwen"])
    lines = shown(merged)
    assert lines[lines.index("Pia > Gwen: Attack") - 1] == "Gwen: IMs, everybody!"
    assert lines[lines.index("Pia > Gwen: Parry") - 1] == "Gwen: Round 2. IM me"


def test_calls_for_initiative_stand_for_missing_calls() -> None:
    text = "Gwen:\tInit please\nOnlineHost:\tPia rolled 1 100-sided die:  5\nGwen:\tRound 2, init\n"
    window = "Pia:\tAttack\nPia:\tParry\n"
    merged = merge([transcript(text, "room"), transcript(window, "im", format="aol")], pgm=["Gwen"])
    assert shown(merged)[:2] == ["Gwen: Init please", "Pia > Gwen: Attack"]
    assert merged.alignment[0].startswith("the room never calls for instant messages")


def test_unread_lines_of_a_window_and_what_the_client_noted_last_are_kept() -> None:
    window = "some junk\nPia (8:15:10 PM): Attack\nGwen (8:15:20 PM): ok\nPia signed off at 8:30:00 PM.\n"
    merged = merge([transcript(room(BOTH), "room"), transcript(window, "im")])
    items = list(merged)
    assert [item.code for item in items if not isinstance(item, Event)] == ["LOG-1"]
    last = [item for item in items if isinstance(item, Event)][-1]
    assert (last.kind, last.speaker) == ("leave", "Pia")


def test_a_known_dice_bot_is_trusted() -> None:
    text = "<Dicey> Pia rolled 2d6: 3 4\n<Pia> Pia rolled 2d6: 6 6\n<Dicey> hello\n<Pia> hi\n"
    events = [item for item in merge([transcript(text, "log")], bots=["dicey"]) if isinstance(item, Event)]
    assert [(event.kind, event.trust) for event in events] == [
        ("roll", "bot"), ("say", "member"), ("say", "bot"), ("say", "member"),
    ]  # fmt: skip
    assert events[0].roll is not None
    assert events[0].roll.faces == (3, 4)


PIA = "Pia (8:15:10 PM): Attack\nGwen (8:15:20 PM): ok\n"


@pytest.mark.parametrize(
    ("files", "names", "expected"),
    [
        ((room(BOTH), PIA), (), True),
        ((room(BOTH), PIA.replace("Pia", "Zoe")), (), False),
        ((room(BOTH), PIA.replace("Pia", "Zoe")), ("Zoe",), True),
        ((room(BOTH), room(BOTH)), (), True),
        ((room(BOTH, BOTH), room(BOTH).replace(":  50", ":  17") + "Pia:\thm\n" * 6), ("Pia", "Gwen"), False),
        ((room(BOTH), room(BOTH), PIA), (), True),
        (("[20:15:00] Gwen: IMs\n[20:16:00] ! Pia rolled 1d6: 3\n", PIA), (), True),
        (("[10:15:00] Gwen: IMs\n[10:16:00] ! Pia rolled 1d6: 3\n", PIA), (), False),
        (("[20:15:00] Zed: IMs\n[20:16:00] Yan: hm\n[20:16:00] ! Xi rolled 1d6: 3\n", PIA), (), False),
        ((room(BOTH),), (), True),
    ],
)
def test_what_belongs_together(files: tuple[str, ...], names: tuple[str, ...], expected: bool) -> None:
    opened = [transcript(text, str(at)) for at, text in enumerate(files)]
    assert belong_together(opened, names) is expected
    assert len([item for one in opened for item in one]) == len(
        [line for text in files for line in text.splitlines()]
    )


def test_with_names_a_file() -> None:
    paths = ["logs/im.htm", "room.txt", "other/im.htm"]
    assert window_names(["room.txt=Pia"], paths) == {"room.txt": "Pia"}
    assert window_names(["logs/im.htm = Pia Moss "], paths) == {"logs/im.htm": "Pia Moss"}
    for bad in ("im.htm=Pia", "none.txt=Pia", "room.txt", "room.txt="):
        with pytest.raises(UsageError, match="FILE=NAME"):
            window_names([bad], paths)


def test_two_people_s_logs_of_one_room_are_not_doubled() -> None:
    one = """[20:15:00] Gwen: Round 1
[20:15:10] Pia: lol
[20:15:11] Pia: lol
[20:15:20] ! Pia rolled 1d100: 5
[20:15:30] Quill: only I saw this
"""
    other = """[20:15:02] Gwen: Round 1
[20:15:12] Pia: lol
[20:15:13] Pia: lol
[20:15:22] ! Pia rolled 1d100: 5
[20:25:22] ! Pia rolled 1d100: 5
"""
    merged = merge([transcript(one, "one"), transcript(other, "other")])
    assert shown(merged) == [
        "Gwen: Round 1",
        "Pia: lol",
        "Pia: lol",
        "! Pia",
        "Quill: only I saw this",
        "! Pia",
    ]
    assert merged.alignment[-1] == "4 messages in more than one log of the room, counted once"


def fight(*lines: str, begin: int = 20 * 3600, drop: Sequence[int] = ()) -> str:
    """A log in WeeChat's form, half a minute between the lines, some left out."""
    stamps = (divmod(begin + 30 * at, 3600) for at in range(len(lines)))
    return "".join(
        f"2011-03-05 {hour:02}:{second // 60:02}:{second % 60:02}\t{line}\n"
        for at, ((hour, second), line) in enumerate(zip(stamps, lines, strict=True))
        if at not in drop
    )


SAID = (
    "Gwen\tRound 1, initiative please", "Pia\tgood luck", "Quill\tgood luck", "Quill\tgood luck",
    "Gwen\tPia 90, Quill 85", " *\tPia lunges", "Quill\tow", "Quill\tow", "Gwen\thit for 4", "Zed\tgo Pia",
    "Gwen\tRound 2, initiative please", "Pia\tok",
)  # fmt: skip
SEEN = [line.replace("\t", ": ", 1).replace(" *: Pia ", "Pia: ") for line in SAID]


def told(*logs: str) -> Merged:
    return merge([transcript(log, f"log{at}") for at, log in enumerate(logs)])


@pytest.mark.parametrize(
    ("ahead", "said"),
    [
        (2, None),
        (95, None),
        (-95, None),
        (7 * 60, "log1's clock is 7 minutes ahead of log0's"),
        (-3600, "log1's clock is 1 hour behind log0's"),
        (3 * 3600 + 1800, "log1's clock is 3 hours and 30 minutes ahead of log0's"),
    ],
)
def test_two_clocks(ahead: int, said: str | None) -> None:
    logs = fight(*SAID, drop=(5,)), fight(*SAID, begin=20 * 3600 + ahead, drop=(2, 9))
    assert belong_together([transcript(log, "log") for log in logs])
    merged = told(*logs)
    assert shown(merged) == SEEN
    assert [line for line in merged.alignment if "clock" in line] == [line for line in [said] if line]
    assert merged.alignment[-1] == "9 messages in more than one log of the room, counted once"


def test_three_logs_of_one_room() -> None:
    assert shown(told(fight(*SAID, drop=(6,)), fight(*SAID, begin=72002), fight(*SAID, begin=72004))) == SEEN


def test_logs_without_times_with_gaps_in_either() -> None:
    aol = [f"{line.replace(' *', 'Pia').replace('Pia ', '', 1) if ' *' in line else line}" for line in SAID]
    lines = [line.replace("\t", ":\t") + "\n" for line in aol]
    one = "".join(lines[:3] + lines[5:])
    other = "".join(lines[1:8] + lines[10:])
    assert belong_together([transcript(one, "a"), transcript(other, "b")])
    assert shown(told(one, other)) == SEEN
    timed = told(one, fight(*SAID))
    assert shown(timed) == SEEN
    assert timed.alignment[0] == "log1 and log0 are laid beside each other by their words"


def test_a_fight_that_goes_on_in_another_file_is_not_the_same_told_twice() -> None:
    one = "".join(f"{name}:\t{text}\n" for name, text in (line.strip().split("\t") for line in SAID[:5]))
    other = one.replace("Round 1", "Round 2").replace("90", "71").replace("85", "64") + "Pia:\tI lunge\n" * 3
    assert not belong_together([transcript(one, "a"), transcript(other, "b")])
    assert len(shown(told(one, other))) == 13


def test_logs_that_say_a_few_words_over_and_over_are_not_one() -> None:
    """Nor does it cost more than a moment to find out."""
    dice = random.Random(7)
    logs = [
        "".join(f"{dice.choice('ABC')}:\t{dice.choice(['ok', 'go', 'hm', 'yes'])}\n" for _ in range(4000))
        for _ in range(2)
    ]
    start = time.process_time()
    assert not belong_together([transcript(log, "log", format="aol") for log in logs])
    assert time.process_time() - start < 5


def test_two_rooms_at_one_time_are_not_one() -> None:
    logs = [f'OnlineHost:\t*** You are in "{name}". ***\nPia:\thi\nQuill:\tyo\n' for name in ("Pit", "Inn")]
    assert len(shown(told(*logs))) == 6


def test_both_sides_of_a_window_count_once() -> None:
    window = "Pia (8:15:{}0 PM): Attack\nGwen (8:15:{}5 PM): ok\nPia (8:16:{}0 PM): parry\n"
    merged = merge(
        [transcript(ROOM_TIMED, "room"), *(transcript(window.format(at, at, at), f"im{at}") for at in "12")],
        pgm=["Gwen"],
    )
    assert [line for line in shown(merged) if " > " in line] == [
        "Pia > Gwen: Attack", "Gwen > Pia: ok", "Pia > Gwen: parry",
    ]  # fmt: skip


def test_windows_of_two_rounds_that_say_the_same_are_two() -> None:
    window = "Pia:\tAttack\nGwen:\tgot it\nPia:\tthanks\n"
    merged = merge(
        [transcript(room(BOTH, BOTH), "room"), *(transcript(window, name, format="aol") for name in "ab")],
        pgm=["Gwen"],
    )
    assert len([line for line in shown(merged) if " > " in line]) == 6
    saved = "Pia (8:15:{} PM): Attack\nGwen (8:15:{} PM): ok\nPia (8:16:10 PM): {}\n"
    windows = saved.format("10", "15", "parry"), saved.format("50", "55", "no").replace("8:15", "8:16")
    merged = merge(
        [transcript(ROOM_TIMED, "room"), *(transcript(one, f"im{at}") for at, one in enumerate(windows))],
        pgm=["Gwen"],
    )
    assert len([line for line in shown(merged) if " > " in line]) == 6


ROOM_TIMED = "[20:15:00] Gwen: IMs please\n[20:15:40] ! Pia rolled 1d100: 5\n[20:16:30] Quill: ooh\n"


def test_a_room_without_any_call() -> None:
    text = "Gwen:\thello\nOnlineHost:\tPia rolled 1 100-sided die:  5\nQuill:\thi\n"
    merged = merge([transcript(text, "room"), transcript("Pia:\tAttack\n", "im", format="aol")], pgm=["Gwen"])
    assert shown(merged)[0] == "Pia > Gwen: Attack"
    assert "no call in the room" in merged.alignment[0]


def test_a_window_of_one_who_only_rolls_in_the_room() -> None:
    """A bot rolls for Quill, who says nothing in the room; he alone says something in the window."""
    lines = ("Gwen\tinit", "dicer\tQuill rolled 1d100: 12", "dicer\tPia rolled 1d100: 30", "Pia\tphew")
    room = "".join(f"2024-03-02 20:00:0{at}\t{line}\n" for at, line in enumerate(lines))
    window = "2024-03-02 20:00:00\tQuill\tAdvance, attack\n"
    assert belong_together([transcript(room, "room"), transcript(window, "im")])
    stranger = "2024-03-02 20:00:00\tSib\tAdvance, attack\n"
    assert not belong_together([transcript(room, "room"), transcript(stranger, "im")])


def test_many_logs_of_one_evening_take_no_time_to_speak_of() -> None:
    logs = [transcript(f"[20:{at % 60:02}] Gwen: evening {at}\n[20:{at % 60:02}] Pia: yes, {at}\n", str(at))
            for at in range(150)]  # fmt: skip
    start = time.process_time()
    assert len(shown(merge(logs))) == 300
    assert time.process_time() - start < 5
