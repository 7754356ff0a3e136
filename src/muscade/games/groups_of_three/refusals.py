"""Why a move of Groups-of-Three is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import CENTRE, EMPTY, Board
from muscade.core.errors import IllegalMove
from muscade.core.refusals import Refusal
from muscade.core.text import Text
from muscade.games.groups_of_three import rules
from muscade.games.race.refusals import Clauses

CLAUSES = Clauses(start="GT-3", turn="GT-4", win="GT-10", colours="GT-2", limit="GT-10")

STEPS = {
    rules.CROSSING: Refusal(
        "GT-6",
        "The piece in the transit space {crossing} steps on first: no piece rests there.",
        "Le pion de la case de transit {crossing} doit d'abord avancer : on ne s'y arrête pas.",
    ),
    rules.NO_STEPS: Refusal(
        "GT-4",
        "All the steps that you rolled are made.",
        "Vous avez fait tous les pas que donnaient les dés.",
    ),
    rules.NOT_NEIGHBOURS: Refusal(
        "GT-5",
        "{origin} and {target} share no stretch of boundary; meeting in a point is not enough.",
        "{origin} et {target} n'ont pas de frontière commune ; se toucher en un point ne suffit pas.",
    ),
    rules.OCCUPIED: Refusal(
        "GT-5",
        "There is a piece in {target}: nothing steps into it, over it or through it.",
        "Il y a un pion en {target} : on n'y entre pas, on ne le saute pas, on ne le traverse pas.",
    ),
    rules.KEEP_TWO: Refusal(
        "GT-8",
        "While you have a reserve, two pieces of the colour stay on the board: bring others in first.",
        "Tant qu'il y a une réserve, deux pions de la couleur restent sur le plateau : faites-en d'abord entrer d'autres.",
    ),
    rules.TOO_FEW_STEPS: Refusal(
        "GT-6",
        "{target} is a transit space: crossing it takes two steps, and you have one left.",
        "{target} est une case de transit : il faut deux pas pour la traverser, et il vous en reste un.",
    ),
    rules.NO_WAY_OUT: Refusal(
        "GT-6",
        "{target} is a transit space, and the piece could not step out of it again.",
        "{target} est une case de transit, et le pion ne pourrait plus en sortir.",
    ),
}
_home_is_final = Refusal(
    "GT-7",
    "Pieces that have reached the Center Square have left the board.",
    "Les pions arrivés au carré central ont quitté le plateau.",
)
_nobody_there = Refusal("GT-4", "There is no piece in {origin}.", "Il n'y a pas de pion en {origin}.")
_not_your_colour = Refusal(
    "GT-4",
    "The piece in {origin} is not of this turn's colour: move {colour} pieces.",
    "Le pion en {origin} n'est pas de la couleur de ce tour : déplacez le {colour}.",
)
no_such_space = Refusal("GT-5", "The board has no space {space}.", "Le plateau n'a pas de case {space}.")

# ------------------------------------------------------------ additions

_no_reserve = Refusal("GT-9", "The reserve of this colour is empty.", "La réserve de cette couleur est vide.")
_shuts_in = Refusal(
    "GT-6",
    "A piece in {space} would leave no way out to the one in the transit space.",
    "Un pion en {space} ne laisserait pas de sortie à celui de la case de transit.",
)
_centre_holds_nothing = Refusal(
    "GT-9",
    "No piece is ever put into the Center Square.",
    "On ne pose jamais de pion dans le carré central.",
)
_not_in_transit = Refusal(
    "GT-9",
    "{space} is a transit space: no piece is put there.",
    "{space} est une case de transit : on n'y pose pas de pion.",
)
_taken = Refusal(
    "GT-9",
    "{space} is taken: a new piece goes into the empty space of a group.",
    "{space} est prise : un nouveau pion va dans la case vide d'un groupe.",
)
_other_space = Refusal(
    "GT-9",
    "The last step opened another space to your reserve: {spaces}.",
    "Le dernier pas a ouvert une autre case à votre réserve : {spaces}.",
)
_no_group_completed = Refusal(
    "GT-9",
    "A piece comes in right after a step into a group of three that has one other piece and one empty space.",
    "Un pion entre juste après un pas dans un groupe de trois où il y a un autre pion et une case vide.",
)

# ------------------------------------------------------------ the law's faults in words


def of_step(
    fault: int,
    board: Board,
    cells: Sequence[int],
    origin: int,
    target: int,
    crossing: int,
    colour: Text | None = None,
) -> IllegalMove:
    """Why `rules.step_fault` forbids a step; ``colour`` is the name of the turn's, where colours count."""
    names = board.spaces
    here = names[origin]
    if fault != rules.NOT_YOURS:
        return STEPS[fault].using(origin=here, target=names[target], crossing=names[crossing])
    if origin == CENTRE:
        return _home_is_final()
    if cells[origin] == EMPTY or colour is None:
        return _nobody_there(origin=here)
    return _not_your_colour(origin=here, colour=colour)


def of_addition(
    fault: int, board: Board, cells: Sequence[int], space: int, open_spaces: Sequence[int]
) -> IllegalMove:
    """Why `rules.addition_fault` forbids adding a piece."""
    name = board.spaces[space]
    match fault:
        case rules.NO_RESERVE:
            return _no_reserve()
        case rules.SHUTS_IN:
            return _shuts_in(space=name)
        case _ if space == CENTRE:
            return _centre_holds_nothing()
        case _ if space in board.transit:
            return _not_in_transit(space=name)
        case _ if cells[space] != EMPTY:
            return _taken(space=name)
        case _ if open_spaces:
            return _other_space(spaces=", ".join(board.spaces[other] for other in open_spaces))
        case _:
            return _no_group_completed()
