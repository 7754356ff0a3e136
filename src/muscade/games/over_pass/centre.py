"""The law of the centre, which must be empty at the end of a turn (OP-6).

A position is *clearable* if the centre is empty, or can be emptied in one move or two with the points left. From
such a position every move must lead to such a position again; from any other all moves are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import CENTRE, EMPTY, NOWHERE
from muscade.games.over_pass.actions import (
    KINDS,
    SIGHT,
    STARTS,
    SWAP,
    TARGETS,
    cost_of,
    exchange,
    find_targets,
    partner,
    pieces_at_hand,
)
from muscade.games.over_pass.rules import OVER_PASS_COST, SLIDE_COST, flood
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import count, fill, lowest, room
from muscade.kernels.sets import BITS, EVERY, MOST_WORDS, contains, flip, joined, unite, which, width

if TYPE_CHECKING:
    from muscade.games.over_pass.course import Setting, Table

DOUBTS = 2 * MOST_WORDS
"""Room for the intersections that `find_doubts` writes, for moves of one point and for moves of two."""


def clears_now(setting: Setting, table: Table) -> bool:
    """Is the centre empty, or can one move make it so?"""
    colour = which(table.held, CENTRE)
    if colour == EMPTY:
        return True
    if table.left < OVER_PASS_COST:
        return False
    words = width(setting.exits)
    taken = room(MOST_WORDS)[:words]
    unite(table.held, taken)
    if table.left >= SLIDE_COST:
        for word in range(words):
            if setting.outward[word][CENTRE] & ~taken[word]:
                return True
    near, _ = find_leap(setting, table, colour, taken)
    return near != NOWHERE or runs_off(setting, table, colour, taken)


def find_leap(setting: Setting, table: Table, colour: int, taken: Numbers) -> tuple[int, int]:
    """A single piece to pass over off the centre, and where that ends; `NOWHERE` twice if there is none (OP-9)."""
    for word in range(width(setting.exits)):
        others = setting.beside[word][CENTRE] & taken[word] & ~table.held[colour][word]
        while others:
            near = BITS * word + lowest(others)
            others &= others - 1
            for other in range(width(setting.exits)):
                free = setting.beside[other][near] & ~taken[other]
                if free:
                    return near, BITS * other + lowest(free)
    return NOWHERE, NOWHERE


def runs_off(setting: Setting, table: Table, colour: int, taken: Numbers) -> bool:
    """Can the piece on the centre, of that colour, run off it (OP-9)?"""
    words = width(setting.exits)
    others, edge = room(MOST_WORDS)[:words], room(MOST_WORDS)[:words]
    for word in range(words):
        others[word] = taken[word] & ~table.held[colour][word]
        edge[word] = setting.beside[word][CENTRE] & others[word]
    flood(setting.beside, others, edge)
    free = 0
    for word in range(words):
        free |= edge[word] & ~taken[word]
    return free != 0


def can_be_cleared(setting: Setting, table: Table) -> bool:
    """Is the centre empty, or can it be made so in two moves with the points left (OP-6)?"""
    if clears_now(setting, table):
        return True
    if table.left <= OVER_PASS_COST:
        return False
    words = width(setting.exits)
    targets = room(TARGETS)[: KINDS * words]
    sight, sides, starts = room(SIGHT), room(STARTS), room(STARTS)
    for piece in range(pieces_at_hand(setting, table, sides, starts)):
        find_targets(setting, table, sides[piece], starts[piece], sight, targets)
        for kind in range(KINDS):
            if cost_of(kind) >= table.left:
                continue
            for word in range(words):
                mask = targets[kind * words + word]
                while mask:
                    if _helps(setting, table, kind, starts[piece], BITS * word + lowest(mask)):
                        return True
                    mask &= mask - 1
    return False


def may_end_turn(table: Table, clearable: bool) -> bool:
    """Is the centre empty, or is there nothing to be done about it: the position is not clearable (OP-6)?"""
    return not clearable or which(table.held, CENTRE) == EMPTY


def _helps(setting: Setting, table: Table, kind: int, start: int, target: int) -> bool:
    """Can that be followed by a move that empties the centre?"""
    colour, other = which(table.held, start), partner(table, kind, target)
    if CENTRE not in (start, target) and not (
        joined(setting.beside, CENTRE, start) or joined(setting.beside, CENTRE, target)
    ):
        # All neighbours are taken, or a slide would do. If by the centre's own colour, it is one of them that must change.
        others = 0
        own = table.held[which(table.held, CENTRE)]
        for word in range(width(setting.exits)):
            others |= setting.beside[word][CENTRE] & ~own[word]
        if others == 0:
            return False
    exchange(table, kind, colour, other, start, target)
    table.left -= cost_of(kind)
    helps = clears_now(setting, table)
    table.left += cost_of(kind)
    exchange(table, kind, colour, other, start, target)
    return helps


# ---------------------------------------------------------------- what that forbids


def find_doubts(setting: Setting, table: Table, doubts: Numbers) -> bool:
    """Is the position clearable? If so, write the doubtful intersections: what touches none of them keeps it so."""
    words = width(setting.exits)
    fill(doubts, 0)
    if which(table.held, CENTRE) == EMPTY:
        # Whoever runs onto it can run back the way it came, but not with the last point.
        if table.left == OVER_PASS_COST:
            flip(doubts, CENTRE)
        return True
    if not can_be_cleared(setting, table):
        return False
    _doubt(setting, table, table.left - OVER_PASS_COST, doubts[:words])
    _doubt(setting, table, table.left - SLIDE_COST, doubts[words : 2 * words])
    return True


def _doubt(setting: Setting, table: Table, rest: int, doubts: Numbers) -> None:
    """The doubtful ones for a move after which that many points are left: all, if nothing simple empties the centre."""
    colour = which(table.held, CENTRE)
    taken = room(MOST_WORDS)[: width(setting.exits)]
    unite(table.held, taken)
    if rest >= SLIDE_COST:
        ways = 0
        for word in range(width(setting.exits)):
            doubts[word] = setting.outward[word][CENTRE] & ~taken[word]
            ways += count(doubts[word])
        if ways > 1:
            fill(doubts, 0)  # no move fills both
        if ways > 0:
            return
    near, far = find_leap(setting, table, colour, taken)
    if rest < OVER_PASS_COST or near == NOWHERE:
        fill(doubts, EVERY)
        return
    flip(doubts, CENTRE)
    flip(doubts, near)
    flip(doubts, far)


def drop_forbidden(setting: Setting, table: Table, start: int, targets: Numbers, doubts: Numbers) -> None:
    """Take out of a piece's targets those that OP-6 forbids; ``doubts`` is what `find_doubts` wrote."""
    words = width(setting.exits)
    for kind in range(KINDS):
        if start == CENTRE and kind != SWAP:
            continue  # off it goes
        these = doubts[:words] if cost_of(kind) == OVER_PASS_COST else doubts[words : 2 * words]
        hopeless = table.left == cost_of(kind) and these[0] == EVERY
        touched = contains(these, start)
        for word in range(words):
            place = kind * words + word
            doubtful = targets[place] if touched else targets[place] & these[word]
            while doubtful:
                target = BITS * word + lowest(doubtful)
                if hopeless or not stays_clearable(setting, table, kind, start, target):
                    targets[place] ^= doubtful & -doubtful
                doubtful &= doubtful - 1


def stays_clearable(setting: Setting, table: Table, kind: int, start: int, target: int) -> bool:
    """Is the position clearable after that move?"""
    colour, other = which(table.held, start), partner(table, kind, target)
    exchange(table, kind, colour, other, start, target)
    table.left -= cost_of(kind)
    clearable = can_be_cleared(setting, table)
    table.left += cost_of(kind)
    exchange(table, kind, colour, other, start, target)
    return clearable
