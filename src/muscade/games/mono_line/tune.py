"""Where `kernel.STEEP` comes from: ``python -m muscade.games.mono_line.tune``.

Takes positions of games in which good places are likelier, asks the exact solver who wins each, and prints for several
numbers how surprised one would be on average (in natural units) if a lead were worth what that number says. The
smallest surprise is best.
"""

from __future__ import annotations

from random import Random

import numpy as np
from rich.console import Console

from muscade.games.mono_line import rules
from muscade.games.mono_line.exhaustive import held_in, solve_position
from muscade.games.mono_line.game import GAME
from muscade.games.mono_line.kernel import (
    ACTIVE,
    ENDING,
    OWNERS,
    PLACES,
    STEEP,
    WINNER,
    evaluate,
    moves,
    play,
    priors,
)
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of

BUDGET = 1_000_000
CANDIDATES = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)


def sample(count: int, rng: Random) -> tuple[list[float], list[bool]]:
    """The leads of so many positions, and whether the player to move wins."""
    kernel = kernel_of(GAME, rules.PLAYERS, {"first": 0, "pieces": "unlimited"})
    ground, lines_of = kernel.ground, GAME.new(rules.PLAYERS).board.lines_of
    codes, weights, expected = np.empty(kernel.widest, np.int64), np.empty(kernel.widest), np.empty(2)
    leads: list[float] = []
    wins: list[bool] = []
    while len(leads) < count:
        state = kernel.start.copy()
        for _ in range(rng.randint(6, 12)):
            if state[WINNER] == rules.NOBODY:
                seat = int(state[ACTIVE])
                offered = moves(ground, state, seat, codes)
                priors(ground, state, seat, codes, offered, weights)
                (code,) = rng.choices(codes[:offered].tolist(), weights[:offered].tolist())
                play(ground, state, seat, code)
                play(ground, state, seat, int(ground[PLACES]) + ENDING)
        if state[WINNER] != rules.NOBODY:
            continue
        seat = int(state[ACTIVE])
        owners = [int(owner) for owner in state[OWNERS : OWNERS + len(lines_of)]]
        verdict = solve_position(held_in(lines_of, owners, seat), BUDGET).verdict
        evaluate(ground, state, chance_of(0), expected)
        # What is settled needs no estimate.
        if verdict != "unknown" and 0 < expected[seat] < 1:
            leads.append(STEEP * float(np.log(expected[seat] / expected[1 - seat])))
            wins.append(verdict == "win")
    return leads, wins


def main() -> None:
    console = Console()
    leads, wins = map(np.array, sample(5_000, Random(1)))
    for steep in CANDIDATES:
        chances = 1 / (1 + np.exp(-leads / steep))
        surprise = -np.log(np.where(wins, chances, 1 - chances)).mean()
        console.print(f"{steep:4.1f}: {surprise:.4f}")


if __name__ == "__main__":
    main()
