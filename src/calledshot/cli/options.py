"""A small argument loop for the commands that must start at once, driven by a table.

Everything else uses typer; this knows long and short options, `--name=value`, repeats and flags, and no
more.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from calledshot.errors import UsageError


class Option(Struct, frozen=True):
    """One option: `metavar` is None for a flag; `repeats` collects every value."""

    name: str
    help: str
    metavar: str | None = None
    short: str | None = None
    repeats: bool = False
    choices: tuple[str, ...] = ()


class Arguments:
    """What was given: `paths` in order, values by option name."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self._values: dict[str, list[str]] = {}

    def flag(self, name: str) -> bool:
        return name in self._values

    def one(self, name: str) -> str | None:
        values = self._values.get(name)
        return values[-1] if values else None

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(self._values.get(name, ()))

    def add(self, name: str, value: str) -> None:
        self._values.setdefault(name, []).append(value)


def parse(command: str, argv: Sequence[str], options: Sequence[Option]) -> Arguments:
    """The arguments of one command. Raises UsageError for an unknown option, a missing value or a wrong
    choice."""
    table = {f"--{option.name}": option for option in options}
    table.update({f"-{option.short}": option for option in options if option.short})
    found = Arguments()
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--":
            found.paths += rest
            break
        if word == "-" or not word.startswith("-"):
            found.paths.append(word)
            continue
        name, equals, value = word.partition("=")
        option = table.get(name)
        if option is None and len(word) > 2 and word[1] != "-" and word[:2] in table:
            option, name, equals, value = table[word[:2]], word[:2], "=", word[2:]
        if option is None:
            raise UsageError(
                f"{command}: no option {name}{_nearest(name, table)} (`calledshot {command} -h` lists them)"
            )
        if option.metavar is None:
            if equals:
                raise UsageError(f"{command}: {name} takes no value")
            found.add(option.name, "")
            continue
        if not equals:
            if not rest:
                raise UsageError(f"{command}: {name} needs a value: {name} {option.metavar}")
            value = rest.pop(0)
        if option.choices and value not in option.choices:
            raise UsageError(f"{command}: {name} {value}: choose one of {', '.join(option.choices)}")
        if not option.repeats and option.name in found._values:
            raise UsageError(f"{command}: {name} was given twice")
        found.add(option.name, value)
    return found


def _nearest(name: str, table: dict[str, Option]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, table, 1)
    return f", did you mean {near[0]}?" if near else ""


def usage(command: str, arguments: str, summary: str, options: Sequence[Option], example: str) -> str:
    """The help page."""
    rows = []
    for option in options:
        short = f"-{option.short}, " if option.short else ""
        value = f" {option.metavar}" if option.metavar else ""
        rows.append(
            (f"{short}--{option.name}{value}", option.help + (" May be repeated." if option.repeats else ""))
        )
    width = max(len(left) for left, _ in rows)
    lines = [f"Usage: calledshot {command} {arguments}", "", summary, "", "Options:"]
    lines += [f"  {left:<{width}}  {right}" for left, right in rows]
    lines += [f"  {'-h, --help':<{width}}  Show this.", "", "Example:", f"  {example}"]
    return "\n".join(lines)
