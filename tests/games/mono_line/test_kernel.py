"""The kernel plays the same game as the object API."""

from __future__ import annotations

import pytest
from tests.games.mono_line.tables import GABLE, GAME, WINDOW
from tests.kernels.both import MANY, play_both

OPTIONS = [
    {},
    {"pieces": 20},
    {"swap": True, "first": 1},
    {"play": "vigilant"},
    {"play": "vigilant", "pieces": 20, "swap": True, "first": 0},
    {"board": WINDOW},
    {"board": WINDOW, "play": "vigilant", "swap": True},
    {"board": GABLE, "pieces": 20, "swap": True},
    {"board": GABLE, "play": "vigilant", "swap": True, "first": 1},
]


@pytest.mark.clause("ML-1", "ML-2", "ML-3", "ML-4", "ML-5", "ML-7")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_both_play_the_same_games(options: dict[str, object]) -> None:
    for seed in range((2 if "board" not in options else 30) * MANY):
        play_both(GAME, 2, options, seed)
