"""A made-up game with everything that a search must cope with: a forced win, chance, and a secret.

Chance puts a ball into an urn, and nobody sees its colour. Two players take one to three pebbles from a pile in turn.
Whoever takes the last names a colour, and wins if it is the ball's.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from muscade.core import Move, State, View
from muscade.kernels.chance import below
from muscade.kernels.compiler import DRAW, MOVES, PLAY, REDEAL, REWARDS, TURN, compiled
from muscade.kernels.kernel import NATURE_BIT, UNTOLD, Functions, Kernel, Numbers, Reals, as_numbers

PILE, ACTIVE, BALL, WINNER = range(4)
BALLS = 10
MOST = 3
BLACK, RED = MOST, MOST + 1
UNKNOWN = -1


class Named(Move, frozen=True):
    code: int

    @property
    def notation(self) -> str:
        return str(self.code)


class UrnView(View, frozen=True, kw_only=True):
    """Of the ball it says nothing."""

    pile: int


@compiled(TURN)
def turn(_ground: Numbers, state: Numbers) -> int:
    if state[WINNER] != UNKNOWN:
        return 0
    return NATURE_BIT if state[BALL] == UNKNOWN else 1 << state[ACTIVE]


@compiled(MOVES)
def moves(_ground: Numbers, state: Numbers, _seat: int, codes: Numbers) -> int:
    if state[PILE] == 0:
        codes[0], codes[1] = BLACK, RED
        return 2
    count = min(MOST, state[PILE])
    for number in range(count):
        codes[number] = number
    return int(count)


@compiled(PLAY)
def play(_ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    if code < MOST:
        state[PILE] -= code + 1
        state[ACTIVE] = seat if state[PILE] == 0 else 1 - seat
    else:
        state[WINNER] = seat if code == state[BALL] else 1 - seat


@compiled(DRAW)
def draw(ground: Numbers, state: Numbers, chance: Any) -> int:
    state[BALL] = RED if below(chance, BALLS) < ground[0] else BLACK
    return UNTOLD


@compiled(REWARDS)
def rewards(_ground: Numbers, state: Numbers, rewards: Reals) -> None:
    for seat in range(2):
        rewards[seat] = seat == state[WINNER]


@compiled(REDEAL)
def redeal(ground: Numbers, state: Numbers, _seat: int, chance: Any) -> None:
    draw(ground, state, chance)


class Urn(Kernel[State, UrnView]):
    """With so many red balls of ten to draw from, and so many pebbles."""

    functions = Functions(turn, moves, play, draw, rewards, redeal)
    widest = MOST
    codes = RED + 1

    def __init__(self, reds: int, pile: int) -> None:
        self.seats = 2
        self.ground = as_numbers([reds])
        self.start = as_numbers([pile, 0, UNKNOWN, UNKNOWN])

    def lay_out(self) -> Numbers:
        return self.ground

    def flatten(self, state: State) -> Numbers:
        return self.start

    def code(self, state: Numbers, move: Move) -> int:
        assert isinstance(move, Named)
        return move.code

    def move(self, state: Numbers, code: int) -> Move:
        return Named(code)

    def nature(self, before: Numbers, after: Numbers) -> Move:
        return Named(int(after[BALL]))

    def worlds(self, view: UrnView, rng: Random, count: int) -> Numbers:
        balls = [rng.choice((BLACK, RED)) for _ in range(count)]
        return np.array([[view.pile, view.seat, ball, UNKNOWN] for ball in balls], np.int64)


def seen(pile: int, seat: int = 0) -> UrnView:
    """What a player sees whose turn it is."""
    return UrnView(
        game="urn",
        version=1,
        seats=2,
        options={},
        seat=seat,
        turn=(seat,),
        outcome=None,
        history=(),
        pile=pile,
    )
