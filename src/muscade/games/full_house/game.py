"""Full House as a game of the contract."""

from __future__ import annotations

from muscade.core import Choice, Option, Text
from muscade.games.full_house.solver import FullHouseSolver
from muscade.games.full_house.state import COURSE, FullHouseState
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.solitaire.game import Puzzle
from muscade.games.solitaire.moves import puzzle_notation


class FullHouse(Puzzle[FullHouseState]):
    """Forty pieces onto the board, group by group."""

    name = "full-house"
    title = Text("Full House", "Salle comble")
    tagline = Text(
        "Three pieces and groups of three: bring all forty onto the board in as few steps as you can.",
        "Trois pions et des groupes de trois : faites-en entrer quarante en aussi peu de pas que possible.",
    )
    version = 1
    notation = puzzle_notation(title, "8.9>7.1, add 6.2", Step, Add)
    course = COURSE
    state_type = FullHouseState

    def own_options(self) -> tuple[Option, ...]:
        return (
            Option(
                "target",
                Text("Pieces to bring in", "Pions à faire entrer"),
                (
                    Choice(40, Text("all 40", "les 40")),
                    *(
                        Choice(count, Text(f"{count}, for practice", f"{count}, pour s'exercer"))
                        for count in (10, 20, 30)
                    ),
                ),
                "SP-1",
                free=True,
            ),
        )

    def solver(self) -> FullHouseSolver:
        return _SOLVER


GAME = FullHouse()
_SOLVER = FullHouseSolver(GAME)
