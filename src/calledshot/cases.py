"""Rule cases: a transcript, a campaign and what must follow, in TOML, for `calledshot test` and pytest.

For house rules as much as for ours. A file is one case, or several under `[[case]]`, which then inherit what
stands above them. A case may be a fight (`transcript`, `[[transcripts]]`), a worked example (`scenario`: read
and played elsewhere), a declaration (`lint`) or training (`train`).
"""

from __future__ import annotations

import tomllib
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from calledshot.auditing import audit_texts
from calledshot.errors import CalledshotError, UsageError
from calledshot.subset import differences, matches, nearest

LISTS = ("rulings", "findings", "pgm_rulings", "declarations", "rolls", "encounters")
"""What `expect` may hold as lists of tables, each also as `no_…`."""
TABLES = ("state", "learned", "summary", "after")
FLAGS = ("no_errors", "no_warnings")
VALUES = ("strict", "allowed", "cost")

KEYS = frozenset(
    {
        "id",
        "clauses",
        "about",
        "ruleset",
        "format",
        "encoding",
        "transcript",
        "transcripts",
        "campaign",
        "with",
        "expect",
        "me",
        "tz",
        "pgm",
        "system",
        "by_the_book",
        "for_players",
        "lint",
        "as",
        "opponents",
        "strict",
        "train",
        "earlier",
        "scenario",
        "given",
        "declarations",
        "dice",
        "settings",
    }
)
"""What a case may say; anything else is a slip of the pen and fails the case."""

SHOWN = 6
"""Produced tables listed where none comes near the one expected."""


class Case(Struct, kw_only=True):
    """One case: `table` as written, with what it inherits; `path` its file."""

    id: str
    clauses: tuple[str, ...]
    path: Path
    table: dict[str, Any]


class Result(Struct, kw_only=True):
    """How a case went: no failures means passed. Each failure is one or more lines."""

    case: Case
    failures: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


# -- finding cases ----------------------------------------------------------------------------------


def find(paths: Iterable[Path | str]) -> Iterator[Case]:
    """The cases of files and folders (searched for `*.toml`), in order of their paths.

    Raises UsageError for a path that is not there, or a file that is no TOML.
    """
    for path in map(Path, paths):
        if path.is_dir():
            files = sorted(path.rglob("*.toml"))
            if not files:
                raise UsageError(f"{path}: no case files (*.toml) in this folder")
            for file in files:
                yield from load(file)
        elif path.is_file():
            yield from load(path)
        else:
            raise UsageError(f"{path}: no such file or folder")


