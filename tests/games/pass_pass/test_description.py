"""The table in words."""

from __future__ import annotations

import pytest

import muscade

GAME = muscade.game("pass-pass")


@pytest.mark.clause("PP-19")
@pytest.mark.parametrize("rounds", [1, 3])
def test_so_many_rounds_as_are_played(rounds: int) -> None:
    view = muscade.Match(GAME, seats=3, seed=1, rounds=rounds).state.view(0)
    assert f"Round 1 of {rounds}." in GAME.describe(view).en
