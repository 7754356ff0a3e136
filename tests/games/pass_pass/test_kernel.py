"""The kernel of Pass Pass and its object API, held equal game by game, step by step."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.pass_pass.tables import GAME
from tests.kernels.both import MANY, play_both

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (4, {"teams": "2x2"}),
    (6, {}),
    (6, {"teams": "2x3"}),
    (3, {"diamonds": "none", "leader": 2}),
    (4, {"diamonds": "0123" * 12, "leader": 0}),
    (6, {"diamonds": "300000000003", "leader": 5}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_kernel_and_state_play_the_same_games(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4 * MANY):
        play_both(GAME, seats, options, seed)
