"""What the game master tells the helper to do about drafts, modes, pauses and the fight.

Commands that change the fight are events for the desk and are only passed on here; who may give them is
checked by `rooms`. What anybody may ask is in `players`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from calledshot.live import players, saying, telling
from calledshot.live.drafts import SETTLES, Spoken, seconds
from calledshot.live.people import Person
from calledshot.live.secrecy import REQUEST
from calledshot.live.wording import words
from calledshot.plugins.ruleset import Proposal
from calledshot.referee.acts import RoundCall
from calledshot.referee.commands import Command, Mistake, verbs, write
from calledshot.referee.desk import CONTROLS
from calledshot.referee.ruling import Ruling
from calledshot.referee.typed import read
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.table import Table

Order = Callable[["Table", Event, Command, bool], None]
MODES = ("watch", "suggest", "auto")
CALLS = frozenset({"declare", "initiative"})
STARTS = CALLS | {"begin", "next"}
MOVES_ON = STARTS | {"end", "close"}
"""Commands of which something has to come."""


def do(table: Table, event: Event, command: Command, public: bool) -> None:
    """One command of the game master's. `public`: it was typed in the room."""
    if command.verb in ("hold", "absent", "return"):  # from here on he is held as it says
        table.held_away.discard(command.who[0])
    order = ORDERS.get(command.verb)
    if order is not None:
        order(table, event, command, public)
    elif verbs()[command.verb].on == "fight":
        _fight(table, event, command, public)


# -- drafts -------------------------------------------------------------------------------------------


def _ok(table: Table, event: Event, command: Command, public: bool) -> None:
    draft = table.drafts.current
    if draft is None:
        table.tell_master(_no_draft(table), event)
        return
    if command.amount is not None and command.amount != draft.number:
        table.tell_master(saying.quote(table, "draft.changed", draft), event)
        return
    age = seconds(draft.at, event.at)
    if command.amount is None and age is not None and age < SETTLES:
        table.tell_master(saying.quote(table, "draft.just_now", draft), event)
        return
    saying.take(table, draft, event)
    table.refresh(event)


def _no_draft(table: Table) -> str:
    if table.mode == "watch":
        return words("draft.none_in_watch")
    if table.still:
        return words("draft.none_paused")
    open_ = table.desk.fight.undecided
    if open_ and not table.waiting.owed:
        return words("draft.none_open", question=open_[0])
    question = words("who.question", question=open_[0]) if open_ else ""
    return f"{words('draft.none', who=telling.waiting(table)).strip()} {question}".strip()


def _say(table: Table, event: Event, command: Command, public: bool) -> None:
    """Other words for the room: they are his ruling, and what was drafted goes on where they do not say
    otherwise."""
    if not command.words:
        table.tell_master(words("command.not_known", message="say what? `say WORDS`"), event)
        return
    draft, text = table.drafts.current, command.words
    spoken = Event(kind="command", at=event.at, speaker=table.master_name, text=f"rule {text}")
    if draft is not None and draft.proposal is not None:
        would, _ = table.desk.preview(spoken)
        if not any(isinstance(item, Ruling) for item in would):
            saying.go(table, event)
    table.drafts.current = None
    table.post(text)
    _ruled(table, event, text)
    table.refresh(event)


def _rule(table: Table, event: Event, command: Command, public: bool) -> None:
    """He decides otherwise: a new draft says it, with what follows."""
    if not command.words:
        table.tell_master(words("command.not_known", message="rule what? `rule miss`"), event)
        return
    acts = table.referee.says(command.words)
    items = table.command(command, table.master_name, event, public=public)
    rulings = table.sorted_out(event_of(event), items)
    left = table.spoken(acts).untold(table.drafts.unsaid) if acts else []
    table.drafts.shelve(table.shared.seq, left)
    asks = [one for one in rulings if one.kind == REQUEST]
    calls = [one for one in rulings if one.outcome == "called"]
    # what his words lead to comes before whoever was called as if it had been otherwise
    after = [one for one in left if any(_calls_another(one, str(ask.combatant)) for ask in asks)]
    table.drafts.unsaid = [one for one in table.drafts.unsaid if one not in after]
    table.say_later([Spoken(telling.sentence(command.words), table.shared.seq)])
    table.say_later([*calls, *asks] if calls else asks)
    table.say_later(after)
    table.drafts.current = None
    table.refresh(event, again=True)


