"""How a declaration is written: PAR-SYN-1 … PAR-SYN-9 over a reading, one function a clause.

Not for what may be done (see `legality`); whether a sheet allows a spell is asked there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from calledshot.api import Campaign, Finding, Fix, Move, Reading, Severity, Slip, Span, Spell
from calledshot_parthos import book, counting
from calledshot_parthos.fighter import Fighter
from calledshot_parthos.scene import Scene
from calledshot_parthos.schema import BookSpell

LOWEST, HIGHEST = 1, 100  # of a d100: what a combatant is sure of, and what he may win
NEED_TARGET = frozenset(("attack", "melee", "missile", "unarmed", "cast", "advance"))
AIMED_ITEMS = frozenset(("wand", "staff", "rod", "scroll"))
LONGEST_QUOTED = 60  # code points of a player's words in a message; the span marks the rest
MOST_NAMED = 3
"""Spells offered instead of one that nothing resembles."""
KINDS = {"weapon": "weapon", "power": "power", "item": "item", "skill": "skill", "list": "spell list"}


class Sheet:
    """What the checks look at: the reading, who declares it, and where."""

    def __init__(
        self,
        reading: Reading,
        actor: Fighter | None,
        scene: Scene,
        campaign: Campaign,
        given: bool,
        strict: bool,
    ) -> None:
        self.reading, self.actor, self.scene, self.campaign = reading, actor, scene, campaign
        self.given, self.strict = given, strict

    def finding(
        self,
        code: str,
        severity: Severity,
        message: str,
        where: Move | Slip | Span | None,
        fix: Fix | None = None,
    ) -> Finding:
        span = (
            where
            if isinstance(where, Span) or where is None
            else Span(column=where.column, end_column=where.end_column)
        )
        name = self.actor.name if self.actor is not None else None
        return Finding(code=code, severity=severity, message=message, combatant=name, source=span, fix=fix)

    def forgiven(self, message: str, where: Move | Slip | Span, fix: Fix | None = None) -> Finding:
        """PAR-SYN-7: a note, or an error where nothing is to be forgiven."""
        return self.finding("PAR-SYN-7", "error" if self.strict else "info", message, where, fix)

    def all_moves(self) -> Iterator[tuple[int, Move]]:
        """Every move with the index of the listed move that it belongs to, branches included."""
        for index, move in enumerate(self.reading.moves):
            for one in _with_branches(move):
                yield index, one


def _with_branches(move: Move) -> Iterator[Move]:
    yield move
    for other in move.otherwise:
        yield from _with_branches(other)


def check(
    reading: Reading, actor: Fighter | None, scene: Scene, campaign: Campaign, *, given: bool, strict: bool
) -> list[Finding]:
    """Every fault of form, in the order of the clauses; columns only, the caller knows the line.

    `given`: the text was offered as a move; `strict`: what is otherwise forgiven is an error.
    """
    sheet = Sheet(reading, actor, scene, campaign, given, strict)
    if not (
        reading.moves
        or reading.modifiers
        or reading.hold_back
        or any(s.kind == "easy" for s in reading.slips)
    ):
        return [nothing(sheet)] if given else []
    return [finding for one in CHECKS for finding in one(sheet)]


def nothing(sheet: Sheet) -> Finding:
    """PAR-SYN-9: talk, where a move was expected."""
    text = sheet.reading.text
    start = len(text) - len(text.lstrip())
    span = Span(column=start + 1, end_column=max(start + 1, len(text.rstrip()) + 1))
    severity: Severity = "error" if sheet.strict else "info"
    return sheet.finding(
        "PAR-SYN-9", severity, "no move found: this reads as talk, not as a declaration", span
    )


def form(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-1: words that fit no place of a declaration, and names that fit several things."""
    if not sheet.given:
        return
    for slip in sheet.reading.slips:
        if slip.kind == "unread":
            yield sheet.finding("PAR-SYN-1", "warning", f"could not read {_quoted(slip.said)}", slip)
        elif (
            slip.kind == "ambiguous"
            and slip.what not in ("combatant", "spell")
            and not _carries_one(sheet, slip)
        ):
            kind = KINDS.get(slip.what, slip.what)
            yield sheet.finding(
                "PAR-SYN-1",
                "warning",
                f"{_quoted(slip.said)} may be the {kind} {_either(slip.candidates)}",
                slip,
            )
    if sheet.strict and sheet.reading.moves and not (sheet.reading.strict or sheet.reading.slips):
        first, last = sheet.reading.moves[0], sheet.reading.moves[-1]
        where = Span(column=first.column, end_column=max(first.end_column, last.end_column))
        yield sheet.finding(
            "PAR-SYN-1", "warning", "not in the strict form (`calledshot fmt` writes it)", where
        )
    for move in sheet.reading.moves:
        yield from _nothing_named(sheet, move)
        if move.action != "other" and sheet.reading.mark(move, "verb") is None and move.condition is None:
            yield _no_action(sheet, move)


