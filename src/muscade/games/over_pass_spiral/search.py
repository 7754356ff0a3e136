"""Over-Pass Spiral (SP-3): down to one piece, on the centre if that can be.

A beam search finds solutions of large positions; it proves nothing. Small positions are searched to the end, each
position once: there the answer is always known. Every solution has as many moves as pieces to be removed, so the one
question is whether there is one, and whether it can end on the centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np

from muscade.board import CENTRE, Board
from muscade.games.over_pass.book import book_of
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.captures import hops_from_centre
from muscade.kernels.compiler import compiled
from muscade.solvers.answer import Search
from muscade.solvers.words import EXHAUSTED, FOUND, FREE, FULL, WORD, Numbers, padded, remember

SLICE = 20_000
MOST_MOVES = 4_000
"""More than a small position can have (each piece over each other one, to each neighbour); a beam may lose the rest."""
TABLE = 1 << 21
SMALL = 15
"""Positions of more pieces do not fit into two words."""
WIDTHS = (12, 40, 150, 600)


@compiled()
def runs(
    cells: Numbers, inside: Numbers, ring: Numbers, is_exit: Numbers, moves: Numbers, queue: Numbers
) -> int:
    """Every Over-Pass with the piece it removes: start, last piece passed, target (OP-9, SP-3). How many there are."""
    total = 0
    size = cells.shape[0]
    # Behind the queue: which place was last reached from which start.
    for place in range(size):
        queue[size + place] = 0
    for start in range(size):
        colour = cells[start]
        if colour < 0:
            continue
        # A piece on an exit runs along the perimeter, to another exit.
        ground = ring if is_exit[start] else inside
        queue[size + start] = start + 1
        queue[0] = start
        end = 1
        here = 0
        while here < end:
            place = queue[here]
            here += 1
            for k in range(ground.shape[1]):
                other = ground[place, k]
                if other < 0:
                    break
                if cells[other] < 0:
                    if place != start and (is_exit[other] or not is_exit[start]) and total < moves.shape[0]:
                        moves[total, 0] = start
                        moves[total, 1] = place
                        moves[total, 2] = other
                        total += 1
                elif cells[other] != colour and queue[size + other] != start + 1:
                    queue[size + other] = start + 1
                    queue[end] = other
                    end += 1
    return total


@compiled()
def cost(cells: Numbers, inside: Numbers, hops: Numbers) -> int:
    """What speaks against a position: pieces far out, alone, or beside their own colour only; one colour too many."""
    total, most = 0, 0
    # Six bits for each colour; nothing depends on the numbers but which is tried first.
    colours = 0
    for place in range(cells.shape[0]):
        colour = cells[place]
        if colour < 0:
            continue
        colours += 1 << 6 * colour
        most = max(most, colours >> 6 * colour & 63)
        extra = 6
        for k in range(inside.shape[1]):
            other = inside[place, k]
            if other < 0:
                break
            if cells[other] >= 0:
                extra = min(extra, 2)
                if cells[other] != colour:
                    extra = 0
        total += hops[place] + extra
    return total + 2 * most


@compiled()
def options(
    cells: Numbers,
    inside: Numbers,
    ring: Numbers,
    is_exit: Numbers,
    hops: Numbers,
    moves: Numbers,
    queue: Numbers,
) -> int:
    """`runs` with what each leads to costs, in the fourth column."""
    total = runs(cells, inside, ring, is_exit, moves, queue)
    for k in range(total):
        start, over, target = moves[k, 0], moves[k, 1], moves[k, 2]
        colour, passed = cells[start], cells[over]
        cells[target] = colour
        cells[start] = -1
        cells[over] = -1
        moves[k, 3] = cost(cells, inside, hops)
        cells[target] = -1
        cells[start] = colour
        cells[over] = passed
    return total


@compiled()
def look(
    stack: Numbers,
    moves: Numbers,
    tops: Numbers,
    state: Numbers,
    keys: Numbers,
    inside: Numbers,
    ring: Numbers,
    is_exit: Numbers,
    hops: Numbers,
    queue: Numbers,
    anywhere: bool,
    work: int,
) -> int:
    """Depth first through all positions; ``stack`` has those on the way, ``moves`` what is left to try in each.

    ``tops`` says how many moves are left at each depth; ``state``: the depth, and the positions remembered.
    """
    size = stack.shape[1]
    last = stack.shape[0] - 1
    for _ in range(work):
        depth = state[0]
        if tops[depth] == 0:
            if depth == 0:
                return 0
            state[0] -= 1
            continue
        # The most promising of those left.
        tops[depth] -= 1
        top = tops[depth]
        for k in range(top):
            if moves[depth, k, 3] < moves[depth, top, 3]:
                for j in range(4):
                    moves[depth, k, j], moves[depth, top, j] = moves[depth, top, j], moves[depth, k, j]
        here = stack[depth + 1]
        for place in range(size):
            here[place] = stack[depth, place]
        here[moves[depth, top, 2]] = here[moves[depth, top, 0]]
        here[moves[depth, top, 0]] = -1
        here[moves[depth, top, 1]] = -1
        if depth + 1 == last:
            if anywhere or here[0] >= 0:
                return 1
            continue
        if state[1] * 2 > keys.shape[0]:
            return 2
        low, high, shift = 0, 0, max(0, size - 62)
        for place in range(size):
            if here[place] >= 0:
                if place < 62:
                    low |= 1 << place
                else:
                    high |= 1 << (place - 62)
                high |= here[place] << shift
                shift += 2
        if remember(keys, low, high):
            state[1] += 1
            state[0] = depth + 1
            tops[depth + 1] = options(here, inside, ring, is_exit, hops, moves[depth + 1], queue)
    return 3


class Spiral:
    """The puzzle on one board."""

    def __init__(self, board: Board, cells: Sequence[int], search: Search) -> None:
        plan = book_of(board).plan
        self.names = board.intersections
        self.ground = (
            padded(plan.neighbours),
            padded(plan.ring),
            np.array(plan.is_exit, np.int64),
            np.array(hops_from_centre(board), np.int64),
        )
        self.queue = np.empty(2 * len(self.names), np.int64)
        self.moves = np.empty((MOST_MOVES, 4), np.int64)
        self.start = np.array(cells, np.int64)
        self.pieces = int((self.start >= 0).sum())
        self.search = search

    def beam(self, width: int, seed: int) -> list[tuple[int, int, int]]:
        """The best few of each level; empty if it ends before one piece is left."""
        rng = np.random.default_rng(seed)
        # Equal positions have equal marks; that others might too is no harm here.
        marks = rng.integers(0, 1 << 62, (5, len(self.names)), np.int64)
        marks[EMPTY] = 0
        places = np.arange(len(self.names))
        positions = self.start[None, :]
        history: list[Numbers] = []
        for left in range(self.pieces - 1, 0, -1):
            if not self.search.go_on(f"{left} pieces left"):
                return []
            parts = []
            for number, cells in enumerate(positions):
                total = options(cells, *self.ground, self.moves, self.queue)
                parts.append(np.insert(self.moves[:total], 0, number, axis=1))
            found = np.concatenate(parts)
            old = np.bitwise_xor.reduce(marks[positions, places], axis=1)
            parent, start, passed, target = found[:, :4].T
            colour = positions[parent, start]
            mark = old[parent] ^ marks[colour, start] ^ marks[colour, target]
            mark ^= marks[positions[parent, passed], passed]
            found = found[np.unique(mark, return_index=True)[1]]
            if not len(found):
                return []
            # In the end only the centre counts.
            costs = found[:, 4] + rng.random(len(found)) * 3 if left > 1 else found[:, 3] * 1.0
            found = found[np.argsort(costs, kind="stable")[:width]]
            history.append(found)
            positions = positions[found[:, 0]]
            rows = np.arange(len(found))
            positions[rows, found[:, 3]] = positions[rows, found[:, 1]]
            positions[rows, found[:, 1]] = EMPTY
            positions[rows, found[:, 2]] = EMPTY
        moves: list[tuple[int, int, int]] = []
        number = 0
        for found in reversed(history):
            number, start, passed, target = (int(value) for value in found[number, :4])
            moves.append((start, passed, target))
        return moves[::-1]

    def exhaust(self, anywhere: bool) -> tuple[int, list[tuple[int, int, int]]]:
        """All positions that can come about, depth first, until one piece is left (on the centre)."""
        size = len(self.names)
        stack = np.zeros((self.pieces, size), np.int64)
        stack[0] = self.start
        moves = np.zeros((self.pieces, MOST_MOVES, 4), np.int64)
        tops = np.zeros(self.pieces, np.int64)
        keys: Numbers = np.full((TABLE, 2), FREE, np.int64)
        state = np.zeros(2, np.int64)
        tops[0] = options(stack[0], *self.ground, moves[0], self.queue)
        while True:
            result = look(stack, moves, tops, state, keys, *self.ground, self.queue, anywhere, SLICE)
            if result == FOUND:
                # At each depth the move made is the one above those left to try.
                made = [moves[depth, tops[depth]] for depth in range(self.pieces - 1)]
                return result, [(int(a), int(b), int(c)) for a, b, c, _ in made]
            if result in (EXHAUSTED, FULL) or not self.search.go_on(f"{state[1]} positions"):
                return result, []

    def tell(self, moves: Sequence[tuple[int, int, int]], *, centre_is_out: bool = False) -> bool:
        """A solution. On the centre it is as good as can be; is it?"""
        names = self.names
        notation = tuple(f"{names[start]}x{names[passed]}>{names[target]}" for start, passed, target in moves)
        best = moves[-1][2] == CENTRE or centre_is_out
        if best or self.search.answer.length is None:
            length = len(moves)
            self.search.best("optimal" if best else "found", notation, length, length)
        return best


def solve_spiral(board: Board, cells: Sequence[int], search: Search) -> None:
    """One piece left, on the centre if possible."""
    spiral = Spiral(board, cells, search)
    if spiral.pieces <= 1:
        search.best("optimal" if spiral.pieces else "impossible", (), *((0, 0) if spiral.pieces else ()))
        return
    search.at_least(spiral.pieces - 1)
    moves = spiral.beam(WIDTHS[0], 0)
    if moves and spiral.tell(moves):
        return
    if spiral.pieces <= SMALL and len(spiral.names) - WORD + 2 * spiral.pieces <= WORD:
        result, moves = spiral.exhaust(anywhere=False)
        if moves:
            spiral.tell(moves)
        if result == EXHAUSTED:
            _elsewhere(spiral, search)
        if search.over:
            return
    for seed in count(1):
        if not search.go_on():
            return
        moves = spiral.beam(WIDTHS[min(seed, len(WIDTHS) - 1)], seed)
        if moves and spiral.tell(moves):
            return


def _elsewhere(spiral: Spiral, search: Search) -> None:
    """It is proved that the centre cannot be reached: what about other places?"""
    if search.answer.length is not None:
        search.best("optimal", search.answer.moves, search.answer.length, search.answer.length)
        return
    result, moves = spiral.exhaust(anywhere=True)
    if moves:
        spiral.tell(moves, centre_is_out=True)
    elif result == EXHAUSTED:
        search.impossible()
