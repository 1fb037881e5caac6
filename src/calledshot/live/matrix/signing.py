"""Signs our own device with a key of our account (cross-signing), as a person does who verifies his own
device: many clients send keys only to devices that their owner has signed.

The account's signing keys are made where it has none, and kept in the store. Where it has others, made with
another client, they are left alone: that client is to verify this device.
"""

from __future__ import annotations

import json
import logging
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from Crypto.PublicKey import ECC
from Crypto.Signature import eddsa

from calledshot.live.config import Secret
from calledshot.live.matrix.login import Login, keep
from calledshot.live.matrix.translate import table
from calledshot.live.matrix.wire import Refused, Unreachable, Wire

FILE = "signing.json"
NAMES = ("master", "self_signing")


class Key:
    """One Ed25519 key pair."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._pair = ECC.construct(curve="Ed25519", seed=seed)
        self.public = _base64(self._pair.public_key().export_key(format="raw"))
        self.id = f"ed25519:{self.public}"

    def signed(self, thing: Mapping[str, Any], user: str) -> dict[str, Any]:
        """The thing with this key's signature and no other."""
        bare = {key: value for key, value in thing.items() if key not in ("signatures", "unsigned")}
        text = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        signature = eddsa.new(self._pair, "rfc8032").sign(text.encode())
        return {**bare, "signatures": {user: {self.id: _base64(signature)}}}

    def described(self, user: str, usage: str) -> dict[str, Any]:
        return {"user_id": user, "usage": [usage], "keys": {self.id: self.public}}


class Signing:
    """One account's keys for signing its devices."""

    def __init__(
        self, wire: Wire, login: Login, folder: Path, password: Secret | None, log: logging.Logger
    ) -> None:
        self._wire, self._user, self._device = wire, login.user, login.device
        self._file, self._password, self._log = folder / FILE, password, log

    async def ensure(self) -> None:
        """See that our device is signed. What goes wrong is only told: we can do without."""
        try:
            await self._ensure()
        except (Refused, Unreachable) as error:
            self._log.warning(
                "our device is not signed: some clients will not let it read", extra={"why": str(error)}
            )

    async def _ensure(self) -> None:
        known = await self._wire.ask("POST", "keys/query", {"device_keys": {self._user: []}})
        device = table(table(table(known, "device_keys"), self._user), self._device)
        theirs = table(table(table(known, "master_keys"), self._user), "keys")
        keys = self._kept()
        if not theirs:
            keys = keys or self._make()
            await self._publish(keys)
        elif keys is None or keys["master"].id not in theirs:
            if len(table(table(device, "signatures"), self._user)) < 2:
                self._log.warning(
                    "another client signs the devices of this account: verify this one there",
                    extra={"device": self._device},
                )
            return
        signer = keys["self_signing"]
        if not device or signer.id in table(table(device, "signatures"), self._user):
            return
        signed = signer.signed(device, self._user)
        answer = await self._wire.ask("POST", "keys/signatures/upload", {self._user: {self._device: signed}})
        if answer.get("failures"):
            raise Refused(200, "M_INVALID_SIGNATURE")
        self._log.info("our device is signed", extra={"device": self._device})

    async def _publish(self, keys: Mapping[str, Key]) -> None:
        master, signer = keys["master"], keys["self_signing"]
        body: dict[str, Any] = {
            "master_key": master.described(self._user, "master"),
            "self_signing_key": master.signed(signer.described(self._user, "self_signing"), self._user),
        }
        if self._password is not None:
            body["auth"] = {
                "type": "m.login.password",
                "identifier": {"type": "m.id.user", "user": self._user},
                "password": self._password.reveal(),
            }
        await self._wire.ask("POST", "keys/device_signing/upload", body)

    # -- keeping --------------------------------------------------------------------------------------

    def _make(self) -> dict[str, Key]:
        keys = {name: Key(secrets.token_bytes(32)) for name in NAMES}
        keep(self._file, json.dumps({name: _base64(key.seed) for name, key in keys.items()}).encode())
        return keys

    def _kept(self) -> dict[str, Key] | None:
        try:
            found = json.loads(self._file.read_bytes())
            return {name: Key(b64decode(found[name] + "==")) for name in NAMES}
        except (OSError, ValueError, LookupError, TypeError):
            return None


def _base64(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")
