from typing import TYPE_CHECKING, Any

from calledshot.campaign.model import Campaign, fold

if TYPE_CHECKING:
    from calledshot.campaign.loading import from_tables, load, load_tables, merge

__all__ = ["Campaign", "fold", "from_tables", "load", "load_tables", "merge"]


def __getattr__(name: str) -> Any:
    if name in ("from_tables", "load_tables", "merge", "load"):
        from calledshot.campaign import loading as module

        return getattr(module, name)
    raise AttributeError(f"calledshot.campaign has no {name!r}")
