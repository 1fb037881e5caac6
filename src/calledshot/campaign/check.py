"""What a campaign could do better: warnings of `campaign check`, which never stop another command.

Mistakes that stop a campaign from loading are `loading`'s; figures and charts are the rule system's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from calledshot.campaign.faults import nearest
from calledshot.campaign.files import table_lists
from calledshot.campaign.model import Campaign, fold
from calledshot.plugins.ruleset import Ruleset


def warnings(campaign: Campaign, ruleset: Ruleset) -> list[str]:
    """Everything incomplete or unlikely, a sentence each, the core's before the rule system's."""
    found = [*_people(campaign), *_names(campaign), *_nobody(campaign)]
    if campaign.path is not None:
        found += _unread(campaign.path, ruleset)
    return [*found, *ruleset.check_campaign(campaign)]


def _people(campaign: Campaign) -> Iterator[str]:
    if not campaign.pgm:
        yield "campaign.toml: no pgm, so it is taken to be whoever calls the rounds"
    if not campaign.sheets:
        yield "no characters: nobody's figures are known"


def _names(campaign: Campaign) -> Iterator[str]:
    """Names that the service cannot tell apart, since it compares without case and spaces."""
    seen: dict[str, str] = {}
    for name in [*campaign.sheets, *campaign.names]:
        other = seen.setdefault(fold(name), name)
        if other != name:
            yield f"{other} and {name} are one name to a service that folds case and spaces"


def _nobody(campaign: Campaign) -> Iterator[str]:
    """Screen names of characters there is no sheet for."""
    for screen, character in campaign.names.items():
        if character not in campaign.sheets and not any(fold(pgm) == fold(character) for pgm in campaign.pgm):
            yield f"names.{screen}: no sheet of the name {character}{_near(character, campaign.sheets)}"


def _unread(path: Path, ruleset: Ruleset) -> Iterator[str]:
    """Files beside the campaign's that look like its own and are not read. `live.toml` is the live helper's,
    and looked at by the command."""
    read = {"campaign.toml", "characters.toml", "rulebook.toml", "voice.toml", "live.toml"}
    lists = {f"{name}.csv" for name, _ in table_lists(ruleset.rulebook)}
    for file in sorted(path.iterdir()):
        if file.suffix not in (".toml", ".csv") or file.name in read | lists:
            continue
        yield f"{file.name} is not read{_near(file.name, sorted(read | lists))}"


def _near(name: str, known: Iterable[str]) -> str:
    """ "; did you mean …?", or nothing."""
    return nearest(name, known).partition("; there is")[0]
