"""What a game gives those who play it at a real table: a score pad, and who wins a trick and why.

A pad is nothing but columns, limits and what decides. Whoever shows it adds up and compares, and needs no rules.
"""

from __future__ import annotations

import msgspec

from muscade.core.moves import Seat
from muscade.core.reasons import Reason
from muscade.core.text import Text


class PadColumn(msgspec.Struct, frozen=True):
    """A figure that is noted for everybody, at the end of a round or as it changes."""

    name: str
    title: Text
    most: int
    """The law knows no more."""
    clause: str


class PadGoal(msgspec.Struct, frozen=True):
    """Whoever has so much in a column, all rounds together, has won there and then."""

    column: str
    total: int
    clause: str


class PadDice(msgspec.Struct, frozen=True):
    """So many dice, thrown together; their total is what counts."""

    count: int
    faces: int
    clause: str


class Pad(msgspec.Struct, frozen=True):
    """A score pad."""

    name: str
    title: Text
    parties: tuple[int, ...]
    """For how many: players, or teams."""
    columns: tuple[PadColumn, ...]
    rounds: int | None = None
    """After so many rounds the game is over; None: the figures of one round change until somebody has won."""
    ranking: tuple[str, ...] = ()
    """Columns whose totals decide in the end, each where those before it are equal. Empty: only the goal decides."""
    ranking_clause: str = ""
    goal: PadGoal | None = None
    dice: PadDice | None = None


class Ruling(msgspec.Struct, frozen=True):
    """Who wins what lies on the table: their places, counted from 0 in the order in which the cards were laid, the first winner first."""

    winners: tuple[Seat, ...]
    reasons: tuple[Reason, ...]
