"""What every registered game must do, at every number of seats. A game passes without a line of its own here."""

from __future__ import annotations

import os

import pytest

import muscade
from muscade.testing import CHECKS, Check

MANY = int(os.environ.get("MUSCADE_MANY_GAMES", "1"))
"""Multiplies how many games are looked at: a test run has a few of each, a long one as many as one has time for."""

TABLES = [(name, seats) for name in muscade.game_names() for seats in muscade.game(name).seats]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)
def test_a_game_keeps_the_contract(name: str, seats: int, check: Check) -> None:
    game = muscade.game(name)
    if game.course is not None and "MUSCADE_INTERPRET" not in os.environ:
        # Not while others play: until it is there they would be interpreted, which `lockstep` does anyway, for many times as long.
        game.course.prepare()
    check(game, seats, effort=MANY)
