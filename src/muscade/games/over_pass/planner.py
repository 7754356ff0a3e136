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
Option: TypeAlias = tuple[float, int, Action]
"""What an action gains at once, what it costs, and the action."""
Ground: TypeAlias = tuple[Sequence[int], Sequence[tuple[int, int, float]]]
"""Where a colour may run: the groups beside each place, and the empty places with their groups and worths."""
WON = 1000.0
"""The last piece of a colour goes home."""
FIDGET = 0.02
"""Each action must gain more than this."""
LOSS = -1.5
"""What an Over-Pass or a slide may lose and still be thought about: it may open the way for another one."""


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
class Taste:
    """What a piece not yet home lacks, in points: on an exit, anywhere else, for each slide to an exit, in reserve."""

    exit: float = 2.0
    inside: float = 14.0
    slide: float = 1.0
    reserve: float = 3.0
    second: float = 0.3
    """How much the second colour counts where one is enough to win (OP-14)."""
    rivals: float = 0.1
    """How much all other players count together. More makes games long, and does not win more of them."""


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
    own: int
    """The colours of the player whose turn it is, as a mask (OP-8)."""
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

    def __init__(
        self, book: Book, position: Position, worths: Worths, mine: Sequence[bool], care: Care
    ) -> None:
        self.book = book
        self.plan = book.plan
        self.position = position
        self.worths = worths
        self.mine = mine
        self.care = care

    def best(self) -> Leaf | None:
        """The best end of the turn that was found."""
        root = self.position
        start = sum(self.worths[piece][place] for place, piece in enumerate(root.cells) if piece != EMPTY)
        layers: list[dict[tuple[int, ...], Leaf]] = [{} for _ in range(root.left + 1)]
        layers[root.left][root.cells] = Leaf(start, None, root.cells)
        bound = self._in_order(list(root.cells), root.left)
        best: Leaf | None = None
        for left in range(root.left, -1, -1):
            kept = nlargest(self.care.width, layers[left].values(), key=itemgetter(0))
            for node in kept:
                cells = list(node.cells)
                ends = cells[rules.CENTRE] == EMPTY or not self._in_order(cells, left)
                if ends and (best is None or node.worth > best.worth):
                    best = node
                if left:
                    self._grow(layers, node, cells, left, bound)
        return best

    def _in_order(self, cells: list[int], left: int) -> bool:
        at = self.position
        return centre.in_order(self.plan, cells, left, at.colour, at.own, at.leaving)

    def _grow(
        self, layers: list[dict[tuple[int, ...], Leaf]], node: Leaf, cells: list[int], left: int, bound: bool
    ) -> None:
        tried = nlargest(self.care.breadth, self.options(cells, left), key=itemgetter(0))
        if cells[rules.CENTRE] != EMPTY:
            # It must be emptied (OP-6), whatever that loses.
            ground = self._ground(cells, cells[rules.CENTRE])
            off = self._carried(cells, left, rules.CENTRE, ground, -WON)
            tried += [option for option in off if option not in tried]
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

    def options(self, cells: Sequence[int], left: int) -> list[Option]:
        """Actions that do not lose much at once."""
        found = self._exits(cells) + self._swaps(cells)
        grounds: list[Ground | None] = [None] * COLOUR_COUNT
        for start, piece in enumerate(cells):
            if piece != EMPTY and (self.mine[piece] or self.care.meddling) and not self.plan.is_exit[start]:
                ground = grounds[piece]
                if ground is None:
                    ground = grounds[piece] = self._ground(cells, piece)
                found += self._carried(cells, left, start, ground, LOSS)
        return found

    def _ground(self, cells: Sequence[int], colour: int) -> Ground:
        beside = rules.groups_beside(cells, self.plan.neighbours, colour)
        table = self.worths[colour]
        return beside, [
            (place, groups, table[place])
            for place, groups in enumerate(beside)
            if groups and cells[place] == EMPTY
        ]

    def _carried(
        self, cells: Sequence[int], left: int, start: int, ground: Ground, loss: float
    ) -> list[Option]:
        """Over-Passes and slides of one piece that is not on an exit."""
        table = self.worths[cells[start]]
        here = table[start]
        enough = here + loss
        found: list[Option] = []
        if left >= rules.SLIDE_COST:
            found = [
                (table[target] - here, rules.SLIDE_COST, (SLIDE, start, target))
                for target in self.book.outward[start]
                if cells[target] == EMPTY and table[target] > enough
            ]
        beside, landings = ground
        if near := beside[start]:
            found += [
                (worth - here, rules.OVER_PASS_COST, (OVER_PASS, start, target))
                for target, groups, worth in landings
                if groups & near and worth > enough
            ]
        return found

    def _exits(self, cells: Sequence[int]) -> list[Option]:
        if not self.position.leaving:
            return []
        colour = self.position.colour
        won = WON if self.position.last[colour] and cells.count(colour) == 1 else 0.0
        return [
            (won - self.worths[colour][place], rules.EXIT_COST, (EXIT, place, place))
            for place in self.book.exits
            if cells[place] == colour
        ]

    def _swaps(self, cells: Sequence[int]) -> list[Option]:
        across, worths, is_exit = self.plan.across, self.worths, self.plan.is_exit
        resting = [
            (place, piece, self.plan.through[place], worths[piece], worths[piece][place])
            for place, piece in enumerate(cells)
            if piece != EMPTY and not is_exit[place]
        ]
        found: list[Option] = []
        for number, (one, piece, _, table, here) in enumerate(resting):
            lines = across[one]
            found += [
                (gain, rules.SWAP_COST, (SWAP, one, other))
                for other, another, rests_on, its_table, there in resting[number + 1 :]
                if another != piece
                and lines & rests_on
                and (gain := table[other] - here + its_table[one] - there) > 0
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
