"""Every way in which plain tables do not fit the types of a rule system, in words for who wrote them.

msgspec stops at the first mistake; this goes on, and is run only when msgspec has found one.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from calledshot.campaign.lines import Path

SHOWN = 40  # characters of a wrong value that a message quotes

WORDS: Mapping[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "text in quotes",
    bool: "true or false",
    dict: "a table",
}


class Fault(Struct, frozen=True):
    """One mistake: the path to it, and what is wrong."""

    path: Path
    message: str


def faults(value: Any, type_: Any, path: Path = ()) -> Iterator[Fault]:
    """All mistakes in a value that should convert to a type; none if it does."""
    type_ = _bare(type_)
    try:
        msgspec.convert(value, type_)
        return
    except (msgspec.ValidationError, OverflowError, ValueError, RecursionError):
        pass
    origin = get_origin(type_)
    if origin in (Union, types.UnionType):
        fitting = [
            one for one in get_args(type_) if _shape(one) is type(value) and type(value) in (dict, list)
        ]
        if len(fitting) == 1:
            yield from faults(value, fitting[0], path)
        else:
            yield Fault(path, _expected(type_, value))
    elif isinstance(type_, type) and issubclass(type_, Struct) and isinstance(value, dict):
        yield from _in_table(value, type_, path)
    elif origin is list and isinstance(value, list):
        for index, one in enumerate(value):
            yield from faults(one, get_args(type_)[0], (*path, index))
    elif origin is dict and isinstance(value, dict):
        for key, one in value.items():
            yield from faults(one, get_args(type_)[1], (*path, key))
    else:
        yield Fault(path, _expected(type_, value))


def _in_table(value: dict[str, Any], type_: type[Struct], path: Path) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(type_)}
    for key, one in value.items():
        if key in fields:
            yield from faults(one, fields[key].type, (*path, key))
        else:
            yield Fault((*path, key), f"there is no key {key[:SHOWN]!r} here{nearest(key, fields)}")
    for key, field in fields.items():
        if field.required and key not in value:
            yield Fault(path, f"{key} is missing: expected {describe(field.type)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """ "; did you mean speed?", else what there is, where that is short enough to say."""
    from rapidfuzz import fuzz, process

    names = list(known)
    best = process.extractOne(name[:100], names, scorer=fuzz.ratio, processor=str.casefold, score_cutoff=65)
    if best is not None:
        return f"; did you mean {best[0]}?"
    return f"; there is {', '.join(names)}" if 0 < len(names) <= 12 else ""


def _expected(type_: Any, value: Any) -> str:
    message = f"expected {describe(type_)}, found {show(value)}"
    choices = [one for arm in _arms(type_) if get_origin(arm) is Literal for one in get_args(arm)]
    if isinstance(value, str) and choices and str not in _arms(type_):
        from rapidfuzz import fuzz, process

        best = process.extractOne(
            value[:100], choices, scorer=fuzz.ratio, processor=str.casefold, score_cutoff=65
        )
        return f"{message}; did you mean {best[0]}?" if best is not None else message
    return message


def describe(type_: Any) -> str:
    """A type in the words of somebody who writes a campaign."""
    if get_origin(type_) is Annotated:
        bare, *notes = get_args(type_)
        meta = next((note for note in notes if isinstance(note, msgspec.Meta)), None)
        if meta is not None and meta.description is not None:
            return meta.description
        if meta is not None and meta.ge is not None and meta.le is not None:
            return f"{describe(bare)} from {meta.ge} to {meta.le}"
        return describe(bare)
    arms = [arm for arm in _arms(type_) if arm is not type(None)]
    if len(arms) > 1:
        return " or ".join(dict.fromkeys(describe(arm) for arm in arms))
    arm = arms[0] if arms else type_
    origin = get_origin(arm)
    if origin is Literal:
        quoted = [f'"{one}"' for one in get_args(arm)]
        return quoted[0] if len(quoted) == 1 else f"one of {', '.join(quoted)}"
    if origin is list:
        return f"a list (each {describe(get_args(arm)[0])})"
    if origin is tuple:
        return f"a list of {len(get_args(arm))} whole numbers"
    if origin is dict or (isinstance(arm, type) and issubclass(arm, Struct)):
        return "a table"
    if origin is Annotated:
        return describe(arm)
    return WORDS.get(arm, getattr(arm, "__name__", str(arm)))


def show(value: Any) -> str:
    """A value as TOML would write it, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        cut = value if len(value) <= SHOWN else value[: SHOWN - 1] + "…"
        return f"text {cut!r}"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list" if len(value) != 1 else f"a list of {show(value[0])}"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of too many digits"
    return str(value)[:SHOWN]


def _arms(type_: Any) -> tuple[Any, ...]:
    return get_args(type_) if get_origin(type_) in (Union, types.UnionType) else (type_,)


def _bare(type_: Any) -> Any:
    """A type without "or unknown": TOML has no null, so a message need not offer it."""
    arms = [arm for arm in _arms(type_) if arm is not type(None)]
    return arms[0] if len(arms) == 1 else type_


def _shape(type_: Any) -> type | None:
    origin = get_origin(type_)
    if origin in (dict, list):
        return dict if origin is dict else list
    return dict if isinstance(type_, type) and issubclass(type_, Struct) else None
