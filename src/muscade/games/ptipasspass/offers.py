"""Moves as they are offered. Tables of the same kind offer the same ones: each list is made once."""

from __future__ import annotations

from functools import cache

from muscade.core import Move, Seat
from muscade.games.ptipasspass.cups import Layout
from muscade.games.ptipasspass.moves import DOUBLON, MENTEUR, OK, Hide, lift_of, swap_of

WINDOW_1 = (OK, DOUBLON)
WINDOW_2 = (OK, MENTEUR)


@cache
def others(active: Seat, seats: int) -> tuple[Seat, ...]:
    """Whom a window asks (PT-6, PT-7)."""
    return tuple(seat for seat in range(seats) if seat != active)


@cache
def hidings(cups: tuple[str, ...], blue: int, green: int, orange: int) -> tuple[Move, ...]:
    """PT-5: any colour of the hand, any cup."""
    palette = (blue, green, orange)
    return tuple(Hide(colour, cup) for colour, there in enumerate(palette) if there for cup in cups)


@cache
def lifts(table: Layout) -> tuple[Move, ...]:
    """PT-16."""
    return tuple(lift_of(*(table.names[cup] for cup in line)) for line in table.lines)


@cache
def swaps_and_lifts(table: Layout) -> tuple[Move, ...]:
    """PT-15, PT-16."""
    swaps = (swap_of(*(table.names[cup] for cup in pair)) for pair in table.neighbours)
    return (*swaps, *lifts(table))
