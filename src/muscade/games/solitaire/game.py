"""A puzzle as a game of the contract, for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from muscade.board import STANDARD, board_option
from muscade.board.game import BoardGame
from muscade.bots import Bot, RandomBot
from muscade.core import Choice, Move, Option, Text
from muscade.core.description import People
from muscade.core.lots import Lots
from muscade.core.picture import Caption
from muscade.games.solitaire import refusals
from muscade.games.solitaire.course import PuzzleTable
from muscade.games.solitaire.description import tell_puzzle
from muscade.games.solitaire.picture import draw_puzzle
from muscade.games.solitaire.solver import PuzzleSolver
from muscade.games.solitaire.state import PuzzleState
from muscade.games.solitaire.view import PuzzleView
from muscade.pictures import Picture

P = TypeVar("P", bound=PuzzleState[Any, Any])


class Puzzle(BoardGame[P, PuzzleView], Generic[P]):
    """What the three puzzles have in common. Only chance plays against nobody, so there is one bot, to try things."""

    seats = (1,)
    rules_page = "solitaire"
    view_type = PuzzleView
    gives_hints = True
    state_type: type[P]
    solver_type: ClassVar[type[PuzzleSolver[Any]]]
    unit: ClassVar[Text] = Text("moves", "coups")
    """What is counted, in pictures."""
    plain: ClassVar[str] = "black"
    """What pieces look like there where colours do not count."""
    on_spots: ClassVar[bool] = True
    """Whether pieces stand on intersections, or in spaces."""

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option(
                "position",
                Text("Position", "Position"),
                (Choice(STANDARD, Text("the puzzle's own", "celle du casse-tête")),),
                self.state_type.clause,
                free=True,
            ),
            *self.own_options(),
            Option(
                "par",
                Text("To be done in", "À faire en"),
                (Choice(0, Text("not told", "non précisé")),),
                "SP-4",
                free=True,
            ),
            board_option(),
        )

    def own_options(self) -> tuple[Option, ...]:
        """What only this puzzle lets one choose."""
        return ()

    def draw_view(self, view: PuzzleView, caption: Caption) -> Picture:
        return draw_puzzle(
            caption,
            self.equipment(view.seats, view.options),
            view,
            unit=self.unit,
            plain=self.plain,
            spots=self.on_spots,
        )

    def tell(self, view: PuzzleView, people: People) -> Iterable[Text]:
        return tell_puzzle(view, self.unit)

    def idea(self, view: PuzzleView, move: Move) -> Text | None:
        """All moves of a puzzle go for the same: its end."""
        return None

    def lots(self, state: P) -> Lots:
        raise refusals.no_chance()

    def worlds(self, view: PuzzleView, rng: Random, count: int) -> Sequence[PuzzleTable]:
        return [self.retell(view).table]

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def solver(self) -> PuzzleSolver[P]:
        return self._solver

    @cached_property
    def _solver(self) -> PuzzleSolver[P]:
        return self.solver_type(self)


_BOTS: dict[str, Bot] = {"random": RandomBot()}
