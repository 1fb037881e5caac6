"""The schemas in docs/ are those of the types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "schemas"


def test_every_schema_in_docs_is_that_of_its_type(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(FOLDER / "generate.py"), str(tmp_path)], check=True, timeout=60)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.glob("*.json")}
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")}
    assert len(made) >= 5
    assert kept == made, "run docs/schemas/generate.py"
