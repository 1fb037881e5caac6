"""Getting into an IRC server: capabilities, SASL, nicks; and never as somebody we are not."""

from __future__ import annotations

import base64

import pytest
from irc_script import Ended, Script
from msgspec.structs import replace

from calledshot.live.config import Secret
from calledshot.live.irc.caps import Capabilities


def refusal(script: Script) -> tuple[str, bool]:
    [ended] = script.of(Ended)
    assert isinstance(ended, Ended)
    assert ended.refusal is not None
    return ended.refusal.why, ended.refusal.lasting


def test_what_a_client_says_first() -> None:
    script = Script(server_password=Secret("door"))
    assert script.sent() == ["PASS door", "CAP LS 302", "NICK calledshot", "USER bot 0 * calledshot"]


def test_offers_in_several_lines_are_asked_for_together() -> None:
    script = Script()
    script.sent()
    script.says(":irc.example CAP * LS * :account-tag draft/multiline=max-bytes=4096 message-tags")
    assert script.sent() == []
    script.says(":irc.example CAP * LS :server-time batch sasl=PLAIN")
    assert script.sent() == ["CAP REQ :message-tags account-tag server-time batch"]
    script.says(":irc.example CAP * ACK :message-tags account-tag server-time batch ")
    assert script.sent() == ["CAP END"]


def test_a_refused_request_is_asked_again_one_by_one() -> None:
    script = Script()
    script.says(":irc.example CAP * LS :batch server-time account-tag")
    script.sent()
    script.says(":irc.example CAP * NAK :account-tag server-time batch")
    assert script.sent() == ["CAP REQ account-tag", "CAP REQ batch", "CAP REQ server-time"]
    script.says(":irc.example CAP * ACK :account-tag", ":irc.example CAP * NAK :batch")
    assert script.sent() == []
    script.says(":irc.example CAP * ACK :server-time")
    assert script.sent() == ["CAP END"]
    assert script.protocol.caps.on == {"account-tag", "server-time"}


def test_capabilities_come_and_go() -> None:
    script = Script().lets_in(caps="message-tags cap-notify")
    script.sent()
    script.says(":irc.example CAP calledshot NEW :account-tag unknown-thing")
    assert script.sent() == ["CAP REQ account-tag"]
    script.says(":irc.example CAP calledshot ACK :account-tag")
    assert script.protocol.tagged()
    script.says(":irc.example CAP calledshot DEL :account-tag")
    assert not script.protocol.tagged()


def test_a_long_list_is_asked_for_in_lines_that_fit() -> None:
    names = [f"vendor.example/{'x' * 60}-{number}" for number in range(20)]
    caps = Capabilities(names)
    requests = caps.read(["*", "LS", " ".join(names)])
    assert len(requests) > 2
    assert all(len(one) <= 512 for one in requests)


def test_a_server_that_knows_no_capabilities() -> None:
    script = Script()
    script.says(":irc.example 421 * CAP :Unknown command", ":irc.example 001 calledshot :hi")
    script.says(":irc.example 376 calledshot :End of MOTD")
    assert script.sent()[-1] == "JOIN #parlour"


def test_sasl_plain() -> None:
    script = Script(sasl="plain", account="bot-account")
    script.says(":irc.example CAP * LS :sasl=EXTERNAL,PLAIN server-time")
    script.says(":irc.example CAP * ACK :server-time")
    script.sent()
    script.says(":irc.example CAP * ACK :sasl")
    assert script.sent() == ["AUTHENTICATE PLAIN"]
    script.says("AUTHENTICATE +")
    [answer] = script.sent()
    assert base64.b64decode(answer.removeprefix("AUTHENTICATE ")) == b"bot-account\0bot-account\0hunter-2"
    script.says("AUTHENTICATE +")  # asked twice, answered once
    assert script.sent() == []
    script.says(":irc.example 900 * * bot-account :You are now logged in", ":irc.example 903 * :ok")
    assert script.sent() == ["CAP END"]


