"""calledshot reads chat-room combat and calls the shots. Names load when used; see docs/contract.md."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calledshot import api
    from calledshot.auditing import Audit, audit, audits
    from calledshot.linting import lint
    from calledshot.referee.referee import Referee
    from calledshot.transcript import read

_HOMES = {
    "Audit": "calledshot.auditing",
    "Referee": "calledshot.referee.referee",
    "read": "calledshot.transcript",
}
_FUNCTIONS = {"audit": "calledshot.auditing", "audits": "calledshot.auditing", "lint": "calledshot.linting"}

__all__ = ["Audit", "Referee", "api", "audit", "audits", "lint", "read"]


def __getattr__(name: str) -> Any:
    if name == "api":
        return import_module("calledshot.api")
    home = _HOMES.get(name) or _FUNCTIONS.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
