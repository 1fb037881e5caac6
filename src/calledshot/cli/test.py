"""`calledshot test`: run rule cases and say what differs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    cases: Annotated[
        list[Path], typer.Argument(help="Case files, or folders searched for *.toml.", metavar="CASE")
    ],
    list_only: Annotated[
        bool, typer.Option("--list", help="Only list the cases: file, id and clauses.")
    ] = False,
    output_format: Annotated[
        str, typer.Option("-o", "--output-format", help="text or json.", metavar="text|json")
    ] = "text",
) -> int:
    """Run rule cases: a transcript, a campaign and what must follow. Exit 1 if any fails."""
    from calledshot.cases import find, run
    from calledshot.errors import UsageError
    from calledshot.transcript.controls import visible as escape

    if output_format not in ("text", "json"):
        raise UsageError(f"-o {output_format}: test writes text or json")
    found = list(find(cases))
    if list_only:
        for case in found:
            print(f"{escape(str(case.path))}: {escape(case.id)}  [{escape(' '.join(case.clauses))}]")
        print(f"{len(found)} case{'' if len(found) == 1 else 's'}")
        return 0
    results = [run(case) for case in found]
    failed = [result for result in results if not result.passed]
    if output_format == "json":
        import msgspec

        document = {
            "schema_version": 1,
            "passed": len(results) - len(failed),
            "failed": len(failed),
            "cases": [
                {
                    "id": result.case.id,
                    "file": str(result.case.path),
                    "clauses": result.case.clauses,
                    "passed": result.passed,
                    "failures": result.failures,
                }
                for result in results
            ],
        }
        print(msgspec.json.format(msgspec.json.encode(document), indent=1).decode())
    else:
        for result in failed:
            print(f"FAILED {escape(str(result.case.path))}: {escape(result.case.id)}")
            for failure in result.failures:
                for line in failure.split("\n"):
                    print(f"  {escape(line)}")
            print()
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0
