"""Why a move of Groups-of-Three is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import Board
from muscade.core.errors import IllegalMove
from muscade.core.text import Text
from muscade.games.groups_of_three import rules
from muscade.games.race.refusals import Clauses
from muscade.games.race.rules import EMPTY

CLAUSES = Clauses(start="GT-3", turn="GT-4", win="GT-10", colours="GT-2", limit="GT-10")


def no_such_space(name: str) -> IllegalMove:
    return IllegalMove("GT-5", f"The board has no space {name}.", f"Le plateau n'a pas de case {name}.")


def home_is_final() -> IllegalMove:
    return IllegalMove(
        "GT-7",
        "Pieces that have reached the Center Square have left the board.",
        "Les pions arrivés au carré central ont quitté le plateau.",
    )


def nobody_there(name: str) -> IllegalMove:
    return IllegalMove("GT-4", f"There is no piece in {name}.", f"Il n'y a pas de pion en {name}.")


def not_your_colour(name: str, colour: str, colour_fr: str) -> IllegalMove:
    return IllegalMove(
        "GT-4",
        f"The piece in {name} is not of this turn's colour: move {colour} pieces.",
        f"Le pion en {name} n'est pas de la couleur de ce tour : déplacez le {colour_fr}.",
    )


def still_crossing(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-6",
        f"The piece in the transit space {name} steps on first: no piece rests there.",
        f"Le pion de la case de transit {name} doit d'abord avancer : on ne s'y arrête pas.",
    )


def no_steps_left() -> IllegalMove:
    return IllegalMove(
        "GT-4",
        "All the steps that you rolled are made.",
        "Vous avez fait tous les pas que donnaient les dés.",
    )


def not_neighbours(origin: str, target: str) -> IllegalMove:
    return IllegalMove(
        "GT-5",
        f"{origin} and {target} share no stretch of boundary; meeting in a point is not enough.",
        f"{origin} et {target} n'ont pas de frontière commune ; se toucher en un point ne suffit pas.",
    )


def occupied(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-5",
        f"There is a piece in {name}: nothing steps into it, over it or through it.",
        f"Il y a un pion en {name} : on n'y entre pas, on ne le saute pas, on ne le traverse pas.",
    )


def keep_two() -> IllegalMove:
    return IllegalMove(
        "GT-8",
        "While you have a reserve, two pieces of the colour stay on the board: bring others in first.",
        "Tant qu'il y a une réserve, deux pions de la couleur restent sur le plateau : faites-en d'abord entrer d'autres.",
    )


def too_few_steps(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-6",
        f"{name} is a transit space: crossing it takes two steps, and you have one left.",
        f"{name} est une case de transit : il faut deux pas pour la traverser, et il vous en reste un.",
    )


def no_way_out(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-6",
        f"{name} is a transit space, and the piece could not step out of it again.",
        f"{name} est une case de transit, et le pion ne pourrait plus en sortir.",
    )


def no_reserve() -> IllegalMove:
    return IllegalMove(
        "GT-9", "The reserve of this colour is empty.", "La réserve de cette couleur est vide."
    )


def taken(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-9",
        f"{name} is taken: a new piece goes into the empty space of a group.",
        f"{name} est prise : un nouveau pion va dans la case vide d'un groupe.",
    )


def centre_holds_nothing() -> IllegalMove:
    return IllegalMove(
        "GT-9",
        "No piece is ever put into the Center Square.",
        "On ne pose jamais de pion dans le carré central.",
    )


def not_in_transit(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-9",
        f"{name} is a transit space: no piece is put there.",
        f"{name} est une case de transit : on n'y pose pas de pion.",
    )


def no_group_completed() -> IllegalMove:
    return IllegalMove(
        "GT-9",
        "A piece comes in right after a step into a group of three that has one other piece and one empty space.",
        "Un pion entre juste après un pas dans un groupe de trois où il y a un autre pion et une case vide.",
    )


def other_space(names: str) -> IllegalMove:
    return IllegalMove(
        "GT-9",
        f"The last step opened another space to your reserve: {names}.",
        f"Le dernier pas a ouvert une autre case à votre réserve : {names}.",
    )


def shuts_in(name: str) -> IllegalMove:
    return IllegalMove(
        "GT-6",
        f"A piece in {name} would leave no way out to the one in the transit space.",
        f"Un pion en {name} ne laisserait pas de sortie à celui de la case de transit.",
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
    here, there = board.spaces[origin], board.spaces[target]
    match fault:
        case rules.NOT_YOURS:
            if origin == rules.CENTRE:
                return home_is_final()
            if cells[origin] == EMPTY or colour is None:
                return nobody_there(here)
            return not_your_colour(here, colour.en, colour.fr)
        case rules.CROSSING:
            return still_crossing(board.spaces[crossing])
        case rules.NO_STEPS:
            return no_steps_left()
        case rules.NOT_NEIGHBOURS:
            return not_neighbours(here, there)
        case rules.OCCUPIED:
            return occupied(there)
        case rules.KEEP_TWO:
            return keep_two()
        case rules.TOO_FEW_STEPS:
            return too_few_steps(there)
        case _:
            return no_way_out(there)


def of_addition(
    fault: int, board: Board, cells: Sequence[int], space: int, open_spaces: Sequence[int]
) -> IllegalMove:
    """Why `rules.addition_fault` forbids adding a piece."""
    name = board.spaces[space]
    match fault:
        case rules.NO_RESERVE:
            return no_reserve()
        case rules.SHUTS_IN:
            return shuts_in(name)
        case _ if space == rules.CENTRE:
            return centre_holds_nothing()
        case _ if space in board.transit:
            return not_in_transit(name)
        case _ if cells[space] != EMPTY:
            return taken(name)
        case _ if open_spaces:
            return other_space(", ".join(board.spaces[other] for other in open_spaces))
        case _:
            return no_group_completed()
