"""What a piece may do, as sets of intersections: the one place where moves of Over-Pass are found (OP-7 to OP-12).

Everybody who wants to know asks `find_targets`: who lists moves or refuses them, who looks whether the centre can be emptied
(`centre`), who plans a turn. What OP-6 forbids on top of it is said in `centre`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import EMPTY
from muscade.games.over_pass.rules import (
    EXIT_COST,
    MOST_GROUPS,
    OVER_PASS_COST,
    SLIDE_COST,
    SWAP_COST,
    at_hand,
    exits_open,
    flood,
    may_leave,
)
from muscade.games.race.course import MOST_PLACES
from muscade.games.race.rules import PIECES, own_places
from muscade.kernels.layout import Grid, Numbers
from muscade.kernels.primitives import fill, lowest, spread
from muscade.kernels.sets import BITS, MOST_WORDS, contains, flip, unite, which, width

if TYPE_CHECKING:
    from muscade.games.over_pass.course import Setting, Table

OVER_PASS, SLIDE, SWAP, EXIT = range(4)
"""What is done with a piece."""
KINDS = 4
TARGETS = KINDS * MOST_WORDS
"""Room for the targets of a piece: a set for each kind. Of an exit the target is where the piece is."""
STARTS = PIECES * MOST_PLACES
"""Room for all pieces."""

_SEEN, _GROUPS, _TAKEN = range(3)
OTHERS = _TAKEN + MOST_WORDS
_EDGES = OTHERS + MOST_WORDS
SIGHT = _EDGES + MOST_GROUPS * MOST_WORDS
"""Room for what is remembered from piece to piece, all 0 before the first one: for which side it was looked, all that is
taken, by pieces of other colours (from ``OTHERS`` on), and the groups that have been looked at so far, with all that is next to them.
It holds while the board stays as it is."""


def coded(size: int, kind: int, start: int, target: int) -> int:
    """The code of an action on a board of that size; that of the end of a turn is what a kind more would begin with."""
    return (kind * size + start) * size + target


def cost_of(kind: int) -> int:
    if kind == SLIDE:
        return SLIDE_COST
    if kind == SWAP:
        return SWAP_COST
    return EXIT_COST if kind == EXIT else OVER_PASS_COST


def own_colours(setting: Setting, table: Table) -> int:
    """The colours of the player whose turn it is, as a mask (OP-8)."""
    return own_places(table.place, setting.places, setting.seats)


def leaving(table: Table) -> bool:
    """May pieces leave the board on this turn's roll (OP-12)?"""
    return exits_open(table.dice[0] + table.dice[1], table.reserves)


def side_of(setting: Setting, table: Table, start: int) -> int:
    """The side of the piece there: twice its colour, and one more on an exit; below 0 if there is none."""
    return 2 * which(table.held, start) + contains(setting.exits, start)


def pieces_at_hand(setting: Setting, table: Table, sides: Numbers, starts: Numbers) -> int:
    """Write of all pieces that this player may touch (OP-7, OP-8) their sides, and where they are; how many there are."""
    own = own_colours(setting, table)
    found = 0
    for side in range(2 * setting.places):
        colour, on_exit = side >> 1, side & 1
        if not at_hand(on_exit > 0, colour, own):
            continue
        first = found
        for word in range(width(setting.exits)):
            exits = setting.exits[word]
            mask = table.held[colour][word] & (exits if on_exit else ~exits)
            found += spread(mask, starts[found:], BITS * word)
        fill(sides[first:found], side)
    return found


def find_targets(
    setting: Setting, table: Table, side: int, start: int, sight: Numbers, targets: Numbers
) -> None:
    """Write what the piece there, of that side and at hand, may do with the points left: a set for each kind of action."""
    words = width(setting.exits)
    if sight[_SEEN] != side + 1:
        _look(table, side, sight[_TAKEN : _TAKEN + words], sight[OTHERS : OTHERS + words])
        sight[_SEEN] = side + 1
        sight[_GROUPS] = 0
    fill(targets, 0)
    if side & 1:
        _from_exit(setting, table, side >> 1, start, sight, targets)
    else:
        _from_inside(setting, table.left, start, sight, targets)


