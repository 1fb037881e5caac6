"""Logs of Tiarra and madoka, the bouncers of Japanese IRC: `20:15:32 <#moor@net:Wren> words`, `>#moor:Wren<`
for the owner's own, round brackets for notices, `+ Wren (…) to #moor`, `- Wren from #moor`, `! Wren (…)`.

Also where they are written in ISO-2022-JP. The date is in the file's name.
"""

from __future__ import annotations

import re

from calledshot.transcript.formats.base import Context, Format, Head
from calledshot.transcript.formats.irc_forms import Grammar
from calledshot.transcript.formats.irc_lines import Heard, noticed, said, told
from calledshot.transcript.formats.irc_text import Note, bare_nick, person

_STAMP = re.compile(r"(?P<t>\d\d:\d\d:\d\d) (?=\S)", re.ASCII)
_WHERE = r"(?:(?P<{0}>[#&%!+][^\s:]{{0,200}}):)?(?P<{1}>[^\s:<>()]{{1,200}})"
_SAY = re.compile(rf"(?:>{_WHERE.format('c', 'a')}<|<{_WHERE.format('d', 'b')}>)(?: (?P<w>.*))?\Z")
_NOTICE = re.compile(rf"(?:\){_WHERE.format('c', 'a')}\(|\({_WHERE.format('d', 'b')}\))(?: (?P<w>.*))?\Z")
_CAME = re.compile(r"\+ [+@]?([^\s(]{1,200}) ?\(\S{0,400}\) to [#&%!+]")
_WENT = re.compile(r"(?:- (\S{1,200}) (?:by \S{1,200} )?from [#&%!+]|! (\S{1,200})(?: \(|\Z))")
_RENAMED = re.compile(
    r"(?:(?:My nick is changed|\[!\] nick changed) \((\S{1,200}) [-=]> (\S{1,200})\)"
    r"|(\S{1,200}) -> (\S{1,200})\Z)"
)
_TOPIC = re.compile(r"Topic of channel [#&%!+]\S{0,200} by (\S{1,200}): ")
_OTHER = re.compile(r"(?:Mode by \S|\[!\] |Mode of channel )")
_ACTION = "\x01ACTION"
_MARK = re.compile(
    rf"[<>()][#&%!][^\s:]{{0,200}}:[^\s:<>()]{{1,200}}[<>()](?: |\Z)"
    rf"|{_CAME.pattern}|{_WENT.pattern}|{_TOPIC.pattern}"
    r"|Mode by \S{1,200}: |My nick is changed \(|\[!\] "
)


def _body(ctx: Context, rest: str) -> Heard | None:
    found = _SAY.match(rest)
    if found is not None:
        words = found["w"] or ""
        if words.startswith(_ACTION):
            return _placed(said("emote", _name(found), words[len(_ACTION) :].strip("\x01 ")), found)
        return _placed(said("say", _name(found), words), found)
    if (found := _NOTICE.match(rest)) is not None:
        return _placed(noticed(_name(found), found["w"] or ""), found)
    if (found := _RENAMED.match(rest)) is not None:
        return told(rest, of=Note("nick", person(found[1] or found[3]), person(found[2] or found[4])))
    if (found := _CAME.match(rest)) is not None:
        return told(rest, of=Note("join", person(found[1])))
    if (found := _WENT.match(rest)) is not None:
        return told(rest, of=Note("leave", person(found[1] or found[2])))
    if (found := _TOPIC.match(rest)) is not None:
        return told(rest, of=Note("topic", person(found[1])))
    return told(rest, of=Note("system")) if _OTHER.match(rest) else None


def _name(found: re.Match[str]) -> str:
    return bare_nick(found["a"] or found["b"])


def _placed(heard: Heard, found: re.Match[str]) -> Heard:
    heard.room = found["c"] or found["d"]
    return heard


class _Japanese(Grammar):
    """The same lines also in ISO-2022-JP, whose characters are plain ASCII behind escapes."""

    def parse(self, ctx: Context, raw: str) -> Heard | None:
        return Grammar.parse(self, ctx, decoded(raw))

    def sniff(self, head: Head) -> float:
        return Grammar.sniff(self, head._replace(lines=[decoded(line) for line in head.lines]))


def decoded(line: str) -> str:
    """The line, out of ISO-2022-JP if it is in it; the escapes hold for one line."""
    if "\x1b$" not in line or not line.isascii():
        return line
    return line.encode().decode("iso2022_jp_2", "replace")


GRAMMAR = _Japanese(_STAMP, _body, _MARK)

FORMAT = Format(
    name="tiarra",
    title="Tiarra or madoka",
    evidence="description",
    extensions=(".log", ".txt"),
    sniff=GRAMMAR.sniff,
    read=GRAMMAR.read,
)
