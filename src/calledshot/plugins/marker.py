"""The mark on a hook's implementation, as pluggy reads it, without the price of importing pluggy.

A rule system is loaded for every single lint; the hook machinery only where hooks run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

PROJECT = "calledshot"
MARK = f"{PROJECT}_impl"

Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def hookimpl(function: Function) -> Function: ...


@overload
def hookimpl(*, tryfirst: bool = False, trylast: bool = False) -> Callable[[Function], Function]: ...


def hookimpl(
    function: Function | None = None, *, tryfirst: bool = False, trylast: bool = False
) -> Function | Callable[[Function], Function]:
    """Mark a function named after a hook as its implementation; see docs/plugins.md for the hooks."""

    def mark(marked: Function) -> Function:
        options = {
            "wrapper": False,
            "hookwrapper": False,
            "optionalhook": False,
            "tryfirst": tryfirst,
            "trylast": trylast,
            "specname": None,
        }
        setattr(marked, MARK, options)
        return marked

    return mark if function is None else mark(function)
