"""Passe Éclair without a clock (ES-20): time passes in ticks, for bots among themselves, training and tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from muscade.bots import TimedBot
from muscade.core import IllegalMove, Match, Move, Seat
from muscade.core.registry import game

TOO_LATE = ("ES-9", "ES-18")
"""How a choice is refused that another one has overtaken: a card has landed since, or the game is over."""


class TickBot(TimedBot, Protocol):
    """A bot with a weight in the draw of who is first."""

    @property
    def speed(self) -> float: ...


def arrivals(speeds: Sequence[float], rng: Random) -> list[int]:
    """An order of arrival: each next one is drawn from those left, weighted by reaction speed (ES-20).

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
    """One tick: everybody chooses against the same top card, then the choices arrive (ES-20).

    Returned in order of arrival, each with whether it was in time; what was not has changed nothing (ES-9).
    """
    state = match.state
    acting = state.turn()
    choices = [bots[seat].choose(state.view(seat), state.moves(seat), rng) for seat in acting]
    told = []
    for place in arrivals([bots[seat].speed for seat in acting], rng):
        seat, move = acting[place], choices[place]
        try:
            match.play(seat, move)
        except IllegalMove as refusal:
            if refusal.clause not in TOO_LATE:
                raise
            told.append((seat, move, False))
        else:
            told.append((seat, move, True))
    return told


def play_out(bots: Sequence[TickBot], seed: int | str, **options: Any) -> Match:
    """A whole game between bots, one a seat, the same for the same seed."""
    match = Match(game("passe-eclair"), len(bots), seed=seed, clock=lambda: 0, **options)
    rng = Random(str(seed))
    while match.state.turn():
        tick(match, bots, rng)
    return match
