"""What lasts between fights: the ledger beside the campaign, and the sheet with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from calledshot.campaign import load
from calledshot.campaign.ledger import Ledger
from calledshot.errors import CampaignError

STEP = {"date": "2004-07-03", "name": "Torvik77", "kind": "bc_max", "from": 4, "to": 6, "xp": 150}


def test_entries_come_back_in_order(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert ledger.entries() == []
    ledger.add(STEP)
    ledger.add({"name": "Grub", "kind": "note"})
    ledger.add({"name": "Torvik77", "kind": "note"})
    assert Ledger(tmp_path).entries("Torvik77") == [STEP, {"name": "Torvik77", "kind": "note"}]
    assert list(ledger.by_name()) == ["Torvik77", "Grub"]


def test_a_loaded_sheet_has_what_the_ledger_says(tmp_path: Path) -> None:
    (tmp_path / "campaign.toml").write_text('ruleset = "parthos"\n')
    (tmp_path / "characters.toml").write_text("[Torvik77]\nbc_max = 4\nxp = 400\n")
    Ledger(tmp_path).add(STEP)
    sheet = load(tmp_path).sheets["Torvik77"]
    assert (sheet.bc_max, sheet.xp) == (6, 250)
    assert (tmp_path / "characters.toml").read_text() == "[Torvik77]\nbc_max = 4\nxp = 400\n"


@pytest.mark.parametrize("line", [b"{", b"[1]", b"\xff\xfe", b"[" * 100_000])
def test_a_broken_line_is_named(tmp_path: Path, line: bytes) -> None:
    ledger = Ledger(tmp_path)
    ledger.add(STEP)
    with ledger.path.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(CampaignError, match=r"ledger.ndjson:2: not an entry"):
        ledger.entries()
