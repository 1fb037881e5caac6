"""--select and --ignore: prefixes of codes, the longer one wins."""

from __future__ import annotations

import pytest

from calledshot.selection import chooser


@pytest.mark.parametrize(
    ("select", "ignore", "kept"),
    [
        ((), (), ["PAR-CAST-1", "PGM-1", "LOG-1"]),
        (("PAR",), (), ["PAR-CAST-1"]),
        (("par-cast, log",), (), ["PAR-CAST-1", "LOG-1"]),
        ((), ("PAR",), ["PGM-1", "LOG-1"]),
        (("PAR",), ("PAR-CAST",), []),
        (("PAR-CAST-1", "PGM"), ("PAR",), ["PAR-CAST-1", "PGM-1"]),
    ],
)
def test_codes(select: tuple[str, ...], ignore: tuple[str, ...], kept: list[str]) -> None:
    chosen = chooser(select, ignore)
    assert [code for code in ("PAR-CAST-1", "PGM-1", "LOG-1") if chosen(code)] == kept