def _from_inside(setting: Setting, left: int, start: int, sight: Numbers, targets: Numbers) -> None:
    words = width(setting.exits)
    find_runs(setting.beside, start, sight, targets[:words])
    for word in range(words):
        free = ~sight[_TAKEN + word]
        targets[OVER_PASS * words + word] &= free
        # OP-11: to an empty neighbour farther out.
        if left >= SLIDE_COST:
            targets[SLIDE * words + word] = setting.outward[word][start] & free
        # OP-10: with another colour on a parallel line.
        targets[SWAP * words + word] = setting.partners[word][start] & sight[OTHERS + word]


def _from_exit(
    setting: Setting, table: Table, colour: int, start: int, sight: Numbers, targets: Numbers
) -> None:
    """From an exit a piece runs along the perimeter, to another exit (OP-9), or leaves the board (OP-12)."""
    words = width(setting.exits)
    find_runs(setting.ring, start, sight, targets[:words])
    for word in range(words):
        targets[OVER_PASS * words + word] &= setting.exits[word] & ~sight[_TAKEN + word]
    if may_leave(True, colour, table.place, leaving(table)):
        flip(targets[EXIT * words : (EXIT + 1) * words], start)


def _look(table: Table, side: int, taken: Numbers, others: Numbers) -> None:
    """What is taken, and by which pieces that are not of a side's own colour."""
    own = table.held[side >> 1]
    unite(table.held, taken)
    for word in range(width(taken)):
        others[word] = taken[word] & ~own[word]


def find_runs(beside: Grid, start: int, sight: Numbers, runs: Numbers) -> None:
    """Put in the groups that a piece there is next to, and what is next to them, whoever is on it (OP-9)."""
    words = width(runs)
    for word in range(words):
        seeds = beside[word][start] & sight[OTHERS + word] & ~runs[word]
        while seeds:
            edge = _group(beside, sight, BITS * word + lowest(seeds), words)
            for other in range(words):
                runs[other] |= sight[edge + other]
            seeds &= ~runs[word]


def _group(beside: Grid, sight: Numbers, place: int, words: int) -> int:
    """Where in sight the group of the piece there is, with what is next to it."""
    word, bit = place // BITS, 1 << place % BITS
    end = _EDGES + sight[_GROUPS] * words
    for known in range(_EDGES, end, words):
        if sight[known + word] & bit:
            return known
    sight[_GROUPS] += 1
    _spread_out(beside, sight[OTHERS : OTHERS + words], place, sight[end : end + words])
    return end


def _spread_out(beside: Grid, others: Numbers, place: int, edge: Numbers) -> None:
    """Make ``edge`` the group of the piece there, and what is next to it."""
    more = 0
    for word in range(width(edge)):
        edge[word] = beside[word][place]
        more |= edge[word] & others[word]
    if more:
        flood(beside, others, edge)
    else:
        flip(edge, place)


def exchange(table: Table, kind: int, colour: int, other: int, start: int, target: int) -> None:
    """A piece of a colour moves, and with a swap one of the ``other``, else ``EMPTY``. Done twice, nothing has happened."""
    flip(table.held[colour], start)
    if kind != EXIT:
        flip(table.held[colour], target)
    if other != EMPTY:
        flip(table.held[other], start)
        flip(table.held[other], target)


def partner(table: Table, kind: int, target: int) -> int:
    """The colour that the piece there is swapped with, or ``EMPTY``."""
    return which(table.held, target) if kind == SWAP else EMPTY


def act(table: Table, kind: int, start: int, target: int) -> None:
    """Do it, and pay for it (OP-9 to OP-12). Passing over a piece does nothing to it (OP-13)."""
    colour = which(table.held, start)
    exchange(table, kind, colour, partner(table, kind, target), start, target)
    table.left -= cost_of(kind)
    if kind == EXIT:
        table.homes[colour] += 1
