"""From chunks to acts: which of them hold, and who is meant.

A statement under "if", after "not" or inside a question does not hold; a phrase that wants the whole clause
to itself does not hold beside words nobody explains. A name called out ("Swift, …") is whoever the rest of
the sentence speaks to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from calledshot.referee import acts
from calledshot.referee.phrases.book import Give, Phrasebook, Rule
from calledshot.referee.phrases.chunks import Chunk, Clause, Message, after_join
from calledshot.referee.phrases.match import Capture, Person
from calledshot.referee.phrases.sums import Sum
from calledshot.referee.phrases.tokens import HARD, SOFT

ACTS: Mapping[str, type[acts.Act]] = {
    kind.__name__: kind
    for kind in (
        acts.RoundCall, acts.RoundEnd, acts.FightStart, acts.Terms, acts.FightEnd, acts.Yielded, acts.Call, acts.Told,
        acts.Count, acts.Ask, acts.Verdict, acts.Points, acts.Pool, acts.Stated, acts.Order, acts.MoveCount,
        acts.Waiver, acts.Distance, acts.Moved, acts.Penalty, acts.Announced, acts.Answer,
    )
}  # fmt: skip
STATEMENTS = frozenset(
    "Told RoundEnd FightEnd Yielded Verdict Points Pool Stated MoveCount Distance Moved Waiver FightStart Announced".split()
)
"""Acts that say how things are: not in a question, not under "if", not after "not"."""
PLAIN_POOL = 60
"""A figure beside a name, with nothing else to go by: below this it is what somebody has left, from here on
an initiative."""
_ON_DICE = frozenset({"hit", "critical", "miss", "fumble", "saved", "failed"})
_SUFFERS = frozenset({"Points", "Pool", "Stated"})
_ADDRESSED = frozenset({"Distance", "Order", "Ask", "Verdict", "Call", "Moved", "MoveCount", "Waiver", "Penalty", "Yielded"})


class Situation(Struct, frozen=True):
    """What of the fight the words may lean on."""

    me: str | None
    current: str | None
    target: str | None
    due: frozenset[str]
    phase: str | None


    def admits(self, rule: Rule) -> bool:
        """Whether a rule's phrases can mean anything now."""
        if rule.due and self.due.isdisjoint(rule.due):
            return False
        return not rule.phase or (self.phase or "none") in rule.phase


class Draft:
    """An act in the making. `who` as said; `free` where the words name nobody, so that a name called out may
    fill it."""

    __slots__ = ("act", "bare_figure", "before", "captured", "end", "fields", "free", "joined", "lone", "pronoun", "sentence", "start", "total")

    def __init__(self, act: str, fields: dict[str, Any], start: int, end: int, sentence: int) -> None:
        self.act = act
        self.fields = fields
        self.start = start  # tokens
        self.end = end
        self.sentence = sentence
        self.free = False
        self.before: tuple[str, ...] = ()
        self.total = False  # "total", "altogether": takes the place of the points before it
        self.joined = False  # begins after "and": the subject of the clause before is its own
        self.bare_figure = False  # "at 75" and no more
        self.captured = False  # its words hold a pronoun or name for whom they are about
        self.lone = False  # a name and nothing else
        self.pronoun = False  # "he": whoever suffered in this sentence, never the one spoken to


def drafts(message: Message, text: str, book: Phrasebook, at: Situation) -> list[Draft]:
    """Everything the message does, in the order of its words, names filled in as far as it says them."""
    sentences: dict[int, list[Chunk]] = {}
    for chunk in message.chunks:
        sentences.setdefault(chunk.sentence, []).append(chunk)
    made: list[Draft] = []
    addressed: str | None = None
    for number, chunks in sentences.items():
        sentence = _Sentence(message, text, number, chunks, book, at, made)
        sentence.addressed = addressed
        made += sentence.read()
        addressed = next((chunk.person for chunk in reversed(sentence.called)), None)
    _give_names(made)
    for draft, following in zip(made[:-1], made[1:], strict=True):
        if draft.act == "Count" and following.act in ("Pool", "Stated"):  # "5. Garrock is at 24"
            draft.act, draft.fields = "Points", {"what": "damage", "amount": draft.fields["at"]}
    if any(draft.act == "FightEnd" for draft in made):  # "first blood, Maelis wins" sets no terms
        made = [draft for draft in made if draft.act != "Terms"]
    return [
        draft
        for i, draft in enumerate(made)
        if not draft.before or any(other.act in draft.before for other in made[i + 1 : i + 2])
    ]


