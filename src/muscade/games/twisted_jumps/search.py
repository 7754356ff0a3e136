"""Twisted Jumps (SP-2): every chain of jumps, shortest solutions first.

Going on with the same piece costs nothing, taking another one costs a move (SP-4). So positions, with the piece of the
running chain, fall into layers by the number of moves; a layer is all that chains make of the layer before. Within a
layer each position is looked at once, and so nothing that is shorter can be overlooked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from muscade.board import CENTRE, Board
from muscade.games.solitaire.captures import hops_from_centre
from muscade.kernels.compiler import compiled
from muscade.solvers.answer import Search
from muscade.solvers.words import (
    EXHAUSTED,
    FOUND,
    FULL,
    PAUSED,
    WORD,
    Numbers,
    Pool,
    has,
    padded,
    remember,
    words,
)

MOVER = 55
"""Above this bit of the second word is one more than the place of the piece that jumped last."""
SLICE = 100_000
NARROW = 40
"""So many positions of a layer are gone on with in the first, quick search."""
WIDTHS = (5, 200, 1_000)
LARGEST = 1 << 21


@compiled()
def jump_with(
    neighbours: Numbers, nodes: Numbers, keys: Numbers, stack: Numbers, state: Numbers, node: int, piece: int
) -> bool:
    """Every jump of one piece (SP-2): a chain goes on. True if it leaves one piece, on the centre."""
    low = nodes[node, 0]
    high = nodes[node, 1] & ((1 << 55) - 1)
    for k in range(neighbours.shape[1]):
        over = neighbours[piece, k]
        if over < 0 or not has(low, high, over):
            continue
        for j in range(neighbours.shape[1]):
            target = neighbours[over, j]
            if target < 0 or has(low, high, target):
                continue
            left, right = low, high
            for place in (piece, over, target):
                if place < 62:
                    left ^= 1 << place
                else:
                    right ^= 1 << (place - 62)
            key = right | (target + 1) << 55
            if not remember(keys, left, key):
                continue
            count = state[0]
            nodes[count, 0] = left
            nodes[count, 1] = key
            nodes[count, 2] = node
            nodes[count, 3] = (piece << 7 | over) << 7 | target
            state[0] = count + 1
            if left == 1 and right == 0:
                return True
            stack[state[2]] = count
            state[2] += 1
    return False


@compiled()
def layer(
    neighbours: Numbers,
    nodes: Numbers,
    keys: Numbers,
    stack: Numbers,
    order: Numbers,
    state: Numbers,
    work: int,
) -> int:
    """Go on with a layer: ``state`` has the number of nodes, the next of ``order``, and the height of the stack.

    The node found is the last one.
    """
    room = nodes.shape[0] - neighbours.shape[0] * neighbours.shape[1] * neighbours.shape[1]
    for _ in range(work):
        if state[0] > room:
            return 2
        if state[2] > 0:
            state[2] -= 1
            node = stack[state[2]]
            if jump_with(neighbours, nodes, keys, stack, state, node, (nodes[node, 1] >> 55) - 1):
                return 1
            continue
        if state[1] == order.shape[0]:
            return 0
        node = order[state[1]]
        state[1] += 1
        low = nodes[node, 0]
        high = nodes[node, 1]
        last = (high >> 55) - 1
        high &= (1 << 55) - 1
        for piece in range(neighbours.shape[0]):
            if (
                piece != last
                and has(low, high, piece)
                and jump_with(neighbours, nodes, keys, stack, state, node, piece)
            ):
                return 1
    return 3


class Layers:
    """The layers of one position, one after another."""

    def __init__(self, board: Board, pieces: Sequence[int], mover: int, search: Search) -> None:
        self.neighbours = padded(board.neighbours)
        self.names = board.intersections
        self.search = search
        low, high = words(pieces)
        self.pool = Pool()
        self.pool.add(low, high | (mover + 1) << MOVER)
        self.layer_starts = 0
        self.state = np.array([1, 0, 0], np.int64)
        self.stack: Numbers = np.zeros(len(self.pool.nodes), np.int64)
        self.mover = mover
        self.distance = hops_from_centre(board)

    def run(self, order: Numbers, what: str) -> int:
        """Fill a layer from these nodes of the layer before. PAUSED means: no time left, FULL: no memory."""
        self.state[1] = 0
        while True:
            pool = self.pool
            result = layer(self.neighbours, pool.nodes, pool.keys, self.stack, order, self.state, SLICE)
            pool.count = int(self.state[0])
            if result in (EXHAUSTED, FOUND):
                return result
            if result == FULL:
                if not pool.grow(LARGEST):
                    return FULL
                self.stack = np.concatenate([self.stack, np.zeros_like(self.stack)])
            if not self.search.go_on(what):
                return PAUSED

    def solve(self, width: int | None) -> int:
        """All layers, or of each only the ``width`` most promising. Tells ``search`` what it finds and proves."""
        moves = 0
        if self.mover >= 0:
            self.stack[0] = 0
            self.state[2] = 1
            result = self.run(np.zeros(0, np.int64), "chain")
        else:
            result = EXHAUSTED
        while result == EXHAUSTED:
            moves += 1
            if width is None:
                self.search.at_least(moves)
            if self.layer_starts == self.pool.count:
                return EXHAUSTED
            order = self._promising(width)
            self.layer_starts = self.pool.count
            result = self.run(order, f"{moves} moves")
        if result == FOUND:
            self.search.found(self._notation(), moves)
        return result

    def _promising(self, width: int | None) -> Numbers:
        """The nodes of the last layer, the fewest pieces first, and among those the ones nearest to the centre."""
        start, end = self.layer_starts, self.pool.count
        low = self.pool.nodes[start:end, 0]
        high = self.pool.nodes[start:end, 1] & ((1 << MOVER) - 1)
        score = 20.0 * (np.bitwise_count(low) + np.bitwise_count(high))
        for place in range(len(self.names)):
            word, shift = (low, place) if place < WORD else (high, place - WORD)
            score += (word >> shift & 1) * self.distance[place]
        order = np.argsort(score, kind="stable")[:width]
        return (order + start).astype(np.int64)

    def _notation(self) -> tuple[str, ...]:
        names = self.names
        return tuple(
            f"{names[how >> 14]}x{names[how >> 7 & 127]}>{names[how & 127]}"
            for _, _, how in self.pool.way(self.pool.count - 1)[1:]
        )


def solve_twisted(board: Board, pieces: Sequence[int], mover: int, search: Search) -> None:
    """One piece left, on the centre, in the fewest moves; ``mover`` is the piece of a running chain, or -1."""
    if list(pieces) == [CENTRE]:
        search.best("optimal", (), 0, 0)
        return
    if len(pieces) > 6:
        # A quick look at the best of each layer: mostly a solution, sometimes even the shortest.
        Layers(board, pieces, mover, search).solve(NARROW)
    if search.go_on("all chains") and Layers(board, pieces, mover, search).solve(None) == EXHAUSTED:
        search.impossible()
    # Too many to look at all of them: a few of each layer, fewer and then more of them.
    for width in WIDTHS:
        if search.answer.length is not None or not search.go_on(f"the best {width}"):
            return
        Layers(board, pieces, mover, search).solve(width)
