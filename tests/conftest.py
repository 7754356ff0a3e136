"""Settings for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.server.postgres import Cluster, shared_cluster

# The same examples in every run: a failure is a failure for everybody. Machines differ in speed, so no deadlines.
settings.register_profile(
    "muscade",
    deadline=None,
    derandomize=True,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("muscade")


# Tests and what they import are here to stay: nothing is found by going through all of it again and again.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


WAITING = [
    Path(__file__).parent / name for name in ("cli", "client", "deploy", "engines", "server", "torture")
]
"""Here tests wait for servers, leases and other programs more than they calculate."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of several processes, each begins with tests that wait, while browsers and others calculate; whoever waits at the end, waits
    alone. Files stay together: what they have started serves all of their tests."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    rest = []
    for file, group in groupby(items, key=lambda item: item.path):
        if any(file.is_relative_to(folder) for folder in WAITING):
            min(shares, key=len).extend(group)
        else:
            rest += group
    # Each gets as many as the others, in this order.
    share = -(-len(items) // workers)
    for mine in shares:
        missing = max(0, share - len(mine))
        mine.extend(rest[:missing])
        del rest[:missing]
    items[:] = [item for mine in shares for item in mine] + rest


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL for all tests; whoever wants to stop one makes their own."""
    folder = tmp_path_factory.getbasetemp()
    with shared_cluster(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) as running:
        yield running
