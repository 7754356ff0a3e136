"""Games in real time without a clock: time passes in ticks, for bots among themselves, training and tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from muscade.bots.base import TickBot
from muscade.core import Game, IllegalMove, Match, Move, Seat


def arrivals(speeds: Sequence[float], rng: Random) -> list[int]:
    """An order of arrival: each next one is drawn from those left, weighted by reaction speed.

    >>> sorted(arrivals([1.0, 2.0, 0.5], Random(1)))
    [0, 1, 2]
    """
    left = list(range(len(speeds)))
    order = []
    while left:
        [place] = rng.choices(left, [speeds[place] for place in left])
        left.remove(place)
        order.append(place)
    return order


def tick(match: Match, bots: Sequence[TickBot], rng: Random) -> list[tuple[Seat, Move, bool]]:
    """One tick: everybody chooses from the same state, then the choices arrive.

    Returned in order of arrival, each with whether it was in time; what was not, by `Game.too_late`, has changed nothing.
    """
    state = match.state
    acting = state.turn()
    choices = [bots[seat].choose(state.view(seat), state.moves(seat), rng) for seat in acting]
    made = []
    for place in arrivals([bots[seat].speed for seat in acting], rng):
        seat, move = acting[place], choices[place]
        try:
            match.play(seat, move)
        except IllegalMove as refusal:
            if refusal.clause not in match.game.too_late:
                raise
            made.append((seat, move, False))
        else:
            made.append((seat, move, True))
    return made


def play_out(game: Game[Any, Any], bots: Sequence[TickBot], seed: int | str, **options: Any) -> Match:
    """A whole game between bots, one a seat, the same for the same seed."""
    match = Match(game, len(bots), seed=seed, clock=lambda: 0, **options)
    rng = Random(str(seed))
    while match.state.turn():
        tick(match, bots, rng)
    return match
