"""Why Full House takes so many steps (SP-5): a number that no step raises by more than one.

Most groups come in twos that share two of their spaces: call those two spaces a *couple*. A position is *outer* if all
its pieces are in the two outermost rings, or in the spaces that touch these. The potential of a position is

    its pieces + the couples with exactly one space taken + 1 if it is not outer.

`largest_rise` looks at every step, with every occupation of all spaces that matter to it and every choice of pieces
added (GT-9), and finds that the potential never rises by more than one. With more pieces than the outer spaces have
room for the potential is at least one more than the pieces, so the steps needed are at least that less the potential
at the start: from 4 to 41 for the standard puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from muscade.board import Board
from muscade.solvers.place_sets import Numbers


@dataclass(frozen=True)
class Potential:
    """What the potential looks at on a board."""

    couples: tuple[tuple[int, int], ...]
    outer: frozenset[int]

    def of(self, pieces: frozenset[int]) -> int:
        halves = sum((one in pieces) != (other in pieces) for one, other in self.couples)
        return len(pieces) + halves + (not pieces <= self.outer)

    def steps_needed(self, pieces: frozenset[int], target: int) -> int:
        """No fewer steps lead to so many pieces."""
        return max(0, target + (target > len(self.outer)) - self.of(pieces))


@lru_cache(maxsize=16)
def potential(board: Board) -> Potential:
    """The couples of a board, and its outer spaces."""
    couples = [
        (min(shared), max(shared))
        for number, group in enumerate(board.groups)
        for other in board.groups[number + 1 :]
        if len(shared := set(group) & set(other)) == 2
    ]
    rings = [int(name.split(".")[0]) for name in board.spaces]
    last = max(rings)
    outermost = {space for space, ring in enumerate(rings) if ring >= last - 1}
    touching = {
        space for space in range(len(rings)) if any(n in outermost for n in board.space_neighbours[space])
    }
    return Potential(tuple(couples), frozenset(outermost | touching))


def largest_rise(board: Board) -> int:
    """By how much one step, with the pieces it adds, can raise the potential at most: all cases, one by one."""
    return max(_rise_of_step(board, origin, target) for origin, target in steps(board))


def steps(board: Board) -> list[tuple[int, int]]:
    """Every step there is in Full House, transit spaces included, the Center Square not (SP-1)."""
    return [
        (origin, target)
        for origin in range(1, len(board.spaces))
        for target in board.space_neighbours[origin]
        if target != 0
    ]


def _rise_of_step(board: Board, origin: int, target: int) -> int:
    """Over all occupations of the spaces that this step can change, or whose occupation decides about it.

    All other pieces only matter by being all outer or not; that is one more thing to try both ways.
    """
    where = potential(board)
    pairs = [[space for space in board.groups[group] if space != target] for group in board.groups_of[target]]
    changing = [origin, target, *{space for pair in pairs for space in pair}]
    concerned = [pair for pair in where.couples if set(pair) & set(changing)]
    local = list(dict.fromkeys([*changing, *(space for pair in concerned for space in pair)]))
    bit = {space: number for number, space in enumerate(local)}
    outer = np.int64(sum(1 << bit[space] for space in local if space in where.outer))

    def value(taken: Numbers, others_outer: bool) -> Numbers:
        halves = sum((taken >> bit[one] ^ taken >> bit[two]) & 1 for one, two in concerned)
        inside = (taken & ~outer != 0) if others_outer else np.ones(taken.shape, np.bool_)
        pieces: Numbers = np.bitwise_count(taken).astype(np.int64) + halves + inside
        return pieces

    every = np.arange(1 << len(local), dtype=np.int64)
    before = every[(every >> bit[origin] & 1 == 1) & (every >> bit[target] & 1 == 0)]
    stepped = before ^ (1 << bit[origin] | 1 << bit[target])
    openings = []
    for one, two in pairs:
        exactly_one = (stepped >> bit[one] ^ stepped >> bit[two]) & 1
        opened = np.where(stepped >> bit[one] & 1, 1 << bit[two], 1 << bit[one])
        # That transit spaces hold no pieces is left out: it could only lower the rise.
        openings.append(exactly_one * opened)
    rise = -1
    for others_outer in (True, False):
        old = value(before, others_outer)
        for chosen in range(1 << len(pairs)):
            after = stepped.copy()
            for number, opening in enumerate(openings):
                if chosen >> number & 1:
                    after |= opening
            rise = max(rise, int((value(after, others_outer) - old).max()))
    return rise
