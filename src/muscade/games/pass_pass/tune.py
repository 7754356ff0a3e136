"""Fit what standings promise: ``python -m muscade.games.pass_pass.tune`` plays games and prints data/prospects.toml.

Games are played card by card for the trick at hand; after each round but the last the standings are noted, and in
the end who won. A multinomial logit makes the one predict the other.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from muscade.games.pass_pass import rules
from muscade.games.pass_pass.flat import (
    COUNTS,
    DIAMONDS,
    HANDS,
    LEADER,
    PHASE,
    PLAYED,
    PLAYING,
    RECORDED_PASSES,
    RECORDED_POINTS,
    ROUND,
    SEATS,
    TEAMS,
    TRICK,
    TRICK_NUMBER,
    TURN_MASK,
    draw,
    lowest,
    play,
    rewards,
)
from muscade.games.pass_pass.foresight import JUDGEMENT, quick
from muscade.games.pass_pass.game import GAME
from muscade.games.pass_pass.prospects import UNIT
from muscade.kernels import kernel_of
from muscade.kernels.chance import below, chance_of
from muscade.kernels.compiler import CHANCE, NUMBERS, REALS, compiled
from muscade.kernels.kernel import NATURE_BIT, Numbers, Reals

trick_worth = JUDGEMENT.trick_worth

TABLES = ((3, "none"), (4, "none"), (5, "none"), (4, "2x2"), (6, "3x2"), (6, "2x3"))


@compiled(types.int64(NUMBERS, NUMBERS, CHANCE))
def sensible(ground: Numbers, state: Numbers, chance: Any) -> int:
    """What somebody sensible would do in the state's place who cannot think long."""
    seats = ground[SEATS]
    teams = ground[TEAMS]
    seat = lowest(state[TURN_MASK])
    if state[PHASE] != PLAYING:
        return quick(ground, state, chance)
    # A card: how would it fare if those who follow played anything?
    diamonds = ground[DIAMONDS : DIAMONDS + rules.CARDS]
    hand = state[HANDS + seat]
    if hand & (hand - 1) == 0:
        return int(lowest(hand))
    trick = np.empty(seats, np.int64)
    played = state[PLAYED]
    for place in range(played):
        trick[place] = state[TRICK + place]
    for place in range(played + 1, seats):
        rest = state[HANDS + (state[LEADER] + place) % seats]
        for _ in range(below(chance, rules.HAND + 1 - state[TRICK_NUMBER])):
            rest &= rest - 1
        trick[place] = lowest(rest)
    counts = state[COUNTS : COUNTS + seats]
    recorded = state[RECORDED_PASSES : RECORDED_PASSES + teams]
    best = 0
    highest = -1e9
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        trick[played] = card
        fares = trick_worth(diamonds, counts, recorded, trick, state[LEADER], seat, teams)
        if fares > highest:
            highest = fares
            best = card
    return int(best)


@compiled(types.void(NUMBERS, NUMBERS, CHANCE, types.Array(types.int64, 3, "C"), REALS))
def _game(ground: Numbers, state: Numbers, chance: Any, noted: Any, won: Reals) -> None:
    """Play a game; note what each party has recorded after each round: ``noted[round - 1, party]``."""
    while state[TURN_MASK]:
        if state[TURN_MASK] != NATURE_BIT:
            play(ground, state, lowest(state[TURN_MASK]), sensible(ground, state, chance))
            continue
        if state[ROUND] > 0:
            for team in range(ground[TEAMS]):
                noted[state[ROUND] - 1, team, 0] = state[RECORDED_POINTS + team]
                noted[state[ROUND] - 1, team, 1] = state[RECORDED_PASSES + team]
        draw(ground, state, chance)
    rewards(ground, state, won)


def observe(seats: int, teams: str, games: int) -> tuple[NDArray[np.int64], Reals]:
    """Standings after each round, and the share of victory of each party; −1 where a game did not get so far."""
    kernel = kernel_of(GAME, seats, {"teams": teams})
    parties = int(kernel.ground[TEAMS])
    noted = np.full((games, rules.ROUNDS - 1, parties, 2), -1, np.int64)
    won = np.zeros((games, seats))
    for game in range(games):
        _game(kernel.ground, kernel.start.copy(), chance_of(seats, game), noted[game], won[game])
    return noted, won[:, :parties]


def fit(standings: NDArray[np.int64], shares: Reals) -> list[int]:
    """The weights that make the observed victories likeliest, found by Newton's method."""
    points, passes = standings[..., 0], standings[..., 1]
    features = np.stack([points, passes == 1, passes >= 2], axis=-1).astype(float)
    weights = np.zeros(3)
    for _ in range(20):
        odds = np.exp(features @ weights - (features @ weights).max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        mean = np.einsum("gp,gpf->gf", odds, features)
        slope = np.einsum("gp,gpf->f", shares - odds, features)
        spread = features - mean[:, None]
        curve = np.einsum("gp,gpf,gph->fh", odds, spread, spread) + 1e-6 * np.eye(3)
        weights += np.linalg.solve(curve, slope)
    return [round(UNIT * weight) for weight in weights]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games for each kind of table")
    games = parser.parse_args().games
    lines = [
        "# What standings promise, by seats and teams; made by python -m muscade.games.pass_pass.tune.",
        "# A point, one Pass Pass, two Pass Passes: each as an exponent, in ten-thousandths.",
    ]
    for seats, teams in TABLES:
        noted, shares = observe(seats, teams, games)
        lines += ["", f'["{seats} {teams}"]']
        for name, number in (("one_round", rules.ROUNDS - 2), ("two_rounds", rules.ROUNDS - 3)):
            reached = noted[:, number, 0, 0] >= 0
            lines.append(f"{name} = {fit(noted[reached, number], shares[reached])}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
