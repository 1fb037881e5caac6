"""The transcript formats: every module of this package that has a `FORMAT`, and what plugins add."""

from __future__ import annotations

from calledshot.transcript.formats.base import Format
from calledshot.transcript.formats.registry import all_formats, get, register

__all__ = ["Format", "all_formats", "get", "register"]
