"""Settings for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

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


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL for all tests; whoever wants to stop one makes their own."""
    folder = tmp_path_factory.getbasetemp()
    with shared_cluster(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) as running:
        yield running
