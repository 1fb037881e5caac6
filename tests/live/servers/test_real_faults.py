"""The fault run: whole fights over our own servers (IRC with a history and without, TOC) and a homeserver,
while the helper is killed, its line cut and held up, lines come twice and the server is restarted. Nothing is
lost without a notice of a gap, ruled on twice, said twice without a label, or seen by whom it is not for.

The figures are printed at the end. One seed again:
`CALLEDSHOT_SEED=17 pytest tests/live/servers/test_real_faults.py -k one_seed` (or `-k on_matrix`). What is
drawn from a seed is the plan; what the machine's own timing makes of it may differ from run to run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from faults import Figures, Zygote, run
from matrix import Synapse

AT_ONCE = 4
"""Lives that are played at the same time: most of one is waiting."""

Lives = Callable[[int], Figures]


@pytest.fixture(scope="module")
def lives(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lives]:
    """Plays all seeds that were asked for, some at once; the one who asks for a seed waits for it."""
    total = Figures()
    chosen = [
        one.callspec.params["seed"]
        for one in request.session.items
        if one.path == request.path and hasattr(one, "callspec") and "lives" in one.fixturenames
    ]
    with Zygote() as zygote, ThreadPoolExecutor(AT_ONCE) as pool:

        def submit(seed: int) -> Future[Figures]:
            return pool.submit(run, zygote, tmp_path_factory.mktemp(f"seed{seed}") / "campaign", seed)

        futures = {seed: submit(seed) for seed in chosen}

        def life(seed: int) -> Figures:
            figures = (futures.get(seed) or submit(seed)).result()
            total.add(figures)
            return figures

        try:
            yield life
        finally:
            for future in futures.values():
                future.cancel()
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print(f"\nfault run: {total.shown()}")


@pytest.mark.parametrize("seed", range(20))
def test_twenty_seeds(lives: Lives, seed: int) -> None:
    assert lives(seed).runs == 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_three_hundred_seeds(lives: Lives, seed: int) -> None:
    assert lives(seed).runs == 1


def test_one_seed(lives: Lives) -> None:
    assert lives(int(os.environ.get("CALLEDSHOT_SEED", "20"))).runs == 1


def on_matrix(zygote: Zygote, synapse: Synapse, folder: Path, seed: int) -> None:
    figures = run(zygote, folder / "campaign", seed, synapse)
    print(f"fault run on Matrix: {figures.shown()}")
    assert (figures.runs, figures.missed, figures.repeated) == (1, 0, 0)


@pytest.mark.parametrize("seed", [int(os.environ.get("CALLEDSHOT_SEED", "1"))])
def test_one_seed_on_matrix(synapse: Synapse, tmp_path: Path, seed: int) -> None:
    with Zygote() as zygote:
        on_matrix(zygote, synapse, tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2015))
def test_many_seeds_on_matrix(synapse: Synapse, tmp_path: Path, seed: int) -> None:
    with Zygote() as zygote:
        on_matrix(zygote, synapse, tmp_path, seed)
