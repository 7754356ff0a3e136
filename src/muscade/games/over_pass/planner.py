"""Planning a whole turn of Over-Pass: a beam search over its actions, from a light position and a table of worths.

Everything here is thinking, not law: what is legal is asked of `rules` and `centre`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from muscade.board import Board
from muscade.core import Move
from muscade.games.over_pass import centre, rules
from muscade.games.over_pass.book import Book
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY

COLOUR_COUNT = 4
Action: TypeAlias = tuple[int, int, int]
"""What is done and where: one of the four numbers below, a place, and another one where there is one."""
OVER_PASS, SLIDE, SWAP, EXIT = range(4)
Worths: TypeAlias = Sequence[Sequence[float]]
"""What it is worth that a piece of that colour stands there; home counts as nothing, so the rest is less."""
WON = 1000.0
"""The last piece of a colour goes home."""
FIDGET = 0.02
"""Each action must gain more than this."""


@lru_cache(maxsize=16)
def slides_to_exit(board: Board, book: Book) -> tuple[int, ...]:
    """How many slides lead from each intersection to an exit, if nothing is in the way."""
    count = len(book.names)
    slides = [count] * count
    for place in sorted(range(count), key=lambda place: -board.rank[place]):
        if book.plan.is_exit[place]:
            slides[place] = 0
        elif book.outward[place]:
            slides[place] = 1 + min(slides[target] for target in book.outward[place])
    reached = max((number for number in slides if number < count), default=0)
    return tuple(min(number, reached + 1) for number in slides)


@dataclass(frozen=True)
class Care:
    """How hard a search thinks: positions kept for each number of points left, and moves tried in each."""

    width: int
    breadth: int
    meddling: bool
    """Are other players' pieces moved too, or only swapped with one's own?"""


class Position(NamedTuple):
    """A turn under way."""

    cells: tuple[int, ...]
    left: int
    colour: int
    leaving: bool
    """May pieces leave the board on this roll (OP-12)?"""
    last: tuple[bool, ...]
    """By colour: is the reserve empty, so that the last piece on the board is the last of all?"""


class Leaf(NamedTuple):
    """How a turn may end: what that is worth, what it begins with (None: with nothing), and the board then."""

    worth: float
    first: Action | None
    cells: tuple[int, ...]


class Search:
    """One turn, searched from its best beginnings on."""

    def __init__(self, book: Book, position: Position, worths: Worths, mine: Sequence[bool], care: Care) -> None:
        self.book = book
        self.plan = book.plan
        self.position = position
        self.worths = worths
        self.mine = mine
        self.care = care

    def leaves(self, most: int) -> list[Leaf]:
        """The best ends of the turn that were found, the best first."""
        root = self.position
        start = sum(self.worths[piece][place] for place, piece in enumerate(root.cells) if piece != EMPTY)
        layers: list[dict[tuple[int, ...], Leaf]] = [{} for _ in range(root.left + 1)]
        layers[root.left][root.cells] = Leaf(start, None, root.cells)
        bound = self._in_order(list(root.cells), root.left)
        ends: list[Leaf] = []
        for left in range(root.left, -1, -1):
            kept = nlargest(self.care.width, layers[left].values(), key=itemgetter(0))
            for node in kept:
                cells = list(node.cells)
                if cells[rules.CENTRE] == EMPTY or not self._in_order(cells, left):
                    ends.append(node)
                if left:
                    self._grow(layers, node, cells, left, bound)
        return nlargest(most, ends, key=itemgetter(0))

    def _in_order(self, cells: list[int], left: int) -> bool:
        return centre.in_order(self.plan, cells, left, self.position.colour, self.position.leaving)

    def _grow(
        self, layers: list[dict[tuple[int, ...], Leaf]], node: Leaf, cells: list[int], left: int, bound: bool
    ) -> None:
        tried = nlargest(self.care.breadth, self._gains(cells, left), key=itemgetter(0))
        if cells[rules.CENTRE] != EMPTY:
            tried += [
                option for option in self._gains(cells, left, only=rules.CENTRE) if option not in tried
            ]
        for gain, cost, action in tried:
            after = cells.copy()
            kind, place, other = action
            if kind == SWAP:
                after[place], after[other] = after[other], after[place]
            elif kind == EXIT:
                after[place] = EMPTY
            else:
                after[place], after[other] = EMPTY, after[place]
            rest = left - cost
            if bound and after[rules.CENTRE] != EMPTY and not self._in_order(after, rest):
                continue  # OP-6
            key = tuple(after)
            layer = layers[rest]
            worth = node.worth + gain - FIDGET
            known = layer.get(key)
            if known is None or known.worth < worth:
                layer[key] = Leaf(worth, node.first or action, key)

    def _gains(
        self, cells: Sequence[int], left: int, only: int | None = None
    ) -> list[tuple[float, int, Action]]:
        """What each action gains at once, and its cost; ``only`` for moves of one piece off its place."""
        plan, worths, is_exit = self.plan, self.worths, self.plan.is_exit
        colour = self.position.colour
        found: list[tuple[float, int, Action]] = []
        beside: list[list[int] | None] = [None] * COLOUR_COUNT
        free: list[list[tuple[int, int]]] = [[] for _ in range(COLOUR_COUNT)]
        along: list[int] | None = None
        resting = []
        for start, piece in enumerate(cells):
            if piece == EMPTY:
                continue
            table = worths[piece]
            here = table[start]
            if is_exit[start]:
                if piece == colour and only is None:
                    if self.position.leaving:
                        last = self.position.last[piece] and cells.count(piece) == 1
                        found.append((-here + WON * last, rules.EXIT_COST, (EXIT, start, start)))
                    elif along is None:
                        along = rules.groups_beside(cells, plan.ring, piece)
                continue
            if only is None:
                resting.append((start, piece, plan.through[start]))
            elif start != only:
                continue
            if only is None and not (self.mine[piece] or self.care.meddling):
                continue
            if left >= rules.SLIDE_COST:
                found += [
                    (table[target] - here, rules.SLIDE_COST, (SLIDE, start, target))
                    for target in self.book.outward[start]
                    if cells[target] == EMPTY
                ]
            groups = beside[piece]
            if groups is None:
                groups = beside[piece] = rules.groups_beside(cells, plan.neighbours, piece)
                free[piece] = [
                    (place, near) for place, near in enumerate(groups) if near and cells[place] == EMPTY
                ]
            if near_here := groups[start]:
                found += [
                    (table[target] - here, rules.OVER_PASS_COST, (OVER_PASS, start, target))
                    for target, near in free[piece]
                    if near & near_here
                ]
        across = plan.across
        for number, (one, piece, _) in enumerate(resting):
            lines, table = across[one], worths[piece]
            here = table[one]
            found += [
                (
                    table[other] - here + worths[another][one] - worths[another][other],
                    rules.SWAP_COST,
                    (SWAP, one, other),
                )
                for other, another, rests_on in resting[number + 1 :]
                if lines & rests_on and another != piece
            ]
        return found


def as_move(book: Book, action: Action | None) -> Move:
    """An action as the move that the table offers."""
    if action is None:
        return END
    kind, place, other = action
    if kind == OVER_PASS:
        return book.over_passes(place)[other]
    if kind == SWAP:
        return book.swaps(place)[other]
    if kind == EXIT:
        return book.leaving[place]
    return book.slides[place][book.outward[place].index(other)]
