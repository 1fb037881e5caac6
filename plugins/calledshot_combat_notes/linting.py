"""One declaration checked before it is sent: its words, its legality, and what it will draw or cost, outside
any fight.

Not for a fight under way, whose scene knows more; both use `legality`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from calledshot.api import (
    Campaign,
    Finding,
    Fix,
    Move,
    Point,
    Reading,
    Severity,
    Slip,
    Span,
    point,
    remark,
    squares,
)
from calledshot_combat_notes import book, legality, movement, opportunity, strict_form
from calledshot_combat_notes.judged import Case, quoted, settings
from calledshot_combat_notes.schema import Sheet, Weapon

NOBODY = "you"
SEVERITIES = ("error", "warning", "info")
NEIGHBOUR = 1
"""Squares that somebody reaches of whom nobody says more."""
HANDS = frozenset(("in_hand", "loaded"))
BODY = frozenset(
    (
        *("bite", "claw", "claws", "elbow", "feet", "fist", "fists", "foot", "hand", "hands", "head", "horn"),
        *("horns", "knee", "tail", "teeth", "tooth", "wing", "wings"),
    )
)
"""What nobody lists among his weapons and everybody has, or is seen to have."""
KINDS = {"weapon": "weapon", "power": "power", "item": "item", "spell": "spell", "combatant": "combatant"}


class Actor(Struct, kw_only=True):
    """Whoever declares, as his sheet has him. None is unknown."""

    name: str
    sheet: Sheet | None = None
    grappled: bool | None = None
    status: str | None = None
    turns: int | None = None
    threatened_by: tuple[str, ...] = ()


class Places(Struct):
    """Where the sheets put people."""

    places: dict[str, Point]


def lint(
    reading: Reading,
    campaign: Campaign,
    *,
    combatant: str | None = None,
    opponents: tuple[str, ...] = (),
    system: str | None = None,
    strict: bool = False,
) -> list[Finding]:
    """Every finding on one declaration, in the order of its columns; spans are columns only."""
    if not reading.moves:
        return [_nothing(reading, strict)]
    actor, places = _setting(campaign, combatant)
    move = reading.moves[0]
    found = [*_words(reading, actor, campaign, strict), *_carried(move, actor, campaign)]
    found += legality.check(move, actor, places, campaign)
    if not any(one.severity == "error" for one in found):
        case = Case(move, actor, places, campaign, "melee", settings(campaign))
        found += [*_draws(case, actor), *_costs(move, actor, campaign)]
    if combatant is None:
        from calledshot.api import replace

        found = [replace(finding, combatant=None) for finding in found]
    return sorted(found, key=_place)


def strict(reading: Reading, campaign: Campaign) -> str:
    """The declaration in the strict form; as it was typed where it is in that form but for capitals."""
    if not reading.moves:
        return reading.text
    written = strict_form.write(reading.moves[0])
    typed = reading.text.strip()
    return typed if typed.casefold() == written.casefold() else written


def _setting(campaign: Campaign, combatant: str | None) -> tuple[Actor, Places]:
    name = combatant if combatant is not None else NOBODY
    sheet = campaign.sheets.get(name)
    places = {
        who: point(one.position)
        for who, one in campaign.sheets.items()
        if getattr(one, "position", None) is not None
    }
    if sheet is None:
        return Actor(name=name), Places(places)
    near = tuple(_threats(name, sheet, campaign, places))
    held = True if sheet.held else False if sheet.status is not None or sheet.grappled is not None else None
    status = "grappled" if held else "threatened" if near else sheet.status
    return Actor(name=name, sheet=sheet, grappled=held, status=status, threatened_by=near), Places(places)


def _threats(name: str, sheet: Sheet, campaign: Campaign, places: dict[str, Point]) -> Iterator[str]:
    """CN-032: who threatens somebody as the sheets have it."""
    for other, one in campaign.sheets.items():
        foe = other != name and one.side is not None and sheet.side is not None and one.side != sheet.side
        placed = foe and name in places and other in places
        if name in (one.threatens or ()) or (
            placed and squares(places[name], places[other]) <= _reach(one, campaign)
        ):
            yield other


def _reach(sheet: Sheet, campaign: Campaign) -> int:
    held = [one.reach for one in book.arms(sheet, book.rulebook(campaign)) if one.state in (None, *HANDS)]
    return max([one for one in (*held, sheet.reach) if one is not None], default=NEIGHBOUR)


# -- the words ----------------------------------------------------------------------------------------


def _nothing(reading: Reading, strict: bool) -> Finding:
    text = reading.text
    start = len(text) - len(text.lstrip())
    span = Span(column=start + 1, end_column=max(start + 1, len(text.rstrip()) + 1))
    return Finding(
        code="CN-300",
        severity="error" if strict else "info",
        message="no action found: this reads as talk, not as a declaration",
        source=span,
    )


def _words(reading: Reading, actor: Actor, campaign: Campaign, strict: bool) -> Iterator[Finding]:
    """What could not be read, or may mean several things; with `strict` every slip."""
    move = reading.moves[0]
    for slip in reading.slips:
        if slip.kind == "unread":
            yield _about(slip, actor, "warning", f"could not read {quoted(slip.said)}")
        elif slip.kind == "ambiguous" and not _only_own(slip, actor):
            kind = KINDS.get(slip.what, slip.what)
            said = f"{quoted(slip.said)} may be the {kind} {_either(slip.candidates)}: say which"
            yield _about(slip, actor, "warning", said)
        elif slip.kind == "corrected" or strict:
            said = f"{quoted(slip.said)} read as {quoted(slip.read_as)}" if slip.read_as else slip.kind
            fix = Fix(f"write {slip.read_as}", slip.read_as) if slip.read_as else None
            yield _about(slip, actor, "error" if strict else "info", said, fix)
    if strict and not reading.strict and not reading.slips:
        written = strict_form.write(move)
        yield Finding(
            code="CN-300",
            severity="warning",
            message="not in the strict form (`calledshot fmt` writes it)",
            combatant=actor.name,
            source=Span(column=move.column, end_column=move.end_column),
            fix=Fix("write it so", written),
        )


def _carried(move: Move, actor: Actor, campaign: Campaign) -> Iterator[Finding]:
    """DECL-4: a weapon that is not on a sheet which lists his weapons; what lies about may still be used."""
    said = move.instrument
    if said is None or move.action in ("item", "backpack") or actor.sheet is None or book.words(said) <= BODY:
        return
    own = [one.name for one in book.arms(actor.sheet, book.rulebook(campaign)) if one.name is not None]
    if not own or any(book.words(said) <= book.words(name) for name in own):
        return
    at = move.text.lower().find(said.lower())
    column = move.column + max(at, 0)
    where = Span(column=column, end_column=column + len(said) if at >= 0 else move.end_column)
    yield remark("DECL-4", f"{actor.name} carries no {quoted(said)}: {', '.join(own)}", where, actor.name)


def _about(slip: Slip, actor: Actor, severity: Severity, message: str, fix: Fix | None = None) -> Finding:
    return Finding(
        code="CN-300",
        severity=severity,
        message=message,
        combatant=actor.name,
        source=Span(column=slip.column, end_column=slip.end_column),
        fix=fix,
    )


def _only_own(slip: Slip, actor: Actor) -> bool:
    """Whether only one of the things it may be is the actor's own, or in his hand."""
    if actor.sheet is None or slip.what != "weapon":
        return False
    carried = [weapon.name for weapon in actor.sheet.arms]
    held = [weapon.name for weapon in actor.sheet.arms if weapon.state in book.HANDS]
    for own in (carried, held):
        same, like = {name.casefold() for name in own}, {book.fold(name) for name in own}
        if sum(name.casefold() in same for name in slip.candidates) == 1:
            return True
        if sum(book.fold(name) in like for name in slip.candidates) == 1:
            return True
    return False


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


