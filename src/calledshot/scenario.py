"""Worked examples: `given`, `declarations`, `dice` and `expect`, played by the real referee.

Here the form is read and the play is driven. What `given` means, how things are said and what `expect` may
name is the ruleset's stage (`plugins.stage`); comparing is `expecting`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from calledshot.campaign import merge
from calledshot.errors import CalledshotError, UsageError
from calledshot.expecting import Unmet, plain, unmet
from calledshot.finding import Finding
from calledshot.plugins.stage import Entry, Said, Script, Stage
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.auditing import Ready
    from calledshot.plugins.ruleset import Ruleset
    from calledshot.referee.referee import Referee
    from calledshot.referee.ruling import Ruling

KEYS = ("given", "declarations", "dice", "expect", "settings", "note", "clauses")
"""What a scenario may hold; `note` and `clauses` are for its readers."""
MOST_STEPS = 500
"""Dice and calls after the last declaration; no example has a tenth of it, and a stage may never end."""

MOST_ENTRIES = 300
"""Declarations, and dice, of one example: each entry is offered again at every step."""

_FIELD = re.compile(rf"\s{{0,20}}({'|'.join(KEYS)})\s{{0,5}}:\s{{0,20}}(.*)")
_ROLL = re.compile(
    r"(?:(?P<who>.{1,80}?)(?:\s{0,5}:)?\s{1,5}(?:roll(?:s|ed)\s{1,5})?)?(?P<count>\d{0,3})d(?P<sides>\d{1,4}|%)\s{0,5}[=:]\s{0,5}"
    r"(?P<total>\d{1,6}(?:\s{0,2}\+\s{0,2}\d{1,6}){0,30})(?:\s{0,5}(?P<note>[(\[,].{0,400}|[^\d\s+].{0,400}))?\s{0,5}",
    re.IGNORECASE,
)
_NEXT_ROLL = re.compile(r",\s{1,5}(?=[^,;=():]{1,60}\s\d{0,3}d\d{1,4}\s{0,5}=)", re.IGNORECASE)
"""The comma between two rolls, of which the second is somebody's."""
_LABEL = re.compile(r"\s{0,5}([^:\"“”]{1,60}?)\s{0,5}:\s{0,5}(.*)", re.DOTALL)
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}


class Scenario(Struct, frozen=True, kw_only=True):
    """A worked example as read: `expect` as written, still to be compared."""

    given: dict[str, Any] = {}
    script: Script = Script()
    settings: dict[str, Any] = {}
    expect: dict[str, Any] = {}


class Played(Struct, kw_only=True):
    """What came of one: the stage's `results` (plain tables), and the referee's lists as in an audit."""

    results: dict[str, Any] = field(default_factory=dict)
    document: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    prose: frozenset[str] = frozenset()
    unordered: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()

    def unmet(self, expect: Mapping[str, Any]) -> Iterator[Unmet]:
        """Every part of `expect` that the results do not hold."""
        return unmet(expect, self.results, prose=self.prose, unordered=self.unordered, names=self.names)


# -- reading the form ---------------------------------------------------------------------------------


def read_case(case: Mapping[str, Any]) -> Scenario:
    """The worked example of a case: its `scenario`, and `given`, `declarations` and `dice` where they stand
    beside it or without it. Raises UsageError as `read` does."""
    written = case.get("scenario")
    beside = {key: case[key] for key in ("given", "declarations", "dice") if key in case}
    if beside:
        written = {**beside, **written} if isinstance(written, Mapping) else beside
    return read(written, case.get("expect"), case.get("settings"))


def read(written: Any, expect: Any = None, settings: Any = None) -> Scenario:
    """A case's `scenario`: a table, or one text in the form of the inventories; `expect` and `settings` may
    stand beside it in the case. Raises UsageError that says what is wrong with it."""
    if isinstance(written, str):
        written = _fields(written)
    if not isinstance(written, Mapping):
        raise UsageError("`scenario` must be a table with given, declarations, dice and expect")
    for key in written:
        if key not in KEYS:
            raise UsageError(f"unknown key scenario.{key}; a scenario may hold {', '.join(KEYS)}")
    wanted = {**_table("expect", expect), **_table("scenario.expect", written.get("expect"))}
    if not any(key != "note" for key in wanted):
        raise UsageError("a scenario needs `expect`, in it or beside it, or it could not fail")
    script = Script(
        declarations=tuple(_declarations(written.get("declarations"))),
        dice=tuple(_dice(written.get("dice"))),
    )
    for key, entries in (("declarations", script.declarations), ("dice", script.dice)):
        if len(entries) > MOST_ENTRIES:
            raise UsageError(f"scenario.{key} has {len(entries)} entries; {MOST_ENTRIES} are the most")
    return Scenario(
        given=_table("scenario.given", written.get("given")),
        script=script,
        settings={**_table("settings", settings), **_table("scenario.settings", written.get("settings"))},
        expect=wanted,
    )


