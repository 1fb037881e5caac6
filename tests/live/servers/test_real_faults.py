"""The fault run: whole fights over our own servers (IRC with a history and without, TOC) while the helper is
killed, its line cut and held up, lines come twice and the server is restarted. Nothing is lost without a
notice of a gap, nothing is ruled on twice or said twice without a label, and no secret is seen by others.

The figures are printed: `pytest -s tests/live/servers/test_real_faults.py`. One seed again:
`CALLEDSHOT_SEED=17 pytest -s tests/live/servers/test_real_faults.py -k one_seed`. What is drawn from a seed
is the plan; what the machine's own timing makes of it may differ from run to run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import Figures, Zygote, run


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    with Zygote() as started:
        yield started


@pytest.fixture(scope="module")
def total(pytestconfig: pytest.Config) -> Iterator[Figures]:
    figures = Figures()
    yield figures
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(f"\nfault run: {figures.shown()}")


@pytest.mark.parametrize("seed", range(20))
def test_twenty_seeds(zygote: Zygote, total: Figures, tmp_path: Path, seed: int) -> None:
    total.add(run(zygote, tmp_path / "campaign", seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_three_hundred_seeds(zygote: Zygote, total: Figures, tmp_path: Path, seed: int) -> None:
    total.add(run(zygote, tmp_path / "campaign", seed))


def test_one_seed(zygote: Zygote, total: Figures, tmp_path: Path) -> None:
    total.add(run(zygote, tmp_path / "campaign", int(os.environ.get("CALLEDSHOT_SEED", "20"))))
