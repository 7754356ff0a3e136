"""Random complete games, ours through the object API and OpenSpiel's as its users drive them from Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

import muscade
from benchmarks.side_by_side import Contestant


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


def open_spiel_random_games(name: str) -> Contestant:
    """Every action listed by ``legal_actions``; chance drawn from ``chance_outcomes``. Only players' moves count."""
    game = pyspiel.load_game(name)
    rng = Random(1)

    def play() -> int:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choice(outcomes)[0])  # hearts deals each card with the same chance
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play
