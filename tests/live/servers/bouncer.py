"""A real ZNC for tests, in front of an IRC server: it stays in the rooms while its client is away."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator

from irc import IrcServer
from needs import daemon, folder_of, free_port, give, need, need_root

PASSWORD = "calledshot:letmein"

CONFIG = """
Version = 1.8.2
ConnectDelay = 0
ServerThrottle = 0
<Listener l>
    Port = {port}
    IPv4 = true
    IPv6 = false
    SSL = false
    Host = 127.0.0.1
</Listener>
<User calledshot>
    Admin = true
    Nick = calledshot
    AltNick = calledshot_
    Ident = calledshot
    RealName = calledshot
    AutoClearChanBuffer = {clear}
    AutoClearQueryBuffer = {clear}
    Buffer = 200
    ChanBufferSize = 200
    QueryBufferSize = 200
    LoadModule = buffextras
    LoadModule = simple_away -notimer
    <Network test>
        Server = 127.0.0.1 {server}
        FloodRate = 50.00
        FloodBurst = 50
        JoinDelay = 0
        <Chan {room}>
        </Chan>
    </Network>
    <Pass password>
        Method = sha256
        Hash = {hash}
        Salt = salt
    </Pass>
</User>
"""


@contextlib.contextmanager
def run_znc(server: IrcServer, room: str, *, clear: bool) -> Iterator[IrcServer]:
    """A bouncer of one's own that is in a room. `clear`: it forgets what it has told its client once."""
    need_root()
    binary = need("znc", "znc")
    with folder_of("irc", "znc") as folder:
        port = free_port()
        digest = hashlib.sha256(b"letmeinsalt").hexdigest()
        config = CONFIG.format(
            port=port, server=server.port, room=room, clear=str(clear).lower(), hash=digest
        )
        for part in (folder / "configs", folder / "home"):
            part.mkdir()
            give(part, "irc")
        (folder / "configs" / "znc.conf").write_text(config, encoding="utf-8")
        give(folder / "configs" / "znc.conf", "irc")
        with daemon([binary, "--foreground", "--datadir", str(folder)], "irc", folder):
            yield IrcServer("127.0.0.1", port, folder=folder)
