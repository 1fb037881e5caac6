"""`calledshot fmt`: write declarations in the strict form, files in place and messages on standard output.

A declaration that was not wholly understood stays as it is: nothing a player wrote is ever dropped.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from calledshot.cli.movefiles import Entry, Source, entries, sources, write
from calledshot.cli.options import Option, parse, usage

if TYPE_CHECKING:
    from calledshot.campaign import Campaign
    from calledshot.moves.reading import Reading
    from calledshot.moves.vocabulary import Lexicon
    from calledshot.plugins.ruleset import Ruleset

OPTIONS = (
    Option("text", "One message to write, in place of files.", "TEXT"),
    Option("check", "Write nothing; exit 1 if anything would change."),
    Option("campaign", "The campaign folder: its spells, weapons and names.", "DIR"),
    Option("ruleset", "The ruleset, where no campaign names it.", "NAME"),
)
DOUBTFUL = frozenset(("unread", "ambiguous", "italics", "easy"))
"""Slips after which the strict form would say less, or something else, than the player wrote."""


class Formatter:
    def __init__(self, rules: Ruleset, campaign: Campaign) -> None:
        self.rules, self.campaign = rules, campaign
        self.lexicon: Lexicon = rules.lexicon(campaign, tuple(campaign.sheets))
        self.left: list[str] = []  # what was not changed, and why

    def format(self, source: Source) -> Source:
        lines = list(source.lines)
        for entry in entries(source, self.campaign, self.lexicon, None):
            line = lines[entry.line - 1]
            written = self._write(source, entry)
            if written is not None:
                after = line[entry.offset + len(entry.text) :]
                lines[entry.line - 1] = line[: entry.offset] + written + after
        return Source(file=source.file, lines=tuple(lines))

    def _write(self, source: Source, entry: Entry) -> str | None:
        reading = self.rules.read(entry.text, self.lexicon, given=True)
        place = f"{source.file or 'text'}:{entry.line}"
        if not (reading.moves or reading.modifiers or reading.hold_back):
            self.left.append(f"{place}: left as it is: no move found")
            return None
        doubt = _doubt(reading)
        if doubt is not None:
            self.left.append(f"{place}: left as it is: {doubt}")
            return None
        return self.rules.strict(reading, self.campaign)


def _doubt(reading: Reading) -> str | None:
    for slip in reading.slips:
        if slip.kind in DOUBTFUL:
            return {
                "unread": f"could not read {slip.said!r}",
                "ambiguous": f"{slip.said!r} may be {' or '.join(slip.candidates)}",
                "italics": f"{slip.said!r}: a star or only stressed?",
                "easy": f"{slip.said!r} does not say what is held back",
            }[slip.kind]
    return None


def main(argv: list[str]) -> int:
    """Run the command; its exit code. Raises CalledshotError for what the user can mend."""
    if "-h" in argv or "--help" in argv:
        print(_help())
        return 0
    arguments = parse("fmt", argv, OPTIONS)
    given = sources("fmt", arguments.paths, arguments.one("text"))
    rules, campaign = _ready(arguments.one("campaign"), arguments.one("ruleset"))
    formatter = Formatter(rules, campaign)
    changed = 0
    for source in given:
        after = formatter.format(source)
        differs = after.lines != source.lines
        changed += differs
        if arguments.flag("check"):
            if differs:
                print(f"{_shown(source.file or 'text')}: not in the strict form")
            continue
        text = after.text
        if source.file not in (None, "<stdin>") and differs:
            write(str(source.file), text)
        sys.stdout.write(text if text.endswith(("\n", "\r")) or not text else text + "\n")
    for line in formatter.left:
        print(_shown(line), file=sys.stderr)
    if arguments.flag("check"):
        print("Nothing to change." if not changed else f"{changed} to change.", file=sys.stderr)
        return 1 if changed else 0
    return 0


def _shown(text: str) -> str:
    from calledshot.transcript.controls import visible

    return visible(text)


def _ready(folder: str | None, name: str | None) -> tuple[Ruleset, Campaign]:
    from calledshot.plugins.manager import find_ruleset

    if folder is not None:
        from calledshot.campaign import load

        campaign = load(folder, ruleset=name)
        return find_ruleset(name or campaign.ruleset or None), campaign
    from calledshot.campaign.model import Campaign

    rules = find_ruleset(name)
    return rules, Campaign(ruleset=rules.name)


def _help() -> str:
    from shlex import quote

    from calledshot.plugins.manager import find_ruleset

    example = find_ruleset().example.lower()
    return usage(
        "fmt",
        "[PATH…] [--text TEXT] [--check]",
        "Write declarations in the strict form: a file of moves in place (and on standard output), a message "
        "on standard output.\nA line that was not wholly understood is left as it is, and said so.",
        OPTIONS,
        f"calledshot fmt --text {quote(example)}",
    )