def load(path: Path) -> list[Case]:
    """The cases of one file. Raises UsageError if it cannot be read."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not readable as TOML: {error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8 text, so no case file") from None
    several = table.pop("case", None)
    if several is None:
        return [_case(table, path, path.stem)]
    if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
        raise UsageError(f"{path}: `case` must be a list of tables ([[case]])")
    return [
        _case(_merged(table, one), path, f"{path.stem}, case {number}")
        for number, one in enumerate(several, 1)
    ]


def _case(table: dict[str, Any], path: Path, name: str) -> Case:
    clauses = table.get("clauses", [])
    return Case(
        id=str(table.get("id", name)),
        path=path,
        table=table,
        clauses=tuple(map(str, clauses)) if isinstance(clauses, list) else (str(clauses),),
    )


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid over `base`, tables within tables; lists and values replace."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        result[key] = (
            _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
        )
    return result


# -- running one --------------------------------------------------------------------------------------


def run(case: Case) -> Result:
    """Run a case. One that is itself faulty fails with what is wrong in it; so does one that breaks us."""
    result = Result(case=case)
    faults = _faults(case.table)
    if faults:
        result.failures = faults
        return result
    try:
        if _is_scenario(case.table):
            result.failures = list(_scenario(case))
        else:
            produced = next(make for key, make in _SOURCES.items() if key in case.table)(case)
            result.failures = list(compare(case.table["expect"], produced))
    except CalledshotError as error:
        problems = [one for one in getattr(error, "problems", ()) if one not in str(error)]
        result.failures = [
            "\n".join((f"could not be run: {error}", *(f"  {problem}" for problem in problems)))
        ]
    except Exception as error:  # a fault of ours or a plugin's, which must not hide the other cases
        from calledshot.plugins.manager import blamed

        frame = traceback.extract_tb(error.__traceback__)[-1]
        ours = f"calledshot itself failed: {type(error).__name__}: {error} ({frame.filename}:{frame.lineno})"
        result.failures = [blamed(error) or ours]
    return result


def _faults(table: Mapping[str, Any]) -> list[str]:
    faults = []
    for key in table:
        if key not in KEYS:
            faults.append(f"unknown key {key!r}; a case may hold {', '.join(sorted(KEYS))}")
    scenario = _is_scenario(table)
    if len([key for key in _SOURCES if key in table]) + scenario != 1:
        faults.append("a case needs one of `transcript`, `[[transcripts]]`, `scenario`, `lint` or `train`")
    if "settings" in table and not scenario:
        faults.append("`settings` is for a `scenario`; elsewhere they are the campaign's: with.settings")
    if scenario:
        return faults  # what it may expect is for the ruleset to say
    expect = table.get("expect")
    if not isinstance(expect, Mapping) or not expect:
        return [*faults, "a case needs `[expect]`, or it could not fail"]
    known = {*LISTS, *(f"no_{name}" for name in LISTS), *TABLES, *FLAGS, *VALUES}
    faults += [
        f"unknown key expect.{key}; there are {', '.join(sorted(known))}"
        for key in expect
        if key not in known
    ]
    for key, value in expect.items():
        wrong = (
            (key.removeprefix("no_") in LISTS and not _tables(value))
            or (key in TABLES and not isinstance(value, Mapping))
            or (key in FLAGS and not isinstance(value, bool))
        )
        if wrong:
            faults.append(
                f"expect.{key} is not of the right shape: a list of tables, a table or true was wanted"
            )
    return faults


def _is_scenario(table: Mapping[str, Any]) -> bool:
    return any(key in table for key in ("scenario", "given", "declarations", "dice"))


def _tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)


def _audit(case: Case) -> dict[str, Any]:
    """The audit document of the transcripts, with the state after the last round and all declarations."""
    table = case.table
    if "transcripts" in table:
        texts = [
            (
                str(one.get("file", f"transcript {number}")),
                str(one["text"]),
                one.get("format"),
                one.get("with"),
            )
            for number, one in enumerate(table["transcripts"], 1)
        ]
    else:
        texts = [(case.path.name, str(table["transcript"]), table.get("format"), None)]
    audit = audit_texts(
        texts,
        campaign=_campaign(case),
        ruleset=table.get("ruleset"),
        pgm=tuple(table.get("pgm", ())),
        system=table.get("system"),
        me=table.get("me"),
        tz=table.get("tz"),
        by_the_book=bool(table.get("by_the_book", False)),
        for_players=bool(table.get("for_players", False)),
        encoding=str(table.get("encoding", "utf-8")),
    )
    document = audit.document()
    rounds = [one for fight in document["encounters"] for one in fight["rounds"]]
    document["declarations"] = [one for record in rounds for one in record["declarations"]]
    document["state"] = rounds[-1]["state"] if rounds else {}
    return document


def _lint(case: Case) -> dict[str, Any]:
    """The findings of one declaration, and its strict form."""
    from calledshot.linting import lint_text, strict_text

    table = case.table
    campaign = _campaign(case)
    findings = lint_text(
        str(table["lint"]),
        campaign,
        combatant=table.get("as"),
        opponents=tuple(table.get("opponents", ())),
        system=table.get("system"),
        ruleset=table.get("ruleset"),
        strict=bool(table.get("strict", False)),
    )
    return {
        "findings": msgspec.to_builtins(findings),
        "strict": strict_text(str(table["lint"]), campaign, ruleset=table.get("ruleset")),
    }


def _train(case: Case) -> dict[str, Any]:
    """What came of training, after all the `earlier` ones of the same character."""
    from calledshot.auditing import prepare

    wanted: Mapping[str, Any] = case.table["train"]
    ready = prepare(_campaign(case), case.table.get("ruleset"))
    name = str(wanted["name"])
    entries: list[dict[str, Any]] = []
    for step in (*case.table.get("earlier", ()), wanted):
        sheet = ready.ruleset.remember(ready.campaign.sheets[name], entries)
        campaign = msgspec.structs.replace(ready.campaign, sheets={**ready.campaign.sheets, name: sheet})
        options = {key: str(value) for key, value in step.items() if key not in ("name", "date")}
        training = ready.ruleset.train(campaign, name, options, entries, str(step["date"]))
        if training.entry is not None:
            entries.append(training.entry)
    return {
        "allowed": training.entry is not None,
        "cost": training.cost,
        "findings": msgspec.to_builtins(training.findings),
        "after": msgspec.to_builtins(ready.ruleset.remember(ready.campaign.sheets[name], entries)),
    }


def _scenario(case: Case) -> Iterator[str]:
    """A worked example: every way in which it came out otherwise. What other cases may expect of rulings,
    findings and the like holds here too."""
    from calledshot import scenario
    from calledshot.auditing import Ready, prepare

    table = case.table
    read = scenario.read_case(table)
    own = prepare(_campaign(case), table.get("ruleset"))
    named = table.get("pgm") or own.campaign.pgm

    def ready(tables: Mapping[str, Any]) -> Ready:
        return prepare(_campaign(case, under=tables), own.ruleset.name)

    played = scenario.play(
        read,
        own.ruleset,
        ready,
        pgm=named if isinstance(named, str) else next(iter(named), None),
        system=table.get("system") or own.campaign.system,
        by_the_book=bool(table.get("by_the_book", False)),
    )
    general = {key: value for key, value in read.expect.items() if _general(key, value)}
    yield from compare(general, played.document)
    for path, value, found, there in played.unmet(
        {key: value for key, value in read.expect.items() if key not in general}
    ):
        if not there and "." not in path:
            names = ", ".join(sorted(played.results)) or "none at all"
            yield f"expect.{path}: expected {_value(value)}, but there are only these results: {names}"
        else:
            yield f"expect.{path}: expected {_value(value)}, got {_value(found) if there else 'nothing'}"


def _general(key: str, value: Any) -> bool:
    """Whether an example expects this as any case may: lists of tables, what must not be, flags."""
    if key in FLAGS:
        return isinstance(value, bool)
    return key.removeprefix("no_") in LISTS and bool(value) and _tables(value)


_SOURCES = {"transcript": _audit, "transcripts": _audit, "lint": _lint, "train": _train}
"""What a case may be about, and how that is made."""


def _campaign(case: Case, under: Mapping[str, Any] | None = None) -> Any:
    """The case's campaign: inline, a folder beside the case with `[with]` over it, or none. `under`: tables
    that the case's own are laid over, but that are laid over the folder's."""
    from calledshot.campaign import from_tables, merge

    table = case.table
    wanted = table.get("campaign")
    over = table.get("with", {})
    if wanted is None and not over and under is None:
        return None
    base = None
    if isinstance(wanted, str):
        base = case.path.parent / wanted
    elif wanted is not None:
        over = _merged(wanted, over)
    if under is not None:
        over = merge(under, over)
    return from_tables(over, base=base, ruleset=table.get("ruleset"))


# -- comparing ----------------------------------------------------------------------------------------


def compare(expect: Mapping[str, Any], produced: Mapping[str, Any]) -> Iterator[str]:
    """Every way in which what was produced is not what was expected, in words."""
    for key, wanted in expect.items():
        if key in LISTS:
            for number, one in enumerate(wanted):
                if not any(matches(one, other) for other in produced.get(key, ())):
                    yield _missing(f"expect.{key}[{number}]", one, produced.get(key, ()))
        elif key.removeprefix("no_") in LISTS:
            name = key.removeprefix("no_")
            for number, one in enumerate(wanted):
                for other in produced.get(name, ()):
                    if matches(one, other):
                        yield f"expect.{key}[{number}]: {_show(one)}\n    but there is {_brief(other)}"
        elif key == "no_errors" or key == "no_warnings":
            severities = ("error",) if key == "no_errors" else ("error", "warning")
            found = [one for one in produced["findings"] if one["severity"] in severities]
            if bool(found) == wanted:
                listed = "".join(f"\n    {_brief(one)}" for one in found) or "\n    but there is none"
                yield f"expect.{key} = {_value(wanted)}{listed}"
        elif key in VALUES:
            if produced.get(key) != wanted:
                yield f"expect.{key}\n    expected {_value(wanted)}\n    got      {_value(produced.get(key))}"
        else:
            for path, value, found_value, there in differences(wanted, produced.get(key, {})):
                got = _value(found_value) if there else "nothing"
                yield f"expect.{key}.{path}: expected {_value(value)}, got {got}"


def _missing(where: str, wanted: Mapping[str, Any], produced: Iterable[Mapping[str, Any]]) -> str:
    """What was expected, and the nearest that was produced with where it differs."""
    lines = [f"{where}: nothing matches {_show(wanted)}"]
    near = nearest(wanted, list(produced))
    if near is None:
        lines += [f"    there is {_brief(one)}" for one in list(produced)[:SHOWN]] or [
            "    there are none at all"
        ]
    else:
        lines.append(f"    nearest: {_brief(near)}")
        for path, value, found, there in differences(wanted, near):
            lines.append(
                f"      {path}: expected {_value(value)}, got {_value(found) if there else 'nothing'}"
            )
    return "\n".join(lines)


def _show(table: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(value)}" for key, value in table.items()) + " }"


def _brief(table: Mapping[str, Any]) -> str:
    """A produced table in one line: the parts one tells it by."""
    keys = (
        "code",
        "kind",
        "outcome",
        "round",
        "combatant",
        "agrees",
        "values",
        "ours",
        "message",
        "text",
        "moves",
    )
    parts = [f"{key} = {_value(table[key])}" for key in keys if table.get(key) not in (None, "", [], {})]
    line = f"seq {table.get('seq')}: " + ", ".join(parts)
    return line if len(line) <= 300 else line[:299] + "…"


def _value(value: Any) -> str:
    if value is None:
        return "null"
    return msgspec.json.encode(value).decode()
