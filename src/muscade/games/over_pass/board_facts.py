"""What a board means for Over-Pass, worked out once: the plan for the law, and every move as one shared object."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from muscade.board import Board
from muscade.board.moves import END, End
from muscade.core import Move
from muscade.games.over_pass.actions import EXIT, KINDS, OVER_PASS, SLIDE, SWAP, coded
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.over_pass.rules import Plan, lines_across, may_slide, may_swap
from muscade.kernels.stepping import NO_CODE


class BoardFacts:
    """The plan of a board, and what follows from it whoever plays."""

    def __init__(self, board: Board) -> None:
        self.names = board.intersections
        places = range(len(self.names))
        ring: list[tuple[int, ...]] = [()] * len(self.names)
        outline = board.perimeter
        for number, place in enumerate(outline):
            ring[place] = (outline[number - 1], outline[(number + 1) % len(outline)])
        plan = self.plan = Plan(
            neighbours=board.neighbours,
            ring=tuple(ring),
            rank=board.rank,
            is_exit=tuple(place in board.exits for place in places),
            through=board.through,
            across=tuple(lines_across(lines, board.parallels) for lines in board.through),
        )
        self.outward = tuple(
            tuple(target for target in board.neighbours[start] if may_slide(plan, start, target))
            for start in places
        )
        """For each intersection where a piece may slide from it (OP-11)."""
        self.partners = tuple(
            tuple(other for other in places[one + 1 :] if may_swap(plan, one, other)) for one in places
        )
        """For each intersection the later ones whose pieces may be swapped with the one here (OP-10)."""
        self.slides_to_exit = self._slides_to_exit()
        """How many slides lead from each intersection to an exit, if nothing is in the way."""
        self.moves = Moves(self.names)

    def _slides_to_exit(self) -> tuple[int, ...]:
        count = len(self.names)
        slides = [count] * count
        for place in sorted(range(count), key=lambda place: -self.plan.rank[place]):
            if self.plan.is_exit[place]:
                slides[place] = 0
            elif self.outward[place]:
                slides[place] = 1 + min(slides[target] for target in self.outward[place])
        reached = max((number for number in slides if number < count), default=0)
        return tuple(min(number, reached + 1) for number in slides)


class Moves(dict[int, Move]):
    """Moves by code, each written when it is first asked for: nobody asks for most of them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names
        self.numbers = {name: number for number, name in enumerate(names)}

    def __missing__(self, code: int) -> Move:
        row, target = divmod(code, len(self.names))
        kind, start = divmod(row, len(self.names))
        move = _MAKERS[kind](self.names[start], self.names[target])
        self[code] = move
        return move

    def code_of(self, move: Move) -> int:
        """The code of an action or of the end of a turn; `NO_CODE` for what this board has not."""
        numbers = self.numbers
        match move:
            case OverPass(one, other):
                kind = OVER_PASS
            case Slide(one, other):
                kind = SLIDE
            case Swap(one, other):
                kind = SWAP
            case Exit(one):
                kind, other = EXIT, one
            case End():
                return coded(len(self.names), KINDS, 0, 0)
            case _:
                return NO_CODE
        start, target = numbers.get(one, NO_CODE), numbers.get(other, NO_CODE)
        if start < 0 or target < 0:
            return NO_CODE
        if kind == SWAP and start > target:
            start, target = target, start
        return coded(len(self.names), kind, start, target)


_MAKERS: tuple[Callable[[str, str], Move], ...] = (
    OverPass,
    Slide,
    Swap,
    lambda place, _: Exit(place),
    lambda _, __: END,
)
"""By kind; the end of a turn comes after them."""


@lru_cache(maxsize=16)
def facts_of(board: Board) -> BoardFacts:
    """Boards are shared objects (`board_named`), and so are the facts about them."""
    return BoardFacts(board)
