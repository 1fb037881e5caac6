"""The audit document as JSON: one document, or a list of them where the paths were separate fights."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from calledshot.auditing import Audit


def render(audits: Sequence[Audit]) -> str:
    """JSON with a line end; the same audits give the same bytes."""
    if len(audits) == 1:
        return audits[0].to_json() + "\n"
    document = [audit.document() for audit in audits]
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"
