"""Where `judge.STEEP` comes from: ``python -m benchmarks.tuning.mono_line``.

Takes positions of games in which good places are likelier, asks the exact solver who wins each, and prints for several
numbers how surprised one would be on average (in natural units) if a lead were worth what that number says. The
smallest surprise is best.
"""

from __future__ import annotations

from random import Random

import numpy as np
from rich.console import Console

from muscade.games.mono_line import rules
from muscade.games.mono_line.course import ENDING, most_moves, moves, play
from muscade.games.mono_line.exhaustive import held_in, solve_position
from muscade.games.mono_line.game import GAME
from muscade.games.mono_line.judge import STEEP, glance, priors
from muscade.kernels.primitives import room

BUDGET = 1_000_000
CANDIDATES = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)


def sample(count: int, rng: Random) -> tuple[list[float], list[bool]]:
    """The leads of so many positions, and whether the player to move wins."""
    leads: list[float] = []
    wins: list[bool] = []
    while len(leads) < count:
        state = GAME.new(rules.PLAYERS, first=0, pieces="unlimited")
        setting, table, lines_of = state.setting, state.table, state.board.lines_of
        codes, weights = room(most_moves(setting)), [0.0] * most_moves(setting)
        for number in range(rng.randint(6, 12)):
            if table.turn:
                seat = number % rules.PLAYERS
                offered = moves(setting, table, seat, codes)
                priors(setting, table, seat, codes, offered, weights)
                (code,) = rng.choices(codes[:offered], weights[:offered])
                play(setting, table, seat, code)
                play(setting, table, seat, setting.places + ENDING)
        state.look()
        if not table.turn:
            continue
        verdict = solve_position(held_in(lines_of, state.owners, state.active), BUDGET).verdict
        chance = glance(setting, table, state.active)
        # What is settled needs no estimate.
        if verdict != "unknown" and 0 < chance < 1:
            leads.append(STEEP * float(np.log(chance / (1 - chance))))
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
