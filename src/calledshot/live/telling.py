"""How the fight stands, in lines: whom it waits for, the board, the order, the summary, the help.

Looked up and worded, nothing changed. Who asks, and who may hear it, is for `orders` and `players`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.live.drafts import compose, seconds
from calledshot.live.heeding import OFFERED
from calledshot.live.secrecy import REQUEST, inside
from calledshot.live.wording import listed, short, waited, words
from calledshot.referee.commands import verbs
from calledshot.referee.ruling import Ruling

if TYPE_CHECKING:
    from calledshot.live.table import Table
    from calledshot.live.waiting import Owed
    from calledshot.referee.encounter import RoundRecord

LINE = 380
"""Characters of one of several lines: what one message of most services holds."""
SUMMARY_LINES = 40


def room(table: Table) -> str:
    return table.room or "this room"


def sentence(text: str) -> str:
    """Words as a sentence of a room line."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text[-1:] in ".!?…" else text + "."


# -- waiting ------------------------------------------------------------------------------------------


def waiting(table: Table) -> str:
    """Whom we wait for, what for, since when; or what waits for the game master."""
    parts = []
    owed: dict[tuple[str, str], list[str]] = {}
    for one in table.waiting.owed:
        owed.setdefault((one.what, _since(table, one.since)), []).append(one.who)
    if owed:
        each = [
            words("who.since", who=listed(who), what=owes(table, what).removeprefix("your "), since=since)
            for (what, since), who in owed.items()
        ]
        parts.append(words("who.line", list="; ".join(each)))
    if table.desk.without:
        parts.append(words("who.held", list=listed(sorted(table.desk.without))))
    if table.drafts.current is not None:
        parts.append(words("who.draft", number=table.drafts.current.number))
    return " ".join(parts) or words("who.nobody")


def _since(table: Table, since: str | None) -> str:
    past = seconds(since, table.now)
    if past is None:
        return ""
    if past < 60:
        return f", {int(past)} s"
    return f", {int(past // 60)} min"


def owes(table: Table, what: str) -> str:
    """What somebody owes, in words."""
    return waited(what, table.referee.ruleset.owed)


def open_requests(table: Table) -> list[Ruling]:
    """The requests that are not answered yet, as they were made."""
    fight = table.desk.fight
    return requests(table, dict.fromkeys((*fight.asked, *fight.waits)))


def requests(table: Table, owed: Iterable[tuple[str, str]]) -> list[Ruling]:
    """The last request of each (who, what) that was made."""
    found: list[Ruling] = []
    for who, what in owed:
        for ruling in reversed(table.referee.rulings):
            made = (ruling.kind, ruling.outcome, ruling.combatant) == (REQUEST, "asked", who)
            if made and ruling.values.get("what") == what:
                found.append(ruling)
                break
    return found


def call_again(table: Table) -> list[Ruling]:
    """The call of the round that is on, for one that is played again from its start."""
    owed = {what for _, what in table.desk.fight.waits}
    record = table.referee.encounter.round
    outcome = "declare" if "declaration" in owed else "initiative" if "initiative" in owed else None
    if outcome is None or record is None:
        return []
    return [Ruling(kind="propose", outcome=outcome, values={"number": record.number})]


def remind(table: Table, late: Iterable[Owed]) -> None:
    """A word in private to those the fight waits for."""
    requests = open_requests(table)
    for owed in late:
        asked = [one for one in requests if (one.combatant, one.values.get("what")) == (owed.who, owed.what)]
        dice = asked[0].values.get("dice") if asked and owed.what != "clarify" else None
        dice = str(dice).removeprefix("1") if str(dice).startswith("1d") else dice
        what = owes(table, owed.what) + (f", {dice}" if dice else "")
        person = table.player(owed.who)
        if owed.who == table.title:
            table.tell_master(words("who.reminder", what=what[:1].upper() + what[1:]))
        elif person is None:  # one whom the game master plays himself, or who has never been seen here
            what = what.removeprefix("your ")
            table.tell_master(words("who.reminder_unknown", who=owed.who, what=what))
        elif person.present and person is not table.master:
            table.tell(person, words("who.reminder", what=what[:1].upper() + what[1:]), openly=True)


