"""The law of the centre, which must be empty at the end of a turn (OP-6).

A position is in order if the centre is empty, or can be emptied in one move or two with the points left. From
such a position every move must lead to such a position again; from any other all moves are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from muscade.games.over_pass.rules import CENTRE, OVER_PASS_COST, SLIDE_COST, flood
from muscade.games.over_pass.sets import BITS, EVERY, MOST_WORDS, contains, flip, unite, which
from muscade.games.race.rules import EMPTY
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import count, fill, lowest, room

if TYPE_CHECKING:
    from muscade.games.over_pass.course import Setting, Table

NOWHERE = -1
WARY = 2 * MOST_WORDS
"""Room for the intersections to be wary of after a move for one point, and after one for two."""


def clears_now(setting: Setting, table: Table) -> bool:
    """Is the centre empty, or can one move make it so?"""
    colour = which(table.held, CENTRE)
    if colour == EMPTY:
        return True
    if table.left < OVER_PASS_COST:
        return False
    words = setting.words
    taken = room(MOST_WORDS)[:words]
    unite(table.held, taken)
    if table.left >= SLIDE_COST:
        for word in range(words):
            # Whatever is next to the centre is farther out (OP-11).
            if setting.beside[CENTRE][word] & ~taken[word]:
                return True
    near, _ = find_leap(setting, table, colour, taken)
    return near != NOWHERE or runs_off(setting, table, colour, taken)


def find_leap(setting: Setting, table: Table, colour: int, taken: Numbers) -> tuple[int, int]:
    """A single piece to pass over off the centre, and where that ends; `NOWHERE` twice if there is none (OP-9)."""
    for word in range(setting.words):
        others = setting.beside[CENTRE][word] & taken[word] & ~table.held[colour][word]
        while others:
            near = BITS * word + lowest(others)
            others &= others - 1
            for other in range(setting.words):
                free = setting.beside[near][other] & ~taken[other]
                if free:
                    return near, BITS * other + lowest(free)
    return NOWHERE, NOWHERE


def runs_off(setting: Setting, table: Table, colour: int, taken: Numbers) -> bool:
    """Can the piece on the centre, of that colour, run off it (OP-9)?"""
    words = setting.words
    others, edge = room(MOST_WORDS)[:words], room(MOST_WORDS)[:words]
    for word in range(words):
        others[word] = taken[word] & ~table.held[colour][word]
        edge[word] = setting.beside[CENTRE][word] & others[word]
    flood(setting.beside, others, edge)
    free = 0
    for word in range(words):
        free |= edge[word] & ~taken[word]
    return free != 0


def in_order(setting: Setting, table: Table) -> bool:
    """Is the centre empty, or can it be made so in two moves with the points left (OP-6)?"""
    if clears_now(setting, table):
        return True
    if table.left <= OVER_PASS_COST:
        return False
    words = setting.words
    targets = room(TARGETS)[: KINDS * words]
    sight, starts = room(SIGHT), room(STARTS)
    for piece in range(pieces_at_hand(setting, table, starts)):
        find_targets(setting, table, starts[piece], sight, targets)
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


def _helps(setting: Setting, table: Table, kind: int, start: int, target: int) -> bool:
    """Can that be followed by a move that empties the centre?"""
    near = setting.beside[CENTRE]
    colour, other = which(table.held, start), partner(table, kind, target)
    if CENTRE not in (start, target) and not contains(near, start) and not contains(near, target):
        # All neighbours are taken, or a slide would do. If by the centre's own colour, it is one of them that must change.
        hemmed_in = True
        own = table.held[which(table.held, CENTRE)]
        for word in range(setting.words):
            if near[word] & ~own[word]:
                hemmed_in = False
        if hemmed_in:
            return False
    exchange(table, kind, colour, other, start, target)
    table.left -= cost_of(kind)
    helps = clears_now(setting, table)
    table.left += cost_of(kind)
    exchange(table, kind, colour, other, start, target)
    return helps


# ---------------------------------------------------------------- what that forbids


def watch(setting: Setting, table: Table, wary: Numbers) -> bool:
    """Is the position in order? If so, write of which intersections to be wary: what touches none of them keeps it so."""
    words = setting.words
    if not in_order(setting, table):
        fill(wary, 0)
        return False
    _beware(setting, table, table.left - OVER_PASS_COST, wary[:words])
    _beware(setting, table, table.left - SLIDE_COST, wary[words : 2 * words])
    return True


def _beware(setting: Setting, table: Table, rest: int, wary: Numbers) -> None:
    """Of what to be wary in a move after which that many points are left: of all if nothing simple empties the centre."""
    fill(wary, 0)
    colour = which(table.held, CENTRE)
    if colour == EMPTY:
        # Whoever has run onto it can run back the way it came.
        if rest < OVER_PASS_COST:
            flip(wary, CENTRE)
        return
    taken = room(MOST_WORDS)[: setting.words]
    unite(table.held, taken)
    if rest >= SLIDE_COST:
        ways = 0
        for word in range(setting.words):
            wary[word] = setting.beside[CENTRE][word] & ~taken[word]
            ways += count(wary[word])
        if ways > 1:
            fill(wary, 0)  # no move fills both
        if ways > 0:
            return
    near, far = find_leap(setting, table, colour, taken)
    if rest < OVER_PASS_COST or near == NOWHERE:
        fill(wary, EVERY)
        return
    flip(wary, CENTRE)
    flip(wary, near)
    flip(wary, far)


def keep_order(
    setting: Setting, table: Table, kind: int, start: int, targets: Numbers, wary: Numbers
) -> None:
    """Take out of a piece's targets those that OP-6 forbids; ``wary`` is what `watch` wrote."""
    if start == CENTRE and kind != SWAP:
        return  # off it goes
    words, cost = setting.words, cost_of(kind)
    doubts = wary[:words] if cost == OVER_PASS_COST else wary[words : 2 * words]
    if table.left == cost and doubts[0] == EVERY:
        fill(targets, 0)
        return
    touched = contains(doubts, start)
    for word in range(words):
        doubtful = targets[word] if touched else targets[word] & doubts[word]
        while doubtful:
            if not keeps_order(setting, table, kind, start, BITS * word + lowest(doubtful)):
                targets[word] ^= doubtful & -doubtful
            doubtful &= doubtful - 1


def keeps_order(setting: Setting, table: Table, kind: int, start: int, target: int) -> bool:
    """Is the position in order after that move?"""
    colour, other = which(table.held, start), partner(table, kind, target)
    exchange(table, kind, colour, other, start, target)
    table.left -= cost_of(kind)
    ordered = in_order(setting, table)
    table.left += cost_of(kind)
    exchange(table, kind, colour, other, start, target)
    return ordered
