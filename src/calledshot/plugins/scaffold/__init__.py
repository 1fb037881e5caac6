"""The files a new ruleset starts from: a package that installs, with a small working fight, its cases and a
test. Makes text; the command writes it. The templates are the `*.tmpl` files of this folder.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.machinery import PathFinder
from pathlib import Path

from calledshot.clauses import CORE
from calledshot.errors import UsageError
from calledshot.plugins.manager import all_rulesets, plugins

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
TEMPLATES = {
    "pyproject.toml": "pyproject.toml.tmpl",
    "README.md": "README.md.tmpl",
    "@NAME@/__init__.py": "package.py.tmpl",
    "cases/@NAME@.toml": "cases.toml.tmpl",
    "tests/test_cases.py": "test_cases.py.tmpl",
}
"""What is written where; a type checker's mark is written besides."""
CODE = 3
"""Letters of the name that begin its clauses' ids, more where another ruleset has those."""


def files(name: str, title: str | None = None) -> dict[str, str]:
    """Path in the new folder → text. Raises UsageError for a name that cannot be used."""
    check(name)
    class_ = "".join(part.capitalize() for part in name.split("_"))
    fields = {
        "@NAME@": name,
        "@DISTRIBUTION@": name.strip("_").replace("_", "-"),
        "@CLASS@": class_,
        "@CODE@": code(name),
        "@TITLE@": one_line(title) if title else name.replace("_", " ").strip().capitalize(),
    }

    def filled(text: str) -> str:
        for field, value in fields.items():
            text = text.replace(field, value)
        return text

    here = Path(__file__).parent
    made = {filled(path): filled((here / file).read_text("utf-8")) for path, file in TEMPLATES.items()}
    return {**made, f"{name}/py.typed": ""}


def check(name: str) -> None:
    """Whether a new ruleset can be called so: a Python package of that name can be made and is not there
    yet, and no plugin or ruleset has the name. Raises UsageError."""
    if NAME.fullmatch(name) is None or name.endswith("_"):
        raise UsageError(
            f"a ruleset cannot be called {name[:60]!r}: its Python package has that name, so it is small"
            f" letters, digits and underscores, a letter first{_instead(name)}"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in sys.stdlib_module_names:
        raise UsageError(f"a ruleset cannot be called {name!r}: the word is Python's own; try {name}_rules")
    for plugin in plugins():
        if name in (plugin.name, plugin.module, *plugin.rulesets):
            raise UsageError(
                f"{name!r} is taken: the installed plugin {plugin.name}"
                f"{f' ({plugin.distribution})' if plugin.distribution else ''} has that name; choose another"
            )
    found = PathFinder.find_spec(name, [folder for folder in sys.path if folder])
    if found is not None and found.origin is not None:
        raise UsageError(f"{name!r} is taken: a Python package of that name is installed; choose another")


def _instead(name: str) -> str:
    """A name that would do, made from one that does not."""
    folded = re.sub(r"[^a-z0-9]+", "_", name[:60].lower()).strip("_0123456789")
    return f"; try {folded}" if NAME.fullmatch(folded) else ""


def code(name: str) -> str:
    """The beginning of its clauses' ids: the first letters of the name, so many that nobody else has them."""
    clauses = (CORE, *(ruleset.clauses for ruleset in all_rulesets()))
    taken = {id.partition("-")[0] for one in clauses for id in one}
    letters = name.replace("_", "").upper()
    ends = range(min(CODE, len(letters)), len(letters) + 1)
    return next((letters[:end] for end in ends if letters[:end] not in taken), f"{letters}X")


def one_line(title: str) -> str:
    """A title as it may stand in a docstring, a TOML string and a heading."""
    said = " ".join("".join(c for c in title if c.isprintable() and c not in '"\\').split())[:60]
    if not said:
        raise UsageError("--title: a title needs letters")
    return said
