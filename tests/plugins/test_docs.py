"""The pages on campaigns, house rules and plugins: their examples run, and no hook or setting is left out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from calledshot.campaign import load
from calledshot.campaign.check import warnings
from calledshot.cases import find, run
from calledshot.plugins.manager import HOOKS, find_ruleset

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    """The fenced examples of a page in one language."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_documented_with_its_arguments(hook: str) -> None:
    assert f"`{hook}({', '.join(HOOKS[hook])})`" in (DOCS / "plugins.md").read_text(encoding="utf-8")


def test_the_campaign_of_the_page_loads(tmp_path: Path) -> None:
    head, characters, rulebook = blocks("campaigns.md", "toml")
    (spells,) = blocks("campaigns.md", "csv")
    files = {
        "campaign.toml": head,
        "characters.toml": characters,
        "rulebook.toml": rulebook,
        "spells.csv": spells,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    campaign = load(tmp_path)
    assert list(campaign.sheets) == ["LadyElsinore", "Torvik77", "Goblin 1", "Goblin 2", "Goblin 3"]
    assert [spell.pp for spell in campaign.rulebook.spells] == [3, 2, "variable"]
    assert isinstance(warnings(campaign, find_ruleset("parthos")), list)


def test_the_house_rule_of_the_page_is_the_one_that_ships() -> None:
    (code, *_) = blocks("house-rules.md", "python")
    shipped = (DOCS.parent / "plugins" / "calledshot_critical_miss" / "__init__.py").read_text(
        encoding="utf-8"
    )

    def bare(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.strip() and '"""' not in line]

    assert all(line in bare(shipped) for line in bare(code))


def test_the_case_of_the_page_passes(tmp_path: Path) -> None:
    case = next(block for block in blocks("house-rules.md", "toml") if "transcript" in block)
    assert tomllib.loads(case)["expect"]
    (tmp_path / "case.toml").write_text(case, encoding="utf-8")
    (found,) = find([tmp_path])
    result = run(found)
    assert result.passed, "\n".join(result.failures)
