"""docs/yiffiemon.md is a campaign without a mistake, names every key, and its fight in the room agrees."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from calledshot.api import Campaign
from calledshot.auditing import audit
from calledshot.campaign import load
from calledshot_yiffiemon.campaign_checks import check
from calledshot_yiffiemon.schema import Rulebook, Sheet

PAGE = (Path(__file__).parents[2] / "docs" / "yiffiemon.md").read_text("utf-8")
SECTIONS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}
NUMBERED = re.compile(r"\A(FB|FatigueBleeding|[A-Z][A-Za-z]+)[123]\Z")
"""Stages of one condition: the page names the first, or says from which to which."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("campaign.toml", "characters.toml", "rulebook.toml"):
        (tmp_path / name).write_text(SECTIONS[name].split("```toml\n")[1].split("```")[0], "utf-8")
    return tmp_path


def test_no_mistake_and_nothing_unlikely(folder: Path) -> None:
    campaign: Campaign = load(folder)
    assert check(campaign) == []
    assert list(campaign.sheets) == ["Maren", "Tobb", "Warg"]
    assert campaign.settings["bleed.fraction"] == "floor" and campaign.settings["speed.charge"] == 2


@pytest.mark.parametrize("type_", [Sheet, Rulebook])
def test_every_key_is_named(type_: type[msgspec.Struct]) -> None:
    keys = {field.encode_name for field in msgspec.structs.fields(type_)} - {"name"}
    plain = {key for key in keys if not NUMBERED.match(key)} | {"Bleeding1", "Staggered1", "OffGuard1", "FB1"}
    assert [key for key in sorted(plain) if not re.search(rf"\b{key}\b", PAGE)] == []


def test_the_room_is_read_and_agrees(folder: Path) -> None:
    log = folder / "room.txt"
    log.write_text(SECTIONS["In the room"].split("```text\n")[1].split("```")[0], "utf-8")
    found = audit([str(log)], campaign=str(folder))
    assert found.findings == []
    assert found.pgm_rulings != [] and all(ruled.agrees for ruled in found.pgm_rulings)
    # 44 of 50 is a Shield Hit; no shield, so armour twice: 4 + 2 - 2 = 4 of 22. 31 of 50 - (16 - 18) = 52 by
    # 21 is a Hit: 3 + 0 + 1 - 1 = 3 of 24.
    state = found.encounters[0].rounds[-1].state
    assert (state["Maren"]["hpv"], state["Warg"]["hpv"]) == (18, 21)
