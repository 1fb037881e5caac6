"""`calledshot formats`: which transcript formats can be read, and what that rests on."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", help="How to list them.", metavar="text|json")
    ] = "text",
) -> None:
    """List the transcript formats: name, title, evidence, extensions."""
    from calledshot.cli.parse import plugin_readers
    from calledshot.errors import UsageError
    from calledshot.transcript.formats import all_formats

    plugin_readers()
    formats = all_formats()
    if output_format == "json":
        import json

        print(json.dumps(
            [
                {"name": one.name, "title": one.title, "evidence": one.evidence, "extensions": one.extensions}
                for one in formats
            ],
            indent=2,
        ))  # fmt: skip
        return
    if output_format != "text":
        raise UsageError(f"formats: -o {output_format}: choose text or json")
    name, title = max(len(one.name) for one in formats), max(len(one.title) for one in formats)
    for one in formats:
        print(f"{one.name:<{name}}  {one.title:<{title}}  {one.evidence:<15}  {' '.join(one.extensions)}")
