"""Every table the conformance suite plays at: all registered games, all numbers of seats, a spread of options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec

import muscade
from muscade import NATURE, Game, State
from muscade.core.chance import SeedStream

TABLES = [(name, seats) for name in muscade.game_names() for seats in muscade.game(name).seats]
LONGEST_GAME = 20_000
"""No random game may take more events than this."""


def option_spread(game: Game[Any, Any], seats: int) -> list[dict[str, Any]]:
    """Every combination of the values a table of that size is offered."""
    options = game.options(seats)
    values = product(*([choice.value for choice in option.choices] for option in options))
    return [dict(zip((option.name for option in options), chosen, strict=True)) for chosen in values]


def step(game: Game[Any, Any], state: State, rng: Random) -> None:
    """One random move by somebody who may act."""
    seat = rng.choice(state.turn())
    move = game.draw(state, rng) if seat == NATURE else rng.choice(state.moves(seat))
    state.play(seat, move)


def random_game(game: Game[Any, Any], seats: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """The states of a random game, the same object again and again, from the first to the last."""
    rng = SeedStream(f"{game.name}/{seats}", seed)
    state = game.new(seats, **options)
    yield state
    while state.turn():
        step(game, state, rng)
        assert len(state.history) <= LONGEST_GAME, "the game does not end"
        yield state


def viewers(state: State) -> list[int | None]:
    """Everybody who may look: the seats, and a spectator."""
    return [*range(state.seats), None]


def fingerprint(state: State) -> bytes:
    """All that can be observed of a state, from all sides at once."""
    seats = range(state.seats)
    return msgspec.json.encode(
        (
            state.turn(),
            [[str(move) for move in state.moves(seat)] for seat in (NATURE, *seats)],
            [state.view(viewer) for viewer in viewers(state)],
            [(seat, str(move)) for seat, move in state.history],
            [str(state.timeout(seat)) for seat in seats],
        )
    )
