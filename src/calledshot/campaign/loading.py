"""A campaign folder, or tables of the same shape, to a `Campaign`; every mistake at once, with its place.

The shape of sheets and rulebook is the rule system's. Reading the files is `files`; nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from calledshot.campaign import settings
from calledshot.campaign.faults import faults, nearest, show
from calledshot.campaign.files import Folder, Problem, Types, read_folder
from calledshot.campaign.lines import Path as Keys
from calledshot.campaign.model import Campaign
from calledshot.clauses import Setting
from calledshot.errors import CampaignError, PluginError
from calledshot.plugins.manager import find_ruleset, house_plugin
from calledshot.plugins.ruleset import Ruleset

MOST_BITS = 30  # about a thousand million
LEAST = 1e-6  # of a fraction that is not nothing: what is divided by less grows out of all bounds


class Dice(Struct, forbid_unknown_fields=True):
    """`[dice]`: the bots whose rolls are to be trusted."""

    bots: list[str] = []


class Head(Struct, forbid_unknown_fields=True):
    """What campaign.toml holds. Characters and rulebook may stand in it too, for a campaign in one file."""

    name: str = ""
    ruleset: str | None = None
    pgm: str | list[str] = []
    system: str | None = None
    plugins: list[str] = []
    settings: dict[str, Any] = {}
    names: dict[str, str] = {}
    relays: list[str] = []
    dice: Dice | None = None
    characters: dict[str, Any] = {}
    rulebook: dict[str, Any] = {}


def load(path: str | Path, *, ruleset: Ruleset | str | None = None) -> Campaign:
    """The campaign in a folder. `ruleset` overrules what campaign.toml names. Raises CampaignError with
    every mistake found, each with file, line and field."""
    return _build(_read(Path(path), ruleset), ruleset)


def load_tables(path: str | Path) -> dict[str, Any]:
    """A folder's files as one table: the keys of campaign.toml, with `characters` and `rulebook`."""
    folder = _read(Path(path), None)
    if folder.problems:
        raise _error(str(path), folder.problems)
    return folder.tables


def from_tables(
    campaign: Mapping[str, Any],
    *,
    base: str | Path | None = None,
    path: Path | None = None,
    ruleset: Ruleset | str | None = None,
) -> Campaign:
    """A campaign from tables of the shape `load_tables` gives, laid over those of the folder `base`: tables
    are merged, lists of the rulebook by name, everything else is replaced. `path` is only kept."""
    where = path or base
    folder = Folder(Path(where or "."))
    folder.tables = merge(load_tables(base), campaign) if base is not None else deepcopy(dict(campaign))
    made = _build(folder, ruleset)
    return msgspec.structs.replace(made, path=None if where is None else Path(where))


def merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid on `under`. Lists of named tables in the rulebook are merged by name."""
    merged = _merge(under, over)
    named = under.get("settings"), over.get("settings")
    if isinstance(named[0], Mapping) and isinstance(named[1], Mapping):
        merged["settings"] = settings.flat(named[0]) | settings.flat(named[1])
    book = under.get("rulebook"), over.get("rulebook")
    if isinstance(book[0], Mapping) and isinstance(book[1], Mapping):
        for key, rows in book[1].items():
            old = book[0].get(key)
            if (
                isinstance(rows, list)
                and isinstance(old, list)
                and all(isinstance(row, Mapping) for row in rows)
            ):
                replaced = {str(row.get("name")).casefold() for row in rows}
                kept = [row for row in old if str(row.get("name")).casefold() not in replaced]
                merged["rulebook"][key] = [*kept, *rows]
    return merged


def _merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = deepcopy(dict(under))
    for key, value in over.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = _merge(old, value) if both else deepcopy(value)  # type: ignore[arg-type]
    return merged


# Reading


def _read(path: Path, ruleset: Ruleset | str | None) -> Folder:
    if path.name == "campaign.toml" and path.is_file():
        path = path.parent
    if not path.exists():
        raise CampaignError(f"{path}: no such campaign folder; `calledshot campaign new {path}` starts one")
    if not path.is_dir():
        raise CampaignError(f"{path}: a campaign is a folder with a campaign.toml in it, and this is a file")
    head = path / "campaign.toml"
    if not head.exists():
        raise CampaignError(f"{path}: no campaign.toml in it; `calledshot campaign new {path}` writes one")

    def types(tables: Mapping[str, Any]) -> Types:
        stated = tables.get("ruleset")
        try:
            rules = _ruleset(ruleset if ruleset is not None else stated if isinstance(stated, str) else None)
        except PluginError:
            return None, None  # reported when the campaign is built
        return rules.sheet, rules.rulebook

    return read_folder(path, types)


def _ruleset(ruleset: Ruleset | str | None) -> Ruleset:
    return ruleset if isinstance(ruleset, Ruleset) else find_ruleset(ruleset)


# Building


def _build(folder: Folder, ruleset: Ruleset | str | None) -> Campaign:
    problems = list(folder.problems)
    problems += _faults(folder, folder.tables, Head, ())
    problems += _too_long(folder)
    head = _head(folder.tables)
    rules: Ruleset | None = None
    try:
        rules = _ruleset(ruleset or head.ruleset)
    except PluginError as error:
        problems.append(folder.problem(("ruleset",), str(error)))
    problems += _plugins(folder, head)
    if rules is None or (ruleset is None and not isinstance(folder.tables.get("ruleset", ""), str)):
        raise _error(str(folder.path), problems)  # by which keys to read the rest is not known
    problems += _settings(folder, head.settings, rules.settings)
    if head.system is not None and head.system not in rules.systems:
        problems.append(folder.problem(("system",), _choice(head.system, rules.systems)))
    for name, table in head.characters.items():
        if not name.strip():
            problems.append(folder.problem(("characters", name), "a character needs a name"))
        problems += _faults(folder, table, rules.sheet, ("characters", name))
    problems += _faults(folder, head.rulebook, rules.rulebook, ("rulebook",))
    if problems:
        raise _error(str(folder.path), problems, _taken_for(rules, head, overruled=ruleset is not None))
    sheets = {}
    for name, table in head.characters.items():
        sheet = msgspec.convert(table, rules.sheet)
        sheets[getattr(sheet, "name", None) or name] = sheet
    campaign = Campaign(
        name=head.name,
        ruleset=rules.name,
        pgm=(head.pgm,) if isinstance(head.pgm, str) else tuple(head.pgm),
        system=head.system,
        plugins=tuple(head.plugins),
        settings=settings.values(head.settings, rules.settings),
        names=head.names,
        dice_bots=tuple(head.dice.bots) if head.dice is not None else (),
        relays=tuple(head.relays),
        sheets=sheets,
        rulebook=msgspec.convert(head.rulebook, rules.rulebook),
        path=folder.path if folder.places else None,
    )
    return _as_played(campaign, rules)


def _as_played(campaign: Campaign, rules: Ruleset) -> Campaign:
    """With what the ledger holds, and groups made into their members."""
    sheets = dict(campaign.sheets)
    if campaign.path is not None:
        from calledshot.campaign.ledger import Ledger

        ledger = Ledger(campaign.path)
        for name, entries in ledger.by_name().items():
            if name in sheets:
                sheets[name] = rules.remember(sheets[name], entries)
    return msgspec.structs.replace(campaign, sheets=dict(rules.expand(sheets)))


def _head(tables: Mapping[str, Any]) -> Head:
    """What of campaign.toml has its right type; the rest is already reported."""
    kept = {}
    for field in msgspec.structs.fields(Head):
        if field.encode_name in tables:
            try:
                kept[field.name] = msgspec.convert(tables[field.encode_name], field.type)
            except (msgspec.ValidationError, RecursionError):
                continue
    return Head(**kept)


def _faults(folder: Folder, value: Any, type_: type[Struct], path: Keys) -> Iterator[Problem]:
    for fault in faults(value, type_, path):
        yield folder.problem(fault.path, fault.message)


def _too_long(folder: Folder) -> Iterator[Problem]:
    """Numbers that no sheet can mean and that would only clog the arithmetic, or are none (nan, inf)."""
    stack: list[tuple[Keys, Any]] = [((), folder.tables)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict):
            stack += [((*path, key), one) for key, one in value.items()]
        elif isinstance(value, list):
            stack += [((*path, place), one) for place, one in enumerate(value)]
        elif isinstance(value, int) and value.bit_length() > MOST_BITS:
            yield folder.problem(path, "expected a number of at most nine digits")
        elif isinstance(value, float) and value and not LEAST <= abs(value) <= 2**MOST_BITS:
            yield folder.problem(path, f"expected a number of at most nine digits, found {show(value)}")


def _plugins(folder: Folder, head: Head) -> Iterator[Problem]:
    for place, name in enumerate(head.plugins):
        try:
            house_plugin(name)
        except PluginError as error:
            yield folder.problem(("plugins", place), str(error))


def _settings(folder: Folder, given: Mapping[str, Any], known: Mapping[str, Setting]) -> Iterator[Problem]:
    for keys, message in settings.mistakes(given, known):
        yield folder.problem(("settings", *keys), message)


def _choice(value: Any, choices: tuple[str, ...]) -> str:
    message = f"expected one of {', '.join(choices)}, found {show(value)}"
    return message + nearest(value, choices).partition("; there is")[0] if isinstance(value, str) else message


def _taken_for(rules: Ruleset, head: Head, *, overruled: bool) -> str:
    """By whose keys the files were read, where that may be what is wrong with all of them."""
    if head.ruleset is None:
        return "" if overruled else f" (read as {rules.name}, since campaign.toml names no ruleset)"
    try:
        stated = find_ruleset(head.ruleset).name
    except PluginError:
        stated = head.ruleset
    if stated == rules.name:
        return ""
    return f" (read as {rules.name}, though campaign.toml says {stated}: leave --ruleset out)"


def _error(where: str, problems: list[Problem], taken_for: str = "") -> CampaignError:
    ordered = sorted(problems, key=lambda problem: (problem.file or "", problem.line or 0))
    lines = tuple(dict.fromkeys(str(problem) for problem in ordered))
    if len(lines) == 1:
        return CampaignError(f"{where}: {lines[0]}{taken_for}", lines)
    count = f"{len(lines)} mistakes in the campaign{taken_for}"
    return CampaignError(f"{where}: {count}, the first: {lines[0]}", lines)
