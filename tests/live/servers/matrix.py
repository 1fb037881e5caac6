"""A real Matrix homeserver for tests (Synapse with SQLite, clients only): one with generous rate limits and
one with those it comes with, each started once a test session and worker.

    def test_x(synapse):                         # or synapse_limited
        torvik = synapse.register("torvik")      # a fresh user: torvik.mxid, torvik.password
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import itertools
import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from needs import folder_of, free_port, missing, need_root, stop

PATIENCE = 60.0
SECRET = "registration-of-the-test"
ROOT = Path(__file__).resolve().parents[3]
PLENTY = "{ per_second: 10000, burst_count: 100000 }"
LIMITS = (
    "registration",
    "joins_per_room",
    "room_creation",
    "profile",
    "third_party_invite",
    "admin_redaction",
)
NESTED = {
    "login": ("address", "account", "failed_attempts"),
    "joins": ("local", "remote"),
    "invites": ("per_room", "per_user", "per_issuer"),
}

CONFIG = """
server_name: test.local
report_stats: false
pid_file: {dir}/homeserver.pid
signing_key_path: {dir}/signing.key
log_config: {dir}/log.yaml
media_store_path: {dir}/media
database: {{ name: sqlite3, args: {{ database: {dir}/homeserver.db }} }}
listeners:
  - {{ port: {port}, tls: false, type: http, x_forwarded: false, bind_addresses: ['127.0.0.1'],
      resources: [ {{ names: [client], compress: false }} ] }}
registration_shared_secret: {secret}
macaroon_secret_key: test-macaroon
form_secret: test-form
trusted_key_servers: []
suppress_key_server_warning: true
bcrypt_rounds: 4
enable_registration: false
presence: {{ enabled: false }}
user_directory: {{ enabled: false }}
url_preview_enabled: false
enable_metrics: false
caches: {{ global_factor: 0.2 }}
{limits}
"""

LOG = """
version: 1
formatters: { plain: { format: '%(asctime)s %(levelname)s %(name)s %(message)s' } }
handlers: { file: { class: logging.FileHandler, filename: '%DIR%/homeserver.log', formatter: plain } }
root: { level: WARNING, handlers: [file] }
disable_existing_loggers: false
"""


@dataclass(frozen=True)
class User:
    """A registered user of the server."""

    mxid: str
    password: str
    url: str


@dataclass
class Synapse:
    """The server: where it is, and how to register users, stop it and start it again."""

    url: str
    folder: Path
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def register(self, name: str, *, exact: bool = False) -> User:
        """A new user whose local part begins with `name` (or is just that, where `exact`)."""
        local = name if exact else f"{name}-{next(self._numbers)}"
        place = f"{self.url}/_synapse/admin/v1/register"
        nonce = request("GET", place)["nonce"]
        password = f"pw-{local}"
        message = b"\0".join(one.encode() for one in (nonce, local, password, "notadmin"))
        mac = hmac.new(SECRET.encode(), message, hashlib.sha1).hexdigest()
        made = request(
            "POST",
            place,
            {"nonce": nonce, "username": local, "password": password, "admin": False, "mac": mac},
        )
        return User(made["user_id"], password, self.url)

    def start(self) -> None:
        """Until it answers."""
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                self.command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(OSError, ValueError):
                request("GET", f"{self.url}/_matrix/client/versions")
                return
            time.sleep(0.05)
        self.stop()
        pytest.fail("Synapse did not start:\n" + (self.folder / "output").read_text("utf-8")[-2000:])

    def stop(self) -> None:
        if self.process is not None:
            stop(self.process)
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


def request(
    method: str, url: str, body: dict[str, Any] | None = None, token: str | None = None
) -> dict[str, Any]:
    """One request to a homeserver, without any client library. Raises OSError where it is refused."""
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body is not None else None
    asked = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        with error:  # its body is an open socket
            said = error.read(2000).decode("utf-8", "replace")
        raise OSError(f"{method} {url}: {error.code} {said}") from None


@contextlib.contextmanager
def running(*, limited: bool = False, more: str = "") -> Iterator[Synapse]:
    """A server of one's own, stopped and removed at the end; `more` is put into its configuration."""
    need_root()
    python = os.environ.get("CALLEDSHOT_SYNAPSE") or str(ROOT / ".venv-synapse/bin/python")
    if not Path(python).exists():
        missing("Synapse is not installed: python -m venv .venv-synapse, pip install matrix-synapse into it")
    with folder_of("root", "synapse") as folder:
        folder.chmod(0o700)
        port = free_port()
        text = CONFIG.format(dir=folder, port=port, secret=SECRET, limits=_limits(limited) + "\n" + more)
        (folder / "homeserver.yaml").write_text(text, "utf-8")
        (folder / "log.yaml").write_text(LOG.replace("%DIR%", str(folder)), "utf-8")
        command = [python, "-m", "synapse.app.homeserver", "-c", str(folder / "homeserver.yaml")]
        subprocess.run(
            [*command, "--generate-keys"], cwd=folder, check=True, capture_output=True, timeout=120
        )
        server = Synapse(f"http://127.0.0.1:{port}", folder, command)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _limits(limited: bool) -> str:
    lines = [f"rc_{name}: {PLENTY}" for name in LIMITS]
    for name, parts in NESTED.items():
        lines.append(f"rc_{name}:")
        lines += [f"  {part}: {PLENTY}" for part in parts]
    if not limited:
        lines.append(f"rc_message: {PLENTY}")
    return "\n".join(lines)


@pytest.fixture(scope="session")
def synapse() -> Iterator[Synapse]:
    """A homeserver that limits nobody."""
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def synapse_limited() -> Iterator[Synapse]:
    """A homeserver with the limit on messages that Synapse comes with: ten, then one in five seconds."""
    with running(limited=True) as server:
        yield server
