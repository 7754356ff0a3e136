"""What a piece may do, as sets of intersections: the one place where moves of Over-Pass are found (OP-7 to OP-12).

Everybody who wants to know asks `find_targets`: who lists moves or refuses them, who looks whether the centre can be emptied
(`centre`), who plans a turn. What OP-6 forbids on top of it is said in `centre`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.games.over_pass.rules import (
    EXIT_COST,
    MOST_GROUPS,
    OVER_PASS_COST,
    SLIDE_COST,
    SWAP_COST,
    at_hand,
    exits_open,
    mark_edges,
    may_leave,
)
from muscade.games.over_pass.sets import BITS, MOST_WORDS, add_all, contains, flip, unite, which
from muscade.games.race.course import MOST_PLACES
from muscade.games.race.rules import EMPTY, PIECES, own_places
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import fill, room, spread

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
_EDGES = _TAKEN + MOST_WORDS
SIGHT = _EDGES + MOST_GROUPS * MOST_WORDS
"""Room for what is remembered from piece to piece, all 0 before the first one: for which colour it was looked, how many
groups its pieces can run over, all that is taken, and the edge of each group. It holds while the board stays as it is."""


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


def pieces_at_hand(setting: Setting, table: Table, starts: Numbers) -> int:
    """Write where all pieces are that this player may touch (OP-7, OP-8), colour by colour; how many there are."""
    own = own_colours(setting, table)
    found = 0
    for colour in range(setting.places):
        for on_exit in range(2):
            if not at_hand(on_exit > 0, colour, own):
                continue
            for word in range(setting.words):
                exits = setting.exits[word]
                mask = table.held[colour][word] & (exits if on_exit else ~exits)
                found += spread(mask, starts[found:], BITS * word)
    return found


def find_targets(setting: Setting, table: Table, start: int, sight: Numbers, targets: Numbers) -> None:
    """Write what the piece there, which is at hand, may do with the points left, if OP-6 allows it: a set for each kind."""
    words, left, held = setting.words, table.left, table.held
    colour = which(held, start)
    on_exit = contains(setting.exits, start)
    seen = 1 + 2 * colour + on_exit
    if sight[_SEEN] != seen:
        sight[_SEEN] = seen
        _look(setting, table, colour, on_exit, sight)
    taken = sight[_TAKEN : _TAKEN + words]
    fill(targets, 0)
    # OP-9: from here to wherever else is beside the same group; from an exit to an exit only.
    runs = targets[OVER_PASS * words : (OVER_PASS + 1) * words]
    for group in range(sight[_GROUPS]):
        edge = sight[_EDGES + group * words : _EDGES + (group + 1) * words]
        if contains(edge, start):
            add_all(runs, edge)
    for word in range(words):
        free = ~taken[word]
        runs[word] &= free & setting.exits[word] if on_exit else free
        # OP-11: to an empty neighbour farther out.
        if left >= SLIDE_COST:
            targets[SLIDE * words + word] = setting.outward[start][word] & free
        # OP-10: with another colour on a parallel line.
        targets[SWAP * words + word] = setting.partners[start][word] & taken[word] & ~held[colour][word]
    if may_leave(on_exit, colour, table.place, leaving(table)):
        flip(targets[EXIT * words : (EXIT + 1) * words], start)


def _look(setting: Setting, table: Table, colour: int, on_exit: bool, sight: Numbers) -> None:
    """What pieces of a colour can run over; from an exit along the perimeter only (OP-9)."""
    words = setting.words
    taken = sight[_TAKEN : _TAKEN + words]
    unite(table.held, taken)
    others = room(MOST_WORDS)[:words]
    for word in range(words):
        others[word] = taken[word] & ~table.held[colour][word]
        if on_exit:
            others[word] &= setting.perimeter[word]
    sight[_GROUPS] = mark_edges(setting.ring if on_exit else setting.beside, others, sight[_EDGES:])


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
