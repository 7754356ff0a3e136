"""How far ahead one must be in Over-Pass to be likely to win: fits `muscade.games.over_pass.outlook.SWING` to games of its bots.

``python -m benchmarks.tuning.over_pass [games]`` plays bots of one level against each other, with two to four seats, and prints
for each candidate how surprised it would have been by who won (the mean negative logarithm; less is better).
"""

from __future__ import annotations

import sys
from math import log
from random import Random

import msgspec

import muscade
from muscade.games.over_pass import outlook
from muscade.games.over_pass.bot import Weights
from muscade.games.over_pass.course import setting_of
from muscade.games.over_pass.worlds import present
from muscade.kernels import prepare

CANDIDATES = (1.0, 1.5, 2.2, 3.0, 4.0, 5.5, 7.5)
LEVEL = "normal"


def positions(seats: int, seed: int) -> list[tuple[list[float], int]]:
    """How far everybody was from home whenever a turn began, and who won in the end."""
    game = muscade.game("over-pass")
    bot, rng = game.bot(LEVEL), Random(seed)
    match = muscade.Match(game, seats, seed=seed, clock=lambda: 0)
    weights = msgspec.structs.astuple(Weights())
    seen, turns = [], -1
    while match.state.turn():
        [seat] = match.state.turn()
        view = match.state.view(seat)
        if view.turns != turns:
            turns = view.turns
            seen.append(outlook.distances(setting_of(seats, view.options), present(view), weights))
        match.play(seat, bot.choose(view, match.state.moves(seat), rng))
    outcome = match.state.outcome()
    assert outcome is not None
    return [(far, outcome.winners[0]) for far in seen]


def surprise(found: list[tuple[list[float], int]], swing: float) -> float:
    outlook.SWING = swing
    return -sum(log(max(1e-9, outlook.chance_of(far, winner))) for far, winner in found) / len(found)


def main(games: int) -> None:
    prepare(muscade.game("over-pass"))
    for seats in (2, 3, 4):
        found = [one for seed in range(games) for one in positions(seats, seed)]
        print(seats, *(f"{swing}: {surprise(found, swing):.4f}" for swing in CANDIDATES), sep="  ")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
