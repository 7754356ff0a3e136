"""A puzzle as a game of the contract, for one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from muscade.board import STANDARD, BoardDrawing, board_named, board_option, drawing
from muscade.bots import Bot, RandomBot
from muscade.core import Choice, Game, Move, Option, Options, Text
from muscade.games.solitaire import refusals
from muscade.games.solitaire.course import PuzzleTable
from muscade.games.solitaire.state import PuzzleState
from muscade.games.solitaire.view import PuzzleView

P = TypeVar("P", bound=PuzzleState[Any, Any])


class Puzzle(Game[P, PuzzleView], Generic[P]):
    """What the three puzzles have in common. Only chance plays against nobody, so there is one bot, to try things."""

    seats = (1,)
    rules_page = "solitaire"
    view_type = PuzzleView
    equipment_type = BoardDrawing
    gives_hints = True
    state_type: ClassVar[type[PuzzleState[Any, Any]]]

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

    def draw(self, state: P, rng: Random) -> Move:
        raise refusals.no_chance()

    def imagine(self, view: PuzzleView, rng: Random) -> P:
        return self.retell(view)

    def worlds(self, view: PuzzleView, rng: Random, count: int) -> Sequence[PuzzleTable]:
        return [self.retell(view).table]

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def equipment(self, options: Options) -> BoardDrawing:
        return drawing(board_named(options["board"]))


_BOTS: dict[str, Bot] = {"random": RandomBot()}
