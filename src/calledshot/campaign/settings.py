"""The `[settings]` of a campaign: names with dots in them, and which values a setting takes.

What a setting means is its rule system's; this only reads and checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from calledshot.campaign.faults import describe, nearest, show
from calledshot.campaign.lines import Path as Keys
from calledshot.clauses import Setting


class Given(Struct, frozen=True):
    """A value as given: the keys that lead to it, and the setting's name they spell."""

    keys: Keys
    name: str
    value: Any


def given(settings: Mapping[str, Any]) -> Iterator[Given]:
    """Every value with its name, in the order written. `"a.b" = 1`, `a.b = 1` and a table `a` with `b = 1` in
    it are one setting, since no setting is a table."""
    left: list[tuple[Keys, Any]] = [((key,), value) for key, value in reversed(list(settings.items()))]
    while left:
        keys, value = left.pop()
        if isinstance(value, Mapping) and value:
            left += [((*keys, key), one) for key, one in reversed(list(value.items()))]
        else:
            yield Given(keys, ".".join(str(key) for key in keys), value)


def flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Name → value; of one given twice the later."""
    named: dict[str, Any] = {}
    for one in given(settings):
        named.pop(one.name, None)
        named[one.name] = one.value
    return named


def values(settings: Mapping[str, Any], known: Mapping[str, Setting]) -> dict[str, Any]:
    """Every setting with its value, the default where none is given. The settings given are known ones."""
    defaults = {name: setting.default for name, setting in known.items()}
    return defaults | {name: _value(value, known[name]) for name, value in flat(settings).items()}


def _value(value: Any, setting: Setting) -> Any:
    """A flag that is one of several words (`true`, where `ask` may stand too) is that word."""
    return show(value) if isinstance(value, bool) and setting.choices else value


def mistakes(settings: Mapping[str, Any], known: Mapping[str, Setting]) -> Iterator[tuple[Keys, str]]:
    """Names that are no setting, names given twice, and values a setting does not take."""
    seen: set[str] = set()
    for one in given(settings):
        setting = known.get(one.name)
        if setting is None:
            yield one.keys, f"there is no setting {one.name[:40]!r}{nearest(one.name, known)}"
        elif one.name in seen:
            yield one.keys, f"the setting {one.name} is given twice"
        elif not takes(setting, one.value):
            yield (
                one.keys,
                f"expected {expected(setting)}, found {show(one.value)}{_near(one.value, setting)}",
            )
        seen.add(one.name)


def takes(setting: Setting, value: Any) -> bool:
    """Whether a value is one of the choices, a number in the range, or of the default's type."""
    if setting.choices and isinstance(_value(value, setting), str):
        return _value(value, setting) in setting.choices
    if setting.numbers is not None:
        least, most = setting.numbers
        whole = not isinstance(setting.default, float) and not setting.choices
        kinds = (int,) if whole else (int, float)
        return type(value) in kinds and least <= value <= most
    if setting.choices:
        return False
    kind = type(setting.default)
    return type(value) is kind or (kind is float and type(value) is int)


def expected(setting: Setting) -> str:
    """What a setting takes, in words."""
    words = [f"one of {', '.join(setting.choices)}"] if len(setting.choices) > 1 else list(setting.choices)
    if setting.numbers is not None:
        kind = "a whole number" if isinstance(setting.default, int) else "a number"
        words.append(f"{kind} from {setting.numbers[0]:g} to {setting.numbers[1]:g}")
    return " or ".join(words) or describe(type(setting.default))


def choices(setting: Setting) -> tuple[str, ...]:
    """What a setting takes where the default alone does not show it: the words, and the range of a number."""
    if setting.numbers is None:
        return setting.choices
    return (*setting.choices, f"{setting.numbers[0]:g} to {setting.numbers[1]:g}")


def _near(value: Any, setting: Setting) -> str:
    return nearest(value, setting.choices).partition("; there is")[0] if isinstance(value, str) else ""