NAMED = {"cast": "spell", "power": "power", "item": "item"}


def _nothing_named(sheet: Sheet, move: Move) -> Iterator[Finding]:
    """ "Cast", "use an item": an action that is nothing without its spell, power or item."""
    kind = NAMED.get(move.action)
    if kind is not None and move.spell is None and move.instrument is None:
        said = f"{_quoted(move.text.lstrip('*').strip())} names no {kind}"
        yield sheet.finding("PAR-SYN-1", "warning", said, move)


def _no_action(sheet: Sheet, move: Move) -> Finding:
    """An item that names only a weapon, a spell or somebody: what it was taken for."""
    words = {"cast": "cast", "power": "use power", "heal": "heal with", "item": "use"}.get(
        move.action, "attack with"
    )
    star, bare = ("*" if move.optional else ""), move.text.lstrip("*").lstrip()
    if move.target is not None and move.target == bare:
        words = "attack"
    return sheet.finding(
        "PAR-SYN-1",
        "warning",
        f"no action: read as {_quoted(f'{words} {bare}')}",
        move,
        Fix("name the action", f"{star}{words} {bare}"),
    )


def _carries_one(sheet: Sheet, slip: Slip) -> bool:
    """Whether only one of the things it may be is the actor's own, so that it is clear for him."""
    if sheet.actor is None:
        return False
    owned = [weapon.name for weapon in sheet.actor.sheet.weapons or ()]
    owned += [item.name for item in book.items(sheet.actor) or ()] + list(sheet.actor.sheet.powers or ())
    folded = {book.fold(name) for name in owned}
    return sum(book.fold(name) in folded for name in slip.candidates) == 1


