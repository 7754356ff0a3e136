"""How long games are: bots play them, and every choice is given the time that a person takes for it.

``python -m benchmarks.lengths`` writes ``lengths.json`` into the data of every game that several play. The times below are our
own judgement of people who know the rules and are in no hurry; who finds them wrong measures people, changes them here and runs
this again. What is left out: options other than the usual ones, and how much longer a first game takes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec

import muscade
from muscade.bots.ticks import tick
from muscade.core import Game, Match
from muscade.core.game import Length

THINKS = 8.0
"""Seconds for the first choice of a turn."""
GOES_ON = 3.0
"""For each further choice of the same turn: most of it was thought of before."""
FORCED = 1.5
"""For what is no choice."""
REACTS = 2.5
"""Between two plays of a game in real time."""
ROUND = 20.0
"""To look at what a round has brought, and at the cards of the next."""

GAMES = 60
"""Bots that think long need an hour for so many; a dozen games tell as much to the nearest step."""
STEPS = (5, 10, 15, 20, 30, 45, 60, 90, 120, 180)
"""What people say of a game: nobody plans by the minute."""


def usual_bot(game: Game[Any, Any]) -> Any:
    """As strong as those whom one plays against if one does not say otherwise."""
    bots = list(game.bots().values())
    return bots[len(bots) // 2]


def play(game: Game[Any, Any], seats: int, seed: str) -> tuple[int, float]:
    """A game: how many moves it had, and how many seconds people would have taken."""
    match = Match(game, seats, seed=seed, clock=lambda: 0)
    state, bot, rng = match.state, usual_bot(game), Random(seed)
    moves, seconds, mover = 0, 0.0, None
    while turn := state.turn():
        if game.real_time:
            moves += sum(in_time for _, _, in_time in tick(match, [bot] * seats, rng))
            seconds += REACTS
            continue
        seat = rng.choice(turn)
        offered = state.moves(seat)
        takes = FORCED if len(offered) == 1 else GOES_ON if seat == mover else THINKS
        # Those who may act at once think at once.
        seconds += takes / len(turn)
        moves += 1
        mover = seat
        match.play(seat, bot.choose(state.view(seat), offered, rng))
    return moves, seconds + ROUND * max(0, (state.progress().rounds or 1) - 1)


def rounded(minutes: float) -> int:
    """The nearest of what people say.

    >>> [rounded(minutes) for minutes in (1, 8, 12.6, 17, 24, 26, 70, 500)]
    [5, 10, 15, 15, 20, 30, 60, 180]
    """
    return min(STEPS, key=lambda step: abs(step - minutes) / step)


def measure(game: Game[Any, Any], seats: int, games: int) -> Length:
    played = [play(game, seats, f"length {number}") for number in range(games)]
    moves, seconds = (median(figures) for figures in zip(*played, strict=True))
    return Length(games, round(moves), rounded(seconds / 60))


def folder(game: Game[Any, Any]) -> Path:
    """Where its package lies."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None
    return Path(file).parent


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.lengths", description="How long games are.")
    parser.add_argument("names", nargs="*", help="of games; all that several play, if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="that are played with each number of seats")
    given = parser.parse_args()
    for name in given.names or muscade.game_names():
        game = muscade.game(name)
        if game.seats == (1,):
            continue
        lengths = {seats: measure(game, seats, given.games) for seats in game.seats}
        for seats, length in lengths.items():
            print(f"{name}, {seats} seats: {length.moves} moves, about {length.minutes} minutes")
        text = msgspec.json.format(msgspec.json.encode(lengths), indent=2).decode()
        (folder(game) / "data" / "lengths.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
