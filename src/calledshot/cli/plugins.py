"""`calledshot plugins`: what is installed, what each plugin brings, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", metavar="text|json", help="How to list them.")
    ] = "text",
) -> int:
    """List the installed plugins. Exit 1 if one of them cannot be used."""
    from calledshot.errors import UsageError
    from calledshot.plugins.manager import HOUSE_RULES, plugins
    from calledshot.transcript.controls import visible

    if output_format not in ("text", "json"):
        raise UsageError(f"plugins: -o {output_format}: choose text or json")
    found = plugins()
    broken = any(plugin.error is not None for plugin in found)
    if output_format == "json":
        import msgspec

        document = [
            {
                "name": plugin.name,
                "title": plugin.summary,
                "module": plugin.module,
                "distribution": plugin.distribution or None,
                "version": plugin.version or None,
                "rulesets": plugin.rulesets,
                "default": plugin.default,
                "hooks": plugin.hooks,
                "house_rules": any(hook in HOUSE_RULES for hook in plugin.hooks),
                "error": plugin.error,
            }
            for plugin in found
        ]
        print(msgspec.json.format(msgspec.json.encode(document), indent=1).decode())
        return 1 if broken else 0
    for plugin in found:
        where = " ".join(part for part in (plugin.distribution, plugin.version) if part) or "not installed"
        print(visible(f"{plugin.name}  ({plugin.module}, {where})"))
        if plugin.summary:
            print(visible(f"  {plugin.summary}"))
        for name in plugin.rulesets:
            print(visible(f"  rule system {name}{', the default' if name == plugin.default else ''}"))
        others = [hook for hook in plugin.hooks if hook != "calledshot_rulesets"]
        if others:
            house = any(hook in HOUSE_RULES for hook in others)
            note = f'; a campaign switches it on with plugins = ["{plugin.name}"]' if house else ""
            print(visible(f"  hooks: {', '.join(others)}{note}"))
        if plugin.error is not None:
            print(visible(f"  cannot be used: {plugin.error}"))
    if not found:
        print("no plugins are installed, so there is no rule system either")
    return 1 if broken else 0
