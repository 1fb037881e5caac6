"""Standing orders in the words of a private message: moves for the rounds in which somebody sends nothing.

Only the words; what comes of them is the ruleset's.
"""

from __future__ import annotations

import re

ORDERS = re.compile(r"\W{0,4}(?:my )?standing orders?(?: are| is)?\W{1,4}", re.IGNORECASE)
"""What a message of standing orders begins with; they follow."""
NONE = re.compile(r"(?:none|no|off|clear|nothing|cancel(?:led)?|gone)[\s.!]{0,4}", re.IGNORECASE)
"""Orders that take back those left before."""
EVERY_ROUND = re.compile(r"\b(?:every|each) round\b|\b(?:until|unless|till) i say\b", re.IGNORECASE)
"""Moves that are to stand for the rounds to come as well."""