def _fields(text: str) -> dict[str, str]:
    """One text in the form of the inventories, `given: …` and so on, to its fields."""
    found: dict[str, str] = {}
    last: str | None = None
    for line in text.splitlines():
        match = _FIELD.match(line)
        if match is not None:
            last = match[1]
            if last in found:
                raise UsageError(f"`scenario` has `{last}:` twice; give each example a case of its own")
            found[last] = match[2].strip()
        elif last is not None:
            found[last] = f"{found[last]}\n{line}".strip()
        elif line.strip() and not line.lstrip().startswith(("*", "#")):
            raise UsageError(f"`scenario` begins with {line.strip()[:40]!r}; `given:` was wanted")
    return found


def _table(name: str, value: Any) -> dict[str, Any]:
    """A table as it is, or the JSON text of one; nothing where there is none."""
    if value is None:
        return {}
    if isinstance(value, str):
        text = value.strip().strip("`").strip()
        if _is_none(text):
            return {}
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{name} is no JSON: {error}; write a table, or JSON as {{…}}") from None
    if not isinstance(value, Mapping):
        raise UsageError(f"{name} must be a table, or the JSON text of one")
    return dict(value)


def _is_none(text: str) -> bool:
    return text.strip(" .-–—").casefold() in ("", "none")


def _declarations(value: Any) -> Iterator[Said]:
    """A list of "NAME: text" (or tables NAME → text), a table NAME → text or texts, or one text with `;`
    between."""
    if value is None:
        return
    if isinstance(value, str):
        if not _is_none(value):
            for part in _split(value, _QUOTES):
                yield _said(part)
    elif isinstance(value, Mapping):
        for who, texts in value.items():
            for text in texts if isinstance(texts, list) else [texts]:
                if not isinstance(text, str):
                    raise UsageError(f"scenario.declarations.{who} must be a text or a list of texts")
                yield Said(str(who), _unquoted(text))
    elif isinstance(value, list):
        for one in value:
            who, text = _parts(one, "text", "declaration", "declares", "says")
            if isinstance(one, str):
                yield _said(one)
            elif who is not None and text is not None:
                yield Said(who, _unquoted(text))
            elif isinstance(one, Mapping):
                yield from _declarations(one)
            else:
                raise UsageError(f"scenario.declarations: {one!r} is no declaration; write 'NAME: text'")
    else:
        raise UsageError("scenario.declarations must be a list of 'NAME: text', or such a text with `;`")


def _said(text: str) -> Said:
    match = _LABEL.fullmatch(text.strip())
    return Said("", _unquoted(text)) if match is None else Said(match[1], _unquoted(match[2]))


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        return text[1:-1].strip()
    return text


