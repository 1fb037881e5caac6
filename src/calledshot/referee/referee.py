"""The reducer: events in, rulings and findings out. No clock, file, network or chance inside.

Here an event is sorted (who, what kind of saying, a real roll or not) and handed to the ruleset's fight;
what it means under the rules is decided there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from calledshot.campaign import Campaign, fold
from calledshot.dice.dialects import faults
from calledshot.finding import Finding
from calledshot.moves.names import candidates
from calledshot.moves.reading import Reading
from calledshot.moves.vocabulary import Lexicon
from calledshot.plugins.ruleset import Fight, Ruleset
from calledshot.referee import standing
from calledshot.referee.acts import (
    Act,
    Call,
    Count,
    Distance,
    Points,
    Pool,
    RoundCall,
    Terms,
    Told,
    Yielded,
    part_of,
)
from calledshot.referee.announced import Announced
from calledshot.referee.decided import Decided
from calledshot.referee.encounter import Encounter
from calledshot.referee.persons import Persons
from calledshot.referee.ruling import Ruling
from calledshot.referee.sentences import (
    is_control,
    named_before,
    said_after,
    sentence,
    sentence_start,
    told_of_him,
)
from calledshot.referee.typed_dice import BotLines, is_for_dice, is_forged, no_command
from calledshot.referee.utterance import Context, Phrasebook, phrasebook, read_pgm, read_player
from calledshot.transcript.event import Event

if TYPE_CHECKING:
    from calledshot.plugins.manager import HouseRules

SCENE = 60
"""Lines before the first call for a round that are kept: among them the game master sets the scene."""
SHOWN = 40
"""Characters of a bad roll or name quoted in a message: enough to know it by, too few to flood a line."""


_MAY_RULE = re.compile(r"\d|init|round|\bims?\b", re.IGNORECASE)
"""What a line must hold to be a call for a round or an award of points; most chatter does not."""


_PLAYS = re.compile(
    r"\W{0,4}(?:the )?(?P<who>[^\n]{1,60}?)\s{0,2}[:>]\s{1,3}(?P<does>[^\n]{1,1000})", re.IGNORECASE
)
"""The game master's way of making a move for somebody: his name, and what he does."""
_AGAIN = re.compile(
    r"\W{0,4}(?:(?:and )?(?:ditto|same|again|once more|(?:i )?do (?:it|that) again))"
    r"(?: (?:again|thing|moves?|as|before|last|this|time|round)){0,4}\W{0,4}",
    re.IGNORECASE,
)
"""A message that is nothing but "ditto" or "same as last round"."""


