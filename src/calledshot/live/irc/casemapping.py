"""Which names a server holds for the same: its CASEMAPPING. For nicks, rooms and accounts of IRC only."""

from __future__ import annotations

import unicodedata

_ASCII = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_TABLES = {
    "ascii": _ASCII,
    "strict-rfc1459": _ASCII | str.maketrans("[]\\", "{}|"),
    "rfc1459-strict": _ASCII | str.maketrans("[]\\", "{}|"),
    "rfc1459": _ASCII | str.maketrans("[]\\~", "{}|^"),
}
DEFAULT = "rfc1459"
"""What holds where a server does not say: so it was before servers said."""


def fold(name: str, mapping: str = DEFAULT) -> str:
    """The form in which two names are the same if the server says so. In a mapping that we do not know (those
    for Unicode nicks) letters become small ones, and none becomes another: ß stays a letter of its own."""
    table = _TABLES.get(mapping.lower())
    return name.translate(table) if table is not None else unicodedata.normalize("NFC", name.lower())


def fold_account(account: str) -> str:
    """An account as we name it: services hold accounts that differ by ASCII case for one, and a campaign's
    author types a name as it comes to him."""
    return account.translate(_ASCII)
