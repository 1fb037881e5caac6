"""What upsets a room: people dropping out and coming back, messages edited, deleted or unreadable, gaps.

Nothing of it rules by itself: a declared move stands, and the game master is told and offered what to do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot.dice import commit
from calledshot.live import orders, players
from calledshot.live.messages import Incoming
from calledshot.live.people import Person, quoted, show
from calledshot.live.secrecy import inside
from calledshot.live.wording import short, words
from calledshot.referee.acts import FightEnd, Points, Pool, RoundCall, RoundEnd, Verdict
from calledshot.referee.commands import Command
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.live.table import Table

LONGEST = 2_000
CORRECTION = words("draft.correction", quotes="", is_are="").partition(":")[0] + ":"
RULES = Verdict | Points | Pool | RoundCall | RoundEnd | FightEnd
"""What only the game master does by saying it."""
_SERVER = r"(?:[\w\-*]{1,63}\.){1,8}[\w\-*]{1,63}"
_SPLIT = re.compile(f"{_SERVER} {_SERVER}")
"""What a server gives as the reason when it is cut off from another: the names of both."""
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d{1,9})?(?:Z|\+00:00)")
"""A time as a feed writes it down, which is nothing for people."""


def left(table: Table, person: Person, event: Event) -> None:
    """Somebody is gone; nothing ends by it."""
    if person is table.master or not _in_it(table, person) or person.name in table.away:
        return
    table.away.add(person.name)
    key = "presence.split" if _SPLIT.fullmatch(event.text.strip()[:300]) else "presence.left"
    table.tell_master(
        words(key, who=show(table.combatant(person)), name=quoted(table.combatant(person))), event
    )


def back(table: Table, person: Person, event: Event) -> None:
    """He is back, under whatever nick; a hold that was for his absence ends."""
    gone = person.name in table.away
    table.away.discard(person.name)
    who = table.combatant(person)
    if who in table.held_away:
        table.held_away.discard(who)
        items = table.command(Command(verb="return", who=(who,)), table.master_name, event)
        table.say_later(table.sorted_out(orders.event_of(event), items, quiet=True))
        table.tell_master(words("presence.back_held", who=show(table.combatant(person))), event)
        table.refresh(event)
    elif gone:
        table.tell_master(words("presence.back", who=show(table.combatant(person))), event)


def mimics(table: Table, text: str) -> bool:
    """Whether somebody who is not the game master writes a line as the helper does, or one of its own."""
    said = text.strip()
    if not (said.startswith("((") and said.endswith("))")) or len(said) > LONGEST or "?" in said:
        return False
    if commit.read(said) is not None or inside(said).startswith(CORRECTION):
        return True
    if any(inside(one.words) == inside(said) for one in table.drafts.posted if not one.own):
        return True
    return any(isinstance(act, RULES) for act in table.referee.says(inside(said)))


def _in_it(table: Table, person: Person) -> bool:
    return table.running and table.desk.fight.fights(table.combatant(person))


def gap(table: Table, event: Event) -> None:
    """We were away and cannot know what was said: held until the game master says so."""
    table.gap = True
    table.drafts.current = None
    since = _TIME.sub(r"\1 \2 UTC", event.text.strip()).partition(": ")[0].removeprefix("away ")
    said = words("trouble.gap", since=short(since, 120)) if since else words("trouble.gap_short")
    table.tell_master(said, event, openly=True)
    table.people.unsure()


def unreadable(table: Table, person: Person, event: Event) -> None:
    """A message that cannot be decrypted, yet: it may be a move."""
    waiting = person.name in table.unread.values()
    if event.id is not None:
        table.unread[event.id] = person.name
    if not waiting and (table.fights(person) or not table.referee.campaign.sheets):
        table.tell_master(words("trouble.unreadable", who=show(table.combatant(person))), event)


def changed(table: Table, message: Incoming, person: Person, event: Event) -> None:
    """A message that cannot be read, was edited, or deleted."""
    if message.what == "unreadable":
        unreadable(table, person, event)
    elif message.what == "edit":
        _edited(table, message.about, person, event)
    elif message.what == "deletion":
        _deleted(table, message.about, person, event)


def _edited(table: Table, about: str | None, person: Person, event: Event) -> None:
    """New words for an old message: of a move that has not been played they declare it anew, and the rules
    say what comes of that; what is ruled on already stays as it is."""
    known = table.said_before(about, person)
    if person is table.master and not table.fights(person):
        if known is not None and known.ruled:
            table.tell_master(words("trouble.edit_own"), event)
        return
    if known is None or known.ruled or known.old(table):
        if known is not None and (known.ruled or known.moved):
            secret = known.private and table.blind
            text = "" if secret else f": “{short(event.text, 200)}”"
            table.tell_master(words("trouble.edit_late", who=show(table.combatant(person)), text=text), event)
        return
    if not known.moved and not players.declares(table, event.text):
        return
    if known.moved:
        table.tell_master(words("trouble.edit", who=show(table.combatant(person))), event)
    table.remember(event, person)
    if known.private:
        players.move(table, event, person, event.text)
    else:
        table.heard(event)


def _deleted(table: Table, about: str | None, person: Person, event: Event) -> None:
    """A move whose message is taken back is withdrawn, where that is still allowed."""
    known = table.said_before(about, person)
    if known is None or not (known.moved or known.ruled):
        return
    if known.moved and not known.ruled and not known.old(table):
        table.tell_master(words("trouble.deleted", who=show(table.combatant(person))), event)
        players.withdraw(table, event, person)
    else:
        table.tell_master(words("trouble.deleted_late", who=show(table.combatant(person))), event)