def _ruled(table: Table, event: Event, text: str) -> None:
    acts = table.referee.says(text)
    items = table.command(Command(verb="rule", words=text), table.master_name, event)
    public = table.sorted_out(event_of(event), items, quiet=True)
    asks = [one for one in table.drafts.unsaid if isinstance(one, Ruling) and one.kind == REQUEST]
    table.his_words(text, table.spoken(acts), asks, public)


def _drop(table: Table, event: Event, command: Command, public: bool) -> None:
    draft = table.drafts.current
    if draft is None:
        table.tell_master(_no_draft(table), event)
    elif command.amount is not None and command.amount != draft.number:
        table.tell_master(saying.quote(table, "draft.changed", draft), event)
    else:
        table.drafts.current = None
        table.drafts.told(table.drafts.later)
        saying.pass_over(table)
        table.tell_master(words("draft.dropped", number=draft.number), event)


def _drafts(table: Table, event: Event, command: Command, public: bool) -> None:
    if table.drafts.current is None:
        table.refresh(event, again=True)
        if table.drafts.current is None:
            table.tell_master(_no_draft(table), event)
    else:
        saying.show(table, event)


# -- how it goes --------------------------------------------------------------------------------------


def _mode(table: Table, event: Event, command: Command, public: bool) -> None:
    said = command.words.strip(" .!").casefold()
    modes = [mode for mode in MODES if said and mode.startswith(said)]
    if len(modes) != 1:
        table.tell_master(words("command.mode_which", mode=table.mode), event)
        return
    table.mode = modes[0]  # type: ignore[assignment]
    table.tell_master(words("command.mode", mode=table.mode), event)
    table.refresh(event, again=True)


def _pause(table: Table, event: Event, command: Command, public: bool) -> None:
    table.paused = True
    table.drafts.current = None
    table.tell_master(words("command.paused"), event)


def _resume(table: Table, event: Event, command: Command, public: bool) -> None:
    was_gap = table.gap
    table.paused = table.gap = False
    table.unread.clear()
    table.waiting.restart(event.at)
    table.tell_master(words("command.resumed"), event)
    if was_gap:
        table.drafts.unsaid += telling.open_requests(table)
    table.refresh(event, again=True)


def _board(table: Table, event: Event, command: Command, public: bool) -> None:
    if public:
        table.post(f"(({telling.board(table, private=False)}))")
    for line in telling.board_lines(table, private=True) if not public else ():
        table.tell_master(line, event)


def _order(table: Table, event: Event, command: Command, public: bool) -> None:
    if public and not telling.order_is_secret(table):
        table.post(f"(({telling.order(table)}))")
    elif table.blind and telling.order_is_secret(table):
        table.tell_master(words("command.order_secret"), event)
    else:
        table.tell_master(telling.order(table), event)


def _who(table: Table, event: Event, command: Command, public: bool) -> None:
    table.tell_master(telling.waiting(table), event)
    for question in [*dict.fromkeys(table.desk.fight.undecided)][:4]:
        table.tell_master(words("who.question", question=question), event)
    if not table.still:
        telling.remind(table, table.waiting.nudged(event.at))


def _summary(table: Table, event: Event, command: Command, public: bool) -> None:
    for line in telling.summary(table):
        table.tell_master(line, event)


def _preview(table: Table, event: Event, command: Command, public: bool) -> None:
    found = read(command.words, table.referee.names(), marked=True)
    if not isinstance(found, Command):
        message = found.message if isinstance(found, Mistake) else "`preview undo`"
        table.tell_master(words("command.preview_mistake", message=message), event)
        return
    if found.verb in ("ok", "say"):
        text = table.drafts.current.words if table.drafts.current is not None else ""
        found = (
            Command(verb="next") if found.verb == "ok" else Command(verb="rule", words=found.words or text)
        )
    trial = Event(
        kind="command", at=event.at, speaker=table.master_name, to=table.config.nick, text=write(found)
    )
    items, back = table.desk.preview(trial)
    table.tell_master(
        words("command.preview", command=write(found), what=telling.would(table, items, back)), event
    )


def _help(table: Table, event: Event, command: Command, public: bool) -> None:
    for line in telling.help_for_master(command.words):
        table.tell_master(line, event)


# -- the fight ----------------------------------------------------------------------------------------


