"""The sentences about an audit as a whole: who won, what differs, what was read, which settings decided.

Shared by text and HTML. Nothing in them belongs to one ruleset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from calledshot.auditing import Audit
from calledshot.clauses import CORE
from calledshot.referee.encounter import EncounterRecord
from calledshot.transcript.controls import visible as escape
from calledshot.transcript.files import short

UNASKED = "DICE-4"
"""The clause of a roll that nothing asked for."""
FAMILY = 4
"""So many settings of one family, and its name stands for them."""
EFFECTS_SHOWN = 3
"""A headline names so many effects; the rest stand under their lines."""


def plural(number: int, word: str) -> str:
    return word if number == 1 else f"{word}s"


def count(number: int, word: str) -> str:
    """ "2 errors", or nothing for none."""
    return f"{number} {plural(number, word)}" if number else ""


def left_out(audit: Audit) -> int:
    """How many files were left out, since they cannot be read."""
    return sum(
        one.code == "LOG-1" and one.severity == "error" and (one.source is None or one.source.line is None)
        for one in audit.findings
    )


def headline(audit: Audit, fight: EncounterRecord | None, *, several: bool = False) -> str:
    """Who won, how and when; how often the PGM and the page differ, and what that changed."""
    if fight is None:
        if left_out(audit) and not audit.summary.events:
            return "This file was left out: it cannot be read as a chat log."
        if not audit.pgm:
            return "No fight was found in this log, nor who runs it: --pgm NAME, or the campaign, says that."
        opens = "calls a round" if audit.ruleset.in_rounds else "opens a fight"
        return f"No fight was found in this log: nobody {opens} in words that are known here."
    who = escape(", ".join(fight.fighters[:4])) + (" …" if len(fight.fighters) > 4 else "")
    start = f"{who}: " if several and who else ""
    return f"{start}{_outcome(audit, fight)} {_differences(audit, fight)}".rstrip()


def _outcome(audit: Audit, fight: EncounterRecord) -> str:
    number = _decided_in(fight) if audit.ruleset.in_rounds else None
    when = f" in round {number}" if number is not None else ""
    winner = escape(fight.winner) if fight.winner else None
    if winner and winner[:1].islower() and fight.winner not in fight.fighters:
        winner = f"The {winner}"  # a side
    if fight.outcome == "yielded":
        return f"{winner} won{when}: the other side yielded." if winner else f"The fight was given up{when}."
    if winner:
        return f"{winner} won{when}."
    if fight.outcome == "ended":
        return f"The fight ended{when}; the log names no winner."
    if fight.outcome == "won":
        return f"The fight was won{when}."
    if not fight.rounds:
        return "A fight was announced, but no round of it is in the log."
    return f"The log ends{when} with the fight still on."


def round_title(audit: Audit, number: int | None) -> str:
    """The heading of a round."""
    if not audit.ruleset.in_rounds:
        return "Turn by turn"
    return f"Round {number}" if number is not None else "A round (the log does not say which)"


def _decided_in(fight: EncounterRecord) -> int | None:
    """The round in which the fight was decided, else the last one the log numbers."""
    for record in fight.rounds:
        for ruling in record.rulings:
            if ruling.kind == "fight" and ruling.outcome == fight.outcome and record.number is not None:
                return record.number
    return next((record.number for record in reversed(fight.rounds) if record.number is not None), None)


def _differences(audit: Audit, fight: EncounterRecord) -> str:
    pgm = escape(audit.pgm[0]) if len(audit.pgm) == 1 else f"The {audit.ruleset.master}"
    words = [one for record in fight.rounds for one in record.pgm_rulings]
    differ = [one for one in words if one.agrees is False]
    if not words:
        return ""
    if not differ:
        return f"{pgm} and the page agree wherever both can be told."
    times = _times(len(differ))
    told = [escape(one.effect).rstrip(".") for one in differ if one.effect]
    effects = [
        effect if told.count(effect) == 1 else f"{effect} ({_times(told.count(effect))})"
        for effect in dict.fromkeys(told)
    ]
    if not effects:
        return f"{pgm} and the page differ {times}; it changed nothing that can be told."
    more = f"; and {len(effects) - EFFECTS_SHOWN} more" if len(effects) > EFFECTS_SHOWN else ""
    return f"{pgm} and the page differ {times}; it changes: {'; '.join(effects[:EFFECTS_SHOWN])}{more}."


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def file_names(audit: Audit) -> dict[str, str]:
    """What the files are called in which something stands that is told of: an archive's are those within."""
    inside = {one.source.file for one in audit.lines.values() if one.source is not None and one.source.file}
    whole = [one.file for one in audit.inputs if not any(file.startswith(f"{one.file}/") for file in inside)]
    return short(dict.fromkeys([*whole, *sorted(inside)]))


