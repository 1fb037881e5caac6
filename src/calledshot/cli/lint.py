"""`calledshot lint`: check move declarations before they are sent. No rich, no typer: editors run it on
every line.

What is a fault is the ruleset's to say; this reads arguments, places the findings, and prints or mends.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.cli.movefiles import Entry, Source, entries, sources, write
from calledshot.cli.options import Arguments, Option, parse, usage
from calledshot.errors import UsageError
from calledshot.finding import Finding, Span

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.moves.reading import Reading
    from calledshot.moves.vocabulary import Lexicon
    from calledshot.plugins.ruleset import Ruleset

OUTPUTS = ("text", "json", "sarif", "github", "junit")
MAX_PASSES = 5
"""Rounds of mending: a fix may uncover another finding, but not for ever."""

OPTIONS = (
    Option("text", "One message to check, in place of files.", "TEXT"),
    Option("campaign", "The campaign folder: sheets and rulebook.", "DIR"),
    Option("as", "Whose declaration it is.", "NAME"),
    Option("opponent", "Somebody he fights.", "NAME", repeats=True),
    Option("ruleset", "The ruleset, where no campaign names it.", "NAME"),
    Option("system", "The combat system, where it is not the campaign's.", "NAME"),
    Option("strict", "Forgive nothing: slips are errors."),
    Option("fix", "Mend what can be mended: files in place, a message on standard output."),
    Option("diff", "Show what --fix would change, and change nothing."),
    Option("select", "Only findings whose code begins so.", "CODES", repeats=True),
    Option("ignore", "No findings whose code begins so.", "CODES", repeats=True),
    Option("output-format", "How to report.", "|".join(OUTPUTS), short="o", choices=OUTPUTS),
)


class Checked:
    """One declaration with what was found: `findings` with their places, `raw` with columns that count from
    the beginning of the declaration."""

    def __init__(
        self, source: Source, entry: Entry, reading: Reading, findings: list[Finding], raw: list[Finding]
    ) -> None:
        self.source, self.entry, self.reading, self.findings = source, entry, reading, findings
        self.raw = raw


class Linter:
    """The ruleset, the campaign and the wishes of one run."""

    def __init__(self, arguments: Arguments) -> None:
        self.rules, self.campaign = _ready(arguments)
        self.opponents = arguments.all("opponent")
        self.system = arguments.one("system")
        if self.system is not None and self.system not in self.rules.systems:
            raise UsageError(
                f"lint: --system {self.system}: {self.rules.title} has {', '.join(self.rules.systems)}"
            )
        self.strict = arguments.flag("strict")
        self.who = self._character(arguments.one("as"))
        self.chosen = _chooser(arguments)
        names = [*self.campaign.sheets, *self.opponents, *([self.who] if self.who else [])]
        self.lexicon: Lexicon = self.rules.lexicon(self.campaign, names)

    def _character(self, name: str | None) -> str | None:
        if name is None or not self.campaign.sheets:
            return name
        known = self.campaign.character(name) or self.rules.lexicon(self.campaign, ()).combatants.get(name)
        if known is None:
            there = ", ".join(self.campaign.sheets)
            raise UsageError(f"lint: --as {name}: the campaign has no such character; there are {there}")
        return known

    def check(self, source: Source, entry: Entry) -> Checked:
        reading = self.rules.read(entry.text, self.lexicon, given=True)
        findings = self.rules.lint(
            reading,
            self.campaign,
            combatant=entry.combatant,
            opponents=self.opponents,
            system=self.system or self.campaign.system,
            strict=self.strict,
        )
        wanted = [finding for finding in findings if self.chosen(finding.code)]
        placed = [_placed(finding, source, entry) for finding in wanted]
        return Checked(source, entry, reading, placed, wanted)

    def check_all(self, source: Source) -> list[Checked]:
        return [self.check(source, entry) for entry in entries(source, self.campaign, self.lexicon, self.who)]

    def openings(self, checked: Checked) -> tuple[str, ...]:
        return self.rules.openings(
            checked.reading,
            self.campaign,
            combatant=checked.entry.combatant,
            opponents=self.opponents,
            system=self.system,
        )


def main(argv: list[str]) -> int:
    """Run the command; its exit code. Raises CalledshotError for what the user can mend."""
    if "-h" in argv or "--help" in argv:
        print(_help())
        return 0
    arguments = parse("lint", argv, OPTIONS)
    given = sources("lint", arguments.paths, arguments.one("text"))
    linter = Linter(arguments)
    output = arguments.one("output-format") or "text"
    if arguments.flag("diff"):
        return _diff(linter, given)
    mended: str | None = None
    if arguments.flag("fix"):
        given = [_fix(linter, source) for source in given]
        if given[0].file is None or any(source.file == "<stdin>" for source in given):
            mended = given[0].text
    found = [checked for source in given for checked in linter.check_all(source)]
    if mended is not None and output == "text":
        sys.stdout.write(mended if mended.endswith("\n") else mended + "\n")
    sys.stdout.write(_report(linter, found, output, arguments, mended))
    return 1 if any(finding.severity == "error" for checked in found for finding in checked.findings) else 0


def _ready(arguments: Arguments) -> tuple[Ruleset, Campaign]:
    from calledshot.plugins.manager import find_ruleset

    folder, name = arguments.one("campaign"), arguments.one("ruleset")
    if folder is None:
        from calledshot.campaign.model import Campaign

        rules = find_ruleset(name)
        settings = {setting.name: setting.default for setting in rules.settings.values()}
        return rules, Campaign(ruleset=rules.name, settings=settings)
    from calledshot.campaign import load

    campaign = load(folder, ruleset=name)
    return find_ruleset(name or campaign.ruleset or None), campaign


def _chooser(arguments: Arguments) -> Callable[[str], bool]:
    select, ignore = arguments.all("select"), arguments.all("ignore")
    if not select and not ignore:
        return lambda code: True
    from calledshot.selection import chooser

    return chooser(select, ignore)


def _help() -> str:
    from calledshot.plugins.manager import find_ruleset

    example = find_ruleset().example
    return usage(
        "lint",
        "[PATH…] [--text TEXT] [options]",
        "Check move declarations before they are sent: one a line of a file (`Name:` says whose it is)\n"
        "or one message. Exit codes: 0 nothing worse than a warning, 1 errors, 2 bad usage or input.",
        OPTIONS,
        f"calledshot lint --text {_quoted(example)}",
    )


def _quoted(text: str) -> str:
    from shlex import quote

    return quote(text)


def _placed(finding: Finding, source: Source, entry: Entry) -> Finding:
    """A finding whose span has only columns, put in its file and line; of a message with several lines, in
    the line that it stands on."""
    span = finding.source or Span()
    line, column = _line_and_column(entry, span.column or 1)
    end_line, end = _line_and_column(entry, span.end_column or span.column or 1)
    place = Span(file=source.file, line=line, column=column, end_line=end_line, end_column=end)
    return replace(finding, source=place)


def _line_and_column(entry: Entry, column: int) -> tuple[int, int]:
    before = entry.text[: column - 1]
    feed = max(before.rfind("\n"), before.rfind("\r"))
    if feed < 0:
        return entry.line, column + entry.offset
    breaks = before.count("\n") + before.count("\r") - before.count("\r\n")
    return entry.line + breaks, len(before) - feed


# Mending


def _fix(linter: Linter, source: Source) -> Source:
    """The source with every fix of a note or warning made; errors are for the player to decide. A file is
    rewritten."""
    before = source
    for _ in range(MAX_PASSES):
        lines = list(source.lines)
        changed = False
        for checked in linter.check_all(source):
            line = lines[checked.entry.line - 1]
            fixed = _apply(line, checked.raw, checked.entry.offset, linter.strict)
            changed = changed or fixed != line
            lines[checked.entry.line - 1] = fixed
        if not changed:
            break
        source = Source(file=source.file, lines=tuple(lines))
    if source.file not in (None, "<stdin>") and source.lines != before.lines:
        write(str(source.file), source.text)
    return source


def _apply(line: str, findings: list[Finding], offset: int, strict: bool) -> str:
    """The line, whose declaration begins at `offset`, with the fixes made from its end backwards; of two that
    overlap the first one stands."""
    edits: list[tuple[int, int, str]] = []
    for finding in findings:
        forgiven = strict and finding.severity == "error" and finding.fix is not None
        if finding.fix is None or finding.source is None or (finding.severity == "error" and not forgiven):
            continue
        start = offset + (finding.source.column or 1) - 1
        end = offset + (finding.source.end_column or 1) - 1
        if all(end <= first or start >= last for first, last, _ in edits):
            edits.append((start, end, finding.fix.replacement))
    for start, end, replacement in sorted(edits, reverse=True):
        line = line[:start] + replacement + line[end:]
    return line


def _diff(linter: Linter, given: list[Source]) -> int:
    from difflib import unified_diff

    changed = False
    for source in given:
        unsaved = Source(file=None if source.file is None else "<stdin>", lines=source.lines)
        after = _fix(linter, unsaved)
        name = source.file or "text"
        old = [_ended(line) for line in source.lines]
        new = [_ended(line) for line in after.lines]
        lines = list(unified_diff(old, new, name, name))
        changed = changed or bool(lines)
        sys.stdout.writelines(lines)
    if not changed:
        print("Nothing to mend.")
    return 0


def _ended(line: str) -> str:
    return line if line.endswith(("\n", "\r")) else line + "\n"


# Reporting


def _report(
    linter: Linter, found: list[Checked], output: str, arguments: Arguments, mended: str | None
) -> str:
    findings = [finding for checked in found for finding in checked.findings]
    if output == "json":
        import msgspec

        document: dict[str, object] = {"schema_version": 1, "findings": findings}
        if mended is not None:
            document["fixed"] = mended
        return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"
    if output == "sarif":
        from calledshot.report.as_sarif import render as as_sarif

        return as_sarif(findings, linter.rules.clauses)
    if output == "github":
        from calledshot.report.as_github import render as as_github

        return as_github(findings)
    if output == "junit":
        from calledshot.report.as_junit import render as as_junit

        return as_junit([(_title(checked), checked.findings) for checked in found])
    from calledshot.cli.lint_text import render

    follow: tuple[str, ...] = ()
    if len(found) == 1 and arguments.one("campaign") is not None and found[0].entry.combatant is not None:
        follow = linter.openings(found[0]) if found[0].reading.moves else ()
    return render(found, follow)


def _title(checked: Checked) -> tuple[str, str]:
    place = f"{checked.source.file or 'text'}:{checked.entry.line}"
    return place, checked.entry.text
