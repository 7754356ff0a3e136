"""Random complete games, ours through the object API and OpenSpiel's as its users drive them from Python."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pyspiel

import muscade
from benchmarks.side_by_side import Contestant

Outcomes: TypeAlias = list[tuple[int, float]]
ChanceDraw: TypeAlias = Callable[[Outcomes, Random], int]


def muscade_random_games(name: str, seats: int, **options: Any) -> Contestant:
    """Every move listed by ``moves`` and checked by ``play``."""
    game = muscade.game(name)
    rng = Random(1)

    def play() -> int:
        moves = 0
        state = game.new(seats, **options)
        while turn := state.turn():
            seat = turn[0]
            if seat == muscade.NATURE:
                state.play(seat, game.draw(state, rng))
            else:
                state.play(seat, rng.choice(state.moves(seat)))
                moves += 1
        return moves

    return play


def open_spiel_random_games(name: str, draw: ChanceDraw) -> Contestant:
    """Every action listed by ``legal_actions``. Only players' moves count, but dealing takes its time, as with us."""
    game = pyspiel.load_game(name)
    rng = Random(1)

    def play() -> int:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state.chance_outcomes(), rng))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def draw_as_documented(outcomes: Outcomes, _rng: Random) -> int:
    """Chance as OpenSpiel's own Python examples play it."""
    actions, probabilities = zip(*outcomes, strict=True)
    return int(np.random.choice(actions, p=probabilities))


def draw_lean(outcomes: Outcomes, rng: Random) -> int:
    """Chance as quick as it can be drawn from Python where all outcomes are equally likely, as in a deal."""
    return rng.choice(outcomes)[0]