def _split(text: str, pairs: Mapping[str, str]) -> list[str]:
    """Parts between `;` or line ends, but for those within the given pairs."""
    parts, start, closing = [], 0, ""
    for place, c in enumerate(text):
        if closing:
            closing = "" if c == closing else closing
        elif c in pairs:
            closing = pairs[c]
        elif c in ";\n":
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def _parts(value: Any, *keys: str) -> tuple[str | None, str | None]:
    """Whose it is and what, of a pair or of a table with `who` or `name` and one of `keys`; None where it is
    neither."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value):
        return value[0], value[1]
    if isinstance(value, Mapping):
        who = next((value[key] for key in ("who", "name", "combatant") if key in value), None)
        what = next((value[key] for key in keys if key in value), None)
        if isinstance(who, str) and isinstance(what, str):
            return who, what
    return None, None


def _dice(value: Any) -> Iterator[Entry]:
    """A list of "NAME d20=12 (what for)" (or pairs of NAME and the rest, or tables), a table NAME → what he
    rolls, or one text with `;` between, or commas where a roll stands behind each."""
    if value is None:
        return
    if isinstance(value, str):
        value = [] if _is_none(value) else _split(value, {"(": ")"})
    if isinstance(value, Mapping):
        value = [
            f"{who} {one}"
            for who, rolls in value.items()
            for one in (rolls if isinstance(rolls, list) else [rolls])
        ]
    texts = [_die_text(one) for one in value] if isinstance(value, list) else [None]
    for text in texts:
        if text is None:
            raise UsageError(
                "scenario.dice must be a list of 'NAME d20=12 (what for)', or such a text with `;`"
            )
        for part in _NEXT_ROLL.split(text):
            yield _entry(part.strip())


def _die_text(value: Any) -> str | None:
    """A dice entry as a text; None for what is none."""
    who, dice = _parts(value, "dice", "die")
    if isinstance(value, str):
        return value
    if who is None or dice is None:
        return None
    if not isinstance(value, Mapping):
        return f"{who} {dice}"
    total = next((value[key] for key in ("total", "result", "roll", "rolled") if key in value), None)
    note = next((value[key] for key in ("for", "note", "what") if key in value), None)
    return f"{who} {dice}" + (f"={total}" if total is not None else "") + (f" ({note})" if note else "")


def _entry(text: str) -> Entry:
    match = _ROLL.fullmatch(text)
    if match is None:
        return Entry(text=text, who=text.partition(" ")[0])
    shown = tuple(int(number) for number in match["total"].split("+"))
    count = int(match["count"] or 1)
    if len(shown) > 1 and len(shown) != count:
        raise UsageError(f"scenario.dice: {text!r} shows {len(shown)} faces for {count} dice")
    return Entry(
        text=text,
        who=(match["who"] or "").strip(),
        count=count,
        sides=100 if match["sides"] == "%" else int(match["sides"]),
        total=sum(shown),
        faces=shown if len(shown) > 1 else (),
        note=(match["note"] or "").strip(" ()[],"),
    )


# -- playing ------------------------------------------------------------------------------------------


def play(
    scenario: Scenario,
    ruleset: Ruleset,
    ready: Callable[[Mapping[str, Any]], Ready],
    *,
    pgm: str | None = None,
    system: str | None = None,
    by_the_book: bool = False,
) -> Played:
    """Play a worked example. `ready` makes a campaign ready whose tables it is given (the stage's, with the
    settings of `given` and of the scenario over them); `pgm` and `system` are the case's own, if any.

    Raises UsageError where `given` or a name does not fit, CampaignError where its figures do not.
    """

    def one(script: Script, alias: str | None = None) -> Played:
        stage = _staged(ruleset, scenario.given, script, pgm, system)
        if alias is not None and stage.combatants:
            stage.aliases[alias.strip().casefold()] = stage.combatants[0]
        with _fits(stage):
            tables = merge({"pgm": [stage.pgm], **stage.campaign}, {"settings": settings})
        referee = ready(tables).referee(by_the_book=by_the_book, system=stage.system)
        return _Play(stage, referee).through()

    script = scenario.script
    settings = merge(_table("scenario.given.settings", scenario.given.get("settings")), scenario.settings)
    labels = list(dict.fromkeys(said.who for said in script.declarations))
    stage = _staged(ruleset, scenario.given, script, pgm, system)
    if stage.alternatives(labels):
        return _together({label: one(_alternative(script, label, labels)) for label in labels})
    nobody = [label for label in labels if stage.who(label) is None]
    if nobody and (len(labels) > 1 or not stage.combatants):
        there = ", ".join((*stage.combatants, *stage.rolls_for)) or "nobody"
        raise UsageError(f"scenario.declarations: {nobody[0]!r} is nobody here; in `given` there is {there}")
    return one(script, nobody[0] if nobody else None)


def _staged(
    ruleset: Ruleset, given: Mapping[str, Any], script: Script, pgm: str | None, system: str | None
) -> Stage:
    with _fits(ruleset):
        stage = ruleset.stage(given)
        stage.system = system or stage.system
        if pgm is not None:
            stage.pgm = pgm
        stage.script = script
        stage.prepare()
    stage.script = replace(script, dice=tuple(map(stage.owned, script.dice)))
    return stage


@contextmanager
def _fits(of: Stage | Ruleset) -> Iterator[None]:
    """A stage takes `given` as it is written; what it stumbles over is the example's fault first."""
    try:
        yield
    except CalledshotError:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        fault = f"{type(error).__name__}: {error}"[:200]
        raise UsageError(f"scenario.given holds what {type(of).__name__} does not take ({fault})") from error


