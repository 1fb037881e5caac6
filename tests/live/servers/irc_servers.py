"""Real IRC servers for tests, one of each a test session (and worker): InspIRCd with services and TLS, a
strict one that kills floods, and ngIRCd, which has neither tags nor accounts."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from irc import IrcClient, IrcServer
from needs import daemon, folder_of, free_port, give, need, need_root

ACCOUNTS = {
    name: f"pw-{name}-1"
    for name in ("calledshot", "brannoch", "elsinore", "torvik", "kaelin", "nimue", "swift", "weechat")
}
"""The accounts every session has registered: account → password."""

MODULES = [
    "spanningtree",
    "cap",
    "ircv3",
    "ircv3_accounttag",
    "ircv3_batch",
    "ircv3_capnotify",
    "ircv3_chghost",
    "ircv3_ctctags",
    "ircv3_echomessage",
    "ircv3_invitenotify",
    "ircv3_labeledresponse",
    "ircv3_msgid",
    "ircv3_servertime",
    "namesx",
    "uhnames",
    "botmode",
    "sasl",
    "services_account",
    "chanhistory",
    "monitor",
    "sajoin",
    "hidechans",
    "globops",
    "regex_glob",
    "chghost",
    "chgident",
    "chgname",
    "cban",
    "svshold",
    "rline",
    "shun",
    "hideoper",
    "deaf",
    "callerid",
    "setname",
    "sha256",
    "ssl_gnutls",
    "sslinfo",
    "saquit",
    "sanick",
]

INSPIRCD = """
<server name="irc.test.local" description="Test" network="TestNet" id="1AA">
<admin name="t" nick="t" email="t@test.local">
<bind address="127.0.0.1" port="{port}" type="clients">
<bind address="127.0.0.1" port="{tls}" type="clients" sslprofile="tls">
<bind address="127.0.0.1" port="{link}" type="servers">
<sslprofile name="tls" provider="gnutls" cafile="{dir}/ca.pem" certfile="{dir}/server.pem"
 keyfile="{dir}/server.key" hash="sha256" requestclientcert="yes">
<connect name="main" allow="*" timeout="60" pingfreq="120" hardsendq="8M" softsendq="1M" recvq="1M"
 {flood} localmax="500" globalmax="500" useident="no" resolvehostnames="no">
<class name="A" commands="*" privs="*" usermodes="*" chanmodes="*">
<type name="NetAdmin" classes="A">
<oper name="op" password="op" host="*@*" type="NetAdmin">
<pid file="{dir}/inspircd.pid">
<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="{dir}/ircd.log">
<path configdir="{dir}" datadir="{dir}" logdir="{dir}" runtimedir="{dir}" moduledir="{modules}">
{load}
<chanhistory maxlines="50" prefixmsg="no" bots="yes">
<sasl target="services.test.local" requiressl="no">
<link name="services.test.local" ipaddr="127.0.0.1" port="{link}" allowmask="127.0.0.0/8" sendpass="linkpw"
 recvpass="linkpw">
<uline server="services.test.local" silent="yes">
<security hidesplits="no" customversion="" maxtargets="20">
<performance nouserdns="yes">
"""
LENIENT = 'threshold="1000" commandrate="100000" fakelag="no"'
# kills whoever is twenty lines ahead of twenty a second; Debian's default, one a second, would take long
STRICT = 'threshold="20" commandrate="20000" fakelag="no"'
STRICTEST = 'threshold="10" commandrate="1000" fakelag="no"'

ATHEME = """
loadmodule "modules/protocol/inspircd";
loadmodule "modules/backend/opensex";
loadmodule "modules/crypto/posix";
loadmodule "modules/nickserv/main";
loadmodule "modules/nickserv/identify";
loadmodule "modules/nickserv/register";
loadmodule "modules/nickserv/info";
loadmodule "modules/nickserv/logout";
loadmodule "modules/nickserv/ghost";
loadmodule "modules/nickserv/group";
loadmodule "modules/nickserv/cert";
loadmodule "modules/saslserv/main";
loadmodule "modules/saslserv/plain";
loadmodule "modules/saslserv/external";
serverinfo {{ name = "services.test.local"; desc = "Services"; numeric = "00A"; recontime = 2;
 netname = "TestNet"; adminname = "t"; adminemail = "t@test.local"; registeremail = "noreply@test.local";
 mta = "/bin/true"; loglevel = {{ error; }}; maxusers = 0; maxnicks = 9; maxchans = 5; emaillimit = 99;
 emailtime = 300; auth = none; casemapping = rfc1459; }};
