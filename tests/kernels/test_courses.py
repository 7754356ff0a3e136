"""Every game, seats and options drawn at random: the course interpreted and the course compiled are the same game."""

from __future__ import annotations

import os
from random import Random

import pytest

import muscade
from muscade.testing.lockstep import lockstep

MANY = int(os.environ.get("MUSCADE_MANY_GAMES", "1"))
"""Multiplies how many games are compared: a test run has a few of each, a long one tens of thousands."""


@pytest.mark.parametrize("name", [name for name in muscade.game_names() if muscade.game(name).course])
def test_interpreted_and_compiled_are_the_same_game(name: str) -> None:
    game = muscade.game(name)
    for number in range(6 * MANY):
        rng = Random(f"{name} {number}")
        seats = rng.choice(game.seats)
        options = {option.name: rng.choice(option.choices).value for option in game.options(seats)}
        lockstep(game, seats, options, number, longest=400)