def _give_names(made: list[Draft]) -> None:
    """ "Torvik? init please": the name before a call for initiative is whom it is for."""
    for call, following in zip(made[:-1], made[1:], strict=True):
        fields = following.fields
        if call.lone and following.act == "RoundCall" and not fields.get("names") and not fields.get("fresh"):
            fields["names"] = (call.fields["who"],)
            made.remove(call)
            return


class _Sentence:
    """Reads the chunks of one sentence. `before`: the drafts of the sentences before it."""

    def __init__(
        self, message: Message, text: str, number: int, chunks: list[Chunk], book: Phrasebook, at: Situation,
        before: list[Draft],
    ) -> None:
        self.message = message
        self.text = text
        self.number = number
        self.chunks = chunks
        self.book = book
        self.at = at
        self.before = before
        self.out: list[Draft] = []
        self.called: list[Chunk] = []
        self.addressed: str | None = None  # who was spoken to in the sentence before
        self.clauses = [clause for clause in message.clauses if clause.sentence == number]
        self.supposed = self._opens_with_supposition()

    def read(self) -> list[Draft]:
        self.called = self._called_out()
        for chunk in self.chunks:
            if chunk.person is not None or (chunk.rule is None and chunk.pairs is None and chunk.sum is None):
                continue
            if chunk.rule is not None:
                self._rule(chunk, chunk.rule)
            elif chunk.pairs is not None:
                self._pairs(chunk)
            else:
                self._figure(chunk)
        self._sort_out_counts()
        called = self._called_out()
        self._fill(called)
        self.out = [draft for made in self.out for draft in _to_one(made)]
        self._lone_names(called)
        self.out.sort(key=lambda draft: draft.start)
        return self.out

    # -- what holds -----------------------------------------------------------------------------

    def _clause(self, chunk: Chunk) -> Clause:
        return self.message.clauses[chunk.clause]

    def _opens_with_supposition(self) -> bool:
        tokens = self.message.tokens
        for clause in self.clauses[:1]:
            for token in tokens[clause.start : clause.start + 3]:
                if token.word in self.book.lists["hypothetical"]:
                    return True
                if token.word not in self.book.lists["fillers"]:
                    return False
        return False

    def _holds(self, chunk: Chunk, rule: Rule, statement: bool) -> bool:
        clause = self._clause(chunk)
        if (rule.whole and clause.loose) or (rule.calm and clause.shout):
            return False
        if rule.bare and clause.end - clause.start != chunk.end - chunk.start:
            return False
        if rule.joined and not self._subjects():
            return False
        if rule.idle and self.out and self.out[-1].act in ("Moved", "Told"):
            return False  # "Bram scrambles away, out of reach"
        if rule.addressed and not any(other.start < chunk.start for other in self.called):
            return False
        if rule.alone and not self._alone(rule.alone):
            return False
        if not statement or rule.certain:
            return True
        if self.supposed or (clause.question and not rule.asks):
            return False
        tokens, lists = self.message.tokens, self.book.lists
        before = [token.word for token in tokens[clause.start : chunk.start] if token.kind != SOFT]
        if not lists["hypothetical"].isdisjoint(before):
            return False
        passed = lists["fillers"] | self.book.classes["between"]
        while before and before[-1] in passed and before[-1] not in lists["negators"]:
            before.pop()
        return not (before and before[-1] in lists["negators"])

    def _alone(self, how: str) -> bool:
        if any(clause.loose for clause in self.clauses):
            given = [give.act for chunk in self.chunks if chunk.rule is not None for give in chunk.rule.gives]
            return how != "call" and given.count("RoundCall") > 1
        if how == "again":
            said = [*self.before, *self.out]
            most = any(token.word in self.book.classes["max"] for token in self.message.tokens)
            return most or not (said and said[-1].act in ("Verdict", "Call", "Told"))
        if how != "call":
            return True
        given = [give.act for chunk in self.chunks if chunk.rule is not None for give in chunk.rule.gives]
        return all(act in ("RoundCall", "FightStart", "Terms") for act in given)

    # -- phrases --------------------------------------------------------------------------------

    def _rule(self, chunk: Chunk, rule: Rule) -> None:
        for give in rule.gives:
            if not self._holds(chunk, rule, give.act in STATEMENTS):
                continue
            draft = self._draft(chunk, give)
            if draft is not None:
                draft.before = rule.before
                self.out.append(self._another_roll(draft) if rule.again else draft)

    def _another_roll(self, draft: Draft) -> Draft:
        """ "Roll again": more damage on top where damage was rolled, the table after a fumble, else leave to
        roll the same thing anew."""
        said = [*self.before, *self.out]
        last = next((other for other in reversed(said) if other.act in ("Verdict", "Points", "Ask")), None)
        most = any(token.word in self.book.classes["max"] for token in self.message.tokens)
        fumbled = last is not None and last.act == "Verdict" and last.fields.get("outcome") == "fumble"
        fumbled = fumbled or (last is None and "fumble" in self.at.due)
        damage = most or (last is not None and last.act == "Points")
        if not damage and last is None:
            damage = "damage" in self.at.due or (draft.act == "Ask" and not self.at.due)
        fields = {"who": draft.fields.get("who")}
        if fumbled:
            fields["what"] = "fumble"
        elif damage:
            fields |= {"what": "damage", "again": True}
        else:
            fields["kind"] = "reroll"
        made = Draft("Ask" if fumbled or damage else "Waiver", fields, draft.start, draft.end, draft.sentence)
        made.free = draft.free
        return made

    def _draft(self, chunk: Chunk, give: Give) -> Draft | None:
        fields: dict[str, Any] = {}
        draft = Draft(give.act, fields, chunk.start, chunk.end, self.number)
        draft.free = give.act in _ADDRESSED or give.act in _SUFFERS
        draft.bare_figure = chunk.end - chunk.start == 2
        draft.captured = not {"who", "target", "name"}.isdisjoint(chunk.captures)
        first = self.message.tokens[chunk.start]
        draft.joined = chunk.start > 0 and first.value is None and "who" not in chunk.captures and after_join(self.message.tokens, chunk.start, self.book)
        if give.act == "Distance":
            draft.free = "other" in chunk.captures and "who" in chunk.captures
        for name, value in give.fields.items():
            if not (isinstance(value, str) and value.startswith("$")):
                fields[name] = value
                continue
            slot = next((s for s in value[1:].split("|") if s in chunk.captures), value[1:].partition("|")[0])
            if slot == "does":
                fields[name] = self._does(chunk)
                continue
            capture = chunk.captures.get(slot)
            if capture is None and slot in ("who", "names"):
                capture = chunk.captures.get("name")
            if capture is None:
                if name in ("amount", "value", "count", "condition", "feet", "terms", "entries") or slot.endswith("!"):
                    return None
                continue
            if name == "entries":
                slots = [s for s in value[1:].split("|") if s in chunk.captures]
                fields[name] = tuple(self._figure_of(chunk.captures[s]) for s in slots)
            elif not self._put(draft, name, capture):
                return None
        if give.act == "Points":
            words = {token.word for token in self.message.tokens[chunk.start : chunk.end]}
            draft.total = not words.isdisjoint(self.book.classes["in_all"])
        if give.act == "Points" and fields["amount"] < 0:
            penalty = not self._damage_due() and fields["amount"] % 10 == 0
            draft.act = "Penalty" if penalty else "Pool"
            draft.fields = {"amount" if penalty else "value": fields["amount"], "who": fields.get("who")}
        elif give.act == "Points" and fields["amount"] == 0:
            if fields["what"] != "damage":
                return None
            draft.act, draft.fields = "Verdict", {"outcome": "no_damage", "who": fields.get("who")}
        if give.act == "Pool" and self._is_penalty(fields):
            draft.act, draft.fields = "Penalty", {"amount": fields["value"]}
        if give.act == "RoundCall" and fields.get("number") is not None:
            fields["fresh"] = True
        if give.act == "Call" and fields.get("who") is None and not draft.free:
            return None
        return draft

    def _figure_of(self, capture: Capture) -> int:
        return capture.value.value if isinstance(capture.value, Sum) else int(str(capture.value))

    def _is_penalty(self, fields: dict[str, Any]) -> bool:
        """ "at -30" while a to-hit roll is due."""
        named = fields.get("pool") is not None or fields.get("who") is not None
        return fields["value"] < 0 and not named and "to_hit" in self.at.due and not self._damage_due()

    def _put(self, draft: Draft, name: str, capture: Capture) -> bool:
        """Fill one field from a slot; False if the whole act falls with it."""
        value = capture.value
        if isinstance(value, Person):
            if value.kind == "i":
                if self.at.me is None:
                    return False
                draft.fields[name] = self.at.me
            elif value.kind == "name":
                draft.fields[name] = (value.name,) if name == "names" else value.name
            if name == "winner" and value.kind == "you":
                draft.free = True
            if name in ("who", "winner") and value.kind != "you":
                draft.free = False
                draft.pronoun = value.kind == "he"
            return True
        if isinstance(value, Sum):
            draft.fields[name] = value.value
            if draft.act == "Points":
                if value.doubled:
                    draft.fields["doubled"] = True
                if value.halved:
                    draft.fields["halved"] = True
            return True
        if value is None:  # words taken as they stand
            draft.fields[name] = self._words(capture.start, capture.end)
            return True
        if name == "unit":
            draft.fields["feet"] = draft.fields["feet"] * self.book.unit_feet.get(str(value), 1.0)
            return True
        if name == "feet":
            value = float(value)  # type: ignore[arg-type]
        draft.fields[name] = value
        return True

    def _words(self, start: int, end: int) -> str:
        """The words of the message itself, as typed."""
        while end > start and self.message.tokens[end - 1].kind in (SOFT, HARD):
            end -= 1
        if end <= start:
            return ""
        return self.text[self.message.tokens[start].start : self.message.tokens[end - 1].end].strip()

    def _does(self, chunk: Chunk) -> str:
        who = chunk.captures.get("who") or chunk.captures.get("name")
        start = who.end if who is not None else chunk.start
        if self.message.tokens[start].word == "'s":
            start += 1
        return self._words(start, chunk.end)

    # -- pairs and figures ----------------------------------------------------------------------

    def _said_before(self, *kinds: str) -> bool:
        return any(draft.act in kinds for draft in (*self.before, *self.out))

    def _damage_due(self) -> bool:
        if "damage" in self.at.due:
            return True
        return any(
            draft.act in ("Points", "Pool")
            or (draft.act == "Waiver" and draft.fields.get("kind") == "undo")
            or (draft.act == "Verdict" and draft.fields.get("outcome") in ("hit", "critical"))
            for draft in (*self.before, *self.out)
        )

    def _figure_due(self) -> bool:
        """Whether the next bare figure is damage: a blow has struck, or a slip of points is put right."""
        for draft in reversed([*self.before, *self.out]):
            if draft.act in ("Points", "Pool"):
                return False
            if draft.act == "Verdict":
                return draft.fields.get("outcome") in ("hit", "critical")
            if draft.act == "Waiver" and draft.fields.get("kind") == "undo":
                return True
        return "damage" in self.at.due

    def _pairs(self, chunk: Chunk) -> None:
        pairs = chunk.pairs
        assert pairs is not None
        if self._clause(chunk).loose:
            return
        if pairs.number_first and len(pairs.entries) == 1:
            self._number_first(chunk)
        elif len(pairs.entries) == 1 and self.out and self.out[-1].act == "MoveCount":
            who, value = pairs.entries[0]  # "Kaelin you have 2 moves, Torvik 1"
            self.out.append(Draft("MoveCount", {"count": value, "who": who}, chunk.start, chunk.end, self.number))
        elif len(pairs.entries) == 1 and pairs.entries[0][1] < 0 and self._calls_after(chunk):
            who, value = pairs.entries[0]  # "Torvik, -30, to hit"
            self.out.append(Draft("Penalty", {"amount": value, "who": who}, chunk.start, chunk.end, self.number))
        elif self._are_pools(chunk) and not (self._clause(chunk).question and len(pairs.entries) == 1):
            if self._clause(chunk).question:
                return
            pool = next((self.book.pool_words[word] for word in self._words_before(chunk) if word in self.book.pool_words), None)
            for (who, value), (start, end) in zip(pairs.entries, pairs.spans, strict=True):
                self.out.append(Draft("Pool", {"value": value, "who": who, "pool": pool}, start, end, self.number))
        elif len(pairs.entries) == 1 and set(pairs.links) <= self.book.classes["be"] and pairs.links:
            return  # "Kaelin is 24"
        elif len(pairs.entries) == 1 and self.at.phase != "initiative":
            who, value = pairs.entries[0]
            self.out.append(Draft("Call", {"who": who, "at": value}, chunk.start, chunk.end, self.number))
        else:
            self.out.append(Draft("Order", {"entries": pairs.entries}, chunk.start, chunk.end, self.number))

    def _calls_after(self, chunk: Chunk) -> bool:
        after = [other.rule for other in self.chunks if other.start >= chunk.end and other.rule is not None]
        return any(give.act in ("Ask", "Call") for rule in after for give in rule.gives)

    def _words_before(self, chunk: Chunk) -> list[str]:
        """The words of the sentence before a chunk."""
        first = self.clauses[0].start if self.clauses else 0
        return [token.word for token in self.message.tokens[first : chunk.start]]

    def _number_first(self, chunk: Chunk) -> None:
        """ "133: Elsinore": a count called, unless a figure of damage was due and something else is said of the name."""
        pairs = chunk.pairs
        assert pairs is not None
        who, value = pairs.entries[0]
        following = next(
            (other for other in self.chunks if other.start >= chunk.end and (other.rule or other.pairs)), None
        )
        gives = {give.act for give in following.rule.gives} if following is not None and following.rule else set()
        paired = following is not None and following.pairs is not None and not following.pairs.number_first
        if paired or not {"Pool", "Stated", "FightEnd"}.isdisjoint(gives):  # "4, Corwin is at 36"
            fields = {"what": "damage", "amount": value, "who": who}
            self.out.append(Draft("Points", fields, chunk.start, chunk.start + 1, self.number))
            return
        if "Verdict" in gives and "Call" not in gives:
            return  # the roll that the verdict speaks of
        name_clause = next((c for c in self.clauses if c.start <= pairs.end - 1 < c.end), None)
        if name_clause is not None and name_clause.loose:  # who knows what: a count, or the points just struck
            self.out.append(Draft("Count", {"at": value}, chunk.start, chunk.start + 1, self.number))
            return
        if self.at.phase == "initiative" and not gives:
            self.out.append(Draft("Order", {"entries": pairs.entries}, chunk.start, pairs.end, self.number))
            return
        self.out.append(Draft("Call", {"who": who, "at": value}, chunk.start, pairs.end, self.number))

    def _are_pools(self, chunk: Chunk) -> bool:
        pairs = chunk.pairs
        assert pairs is not None
        if pairs.of_most:
            return True
        values = [value for _, value in pairs.entries]
        words = self._words_before(chunk)
        if any(word in self.book.pool_words for word in words):
            return True
        ordered = not self.book.classes["order_word"].isdisjoint(words)
        if ordered:
            return False
        if min(values) <= 0:
            return True
        be, at = self.book.classes["be"], {"at"}
        if len(values) == 1 and self._calls_after(chunk):
            return False  # "Elsinore at 33: stab, to hit"
        if len(values) == 1 and pairs.links and be.issuperset(pairs.links):
            return self._damage_due()
        if len(pairs.links) >= 2 and not be.isdisjoint(pairs.links) and not at.isdisjoint(pairs.links):
            return max(values) < 100 or self._damage_due()
        if max(values) >= 100 or len({who for who, _ in pairs.entries}) < len(pairs.entries):
            return False
        if self._damage_due() or self._said_before("RoundEnd"):
            return True
        if self.at.phase == "initiative" or len(pairs.entries) > 1:
            return False
        if any(token.word in self.book.classes["then"] for token in self.message.tokens[: chunk.start]):
            return False
        return not (self.at.phase == "action" and pairs.links and (pairs.links == (",",) or max(values) >= PLAIN_POOL))

    def _figure(self, chunk: Chunk) -> None:
        """A bare figure: points where damage was due, else the count that initiative has come to."""
        summed = chunk.sum
        assert summed is not None
        clause = self._clause(chunk)
        if clause.loose or self.supposed:
            return
        if summed.taken or summed.value < 0:
            if clause.question:
                return
            penalty = not summed.worked and not self._damage_due() and summed.value % 10 == 0
            kind, field = ("Penalty", "amount") if penalty else ("Pool", "value")
            made = Draft(kind, {field: summed.value}, chunk.start, chunk.end, self.number)
            made.free = True
            self.out.append(made)
        elif self._figure_due() or (summed.worked and self.at.phase != "initiative" and not clause.question):
            self.out.append(self._points(chunk, summed))
        elif self.at.phase == "action" and not summed.worked and not clause.question:
            self.out.append(Draft("Count", {"at": summed.value}, chunk.start, chunk.end, self.number))

    def _points(self, chunk: Chunk, summed: Sum) -> Draft:
        fields: dict[str, Any] = {"what": "damage", "amount": summed.value}
        if summed.doubled:
            fields["doubled"] = True
        if summed.halved:
            fields["halved"] = True
        made = Draft("Points", fields, chunk.start, chunk.end, self.number)
        made.free = True
        return made

    def _sort_out_counts(self) -> None:
        """A figure before a verdict is the roll spoken of, "33, that's a hit"; before a pool it is damage,
        "9, down to 12"; before other points a part of them: no initiative count."""
        verdicts = [
            draft.start for draft in self.out if draft.act == "Verdict" and draft.fields.get("outcome") in _ON_DICE
        ]
        for made in (self.out, self.before):
            for draft in [draft for draft in made if draft.act == "Count"]:
                if any(start > draft.start for start in verdicts):
                    made.remove(draft)
        for draft in [draft for draft in self.out if draft.act == "Count"]:
            after = [other.act for other in self.out if other.start > draft.start]
            if "Points" in after:
                self.out.remove(draft)
            elif not {"Pool", "Stated", "FightEnd"}.isdisjoint(after) or any(
                other.fields.get("outcome") == "disrupted" for other in self.out
            ):
                draft.act, draft.free = "Points", True
                draft.fields = {"what": "damage", "amount": draft.fields["at"]}

    # -- who is meant ---------------------------------------------------------------------------

    def _called_out(self) -> list[Chunk]:
        """Names standing alone in the sentence, in order: called out, or next to move."""
        covered = [
            (chunk.start, chunk.pairs.end)
            for chunk in self.chunks
            if chunk.pairs is not None
            and chunk.pairs.number_first
            and any(draft.start == chunk.start and draft.act != "Points" for draft in self.out)
        ]
        return [
            chunk
            for chunk in self.chunks
            if chunk.rule is None and chunk.pairs is None and chunk.sum is None
            and not any(start <= chunk.start < end for start, end in covered)
            and (not self._clause(chunk).loose or self._before_you(chunk))
        ]  # fmt: skip

    def _before_you(self, chunk: Chunk) -> bool:
        """ "too late for that, Kestrel, you go on 95": a name at the end of whatever clause before "you"."""
        tokens, end = self.message.tokens, self._clause(chunk).end
        return chunk.end == end and end + 1 < len(tokens) and tokens[end + 1].word in self.book.words.second

    def _fill(self, called: list[Chunk]) -> None:
        """Give each act that names nobody the name that its words were spoken to."""
        if any(draft.act == "Order" for draft in self.out):  # "inits: Swift 170, …" calls for none
            self.out = [draft for draft in self.out if draft.act != "RoundCall"]
        subjects = self._subjects()
        actor: str | None = None
        called_up = False
        sufferer: str | None = None
        struck = False
        for draft in self.out:
            fields = draft.fields
            if draft.act == "FightEnd":
                if draft.free and fields.get("winner") is None:  # "you win"
                    fields["winner"] = self._spoken_to(draft, called)
                    draft.fields["nobody"] = fields["winner"] is None
                continue
            if draft.act == "RoundCall":
                if not fields.get("names"):
                    near = [chunk.person for chunk in called if chunk.person and self._near(chunk, draft)]
                    if self.at.phase is not None or len(near) == 1:  # "IMs please, Bram and Corvane": they are the fight
                        fields["names"] = tuple(dict.fromkeys(near))
                continue
            name = self._spoken_to(draft, called) if draft.free and fields.get("who") is None else None
            if draft.free and fields.get("who") is None:
                if draft.act in _SUFFERS:
                    if sufferer is not None:
                        fields["who"] = sufferer
                    elif name is not None and not struck and name != self.at.current:
                        fields["who"] = name
                elif draft.act in _ADDRESSED:
                    if name is not None:
                        fields["who"] = name
                    elif actor is not None and (draft.act == "Ask" or (draft.act == "Moved" and called_up)):
                        fields["who"] = actor
                if fields.get("who") is None and draft.joined and draft.act != "Ask":
                    fields["who"] = next((who for at, who in reversed(subjects) if at < draft.start), None)
            if fields.get("who") is None and draft.free and not struck and len({who for _, who in subjects}) == 1:
                if (draft.act in ("Stated", "Pool") and not draft.captured) or (draft.act == "Ask" and not called):
                    fields["who"] = subjects[0][1]  # "Corvane is on the floor, bleeding"
            if draft.pronoun and draft.act in _SUFFERS and sufferer is not None:
                fields["who"] = sufferer
            elif draft.pronoun and draft.act == "Moved" and called_up:
                fields["who"] = actor
            if draft.act in _SUFFERS:
                sufferer = fields.get("who", sufferer)
            elif draft.act == "Verdict" and fields.get("outcome") in ("hit", "critical"):
                struck = True
                sufferer = fields.get("target", sufferer)
                actor = fields.get("who", actor)
            elif draft.act == "Verdict" and fields.get("outcome") in ("saved", "failed"):
                sufferer = fields.get("who", sufferer)
            elif draft.act in ("Verdict", "Call"):
                actor = fields.get("who", actor)
                called_up = called_up or draft.act == "Call"
        for draft, following in zip(self.out[:-1], self.out[1:], strict=True):  # "5 points, Elsin you're at 12"
            if draft.act == "Points" and draft.free and following.act in ("Pool", "Stated"):
                draft.fields["who"] = draft.fields.get("who") or following.fields.get("who")
        for draft in self.out:
            if draft.act == "Order" and draft.fields["entries"] and isinstance(draft.fields["entries"][0], int):
                who = draft.fields.pop("who", None)
                draft.fields["entries"] = tuple((who, value) for value in draft.fields["entries"]) if who else ()
        for draft in self.out:
            if draft.act == "Call" and draft.fields.get("who") is None and self._says_your(draft):
                draft.fields["who"] = self.addressed  # "8 on you, Bram. Your turn"
        self.out = [
            draft
            for draft in self.out
            if not (draft.act == "Call" and draft.fields.get("who") is None)
            and not (draft.act == "Order" and not draft.fields["entries"])
            and not (draft.act == "FightEnd" and draft.fields.pop("nobody", False))
            and not (draft.act == "Stated" and draft.fields.get("who") is None and self._heads(draft))
        ]

    def _subjects(self) -> list[tuple[int, str]]:
        """The names that clauses of this sentence begin with, with their place: whose doing is told."""
        found = []
        for clause in self.clauses:
            i = clause.start
            while i < clause.end and self.message.tokens[i].word in self.book.lists["fillers"] | {"the"}:
                i += 1
            if i < clause.end and self.message.tokens[i].person is not None:
                found.append((i, self.message.tokens[i].person or ""))
        return found

    def _says_your(self, draft: Draft) -> bool:
        said = {token.word for token in self.message.tokens[draft.start : draft.end]}
        return not said.isdisjoint(self.book.classes["owner_you"] | self.book.words.second)

    def _heads(self, draft: Draft) -> bool:
        """ "bleeding: …" is a heading."""
        tokens = self.message.tokens
        return draft.end < len(tokens) and tokens[draft.end].kind == SOFT and tokens[draft.end].word == ":"

    def _spoken_to(self, draft: Draft, called: list[Chunk]) -> str | None:
        before = [chunk for chunk in called if chunk.start < draft.start]
        if before:
            return before[-1].person
        after = next((chunk for chunk in called if self._near(chunk, draft)), None)
        return after.person if after is not None and not self._is_next(after) else None

    def _near(self, chunk: Chunk, draft: Draft) -> bool:
        """Whether a name is called out for these words: alone in its clause, or in theirs."""
        clause = self._clause(chunk)
        return clause.start <= draft.start < clause.end or len(clause.chunks) == 1

    def _is_next(self, chunk: Chunk) -> bool:
        """ "miss, Torvik?": after a verdict a name with a question mark is the next to move."""
        verdict = any(draft.act in ("Verdict", "Points", "Pool", "Stated") and draft.start < chunk.start for draft in self.out)
        asked = any(draft.act in ("Ask", "Call", "RoundCall", "Waiver") for draft in self.out)
        if not verdict or asked or len(self._clause(chunk).chunks) > 1:
            return False
        if self._clause(chunk).question:
            return True
        return self.at.current is not None and chunk.person not in (self.at.current, self.at.target)

    def _lone_names(self, called: list[Chunk]) -> None:
        """A name alone in its clause calls for that combatant's move."""
        if any(clause.loose for clause in self.clauses):
            return
        last = not self._talk_after()
        for chunk in called:
            clause = self._clause(chunk)
            if chunk.person is None or (len(called) > 1 and not clause.question):
                continue
            words = {token.word for token in self.message.tokens[clause.start : clause.end]}
            if len(clause.chunks) != 1 or not words <= self.book.classes["lead_in"] | {""}:
                continue
            if not self.out or all(draft.act in ("Verdict", "Points", "Pool", "Stated") for draft in self.out):
                if self.out and not self._is_next(chunk):
                    continue
                in_fight = self.at.phase == "action" or any(
                    draft.act in ("Verdict", "Points", "Pool", "Stated", "Moved") for draft in self.before
                )
                if clause.question or self.out or (in_fight and last):
                    call = Draft("Call", {"who": chunk.person}, chunk.start, chunk.end, self.number)
                    call.lone = True
                    self.out.append(call)

    def _talk_after(self) -> bool:
        """Whether the next sentence holds words nobody explains."""
        after = [clause for clause in self.message.clauses if clause.sentence == self.number + 1]
        return any(clause.loose for clause in after)


def announced(message: Message) -> list[Draft]:
    """A total a player announces by its figure alone: "(170)", or the whole message a number or sum."""
    tokens = message.tokens
    alone = not any(clause.loose for clause in message.clauses) and len(message.chunks) == 1
    for chunk in message.chunks:
        if chunk.sum is None:
            continue
        bracketed = (
            0 < chunk.start and tokens[chunk.start - 1].word == "("
            and (chunk.end == len(tokens) or tokens[chunk.end].kind in (SOFT, HARD))
        )  # fmt: skip
        if alone or bracketed:
            return [Draft("Announced", {"total": chunk.sum.value}, chunk.start, chunk.end, chunk.sentence)]
    return []


def _to_one(draft: Draft) -> list[Draft]:
    """A call for secret moves to certain people only is a request to each of them."""
    if draft.act != "RoundCall" or draft.fields["phase"] != "declare" or not draft.fields.get("names"):
        return [draft]
    if draft.fields.get("fresh"):
        return [draft]
    return [
        Draft("Ask", {"what": "declaration", "who": name}, draft.start, draft.end, draft.sentence)
        for name in draft.fields["names"]
    ]
