"""`calledshot campaign`: start, check and show a folder, make a player's packet, train between fights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calledshot.campaign import Campaign
    from calledshot.plugins.ruleset import Ruleset

app = typer.Typer(
    add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True,
    help="Start, check and show a campaign folder, make a player's packet, train between fights.",
)  # fmt: skip

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The campaign folder.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A character, or a screen name of his.")]
Format = Annotated[str, typer.Option("-o", "--output-format", metavar="text|json", help="How to write it.")]

EXAMPLE = "\b\nExample:\n  calledshot campaign "


@app.command(epilog=EXAMPLE + "new parlour --from spar.txt")
def new(
    folder: Folder,
    logs: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="LOG", help="Fill it in with what a saved fight shows."),
    ] = None,
    ruleset: Annotated[str | None, typer.Option(metavar="NAME", help="The rule system.")] = None,
    pgm: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Who runs the fights.")] = None,
) -> None:
    """Write the files of a new campaign, every setting in them with its meaning."""
    from calledshot.campaign import scaffold
    from calledshot.errors import UsageError
    from calledshot.plugins.manager import find_ruleset

    rules = find_ruleset(ruleset)
    if (folder / "campaign.toml").exists():
        raise UsageError(f"{folder} has a campaign.toml already; choose another folder, or edit that one")
    shown: Any = None
    if logs:
        from calledshot.auditing import audit

        shown = audit(logs, ruleset=rules.name, pgm=tuple(pgm or ()), together=True)
        if not shown.encounters:
            who = "" if shown.pgm else ", nor who runs it: --pgm NAME says that"
            _say(f"no fight was found in {', '.join(logs)}{who}")
    elif pgm:
        from calledshot.campaign.scaffold import Nothing

        shown = Nothing(pgm=tuple(pgm))
    _write(folder, scaffold.files(folder.resolve().name, rules, shown))


@app.command(epilog=EXAMPLE + "check parlour")
def check(folder: Folder, output_format: Format = "text") -> None:
    """Look for mistakes (exit 2) and for what is incomplete or unlikely (warnings, exit 0)."""
    from calledshot.campaign.check import warnings
    from calledshot.referee.ruling import Ruling

    campaign, rules = _load(folder)
    rules.room(Ruling(kind="", outcome=""), None, campaign)  # reads the campaign's own words, if it has any
    found = [*warnings(campaign, rules), *_live(folder, campaign)]
    if _json(output_format):
        _print_json({"schema_version": 1, "campaign": campaign.name, "warnings": found})
        return
    for warning in found:
        _say(f"warning: {warning}")
    count = f"{len(found)} warning{'' if len(found) == 1 else 's'}"
    _say(f"{folder}: no mistakes, {count}; {_sizes(campaign)}")


def _live(folder: Path, campaign: Campaign) -> list[str]:
    """What is odd in the live helper's own file, where there is one. Raises CampaignError for mistakes."""
    from calledshot.live.config import FILE, load_live
    from calledshot.live.remarks import people, remarks

    if not (folder / FILE).exists():
        return []
    config = load_live(folder)
    services = [name for name in ("irc", "matrix", "aim") if getattr(config, name) is not None]
    return [f"{FILE}: {one}" for name in services for one in remarks(name, config, people(campaign), {})]


@app.command(epilog=EXAMPLE + "show parlour LadyElsinore")
def show(
    folder: Folder,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One character; all if left out.")
    ] = None,
    output_format: Format = "text",
) -> None:
    """Show the sheets: a table of all, or one in full."""
    from calledshot.campaign.packet import plain

    campaign, _ = _load(folder)
    names = list(campaign.sheets) if name is None else [_character(campaign, name)]
    sheets = {one: plain(campaign.sheets[one]) for one in names}
    if _json(output_format):
        _print_json({"schema_version": 1, "campaign": campaign.name, "characters": sheets})
    elif name is not None:
        _say(names[0])
        for key, value in sheets[names[0]].items():
            _say(f"  {key}: {_words(value)}")
    else:
        for line in _table(sheets):
            _say(line)


@app.command(epilog=EXAMPLE + "packet parlour LadyElsinore")
def packet(
    folder: Folder,
    name: Name,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="DIR", help="Where to; NAME-packet here if left out.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over an earlier packet.")] = False,
) -> None:
    """Write what one player may hold: own sheet, public rulebook, names. `lint --campaign` runs on it."""
    from calledshot.campaign import packet as packets
    from calledshot.errors import UsageError

    campaign, rules = _load(folder)
    who = _character(campaign, name)
    where = output if output is not None else Path(f"{_file_name(who)}-packet")
    if where.resolve() == folder.resolve():
        raise UsageError(
            "a packet cannot be written over the campaign it is made from; choose another --output"
        )
    if (where / "campaign.toml").exists() and not force:
        raise UsageError(f"{where} holds a campaign or packet already; --force writes over it")
    _write(where, packets.files(campaign, rules, who))


