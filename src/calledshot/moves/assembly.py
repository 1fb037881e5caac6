"""The `Reading` of a message: which of its moves count, with their slips, marks and columns.

Nothing is read here any more.
"""

from __future__ import annotations

from calledshot.moves.declaration import CalledShot, Move, Spell
from calledshot.moves.english import (
    FILLERS,
    INTERJECTIONS,
)
from calledshot.moves.extras import Extras
from calledshot.moves.inflect import BASE
from calledshot.moves.message import Item, Message
from calledshot.moves.reader import Reader
from calledshot.moves.reading import Mark, Reading, Slip
from calledshot.moves.roleplay import narrates, read_roleplay
from calledshot.moves.tokens import MAX_TEXT
from calledshot.moves.verdict import MAX_MOVES, Clause, accepts, sure, tells

NO_PART = "unnamed part"
"""What a called shot is aimed at that names nothing."""


def assemble(reader: Reader) -> Reading:
    msg = reader.msg
    kept = [clause for clause in reader.clauses if accepts(msg, clause)]
    if not kept and not (msg.given or msg.prose) and narrates(reader):
        read_roleplay(reader, 0, len(msg.tokens), narrated=True)
        kept = [clause for clause in reader.clauses[-1:] if accepts(msg, clause)]
    certain = [
        item
        for clause in kept
        if not clause.prose
        for item in clause.items
        if sure(msg, item) or _rides(msg, clause)
    ]
    candidate = not certain
    items = certain or [
        item for clause in kept for item in clause.items if not clause.prose or tells(msg, item)
    ]
    items = items[:MAX_MOVES]
    moves: list[Move] = []
    slips: list[Slip] = []
    marks: list[Mark] = []
    loose = (
        reader.loose
        or candidate
        or any(
            item.loose or item.form != BASE or item.bare or item.times > 1 or item.unread or item.slips
            for item in items
        )
        or any(clause.ooc or clause.prose or clause.junk for clause in reader.clauses)
    )
    if items and items[0].star and any(slip[0] == "italics" for slip in items[0].slips):
        items[0].star = False
    for item in items:
        move = _move(msg, item)
        for _ in range(max(1, item.times)):
            if len(moves) >= MAX_MOVES:
                break
            _note(msg, item, len(moves), slips if len(moves) == 0 or moves[-1] is not move else [], marks)
            moves.append(move)
    if not moves and not _extras_count(reader, kept):
        reader.extras = Extras() if reader.extras.total is None else _only_total(reader.extras)
    for name, start, end in reader.extras.in_words:
        slips.append(
            Slip(kind="modifier_words", said=name, read_as=f"({name})", column=start + 1, end_column=end + 1)
        )
    if msg.given and items:
        slips += _unread(reader, kept)
    for said, start, end in reader.extras.easy:
        slips.append(Slip(kind="easy", said=said, column=start + 1, end_column=end + 1))
    if reader.replaces and reader.correction is not None and (moves or reader.extras):
        start, end = msg.span(*reader.correction)
        slips.append(Slip(kind="correction", said=msg.text[start:end], column=start + 1, end_column=end + 1))
    slips.sort(key=lambda slip: (slip.column, slip.end_column, slip.kind))
    found = bool(moves or reader.extras)
    return Reading(
        text=msg.text,
        moves=tuple(moves),
        modifiers=tuple(reader.extras.modifiers),
        hold_back=tuple(reader.extras.hold_back),
        slips=tuple(slips) if found else (),
        candidate=candidate and bool(moves),
        ooc=any(item.ooc for item in items) or any(token.text == "ooc" for token in msg.tokens[:3]),
        strict=bool(moves) and not loose and not slips,
        replaces=reader.replaces and found,
        total=reader.extras.total,
        released=tuple(reader.extras.released),
        subject=next((item.subject for item in items if item.subject), None),
        marks=tuple(marks),
    )


def _unread(reader: Reader, kept: list[Clause]) -> list[Slip]:
    """The words between the moves of a list that are none."""
    slips = []
    for clause in kept:
        for first, stop in clause.junk:
            start, end = reader.msg.span(first, stop)
            if any(
                reader.msg.star(n, stop)
                or (reader.msg.word(n, stop) not in INTERJECTIONS | FILLERS and reader.msg.word(n, stop))
                for n in range(first, stop)
            ):
                slips.append(
                    Slip(kind="unread", said=reader.msg.text[start:end], column=start + 1, end_column=end + 1)
                )
    if len(reader.msg.text) > MAX_TEXT:
        slips.append(Slip(kind="unread", said="…", column=MAX_TEXT + 1, end_column=len(reader.msg.text) + 1))
    return slips


def _extras_count(reader: Reader, kept: list[Clause]) -> bool:
    """Modifiers and hold-backs without a move count if the message says nothing else."""
    if reader.msg.given or reader.msg.asked:
        return True
    return not any(clause.talk or clause.question for clause in reader.clauses) and (
        sum(clause.junk_words for clause in reader.clauses) <= 6
        or bool(reader.extras.modifiers and not reader.extras.in_words)
    )


def _only_total(extras: Extras) -> Extras:
    kept = Extras()
    kept.total = extras.total
    return kept


def _rides(msg: Message, clause: Clause) -> bool:
    """ "Advance on her, attacks with longsword": one sure move makes its neighbours sure."""
    return any(sure(msg, item) for item in clause.items)


def _move(msg: Message, item: Item) -> Move:
    start, end = msg.span(item.at, item.end)
    spell = None
    if item.spell is not None:
        spell = Spell(name=item.spell, list=item.list, level=item.level, pp=item.pp)
    fact = msg.lexicon.fact("part", item.called)
    called = CalledShot(part=NO_PART) if item.calls else None
    if item.called is not None:
        called = CalledShot(part=fact.name if fact else item.called.lower(), penalty=item.penalty)
    return Move(
        action=_action(msg, item),
        optional=item.star or item.star_words,
        instrument=item.instrument,
        target=item.target,
        spell=spell,
        called_shot=called,
        condition=msg.named(*item.condition) if item.condition else None,
        otherwise=tuple(_move(msg, other) for other in item.otherwise),
        pp=item.pp if item.spell is None else None,
        feet=item.feet,
        text=msg.text[start:end],
        column=start + 1,
        end_column=end + 1,
    )


def _action(msg: Message, item: Item) -> str:
    action = msg.lexicon.actions[item.action or msg.lexicon.default_attack or ""]
    return action.gives or action.id


def _note(msg: Message, item: Item, index: int, slips: list[Slip], marks: list[Mark]) -> None:
    """Slips and marks of a move and its branches."""
    for kind, said, read_as, what, candidates, start, end in item.slips:
        slips.append(
            Slip(
                kind=kind,
                said=said,
                read_as=read_as,
                what=what,
                candidates=candidates,
                move=index,
                column=start + 1,
                end_column=end + 1,
            )
        )
    if msg.given or msg.asked:
        for first, stop in item.unread:
            start, end = msg.span(first, stop)
            slips.append(
                Slip(
                    kind="unread", said=msg.text[start:end], move=index, column=start + 1, end_column=end + 1
                )
            )
    for mark_kind, start, end in item.marks:
        marks.append(Mark(kind=mark_kind, move=index, column=start + 1, end_column=end + 1))
    for other in item.otherwise:
        _note(msg, other, index, slips, marks)