def terms(table: Table) -> str:
    """What the fight goes to."""
    fights = table.referee.encounters
    said = table.desk.fight.terms or (fights[-1].terms if fights else None)
    return words("command.terms", terms=short(said, LINE)) if said else words("command.terms_none")


# -- board and order ----------------------------------------------------------------------------------


def board(table: Table, *, private: bool) -> str:
    return " · ".join(_standings(table, private)) or words("command.board_empty")


def board_lines(table: Table, *, private: bool, of: Iterable[str] = ()) -> Iterator[str]:
    """How everybody stands, or only those `of` whom that is asked."""
    yield from in_lines(_standings(table, private, tuple(of)), words("command.board_empty"))


def _standings(table: Table, private: bool, of: tuple[str, ...] = ()) -> list[str]:
    hidden = frozenset() if private else table.referee.ruleset.private
    return [
        f"{who}: {figures_in_words(table, figures, hidden, who)}"
        for who, figures in table.desk.fight.state().items()
        if not of or who in of
    ]


def most(table: Table, who: str | None, key: str) -> int | float | None:
    """What a figure of somebody's is when nothing has been taken of it, by the fight or his sheet."""
    figures = table.desk.fight.state().get(who or "", {})
    sheet = table.referee.campaign.sheets.get(who or "")
    value = figures.get(f"{key}_max", getattr(sheet, f"{key}_max", None))
    return value if isinstance(value, int | float) else None


def figures_in_words(
    table: Table, figures: Mapping[str, Any], hidden: frozenset[str] = frozenset(), who: str | None = None
) -> str:
    """A combatant's figures, of how much they are where that is known: "energy 9 of 12, able"."""
    ruleset = table.referee.ruleset
    shown = ruleset.report_state(figures)
    parts = []
    for key, value in shown.items():
        if key in hidden or value is None or value is False or (key.endswith("_max") and key[:-4] in shown):
            continue
        if isinstance(value, str):
            parts.append(value.replace("_", " "))
        elif value is True:
            parts.append(label(table, key))
        elif isinstance(value, int | float):
            full = most(table, who, key)
            of = f" of {full}" if full is not None and f"{key}_max" not in hidden else ""
            parts.append(f"{label(table, key)} {_number(value)}{of}")
        elif isinstance(value, list | tuple) and value:
            parts.append(f"{label(table, key)} {listed(str(one) for one in value)}")
    return ", ".join(parts) or "—"


def label(table: Table, key: str) -> str:
    """What a figure is called."""
    named = table.referee.ruleset.labels.get(key)
    if named:
        return named
    return key.upper() if len(key) <= 2 else key.replace("_", " ")


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−") if isinstance(value, float) else str(value).replace("-", "−")


def order_is_secret(table: Table) -> bool:
    """Whether the order would tell what somebody has declared in private."""
    return bool(table.secrecy.secrets)


def order(table: Table) -> str:
    places = table.desk.fight.to_come
    if not places:
        return words("command.order_none")
    return words("command.order", order=", ".join(f"{who} {when}" for who, when in places))


# -- what was and what would be -----------------------------------------------------------------------


def would(table: Table, items: Iterable[Ruling | Finding], back: Iterable[Ruling]) -> str:
    """What a command would do, in words for the game master."""
    gone = [one.text.rstrip(".") for one in back if one.text and not _unseen(table, one)]
    private = {entry.event.seq for entry in table.desk.entries if entry.event.kind == "whisper"}
    made = []
    for item in items:
        if isinstance(item, Ruling):
            if _unseen(table, item) or (table.blind and item.seq in private):
                continue
        elif table.blind and not item.code.startswith("PGM-"):
            continue
        text = item.text if isinstance(item, Ruling) else item.message
        if text and not text.startswith(f"the {table.title}: “"):  # his own word, in other words
            made.append(text.rstrip("."))
    parts = []
    if gone:
        parts.append(words("command.preview_back", words=short("; ".join(dict.fromkeys(gone)), LINE)))
    if made:
        parts.append(short("; ".join(dict.fromkeys(made)), LINE))
    return (" · then: ".join(parts) if parts else words("command.preview_nothing")) + "."


