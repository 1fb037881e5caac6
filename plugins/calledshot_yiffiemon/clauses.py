"""The registry of YiffieMon clauses: what `calledshot rule` prints, and rulings and findings point to.

The words are data in `clauses.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from calledshot.api import Clause, Registry
from calledshot_yiffiemon.settings import SETTINGS

CLAUSES: Mapping[str, Clause] = Registry(Path(__file__).parent / "clauses.toml", SETTINGS)
"""Every clause by its id, in the order of the inventory."""
