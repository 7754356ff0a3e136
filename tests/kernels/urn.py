"""A made-up game with everything that a search must cope with: a forced win, chance, and a secret.

Chance puts a ball into an urn, and nobody sees its colour. Two players take one to three pebbles from a pile in turn.
Whoever takes the last names a colour, and wins if it is the ball's. This module is its course.
"""

from __future__ import annotations

import sys
from collections.abc import MutableSequence
from random import Random
from typing import Any

import numpy as np

from muscade.core import NATURE, Move, View
from muscade.kernels.course import Course
from muscade.kernels.kernel import Kernel, row_of
from muscade.kernels.layout import Layout, Numbers
from muscade.kernels.primitives import FINE, NATURE_BIT, UNLISTED, Chance, below

BALLS = 10
MOST = 3
BLACK, RED = MOST, MOST + 1
NOT_NOW = 1


class Setting(Layout):
    reds: int


class Table(Layout):
    pile: int
    active: int
    ball: int
    """0 before it is drawn."""
    winner: int
    """Counted from 1; 0: nobody yet."""


def most_moves(_setting: Setting) -> int:
    return MOST


def code_count(_setting: Setting) -> int:
    return RED + 1


def turn(_setting: Setting, table: Table) -> int:
    if table.winner:
        return 0
    return 1 << table.active if table.ball else NATURE_BIT


def moves(_setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    if seat == NATURE:
        return 0
    if table.pile == 0:
        codes[0] = BLACK
        codes[1] = RED
        return 2
    found = min(MOST, table.pile)
    for number in range(found):
        codes[number] = number
    return found


def refusal(_setting: Setting, table: Table, seat: int, code: int) -> int:
    if seat != table.active or table.ball == 0 or table.winner:
        return NOT_NOW
    listed = code in (BLACK, RED) if table.pile == 0 else 0 <= code < min(MOST, table.pile)
    return FINE if listed else NOT_NOW


def play(_setting: Setting, table: Table, seat: int, code: int) -> None:
    if code < MOST:
        table.pile -= code + 1
        table.active = seat if table.pile == 0 else 1 - seat
    else:
        table.winner = 1 + (seat if code == table.ball else 1 - seat)


def draw(setting: Setting, table: Table, chance: Chance) -> int:
    table.ball = RED if below(chance, BALLS) < setting.reds else BLACK
    return UNLISTED


def rewards(_setting: Setting, table: Table, given: MutableSequence[float]) -> None:
    for seat in range(2):
        given[seat] = 1.0 if table.winner == seat + 1 else 0.0


def redeal(setting: Setting, table: Table, _seat: int, chance: Chance) -> None:
    draw(setting, table, chance)


COURSE = Course(sys.modules[__name__])


class Named(Move, frozen=True):
    code: int

    @property
    def notation(self) -> str:
        return str(self.code)


class UrnView(View, frozen=True, kw_only=True):
    """Of the ball it says nothing."""

    pile: int


class Urn(Kernel):
    """With so many red balls of ten to draw from, and so many pebbles."""

    def __init__(self, reds: int, pile: int) -> None:
        self.course = COURSE
        self.seats = 2
        self.setting = row_of(Setting(reds=reds))
        self.start = row_of(Table(pile=pile))
        self.most_moves, self.code_count = MOST, RED + 1

    def move(self, table: Any, code: int) -> Move:
        return Named(code)

    def worlds(self, view: UrnView, rng: Random, count: int) -> Any:
        balls = [rng.choice((BLACK, RED)) for _ in range(count)]
        return np.stack([row_of(Table(pile=view.pile, active=view.seat, ball=ball)) for ball in balls])


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