def _unseen(table: Table, ruling: Ruling) -> bool:
    """Whether a ruling would betray a secret that the game master may not see yet."""
    return table.is_secret(ruling) and ruling.kind in table.referee.ruleset.secret


def summary(table: Table) -> list[str]:
    """The last fight, round by round, in words that everybody may read."""
    fights = table.referee.encounters
    if not fights or not fights[-1].rounds:
        return [words("command.summary_none")]
    fight = fights[-1]
    lines = []
    private = {entry.event.seq for entry in table.desk.entries if entry.event.kind == "whisper"}
    entered = {entry.event.seq for entry in table.desk.entries if entry.event.kind == "command"}
    for number, record in enumerate(fight.rounds, 1):
        told = [
            one
            for one in _as_ruled(record)
            if one.kind not in NO_RESULTS
            and not one.needs_pgm
            and not one.values.get("order")
            and one.outcome != OFFERED
            and one.seq not in private  # what was found about a secret move stays secret
            and not (one.kind == "refused" and (one.outcome != "illegal" or one.seq in entered))
        ]
        line = inside(compose(table.desk, told))
        if line:
            head = f"Round {record.number or number}: " if table.referee.ruleset.in_rounds else ""
            lines += list(in_lines([head + line], ""))
    ends = [
        one
        for record in fight.rounds[-1:]
        for one in record.rulings
        if one.kind == "fight" and one.outcome != "opened"
    ]
    end = inside(compose(table.desk, ends))
    stand = board(table, private=False)
    return [*lines[:SUMMARY_LINES], *filter(None, [end, stand])]


NO_RESULTS = frozenset({REQUEST, "round", "fight", "initiative", "move"})
"""Kinds of ruling that lead to what happens and are not it. A move that was never called is told to nobody,
whatever became of the fight."""


def _as_ruled(record: RoundRecord) -> list[Ruling]:
    """A round's rulings, each as the game master has decided it where he decided otherwise."""
    rulings = list(record.rulings)
    for word in record.pgm_rulings:
        if word.agrees is not False:
            continue
        for place in reversed(range(len(rulings))):
            ours = rulings[place]
            before = ours.seq is not None and ours.seq <= word.seq
            if before and (ours.kind, ours.combatant) == (word.kind, word.combatant):
                if isinstance(word.theirs, str):
                    rulings[place] = replace(ours, outcome=word.theirs)
                elif "points" in ours.values:
                    rulings[place] = replace(ours, values={**ours.values, "points": word.theirs})
                break
    return rulings


# -- help ---------------------------------------------------------------------------------------------


def help_for_master(about: str) -> Iterator[str]:
    """The card of eight, everything, or one command."""
    wanted = about.strip(" .!").casefold()
    table = verbs()
    one = next((verb for verb in table.values() if wanted and wanted in verb.words and verb.usage), None)
    if one is not None:
        yield f"{one.usage} — {one.help}"
        return
    card = [f"{verb.usage} — {verb.help}" for verb in table.values() if verb.card]
    rest = [
        f"{verb.usage} — {verb.help}" for verb in table.values() if not verb.card and verb.usage and verb.help
    ]
    if wanted in ("more", "all", "everything"):
        yield from in_lines(rest, "")
    else:
        yield from in_lines([*card, "help more — every command"], "")


def in_lines(parts: Iterable[str], otherwise: str) -> Iterator[str]:
    """Parts joined by a dot, broken into lines between them."""
    line = ""
    some = False
    for part in parts:
        some = True
        while len(part) > LINE:
            cut = part.rfind(" ", 1, LINE)
            cut = cut if cut > 0 else LINE
            if line:
                yield line
                line = ""
            yield part[:cut]
            part = part[cut:].strip()
        if line and len(line) + len(part) + 3 > LINE:
            yield line
            line = ""
        line = f"{line} · {part}" if line else part
    last = line or ("" if some else otherwise)
    if last:
        yield last
