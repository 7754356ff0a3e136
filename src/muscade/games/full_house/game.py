"""Full House as a game of the contract."""

from __future__ import annotations

from muscade.core import Choice, Option, Options, Text
from muscade.core.text import Sentence
from muscade.games.full_house.moves import NOTATION, TITLE
from muscade.games.full_house.positions import POSITIONS
from muscade.games.full_house.solver import FullHouseSolver
from muscade.games.full_house.state import COURSE, FullHouseState
from muscade.games.solitaire.game import Puzzle

GOAL = Sentence("Fill the board: {target} pieces.", "Remplissez le plateau : {target} pions.")


class FullHouse(Puzzle[FullHouseState]):
    """Forty pieces onto the board, group by group."""

    name = "full-house"
    title = TITLE
    tagline = Text(
        "Three pieces and groups of three: bring all forty onto the board in as few steps as you can.",
        "Trois pions et des groupes de trois : faites-en entrer quarante en aussi peu de pas que possible.",
    )
    version = 1
    notation = NOTATION
    course = COURSE
    positions = POSITIONS
    state_type = FullHouseState
    solver_type = FullHouseSolver
    unit = Text("steps", "pas")
    on_spots = False

    def goal(self, options: Options) -> Text:
        return GOAL(target=options["target"])

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


GAME = FullHouse()