def place_of(line: int | None, file: str | None, files: Mapping[str, str]) -> str:
    """A line's number, with the file where there are several; `files` are `file_names`."""
    if line is None:
        return ""
    return str(line) if len(files) < 2 or file is None else f"{escape(files.get(file, file))}:{line}"


def source_line(audit: Audit) -> str:
    """File, format, ruleset and system, fighters, rounds, lines, and whether all were read."""
    files = " + ".join(map(escape, short(one.file for one in audit.inputs).values()))
    formats = " + ".join(dict.fromkeys(escape(one.title or one.format or "") for one in audit.inputs))
    fighters = len(dict.fromkeys(name for fight in audit.encounters for name in fight.fighters))
    summary = audit.summary
    unread = summary.unparsed_lines
    read = "all read" if not unread else f"{unread} not understood (kept below)"
    files_out = left_out(audit)
    if files_out:
        read = f"{read}, {files_out} {plural(files_out, 'file')} left out" if summary.events else "not read"
    rules = escape(audit.ruleset.title)
    if audit.system:
        rules += f", {escape(audit.ruleset.labels.get(audit.system) or f'{audit.system} system')}"
    numbers = ", ".join(
        filter(
            None,
            [
                count(fighters, "fighter"),
                count(summary.rounds, "round") if audit.ruleset.in_rounds else None,
                count(summary.lines, "line"),
                read,
            ],
        )
    )
    extra = " · our results played on (by the book)" if audit.by_the_book else ""
    extra += " · for players: IMs and private figures left out" if audit.for_players else ""
    return " · ".join(filter(None, [files, formats, rules, numbers])) + extra


def closing_line(audit: Audit) -> str:
    """The PGM's calls, the findings and the rolls, counted."""
    parts, summary = [], audit.summary
    if audit.pgm_rulings:
        agree = sum(one.agrees is True for one in audit.pgm_rulings)
        differ = sum(one.agrees is False for one in audit.pgm_rulings)
        unknown = len(audit.pgm_rulings) - agree - differ
        whose = f"{escape(audit.pgm[0])}'s" if len(audit.pgm) == 1 else f"The {audit.ruleset.master}'s"
        parts.append(
            f"{whose} calls: {len(audit.pgm_rulings)} read, {agree} agree, "
            f"{differ} differ{'s' if differ == 1 else ''}"
            + (f", {unknown} cannot be told" if unknown else "")
            + "."
        )
    tally = [count(summary.errors, "error"), count(summary.warnings, "warning"), count(summary.notes, "note")]
    parts.append(f"Findings: {', '.join(filter(None, tally)) or 'none'}.")
    if audit.rolls:
        parts.append(_rolls(audit))
    return "    ".join(parts)


def _rolls(audit: Audit) -> str:
    """How many rolls there were, what did not count, and what nothing asked for. A roll that a finding says
    why it does not count is accounted for."""
    reasons: dict[int, set[str]] = {}
    for finding in audit.findings:
        if finding.seq is not None:
            reasons.setdefault(finding.seq, set()).add(finding.code)
    explained = CORE.keys() - {UNASKED}
    idle = [roll for roll in audit.rolls if not roll.counted]
    void = sum(not explained.isdisjoint(reasons.get(roll.seq, ())) or roll.use is not None for roll in idle)
    loose = len(idle) - void
    which = [f"{void} void"] if void else []
    which.append(f"{loose} that nothing asked for" if loose else "all accounted for")
    return f"Rolls: {len(audit.rolls)}, {', '.join(which)}."


def settings_used(audit: Audit) -> list[str]:
    """The default rulings that took part, each clause once, with its settings as they stand."""
    rulings = [clause for one in audit.rulings if one.default_ruling for clause in one.clauses]
    findings = [one.code for one in audit.findings if one.default_ruling]
    used = []
    for code in dict.fromkeys((*rulings, *findings)):
        clause = audit.ruleset.clauses.get(code) or CORE.get(code)
        if clause is None or not clause.default_ruling:
            continue
        stand = ", ".join(_standing(audit, clause.settings))
        used.append(f"{code} {stand}" if stand else f"{code} {clause.title.lower()}")
    return used


def _standing(audit: Audit, names: Sequence[str]) -> Iterable[str]:
    """Settings as they stand; a whole family of them by the name of the family."""
    families = Counter(name.partition(".")[0] for name in names if "." in name)
    told: set[str] = set()
    for name in names:
        family = name.partition(".")[0]
        if families[family] < FAMILY:
            yield f"{name} = {_value(audit.campaign.settings.get(name))}"
        elif family not in told:
            told.add(family)
            yield f"{family}.… ({families[family]} settings)"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else escape(str(value))
