"""Requests to a homeserver: one asked, one answer or one of three plain failures.

Rate limits are waited out here, since the server says how long; everything else is the caller's decision. No
message of an error holds what was sent or what the server answered in words: both may be secret.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

import aiohttp
from yarl import URL

from calledshot.live.logs import reason

PATIENCE = 30.0
"""Seconds for an answer, beside those that the server is asked to wait."""

LONGEST_WAIT = 600.0
"""Seconds at most that a rate limit is waited out in one go; then we ask again."""


class Unreachable(Exception):
    """There is no answer, or none of a homeserver in order: try later."""


class Limited(Unreachable):
    """The server wants us to ask later, in so many `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__("rate limit")
        self.seconds = seconds


class Refused(Exception):
    """The server says no, and will say it again. `code`: its own word for why ("M_FORBIDDEN")."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{code} ({status})")
        self.status, self.code = status, code


class LoggedOut(Refused):
    """Our access token is known no more."""


class Wire:
    """A homeserver's client API as one user. `limited` counts the rate limits that were waited out."""

    def __init__(self, homeserver: str, log: logging.Logger) -> None:
        self.homeserver = homeserver.rstrip("/")
        self.token: str | None = None
        self.limited = 0
        self._log = log
        self._session: aiohttp.ClientSession | None = None
        self._closed = False

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, str] | None = None,
        waits: float = 0.0,
        patient: bool = True,
    ) -> dict[str, Any]:
        """Its answer; `waits`: seconds that the server may take by agreement (a long poll). Where we are not
        `patient` a rate limit is raised as Limited, not waited out."""
        while True:
            status, answer, header = await self._once(method, path, body, query, PATIENCE + waits)
            if status == 200:
                if answer is None:
                    raise Unreachable("an answer that is no JSON object")
                return answer
            code = _code(answer)
            if status == 429 or code == "M_LIMIT_EXCEEDED":
                wait = _wait(answer, header)
                self.limited += 1
                if not patient:
                    raise Limited(wait)
                self._log.warning("rate limit: waiting", extra={"seconds": wait})
                await asyncio.sleep(wait)
            elif status >= 500 or answer is None:
                raise Unreachable(f"status {status}")
            elif status == 401:
                raise LoggedOut(status, code)
            else:
                raise Refused(status, code)

    async def _once(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        query: Mapping[str, str] | None,
        patience: float,
    ) -> tuple[int, dict[str, Any] | None, str | None]:
        if self._closed:
            raise Unreachable("closed")
        if self._session is None:
            self._session = aiohttp.ClientSession()
        headers = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        url = f"{self.homeserver}/_matrix/client/v3/{path}" + (f"?{urlencode(query)}" if query else "")
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
            headers["Content-Type"] = "application/json"
        try:
            async with self._session.request(
                method,
                URL(url, encoded=True),  # quoted once, by `part`
                data=data,
                headers=headers,
                allow_redirects=False,  # a token goes to the server that was named and to no other
                timeout=aiohttp.ClientTimeout(total=patience),
            ) as response:
                return response.status, _object(await response.read()), response.headers.get("Retry-After")
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise Unreachable(_why(error)) from None

    async def close(self) -> None:
        """Ask nothing more."""
        self._closed = True
        if self._session is not None:
            await self._session.close()
            self._session = None


def _why(error: Exception) -> str:
    """What there is to mend. Of aiohttp's own errors the kind alone: their words may hold what was asked."""
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return "its certificate is not to be trusted"
    system = getattr(error, "os_error", None)  # under an error to connect
    if isinstance(system, OSError):
        return reason(system)
    return "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__


def part(text: str) -> str:
    """An id as one part of a path."""
    return quote(text, safe="")


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(data, parse_int=_int)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _int(digits: str) -> int:
    """No number here means anything beyond 64 bits, and a stranger's long one is not to spoil an answer."""
    return int(digits) if len(digits) < 20 else 0


def _code(answer: dict[str, Any] | None) -> str:
    code = answer.get("errcode") if answer is not None else None
    known = isinstance(code, str) and len(code) < 80 and code.replace("_", "").replace(".", "").isalnum()
    return str(code) if known else "M_UNKNOWN"


def _wait(answer: dict[str, Any] | None, header: str | None) -> float:
    """Seconds until we may ask again: by the answer, else by its header, else five."""
    given = answer.get("retry_after_ms") if answer is not None else None
    if isinstance(given, int | float) and not isinstance(given, bool) and given >= 0:
        return min(max(given / 1000, 0.05), LONGEST_WAIT)
    if header is not None and header.strip().isascii() and header.strip().isdigit():
        return min(max(float(header.strip()[:9]), 0.05), LONGEST_WAIT)
    return 5.0
