"""The law of the Over-Pass Spiral, in plain numbers (SP-3). How a piece runs is the law of Over-Pass (OP-9)."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.games.over_pass.rules import CENTRE, Plan, groups_beside, may_land, ways_from
from muscade.games.race.rules import EMPTY


def ground_of(plan: Plan, start: int) -> Sequence[Sequence[int]]:
    """Where a piece runs: from an exit along the perimeter only (OP-9)."""
    return plan.ring if plan.is_exit[start] else plan.neighbours


def ways(plan: Plan, cells: Sequence[int], start: int) -> list[int]:
    """For each piece that the one on ``start`` can pass, the intersection before it on a shortest way; else -1."""
    return ways_from(cells, ground_of(plan, start), start, cells[start])


def beside(plan: Plan, cells: Sequence[int], start: int) -> list[int]:
    """For each intersection the groups that the piece on ``start`` could run over, if next to it (OP-9)."""
    return groups_beside(cells, ground_of(plan, start), cells[start])


def may_pass_last(
    plan: Plan,
    cells: Sequence[int],
    before: Sequence[int],
    groups: Sequence[int],
    start: int,
    over: int,
    target: int,
) -> bool:
    """Is that an Over-Pass from ``start`` to ``target`` with ``over`` passed last (SP-3)?

    ``before`` is what `ways` says of the start, ``groups`` what `beside` does.
    """
    if cells[over] == EMPTY or over == start or before[over] == -1:
        return False
    return target in ground_of(plan, start)[over] and may_land(plan, cells, groups, start, target)


def is_solved(cells: Sequence[int]) -> bool:
    """One piece is left, and so there is nothing more to do (SP-3)."""
    left = 0
    for piece in cells:
        left += piece != EMPTY
    return left == 1


def is_master(cells: Sequence[int]) -> bool:
    """Where one piece is left: is it on the centre (SP-3)?"""
    return cells[CENTRE] != EMPTY
