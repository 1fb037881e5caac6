"""The files a new campaign starts from: every key and setting commented with its meaning, and filled in
with what a refereed log has shown. Makes text; the command writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from calledshot.campaign import toml
from calledshot.campaign.faults import describe
from calledshot.campaign.settings import choices
from calledshot.clauses import Setting
from calledshot.moves.declaration import Declaration
from calledshot.plugins.ruleset import Ruleset


class RoundShown(Protocol):
    @property
    def declarations(self) -> list[Declaration]: ...


class FightShown(Protocol):
    @property
    def fighters(self) -> list[str]: ...
    @property
    def rounds(self) -> Sequence[RoundShown]: ...


class Shown(Protocol):
    """What a log has shown: of an audit, the parts that a scaffold uses."""

    @property
    def pgm(self) -> tuple[str, ...]: ...
    @property
    def system(self) -> str | None: ...
    @property
    def encounters(self) -> Sequence[FightShown]: ...
    @property
    def learned(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]: ...


class Nothing(msgspec.Struct, frozen=True, kw_only=True):
    """What is known without a log: who runs the fights, if that."""

    pgm: tuple[str, ...] = ()
    system: str | None = None
    encounters: tuple[FightShown, ...] = ()
    learned: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}


def files(name: str, ruleset: Ruleset, shown: Shown | None = None) -> dict[str, str]:
    """File name → text for a new campaign of that name."""
    return {
        "campaign.toml": campaign(name, ruleset, shown),
        "characters.toml": characters(ruleset, shown),
        "rulebook.toml": rulebook(ruleset, shown),
    }


def campaign(name: str, ruleset: Ruleset, shown: Shown | None) -> str:
    """campaign.toml: who runs it, who is who, and every default ruling commented out with its meaning."""
    pgm = list(shown.pgm) if shown is not None else []
    system = shown.system if shown is not None else None
    lines = [
        "# A campaign of calledshot. Everything may be left out; a line beginning with # does nothing.",
        f"name = {toml.text(name)}",
        f"ruleset = {toml.text(ruleset.name)}",
        f"pgm = {toml.value(pgm)}  # screen names of those who run the fights",
        ("" if system else "# ")
        + f"system = {toml.text(system or ruleset.systems[0])}  # {_or(ruleset.systems)}",
        'plugins = []  # house rules switched on, by name; "calledshot plugins" lists them',
        "relays = []  # nicks of bots that pass on what is said elsewhere: <Name> words",
        "",
        "[names]  # screen name = character, where they differ",
        '# "Some One At Work" = "Someone"',
        "",
        "[dice]",
        "bots = []  # nicks of dice bots whose rolls are to be trusted",
        "",
        "[settings]",
        f"# The default rulings of {ruleset.title}: take the # away to change one.",
    ]
    for setting in ruleset.settings.values():
        lines += ["", *_setting(setting)]
    return "\n".join(lines) + "\n"


def _setting(setting: Setting) -> list[str]:
    taken = choices(setting)
    others = f"  # {_or(taken)}" if taken else ""
    clauses = f" ({', '.join(setting.clauses)})" if setting.clauses else ""
    written = f"{toml.dotted(setting.name)} = {toml.value(setting.default)}{others}"
    return [f"# {setting.meaning}{clauses}", f"# {written}"]


def _or(choices: Iterable[str]) -> str:
    return " | ".join(choices)


def characters(ruleset: Ruleset, shown: Shown | None) -> str:
    """characters.toml: one table a fighter; a figure seen exactly stands, a bound is a comment."""
    fields = _own_first(ruleset.sheet)
    lines = [
        "# One table a character, named after him. What is left out is unknown.",
        "# A short sheet fits on one line:  Name = { key = value, key = value }",
        "# The keys:",
        *(f"#   {name}: {describe(field.type)}" for name, field in fields.items()),
    ]
    if shown is None or not (shown.encounters or shown.learned):
        lines += ["", "# [SomeOne]"]
        return "\n".join(lines) + "\n"
    names = dict.fromkeys(name for fight in shown.encounters for name in fight.fighters)
    for name in dict.fromkeys([*names, *shown.learned]):
        lines += ["", f"[{toml.key(name)}]", *_figures(shown.learned.get(name, {}), fields)]
    return "\n".join(lines) + "\n"


def _own_first(sheet: type[msgspec.Struct]) -> dict[str, Any]:
    """A sheet's keys, those it has from another type after its own: what is special to it says most."""
    own = vars(sheet).get("__annotations__", {})
    fields = sorted(msgspec.structs.fields(sheet), key=lambda field: field.name not in own)
    return {field.encode_name: field for field in fields}


def _figures(learned: Mapping[str, Mapping[str, Any]], fields: Mapping[str, Any]) -> list[str]:
    """What a log shows of one sheet. A pool (it has a maximum of its own) only ever stood at a figure."""
    lines = []
    for name, bound in learned.items():
        seen = f"seen on {_lines(bound.get('lines') or [])}"
        value = bound.get("value")
        if name not in fields:
            continue
        if value is not None and f"{name}_max" not in fields:
            lines.append(f"{name} = {value}  # {seen}")
        elif value is not None:
            lines.append(toml.comment(f"{name} stood at {value} last, {seen}"))
        else:
            least, most = bound.get("at_least"), bound.get("at_most")
            pairs = (("at least", least), ("at most", most))
            ends = " and ".join(f"{word} {end}" for word, end in pairs if end is not None)
            doubt = (
                ", which cannot both be" if least is not None and most is not None and least > most else ""
            )
            lines.append(toml.comment(f"{name} = ?  {ends}{doubt}, {seen}"))
    return lines


def _lines(numbers: Sequence[int]) -> str:
    if not numbers:
        return "no one line"
    shown = ", ".join(str(number) for number in numbers[:6])
    return f"line{'s' if len(numbers) > 1 else ''} {shown}{' …' if len(numbers) > 6 else ''}"


def rulebook(ruleset: Ruleset, shown: Shown | None) -> str:
    """rulebook.toml: what the log names, and an example line, commented out, for each other part."""
    declared = (
        declaration
        for fight in (shown.encounters if shown is not None else ())
        for one in fight.rounds
        for declaration in one.declarations
    )
    gathered = ruleset.gather(declared)
    lines = [
        "# What the rulebook says, as far as you like. A list may stand in a file of its own, one row a line",
        "# (NAME.csv with the keys as its heading). What is left out is asked about or left alone.",
    ]
    for name, rows in gathered.items():
        lines += ["", "# As named in the log; add what it does not say.", *toml.rows(name, list(rows))]
    for field in msgspec.structs.fields(ruleset.rulebook):
        if field.encode_name not in gathered:
            example = ruleset.rulebook_examples.get(field.encode_name)
            lines += ["", toml.comment(example or f"{field.encode_name}: {describe(field.type)}")]
    return "\n".join(lines) + "\n"
