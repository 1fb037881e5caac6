"""What README.md shows is what the commands print."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

from calledshot.live.config import AimConfig, IrcConfig, LiveConfig, MatrixConfig, RoomConfig, load_live
from calledshot.live.remarks import remarks

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


def test_every_exchange_of_a_live_room_is_the_real_one() -> None:
    renew = runpy.run_path(str(ROOT / "docs" / "renew_live.py"))
    for page in renew["PAGES"]:
        text = page.read_text("utf-8")
        assert text.count("\nBrannoch →  ") >= 2 and len(renew["EXCHANGE"].findall(text)) == 1
        assert renew["renewed"](text) == text, f"{page.name}: run docs/renew_live.py"


def test_the_live_page_names_every_command() -> None:
    commands = tomllib.loads((ROOT / "src/calledshot/referee/commands.toml").read_text("utf-8"))
    quoted = " ".join(re.findall(r"`([^`\n]+)`", (ROOT / "docs" / "live.md").read_text("utf-8")))
    for name, command in commands.items():
        assert any(re.search(rf"\b{re.escape(word)}\b", quoted) for word in command["words"]), name


def test_the_live_page_shows_a_live_toml_and_names_every_key(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "live.md").read_text("utf-8")
    [shown] = re.findall(r"(?s)```toml\n(.*?)```", text)
    (tmp_path / "live.toml").write_text(shown, "utf-8")
    config = load_live(tmp_path)
    for type_ in (LiveConfig, IrcConfig, MatrixConfig, AimConfig, RoomConfig):
        for key in type_.__struct_fields__:
            assert re.search(rf"\b{key}\b", text), f"{type_.__name__}.{key}"
    known = ("Torvik77", "Brannoch", "TalespinnerJo")
    assert [*(one for name in ("irc", "matrix", "aim") for one in remarks(name, config, known, {}))] == []


def test_every_file_linked_to_is_there() -> None:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
