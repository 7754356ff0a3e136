"""What the kernels of both races share: opening rolls, whose turn it is, dice, home piles, the end.

A race's own kernel adds what its actions change, after `FRAME`, and calls the functions here as `RaceState` calls its
hooks: `opening_roll` or `take_roll` when chance rolls; `won` and `end_turn` after an action; entering and leaving a
turn is the game's. Colours are told by their place in the turn order, here and in what a game adds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

import numpy as np
from numba import types

from muscade.board import COLOURS
from muscade.core import Move
from muscade.games.race import rules
from muscade.games.race.moves import ROLLS
from muscade.games.race.state import RaceState
from muscade.games.race.view import RaceView
from muscade.kernels.chance import below
from muscade.kernels.compiler import CHANCE, NUMBERS, REWARDS, TURN, compiled, law
from muscade.kernels.kernel import NATURE_BIT, Kernel, Numbers, Reals, as_numbers

LAW = law(rules)
owner = LAW.owner
own_places = LAW.own_places
leaders = LAW.leaders
next_turn = LAW.next_turn
has_won = LAW.has_won
score = LAW.score

SEATS, PLACES, BOTH, MAX_TURNS = range(4)
"""The ground's first fields: how many play, how many colours, must both of a player's go home, the longest game."""
HEADER = 4
"""Where the ground of a game's own begins."""

PHASE, PLACE, STANDS_IN, TOTAL, LEFT, TURNS, WINNERS, ROLLING, CONTENDERS, OPENING = range(10)
"""A state's first fields. Winners, those still to roll for the start and those still in it are masks of seats;
``OPENING`` has this round's totals, seat by seat. Of a roll only the total counts, and all of the opening is 0 once
the game has begun."""
HOMES = OPENING + 4
RESERVES = HOMES + len(COLOURS)
FRAME = RESERVES + len(COLOURS)
"""Where what a game adds to a state begins."""

PHASES = ("opening", "roll", "act", "over")
AT_OPENING, TO_ROLL, TO_ACT, OVER = range(4)
NO_PLACE = -1


@compiled(TURN)
def turn(ground: Numbers, state: Numbers) -> int:
    """See `muscade.kernels.kernel`: of every race."""
    if state[PHASE] == TO_ACT:
        active: int = owner(state[PLACE], ground[SEATS])
        return 1 << active
    return 0 if state[PHASE] == OVER else NATURE_BIT


@compiled(REWARDS)
def rewards(ground: Numbers, state: Numbers, shares: Reals) -> None:
    """See `muscade.kernels.kernel`: of every race."""
    winners = 0
    for seat in range(ground[SEATS]):
        winners += state[WINNERS] >> seat & 1
    for seat in range(ground[SEATS]):
        shares[seat] = (state[WINNERS] >> seat & 1) / winners


@compiled(types.int64(CHANCE))
def two_dice(chance: Any) -> int:
    return 2 + below(chance, 6) + below(chance, 6)


@compiled(types.int64(NUMBERS, NUMBERS, types.int64))
def opening_roll(ground: Numbers, state: Numbers, total: int) -> int:
    """A roll for the start (OP-4, GT-3); the place that begins once it is decided, else `NO_PLACE`.

    Whoever calls this lets that place's turn begin: `begin_turn`.
    """
    seat = 0
    while state[ROLLING] >> seat & 1 == 0:
        seat += 1
    state[OPENING + seat] = total
    state[ROLLING] &= state[ROLLING] - 1
    if state[ROLLING]:
        return NO_PLACE
    best = leaders(state[OPENING : OPENING + ground[SEATS]])
    state[OPENING:HOMES] = 0
    if best & (best - 1):
        state[ROLLING] = best
        state[CONTENDERS] = best
        return NO_PLACE
    state[CONTENDERS] = 0
    # A seat's first colour in turn order has the place of the seat's own number.
    first = 0
    while best >> first & 1 == 0:
        first += 1
    return first


@compiled(types.void(NUMBERS, types.int64))
def begin_turn(state: Numbers, place: int) -> None:
    state[PLACE] = place
    state[PHASE] = TO_ROLL
    state[TOTAL] = 0
    state[LEFT] = 0


@compiled(types.void(NUMBERS, types.int64))
def take_roll(state: Numbers, total: int) -> None:
    """The roll of a turn; whoever calls this asks then if there is anything to do."""
    state[TOTAL] = total
    state[LEFT] = total
    state[PHASE] = TO_ACT


@compiled(types.boolean(NUMBERS, NUMBERS))
def won(ground: Numbers, state: Numbers) -> bool:
    """Has the turn's player won (OP-14, GT-10)? Then the game is over."""
    seat = owner(state[PLACE], ground[SEATS])
    if not has_won(seat, ground[SEATS], state[HOMES : HOMES + ground[PLACES]], ground[BOTH]):
        return False
    state[PHASE] = OVER
    state[WINNERS] = 1 << seat
    return True


