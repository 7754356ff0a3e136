"""Tens of thousands of games in both: ``python -m tests.kernels.long_run --games 10000``.

Every game is played by a number of seats and options that are drawn for it, and as in the tests both must agree on
everything after every step. A difference ends the run and says where it is.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

from rich.progress import track
from tests.kernels.both import play_both

import muscade

LONGEST = 100
"""Random players may never finish some games, so they are not left without this limit, nor with a long one."""

PIECE = 25
"""So many games go to a process at a time."""


def drawn(name: str, seed: int) -> tuple[int, dict[str, Any]]:
    """Seats and options for a game: any that somebody could choose."""
    game, rng = muscade.game(name), Random(f"{name} {seed}")
    seats = rng.choice(list(game.seats))
    options = {}
    for option in game.options(seats):
        values = [choice.value for choice in option.choices]
        if option.name == game.limit:
            values = [turns for turns in values if 0 < int(turns) <= LONGEST]
        options[option.name] = rng.choice(values)
    return seats, options


def played(name: str, seeds: range) -> int:
    """So many steps did these games take."""
    game = muscade.game(name)
    return sum(play_both(game, *drawn(name, seed), seed) for seed in seeds)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kernels.long_run", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="so many of each")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--only", action="append", choices=muscade.game_names(), help="only this game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for name in given.only or muscade.game_names():
            games = range(given.first, given.first + given.games)
            pieces = [games[start : start + PIECE] for start in range(0, given.games, PIECE)]
            steps = sum(track(pool.map(played, [name] * len(pieces), pieces), name, len(pieces)))
            print(f"{name}: {given.games} games, {steps} steps, all alike", flush=True)


if __name__ == "__main__":
    main()
