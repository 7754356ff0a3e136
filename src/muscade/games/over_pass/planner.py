"""Planning a whole turn of Over-Pass: a beam search over its actions, the best positions for each number of points left.

What is legal is asked of `actions` and `centre`, what is good of `judge`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from muscade.board import CENTRE
from muscade.games.over_pass.actions import (
    EXIT,
    KINDS,
    OVER_PASS,
    SIGHT,
    SLIDE,
    STARTS,
    SWAP,
    TARGETS,
    coded,
    cost_of,
    exchange,
    find_targets,
    partner,
    pieces_at_hand,
)
from muscade.games.over_pass.centre import can_be_cleared, may_end_turn
from muscade.games.over_pass.course import Setting, Table, decoded, end_code
from muscade.games.over_pass.judge import gain, weigh
from muscade.games.race.course import FACES
from muscade.games.race.rules import PIECES, owner
from muscade.kernels.layout import Grid, Numbers
from muscade.kernels.placeholders import setting_of, table_of
from muscade.kernels.primitives import lowest, room
from muscade.kernels.sets import BITS, which, width

WIDTH, BREADTH, MEDDLING = range(3)
"""How wide a beam is, in a row: positions kept for each number of points left, actions tried in each, and whether other players' pieces
are moved too, or only swapped with one's own."""
LAYERS = 2 * FACES + 1
"""One for each number of points left."""
MARK, FIRST = range(2)
"""What is noted of each position: a number that tells it from others, and the action by which the turn began."""
NOTES = 2

FIDGET = 0.02
"""Each action must gain more than this."""
LOSS = -1.5
"""What an Over-Pass or a slide may lose and still be thought about: it may open the way for another one."""
HOPELESS = -1e9
NOTHING = -1
_MASK = (1 << 62) - 1
_MIX = 0x1E3779B97F4A7C15
_MIX_MORE = 0x3F58476D1CE4E5B9


def plan(
    rules: Any,
    here: Any,
    weights: Sequence[float],
    beam: Numbers,
    worths: MutableSequence[float],
    boards: Grid,
    notes: Grid,
    values: MutableSequence[float],
    codes: Numbers,
    gains: MutableSequence[float],
) -> int:
    """The action that the best end of the turn found begins with; `NOTHING` if none was found.

    There is room for ``WIDTH`` positions a layer in ``boards``, ``notes`` and ``values``, and in ``codes`` and ``gains``
    for ``BREADTH`` actions and those of the piece on the centre. The table is as before when this is done.
    """
    setting, table = setting_of(rules), table_of(here)
    points, width = table.left, beam[WIDTH]
    weigh(setting, table, owner(table.place, setting.seats), weights, worths)
    kept = room(LAYERS)
    root = points * width
    kept[points] = 1
    _store(table, boards[root])
    notes[root][MARK] = 0
    notes[root][FIRST] = end_code(setting)
    values[root] = 0.0
    bound = can_be_cleared(setting, table)
    best, highest = NOTHING, HOPELESS
    for left in range(points, -1, -1):
        for node in range(left * width, left * width + kept[left]):
            _load(table, boards[node])
            table.left = left
            if values[node] > highest and may_end_turn(table, can_be_cleared(setting, table)):
                highest = values[node]
                best = notes[node][FIRST]
            if left == 0:
                continue
            for option in range(consider(setting, table, beam, worths, codes, gains)):
                value = values[node] + gains[option] - FIDGET
                _follow(setting, table, codes[option], value, node, bound, width, kept, boards, notes, values)
    _load(table, boards[root])
    table.left = points
    return best


def _store(table: Table, board: Numbers) -> None:
    words = table.words
    for colour in range(len(table.held)):
        for word in range(words):
            board[colour * words + word] = table.held[colour][word]


def _load(table: Table, board: Numbers) -> None:
    words = table.words
    for colour in range(len(table.held)):
        for word in range(words):
            table.held[colour][word] = board[colour * words + word]


# ---------------------------------------------------------------- what to try