# -- what it draws, and what it costs -----------------------------------------------------------------


def _draws(case: Case, actor: Actor) -> Iterator[Finding]:
    """CN-100 to CN-105, CN-533: what opens attacks of opportunity for those who threaten."""
    move, near = case.move, actor.threatened_by
    for action, code, doing in (
        ("missile", "CN-101", "shooting"),
        ("unarmed", "CN-104", "an unarmed attack"),
        ("backpack", "CN-533", "reaching into the backpack"),
    ):
        if near and move.action == action and not (action == "unarmed" and actor.grappled):
            yield _note(move, actor, code, "warning", f"{doing} draws {_opportunity(near)}")
    yield from _walks(case, actor)


def _walks(case: Case, actor: Actor) -> Iterator[Finding]:
    """CN-102, CN-105: a path away from those who threaten, or past others."""
    start, campaign, chosen = case.places.get(actor.name), case.campaign, case.settings
    if start is None or actor.sheet is None or not case.legs:
        return
    exempt = chosen["aoo.adjust_exempt"] and case.kind == "no-move"
    path = movement.walk(movement.steps(case.legs), start, case.places, points=case.points).squares
    left, passed = [], []
    for other, one in campaign.sheets.items():
        at, reach = case.places.get(other), _reach(one, campaign)
        if at is None or one.side is None or one.side == actor.sheet.side:
            continue
        if opportunity.leaves(path, start, at, reach, str(chosen["aoo.away"])):
            left.append(other)
        elif opportunity.passes_through(path, start, at, reach, str(chosen["aoo.pass_through"])):
            passed.append(other)
    if left and case.move.action != "withdraw" and not exempt:
        yield case.finding("CN-102", "warning", f"moving away draws {_opportunity(left)}", path=True)
    if passed and not (case.move.action == "withdraw" and chosen["aoo.withdraw_exempts"] == "all"):
        said = f"going through threatened squares draws {_opportunity(passed)}"
        yield case.finding("CN-105", "warning", said, path=True, default=True)


