"""The fight in the room that docs/combat-notes.md shows, played with the page's own campaign."""

from __future__ import annotations

from pathlib import Path

from calledshot.auditing import audit

PAGE = Path(__file__).parents[2] / "docs" / "combat-notes.md"


def test_the_room_of_the_manual_is_read_and_agrees(tmp_path: Path) -> None:
    sections = {part.partition("\n")[0]: part for part in PAGE.read_text("utf-8").split("\n## ")[1:]}
    for name in ("campaign.toml", "characters.toml", "rulebook.toml"):
        (tmp_path / name).write_text(sections[name].split("```toml\n")[1].split("```")[0], "utf-8")
    log = tmp_path / "room.txt"
    log.write_text(sections["In the room"].split("```text\n")[1].split("```")[0], "utf-8")
    found = audit([str(log)], campaign=str(tmp_path))
    assert found.findings == []
    assert [ruled.agrees for ruled in found.pgm_rulings] == [True, True]
    hit = next(ruling for ruling in found.rulings if ruling.kind == "attack")
    # THAC0 17 on AC 6 needs 11; 13 and 1 of Strength. d8 2, 1 of the sword, 3 of Strength, 2 of skill: 8 of 6
    assert (hit.values["needed"], hit.values["total"], hit.outcome) == (11, 14, "hit")
    damage = next(ruling for ruling in found.rulings if ruling.kind == "damage")
    assert (damage.values["points"], damage.values["hp"]) == (8, -2)
