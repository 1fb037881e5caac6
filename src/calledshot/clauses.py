"""What a clause and a setting are, and the core's own registry (record, dice, identity, declarations, and the
PGM's word).

A ruleset's registry lives in its plugin. `calledshot rule` prints both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from calledshot.finding import Severity

if TYPE_CHECKING:
    from pathlib import Path


class Clause(Struct, frozen=True, kw_only=True):
    """One rule: `kind` is A (decided), G (needs the game master's word) or N (explains); `severity` that
    of its finding, None where it only shapes rulings; `default_ruling` where the source text is silent or
    ambiguous; `settings` the names of the settings that change it; `text` our own sentence for it."""

    id: str
    title: str
    section: str
    text: str
    kind: Literal["A", "G", "A/G", "N"] = "A"
    severity: Severity | None = None
    default_ruling: bool = False
    settings: tuple[str, ...] = ()
    example: str = ""


class Setting(Struct, frozen=True, kw_only=True):
    """A default ruling a campaign may change. `choices` is empty for numbers, flags and free text, whose type
    is that of `default`; `numbers` are the least and the greatest number allowed, besides any choices. A
    name may have dots in it: a campaign may then write it as a table's key."""

    name: str
    default: str | int | float | bool
    meaning: str
    choices: tuple[str, ...] = ()
    numbers: tuple[float, float] | None = None
    clauses: tuple[str, ...] = ()


SEVERITIES: Mapping[str, Severity | None] = {
    "-": None,
    "e": "error",
    "w": "warning",
    "i": "info",
    "w/e": "error",  # a warning when declared and an error when called: the graver is the clause's
}


class Registry(Mapping[str, Clause]):
    """A ruleset's clauses out of a TOML file, in its order; read when first asked for, since refereeing
    does not need the words. Each table: title, section, class ("A", "G", "A/G", "N", with " D" for a
    default ruling), severity (a key of SEVERITIES), text, example."""

    def __init__(self, path: Path, settings: Mapping[str, Setting]) -> None:
        self._path, self._settings = path, settings

    @cached_property
    def _clauses(self) -> dict[str, Clause]:
        import tomllib

        table = tomllib.loads(self._path.read_text(encoding="utf-8"))
        return {id: self._clause(id, row) for id, row in table.items()}

    def _clause(self, id: str, row: Mapping[str, Any]) -> Clause:
        kind, _, default = row["class"].partition(" ")
        return Clause(
            id=id,
            title=row["title"],
            section=row["section"],
            text=row["text"],
            kind=kind,
            severity=SEVERITIES[row["severity"]],
            default_ruling=default == "D",
            settings=tuple(name for name, setting in self._settings.items() if id in setting.clauses),
            example=row["example"],
        )

    def __getitem__(self, id: str) -> Clause:
        return self._clauses[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)


def _core(id: str, severity: Severity, title: str, text: str) -> Clause:
    return Clause(id=id, title=title, section="core", text=text, severity=severity)


CORE: Mapping[str, Clause] = {
    clause.id: clause
    for clause in (
        _core(
            "PGM-1",
            "warning",
            "The PGM's result differs from ours",
            "The fight goes on from the PGM's result; ours is kept beside it with what it changed.",
        ),
        _core(
            "PGM-2",
            "info",
            "The PGM let it stand",
            "The PGM played on over something a clause would void; noted once.",
        ),
        _core(
            "PGM-3",
            "info",
            "Waiver or house ruling",
            "A waiver, overrule or house ruling spoken in the log is kept with its words "
            "and applied as said.",
        ),
        _core(
            "PGM-4",
            "info",
            "Words that fit no one result",
            "The PGM's words cannot be tied to one result, so agreement is unknown.",
        ),
        _core(
            "LOG-1",
            "warning",
            "A line that fits no event",
            "The line fits nothing this format can hold. It is kept word for word and reported. A whole "
            "file that is left out among several, since it cannot be read, is an error.",
        ),
        _core(
            "LOG-2",
            "warning",
            "Time runs backwards",
            "The clock goes back by more than a minute with no session or day in between: a log spliced "
            "together, or a clock that was set. The order of the file stands.",
        ),
        _core(
            "LOG-3",
            "info",
            "Midnight in a log without dates",
            "The clock falls far back in a log that tells no date; it is taken for the next day.",
        ),
        _core(
            "LOG-4",
            "info",
            "Bytes that had to be repaired",
            "Bytes that are not valid in the file's encoding were read in another, which is named.",
        ),
        _core(
            "LOG-5",
            "info",
            "The format changes part-way",
            "The file is in more than one format; each part is read with its own reader.",
        ),
        _core(
            "LOG-6",
            "warning",
            "Control characters in the log",
            "Control characters or terminal escapes are shown escaped and never sent on raw.",
        ),
        _core(
            "LOG-7",
            "warning",
            "The same stretch twice",
            "A stretch of talk stands in the file a second time, as where two logs were pasted together. "
            "It is counted once.",
        ),
        _core(
            "DICE-1",
            "error",
            "Forged roll",
            "A member's own line is shaped like the service's roll line. It never counts.",
        ),
        _core(
            "DICE-2",
            "error",
            "Impossible roll",
            "A face outside the die, a number of faces that differs from the count, "
            "or a total that does not add up.",
        ),
        _core(
            "DICE-3",
            "error",
            "Wrong dice",
            "The dice rolled are not those asked for. The roll does not count and is asked for again.",
        ),
        _core(
            "DICE-4",
            "info",
            "A roll that nothing asked for",
            "A fighter's roll that answers no request is kept as unattached.",
        ),
        _core(
            "DICE-5",
            "error",
            "Rolled again for the same request",
            "The first roll counts, unless the PGM gave leave to roll again; then the later one does.",
        ),
        _core(
            "DICE-6",
            "warning",
            "Rolled before the action was declared",
            "The roll came before the table knew what it was for; the ruleset says whether that voids it.",
        ),
        _core(
            "DICE-7",
            "warning",
            "Announced total",
            "A player announces a total that the dice and the known modifiers do not give.",
        ),
        _core(
            "DICE-8",
            "warning",
            "Rolled by someone else",
            "One person rolled for another's character without being the PGM or having the campaign's leave.",
        ),
        _core(
            "DICE-9",
            "info",
            "Dice unlike fair ones",
            "Over many rolls, a roller's dice of one size fell as fair dice seldom do: a p-value, corrected "
            "for the number of tests. It accuses nobody.",
        ),
        _core(
            "DICE-10",
            "warning",
            "Not a dice command",
            "The service would not have taken this as a dice command, so it was plain talk.",
        ),
        _core(
            "ID-1",
            "error",
            "A name that looks like another's",
            "A name that differs from a fighter's only by look-alike letters, case, blanks or punctuation, "
            "where the service tells the two apart, acts in the fight.",
        ),
        _core(
            "ID-2",
            "info",
            "Unknown fighter",
            "Somebody the campaign does not know fights in it; said once a person.",
        ),
        _core(
            "ID-3",
            "warning",
            "A nick change, and the name left behind",
            "A nick change carries the character along; whoever takes the old name is somebody else.",
        ),
        _core(
            "ID-4",
            "warning",
            "Speaks as the PGM",
            "Somebody who is not the PGM calls a round, rules or awards.",
        ),
        _core(
            "DECL-1",
            "info",
            "No move found",
            "A text offered as a declaration holds nothing that reads as one.",
        ),
        _core(
            "DECL-2",
            "warning",
            "Words that could not be read",
            "Words of a declaration that fit no place of it, or a name that fits several.",
        ),
        _core(
            "DECL-3",
            "info",
            "Read as meant",
            "A typo or short form was read as what it stands for; an error where nothing is to be forgiven.",
        ),
        _core(
            "DECL-4",
            "warning",
            "An unknown name",
            "A combatant, weapon or other thing that the campaign does not know, with the nearest it does.",
        ),
        _core(
            "DECL-5",
            "warning",
            "Not in the strict form",
            "The declaration is understood, but is not written as `calledshot fmt` would write it.",
        ),
        _core(
            "DECL-6",
            "info",
            "Not on the list of actions",
            "Something no rule has an action for: the PGM has to allow it.",
        ),
        _core(
            "DECL-7",
            "warning",
            "Nobody named",
            "An action on somebody names nobody, and there are several whom it may be meant for.",
        ),
    )
}
"""The core clauses that this version reports, by id, in the order of the inventory."""