def consider(
    setting: Setting,
    table: Table,
    beam: Numbers,
    worths: Sequence[float],
    codes: Numbers,
    gains: MutableSequence[float],
) -> int:
    """Write the most promising actions, and all that empty the centre, which must be (OP-6); how many there are."""
    words, size, most = width(setting.exits), setting.size, beam[BREADTH]
    seat = owner(table.place, setting.seats)
    sides, starts = room(STARTS), room(STARTS)
    sight, targets = room(SIGHT), room(TARGETS)[: KINDS * words]
    tried = off = 0
    for piece in range(pieces_at_hand(setting, table, sides, starts)):
        side, start = sides[piece], starts[piece]
        colour, on_exit = side >> 1, side & 1
        touched = beam[MEDDLING] > 0 or owner(colour, setting.seats) == seat or start == CENTRE
        find_targets(setting, table, side, start, sight, targets)
        for kind in range(KINDS):
            carried = kind in (OVER_PASS, SLIDE)
            if carried and (on_exit or not touched):
                continue
            floor = LOSS if carried else 0.0
            for word in range(words):
                mask = targets[kind * words + word]
                while mask:
                    target = BITS * word + lowest(mask)
                    mask &= mask - 1
                    gained = gain(setting, table, worths, kind, colour, start, target)
                    code = coded(size, kind, start, target)
                    if carried and start == CENTRE:
                        codes[most + off] = code
                        gains[most + off] = gained
                        off += 1
                    elif gained > floor:
                        tried = _note(codes, gains, tried, most, gained, code)
    for option in range(off):
        codes[tried + option] = codes[most + option]
        gains[tried + option] = gains[most + option]
    return tried + off


def _note(
    codes: Numbers, gains: MutableSequence[float], tried: int, most: int, gained: float, code: int
) -> int:
    """One more action to try, if it is among the best so far; how many there are."""
    place = tried
    if tried == most:
        place = 0
        for other in range(1, most):
            if gains[other] < gains[place]:
                place = other
        if gains[place] >= gained:
            return tried
    gains[place] = gained
    codes[place] = code
    return min(tried + 1, most)


# ---------------------------------------------------------------- where that leads


def _follow(
    setting: Setting,
    table: Table,
    code: int,
    value: float,
    node: int,
    bound: bool,
    width: int,
    kept: Numbers,
    boards: Grid,
    notes: Grid,
    values: MutableSequence[float],
) -> None:
    """Keep what an action leads to from a position, which is on the table, if that is legal and good enough."""
    left = table.left
    kind, start, target = decoded(setting, code)
    colour, other = which(table.held, start), partner(table, kind, target)
    mark = notes[node][MARK] ^ _mark(start, colour)
    if kind != EXIT:
        mark ^= _mark(target, colour)
    if kind == SWAP:
        mark ^= _mark(start, other) ^ _mark(target, other)
    rest = left - cost_of(kind)
    slot = _slot(mark, value, rest * width, kept[rest], width, notes, values)
    if slot == NOTHING:
        return
    exchange(table, kind, colour, other, start, target)
    table.left = rest
    if not bound or can_be_cleared(setting, table):  # OP-6
        kept[rest] = max(kept[rest], slot - rest * width + 1)
        _store(table, boards[slot])
        notes[slot][MARK] = mark
        notes[slot][FIRST] = code if notes[node][FIRST] == end_code(setting) else notes[node][FIRST]
        values[slot] = value
    table.left = left
    exchange(table, kind, colour, other, start, target)


def _slot(
    mark: int, value: float, first: int, kept: int, width: int, notes: Grid, values: Sequence[float]
) -> int:
    """A place in a layer: the position's own if it is there already, a free one, or that of the worst; or `NOTHING`."""
    worst = first
    for slot in range(first, first + kept):
        if notes[slot][MARK] == mark:
            return slot if values[slot] < value else NOTHING
        if values[slot] < values[worst]:
            worst = slot
    if kept < width:
        return first + kept
    return worst if values[worst] < value else NOTHING


def _mark(place: int, colour: int) -> int:
    """A number for a piece in a place; all of them together tell positions apart."""
    mark = (place * PIECES + colour + 1) * _MIX & _MASK
    return (mark ^ mark >> 29) * _MIX_MORE & _MASK
