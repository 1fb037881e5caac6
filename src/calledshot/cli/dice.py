"""`calledshot dice`: roll an expression, say its exact odds, check the dice of a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calledshot.cli.shared import Bots, Encoding, Owner, Windows

if TYPE_CHECKING:
    from calledshot.dice.notation import Expression
    from calledshot.dice.odds import Odds
    from calledshot.dice.roll import Roll
    from calledshot.dice.verify import Fair, Fault, Said, Verified
    from calledshot.transcript.merging import Merged
    from calledshot.transcript.reading import Transcript

app = typer.Typer(
    help="Roll dice, work out their odds, or check fair ones.", no_args_is_help=True, rich_markup_mode=None,
    pretty_exceptions_enable=False,
)  # fmt: skip

ROLLS_LIMIT = 1000
BAR = 40
"""Columns of the longest bar."""
LOOSE = {"ignore_unknown_options": True}

Words = Annotated[list[str], typer.Argument(help="Dice, such as 2d6+1, 4d6kh3 or 3d6!.", metavar="EXPR")]
Form = Annotated[str, typer.Option("-o", "--output-format", help="How to print.", metavar="text|json")]


@app.command(context_settings=LOOSE, epilog="Example: calledshot dice roll 1d20 + 5 for the gate")
def roll(
    expression: Words,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Roll the same again; without it the system's own randomness is used.", metavar="N"
        ),
    ] = None,
    times: Annotated[int, typer.Option(help="How often.", min=1, max=ROLLS_LIMIT, metavar="N")] = 1,
    output_format: Form = "text",
) -> None:
    """Roll an expression. Dice in round brackets were not kept."""
    from calledshot.dice.notation import throw

    _known(output_format)
    read = _read(expression)
    random = _random(seed)
    outcomes = [throw(read, random) for _ in range(times)]
    if output_format == "json":
        import json

        print(json.dumps({
            "schema_version": 1, "expression": str(read), "comment": read.comment, "seed": seed,
            "rolls": [
                {"total": one.total, "terms": [
                    {"term": str(part.term), "faces": part.faces, "counts": part.counts, "value": part.value}
                    for part in one.thrown
                ]}
                for one in outcomes
            ],
        }, indent=2))  # fmt: skip
        return
    from calledshot.transcript.controls import visible

    for one in outcomes:
        print(f"{one}{f'  # {visible(read.comment)}' if read.comment else ''}")


@app.command(context_settings=LOOSE, epilog="Example: calledshot dice odds 4d6kh3")
def odds(expression: Words, output_format: Form = "text") -> None:
    """Say how likely each total is, exactly."""
    from calledshot.dice.odds import odds as work_out

    _known(output_format)
    result = work_out(_read(expression))
    print(_as_json(result) if output_format == "json" else _as_text(result))


def _read(words: list[str]) -> Expression:
    """The dice of an expression, or of a command as AOL and AIM take it."""
    from calledshot.dice.dialects import aol_command
    from calledshot.dice.notation import Expression, Term, parse

    text = " ".join(words)
    aol = aol_command(text)
    return Expression(terms=(Term(count=aol[0], sides=aol[1]),)) if aol is not None else parse(text)


@app.command(
    short_help="Say how fair a log's dice look.", epilog="Example: calledshot dice check spar.txt duel.log"
)
def check(
    logs: Annotated[
        list[str], typer.Argument(help="Transcripts, in order. - is standard input.", metavar="LOG…")
    ],
    campaign: Annotated[
        Path | None, typer.Option(help="The campaign folder, which names the dice bots.", metavar="DIR")
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            help="The transcript format, where it is not found out (see `calledshot formats`).",
            metavar="NAME",
        ),
    ] = None,
    me: Owner = None,
    tz: Annotated[str | None, typer.Option(help="The time zone of the logs' times.", metavar="ZONE")] = None,
    encoding: Encoding = None,
    with_: Windows = None,
    bot: Bots = None,
    separate: Annotated[bool, typer.Option("--separate", help="Every file stands for itself.")] = False,
    together: Annotated[bool, typer.Option("--together", help="All files are parts of one fight.")] = False,
    output_format: Form = "text",
) -> int:
    """Say how fair the dice look: for every roller and size of dice, how often fair ones fall as oddly.

    A small number is no proof of anything: of many rollers some are lucky. Exit code 2 where there are no
    rolls."""
    from calledshot.auditing import prepare
    from calledshot.campaign import load
    from calledshot.cli.fairness import report
    from calledshot.cli.parse import documents, open_all, plugin_readers, tell_refused
    from calledshot.dice.fairness import check as work_out
    from calledshot.errors import UsageError
    from calledshot.transcript.merging import window_names

    _known(output_format)
    if separate and together:
        raise UsageError("dice check: --separate and --together do not go together")
    known = load(campaign) if campaign is not None else None
    plugin_readers()
    windows = window_names(with_ or (), logs)
    opened, refused = open_all(
        logs, None, windows, whole=True, format=format, me=me, tz=tz, encoding=encoding
    )
    if not opened:
        return tell_refused(refused)
    fights = documents(opened, known, lambda: prepare(known), me, separate, together, bot or ())
    found = work_out(_rolls(fights))
    tell_refused(refused)
    if not found.rolls and not found.left_out:
        raise UsageError(
            f"dice check: {', '.join(logs)}: no rolls of a service or a trusted bot are in it; --bot NAME"
            " names one to trust, or a campaign's [dice] bots (--campaign DIR)"
        )
    if output_format == "json":
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        print("\n".join(report(found)))
    return 2 if refused else 0


def _rolls(fights: Iterable[Merged]) -> Iterator[Roll]:
    """Every roll that counts, once: a fight in two logs is one fight."""
    from calledshot.transcript.event import Event

    for fight in fights:
        for item in fight:
            if isinstance(item, Event) and item.roll is not None and item.trust in ("server", "bot"):
                yield item.roll


@app.command(
    short_help="Draw a fair dice box's throws again.", epilog="Example: calledshot dice verify parlour.txt"
)
def verify(
    logs: Annotated[
        list[str], typer.Argument(help="Transcripts, in order. - is standard input.", metavar="LOG…")
    ],
    format: Annotated[
        str | None,
        typer.Option(
            help="The transcript format, where it is not found out (see `calledshot formats`).",
            metavar="NAME",
        ),
    ] = None,
    me: Owner = None,
    output_format: Form = "text",
) -> int:
    """Draw every throw of a fair dice box again from the seed told at the end, and name those that differ.

    Exit code 1 where one does, is missing or is one too many; 2 where there is nothing to check."""
    from calledshot.cli.parse import open_all, plugin_readers, tell_refused
    from calledshot.dice.verify import verify as check
    from calledshot.errors import UsageError

    _known(output_format)
    plugin_readers()
    opened, refused = open_all(logs, None, {}, whole=True, format=format, me=me)
    if not opened:
        return tell_refused(refused)
    found = check(_lines(opened))
    tell_refused(refused)
    if not found.checkable and not found.wrong:
        open_ = len(found.fair)
        raise UsageError(
            f"dice verify: {', '.join(logs)}: "
            + (
                "the seed is not told yet, so nothing can be checked; it is told when the fight ends"
                if open_
                else "no commitment of a fair dice box is in it"
            )
        )
    if output_format == "json":
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        print("\n".join(_verified(found)))
    return 2 if refused else 1 if found.wrong else 0


def _lines(opened: Iterable[Transcript]) -> Iterator[Said]:
    from calledshot.dice.verify import Said

    for transcript in opened:
        for event in transcript.events():
            if event.kind != "whisper":
                source = event.source
                yield Said(
                    event.text, source.line if source else None, event.speaker, event.room,
                    source.file if source else None,
                )  # fmt: skip


def _verified(found: Verified) -> Iterator[str]:
    for fair in found.fair:
        yield from _fair(fair)
    if found.faults:
        yield f"Of no commitment in this log: {_count(len(found.faults), 'line')}."
        yield from map(_fault, found.faults)


def _fair(fair: Fair) -> Iterator[str]:
    from calledshot.transcript.controls import visible

    who = f" by {visible(fair.speaker)}" if fair.speaker else ""
    yield f"{visible(fair.room)}: committed{who} to {fair.commitment[:16]}… in line {fair.line}"
    if fair.throws is None:
        yield f"  the seed is not told in this log: {_count(fair.seen, 'throw')} cannot be checked"
    else:
        told = f"  seed told in line {fair.revealed_line}: {_count(fair.throws, 'throw')}, "
        alright = "all as the seed gives them" if fair.checked else "none to check"
        yield told + (f"{fair.checked} as the seed gives them" if fair.faults else alright)
    yield from map(_fault, fair.faults)


def _fault(fault: Fault) -> str:
    from calledshot.transcript.controls import visible

    where = f"line {fault.line}" if fault.line is not None else "missing"
    throw = f"throw {fault.throw}" if fault.throw is not None else ""
    return f"  ! {where:<10} {throw:<10} {visible(fault.message)}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _known(output_format: str) -> None:
    from calledshot.errors import UsageError

    if output_format not in ("text", "json"):
        raise UsageError(f"dice: -o {output_format}: choose text or json")


def _random(seed: int | None):  # type: ignore[no-untyped-def]
    if seed is None:
        from secrets import SystemRandom

        return SystemRandom()
    from random import Random

    return Random(seed)


def _as_json(result: Odds) -> str:
    import json

    mean, deviation = result.mean, result.deviation
    return json.dumps({
        "schema_version": 1, "expression": result.expression, "out_of": result.out_of,
        "beyond": result.beyond,
        "mean": None if mean is None else float(mean), "deviation": deviation,
        "totals": [
            {"total": total, "ways": ways, "probability": ways / result.out_of}
            for total, ways in result.ways.items()
        ],
    }, indent=2)  # fmt: skip


def _as_text(result: Odds) -> str:
    mean, deviation = result.mean, result.deviation
    lines = [
        result.expression + ("" if mean is None else f": mean {float(mean):.4g}, deviation {deviation:.4g}")
    ]
    most = max(result.ways.values())
    width = max(len(str(total)) for total in result.ways)
    left = sum(result.ways.values()) + result.beyond

    def percent(ways: int) -> str:
        return f"{100 * ways / result.out_of:7.3f}%"

    lines.append(f"{'total':>{max(width, 5)}}   exactly  at least")
    for total, ways in result.ways.items():
        bar = "#" * round(BAR * ways / most)
        lines.append(f"{total:>{max(width, 5)}}  {percent(ways)}  {percent(left)}  {bar}".rstrip())
        left -= ways
    if result.beyond:
        lines.append(f"above that {100 * result.beyond / result.out_of:.4f}%, without end")
    return "\n".join(lines)
