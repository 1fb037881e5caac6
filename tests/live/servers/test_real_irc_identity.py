"""Against real servers: who is who, by what the server vouches for, and who takes whose nick."""

from __future__ import annotations

import asyncio
import hashlib
import re
import ssl
from pathlib import Path

import pytest
from irc import IrcClient, IrcServer
from irc_hub import feed_of, running

from calledshot.errors import UsageError
from calledshot.live.config import Secret
from calledshot.live.irc.feed import IrcFeed


def test_a_line_carries_the_account_and_a_stranger_under_the_nick_does_not(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            running(feed_of(inspircd, rooms=["#who"], sasl="plain")) as hub,
            IrcClient(inspircd, "Torvik77", account="torvik") as torvik,
            IrcClient(inspircd, "Stranger") as stranger,
        ):
            await torvik.join("#who")
            await stranger.join("#who")
            await torvik.say("#who", "advance")
            await torvik.emote("#who", "throws a \x02knife\x02")
            await torvik.whisper("calledshot", "cast Pain")
            await torvik.change_nick("Torvik[away]")
            await torvik.say("#who", "still me")
            await stranger.change_nick("Torvik77")
            await stranger.say("#who", "I yield")
            last = await hub.hears_text("I yield")
            assert last.account is None
            assert last.host == "stranger@127.0.0.1"
            said = [one for one in hub.events(room="#who") if one.event.kind in ("say", "emote")]
            assert [(one.event.speaker, one.event.kind, one.event.text, one.account) for one in said] == [
                ("Torvik77", "say", "advance", "irc:torvik"),
                ("Torvik77", "emote", "throws a knife", "irc:torvik"),
                ("Torvik[away]", "say", "still me", "irc:torvik"),
                ("Torvik77", "say", "I yield", None),
            ]
            [whisper] = hub.events("whisper")
            assert (whisper.event.to, whisper.event.text, whisper.event.room) == (
                "calledshot",
                "cast Pain",
                None,
            )
            assert whisper.account == "irc:torvik"
            nicks = [(one.event.speaker, one.event.to, one.account) for one in hub.events("nick")]
            assert nicks == [("Torvik77", "Torvik[away]", "irc:torvik"), ("Stranger", "Torvik77", None)]
            ids = [one.event.id for one in (*said, whisper)]
            assert None not in ids
            assert len(set(ids)) == len(ids)

    asyncio.run(play())


def test_people_who_were_there_first_are_known_by_their_accounts(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            IrcClient(inspircd, "Brannoch", account="brannoch") as brannoch,
            IrcClient(inspircd, "[Nim`ue]", account="nimue") as nimue,
            IrcClient(inspircd, "Nobody") as nobody,
        ):
            for one in (brannoch, nimue, nobody):
                await one.join("#first")
            async with running(feed_of(inspircd, rooms=["#first"], sasl="plain")) as hub:
                [members] = [one for one in hub.messages if one.what == "members"]
                assert sorted(members.members) == ["Brannoch", "Nobody", "[Nim`ue]"]
                accounts = {one.event.speaker: one.account for one in hub.events("join")}
                assert accounts == {"Brannoch": "irc:brannoch", "[Nim`ue]": "irc:nimue", "Nobody": None}

    asyncio.run(play())


def test_whoever_logs_out_is_nobody(inspircd: IrcServer) -> None:
    async def play() -> None:
        async with (
            running(feed_of(inspircd, rooms=["#out"], sasl="plain")) as hub,
            IrcClient(inspircd, "Kael", account="kaelin") as kaelin,
        ):
            await kaelin.join("#out")
            await kaelin.say("#out", "here")
            await kaelin.whisper(inspircd.services or "", "LOGOUT")
            await kaelin.wait_for(lambda line: "logged out" in line.text.lower())
            await kaelin.say("#out", "gone")
            assert (await hub.hears_text("gone")).account is None
            assert (await hub.hears_text("here")).account == "irc:kaelin"

    asyncio.run(play())


def test_sasl_over_tls_with_our_own_authority(inspircd: IrcServer) -> None:
    async def play() -> None:
        feed = feed_of(inspircd, rooms=["#tls"], sasl="plain", tls=True)
        async with running(feed), IrcClient(inspircd, "Elsinore", account="elsinore", tls=True) as elsinore:
            await elsinore.join("#tls")
            await elsinore.raw("WHOIS calledshot")
            login = await elsinore.wait_for(lambda line: line.command == "330")
            assert login.params[1:3] == ["calledshot", "calledshot"]

    asyncio.run(play())


def test_sasl_external_logs_in_by_certificate(inspircd: IrcServer) -> None:
    async def play() -> None:
        folder = inspircd.folder
        assert folder is not None
        pem = folder / "client.pem"
        async with IrcClient(inspircd, "swift", account="swift", tls=True) as swift:
            await swift.whisper(inspircd.services or "", f"CERT ADD {fingerprint(pem)}")
            await swift.wait_for(lambda line: line.nick == "NickServ" and "fingerprint" in line.text.lower())
        feed = feed_of(
            inspircd, rooms=["#cert"], sasl="external", tls=True, account="swift", certificate=str(pem)
        )
        async with running(feed), IrcClient(inspircd, "Elsinore") as elsinore:
            await elsinore.raw("WHOIS calledshot")
            login = await elsinore.wait_for(lambda line: line.command == "330")
            assert login.params[1:3] == ["calledshot", "swift"]

    asyncio.run(play())


def fingerprint(pem: Path) -> str:
    """Of the certificate in a PEM file, as services know it."""
    [certificate] = re.findall(
        "-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", pem.read_text(encoding="ascii"), re.S
    )
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest()


def test_a_wrong_password_ends_it_and_joins_nothing(inspircd: IrcServer) -> None:
    async def play() -> None:
        config = feed_of(inspircd, rooms=["#parlour"], sasl="plain").config
        async with IrcClient(inspircd, "Watcher") as watcher:
            await watcher.join("#parlour")
            with pytest.raises(UsageError) as caught:
                async with running(IrcFeed(config, Secret("not the password")), up=True):
                    raise AssertionError("let in with a wrong password")
            assert "not the password" not in str(caught.value)
            await watcher.settled()
            assert not [line for line in watcher.lines if line.command == "JOIN" and line.nick != "Watcher"]

    asyncio.run(play())


def test_an_unknown_authority_is_not_trusted(inspircd: IrcServer) -> None:
    async def play() -> None:
        feed = feed_of(inspircd, tls=True, ca_file=None)
        with pytest.raises(UsageError, match="certificate is not to be trusted"):
            async with running(feed):
                raise AssertionError("connected")

    asyncio.run(play())
