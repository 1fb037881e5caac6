"""`calledshot dice`: roll an expression, or say its exact odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from calledshot.dice.odds import Odds

app = typer.Typer(
    help="Roll dice, or work out their odds.", no_args_is_help=True, rich_markup_mode=None,
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
        int | None, typer.Option(help="Roll the same again; without it the system's own randomness is used.")
    ] = None,
    times: Annotated[int, typer.Option(help="How often.", min=1, max=ROLLS_LIMIT)] = 1,
    output_format: Form = "text",
) -> None:
    """Roll an expression. Dice in round brackets were not kept."""
    from calledshot.dice.notation import parse, throw

    _known(output_format)
    read = parse(" ".join(expression))
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
    from calledshot.dice.notation import parse
    from calledshot.dice.odds import odds as work_out

    _known(output_format)
    result = work_out(parse(" ".join(expression)))
    print(_as_json(result) if output_format == "json" else _as_text(result))


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
