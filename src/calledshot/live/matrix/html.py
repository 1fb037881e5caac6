"""The words of a message that has its text in HTML only.

No browser: tags go, breaks become lines, and what a reply quotes is left out. Any text is taken.
"""

from __future__ import annotations

from html.parser import HTMLParser

_BREAKS = frozenset(
    ("br", "p", "div", "li", "tr", "blockquote", "pre", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "hr")
)
_SILENT = frozenset(("mx-reply", "script", "style", "head", "title"))


def text_of(markup: str) -> str:
    """What a reader would see of it, without spaces and empty lines around."""
    reader = _Reader()
    try:
        reader.feed(markup)
        reader.close()
    except AssertionError:  # the library's parser gives up so on some broken declarations
        return ""
    lines = ("".join(reader.found)).replace("\xa0", " ").split("\n")
    kept = [" ".join(line.split()) for line in lines]
    return "\n".join(line for line in kept if line)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent.append(tag)
        elif tag in _BREAKS:
            self.found.append("\n")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.found.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()
        elif tag in _BREAKS:
            self.found.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.found.append(data.replace("\n", " "))
