"""Drafts and what auto mode says: what there is to say in a room now, put to the game master or posted.

Functions on a table, which knows what is unsaid; the bookkeeping is `drafts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.finding import Finding
from calledshot.live.drafts import INITIATIVE, Draft, Said, compose, is_single, reasons, still_open
from calledshot.live.secrecy import REQUEST
from calledshot.live.wording import short, words
from calledshot.referee.commands import Command
from calledshot.referee.ruling import Ruling
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.table import Table
    from calledshot.referee.desk import Draft as DeskDraft

Items = Sequence[Ruling | Finding]
STEPS = 12
"""Proposals that auto mode takes in one go: a round has fewer before somebody is asked for dice."""
QUOTED = 380
"""Characters of a draft that is told once more."""


def suggest(table: Table, event: Event | None) -> None:
    drafts = table.drafts
    unsaid = drafts.to_say(table.desk)
    found = proposed(table)
    proposal = found.proposal if found is not None else None
    would = public_of(table, found) if found is not None else []
    if would and drafts.corrects(compose(table.desk, would)):
        found, proposal, would = None, None, []
    if proposal is not None and proposal.says is not None and proposal.says.outcome == "order":
        unsaid = [one for one in unsaid if isinstance(one, str) or not is_single(one)]
    unsaid = _for_now(table, unsaid, event)
    line = compose(table.desk, [*unsaid, *would])
    if not line and proposal is None:
        drafts.current = None
        return
    known = drafts.current.unsaid if drafts.current is not None else ()
    new = [one for one in unsaid if one not in known]
    follows = rulings(would if table.blind or found is None else _of_the_new(found.items))
    current = drafts.current
    same = current is not None and proposal is not None and current.words == line
    why = reasons([*(unsaid if same else new), *follows], line, table.referee.ruleset.plain)
    draft = Draft(
        number=drafts.number + 1, words=line, why=why, unsaid=tuple(unsaid), would=tuple(would),
        proposal=proposal, at=table.now,
    )  # fmt: skip
    if draft.mark == drafts.dropped:
        drafts.current = None
        return
    if current is not None and draft.mark == current.mark:  # what follows may be another thing all the same
        drafts.current = replace(draft, number=current.number, at=current.at, read=current.read)
        return
    drafts.dropped = None
    drafts.next_number()
    drafts.current = draft
    show(table, event)


def _for_now(table: Table, unsaid: list[Said], event: Event | None) -> list[Said]:
    """Without what is said later. While others have still to roll, an initiative is for the game master
    alone: the room hears the order when it is whole. Who is held is not called until he is back."""
    drafts = table.drafts
    later = rulings(unsaid)
    single = [one for one in later if is_single(one)]
    if not any(what == INITIATIVE for _, what in table.desk.fight.waits):
        single = []
    shown = drafts.current.unsaid if drafts.current is not None else ()
    note = reasons([one for one in single if one not in drafts.later and one not in shown], "")
    drafts.later = [one for one in later if one in single or _is_held(table, one)]
    table.tell_master(note, event)
    return [one for one in unsaid if one not in drafts.later]


def _is_held(table: Table, ruling: Ruling) -> bool:
    calls = ruling.outcome == "called" or (ruling.kind, ruling.outcome) == (REQUEST, "asked")
    return calls and ruling.combatant in table.desk.without


def show(table: Table, event: Event | None) -> None:
    draft = table.drafts.current
    if draft is None:
        return
    hidden = unseen(table, draft)
    if hidden is not None:
        table.tell_master(words("draft.blind", number=draft.number, who=hidden), event)
        return
    table.drafts.current = replace(draft, read=draft.why)
    key = "draft.line" if draft.words else "draft.silent"
    table.tell_master(words(key, number=draft.number, why=draft.why, words=draft.words), event)


def proposed(table: Table) -> DeskDraft | None:
    """What the game master would say next. Nothing in a round that nobody has come into: whom it waits for is
    not known yet, and it is not over for that."""
    record = table.referee.encounter.round
    if record is not None and not record.closed and not table.desk.fight.state():
        return None
    return table.desk.propose()


def public_of(table: Table, found: DeskDraft) -> list[Said]:
    """What the room may hear of what would follow from a proposal, and the proposal's own words. What is
    secret then is what would be in the fight as it would stand."""
    trial = table.secrecy.copy(found.referee)
    trial.seen()
    event = Event(kind="command")
    said: list[Said] = []
    for item in _of_the_new(found.items):
        trial.met(item)
        if isinstance(item, Ruling) and trial.for_ruling(event, item) is None:
            said.append(item)
    return _with_its_words(said, found.proposal.says)


def _of_the_new(items: Items) -> Items:
    """What is told where another fight opens: how the last round of the one before it closes is not."""
    opened = [
        place
        for place, one in enumerate(items)
        if isinstance(one, Ruling) and (one.kind, one.outcome) == ("fight", "opened")
    ]
    return items[opened[-1] :] if opened else items


def _with_its_words(said: list[Said], says: Ruling | None) -> list[Said]:
    """What comes of a proposal, and its own words: a call comes last, the order before the move it begins
    with."""
    if says is None:
        return said
    return [says, *said] if says.outcome == "order" else [*said, says]


def take(table: Table, draft: Draft, event: Event) -> None:
    """The draft is said, and done."""
    table.post(draft.words)
    table.drafts.told(table.drafts.later)
    table.drafts.current = None
    told: list[Said] = list(draft.unsaid)
    seqs: tuple[int, ...] = ()
    if draft.proposal is not None:
        more = go(table, event, draft.read)
        seqs = (table.shared.seq,)
        told += [one for one in rulings(draft.would) if one.seq is None]
        known = {(one.kind, one.outcome, one.combatant, one.text) for one in rulings(draft.would)}
        told += more
        table.say_later(one for one in more if (one.kind, one.outcome, one.combatant, one.text) not in known)
    table.drafts.keep(draft.words, told, seqs)


def go(table: Table, event: Event, told: str = "") -> list[Ruling]:
    """What comes next is done; what of it is for the room. `told`: what the game master knows of it."""
    done = Event(kind="command", at=event.at, id=event.id)
    items = table.command(Command(verb="next"), table.master_name, event)
    return table.sorted_out(done, _of_the_new(items), quiet=True, told=told)


def go_on(table: Table, event: Event | None) -> None:
    """Auto: everything that follows by itself, in one line."""
    drafts = table.drafts
    seqs: list[int] = []
    about = event if event is not None else Event(kind="system", at=table.now)
    told = drafts.to_say(table.desk)
    drafts.later = [one for one in rulings(told) if _is_held(table, one)]
    told = [one for one in told if one not in drafts.later]
    for _ in range(STEPS):
        found = proposed(table)
        if found is None or not table.running or table.unread:
            break
        would = public_of(table, found)
        if would and drafts.corrects(compose(table.desk, would)):
            break
        done = go(table, about)
        seqs.append(table.shared.seq)
        says = found.proposal.says
        told += _with_its_words([*done], replace(says, seq=seqs[-1]) if says is not None else None)
    told = still_open(table.desk, told)
    drafts.told(drafts.later)
    line = compose(table.desk, told)
    table.post(line)
    if line or seqs:
        drafts.keep(line, told, seqs)


def quote(table: Table, key: str, draft: Draft) -> str:
    """A draft once more, in the words of `key`; what the game master has not seen of it stays hidden."""
    told = short(draft.words, QUOTED) if unseen(table, draft) is None else "…"
    return words(key, number=draft.number, words=told)


def unseen(table: Table, draft: Draft) -> str | None:
    """Whose secret move a draft calls, where the game master may not see it before everybody does."""
    called = [one for one in rulings((*draft.unsaid, *draft.would)) if one.outcome == "called"]
    return next((one.combatant for one in called if table.is_secret(one)), None)


def pass_over(table: Table) -> None:
    """What would be proposed now is not wanted, until something changes."""
    found = proposed(table)
    if found is not None:
        told = public_of(table, found)
        table.drafts.dropped = (compose(table.desk, told), found.proposal.acts)


def rulings(items: Iterable[Ruling | Finding | str]) -> list[Ruling]:
    return [item for item in items if isinstance(item, Ruling)]
