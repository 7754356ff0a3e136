"""Why Full House takes so many steps (SP-5): a number that no step raises by more than one.

Most groups come in twos that share two of their spaces: call those two spaces a *couple*. A position is *outer* if all
its pieces are in the two outermost rings, or in the spaces that touch these. The potential of a position is

    its pieces + the couples with exactly one space taken + 1 if it is not outer.

`largest_rise` makes every step, with every occupation of all spaces that matter to it and every choice of pieces
added (GT-9), and finds that the potential never rises by more than one. With more pieces than the outer spaces have
room for the potential is at least one more than the pieces, so the steps needed are at least that less the potential
at the start: from 4 to 41 for the standard puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from muscade.board import EMPTY, NOWHERE, Board
from muscade.games.full_house.course import Setting, add_chosen, play, refused_step, setting_of, table_with
from muscade.games.groups_of_three.rules import spaces_in
from muscade.games.solitaire.course import PLAYER, table_fields
from muscade.games.solitaire.setup import ALL_PIECES, PLAIN
from muscade.kernels.primitives import FINE
from muscade.kernels.sharing import Integers


@dataclass(frozen=True, eq=False)
class Potential:
    """What the potential looks at on a board."""

    couples: Integers
    """A row of two spaces each."""
    inner: Integers
    """The spaces that are not outer."""
    room: int
    """How many are."""


@lru_cache(maxsize=16)
def potential(board: Board) -> Potential:
    """The couples of a board, and its outer spaces."""
    couples = [
        (min(shared), max(shared))
        for number, group in enumerate(board.groups)
        for other in board.groups[number + 1 :]
        if len(shared := set(group) & set(other)) == 2
    ]
    spaces, last = range(len(board.spaces)), max(board.steps)
    outermost = {space for space in spaces if board.steps[space] >= last - 1}
    inner = [space for space in spaces if outermost.isdisjoint((space, *board.space_neighbours[space]))]
    return Potential(
        np.array(couples, np.int64).reshape(-1, 2), np.array(inner, np.int64), len(spaces) - len(inner)
    )


def potential_of(cells: Any, pieces: int, couples: Any, inner: Any) -> int:
    """See the top of this module; it compiles, as does `needed`."""
    halves = inside = 0
    for k in range(len(couples)):
        halves += (cells[couples[k, 0]] == EMPTY) != (cells[couples[k, 1]] == EMPTY)
    for k in range(len(inner)):
        inside |= 1 if cells[inner[k]] != EMPTY else 0
    return pieces + halves + inside


def needed(cells: Any, pieces: int, target: int, added: int, couples: Any, inner: Any, room: int) -> int:
    """So many steps at least are needed; with no ``room`` in outer spaces it only counts, ``added`` pieces a step."""
    least = (target - pieces + added - 1) // added
    if room:
        at_last = target + (1 if target > room else 0)
        least = max(least, at_last - potential_of(cells, pieces, couples, inner))
    return least


def largest_rise(board: Board) -> int:
    """By how much one step, with the pieces it adds, can raise the potential at most: all cases, one by one."""
    setting = setting_of(board, ALL_PIECES)
    return max(_rise_of_step(setting, potential(board), code) for code in range(setting.steps))


def _rise_of_step(setting: Setting, where: Potential, code: int) -> int:
    """Over all occupations of the spaces that this step can change, or whose occupation decides about it.

    Other pieces can only forbid more, and matter by being all outer or not: if they are not, it is as if no space were inner.
    """
    changing = {setting.origins[code], setting.targets[code], *setting.partners[setting.targets[code]]}
    local = changing.union(*(couple for couple in where.couples.tolist() if changing & {*couple}))
    rise = 0
    for taken in product((EMPTY, PLAIN), repeat=len(local)):
        cells = [EMPTY] * setting.spaces
        for space, piece in zip(local, taken, strict=True):
            cells[space] = piece
        for inner in (where.inner, where.inner[:0]):
            rise = max(rise, _rise(setting, cells, code, where.couples, inner))
    return rise


def _rise(setting: Setting, cells: Sequence[int], code: int, couples: Integers, inner: Integers) -> int:
    """What the step, with the best choice of additions, adds to the potential; 0 where the law is against it."""
    crossing = [space for space in range(setting.spaces) if setting.transit[space] and cells[space] != EMPTY]
    before = table_with(setting, **table_fields(cells), crossing=crossing[0] if crossing else NOWHERE)
    if (
        len(crossing) > 1
        or refused_step(setting, before, setting.origins[code], setting.targets[code]) != FINE
    ):
        return 0
    old = potential_of(before.cells, before.pieces, couples, inner)
    stepped = before.copy()
    play(setting, stepped, PLAYER, code)
    opened = spaces_in(stepped.opened)
    rise = 0
    for chosen in range(1 << len(opened)):
        after = stepped.copy()
        if add_chosen(setting, after, opened, chosen):
            rise = max(rise, potential_of(after.cells, after.pieces, couples, inner) - old)
    return rise
