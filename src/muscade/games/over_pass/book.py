"""What a board means for Over-Pass, worked out once: the plan for the law, and every move as one shared object."""

from __future__ import annotations

from functools import lru_cache

from muscade.board import Board
from muscade.games.over_pass import rules
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap


class Book:
    """The plan of a board and its moves; rows of moves are written when somebody first asks for them."""

    def __init__(self, board: Board) -> None:
        self.names = board.intersections
        count = len(self.names)
        ring: list[tuple[int, ...]] = [()] * count
        outline = board.perimeter
        for number, place in enumerate(outline):
            ring[place] = (outline[number - 1], outline[(number + 1) % len(outline)])
        self.plan = rules.Plan(
            neighbours=board.neighbours,
            ring=tuple(ring),
            rank=board.rank,
            is_exit=tuple(place in board.exits for place in range(count)),
            through=board.through,
            across=tuple(rules.lines_across(lines, board.parallels) for lines in board.through),
        )
        self.exits = board.exits
        self.outward = tuple(
            tuple(place for place in board.neighbours[start] if board.rank[place] > board.rank[start])
            if start not in board.exits
            else ()
            for start in range(count)
        )
        """For each intersection where a piece may slide from it (OP-11)."""
        self.slides = tuple(
            tuple(Slide(self.names[start], self.names[target]) for target in self.outward[start])
            for start in range(count)
        )
        self.leaving = tuple(map(Exit, self.names))
        self._over_passes: list[tuple[OverPass, ...] | None] = [None] * count
        self._swaps: list[tuple[Swap, ...] | None] = [None] * count

    def over_passes(self, start: int) -> tuple[OverPass, ...]:
        """By target."""
        row = self._over_passes[start]
        if row is None:
            row = self._over_passes[start] = tuple(OverPass(self.names[start], name) for name in self.names)
        return row

    def swaps(self, one: int) -> tuple[Swap, ...]:
        """By partner, which must be a later one."""
        row = self._swaps[one]
        if row is None:
            row = self._swaps[one] = tuple(Swap(self.names[one], name) for name in self.names)
        return row


@lru_cache(maxsize=16)
def book_of(board: Board) -> Book:
    """Boards are shared objects (`board_named`), and so are their books."""
    return Book(board)