@app.command(
    epilog=EXAMPLE + "train parlour Torvik77 --date 2004-07-03",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)
def train(
    context: typer.Context,
    folder: Folder,
    name: Name,
    date: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="The day; today if left out.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would come of it.")] = False,
) -> int:
    """Train between fights. What to train is said with the rule system's own options (--KEY VALUE).

    What is trained goes to the campaign's ledger, state/ledger.ndjson; the sheet stays as it is written.
    """
    from datetime import date as days

    from calledshot.campaign.ledger import Ledger

    campaign, rules = _load(folder)
    who = _character(campaign, name)
    ledger = Ledger(campaign.path or folder)
    made = rules.train(
        campaign, who, _options(context.args), ledger.entries(who), date or days.today().isoformat()
    )
    for line in made.lines:
        _say(line)
    for finding in made.findings:
        _say(f"  {finding.severity} {finding.code}  {finding.message}")
    if made.entry is not None and not dry_run:
        ledger.add(made.entry)
        _say(f"written to {ledger.path}")
    return 1 if any(finding.severity == "error" for finding in made.findings) else 0


def _options(arguments: list[str]) -> dict[str, str]:
    """--key value and --key=value pairs."""
    from calledshot.errors import UsageError

    options: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        key, equals, value = argument.removeprefix("--").partition("=")
        if not argument.startswith("--") or not key:
            raise UsageError(f"train: what is {argument!r}? Options are written --key value")
        given = value if equals else next(rest, None)
        if given is None:
            raise UsageError(f"train: --{key} needs a value")
        options[key] = given
    return options


def _load(folder: Path) -> tuple[Campaign, Ruleset]:
    from calledshot.campaign import load
    from calledshot.plugins.manager import find_ruleset

    campaign = load(folder)
    return campaign, find_ruleset(campaign.ruleset)


def _character(campaign: Campaign, name: str) -> str:
    from calledshot.campaign.faults import nearest
    from calledshot.errors import UsageError

    found = campaign.character(name)
    if found is None or found not in campaign.sheets:
        raise UsageError(f"the campaign has no character {name!r}{nearest(name, campaign.sheets)}")
    return found


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write new files and say so; nothing is written over without leave (the commands ask before)."""
    from calledshot.errors import UsageError

    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; a campaign is a folder")
    ready = {name: text.encode() for name, text in files.items()}  # before anything is written
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in ready.items():
        (folder / name).write_bytes(data)
        _say(f"wrote {folder / name}")


def _file_name(name: str) -> str:
    """A name as part of a file's: letters and digits, everything else an underscore."""
    return "".join(char if char.isalnum() else "_" for char in name)[:60]


def _sizes(campaign: Campaign) -> str:
    import msgspec

    lists = (
        (key, value)
        for key, value in msgspec.to_builtins(campaign.rulebook).items()
        if isinstance(value, list | dict) and value
    )
    counted = [
        f"characters {len(campaign.sheets)}",
        *(f"{key.replace('_', ' ')} {len(value)}" for key, value in lists),
    ]
    return ", ".join(counted)


def _table(sheets: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Sheets as aligned columns: every plain figure that any of them has; what is unknown is a dot."""
    columns = list(dict.fromkeys(
        key for sheet in sheets.values() for key, value in sheet.items() if not isinstance(value, list | dict)
    ))  # fmt: skip
    grid = [["name", *columns]]
    grid += [[name, *(_words(sheet.get(key, "·")) for key in columns)] for name, sheet in sheets.items()]
    widths = [max(len(row[column]) for row in grid) for column in range(len(grid[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in grid
    ]


def _words(value: Any) -> str:
    if isinstance(value, dict):
        name = value.get("name")
        rest = ", ".join(
            f"{key} {_words(one)}" for key, one in value.items() if key != "name" and one is not False
        )
        return f"{name}{f' ({rest})' if rest else ''}" if name is not None else rest
    if isinstance(value, list):
        return "; ".join(_words(one) for one in value) or "none"
    if isinstance(value, float):
        return f"{value:g}"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _json(output_format: str) -> bool:
    from calledshot.errors import UsageError

    if output_format not in ("text", "json"):
        raise UsageError(f"-o {output_format}: choose text or json")
    return output_format == "json"


def _print_json(document: dict[str, Any]) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(document), indent=1).decode())


def _say(line: str) -> None:
    from calledshot.transcript.controls import visible

    print(visible(line))
