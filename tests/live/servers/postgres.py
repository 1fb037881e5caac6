"""A real PostgreSQL for tests, one a test session (and worker), with a database for each test that asks."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from needs import daemon, folder_of, free_port, missing, need_root

SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=20")
"""Fast, and safe enough for a server that lives as long as the tests."""


class Postgres:
    """A running server that lets everybody in on 127.0.0.1, and asks `bran` for his password."""

    password = "hunter2"

    def __init__(self, folder: Path, port: int, binaries: Path) -> None:
        self.folder = folder
        self.port = port
        self._binaries = binaries
        self._numbers = count()

    def run(self, statement: str, database: str = "postgres") -> str:
        """What psql answers."""
        done = subprocess.run(
            [
                str(self._binaries / "psql"),
                *("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", database),
                *("-v", "ON_ERROR_STOP=1", "-tAc", statement),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"journal{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} OWNER bran")
        return f"postgresql://bran:{self.password}@127.0.0.1:{self.port}/{name}"


def binaries() -> Path:
    """Where the server's programs are: Debian keeps them off the PATH, a folder for each version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        missing("PostgreSQL is not installed: apt-get install postgresql")
    return Path(str(on_path)).parent


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    need_root()
    programs = binaries()
    with folder_of("postgres", "postgres") as folder:
        data, port = folder / "data", free_port()
        subprocess.run(
            [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"],
            check=True,
            capture_output=True,
            user="postgres",
            group="postgres",
            extra_groups=[],
            cwd=folder,
            env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        )
        (data / "pg_hba.conf").write_text(
            "host all postgres 127.0.0.1/32 trust\nhost all bran 127.0.0.1/32 scram-sha-256\n"
        )
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder)]
        command += ["-c", "listen_addresses=127.0.0.1"]
        for setting in SETTINGS:
            command += ["-c", setting]
        with daemon(command, "postgres", folder) as process:
            server = Postgres(folder, port, programs)
            _wait(server, process)
            server.run(f"CREATE ROLE bran LOGIN PASSWORD '{server.password}'")
            yield server


def _wait(server: Postgres, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            server.run("SELECT 1")
            return
        except subprocess.CalledProcessError as error:
            if process.poll() is not None or time.monotonic() > end:
                output = (server.folder / "output").read_text(errors="replace")
                pytest.fail(f"PostgreSQL did not start: {error.stderr} {output[-2000:]}")
            time.sleep(0.05)
