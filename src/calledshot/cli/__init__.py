"""The command line: finds the command, runs it, and turns what happens into an exit code and one line.

Nothing of a command's own work is here; each is a module of this package, imported only when it is called.
`lint` and `fmt` are dispatched before typer is even imported, so that an editor may run them on every line.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

CLEAN, FINDINGS, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: clean; findings of severity error or failed cases; bad usage or unreadable input."""


class Entry(NamedTuple):
    """Where a command lives, what it is for, and one example of it."""

    module: str
    name: str
    summary: str
    example: str


COMMANDS: dict[str, Entry] = {
    "audit": Entry(
        "audit",
        "command",
        "referee saved transcripts, round by round",
        "calledshot audit spar.txt --campaign parlour",
    ),
    "lint": Entry("lint", "main", "check move declarations before they are sent", ""),
    "fmt": Entry("fmt", "main", "write declarations in the strict form", ""),
    "parse": Entry("parse", "command", "transcript to events", "calledshot parse spar.txt -o ndjson"),
    "moves": Entry(
        "moves", "command", "the declarations found in a transcript", "calledshot moves spar.txt -o ndjson"
    ),
    "live": Entry(
        "live", "app", "referee a live room", "calledshot live stdio --campaign parlour < events.ndjson"
    ),
    "dice": Entry("dice", "app", "roll dice, or check those of a log", "calledshot dice roll 2d6+1"),
    "test": Entry(
        "test", "command", "run rule cases, ours or your house rules'", "calledshot test fixtures/cases"
    ),
    "rule": Entry("rule", "command", "explain a rule; without a code, list them", "calledshot rule PGM-1"),
    "formats": Entry("formats", "command", "the transcript formats that can be read", "calledshot formats"),
    "plugins": Entry("plugins", "command", "the plugins that are installed", "calledshot plugins"),
    "campaign": Entry(
        "campaign",
        "app",
        "start, check and show a campaign folder",
        "calledshot campaign new parlour --from spar.txt",
    ),
    "ruleset": Entry("ruleset", "app", "start a rule system of your own", "calledshot ruleset new lantern"),
}
"""Every command of the core, in the order of the help page."""

FAST = frozenset({"lint", "fmt"})
HELP = ("-h", "--help")


class _PipeClosed(Exception):
    """The reader of our output went away (`| head`): no fault of anybody's."""


def main(argv: list[str] | None = None) -> int:
    """Run one command line (`sys.argv` if None) and return its exit code."""
    _text_streams()
    arguments = sys.argv[1:] if argv is None else argv
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except (BrokenPipeError, _PipeClosed):
        _silence_stdout()
        return CLEAN
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _explain(error)


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in HELP:
        print(_overview())
        return CLEAN if arguments else USAGE
    name, rest = arguments[0], arguments[1:]
    if name == "--version":
        from importlib.metadata import version

        print(f"calledshot {version('calledshot')}")
        return CLEAN
    if name in FAST:
        return int(_load(COMMANDS[name])(rest) or 0)
    return _run_typer(name, rest)


def _load(entry: Entry) -> Any:
    from importlib import import_module

    return getattr(import_module(f"calledshot.cli.{entry.module}"), entry.name)


def _run_typer(name: str, rest: list[str]) -> int:
    import typer

    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    entry = COMMANDS.get(name)
    if entry is None:
        target = _plugin_commands().get(name)
        if target is None:
            return _complain(f"there is no command {name!r}{_nearest(name)}; `calledshot -h` lists them")
    else:
        loaded = _load(entry)
        if entry.name == "app":
            app = loaded
            app.info.epilog = _epilog(entry.example)
            app._add_completion = app.pretty_exceptions_enable = False
            app.rich_markup_mode = None
        else:
            app.command(name, epilog=_epilog(entry.example))(loaded)
        for command in app.registered_commands:
            if command.callback is not None:
                command.callback = _quiet_pipe(command.callback)
        target = typer.main.get_command(app)
    _word_arguments(target)
    try:
        code = target.main(
            args=rest, prog_name=f"calledshot {name}", standalone_mode=False, help_option_names=list(HELP)
        )
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        said = getattr(error, "format_message", None)
        if said is None:
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(said())
            return USAGE
        context = getattr(error, "ctx", None)  # of the command below this one, where there is one
        where = (context.command_path if context is not None else "").removeprefix("calledshot ") or name
        return _complain(f"{where}: {_one_line(said())} (`calledshot {where} -h` shows how)")
    return code if isinstance(code, int) else CLEAN


