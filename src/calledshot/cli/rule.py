"""`calledshot rule`: a clause in our own words, with its source, example and settings; or all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from calledshot.clauses import CORE, Clause, Setting

if TYPE_CHECKING:
    from calledshot.plugins.ruleset import Ruleset


def command(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="[CODE]",
            help="A clause, the beginning of several, a setting, or a word of a title; all if left out.",
        ),
    ] = None,
    ruleset: Annotated[str | None, typer.Option(metavar="NAME", help="The rule system.")] = None,
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", metavar="text|json", help="How to write it.")
    ] = "text",
) -> None:
    """Explain a clause: what it says, where it stands, an example, the settings that change it."""
    from calledshot.errors import UsageError
    from calledshot.plugins.manager import all_rulesets, did_you_mean, find_ruleset

    if output_format not in ("text", "json"):
        raise UsageError(f"rule: -o {output_format}: choose text or json")
    rules = find_ruleset(ruleset)
    wanted = (code or "").strip()
    chosen = _meant(wanted, rules)
    if not chosen and ruleset is None:
        others = ((one, _meant(wanted, one)) for one in all_rulesets())
        rules, chosen = next(((one, found) for one, found in others if found), (rules, []))
    found = [(rules, clause) for clause in chosen]
    if not found:
        searched = [rules] if ruleset is not None else list(all_rulesets())
        found = [(one, clause) for one in searched for clause in _by_word(wanted, one)]
        if not found:
            known = [name for one in searched for name in (*one.clauses, *one.settings)]
            near = did_you_mean(wanted.upper(), [*CORE, *known])
            listing = f"`calledshot rule --ruleset {ruleset or 'NAME'}` lists them"
            raise UsageError(f"there is no clause, setting or title {wanted[:40]!r}{near}; {listing}")
    if output_format == "json":
        import msgspec

        document = [
            msgspec.to_builtins(clause)
            | {"settings": [msgspec.to_builtins(of.settings[name]) for name in clause.settings]}
            for of, clause in found
        ]
        print(msgspec.json.format(msgspec.json.encode(document), indent=1).decode())
    elif len(found) == 1:
        of, clause = found[0]
        print("\n".join(explained(clause, of.title, of.settings)))
    else:
        setting = _setting(wanted, rules)
        if setting is not None:
            print("\n".join([*told(setting), ""]))
        several = len({of.name for of, _ in found}) > 1
        parts = {of.title: [clause for one, clause in found if one is of] for of, _ in found}
        print(
            "\n\n".join("\n".join(listed(part, title if several else None)) for title, part in parts.items())
        )


KINDS = {
    "A": "decided by the referee",
    "G": "needs the PGM's word",
    "A/G": "decided where the sheets and the rulebook say enough, else the PGM is asked",
    "N": "explains; nothing is ruled by it",
}


def _meant(wanted: str, rules: Ruleset) -> list[Clause]:
    """The clause of that id, those whose ids begin so, or those of the setting of that name."""
    clauses = {**CORE, **rules.clauses}
    id = wanted.upper()
    if id in clauses:
        return [clauses[id]]
    setting = _setting(wanted, rules)
    if setting is not None:
        return [clauses[of] for of in setting.clauses if of in clauses]
    return [clause for clause in clauses.values() if clause.id.startswith(id)]


def _setting(wanted: str, rules: Ruleset) -> Setting | None:
    """The setting of that name."""
    return next((one for name, one in rules.settings.items() if name.upper() == wanted.upper()), None)


def _by_word(wanted: str, rules: Ruleset) -> list[Clause]:
    """The clauses with that in their title, or with a setting whose name begins so."""
    word = wanted.casefold()
    return [
        clause
        for clause in rules.clauses.values()
        if word in clause.title.casefold()
        or any(name.casefold().startswith(word) for name in clause.settings)
    ]


def explained(clause: Clause, title: str, settings: Mapping[str, Setting]) -> list[str]:
    """One clause in full."""
    source = (
        "calledshot's own, under every rule system"
        if clause.section == "core"
        else f'{title}, "{clause.section}"'
    )
    lines = [
        f"{clause.id}  {clause.title}",
        f"  {clause.text}",
        "",
        f"  source   {source}",
        f"  kind     {KINDS[clause.kind]}",
    ]
    if clause.severity is not None:
        lines.append(f"  finding  {clause.severity}")
    if clause.default_ruling:
        lines.append("  default  the source is silent or ambiguous here, and this is our default ruling")
    if clause.example:
        lines.append(f"  example  {clause.example}")
    for name in clause.settings:
        setting = settings.get(name)
        if setting is not None:
            lines += ["", *told(setting)]
    return lines


def told(setting: Setting) -> list[str]:
    """A setting: its default, what else it takes, and what it changes."""
    from calledshot.campaign.settings import choices

    others = [one for one in choices(setting) if one != setting.default]
    other = f"; or {', '.join(others)}" if others else ""
    return [
        f"  setting  {setting.name} = {_toml(setting.default)}{other}",
        f"           {setting.meaning}",
    ]


def listed(clauses: list[Clause], title: str | None = None) -> list[str]:
    """One line a clause, under the sections of their source; with the title of their rules where several
    have some."""
    lines: list[str] = []
    section = None
    width = max(len(clause.id) for clause in clauses)
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            where = "calledshot's own" if section == "core" else section
            lines += ["", where if title is None else f"{title}: {where}"]
        mark = "" if clause.severity is None else f"  ({clause.severity})"
        lines.append(f"  {clause.id:<{width}}  {clause.title}{mark}")
    return lines[1:]


def _toml(value: object) -> str:
    return (
        {True: "true", False: "false"}[value]
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )
