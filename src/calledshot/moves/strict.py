"""The strict form of a declaration: what `calledshot fmt` writes, and what reads back to the same moves.

`[*]action [weapon, item or spell] [target]`, parted by commas; then modifiers in brackets and what is
held back.
"""

from __future__ import annotations

from collections.abc import Sequence

from calledshot.moves.declaration import Move
from calledshot.moves.folding import key
from calledshot.moves.vocabulary import Action, Lexicon


def write(
    moves: Sequence[Move],
    modifiers: Sequence[str] = (),
    hold_back: Sequence[str] = (),
    *,
    lexicon: Lexicon,
    typed: str | None = None,
) -> str:
    """The declaration as one line; `typed` itself where it is that line but for capitals."""
    text = ", ".join(write_move(move, lexicon) for move in moves)
    if modifiers:
        text = f"{text} ({', '.join(modifiers)})".strip()
    if hold_back:
        held = " and ".join(lexicon.hold_names.get(name, name.replace("_", " ")) for name in hold_back)
        text = f"{text}, hold back {held}" if text else f"hold back {held}"
    return text if typed is None else as_typed(text, typed, moves)


def as_typed(written: str, typed: str, moves: Sequence[Move]) -> str:
    """A declaration in its strict form, or as `typed` where that differs only in capitals at the heads of its
    moves: case is no fault of form."""
    bare = typed.strip()
    if len(bare) != len(written):
        return written
    start = len(typed) - len(typed.lstrip())
    heads = {move.column - 1 - start + (bare[move.column - 1 - start :][:1] == "*") for move in moves}
    same = all(
        one == other or (place in heads and one.lower() == other.lower())
        for place, (one, other) in enumerate(zip(written, bare, strict=True))
    )
    return bare if same else written


def write_move(move: Move, lexicon: Lexicon) -> str:
    """One move with its contingency."""
    star = "*" if move.optional else ""
    if move.action == lexicon.other:
        body = " ".join(move.text.split()).lstrip("*").strip() or "other"
        return star + body
    return star + _plain(move, lexicon) + _contingency(move, lexicon)


def _contingency(move: Move, lexicon: Lexicon) -> str:
    text = ""
    condition = " ".join(move.condition.split()) if move.condition else ""
    if condition and move.target is not None and move.otherwise and _picks_target(condition):
        others = " or ".join(write_move(branch, lexicon) for branch in move.otherwise)
        return f" or {others}, {condition}"
    if condition and not _picks_target(condition):
        text = f" {condition}"
    if move.otherwise:
        negative = condition.lower().startswith(("unless", "except"))
        other = " and ".join(write_move(branch, lexicon) for branch in move.otherwise)
        text += f", {'in which case' if negative else 'otherwise'} {other}"
    return text


def _picks_target(condition: str) -> bool:
    """A condition that stands in the target's place: "the first goblin to target me"."""
    return condition.lower().split(" ", 1)[0] in {
        "the",
        "first",
        "next",
        "whoever",
        "depending",
        "anyone",
        "anybody",
        "whichever",
        "any",
        "last",
        "one",
        "nearest",
        "closest",
        "someone",
        "everyone",
        "whomever",
    }


def _plain(move: Move, lexicon: Lexicon) -> str:
    action = _entry(move, lexicon)
    verb, with_, on = action.write
    text = verb or move.action
    if move.instrument is None and move.spell is None and action.write_bare is not None:
        on = action.write_bare
    if move.spell is not None:
        spell = move.spell
        spec = " ".join(
            part
            for part in (spell.list or "", f"Level {spell.level}" if spell.level is not None else "")
            if part
        )
        inside = ", ".join(part for part in (spec, f"{spell.pp} PP" if spell.pp is not None else "") if part)
        text += f" {spell.name}" + (f" ({inside})" if inside else "")
    elif move.instrument is not None:
        text += with_ + move.instrument
    if move.pp is not None:
        text += f" ({move.pp} PP)"
    if move.feet is not None:
        text += f" {move.feet:g} feet"
    if move.target is not None:
        text += on + move.target
    elif move.condition and _picks_target(move.condition):
        text += on + " ".join(move.condition.split())
    if move.called_shot is not None:
        text += f" called shot {move.called_shot.part}"
        if move.called_shot.penalty is not None:
            text += f" ({move.called_shot.penalty})"
    return text


def _entry(move: Move, lexicon: Lexicon) -> Action:
    """The entry whose words say this action: where its weapon says it already, the plainer one."""
    options = [action for action in lexicon.actions.values() if (action.gives or action.id) == move.action]
    if not options:
        return Action(id=move.action, write=(move.action.replace("_", " ").capitalize(), " with ", " on "))
    fact = lexicon.fact("weapon", move.instrument)
    if fact is not None and len(fact.uses) == 1 and lexicon.default_attack is not None:
        plain = lexicon.actions[lexicon.default_attack]
        if plain.becomes.get(f"weapon:{fact.uses[0]}") == move.action:
            return plain
    thrown = move.instrument is not None and (
        key(move.instrument) in lexicon.thrown or (fact and len(fact.uses) > 1)
    )
    if thrown and any(action.id == "throw" for action in options):
        return next(action for action in options if action.id == "throw")
    return next((action for action in options if action.id == move.action), options[0])