def _word_arguments(command: Any) -> None:
    """Let the help pages of a command and of those below it show arguments as this manual does: `PATH…`."""
    for below in getattr(command, "commands", {}).values():
        _word_arguments(below)
    for one in command.params:
        if one.param_type_name != "argument":
            continue
        name = (one.metavar or str(one.name).upper()).strip("[]")
        if one.nargs != 1 and not name.endswith("…"):
            name += "…"
        name = name if one.required else f"[{name}]"
        help = getattr(one, "help", None) or ""
        one.get_usage_pieces = lambda ctx, name=name: [name]
        one.get_help_record = lambda ctx, name=name, help=help: (name, help)


def _quiet_pipe(callback: Callable[..., Any]) -> Callable[..., Any]:
    """The command, a closed pipe kept apart from an error: typer would exit with 1, which means findings."""
    from functools import wraps

    @wraps(callback)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            result = callback(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            raise _PipeClosed from None
        return result

    return run


def _plugin_commands() -> dict[str, Any]:
    """The commands that installed plugins add, by name; one that fails to add its own costs only those."""
    import typer

    from calledshot.plugins.manager import call_hook

    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.callback()(lambda: None)  # so that a single command stays a command of the group
    _, failures = call_hook("calledshot_commands", app=app)
    for failure in failures:
        print(f"calledshot: {_one_line(str(failure))}", file=sys.stderr)
    return dict(typer.main.get_group(app).commands)


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name[:40], COMMANDS, 1)
    return f" (did you mean {near[0]}?)" if near else ""


def _epilog(example: str) -> str | None:
    return f"\b\nExample:\n  {example}" if example else None


def _overview() -> str:
    added = {name: command.get_short_help_str(60) for name, command in _plugin_commands().items()}
    width = max(map(len, (*COMMANDS, *added)))
    lines = [
        "calledshot reads chat-room combat and calls the shots.",
        "",
        "Usage: calledshot COMMAND …     calledshot COMMAND -h tells more, with an example",
        "",
        *(f"  {name:<{width}}  {entry.summary}" for name, entry in COMMANDS.items()),
        *(f"  {name:<{width}}  {summary}" for name, summary in added.items()),
        "",
        "Example:",
        f"  {COMMANDS['audit'].example}",
        "",
        "Exit codes: 0 clean, 1 findings of severity error or failed cases, 2 bad usage or unreadable input.",
    ]
    return "\n".join(lines)


def _text_streams() -> None:
    """UTF-8 whatever the locale; what cannot be encoded is written as an escape, never an exception."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller (`>&-`): nothing to read, nobody to tell
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _silence_stdout() -> None:
    """Nobody reads on: what is still buffered goes nowhere, and Python does not complain at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(text: str) -> str:
    from calledshot.transcript.controls import visible as escape

    return escape(" ".join(text.split()))


def _complain(message: str) -> int:
    print(f"calledshot: {message}", file=sys.stderr)
    return USAGE


def _explain(error: Exception) -> int:
    """One line on stderr for whatever went wrong (every mistake of a campaign on its own line)."""
    from calledshot.errors import CalledshotError, CampaignError

    if os.environ.get("CALLEDSHOT_DEBUG"):
        import traceback

        traceback.print_exception(error)
    if isinstance(error, CalledshotError):
        code = _complain(_one_line(str(error)))
        if isinstance(error, CampaignError):
            for problem in error.problems:
                if problem not in str(error):
                    print(f"  {_one_line(problem)}", file=sys.stderr)
        return code
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return _complain(_one_line(f"{where}{error.strerror or error}"))
    if isinstance(error, UnicodeEncodeError) and error.reason == "surrogates not allowed":
        return _complain(f"a name on the command line is not UTF-8: {_one_line(repr(error.object)[:100])}")
    from calledshot.plugins.manager import blamed

    with contextlib.suppress(CalledshotError):
        theirs = blamed(error)
        if theirs is not None:
            return _complain(_one_line(f"{theirs}; CALLEDSHOT_DEBUG=1 shows the details"))
    return _complain(
        "sorry, calledshot itself failed here "
        f"({_one_line(f'{type(error).__name__}: {error}')[:200]}). Please report the command and, if "
        "you may, the input; CALLEDSHOT_DEBUG=1 shows the details."
    )
