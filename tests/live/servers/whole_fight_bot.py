"""The helper as somebody runs it: the command in a process of its own, its journal and its log in files."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

PATIENCE = 20.0


class Bot:
    """`calledshot live FEED` on a campaign; its journal and log stand in the campaign's folder."""

    def __init__(self, feed: str, campaign: Path, passwords: Mapping[str, str]) -> None:
        self.feed, self.campaign, self.passwords = feed, campaign, dict(passwords)
        self.journal = campaign / "fight.journal"
        self.log = campaign / "live.log"

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "calledshot", "live", self.feed, "--campaign", str(self.campaign)),
            *("--journal", str(self.journal), "--log-level", "debug", "--log-file", str(self.log)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **self.passwords},
        )

    def running(self) -> bool:
        return self.process.returncode is None

    async def end(self) -> None:
        """It is told to stop, says nothing, and has failed in nothing."""
        if self.running():
            self.process.send_signal(signal.SIGTERM)
        try:
            out, err = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        except TimeoutError:
            self.process.kill()
            out, err = await self.process.communicate()
            raise AssertionError("the helper does not stop") from None
        log = self.log.read_text() if self.log.exists() else ""
        assert (self.process.returncode, out, err) == (0, b"", b""), err.decode()
        assert '"level":"error"' not in log.replace(" ", ""), log[-3000:]


@contextlib.asynccontextmanager
async def helper(feed: str, campaign: Path, passwords: Mapping[str, str]) -> AsyncIterator[Bot]:
    bot = Bot(feed, campaign, passwords)
    await bot.start()
    try:
        yield bot
    except BaseException:
        with contextlib.suppress(ProcessLookupError):
            bot.process.kill()
        _, err = await bot.process.communicate()
        if err:
            print(err.decode(errors="replace"), file=sys.stderr)
        raise
    await bot.end()
