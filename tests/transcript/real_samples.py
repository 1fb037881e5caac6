"""The real samples and what stands in `sample_counts.toml` about each, for the tests that read them."""

from __future__ import annotations

import re
import tomllib
import zipfile
from pathlib import Path

from msgspec import Struct, convert

SAMPLES = Path("/work/shared/formats/samples")
TABLE = Path(__file__).with_name("sample_counts.toml")


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a pattern occurs, and as what kinds of events what it finds is read."""

    kinds: list[str]
    pattern: str
    count: int


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """What a sample is and holds; the fields are explained in the table."""

    format: str
    counts: list[Count]
    why: str = ""
    head: str = ""
    members: str = ""
    unread: dict[str, str] = {}


def table() -> dict[str, Sample]:
    """Every sample's path below SAMPLES, and what it is."""
    return convert(tomllib.loads(TABLE.read_text(encoding="utf-8")), dict[str, Sample])


def text(path: Path, members: str) -> str:
    """A sample as text; of an archive, the members that the pattern names, one after another."""
    if members:
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if re.search(members, name)]
            return "\n".join(archive.read(name).decode() for name in names)
    return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
