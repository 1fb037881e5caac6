"""The fault run: whole fights over our own servers (IRC with a history and without, TOC) and a homeserver,
while the helper is killed, its line cut and held up, lines come twice and the server is restarted. Nothing is
lost without a notice of a gap, ruled on twice or in another order, said twice without need and a label, or
seen by whom it is not for.

The figures are printed at the end, those of failed lives with the others. One seed again:
`CALLEDSHOT_SEED=17 pytest tests/live/servers/test_real_faults.py -k one_seed` (or `-k on_matrix`). What is
drawn from a seed is the plan; what the machine's own timing makes of it may differ from run to run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from faults import Zygote, run, service_of
from faults_count import FAULTS, Figures
from matrix import Synapse

AT_ONCE = 4
"""Lives that are played at the same time: most of one is waiting."""

Life = tuple[Figures, str]
Lives = Callable[[int], Life]
SEED = int(os.environ.get("CALLEDSHOT_SEED", "20"))


def seeds_of(request: pytest.FixtureRequest, fixture: str) -> list[int]:
    """Every seed that is asked for of a fixture."""
    return [
        one.callspec.params["seed"]
        for one in request.session.items
        if one.path == request.path and hasattr(one, "callspec") and fixture in one.fixturenames
    ]


def played(
    request: pytest.FixtureRequest, folders: pytest.TempPathFactory, fixture: str, synapse: Synapse | None
) -> Iterator[Lives]:
    """Plays all seeds that are asked for, some at once; the one who asks for a seed waits for it. The figures
    of all are printed."""
    totals: dict[str, Figures] = {}
    with Zygote() as zygote, ThreadPoolExecutor(AT_ONCE if synapse is None else 1) as pool:

        def submit(seed: int) -> Future[Life]:
            return pool.submit(run, zygote, folders.mktemp(f"seed{seed}") / "campaign", seed, synapse)

        futures = {seed: submit(seed) for seed in seeds_of(request, fixture)}

        def life(seed: int) -> Life:
            figures, wrong = futures[seed].result()
            totals.setdefault(service_of(seed, synapse), Figures()).add(figures)
            return figures, wrong

        try:
            yield life
        finally:
            for future in futures.values():
                future.cancel()
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        for service, figures in sorted(totals.items()):
            print(f"\nfault run, {service}: {figures.shown()}", end="")
        print()


@pytest.fixture(scope="module")
def lives(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lives]:
    yield from played(request, tmp_path_factory, "lives", None)


@pytest.fixture(scope="module")
def matrix_lives(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, synapse: Synapse
) -> Iterator[Lives]:
    yield from played(request, tmp_path_factory, "matrix_lives", synapse)


def well(life: Life) -> Figures:
    """A life in which nothing went wrong."""
    figures, wrong = life
    assert not wrong, wrong
    assert figures.runs == 1
    assert not any(getattr(figures, name) for name in (*FAULTS, "failed"))
    return figures


@pytest.mark.parametrize("seed", range(20))
def test_twenty_seeds(lives: Lives, seed: int) -> None:
    well(lives(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_three_hundred_seeds(lives: Lives, seed: int) -> None:
    well(lives(seed))


@pytest.mark.parametrize("seed", [SEED])
def test_one_seed(lives: Lives, seed: int) -> None:
    well(lives(seed))


@pytest.mark.parametrize("seed", [SEED])
def test_one_seed_on_matrix(matrix_lives: Lives, seed: int) -> None:
    assert not well(matrix_lives(seed)).missed


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2000, 2015))
def test_many_seeds_on_matrix(matrix_lives: Lives, seed: int) -> None:
    assert not well(matrix_lives(seed)).missed
