"""Fit what standings promise: ``python -m benchmarks.tuning.pass_pass`` plays games and prints data/prospects.toml.

Games are played card by card for the trick at hand; after each round but the last the standings are noted, and in
the end who won. A multinomial logit makes the one predict the other.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from muscade.games.pass_pass.course import acting, play
from muscade.games.pass_pass.game import GAME
from muscade.games.pass_pass.judge import quick, trick_worth
from muscade.games.pass_pass.prospects import UNIT
from muscade.games.pass_pass.rules import HAND, MOST_SEATS, ROUNDS
from muscade.games.pass_pass.table import PLAYING, TEAM_COUNTS, Setting, Table
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of
from muscade.kernels.placeholders import draw, rewards, setting_of, table_of
from muscade.kernels.primitives import NATURE_BIT, Chance, below, lowest, room
from muscade.kernels.sharing import Reals

TABLES = ((3, "none"), (4, "none"), (5, "none"), (4, "2x2"), (6, "3x2"), (6, "2x3"))


def sensible(setting: Setting, table: Table, chance: Chance) -> int:
    """What somebody sensible would do who cannot think long."""
    seats = setting.seats
    seat = acting(table)
    hand = table.hands[seat]
    if table.phase != PLAYING:
        return quick(setting, table, chance)
    # A card: how would it fare if those who follow played anything?
    trick = room(MOST_SEATS)[:seats]
    played = table.played
    for place in range(played):
        trick[place] = table.trick[place]
    for place in range(played + 1, seats):
        rest = table.hands[(table.leader + place) % seats]
        for _ in range(below(chance, HAND + 1 - table.trick_number)):
            rest &= rest - 1
        trick[place] = lowest(rest)
    counts = table.counts[:seats]
    recorded = table.recorded_passes[: setting.teams]
    best = 0
    highest = -1e9
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        trick[played] = card
        fares = trick_worth(setting.diamonds, counts, recorded, trick, table.leader, seat, setting.teams)
        if fares > highest:
            highest = fares
            best = card
    return best


def _game(setting: Any, table: Any, chance: Any, noted: Any, won: Any) -> None:
    """Play a game; note what each party has recorded after each round: ``noted[round - 1, party]``."""
    rules = setting_of(setting)
    here = table_of(table)
    while here.turn:
        if here.turn != NATURE_BIT:
            play(rules, here, acting(here), sensible(rules, here, chance))
            continue
        if here.round > 0:
            for team in range(rules.teams):
                noted[here.round - 1, team, 0] = here.recorded_points[team]
                noted[here.round - 1, team, 1] = here.recorded_passes[team]
        draw(rules, here, chance)
    rewards(rules, here, won)


def observe(seats: int, teams: str, games: int) -> tuple[NDArray[np.int64], Reals]:
    """Standings after each round, and the share of victory of each party; −1 where a game did not get so far."""
    from numba import types

    from muscade.kernels.entries import CHANCE, REALS
    from muscade.kernels.lowering import NUMBERS

    kernel = kernel_of(GAME, seats, {"teams": teams})
    signature = types.void(NUMBERS, NUMBERS, CHANCE, types.Array(types.int64, 3, "C"), REALS)
    play_game = kernel.machine.entry(_game, signature)
    parties = TEAM_COUNTS.get(teams, seats)
    noted = np.full((games, ROUNDS - 1, parties, 2), -1, np.int64)
    won = np.zeros((games, seats))
    for game in range(games):
        play_game(kernel.setting, kernel.start.copy(), chance_of(seats, game), noted[game], won[game])
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
        "# What standings promise, by seats and teams; made by python -m benchmarks.tuning.pass_pass.",
        "# A point, one Pass Pass, two Pass Passes: each as an exponent, in ten-thousandths.",
    ]
    for seats, teams in TABLES:
        noted, shares = observe(seats, teams, games)
        lines += ["", f'["{seats} {teams}"]']
        for name, number in (("one_round", ROUNDS - 2), ("two_rounds", ROUNDS - 3)):
            reached = noted[:, number, 0, 0] >= 0
            lines.append(f"{name} = {fit(noted[reached, number], shares[reached])}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
