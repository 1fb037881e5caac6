"""The core names no ruleset: none of a ruleset's own terms stands in `src`, in code, comments or help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
FILES = sorted(
    path for path in SOURCE.rglob("*") if path.suffix in (".py", ".toml", ".json", ".txt", ".jinja")
)
TERMS = re.compile(
    # the flagship's
    r"parthos|mysticism|bell.?curve|\bBC\d|weapon.?speed|\bstamina\b|power points?|\bPAR-|\bWS\b"
    # Combat Notes'
    r"|combat.?notes|\bTHAC0\b|\bCN-|\bAoOs?\b|attacks? of opportunity|very (?:fast|slow)|overrun|knock.?down"
    r"|crossbow|psionic|encumbr"
    # YiffieMon's
    r"|yiffie|\bYM-|threaten.?by|fathom|\b[OD]CV\b|melee assist|ranged assist|staggered|blundering"
    r"|off.?guard|off.?footed|cross (?:their|his|her|its) guard|\bStrB\b|\bConB\b|\bNWI\b|subdual",
    re.IGNORECASE,
)
HOSTS = re.compile(r"https?://|www\.", re.IGNORECASE)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SOURCE)) for path in FILES])
def test_no_terms_of_a_ruleset(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    found = [f"{number}: {line.strip()}" for number, line in enumerate(lines, 1) if TERMS.search(line)]
    assert not found, "\n".join(found)
    assert not [line for line in lines if HOSTS.search(line)]


def test_there_is_a_core_to_look_at() -> None:
    assert len(FILES) > 30
