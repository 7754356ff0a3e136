"""Random complete games: ours through the object API and through kernels, OpenSpiel's as its users drive them from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from time import thread_time
from typing import Any, TypeAlias

import numpy as np

import muscade
from muscade.kernels import kernel_of, prepare

from . import limit
from .side_by_side import Contestant

Outcomes: TypeAlias = list[tuple[int, float]]
ChanceDraw: TypeAlias = Callable[[Outcomes, Random], int]

BATCH_SECONDS = 0.02
"""About how long one call of a kernel takes, so that slices end when they should."""
LONG_BATCH_SECONDS = 0.2
"""The same where a call is shared out to several cores, which takes a moment too."""
CPP_BATCH = 2000
MOVES_A_CALL = 20
"""A slice need not wait for the end of a long game."""


def object_random_games(name: str, seats: int, **options: Any) -> Contestant:
    """Through the object API, once machine code is ready for whatever makes use of it."""
    game = muscade.game(name)
    prepare(game)
    moves = (_ticks if game.real_time else _moves)(game, seats, options, Random(1))
    return lambda: sum(islice(moves, MOVES_A_CALL))


def _moves(game: Any, seats: int, options: dict[str, Any], rng: Random) -> Iterator[int]:
    """Game after game, one for each move. Every move is listed by ``moves`` and checked by ``play``; where several may
    act, one of them does."""
    while True:
        state = game.new(seats, **options)
        while turn := state.turn():
            seat = turn[0] if len(turn) == 1 else rng.choice(turn)
            if seat == muscade.NATURE:
                state.play(seat, game.draw(state, rng))
            else:
                state.play(seat, rng.choice(state.moves(seat)))
                yield 1


def _ticks(game: Any, seats: int, options: dict[str, Any], rng: Random) -> Iterator[int]:
    """ES-20: everybody chooses against the same card, then the choices arrive in any order. Late ones do not count."""
    while True:
        state = game.new(seats, **options)
        while turn := state.turn():
            if turn == (muscade.NATURE,):
                state.play(muscade.NATURE, game.draw(state, rng))
                continue
            choices = [(seat, rng.choice(state.moves(seat))) for seat in turn]
            rng.shuffle(choices)
            for place, (seat, move) in enumerate(choices):
                try:
                    state.play(seat, move)
                except muscade.IllegalMove:
                    if place == 0:  # nobody was quicker
                        raise
                else:
                    yield 1
                    while state.turn() == (muscade.NATURE,):
                        state.play(muscade.NATURE, game.draw(state, rng))


def kernel_random_games(name: str, seats: int, **options: Any) -> Contestant:
    """A batch of games in one call."""
    return batches_of(batch_size(BATCH_SECONDS, name, seats, options), 1, name, seats, options)


def batches_of(games: int, threads: int, name: str, seats: int, options: dict[str, Any]) -> Contestant:
    """So many games in one call, by so many threads."""
    from muscade.kernels.batches import random_games

    kernel = kernel_of(muscade.game(name), seats, options)
    seeds = count(1)
    return lambda: int(random_games(kernel, next(seeds), games, threads=threads).moves.sum())


def batch_size(seconds: float, name: str, seats: int, options: dict[str, Any]) -> int:
    """How many games take one core about that long, or up to twice as long."""
    from muscade.kernels.batches import random_games

    kernel = kernel_of(muscade.game(name), seats, options)
    random_games(kernel, 0, 1)
    games, spent = 1, 0.0
    while spent < seconds:
        games *= 2
        begun = thread_time()
        random_games(kernel, 0, games)
        spent = thread_time() - begun
    return games


def cpp_random_games() -> Contestant:
    """The games that the kernel of Pass Pass plays, in C++ written by hand: the same ones, or they are not timed."""
    limit.check()
    seeds = count(1)
    return lambda: int(limit.games_in_cpp(next(seeds), CPP_BATCH).moves.sum())


def open_spiel_random_games(name: str, draw: ChanceDraw) -> Contestant:
    """Every action listed by ``legal_actions``. Only players' moves count, but dealing takes its time, as with us."""
    import pyspiel  # late: whoever only reads results need not have it

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
    """Chance as quick as it can be drawn from Python: in all games used here, all outcomes are equally likely."""
    return rng.choice(outcomes)[0]