def _fight(table: Table, event: Event, command: Command, public: bool) -> None:
    """A command for the desk, and what is to be said of it."""
    was = table.drafts.number, table.drafts.current is None
    lines = len(table.out.lines)
    planned = table.desk.fight.proposes(table.desk.without, anyway=True) if command.verb in STARTS else None
    if command.verb == "next":
        table.unread.clear()  # he goes on without what cannot be read
    items = table.command(command, table.master_name, event, public=public)
    rolls = table.referee.rolls
    rolled = bool(rolls) and rolls[-1].seq == table.shared.seq
    entered = command.verb == "for" and not public and not rolled  # a roll is no secret, whoever enters it
    rulings = table.sorted_out(
        event_of(event, command, entered), items, entered=entered, quiet=command.verb == "for" and rolled
    )
    if command.verb in CONTROLS:
        rulings = [one for one in rulings if not table.drafts.is_said(one)]
    table.say_later(rulings)
    if command.verb in CONTROLS and any(one.known != one.gone for one in table.drafts.posted):
        # the room hears that something is taken back: it is told again what is asked of whom instead
        unsaid = table.drafts.unsaid
        table.say_later([one for one in telling.open_requests(table) if one not in unsaid])
        if command.verb == "rollback":
            table.say_later(telling.call_again(table))
    called = _call(table, command, planned, bool(rulings))
    if called:
        table.say_later(called)
        table.drafts.seqs.append(table.shared.seq)
    table.refresh(event, again=True)
    if len(table.out.lines) == lines and (table.drafts.number, table.drafts.current is None) == was:
        said = words("command.nothing" if command.verb in MOVES_ON else "command.done")
        draft = table.drafts.current
        waits = f" {words('who.draft', number=draft.number)}" if draft is not None else ""
        table.tell_master(said + waits, event)


def _call(table: Table, command: Command, planned: Proposal | None, done: bool) -> list[Ruling]:
    """The words for the room of a call; where the game master calls for something else than was to come,
    those of what he calls for."""
    if command.verb not in STARTS or command.who:
        return []
    if planned is not None and planned.says is not None and _fits(command, planned):
        return [planned.says]
    return telling.call_again(table) if done and command.verb in CALLS else []


def _fits(command: Command, planned: Proposal) -> bool:
    """Whether what was planned is what the command does."""
    if command.verb in ("next", "begin"):
        return True
    phases = ("either", "declare" if command.verb == "declare" else "initiative")
    return any(isinstance(act, RoundCall) and act.phase in phases for act in planned.acts)


def _reroll(table: Table, event: Event, command: Command, public: bool) -> None:
    """A roll is made once more: what came of it is not said any more, and he is asked again."""
    who, drafts = command.who[0], table.drafts
    rolled = next((one.seq for one in reversed(table.referee.rolls) if one.combatant == who), None)
    was = set(table.desk.fight.waits)
    old = [one for one in drafts.unsaid if one.seq is not None and one.seq == rolled]
    unsaid = [one for one in drafts.unsaid if one not in old or _calls_another(one, who)]
    items = table.command(command, table.master_name, event, public=public)
    rulings = table.sorted_out(event_of(event), items)
    if table.desk.entries[-1].replays:  # what the roll had led to, and stands no longer, is gone already
        unsaid = [one for one in unsaid if one in drafts.unsaid]
    owed = [one for one in table.desk.fight.waits if one not in was]
    drafts.unsaid = [*telling.requests(table, owed), *unsaid]
    table.say_later(rulings)
    table.refresh(event, again=True)


def _calls_another(one: Ruling | Spoken, who: str) -> bool:
    """Whether it calls somebody else, or asks him for dice: his turn has come whatever is rolled again."""
    if not isinstance(one, Ruling) or one.combatant == who:
        return False
    return one.outcome == "called" or (one.kind, one.outcome) == (REQUEST, "asked")


def _hold(table: Table, event: Event, command: Command, public: bool) -> None:
    person = table.player(command.who[0])
    if person is not None and not person.present:
        table.held_away.add(command.who[0])
    _fight(table, event, command, public)


def _terms(table: Table, event: Event, command: Command, public: bool) -> None:
    """What the fight goes to, said or asked."""
    if command.words:
        table.command(command, table.master_name, event, public=public)
        table.refresh(event, again=True)
    table.tell_master(telling.terms(table), event)


def _is(table: Table, event: Event, command: Command, public: bool) -> None:
    """A nick is tied to a character: for the referee by its name, and for us by who is there."""
    who = command.who[0]
    person = table.player(who)
    tied = table.people.tie(command.what or "", person.name if person is not None else who)
    _fight(table, event, command, public)
    if tied.present:
        from calledshot.live import meddling  # which itself gives orders

        meddling.back(table, tied, event)


