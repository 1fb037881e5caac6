"""What README.md shows is what the commands print."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_output_shown_is_the_real_one() -> None:
    renew = runpy.run_path(str(ROOT / "docs" / "renew_readme.py"))
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.count("$ calledshot ") == len(renew["SHOWN"].findall(text)) >= 2
    assert renew["renewed"](text) == text, "run docs/renew_readme.py"


def test_every_excerpt_shown_is_printed() -> None:
    renew = runpy.run_path(str(ROOT / "docs" / "renew_readme.py"))
    text = (ROOT / "README.md").read_text("utf-8")
    shown = list(renew["EXCERPT"].finditer(text))
    assert len(shown) == text.count("```text\n") >= 2
    for one in shown:
        assert one["excerpt"] in renew["printed"](one["arguments"]), one["arguments"]


def test_every_file_linked_to_is_there() -> None:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
