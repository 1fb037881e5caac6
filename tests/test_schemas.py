"""The schemas in docs/ are those of the types."""

from __future__ import annotations

import runpy
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "schemas"


def test_every_schema_in_docs_is_that_of_its_type() -> None:
    generate = runpy.run_path(str(FOLDER / "generate.py"))
    made = {f"{name}.json": generate["text"](schema) for name, schema in generate["schemas"]().items()}
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")}
    assert kept == made, "run docs/schemas/generate.py"