def _join(table: Table, event: Event, command: Command, public: bool) -> None:
    table.people.accept(command.who[0])
    _fight(table, event, command, public)


def _handover(table: Table, event: Event, command: Command, public: bool) -> None:
    name = command.who[0]
    person = table.people.named(name) or table.player(name)
    if person is None or not person.reachable or person.refused:
        table.tell_master(words("command.not_present", name=name), event)
        return
    before = table.master
    by = table.master_name
    items = table.command(
        Command(verb="handover", who=(person.name,), reason=command.reason), by, event, public=public
    )
    table.runs(person)
    table.sorted_out(event_of(event), items, quiet=True)
    table.tell(before, words("command.handed", name=person.name, title=table.title), event)
    table.tell_master(words("command.handed_over", room=telling.room(table), by=by, title=table.title), event)
    table.drafts.current = None
    table.refresh(event, again=True)


def opened(table: Table, event: Event, person: Person, terms: str = "", *, asked: bool = True) -> None:
    """Somebody opens a fight here: he is its game master from now on. `asked`: he has said so, and nothing
    else."""
    before = table.master
    table.runs(person)
    table.command(Command(verb="open", words=terms), person.name, event)
    table.sorted_out(event_of(event), (), quiet=True)
    if before is not person and not _has_just_opened(table, person):
        table.tell_master(
            words("open.opened", master=table.title, room=telling.room(table), mode=table.mode), event
        )
    if before is not None and before is not person:
        table.tell(before, words("command.handed", name=person.name, title=table.title), event)
    if person.account is None:
        table.tell_master(words("open.no_account"), event)
    if asked:
        _bring_in(table, event, person)
        table.refresh(event, again=True)
    if asked and table.mode == "auto" and not table.running:
        table.tell_master(words("open.begin"), event)
    elif asked and before is person and not table.out.lines:
        table.tell_master(words("command.done"), event)


def _bring_in(table: Table, event: Event, person: Person) -> None:
    """Whoever has a sheet and is in the room is in the fight that opens; of a campaign's other characters
    nobody has spoken."""
    if table.running:
        return
    here = {
        table.combatant(one) for one in table.people.everybody() if one.name in table.here and one.present
    }
    for name in table.referee.campaign.sheets:
        if name in here and not table.desk.fight.fights(name):
            table.command(Command(verb="join", who=(name,)), person.name, event)


def _has_just_opened(table: Table, person: Person) -> bool:
    """Whether the very message has opened the fight already: the one who says "open" is known by it."""
    opened = [one for one in table.out.events if one.kind == "command" and one.text.startswith("open")]
    return len(opened) > 1 and opened[-2].speaker == person.name


def adopted(table: Table, event: Event, person: Person) -> None:
    """Somebody has called a round where no game master is named: he is it."""
    table.runs(person)
    table.tell_master(
        words("open.opened", master=table.title, room=telling.room(table), mode=table.mode), event
    )
    if person.account is None:
        table.tell_master(words("open.no_account"), event)
    table.refresh(event, again=True)


def _explain(table: Table, event: Event, command: Command, public: bool) -> None:
    own = table.combatant(table.master) if table.master is not None and table.fights(table.master) else None
    who = command.who[0] if command.who else own
    if who is None:
        table.tell_master(words("command.explain_whom"), event)
        return
    for line in players.explain(table, who, command.what):
        table.tell_master(line, event)


def _for_himself(table: Table, event: Event, command: Command, public: bool) -> None:
    """What the game master asks for his own character."""
    if table.master is not None:
        players.answer(table, event, table.master, command)


def event_of(event: Event, command: Command | None = None, secret: bool = False) -> Event:
    """What the command is, for the question who may hear what comes of it: a move entered in private is as
    secret as one sent in private."""
    if command is not None and secret:
        return Event(kind="whisper", at=event.at, speaker=command.who[0], id=event.id)
    return Event(kind="command", at=event.at, id=event.id)


ORDERS: Mapping[str, Order] = {
    "ok": _ok,
    "say": _say,
    "rule": _rule,
    "drop": _drop,
    "drafts": _drafts,
    "mode": _mode,
    "pause": _pause,
    "resume": _resume,
    "board": _board,
    "order": _order,
    "who": _who,
    "summary": _summary,
    "preview": _preview,
    "help": _help,
    "hold": _hold,
    "reroll": _reroll,
    "terms": _terms,
    "is": _is,
    "join": _join,
    "handover": _handover,
    "explain": _explain,
    "sheet": _for_himself,
    "check": _for_himself,
    "standing": _for_himself,
}
