"""Every table the conformance suite plays at: all registered games, all numbers of seats, a spread of options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import muscade
from muscade import NATURE, Game, Move, State
from muscade.core import encode
from muscade.core.chance import SeedStream

TABLES = [(name, seats) for name in muscade.game_names() for seats in muscade.game(name).seats]
LONGEST_GAME = 20_000
"""No random game may take more events than this."""
MOST_COMBINATIONS = 28


def option_spread(game: Game[Any, Any], seats: int) -> list[dict[str, Any]]:
    """Combinations of the values a table of that size is offered: all of them, or a fair sample of very many.

    Random players need not come to an end by themselves. A game of which that is true names an option that limits it,
    as simulations need it too; here it is the shortest.
    """
    options = game.options(seats)
    offered = {option.name: [choice.value for choice in option.choices] for option in options}
    if game.limit in offered:
        offered[game.limit] = [min(filter(None, offered[game.limit]))]
    spread = [dict(zip(offered, chosen, strict=True)) for chosen in product(*offered.values())]
    return spread if len(spread) <= MOST_COMBINATIONS else Random(0).sample(spread, MOST_COMBINATIONS)


def a_few_options(game: Game[Any, Any], seats: int, few: int) -> list[dict[str, Any]]:
    """So many combinations, evenly spread over all of them."""
    spread = option_spread(game, seats)
    return spread[:: -(-len(spread) // few)]


def step(game: Game[Any, Any], state: State, rng: Random, silence: float = 0.5) -> None:
    """One random move by somebody who may act, or what the clock does for somebody who keeps silent.

    Now and then somebody has second thoughts; not so often that nobody would ever get on.
    """
    seat = rng.choice(state.turn())
    move = None if seat == NATURE or rng.random() >= silence else state.timeout(seat)
    if thoughts := state.second_thoughts(seat):
        move = rng.choice(thoughts) if rng.random() < 0.15 else move
    if move is None:
        move = game.draw(state, rng) if seat == NATURE else rng.choice(state.moves(seat))
    state.play(seat, move)


def random_game(game: Game[Any, Any], seats: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """The states of a random game, the same object again and again, from the first to the last."""
    rng = SeedStream(f"{game.name}/{seats}", seed)
    silence = rng.choice((0.0, 0.5, 0.9))
    state = game.new(seats, **options)
    yield state
    while state.turn():
        step(game, state, rng, silence)
        assert len(state.history) <= LONGEST_GAME, "the game does not end"
        yield state


def accepted(state: State, seat: int) -> list[Move]:
    """Everything `play` accepts of a seat: moves, what the law punishes, second thoughts, and what the clock alone does."""
    moves = [*state.moves(seat), *state.mistakes(seat), *state.second_thoughts(seat)]
    by_clock = state.timeout(seat)
    return moves if by_clock is None or by_clock in moves else [*moves, by_clock]


def viewers(state: State) -> list[int | None]:
    """Everybody who may look: the seats, and a spectator."""
    return [*range(state.seats), None]


def fingerprint(state: State) -> bytes:
    """All that can be observed of a state, from all sides at once."""
    seats = range(state.seats)
    return encode(
        (
            state.turn(),
            [[str(move) for move in state.moves(seat)] for seat in (NATURE, *seats)],
            [state.view(viewer) for viewer in viewers(state)],
            [(seat, str(move)) for seat, move in state.history],
            [str(state.timeout(seat)) for seat in seats],
            [[str(move) for move in state.second_thoughts(seat)] for seat in seats],
        )
    )
