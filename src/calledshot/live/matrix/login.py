"""Who we are on a homeserver: an access token that was given, or one that a password got us and that is kept.

The device is kept over restarts, since its keys are what encrypted messages were sent to. What is kept is a
file for our eyes only, in the store's folder.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec
from msgspec import Struct

from calledshot.errors import UsageError
from calledshot.live.config import Secret
from calledshot.live.matrix.translate import user_id
from calledshot.live.matrix.wire import LoggedOut, Refused, Wire

FILE = "login.json"


class Login(Struct, frozen=True):
    """What a session is: whose, on which device, and the token that proves it."""

    user: str
    device: str
    homeserver: str
    token: str

    def __repr__(self) -> str:
        return f"Login({self.user!r}, {self.device!r})"


class Logins:
    """Gets a session, and gets it again when the server has forgotten it."""

    def __init__(
        self,
        wire: Wire,
        user: str,
        folder: Path,
        *,
        device: str | None,
        token: Secret | None,
        password: Secret | None,
    ) -> None:
        self._wire, self._user, self._file = wire, user, folder / FILE
        self._device, self._token, self._password = device, token, password

    async def enter(self) -> Login:
        """A session that the server knows. Raises UsageError where it knows none of ours."""
        if self._token is not None:
            return await self._by_token(self._token.reveal())
        kept = self._kept()
        if kept is not None:
            with contextlib.suppress(LoggedOut, UsageError):
                return await self._by_token(kept.token)
        if self._password is None:
            raise UsageError(
                "no way to log in to Matrix: set CALLEDSHOT_MATRIX_TOKEN or CALLEDSHOT_MATRIX_PASSWORD,"
                " or name a file that holds one in live.toml"
            )
        return await self._by_password(self._password.reveal(), kept.device if kept else self._device)

    async def _by_token(self, token: str) -> Login:
        self._wire.token = token
        try:
            who = await self._wire.ask("GET", "account/whoami")
        except LoggedOut:
            self._wire.token = None
            if self._token is None:
                raise
            raise UsageError(f"the homeserver does not know the access token of {self._user}") from None
        user, device = user_id(who.get("user_id")), who.get("device_id")
        if user != self._user:
            raise UsageError(f"the access token is not {self._user}'s")
        if not isinstance(device, str):
            raise UsageError("the access token belongs to no device: log in by password, or as a device")
        if self._device is not None and self._token is not None and device != self._device:
            raise UsageError(f"the access token belongs to another device than {self._device}")
        return Login(user, device, self._wire.homeserver, token)

    async def _by_password(self, password: str, device: str | None) -> Login:
        body = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": self._user},
            "password": password,
            "initial_device_display_name": "calledshot",
        }
        if device is not None:
            body["device_id"] = device
        self._wire.token = None
        try:
            answer = await self._wire.ask("POST", "login", body)
        except Refused as error:
            raise UsageError(
                f"the homeserver does not let {self._user} in: {error.code}; see user and the password"
            ) from None
        user, device, token = (answer.get(key) for key in ("user_id", "device_id", "access_token"))
        if user != self._user or not isinstance(device, str) or not isinstance(token, str):
            raise UsageError(f"the homeserver let in somebody else than {self._user}")
        self._wire.token = token
        login = Login(self._user, device, self._wire.homeserver, token)
        keep(self._file, msgspec.json.encode(login))
        return login

    def _kept(self) -> Login | None:
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=Login)
        except (OSError, msgspec.MsgspecError):
            return None
        same = kept.user == self._user and kept.homeserver == self._wire.homeserver
        return kept if same and self._device in (None, kept.device) else None


def keep(file: Path, data: bytes) -> None:
    """Write a file that only we may read, all of it or nothing."""
    beside = file.with_name(f"{file.name}.new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)


def private_folder(folder: Path) -> None:
    """Make a folder that only we may enter, or make it so."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