def test_sasl_external_sends_no_password() -> None:
    script = Script(sasl="external")
    script.says(":irc.example CAP * LS :sasl", ":irc.example CAP * ACK :sasl", "AUTHENTICATE +")
    assert script.sent()[-2:] == ["AUTHENTICATE EXTERNAL", "AUTHENTICATE +"]


def test_a_long_password_goes_in_chunks() -> None:
    script = Script(sasl="plain")
    # 10 + 1 + 10 + 1 + 278 bytes are 300, so 400 of base64: a full chunk, and one that says it was the end
    identity = replace(script.protocol.login.identity, password=Secret("p" * 278))
    script.protocol.login.identity = identity
    script.says(":irc.example CAP * LS :sasl", ":irc.example CAP * ACK :sasl")
    script.sent()
    script.says("AUTHENTICATE +")
    first, second = script.sent()
    assert len(first) == len("AUTHENTICATE ") + 400
    assert second == "AUTHENTICATE +"


@pytest.mark.parametrize("number", ["902", "904", "905", "906", "907", "908"])
def test_a_failed_login_goes_no_further(number: str) -> None:
    script = Script(sasl="plain")
    script.says(":irc.example CAP * LS :sasl", ":irc.example CAP * ACK :sasl", "AUTHENTICATE +")
    script.sent()
    script.says(f":irc.example {number} * :SASL authentication failed")
    assert script.sent() == ["QUIT :login failed"]
    why, lasting = refusal(script)
    assert lasting
    assert number in why
    assert "hunter" not in why
    script.says("AUTHENTICATE +", ":irc.example 001 calledshot :Welcome", ":irc.example 376 calledshot :End")
    assert not [line for line in script.sent() if line.startswith(("JOIN", "AUTHENTICATE", "PRIVMSG", "CAP"))]


def test_no_login_offered_now_may_be_offered_later() -> None:
    script = Script(sasl="plain")
    script.says(":irc.example CAP * LS :server-time", ":irc.example CAP * ACK :server-time")
    why, lasting = refusal(script)
    assert "offers no SASL" in why
    assert not lasting


def test_another_mechanism_is_not_ours() -> None:
    script = Script(sasl="plain")
    script.says(":irc.example CAP * LS :sasl=EXTERNAL,SCRAM-SHA-256", ":irc.example CAP * ACK :sasl")
    why, lasting = refusal(script)
    assert "EXTERNAL,SCRAM-SHA-256" in why
    assert lasting
    assert not [line for line in script.sent() if line.startswith("AUTHENTICATE")]


def test_let_in_without_the_login_we_do_not_stay() -> None:
    script = Script(sasl="plain")
    script.says(":irc.example 001 calledshot :Welcome")
    assert "without the SASL login" in refusal(script)[0]
    assert script.sent()[-1] == "QUIT :login failed"


def test_a_taken_nick_is_not_ours_and_others_are_tried() -> None:
    script = Script()
    script.sent()
    script.says(":irc.example 433 * calledshot :Nickname is already in use")
    script.says(":irc.example 433 * calledshot_ :Nickname is already in use")
    assert script.sent() == ["NICK calledshot_", "NICK calledshot__"]
    for _ in range(12):
        script.says(":irc.example 433 * x :Nickname is already in use")
    assert not refusal(script)[1]


def test_the_nick_is_what_the_server_says() -> None:
    script = Script()
    script.says(":irc.example 001 calledsho :Welcome")  # cut to nine letters
    assert script.protocol.nick == "calledsho"
    assert not script.protocol.own.ours


@pytest.mark.parametrize(("number", "lasting"), [("432", True), ("464", True), ("465", True)])
def test_refusals_that_stay(number: str, lasting: bool) -> None:
    script = Script()
    script.says(f":irc.example {number} * :no")
    assert refusal(script)[1] is lasting


def test_an_error_says_whether_it_was_for_speed() -> None:
    script = Script().lets_in()
    script.says("ERROR :Closing link: (bot@127.0.0.1) [Excess Flood]")
    [ended] = script.of(Ended)
    assert isinstance(ended, Ended)
    assert ended.flood
