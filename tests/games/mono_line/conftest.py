"""All that is compiled is ready before any test of this folder: what a bot plays never depends on the machine's speed."""

from __future__ import annotations

import pytest

from muscade.games.mono_line.exact import EXACT
from muscade.games.mono_line.game import GAME
from muscade.kernels import prepare


@pytest.fixture(scope="session", autouse=True)
def compiled_and_ready() -> None:
    assert EXACT.prepare()
    assert prepare(GAME)