def _opportunity(names: Sequence[str]) -> str:
    who = _either(names).replace(" or ", " and ")
    return f"an attack of opportunity from {who}" if len(names) == 1 else f"attacks of opportunity from {who}"


def _costs(move: Move, actor: Actor, campaign: Campaign) -> Iterator[Finding]:
    """CN-530, CN-532: phases that getting a weapon to hand costs."""
    does = [str(step["do"]) for step in move.details.get("ready") or ()]
    if move.action not in legality.ATTACKS - {"unarmed"}:
        return
    weapon = _weapon(move, actor, campaign)
    if "draw" in does and ({"sheath", "stow"} & set(does)):
        yield _note(move, actor, "CN-532", "info", "changing weapons delays the attack by two phases")
    elif "draw" in does:
        yield _note(move, actor, "CN-530", "info", "drawing a weapon delays the attack by one phase")
    elif weapon is not None and weapon.state == "sheathed":
        yield _note(
            move,
            actor,
            "CN-530",
            "info",
            f"{weapon.name} is not drawn: drawing it delays the attack by one phase",
            Fix("say that it is drawn", f"draw {weapon.name}, {move.text}"),
        )


def _weapon(move: Move, actor: Actor, campaign: Campaign) -> Weapon | None:
    if actor.sheet is None or move.instrument is None:
        return None
    return book.arm(move.instrument, actor.sheet, book.rulebook(campaign))


def _note(
    move: Move, actor: Actor, code: str, severity: Severity, message: str, fix: Fix | None = None
) -> Finding:
    return Finding(
        code=code,
        severity=severity,
        message=message,
        combatant=actor.name,
        source=Span(column=move.column, end_column=move.end_column),
        fix=fix,
    )


def _place(finding: Finding) -> tuple[int, int, str]:
    column = finding.source.column if finding.source is not None and finding.source.column is not None else 0
    return column, SEVERITIES.index(finding.severity), finding.code
