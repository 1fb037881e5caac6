"""What a test of a real server needs: its programs, free ports, a folder that is not root's."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest


def need(program: str, package: str) -> str:
    """The path of a program; skips the test where it is not installed, and fails it in CI."""
    found = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/bin:/usr/lib/postgresql")
    if not found:
        missing(f"{program} is not installed: apt-get install {package}")
    return found


def need_root() -> None:
    """A daemon is started as another user, which only root may do."""
    if os.geteuid() != 0:
        missing("only root may start a server as another user: run the tests as root")


def missing(why: str) -> NoReturn:
    """Skip, or fail where CALLEDSHOT_CI=1 says that everything must be there."""
    if os.environ.get("CALLEDSHOT_CI") == "1":
        pytest.fail(why)
    pytest.skip(why)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def folder_of(user: str, prefix: str) -> Iterator[Path]:
    """A new folder in the system's temporary one that belongs to a user, gone afterwards. (pytest's own
    temporary folders may be entered by root alone.)"""
    path = Path(tempfile.mkdtemp(prefix=f"calledshot-{prefix}-"))
    try:
        give(path, user)
        path.chmod(0o755)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def give(path: Path, user: str) -> None:
    """Make a file or folder a user's own."""
    entry = pwd.getpwnam(user)
    os.chown(path, entry.pw_uid, entry.pw_gid)


@contextlib.contextmanager
def daemon(command: list[str], user: str, cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A server that runs in the foreground as a user; what it prints is in `output` in its folder."""
    entry = pwd.getpwnam(user)
    with (cwd / "output").open("ab") as output:
        process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            user=entry.pw_uid, group=entry.pw_gid, extra_groups=[],
            env={"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": str(cwd)},
        )  # fmt: skip
    try:
        yield process
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End it: asked first, then not asked."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(5)
