"""The exact solver is ready before any test of this folder: what a bot plays never depends on how quick the machine is."""

from __future__ import annotations

import pytest

from muscade.games.mono_line.exact import EXACT


@pytest.fixture(scope="session", autouse=True)
def solver_ready() -> None:
    assert EXACT.prepare()
