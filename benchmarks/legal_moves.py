"""How long it takes to make a move and list all legal ones after it: ``python -m benchmarks.legal_moves``.

Both together, since a state may list while it makes the move.
"""

from __future__ import annotations

import statistics
import time
from random import Random

import muscade

GAMES = (("over-pass", 4), ("over-pass", 2), ("groups-of-three", 4), ("mono-line", 2))
POSITIONS = 1500


def measure(name: str, seats: int) -> tuple[float, float, float, int]:
    """Median and 99th percentile in milliseconds, moves in a list on average and at most, over random games."""
    game = muscade.game(name)
    rng = Random(1)
    times: list[float] = []
    counts: list[int] = []
    while len(times) < POSITIONS:
        limit = {"max_turns": 200} if name != "mono-line" else {}
        state = game.new(seats, **limit)
        while (turn := state.turn()) and len(times) < POSITIONS:
            seat = turn[0]
            move = game.draw(state, rng) if seat == muscade.NATURE else rng.choice(state.moves(seat))
            begun = time.perf_counter()
            state.play(seat, move)
            listed = [state.moves(other) for other in state.turn() if other != muscade.NATURE]
            if listed:
                times.append(1000 * (time.perf_counter() - begun))
                counts.append(len(listed[0]))
    times.sort()
    return statistics.median(times), times[int(0.99 * len(times))], statistics.mean(counts), max(counts)


def main() -> None:
    for name, seats in GAMES:
        median, late, mean, most = measure(name, seats)
        print(
            f"{name:16} {seats} seats: median {median:.3f} ms, 99 % within {late:.2f} ms, "
            f"{mean:.0f} moves on average, {most} at most"
        )


if __name__ == "__main__":
    main()