uplink "irc.test.local" {{ host = "127.0.0.1"; vhost = "127.0.0.1"; send_password = "linkpw";
 receive_password = "linkpw"; port = {link}; }};
nickserv {{ spam; nick = "NickServ"; user = "NickServ"; host = "services.test.local"; real = "Nick";
 aliases {{}}; access {{}}; }};
saslserv {{ nick = "SaslServ"; user = "SaslServ"; host = "services.test.local"; real = "SASL"; }};
database {{}};
general {{ helpchan = "#help"; helpurl = "http://localhost/"; verbose_wallops; join_chans; leave_chans;
 flood_msgs = 0; flood_time = 10; ratelimit_uses = 1000; ratelimit_period = 1; kline_time = 7;
 commit_interval = 5; operstring = "x"; servicestring = "y"; default_clone_allowed = 50;
 default_clone_warn = 40; }};
"""

NGIRCD = """
[Global]
    Name = irc.test.local
    Info = test
    Network = TestNet
    Listen = 127.0.0.1
    Ports = {port}
    ServerUID = irc
    ServerGID = irc
    PidFile = {dir}/ngircd.pid
    MotdPhrase = hello
[Limits]
    MaxConnectionsIP = 0
    ConnectRetry = 60
    MaxPenaltyTime = 0
    MaxNickLength = 30
[Options]
    DNS = no
    Ident = no
    PAM = no
"""


@contextlib.contextmanager
def run_inspircd(*, flood: str = LENIENT, services: bool = True) -> Iterator[IrcServer]:
    """An InspIRCd of one's own, for a test that stops or restarts it; `services` adds Atheme and ACCOUNTS."""
    need_root()
    binary = need("inspircd", "inspircd")
    atheme = need("atheme-services", "atheme-services") if services else ""
    with folder_of("irc", "inspircd") as folder, contextlib.ExitStack() as running:
        port, tls, link = free_port(), free_port(), free_port()
        make_ca(folder)
        for pem in folder.iterdir():
            give(pem, "irc")
        load = "\n".join(f'<module name="{name}">' for name in MODULES)
        config = INSPIRCD.format(
            port=port, tls=tls, link=link, dir=folder, flood=flood, load=load, modules=module_folder()
        )
        (folder / "inspircd.conf").write_text(config, encoding="utf-8")
        command = [binary, "--nofork", "--config", str(folder / "inspircd.conf")]
        process = running.enter_context(daemon(command, "irc", folder))
        server = IrcServer("127.0.0.1", port, tls, folder / "ca.pem", folder=folder)
        wait_for_welcome(server, folder, process)
        if services:
            server.services = "NickServ@services.test.local"
            data = folder / "atheme"
            data.mkdir()
            give(data, "irc")
            (folder / "atheme.conf").write_text(ATHEME.format(link=link), encoding="utf-8")
            command = [atheme, "-n", "-c", str(folder / "atheme.conf"), "-l", str(folder / "atheme.log")]
            command += ["-p", str(folder / "atheme.pid"), "-D", str(data)]
            running.enter_context(daemon(command, "irc", folder))
            asyncio.run(register(server, ACCOUNTS))
        yield server


def module_folder() -> str:
    """Where Debian keeps the modules; other systems put the machine's kind into the path."""
    for path in ("/usr/lib/inspircd/modules", *map(str, Path("/usr/lib").glob("*/inspircd*/modules"))):
        if Path(path).is_dir():
            return path
    return "/usr/lib/inspircd/modules"


