"""What the formats of a service have in common: how names compare there, what its logs can hold. Not how they
are read."""

from __future__ import annotations

import re
from collections.abc import Iterable

COMMANDED = frozenset({"journal", "events"})
"""Formats that can hold a game master's commands to the live helper, which are done over again."""
EXACT = ("matrix", "element", "discord", "slack", "telegram", "whatsapp", "signal")
"""How the formats of services begin on which names that differ by case or blanks are different people's."""
IRC = frozenset({
    "bitchx", "botbot", "catgirl", "chatzilla", "clog", "colabti", "colloquy", "dircproxy", "eggdrop",
    "energymech", "erc", "hexchat", "hexchat-scrollback", "ii", "irc-mongo", "irc-plain", "irc-raw",
    "irc-stamped", "irccloud", "irclog", "irclogs-ubuntu", "irssi", "konversation", "kvirc", "limechat",
    "mirc", "quassel", "qwebirc", "rcirc", "rrsagent", "supybot", "textual", "thelounge", "tiarra",
    "weechat", "weechat-window", "znc",
})  # fmt: skip
"""Formats of IRC, where brackets have small letters too."""
ROOM_ONLY = frozenset({"aol", "generic"})
"""Formats of a room's text, which hold no private messages; windows beside them do."""
_MAPPING = re.compile(r"[^\n]{0,600}? 005 [^\n]{0,600}?\bCASEMAPPING=([\w-]{1,40})")


def brackets_fold(format: str, head: Iterable[str]) -> bool:
    """Whether names that differ by the case of brackets are one person's: on IRC they are, but where the log
    has the server's own line that says otherwise."""
    if format not in IRC:
        return False
    said = next((found[1] for line in head if (found := _MAPPING.match(line)) is not None), None)
    return said is None or "rfc1459" in said.lower()