@compiled(types.boolean(NUMBERS, NUMBERS))
def end_turn(ground: Numbers, state: Numbers) -> bool:
    """The turn is over and the next one begins; False if that was the last one (OP-15, GT-10)."""
    state[TURNS] += 1
    homes = state[HOMES : HOMES + ground[PLACES]]
    if state[TURNS] == ground[MAX_TURNS]:
        scores = np.empty(ground[SEATS], np.int64)
        for seat in range(ground[SEATS]):
            scores[seat] = score(seat, ground[SEATS], homes, ground[BOTH])
        state[PHASE] = OVER
        state[WINNERS] = leaders(scores)
        return False
    place, stands_in = next_turn(state[PLACE], state[STANDS_IN], ground[PLACES], ground[SEATS], homes)
    state[STANDS_IN] = stands_in
    begin_turn(state, place)
    return True


S = TypeVar("S", bound=RaceState)
V = TypeVar("V", bound=RaceView)


class RaceKernel(Kernel[S, V]):
    """A race in flat numbers; a game adds its own part of the ground and of a state, its actions and its codes."""

    @abstractmethod
    def roll(self, state: Numbers, total: int) -> None:
        """Chance rolls that total; `draw` does the same with `two_dice`."""

    @abstractmethod
    def own_ground(self) -> Sequence[int]:
        """What comes after the `HEADER`."""

    @abstractmethod
    def own_fields(self, state: S) -> Sequence[int]:
        """What comes after the `FRAME`."""

    @abstractmethod
    def own_fields_seen(self, view: V) -> Sequence[int]:
        """The same from a view of a turn."""

    def lay_out(self) -> Numbers:
        start = self.game.new(self.seats, **self.options)
        self.colours = start.colours
        self.places = {colour: place for place, colour in enumerate(self.colours)} | {
            rules.EMPTY: rules.EMPTY
        }
        """Where each colour is in the turn order; nowhere where there is none."""
        header = (self.seats, len(self.colours), start.both, self.options["max_turns"])
        return as_numbers((*header, *self.own_ground()))

    def flatten(self, state: S) -> Numbers:
        numbers = np.zeros(FRAME, np.int64)
        numbers[PHASE] = PHASES.index(state.phase)
        numbers[PLACE] = state.place
        numbers[STANDS_IN] = state.stands_in
        numbers[TOTAL] = sum(state.dice or ())
        numbers[LEFT] = state.left
        numbers[TURNS] = state.turns
        if state.final:
            numbers[WINNERS] = _mask(state.final.winners)
        if state.phase == "opening":
            numbers[ROLLING] = _mask(state.rolling)
            numbers[CONTENDERS] = _mask(state.contenders)
            for seat in set(state.contenders) - set(state.rolling):
                numbers[OPENING + seat] = sum(state.opening[seat] or ())
        numbers[HOMES : HOMES + len(self.colours)] = state.homes_in_order()
        numbers[RESERVES : RESERVES + len(self.colours)] = [state.reserves[colour] for colour in self.colours]
        return np.concatenate([numbers, as_numbers(self.own_fields(state))])

    def nature(self, before: Numbers, after: Numbers) -> Move:
        for move in ROLLS:
            tried = before.copy()
            self.roll(tried, sum(move.dice))
            if np.array_equal(tried, after):
                return move
        raise ValueError("No roll leads there.")

    def worlds(self, view: V, rng: Random, count: int) -> Numbers:
        """Nothing is hidden, and a turn's view tells all that counts; before the first one there is little to replay."""
        if view.phase != "act":
            return super().worlds(view, rng, 1)
        assert view.colour is not None
        numbers = np.zeros(FRAME, np.int64)
        numbers[PHASE] = TO_ACT
        numbers[PLACE] = view.colours.index(view.colour)
        # Two players' colours take turns one after the other, whoever stands in for whom.
        totals = [sum(dice or ()) for dice in view.opening]
        due = (totals.index(max(totals)) + view.turns) % len(view.colours)
        numbers[STANDS_IN] = view.seats == 2 and due != numbers[PLACE]
        numbers[TOTAL] = sum(view.dice or ())
        numbers[LEFT] = view.left
        numbers[TURNS] = view.turns
        numbers[HOMES : HOMES + len(view.homes)] = view.homes
        numbers[RESERVES : RESERVES + len(view.reserves)] = view.reserves
        return np.concatenate([numbers, as_numbers(self.own_fields_seen(view))])[np.newaxis]


def _mask(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)