class Referee(Decided):
    """Feed it events in order; it answers each with what follows from it.

    `pgm`: screen names of the game masters, besides the campaign's; with neither, the first who calls a
    round for everybody is taken for one. The same events always give the same answers.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        campaign: Campaign,
        *,
        by_the_book: bool = False,
        pgm: Iterable[str] = (),
        system: str | None = None,
        house: HouseRules | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.campaign = campaign
        self.encounter = Encounter(ruleset, campaign, by_the_book=by_the_book, system=system, house=house)
        self.fight: Fight = ruleset.fight(self.encounter)
        self.pgm: list[str] = [*campaign.pgm, *pgm]
        self._last_moves: dict[str, Reading] = {}  # the last plain declaration of each one
        self._pgm = {fold(name) for name in self.pgm}
        self._persons = Persons(self.encounter.names)
        self._others: set[str] = set()  # names of people who are not who they seem, told of
        self._before: list[Event] = []  # what was said while nobody was known to be the game master
        self._inferred = False  # nobody named the game master: whoever calls the rounds is taken for one
        self._phrases: Phrasebook = phrasebook(ruleset.phrases)
        self._things = ruleset.things(campaign)
        self._lexicon: Lexicon | None = None
        self._names: dict[str, str] = {}
        self._shared: dict[str, tuple[str, ...]] = {}
        self._lone: dict[str, str] = {}
        self._with_lone: dict[str, str] = {}
        self._names_for = -1
        self._announced = Announced()
        self._bot_lines = BotLines(campaign.dice_bots)
        self.events = 0

    # -- the reducer ----------------------------------------------------------------------------

    def see(self, event: Event) -> list[Ruling | Finding]:
        """One event; returns what it caused, in order."""
        encounter = self.encounter
        encounter.event = event
        encounter.out = []
        self.events += 1
        kind = event.kind
        if kind == "notice" and fold(event.speaker or "") in self._pgm:
            kind = "say"  # the helper says his rulings as notices, which no bot answers
            event = encounter.event = replace(event, kind=kind)
        if kind in ("say", "emote", "whisper"):
            self._record(event)
            if event.speaker is not None and event.trust not in ("server", "bot"):
                self._message(event, event.speaker)
        elif kind == "roll":
            self._record(event)
            self._roll(event)
        elif kind == "nick" and event.speaker and event.to:
            self._renamed(event.speaker, event.to)
        elif kind == "leave" and event.speaker:
            self._persons.gone(event.speaker)
        self._announced.passed(encounter.out)
        if encounter.out or encounter.round is not None:
            self._keep_state()
        return encounter.out

    def entered(self, event: Event) -> list[Ruling | Finding]:
        """A message or roll of a player's that the game master enters for him, or for his own character:
        nothing in it is the game master's word."""
        encounter = self.encounter
        encounter.event, encounter.out = event, []
        self.events += 1
        speaker = event.speaker or ""
        encounter.by_master = True
        if event.kind == "roll":
            self._roll(event)
        elif event.kind == "whisper":
            self._whisper(event, speaker, False)
        else:
            self._player_says(event, speaker)
        encounter.by_master = False
        self._keep_state()
        return encounter.out

    def perform(self, event: Event, do: Callable[[Fight], object]) -> list[Ruling | Finding]:
        """Something done to the fight at the game master's command, as `event` tells; returns what it
        caused, in order."""
        encounter = self.encounter
        encounter.event, encounter.out = event, []
        self.events += 1
        do(self.fight)
        self._keep_state()
        return encounter.out

    def says(self, text: str) -> list[Act]:
        """What the game master does by saying this in the room; nothing comes of it here."""
        return self._acts(text, read_pgm(text, self._context(None)), True)

    def hand_over(self, name: str) -> None:
        """Somebody else is the game master from now on."""
        self.pgm = [name]
        self._pgm, self._inferred = {fold(name)}, False

    def _keep_state(self) -> None:
        record = self.encounter.round
        if record is not None and self.encounter.out:
            record.state = self.fight.state()

    def _record(self, event: Event) -> None:
        """LOG-6: what could play tricks with a terminal is reported; printing escapes it."""
        if not (event.text.isprintable() and (event.speaker or "").isprintable()):
            odd = sorted({c for c in event.text + (event.speaker or "") if is_control(c)})
            if odd:
                shown = " ".join(f"U+{ord(c):04X}" for c in odd[:8])
                self.encounter.find("LOG-6", f"control characters in this line, shown escaped: {shown}")

    def exactly(self) -> None:
        """On this service, names that differ by case or blanks are different people's."""
        self._persons.exact = True

    def on_irc(self) -> None:
        """Names compare as IRC servers compare them."""
        self.encounter.names.on_irc()

    def _renamed(self, old: str, new: str) -> None:
        """The character goes along; ID-3 where the new name is another's."""
        taken = self._persons.renamed(old, new)
        if taken is not None:
            who = self.encounter.names.known(new)
            counts = f"he stays {who}" if who is not None else "he is passed over under it"
            self.encounter.find("ID-3", f"{old} takes the name of {taken}; {counts}", taken)
        if fold(old) in self._pgm:
            self._pgm.discard(fold(old))
            self._pgm.add(fold(new))

    def _is_another(self, name: str) -> bool:
        """ID-3: whether this name was left behind by a fighter, and whoever uses it now is somebody else."""
        left = self._persons.left(name)
        if left is None:
            return False
        now, combatant = left
        if fold(name) not in self._others:
            self._others.add(fold(name))
            where = f"who is {now} now" if fold(now) != fold(name) else "who has it no more"
            self.encounter.find(
                "ID-3", f"{name} was the name of {combatant}, {where}; passed over", combatant
            )
        return True

    def _imitates(self, name: str) -> None:
        """ID-1: a name that a reader takes for a fighter's acts in the fight; said once."""
        combatant = None if fold(name) in self._pgm else self._persons.alike(name)
        if combatant is not None and name not in self._others:
            self._others.add(name)
            self.encounter.find("ID-1", f"{name} is not {combatant}, but looks like the name", name)

    # -- rolls ----------------------------------------------------------------------------------

    def _roll(self, event: Event) -> None:
        roll = event.roll
        if roll is None:
            return
        is_pgm = fold(roll.roller) in self._pgm
        if self._is_another(roll.roller):
            return
        who = self.encounter.names.known(roll.roller)
        self._imitates(roll.roller)
        wrong = faults(roll)
        if wrong:
            self.encounter.find(
                "DICE-2", f"this roll cannot be: {'; '.join(wrong)[:200]}. It does not count", who
            )
            self.encounter.note_roll(event, who, None, counted=False)
            return
        if event.trust not in ("server", "bot"):
            self._forged(event, who or roll.roller)
            return
        self._bot_lines.rolled(event)
        self._announced.rolled(who or roll.roller.strip(), event)
        self.fight.rolled(who or roll.roller.strip(), event, is_pgm)

    def _forged(self, event: Event, who: str) -> None:
        named = self.encounter.names.known(who) is not None
        self.encounter.find(
            "DICE-1",
            f"{who} typed this line himself; only the service's own roll counts"
            + ("" if named else ", or that of a bot which the campaign's [dice] bots, or --bot, names"),
            who,
            span=(1, len(event.text) + 1),
        )
        self.encounter.rule("refused", "forged", who, clauses=("DICE-1",))

    # -- messages -------------------------------------------------------------------------------

    def _message(self, event: Event, speaker: str) -> None:
        text = event.text
        if not text or self._is_another(speaker):
            return
        mine = (speaker, self.encounter.names.known(speaker) or speaker)
        if is_forged(event, speaker) or self._bot_lines.copied(event, mine):
            self._forged(event, self.encounter.names.known(speaker) or speaker)
            return
        if is_for_dice(text):
            why = no_command(event)
            if why is not None:
                self.encounter.find("DICE-10", why, speaker, span=(1, len(text) + 1))
            return
        is_pgm = fold(speaker) in self._pgm
        if not is_pgm and not self._pgm and event.kind == "say":
            is_pgm = self._infer_pgm(speaker, text)
            if not is_pgm and len(self._before) < SCENE:
                self._before.append(event)
        if event.kind == "whisper":
            self._whisper(event, speaker, is_pgm)
        elif is_pgm:
            self._pgm_says(event, speaker)
        else:
            self._player_says(event, speaker)
            who = self.encounter.names.known(speaker) or speaker
            self._announced.learned(self.encounter.out)  # what he adds to it in the same breath
            wrong = self._announced.said(who, text)
            if wrong is not None:
                self.encounter.find("DICE-7", wrong.message, who, span=wrong.span)

    def _infer_pgm(self, speaker: str, text: str) -> bool:
        """Whoever first calls a round for everybody, or speaks as only a game master does, is he."""
        acts = self._acts(text, read_pgm(text, self._context(None)), True)
        if any(_calls_all(act) or self.ruleset.of_master(act) for act in acts):
            self._take_for_pgm(speaker)
            return True
        return False

    def _take_for_pgm(self, speaker: str) -> None:
        self._inferred = True
        if self.fight.phase is None:  # how he set the scene was no declaration of his
            self.fight.withdrawn(self.encounter.names.known(speaker) or speaker.strip())
        self.pgm.append(speaker)
        self._pgm.add(fold(speaker))
        here, scene, self._before = self.encounter.event, self._before, []
        for event in scene:
            if fold(event.speaker or "") == fold(speaker):
                self.encounter.event = event
                self._set_scene(event.text, speaker)
        self.encounter.event = here

    def _set_scene(self, text: str, speaker: str) -> None:
        """What the game master said before he was known for him: who is there, how far apart, what it goes
        to."""
        acts = self._acts(text, read_pgm(text, self._context(None)), True)
        told = [act for act in acts if isinstance(act, Distance | Terms)]
        self.fight.hears(text, told, self.names())
        for act in told:
            self.fight.act(act, speaker, True)

    def _pgm_says(self, event: Event, speaker: str) -> None:
        own = self.encounter.names.known(speaker)
        acts = self._acts(event.text, read_pgm(event.text, self._context(own)), True)
        self.fight.hears(event.text, acts, self.names())
        described = self._describes(event, acts)
        for act in acts:
            if isinstance(act, Call):
                told = described.pop(act.who, None)
                if told is not None:
                    self.fight.described(act.who, told, event)
            self.fight.act(act, own or speaker, True)
        for who, told in described.items():
            self.fight.described(who, told, event)
        if own is not None and not acts:
            reading = self._read(
                event.text, self.lexicon(), prose=event.kind == "emote", asked=self.fight.asks(own)
            )
            if _declares(reading):
                self.fight.declared(own, reading, event)

    def _describes(self, event: Event, acts: list[Act]) -> dict[str, Reading]:
        """What the game master's words tell of those he calls: combatant → what he does."""
        told: dict[str, Reading] = {}
        if self.fight.phase != "action":
            return told
        calls = [act for act in acts if isinstance(act, Call)]
        for act in calls:
            said = self._read(sentence(event.text, act.column - 1), self.lexicon())
            if said.moves and said.subject == act.who:
                told.setdefault(act.who, said)  # all of it: "the orc goes 3 west and attacks Bram"
                continue
            for words in (act.does, act.text, said_after(event.text, act.end_column - 1)):
                reading = self._read(words, self.lexicon(), prose=True) if words else None
                if reading is not None and reading.moves:
                    told.setdefault(act.who, reading)
                    break
        for one in acts:
            who = getattr(one, "who", None) if self.ruleset.of_master(one) else None
            words = told_of_him(event.text, one.end_column - 1) if who is not None else None
            reading = self._read(words, self.lexicon(), prose=True) if words is not None else None
            if reading is not None and reading.moves and isinstance(who, str):
                told.setdefault(who, reading)
        whole = self._read(event.text, self.lexicon())
        if whole.moves and whole.subject is not None:
            self._tells(event.text, whole, told)
        for who, words, plain in self._played(event.text, acts):
            reading = self._read(words, self.lexicon(), prose=not plain, asked=plain)
            if reading.moves and (reading.subject in (None, who)) and not (plain and reading.candidate):
                told.setdefault(who, reading)
        return told

    def _tells(self, text: str, whole: Reading, told: dict[str, Reading]) -> None:
        """Whose moves a message tells: the subject's of its first sentence, or another's whose sentence or
        clause they stand in ("Ann takes 4. The orc attacks Ann")."""
        at = whole.moves[0].column - 1
        own = self._read(text[sentence_start(text, at) :], self.lexicon())
        who = named_before(text, at, self.names()) or (own.subject if own.moves else None) or whole.subject
        if who is not None:
            told.setdefault(who, own if own.moves and own.subject == who else replace(whole, subject=who))

    def _played(self, text: str, acts: list[Act]) -> Iterator[tuple[str, str, bool]]:
        """Moves the game master makes for one that is waited for, "Orc: attack Bram" (plainly) or "the orc
        waits": who, and the words without the name. What holds a ruling besides is none."""
        if any(not isinstance(act, Count | Told | Call) for act in acts):
            return
        for act in acts:
            if isinstance(act, Told) and self.fight.asks(act.who):
                yield act.who, act.does, False
        match = _PLAYS.match(text)
        who = self.names().get(fold(match["who"])) if match is not None else None
        if match is not None and who is not None and self.fight.asks(who):
            yield who, match["does"], True

    def _player_says(self, event: Event, speaker: str) -> None:
        who = self.encounter.names.known(speaker) or speaker.strip()
        acts = self._acts(event.text, read_player(event.text, self._context(who)), False)
        acts = [act for act in acts if not isinstance(act, Yielded) or _gives_up(act, who)]
        for act in acts:
            self.fight.act(replace(act, who=who) if isinstance(act, Yielded) else act, who, False)
        reading = self._read(
            event.text, self.lexicon(), prose=event.kind == "emote", asked=self.fight.asks(who)
        )
        answered = not _declares(reading) and (self._says_again(who, event) or self._aims(who, event))
        if not answered and (_declares(reading) or reading.total is not None):
            self._declared(who, reading, event)
        elif not answered and self._pgm and not any(isinstance(act, Yielded) for act in acts):
            self._plays_pgm(event, who)
        self.fight.spoke(who, event)

    def _declared(self, who: str, reading: Reading, event: Event) -> None:
        if event.speaker is not None:
            self._imitates(event.speaker)
        waits = self.fight.asks(who) or not self.fight.fights(who)
        spells = [move.spell.name for move in reading.moves if move.spell is not None]
        if any(name.casefold() not in self._things for name in spells):
            self._things = {**self._things, **{name.casefold(): name for name in spells}}
        self.fight.declared(who, reading, event)
        if reading.moves and (not reading.candidate or (waits and not self.fight.asks(who))):
            self._last_moves[who] = reading

    def _says_again(self, who: str, event: Event) -> bool:
        """ "Ditto": the moves of his last declaration over again, where moves are waited for."""
        last = self._last_moves.get(who)
        if last is None or not self.fight.asks(who) or _AGAIN.fullmatch(event.text) is None:
            return False
        self.fight.declared(who, replace(last, slips=(), text=event.text), event)
        return True

    def _aims(self, who: str, event: Event) -> bool:
        """A bare name, which may answer the question whom a move was meant for."""
        target = self.names().get(event.text.strip(" .,:;!?()*").casefold())
        if target is None or target == who:
            return False
        self.fight.aims(who, target)
        return True

    def _plays_pgm(self, event: Event, who: str) -> None:
        """ID-4: somebody else calls a round for everybody or awards damage; questions are no calls."""
        text = event.text
        if "?" in text or _MAY_RULE.search(text) is None:
            return
        acts = read_pgm(text, self._context(who))
        others = [act for act in acts if isinstance(act, Points | Pool) and act.who not in (None, who)]
        own = self.encounter.last_roll(who)  # "CRIT! 20!" tells what he has rolled
        awards = [act for act in acts if isinstance(act, Points) and act.who is None and act.amount != own]
        calls = [act for act in acts if isinstance(act, RoundCall) and not act.names]
        if calls and self.fight.phase is None and self._inferred and not self.fight.fights(who):
            self._take_for_pgm(event.speaker or who)
            self._pgm_says(event, event.speaker or who)
            return
        found: list[Act] = [*calls, *others, *(awards if len(acts) > len(awards) else ())]
        if found:
            first = min(found, key=lambda act: act.column)
            self.encounter.find(
                "ID-4",
                f"{who} speaks as the PGM, who is {' or '.join(self.pgm)}; passed over",
                who,
                span=(first.column, first.end_column),
            )

    def _whisper(self, event: Event, speaker: str, is_pgm: bool) -> None:
        if is_pgm:
            who = self.encounter.names.known(event.to or "") or (event.to or "").strip()
            if who:
                for act in self._acts(event.text, read_pgm(event.text, self._context(None)), True):
                    self.fight.whispered(act, who)
            return
        if event.to is not None and self._pgm and fold(event.to) not in self._pgm:
            return  # two players between themselves
        who = self.encounter.names.known(speaker) or speaker.strip()
        orders = standing.ORDERS.match(event.text)
        if orders is not None:
            reading = self._read(event.text[orders.end() :], self.lexicon(), given=True)
            if reading.moves or standing.NONE.fullmatch(event.text[orders.end() :]):
                self.fight.standing(who, reading, event)
                return
        reading = self._read(event.text, self.lexicon(), given=True)
        if _declares(reading):
            self._declared(who, reading, event)
            if reading.moves and standing.EVERY_ROUND.search(event.text) is not None:
                self.fight.standing(who, reading, event)
        elif not self._says_again(who, event):
            self._aims(who, event)
        for act in self._acts(event.text, read_player(event.text, self._context(who)), False):
            self.fight.act(act, who, False)

    def _read(
        self, text: str, lexicon: Lexicon, *, given: bool = False, prose: bool = False, asked: bool = False
    ) -> Reading:
        return self.ruleset.read(text, lexicon, given=given, prose=prose, asked=asked)

    def _acts(self, text: str, general: list[Act], pgm: bool) -> list[Act]:
        """The ruleset's own acts and the core's, in the order of the words, the ruleset's first where both
        read the same; a name in the midst of an own act calls nobody."""
        own = self.ruleset.acts(text, self.names(), self.fight, pgm=pgm)
        rest = (act for act in general if not (isinstance(act, Call) and part_of(act, own)))
        return sorted([*own, *rest], key=lambda act: act.column)

    # -- what the words may refer to ------------------------------------------------------------

    def names(self) -> dict[str, str]:
        """Every known way to write a combatant → the combatant. A form that fits several ("the guard" for
        Guard 1 to Guard 9) means the one of them who fights, if it is one."""
        self._renew()
        if not self._shared:
            return self._names
        lone = {}
        for form, fits in self._shared.items():
            there = [name for name in fits if self.fight.fights(name)]
            if len(there) == 1:
                lone[form] = there[0]
        if lone != self._lone or not self._with_lone:  # the same table again lets others keep what they made
            self._lone, self._with_lone = lone, {**lone, **self._names}
        return self._with_lone

    def lexicon(self) -> Lexicon:
        """The words of this campaign and the names of those who are in it."""
        self._renew()
        assert self._lexicon is not None
        return self._lexicon

    def kept(self) -> tuple[object, ...]:
        """What is made anew and never changed, so that a fork may share it."""
        return (
            self._phrases, self._things, self._lexicon, self._names, self._shared, self._lone,
            self._with_lone,
        )  # fmt: skip

    def _renew(self) -> None:
        names = self.encounter.names
        if self._names_for == names.version:
            return
        self._names_for = names.version
        everybody: list[str] = []
        for _, combatant in names.items():
            if combatant not in everybody:
                everybody.append(combatant)
        forms = candidates(everybody)
        self._names = {form: fits[0] for form, fits in forms.items() if len(fits) == 1}
        self._shared = {form: fits for form, fits in forms.items() if len(fits) > 1}
        self._with_lone = {}
        for folded, combatant in names.items():
            self._names.setdefault(folded, combatant)
        self._lexicon = self.ruleset.lexicon(self.campaign, everybody)

    def _context(self, me: str | None) -> Context:
        fight = self.fight
        return Context(
            names=self.names(),
            me=me,
            current=fight.current,
            target=fight.target,
            asked=fight.asked,
            due=fight.due,
            phase=fight.phase,
            phrases=self._phrases,
            things=self._things,
            order=fight.order,
            left=fight.left,
            dealt=fight.dealt,
            face=fight.face,
        )


def _calls_all(act: Act) -> bool:
    return isinstance(act, RoundCall) and not act.names and not act.question


def _declares(reading: Reading) -> bool:
    """Whether a message says anything of its sender's moves."""
    return bool(reading.moves or reading.modifiers or reading.hold_back or reading.released)


def _gives_up(act: Yielded, who: str) -> bool:
    """Whether the speaker gives up: nobody does so for another, and "you win" is said to the winner."""
    if act.text.casefold().startswith("you "):
        return act.who != who
    return act.who in (None, who) and not act.text.casefold().endswith((" wins", " won"))
