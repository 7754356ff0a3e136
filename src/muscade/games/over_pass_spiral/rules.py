"""The law of the Over-Pass Spiral, in plain numbers (SP-3). How a piece runs is the law of Over-Pass (OP-9)."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import CENTRE, EMPTY
from muscade.games.over_pass.rules import may_end
from muscade.games.solitaire.rules import LANDS_ELSEWHERE, OWN_FAULTS, capture_fault
from muscade.kernels.primitives import FINE

SAME_COLOUR, NO_WAY = OWN_FAULTS, OWN_FAULTS + 1
"""What can be wrong with the piece that is passed last: its colour, or that no way leads over it to the landing."""


def may_land(cells: Sequence[int], is_exit: Sequence[int], start: int, target: int, along: bool) -> bool:
    """May a piece land there, next to the one that it passes last (OP-9)?

    From an exit it runs along the perimeter; ``along``: so does the step from that one.
    """
    return may_end(cells, is_exit, start, target) and (is_exit[start] == 0 or along)


def run_fault(
    cells: Sequence[int],
    is_exit: Sequence[int],
    start: int,
    over: int,
    target: int,
    reached: bool,
    beside: bool,
    along: bool,
) -> int:
    """What forbids an Over-Pass from ``start`` to ``target`` with ``over`` passed last, or `FINE` (SP-3).

    ``reached``: does the piece run over that one (OP-9)? ``beside``: is the target next to it, and ``along`` the perimeter?
    """
    fault = capture_fault(cells, start, over, target)
    if fault:
        return fault
    if cells[over] == cells[start]:
        return SAME_COLOUR
    if not beside:
        return LANDS_ELSEWHERE
    return FINE if reached and may_land(cells, is_exit, start, target, along) else NO_WAY


def is_solved(pieces: int) -> bool:
    """One piece is left, and so there is nothing more to do (SP-3)."""
    return pieces == 1


def is_master(cells: Sequence[int]) -> bool:
    """Where one piece is left: is it on the centre (SP-3)?"""
    return cells[CENTRE] != EMPTY
