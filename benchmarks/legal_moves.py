"""How long it takes to make a move and list all legal ones after it.

Both together, since a state may list while it makes the move.
"""

from __future__ import annotations

import statistics
import time
from random import Random

import msgspec

import muscade

GAMES = (("over-pass", 4), ("over-pass", 2), ("groups-of-three", 4), ("mono-line", 2))
POSITIONS = 1500


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds over random games, and how many moves are in a list."""

    game: str
    seats: int
    median: float
    late: float
    """99 in 100 are quicker."""
    mean_moves: float
    most_moves: int


def measure(name: str, seats: int, positions: int = POSITIONS) -> Listing:
    game = muscade.game(name)
    rng = Random(1)
    times: list[float] = []
    counts: list[int] = []
    while len(times) < positions:
        limit = {"max_turns": 200} if name != "mono-line" else {}
        state = game.new(seats, **limit)
        while (turn := state.turn()) and len(times) < positions:
            seat = turn[0]
            move = game.draw(state, rng) if seat == muscade.NATURE else rng.choice(state.moves(seat))
            begun = time.perf_counter()
            state.play(seat, move)
            listed = [state.moves(other) for other in state.turn() if other != muscade.NATURE]
            if listed:
                times.append(1000 * (time.perf_counter() - begun))
                counts.append(len(listed[0]))
    times.sort()
    return Listing(
        game=name,
        seats=seats,
        median=statistics.median(times),
        late=times[int(0.99 * len(times))],
        mean_moves=statistics.mean(counts),
        most_moves=max(counts),
    )
