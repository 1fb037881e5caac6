"""Requests to a homeserver that answers as servers in trouble do, and who we are on it: tokens, passwords,
the device that is kept. The homeserver is a few lines here, on the loopback."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from calledshot.errors import UsageError
from calledshot.live.config import Secret
from calledshot.live.matrix.login import FILE, Login, Logins, private_folder
from calledshot.live.matrix.wire import LoggedOut, Refused, Unreachable, Wire, part

USER = "@helper:test.local"
Answer = Callable[[web.Request], Awaitable[web.Response]]


def with_server(answer: Answer, use: Callable[[Wire], Awaitable[Any]]) -> Any:
    """What `use` makes of a server that answers so."""

    async def go() -> Any:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        wire = Wire(f"http://127.0.0.1:{port}/", logging.getLogger("test.wire"))
        try:
            return await use(wire)
        finally:
            await wire.close()
            await runner.cleanup()

    return asyncio.run(go())


def always(status: int, text: str, **headers: str) -> Answer:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=status, text=text, headers=headers)

    return answer


def ask(wire: Wire) -> Awaitable[Any]:
    return wire.ask("GET", "x")


# -- requests ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (502, "<html>Bad gateway</html>"),
        (500, '{"errcode": "M_UNKNOWN"}'),
        (200, "<html>a page of some hotel</html>"),
        (200, "[1]"),
        (200, '{"cut off'),
        (404, "not a homeserver"),
        (302, ""),
    ],
)
def test_no_answer_of_a_homeserver_is_tried_again_later(status: int, text: str) -> None:
    with pytest.raises(Unreachable):
        with_server(always(status, text), ask)


def test_a_refusal_says_why_and_nothing_of_what_was_asked() -> None:
    words = '{"errcode": "M_FORBIDDEN", "error": "you said: the hidden blade"}'
    with pytest.raises(Refused) as raised:
        with_server(always(403, words), ask)
    assert (raised.value.status, raised.value.code) == (403, "M_FORBIDDEN")
    assert "blade" not in repr(raised.value) + str(raised.value)
    for strange in ('{"errcode": 7}', '{"errcode": "the hidden blade"}', "{}"):
        with pytest.raises(Refused) as raised:
            with_server(always(400, strange), ask)
        assert raised.value.code == "M_UNKNOWN"
    with pytest.raises(LoggedOut):
        with_server(always(401, '{"errcode": "M_UNKNOWN_TOKEN"}'), ask)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 30}, {}),
        ({"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 0}, {}),
        ({"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": "soon"}, {"Retry-After": "0"}),
    ],
)
def test_a_rate_limit_is_waited_out_as_long_as_the_server_says(body: Any, headers: Any) -> None:
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.method)
        if len(asked) < 3:
            return web.json_response(body, status=429, headers=headers)
        return web.json_response({"ok": True})

    async def use(wire: Wire) -> int:
        assert await wire.ask("PUT", "x", {}) == {"ok": True}
        return wire.limited

    assert with_server(answer, use) == 2
    assert asked == ["PUT"] * 3


def test_a_token_goes_to_the_server_that_was_named_and_to_no_other() -> None:
    seen: list[str | None] = []

    async def answer(request: web.Request) -> web.Response:
        seen.append(request.headers.get("Authorization"))
        return web.Response(
            status=307, headers={"Location": f"http://127.0.0.1:{request.url.port}/elsewhere"}
        )

    async def use(wire: Wire) -> None:
        wire.token = "token"
        with pytest.raises(Unreachable):
            await wire.ask("GET", "x")

    with_server(answer, use)
    assert seen == ["Bearer token"]


def test_ids_are_one_part_of_a_path_whatever_is_in_them() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.json_response({"path": request.raw_path})

    async def use(wire: Wire) -> Any:
        return await wire.ask("GET", f"rooms/{part('!a/b?c#d %:x')}/messages", query={"to": "s1&x=ü"})

    path = with_server(answer, use)["path"]
    assert path == "/_matrix/client/v3/rooms/%21a%2Fb%3Fc%23d%20%25%3Ax/messages?to=s1%26x%3D%C3%BC"


def test_long_numbers_and_half_characters_spoil_no_answer() -> None:
    async def answer(request: web.Request) -> web.Response:
        await request.json()
        return web.Response(
            text='{"n": %s, "s": "\\ud800"}' % ("9" * 10_000), content_type="application/json"
        )

    async def use(wire: Wire) -> Any:
        return await wire.ask("POST", "x", {"body": "half \ud800"})

    assert with_server(answer, use)["n"] == 0


def test_nothing_is_asked_once_it_is_closed_or_when_nobody_is_there() -> None:
    async def use(wire: Wire) -> None:
        await wire.close()
        with pytest.raises(Unreachable):
            await ask(wire)
        nobody = Wire("http://127.0.0.1:9", logging.getLogger("test.wire"))
        with pytest.raises(Unreachable, match=r"^Connection refused$"):
            await ask(nobody)
        await nobody.close()

    with_server(always(200, "{}"), use)


# -- who we are -------------------------------------------------------------------------------------------


class Server:
    """A homeserver that knows one user; `tokens`: token → device."""

    def __init__(self) -> None:
        self.tokens = {"given": "GIVEN"}
        self.logins: list[dict[str, Any]] = []
        self.user = USER

    async def answer(self, request: web.Request) -> web.Response:
        if request.path.endswith("/whoami"):
            device = self.tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
            if device is None:
                return web.json_response({"errcode": "M_UNKNOWN_TOKEN"}, status=401)
            return web.json_response({"user_id": self.user, "device_id": device})
        assert request.path.endswith("/login") and "Authorization" not in request.headers
        body = await request.json()
        self.logins.append(body)
        if body["password"] != "right":
            return web.json_response({"errcode": "M_FORBIDDEN"}, status=403)
        device = body.get("device_id", f"NEW{len(self.logins)}")
        token = f"token{len(self.logins)}"
        self.tokens[token] = device
        return web.json_response({"user_id": self.user, "device_id": device, "access_token": token})

    def enter(
        self,
        folder: Path,
        *,
        token: str | None = None,
        password: str | None = None,
        device: str | None = None,
    ) -> Login:
        async def use(wire: Wire) -> Login:
            wire.homeserver, real = "http://test.local", wire.homeserver
            logins = Logins(
                wire, USER, folder, device=device,
                token=Secret(token) if token else None, password=Secret(password) if password else None,
            )  # fmt: skip
            kept = logins._kept()
            wire.homeserver = real
            logins._kept = lambda: kept  # type: ignore[method-assign]  # each server here has a port of its own
            login = await logins.enter()
            if (folder / FILE).exists():
                stored = json.loads((folder / FILE).read_bytes())
                (folder / FILE).write_text(json.dumps({**stored, "homeserver": "http://test.local"}))
            return login

        found: Login = with_server(self.answer, use)
        return found


def test_a_token_says_itself_which_device_it_is(tmp_path: Path) -> None:
    assert Server().enter(tmp_path, token="given").device == "GIVEN"
    assert Server().enter(tmp_path, token="given", device="GIVEN").device == "GIVEN"
    assert not (tmp_path / FILE).exists()


def test_a_password_is_used_once_and_the_device_kept(tmp_path: Path) -> None:
    private_folder(tmp_path)
    server = Server()
    first = server.enter(tmp_path, password="right")
    assert first.device == "NEW1" and stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    again = server.enter(tmp_path, password="right")
    assert (again.device, again.token) == ("NEW1", first.token)
    assert len(server.logins) == 1
    server.tokens.clear()  # logged out from elsewhere: the same device comes back
    assert server.enter(tmp_path, password="right").device == "NEW1"
    assert [one.get("device_id") for one in server.logins] == [None, "NEW1"]
    # Another device than the one that is asked for is not it.
    assert server.enter(tmp_path, password="right", device="OTHER").device == "OTHER"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "no way to log in"),
        ({"token": "unknown"}, "does not know the access token"),
        ({"token": "given", "device": "OTHER"}, "another device"),
        ({"password": "wrong"}, "M_FORBIDDEN; see user and the password"),
    ],
)
def test_who_is_not_let_in_is_told_in_one_line_without_the_secret(
    tmp_path: Path, given: dict[str, str], why: str
) -> None:
    with pytest.raises(UsageError) as raised:
        Server().enter(tmp_path, **given)
    said = str(raised.value)
    assert why in said and "\n" not in said
    assert not any(secret in said for secret in ("unknown", "given", "wrong"))


def test_somebody_elses_token_is_not_ours(tmp_path: Path) -> None:
    server = Server()
    server.user = "@other:test.local"
    for given in ({"token": "given"}, {"password": "right"}):
        with pytest.raises(UsageError):
            server.enter(tmp_path, **given)
    assert "token1" not in repr(Login(USER, "D", "http://x", "token1"))