def _alternative(script: Script, label: str, labels: Iterable[str]) -> Script:
    """What is played of an alternative: its declarations, and all dice that are not another's."""
    others = {other.casefold() for other in labels if other != label}
    own = label.casefold()
    return Script(
        declarations=tuple(Said("", said.text) for said in script.declarations if said.who == label),
        dice=tuple(
            _unlabelled(entry, label) if entry.who.casefold() == own else entry
            for entry in script.dice
            if entry.who.casefold() not in others
        ),
    )


def _unlabelled(entry: Entry, label: str) -> Entry:
    """A dice entry without the label of its alternative, which is nobody's name."""
    return replace(entry, who="", text=entry.text if entry.is_roll else entry.text[len(label) :].strip())


def _together(played: Mapping[str, Played]) -> Played:
    """Alternatives as one: a row of `rulings` for each; every other result as a table by label."""
    first = next(iter(played.values()))
    whole = Played(prose=first.prose, unordered=first.unordered, names=first.names)
    for label, one in played.items():
        for name, entries in one.document.items():
            whole.document.setdefault(name, []).extend(entries)
        for key, value in one.results.items():
            whole.results.setdefault(key, {})[label] = value
    whole.results["rulings"] = [
        [label, one.results.get("ruling"), one.results.get("reason") or ""] for label, one in played.items()
    ]
    return whole


class _Play:
    """One referee and one stage, from the opening to the results."""

    def __init__(self, stage: Stage, referee: Referee) -> None:
        self.stage = stage
        self.referee = referee
        self.dice = [stage.owned(entry) for entry in stage.script.dice]
        self.seq = 0

    def through(self) -> Played:
        stage, referee = self.stage, self.referee
        stage.undeclared = len(stage.script.declarations)
        self._see(stage.opening())
        self._roll()
        for said in stage.script.declarations:
            stage.undeclared -= 1
            self._see(stage.said(stage.who(said.who) or said.who, said.text))
            self._roll()
        for _ in range(MOST_STEPS):
            with _fits(stage):
                further = [] if referee.fight.asked else list(stage.pause(referee.fight))
                if not further and self.dice:
                    further = list(stage.rolled(self.dice.pop(0)))
            if not further:
                break
            self._see(further)
            self._roll()
        with _fits(stage):
            results = plain(stage.results(referee.fight, referee.rulings, referee.findings))
        return Played(
            results=results,
            document=_document(referee),
            prose=stage.prose,
            unordered=stage.unordered,
            names=stage.combatants,
        )

    def _see(self, events: Iterable[Event]) -> None:
        rest = iter(events)
        while True:
            with _fits(self.stage):
                event = next(rest, None)
            if event is None:
                return
            event = replace(event, seq=self.seq)
            self.seq += 1
            caused: list[Ruling | Finding] = self.referee.see(event)
            with _fits(self.stage):
                self.stage.seen(event, caused, self.referee.fight)

    def _roll(self) -> None:
        """Every dice entry that the fight asks for, in their order, one at a time: each may change what is
        asked."""
        while True:
            with _fits(self.stage):
                entry = next((one for one in self.dice if self.stage.waits(self.referee.fight, one)), None)
            if entry is None:
                return
            self.dice.remove(entry)
            self._see(self.stage.rolled(entry))


def _document(referee: Referee) -> dict[str, list[dict[str, Any]]]:
    declarations = [
        one for fight in referee.encounters for record in fight.rounds for one in record.declarations
    ]
    made: dict[str, list[dict[str, Any]]] = msgspec.to_builtins(
        {
            "rulings": referee.rulings,
            "findings": referee.findings,
            "pgm_rulings": referee.pgm_rulings,
            "rolls": referee.rolls,
            "declarations": declarations,
            "encounters": referee.encounters,
        }
    )
    return made