def wait_for_welcome(server: IrcServer, folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Until a client is let in: the port is bound before the modules are loaded."""
    end = time.monotonic() + 20
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection((server.host, server.port), 5) as client:
            client.sendall(b"NICK probe\r\nUSER probe 0 * :probe\r\n")
            client.settimeout(10)
            seen = b""
            while b" 001 " not in seen:
                data = client.recv(4096)
                if not data:
                    break
                seen += data
                for line in data.split(b"\r\n"):
                    if line.startswith(b"PING"):
                        client.sendall(line.replace(b"PING", b"PONG") + b"\r\n")
            else:
                client.sendall(b"QUIT\r\n")
                return
        time.sleep(0.02)
    output = (folder / "output").read_text(encoding="utf-8", errors="replace")
    raise AssertionError(f"the IRC server let nobody in:\n{output[-2000:]}")


async def register(server: IrcServer, accounts: dict[str, str]) -> None:
    """Register accounts with NickServ, as people do, each under its own nick."""

    async def one(name: str, password: str) -> None:
        async with IrcClient(server, name, caps="") as client:
            end = time.monotonic() + 20
            while time.monotonic() < end:  # services may not have linked yet
                await client.raw(f"PRIVMSG {server.services} :REGISTER {password} {name}@test.local")
                answer = await client.wait_for(
                    lambda line: (
                        line.command in ("401", "NOTICE")
                        and line.nick in ("NickServ", "irc.test.local")
                        and "debug mode" not in line.text
                    )
                )
                if "registered" in answer.text.lower():
                    return
                await asyncio.sleep(0.05)
        raise AssertionError(f"NickServ would not register {name}")

    await asyncio.gather(*(one(name, password) for name, password in accounts.items()))
    server.accounts.update(accounts)


def make_ca(folder: Path) -> None:
    """A certificate authority of our own (ca.pem), the server's certificate (server.pem, server.key), and one
    for a client (client.pem, key and certificate in one file)."""
    openssl = need("openssl", "openssl")

    def run(*arguments: str) -> None:
        subprocess.run([openssl, *arguments], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30")
    run("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=calledshot test CA",
        "-addext", "basicConstraints=critical,CA:TRUE",
        "-addext", "keyUsage=critical,keyCertSign,cRLSign")  # fmt: skip
    for name, alt in (("server", "subjectAltName=IP:127.0.0.1,DNS:localhost"), ("client", "")):
        run("req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}.test.local")
        (folder / "ext").write_text(f"basicConstraints=CA:FALSE\n{alt}\n", encoding="utf-8")
        run("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
            "-days", "30", "-out", f"{name}.crt", "-extfile", "ext")  # fmt: skip
    (folder / "server.pem").write_bytes((folder / "server.crt").read_bytes())
    (folder / "client.pem").write_bytes(
        (folder / "client.key").read_bytes() + (folder / "client.crt").read_bytes()
    )
    (folder / "client.pem").chmod(0o600)


@contextlib.contextmanager
def run_ngircd() -> Iterator[IrcServer]:
    """An ngIRCd of one's own."""
    need_root()
    binary = need("ngircd", "ngircd")
    with folder_of("irc", "ngircd") as folder:
        port = free_port()
        config = folder / "ngircd.conf"
        config.write_text(NGIRCD.format(port=port, dir=folder), encoding="utf-8")
        with daemon([binary, "-n", "-f", str(config)], "irc", folder) as process:
            server = IrcServer("127.0.0.1", port, folder=folder)
            wait_for_welcome(server, folder, process)
            yield server


@pytest.fixture(scope="session")
def inspircd() -> Iterator[IrcServer]:
    """InspIRCd with Atheme: accounts, SASL PLAIN and EXTERNAL, TLS on `tls_port` (trust `ca`)."""
    with run_inspircd() as server:
        yield server


@pytest.fixture(scope="session")
def strict_inspircd() -> Iterator[IrcServer]:
    """InspIRCd that kills whoever sends more than it likes (Excess Flood); no services."""
    with run_inspircd(flood=STRICT, services=False) as server:
        yield server


@pytest.fixture(scope="session")
def strictest_inspircd() -> Iterator[IrcServer]:
    """As strict as Debian's InspIRCd comes, and it kills instead of slowing down: one line a second."""
    with run_inspircd(flood=STRICTEST, services=False) as server:
        yield server


@pytest.fixture(scope="session")
def ngircd() -> Iterator[IrcServer]:
    """An old kind of server: no tags, no accounts, no echo."""
    with run_ngircd() as server:
        yield server
