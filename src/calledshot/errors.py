"""The exceptions that may leave the package, each with a message a game master understands.

Bad input inside a transcript or a declaration is never one of these: that is a finding.
"""

from __future__ import annotations


class CalledshotError(Exception):
    """Something the user can mend; `str(error)` is one line that says what, where and what to do."""


class TranscriptError(CalledshotError):
    """A transcript that cannot be read at all: missing, a directory, binary, or in no known format."""


class CampaignError(CalledshotError):
    """A campaign folder that cannot be used. `problems` holds every mistake found, one line each."""

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems


class PluginError(CalledshotError):
    """A plugin that is missing, clashes with another, or does not fit the hooks."""


class UsageError(CalledshotError):
    """A command asked for something that does not exist or does not go together."""