def target(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-2: with several opponents the target is named."""
    name = sheet.actor.name if sheet.actor is not None else ""
    opponents = sheet.scene.opponents_of(name)
    unclear = {
        slip.move for slip in sheet.reading.slips if slip.kind == "ambiguous" and slip.what == "combatant"
    }
    for slip in sheet.reading.slips:
        if slip.kind == "ambiguous" and slip.what == "combatant" and len(opponents) != 1:
            yield sheet.finding(
                "PAR-SYN-2",
                "warning",
                f"{_quoted(slip.said)} may be {_either(slip.candidates)}: say which",
                slip,
            )
    if len(opponents) < 2:
        return
    for index, move in sheet.all_moves():
        if move.target is not None or not _needs_target(move, sheet.campaign) or index in unclear:
            continue
        if move.condition is not None and not move.condition.lower().startswith(OPENERS):
            continue  # "the first goblin to target me": the fight picks
        if sheet.reading.mark(move, "target") is not None and (
            not sheet.given or _named_before(sheet, index)
        ):
            continue  # "her": the table, or the move before, knows who is meant
        yield sheet.finding("PAR-SYN-2", "warning", f"name the target: {_either(tuple(opponents))}", move)


def _named_before(sheet: Sheet, index: int) -> bool:
    """Whether an earlier move names whom "it" or "him" means."""
    return any(move.target not in (None, "self") or move.condition for move in sheet.reading.moves[:index])


OPENERS = (
    "if", "unless", "when", "once", "as ", "in ", "while", "provided", "assuming", "should", "until",
    "but", "and", "except", "only", "even", "the moment", "so long",
)  # fmt: skip


def _needs_target(move: Move, campaign: Campaign) -> bool:
    if move.action == "item":
        known = book.book_item(campaign, move.instrument)
        kind = book.fold(known.kind) if known is not None and known.kind else ""
        words = book.words(move.instrument or "")
        return kind in AIMED_ITEMS or bool(AIMED_ITEMS & set(words))
    if move.action == "cast" and move.spell is not None:
        return not book.heals(campaign, move.spell.name)
    return move.action in NEED_TARGET


def spells(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-3: a spell with its level, and neither level nor list against the rulebook."""
    for _, move in sheet.all_moves():
        if move.action == "cast" and move.spell is not None:
            yield from _spell(sheet, move)


def _spell(sheet: Sheet, move: Move) -> Iterator[Finding]:
    spell = move.spell
    assert spell is not None
    reading = sheet.reading
    at_name = reading.mark(move, "spell")
    at_spec = reading.mark(move, "spec")
    where: Span | Move = (
        Span(column=at_name.column, end_column=at_name.end_column) if at_name is not None else move
    )
    spec: Span | Move = (
        Span(column=at_spec.column, end_column=at_spec.end_column) if at_spec is not None else where
    )
    known = book.spells(sheet.campaign, spell.name)
    if not known:
        several = next(
            (
                s
                for s in reading.slips
                if s.kind == "ambiguous" and s.what == "spell" and s.said == spell.name
            ),
            None,
        )
        if several is not None:
            yield sheet.finding(
                "PAR-SYN-3",
                "error",
                f"{_quoted(spell.name)} may be {_either(several.candidates)}: say which",
                where,
            )
        elif book.rulebook(sheet.campaign).spells:
            near = _castable(sheet, spell.name)
            hint = f"; did you mean {_either(near)}?" if near else _there(sheet, spell)
            fix = Fix(f"write {near[0]}", near[0]) if near else None
            yield sheet.finding(
                "PAR-SYN-3", "error", f"the rulebook has no spell {_quoted(spell.name)}{hint}", where, fix
            )
        elif spell.level is None:
            yield sheet.finding("PAR-SYN-3", "warning", f"{spell.name} needs its level", where)
        return
    fits = [one for one in known if _same_list(one, spell.list) and _same_level(one, spell.level)]
    on_list = [one for one in known if _same_list(one, spell.list)]
    own = _placing(sheet, fits or on_list or known)
    right = _place(own)
    if not fits:
        stated = " ".join(
            p for p in (spell.list or "", f"Level {spell.level}" if spell.level is not None else "") if p
        )
        wanted = right if spell.list is not None or own.list is None else f"Level {own.level}"
        nearest = _castable(sheet, spell.name)
        also = (
            f"; {sheet.actor.name} may cast {_either(nearest)}" if nearest and sheet.actor is not None else ""
        )
        yield sheet.finding(
            "PAR-SYN-3",
            "error",
            f"{known[0].name} is {_either(tuple(_place(one) for one in known))}, not {stated}{also}",
            spec,
            Fix(f"write {right}", wanted if at_spec is not None else f"{known[0].name} ({right})"),
        )
    elif spell.level is None and own.level is not None:
        said = (
            reading.text[at_name.column - 1 : at_name.end_column - 1] if at_name is not None else spell.name
        )
        if at_spec is not None:
            fix = Fix(f"write {right}", right)
            yield sheet.finding(
                "PAR-SYN-3", "warning", f"{known[0].name} needs its level: {right}", spec, fix
            )
        else:
            opens = _bracket_after(reading, at_name.end_column) if at_name is not None else None
            replacement = f"{known[0].name} ({right}" + (")" if opens is None else ", ")
            if opens is not None and at_name is not None:
                where = Span(column=at_name.column, end_column=opens)
            fix = Fix(f"write {said} ({right})", replacement)
            yield sheet.finding(
                "PAR-SYN-3", "warning", f"{known[0].name} needs its level: {right}", where, fix
            )


def _bracket_after(reading: Reading, column: int) -> int | None:
    """The column after an opening bracket that follows at once ("Mend (4 PP)"), so that a fix goes into
    it."""
    rest = reading.text[column - 1 : column + 2]
    bare = rest.lstrip(" ")
    if not bare.startswith("("):
        return None
    inside = reading.text[column - 1 + len(rest) - len(bare) + 1 :][:8].lower()
    return column + len(rest) - len(bare) + 1 if "p" in inside and any(c.isdigit() for c in inside) else None


def _same_list(spell: BookSpell, name: str | None) -> bool:
    return name is None or spell.list is None or book.fold(spell.list) == book.fold(name)


def _same_level(spell: BookSpell, level: int | None) -> bool:
    return level is None or spell.level is None or spell.level == level


def _placing(sheet: Sheet, known: list[BookSpell]) -> BookSpell:
    """The spell as this caster has it, where several lists hold one of that name."""
    if sheet.actor is not None:
        for one in known:
            has, highest = book.list_level(sheet.actor, one.list) if one.list is not None else (None, None)
            if has and (highest is None or one.level is None or one.level <= highest):
                return one
    return known[0]


def _place(spell: BookSpell) -> str:
    level = f"Level {spell.level}" if spell.level is not None else ""
    return " ".join(part for part in (spell.list or "", level) if part)


def _there(sheet: Sheet, spell: Spell) -> str:
    """What there is instead of a spell that nothing resembles: what this caster may cast, first of the list
    and level that he named."""
    known = [one for one in book.rulebook(sheet.campaign).spells if _may_cast(sheet, one)]
    best = sorted(
        known,
        key=lambda one: (
            not _same_list(one, spell.list),
            abs((one.level or 0) - (spell.level or 0)),
            one.name,
        ),
    )
    names = tuple(dict.fromkeys(one.name for one in best))[:MOST_NAMED]
    if not names:
        return ""
    return f"; {sheet.actor.name if sheet.actor is not None else 'it'} " + (
        f"may cast {_either(names)}" if sheet.actor is not None else f"has {_either(names)}"
    )


def _may_cast(sheet: Sheet, spell: BookSpell) -> bool:
    has, highest = (
        book.list_level(sheet.actor, spell.list) if sheet.actor is not None and spell.list else (None, None)
    )
    return not (has is False or (highest is not None and spell.level is not None and spell.level > highest))


def _castable(sheet: Sheet, name: str) -> tuple[str, ...]:
    """The nearest spells by name that this caster may cast (all of the rulebook's where that is unknown)."""
    from calledshot.api import Index

    names = [one.name for one in book.rulebook(sheet.campaign).spells if _may_cast(sheet, one)]
    return Index((one, one) for one in names).nearest(name)


def stars(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-4: every possible action has its own star."""
    for slip in sheet.reading.slips:
        if slip.kind == "shared_star":
            yield sheet.finding(
                "PAR-SYN-4",
                "warning",
                "every possible action needs its own star",
                slip,
                Fix("give it its own star", f"*{slip.said}"),
            )
    moves = sheet.reading.moves
    for index in range(1, len(moves)):
        move, before = moves[index], moves[index - 1]
        again = (move.column, move.text) == (before.column, before.text)
        third = index > 1 and (moves[index - 2].column, moves[index - 2].text) == (move.column, move.text)
        if move.optional and again and not third:
            yield sheet.finding("PAR-SYN-4", "warning", "list each possible action with its own star", move)


def sure(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-6: no unmarked move after a marked one, and no more unmarked moves than are sure."""
    moves = sheet.reading.moves
    count = _won(sheet, LOWEST, unlisted=False)
    starred = False
    for index, move in enumerate(moves):
        if move.optional:
            starred = True
            continue
        again = index > 0 and (moves[index - 1].column, moves[index - 1].text) == (move.column, move.text)
        fix = None if again else Fix("mark it as possible", f"*{move.text}")
        if starred:
            yield sheet.finding(
                "PAR-SYN-6",
                "warning",
                "an unmarked move after a possible one: it can only be possible too",
                move,
                fix,
            )
        elif count is not None and index >= count:
            name = sheet.actor.name if sheet.actor is not None else "the combatant"
            moves_word = "move" if count == 1 else "moves"
            yield sheet.finding(
                "PAR-SYN-6",
                "warning",
                f"{name} is sure of {count} {moves_word} only: mark this one with a star",
                move,
                fix,
            )


def short(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-8: fewer moves than may be won."""
    moves = sheet.reading.moves
    if not sheet.given or not moves:
        return
    most = _won(sheet, HIGHEST, unlisted=True)
    if most is not None and most > len(moves):
        name = sheet.actor.name if sheet.actor is not None else "the combatant"
        last = moves[-1]
        yield sheet.finding(
            "PAR-SYN-8",
            "info",
            f"{name} may win {most} moves and lists {len(moves)}: a move won but not listed is lost",
            last,
        )


def _won(sheet: Sheet, roll: int, *, unlisted: bool) -> int | None:
    """How many moves this declaration wins with this roll; None where the Speed is unknown."""
    actor, reading = sheet.actor, sheet.reading
    speed = book.speed(actor) if actor is not None else None
    if actor is None or speed is None:
        return None
    moves = reading.moves
    announced = any(book.fold(name) in book.WEAPON_SPEED for name in reading.modifiers)
    system = sheet.scene.system
    if system == "im" and sheet.campaign.settings.get("im_weapon_speed", "on") != "on" and not announced:
        system = "standard"
    flat, extra = 0, [0] * len(moves)
    for name in reading.modifiers:
        value, touched = book.modifier(sheet.campaign, actor, name)
        if book.fold(name) in book.WEAPON_SPEED or value is None:
            continue
        if touched is None:
            flat += value
        else:
            for index, move in enumerate(moves):
                extra[index] += value if book.touches(touched, move.action) else 0
    return len(
        counting.moves_for(
            roll,
            speed,
            actor.sheet.weapon_speed,
            [move.action in book.ATTACKS for move in moves],
            system,
            announced,
            held="weapon_speed" in reading.hold_back,
            called=[move.called_shot is not None for move in moves],
            flat=flat,
            extra=extra,
            sum_decides=bool(sheet.campaign.settings.get("sum_decides", False)),
            unlisted=unlisted,
        )
    )


def forgiven(sheet: Sheet) -> Iterator[Finding]:
    """PAR-SYN-7: what was read as meant though it was written otherwise."""
    for slip in sheet.reading.slips:
        if slip.kind in ("corrected", "abbreviated"):
            glued = slip.read_as == "with" and not sheet.reading.text[slip.end_column - 1 :][:1].isspace()
            fix = Fix(f"write {slip.read_as}", slip.read_as + (" " if glued else ""))
            yield sheet.forgiven(f"read {_quoted(slip.said)} as {_quoted(slip.read_as)}", slip, fix)
        elif slip.kind == "star_shape":
            yield _star(sheet, slip)
        elif slip.kind == "modifier_words":
            yield sheet.forgiven(
                f"{slip.said} is announced without brackets: it counts",
                slip,
                Fix("put it in brackets", slip.read_as),
            )
        elif slip.kind == "italics":
            yield sheet.forgiven(
                f"two stars round {_quoted(slip.said.strip('*'))}: a possible move, or only stressed? Read "
                "as " + ("possible" if _optional(sheet, slip) else "stressed"),
                slip,
            )


def _optional(sheet: Sheet, slip: Slip) -> bool:
    return slip.move is not None and sheet.reading.moves[slip.move].optional


def _star(sheet: Sheet, slip: Slip) -> Finding:
    """A star in another shape; its fix writes the whole move where the star did not stand before it."""
    if slip.what == "shape" or slip.move is None:
        return sheet.forgiven(f"read {_quoted(slip.said)} as a star", slip, Fix("write a star", "*"))
    move = sheet.reading.moves[slip.move]
    first, last = slip.column - move.column, slip.end_column - move.column
    rest = f"{move.text[:first].rstrip(' ,-(')} {move.text[last:].lstrip(' ,:)-')}".strip()
    return sheet.forgiven(f"read {_quoted(slip.said)} as a star", move, Fix("write a star", f"*{rest}"))


def easy(sheet: Sheet) -> Iterator[Finding]:
    """PAR-HOLD-5: "going easy", without saying on what."""
    for slip in sheet.reading.slips:
        if slip.kind == "easy" and not sheet.reading.hold_back:
            yield sheet.finding(
                "PAR-HOLD-5",
                "info",
                f"{_quoted(slip.said)}: say what is held back, Weapon Speed, damage or strength",
                slip,
            )


def _quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= LONGEST_QUOTED else f'"{text[:LONGEST_QUOTED]}…"'


def _either(names: tuple[str, ...]) -> str:
    """ "a", "a or b", "a, b or c"."""
    unique = tuple(dict.fromkeys(names))
    return unique[0] if len(unique) == 1 else f"{', '.join(unique[:-1])} or {unique[-1]}" if unique else ""


CHECKS: tuple[Callable[[Sheet], Iterator[Finding]], ...] = (
    form,
    target,
    spells,
    stars,
    sure,
    forgiven,
    easy,
    short,
)
"""The clauses of form that look at a declaration, in order; PAR-SYN-5 is with the moves in `legality`."""
