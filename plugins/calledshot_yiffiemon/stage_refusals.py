"""What the declarations of a worked example came to: legal, or illegal and why. Nothing is decided here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calledshot.api import Ruling
    from calledshot_yiffiemon.stage_results import _Seen as Seen


def why(one: Ruling) -> str:
    """Why something was refused, with its clauses."""
    return f"{one.values.get('why')} ({', '.join(one.clauses)})"


_LEGAL = (("opportunity", "taken"), ("action", "declared"), ("action", "free"))


def refusals(seen: Seen) -> dict[str, Any]:
    found: dict[str, Any] = {}
    refused = seen.of("refused")
    if refused:
        found["ruling"] = "illegal"
        found["reason"] = why(refused[-1])
    elif seen.stage.script.declarations:
        found["ruling"], found["reason"] = "legal", ""
    rows: list[list[Any]] = []
    for one in seen.rulings:
        if one.kind == "refused" and one.combatant is not None:
            rows.append([one.combatant, "illegal", why(one)])
        elif (one.kind, one.outcome) in _LEGAL:
            rows.append([one.combatant, "legal", ""])
    for who, reading, _ in seen.fight.held:  # an opportunity that is gone, or never came
        late = next((move for move in reading.moves if move.action == "opportunity"), None)
        if late is not None:
            rows.append([who, "illegal", f"there is no opportunity on {late.target} (YM-407, YM-409)"])
    found["rulings"] = rows
    return found
