"""Improving the BC maximum between fights (PAR-BC-1 … PAR-BC-4).

The sheet stays as the PGM wrote it; what was trained stands in the campaign's ledger until he writes it in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date as Date
from typing import Any

from msgspec.structs import replace

from calledshot.api import Campaign, Finding, Training, UsageError
from calledshot_parthos import book
from calledshot_parthos.schema import Sheet

XP_EACH = 25  # PAR-BC-1: for each point of the new BC
LEVELS_DOWN = 2  # PAR-BC-2: never as far as this below the current level
DAYS_APART = 7  # PAR-BC-3
KIND = "bc_max"


def cost(bc: int) -> int:
    """PAR-BC-1: the XP that raising the maximum to this BC takes."""
    return XP_EACH * bc


def next_step(campaign: Campaign, bc: int) -> int | None:
    """PAR-BC-3: the next BC on the chart; None where the rulebook has no chart or it ends there."""
    return min((row for row in book.rows(campaign) if row > bc), default=None)


def level_for(campaign: Campaign, xp: int) -> int | None:
    """The level that so many XP are worth; 1 below the first that is listed, None without a table."""
    levels = _levels(campaign)
    if not levels:
        return None
    return max((level for level, needed in levels.items() if needed <= xp), default=1)


def too_far_down(campaign: Campaign, level: int, xp_after: int) -> bool | None:
    """PAR-BC-2: whether what is left would be the XP of two levels below; None without a table."""
    floor = level - LEVELS_DOWN + 1  # the lowest level whose XP must remain
    levels = _levels(campaign)
    if floor <= 1:
        return False
    needed = levels.get(floor)
    return None if needed is None else xp_after < needed


def too_soon(entries: Sequence[Mapping[str, Any]], day: Date) -> Date | None:
    """PAR-BC-3: the day of the step that was less than a week ago; None if there was none."""
    days = [Date.fromisoformat(str(entry["date"])) for entry in entries if entry.get("kind") == KIND]
    last = max(days, default=None)
    return last if last is not None and (day - last).days < DAYS_APART else None


def remember(sheet: Sheet, entries: Sequence[Mapping[str, Any]]) -> Sheet:
    """A sheet with the training that the PGM has not yet written into it."""
    for entry in entries:
        bc = book.number(sheet.bc_max)
        to, spent = entry.get("to"), entry.get("xp")
        if entry.get("kind") == KIND and isinstance(to, int) and bc is not None and bc < to:
            xp = sheet.xp - spent if sheet.xp is not None and isinstance(spent, int) else sheet.xp
            sheet = replace(sheet, bc_max=to, xp=xp)
    return sheet


def train(
    campaign: Campaign, name: str, options: Mapping[str, str], entries: Sequence[Mapping[str, Any]], date: str
) -> Training:
    """One step for one combatant. `options`: `bc`, the new maximum (left out: the next on the chart)."""
    odd = sorted(set(options) - {"bc"})
    if odd:
        raise UsageError(f"training knows no option --{odd[0]}; there is --bc N")
    try:
        day = Date.fromisoformat(date)
    except ValueError:
        raise UsageError(f"{date!r} is no date; write it as 2004-07-03") from None
    sheet = campaign.sheets[name]
    current = book.number(sheet.bc_max)
    if current is None:
        raise UsageError(f"{name}'s sheet does not say bc_max, so there is nothing to raise")
    step = next_step(campaign, current)
    wanted = _wanted(options.get("bc"), step, name)
    findings = list(_grounds(campaign, name, sheet, current, wanted, step, entries, day))
    price = cost(wanted)
    sum_ = f"BC{current} to BC{wanted}: {XP_EACH} × {wanted} = {price} XP"
    if findings:
        return Training(findings=tuple(findings), cost=price, lines=(f"{name}, {sum_}: refused",))
    left = None if sheet.xp is None else sheet.xp - price
    entry = {"date": day.isoformat(), "name": name, "kind": KIND, "from": current, "to": wanted, "xp": price}
    return Training(entry=entry, cost=price, lines=tuple(_told(campaign, name, sheet, sum_, left)))


def _wanted(stated: str | None, step: int | None, name: str) -> int:
    if stated is not None:
        wanted = book.number(stated)
        if wanted is None or wanted < 1:
            raise UsageError(f"--bc takes a BC such as 6, not {stated[:40]!r}")
        return wanted
    if step is None:
        raise UsageError(f"the rulebook's chart has no BC above {name}'s; name the new one with --bc N")
    return step


def _grounds(
    campaign: Campaign,
    name: str,
    sheet: Sheet,
    current: int,
    wanted: int,
    step: int | None,
    entries: Sequence[Mapping[str, Any]],
    day: Date,
) -> list[Finding]:
    """Everything against it at once."""

    def against(code: str, message: str) -> Finding:
        return Finding(code=code, severity="error", message=message, combatant=name)

    found = []
    if wanted <= current:
        found.append(against("PAR-BC-3", f"BC{wanted} is no step up from BC{current}"))
    elif step is not None and wanted != step:
        found.append(against("PAR-BC-3", f"the next step from BC{current} is BC{step}, not BC{wanted}"))
    last = too_soon(entries, day)
    if last is not None:
        found.append(
            against("PAR-BC-3", f"one step a week: the last was on {last}, {(day - last).days} days before")
        )
    if sheet.xp is not None:
        left = sheet.xp - cost(wanted)
        level = sheet.level if sheet.level is not None else level_for(campaign, sheet.xp)
        if left < 0:
            found.append(against("PAR-BC-1", f"it costs {cost(wanted)} XP, and {name} has {sheet.xp}"))
        elif level is not None and too_far_down(campaign, level, left):
            message = (
                f"{left} XP left are those of level {level_for(campaign, left)}, two below level {level}"
            )
            found.append(against("PAR-BC-2", message))
    return found


def _told(campaign: Campaign, name: str, sheet: Sheet, sum_: str, left: int | None) -> list[str]:
    lines = [f"{name}, {sum_}: done" + (f", {left} XP left" if left is not None else "")]
    if left is None:
        lines.append("the sheet does not say xp, so whether there is enough was not checked (PAR-BC-2)")
        return lines
    level = sheet.level if sheet.level is not None else level_for(campaign, sheet.xp or 0)
    if not _levels(campaign):
        lines.append("the rulebook has no levels, so how far the XP fall was not checked (PAR-BC-2)")
    elif level is not None and (level_for(campaign, left) or level) < level:
        lines.append(f"{name} stays level {level}; only the next one takes longer (PAR-BC-4)")
    return lines


def _levels(campaign: Campaign) -> dict[int, int]:
    """Level → the XP at which it begins."""
    table = book.rulebook(campaign).levels
    return {level: xp for key, xp in table.items() if (level := book.number(key)) is not None}
