"""Why a move of Over-Pass is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import Board
from muscade.core.errors import IllegalMove
from muscade.core.text import shown
from muscade.games.over_pass import rules
from muscade.games.over_pass.rules import Plan
from muscade.games.race.refusals import Clauses
from muscade.games.race.rules import EMPTY

CLAUSES = Clauses(start="OP-4", turn="OP-5", win="OP-14", colours="OP-3", limit="OP-15")


def no_such_place(name: str) -> IllegalMove:
    return IllegalMove(
        "OB-10",
        f"This board has no intersection {shown(name)}.",
        f"Ce plateau n'a pas d'intersection {shown(name)}.",
    )


def nothing_there(name: str) -> IllegalMove:
    return IllegalMove("OP-7", f"There is no piece on {name}.", f"Il n'y a pas de pion en {name}.")


def occupied(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-7",
        f"{name} is taken: an intersection holds one piece.",
        f"{name} est occupé : une intersection ne reçoit qu'un pion.",
    )


def not_yours_on_exit(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-8",
        f"The piece on {name} stands on an exit: only the player of its colour can move it.",
        f"Le pion en {name} est sur une sortie : seul le joueur de sa couleur peut le déplacer.",
    )


def back_inside(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-8",
        f"{name} is inside the board: a piece on an exit does not go back.",
        f"{name} est à l'intérieur du plateau : un pion posé sur une sortie n'y retourne pas.",
    )


def too_dear(clause: str, cost: int, left: int) -> IllegalMove:
    return IllegalMove(
        clause,
        f"That costs {cost} points, and {left} is left.",
        f"Cela coûte {cost} points, et il en reste {left}.",
    )


# ------------------------------------------------------------ Over-Passes


def goes_nowhere() -> IllegalMove:
    return IllegalMove(
        "OP-9",
        "An Over-Pass does not end where it began.",
        "Un Over-Pass ne finit pas là où il a commencé.",
    )


def nobody_to_pass(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-9",
        f"No piece stands next to {name}: an Over-Pass needs somebody to pass over.",
        f"Aucun pion n'est voisin de {name} : un Over-Pass doit passer par-dessus quelqu'un.",
    )


def own_colour_in_the_way() -> IllegalMove:
    return IllegalMove(
        "OP-9",
        "A piece of the same colour is in the way: one passes over other colours only.",
        "Un pion de la même couleur barre le chemin : on ne passe que par-dessus d'autres couleurs.",
    )


def gap_in_the_way() -> IllegalMove:
    return IllegalMove(
        "OP-9",
        "No unbroken chain of pieces leads there: an Over-Pass never crosses an empty intersection.",
        "Aucune chaîne continue de pions n'y mène : un Over-Pass ne traverse jamais une intersection vide.",
    )


def perimeter_only() -> IllegalMove:
    return IllegalMove(
        "OP-9",
        "From an exit every step of the way is along the perimeter; there is no such way to that exit.",
        "Depuis une sortie, tout le chemin suit le périmètre ; aucun ne mène à cette sortie.",
    )


def only_to_an_exit(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-9",
        f"{name} is not an exit: from an exit an Over-Pass ends on another exit.",
        f"{name} n'est pas une sortie : depuis une sortie, un Over-Pass finit sur une autre sortie.",
    )


# ------------------------------------------------------------ swaps


def two_pieces() -> IllegalMove:
    return IllegalMove(
        "OP-10", "A swap takes two different pieces.", "Un échange se fait entre deux pions différents."
    )


def no_swap_on_exit(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-10",
        f"{name} is an exit: pieces on exits are never swapped.",
        f"{name} est une sortie : les pions posés sur les sorties ne s'échangent jamais.",
    )


def same_colour() -> IllegalMove:
    return IllegalMove(
        "OP-10",
        "Both pieces have the same colour: only different colours change places.",
        "Les deux pions sont de la même couleur : seules des couleurs différentes s'échangent.",
    )


def same_line_only() -> IllegalMove:
    return IllegalMove(
        "OP-10",
        "These two share a line, but rest on no two separate lines that are parallel.",
        "Ces deux pions partagent une ligne, mais ne reposent pas sur deux lignes parallèles distinctes.",
    )


def not_parallel() -> IllegalMove:
    return IllegalMove(
        "OP-10",
        "These two do not rest on parallel lines; a line counts where it goes on at both sides of the piece.",
        "Ces deux pions ne reposent pas sur des lignes parallèles ; une ligne compte si elle continue des deux côtés.",
    )


# ------------------------------------------------------------ slides


def no_slide_from_exit() -> IllegalMove:
    return IllegalMove(
        "OP-11",
        "A piece on an exit is as far out as can be: it does not slide.",
        "Un pion posé sur une sortie ne peut aller plus loin : il ne glisse pas.",
    )


def not_a_neighbour(start: str, target: str) -> IllegalMove:
    return IllegalMove(
        "OP-11",
        f"{target} is not next to {start} on a line: a slide is one step.",
        f"{target} n'est pas voisin de {start} sur une ligne : une glissade est d'un seul pas.",
    )


def not_outward(start: str, target: str) -> IllegalMove:
    return IllegalMove(
        "OP-11",
        f"{target} is no farther from the centre than {start}: slides go outward only.",
        f"{target} n'est pas plus loin du centre que {start} : on ne glisse que vers l'extérieur.",
    )


# ------------------------------------------------------------ exits


def not_an_exit(name: str) -> IllegalMove:
    return IllegalMove("OP-12", f"{name} is not an exit.", f"{name} n'est pas une sortie.")


def other_colour_leaves(name: str) -> IllegalMove:
    return IllegalMove(
        "OP-12",
        f"The piece on {name} leaves on the turn of its own colour only.",
        f"Le pion en {name} ne sort qu'au tour de sa couleur.",
    )


def odd_roll(total: int) -> IllegalMove:
    return IllegalMove(
        "OP-12",
        f"{total} is odd: while a reserve holds pieces, they leave on an even roll only.",
        f"{total} est impair : tant qu'une réserve contient des pions, on ne sort que sur un total pair.",
    )


# ------------------------------------------------------------ the centre


def centre_first() -> IllegalMove:
    return IllegalMove(
        "OP-6",
        "The centre is taken and can still be emptied: do that before the turn ends.",
        "Le centre est occupé et peut encore être libéré : faites-le avant la fin du tour.",
    )


def centre_stuck(left: int) -> IllegalMove:
    return IllegalMove(
        "OP-6",
        f"That would leave a piece on the centre with no way to move it off ({left} left to spend).",
        f"Un pion resterait au centre sans moyen de l'en retirer (il resterait {left} à dépenser).",
    )


# ------------------------------------------------------------ the law's answer in words


def of_action(
    reason: int,
    board: Board,
    plan: Plan,
    cells: Sequence[int],
    start: int,
    target: int,
    left: int,
    rolled: int,
) -> IllegalMove:
    """What forbids an action with so many points left of a roll."""
    one, other = board.intersections[start], board.intersections[target]
    match reason:
        case rules.NOTHING_THERE:
            return nothing_there(one if cells[start] == EMPTY else other)
        case rules.NOT_YOURS:
            return not_yours_on_exit(one)
        case rules.GOES_NOWHERE:
            return goes_nowhere()
        case rules.OCCUPIED:
            return occupied(other)
        case rules.NO_WAY:
            return of_over_pass(plan, cells, board.intersections, start, target)
        case rules.FROM_EXIT:
            return no_slide_from_exit()
        case rules.NOT_A_NEIGHBOUR:
            return not_a_neighbour(one, other)
        case rules.NOT_OUTWARD:
            return not_outward(one, other)
        case rules.TOO_DEAR:
            return too_dear("OP-11", rules.SLIDE_COST, left)
        case rules.SWAP_ON_EXIT:
            return no_swap_on_exit(one if plan.is_exit[start] else other)
        case rules.ONE_PIECE:
            return two_pieces()
        case rules.SAME_COLOUR:
            return same_colour()
        case rules.NOT_PARALLEL:
            shared = board.lines_of[start] & board.lines_of[target]
            return same_line_only() if shared else not_parallel()
        case rules.NOT_AN_EXIT:
            return not_an_exit(one)
        case rules.OTHER_COLOUR:
            return other_colour_leaves(one)
        case _:
            return odd_roll(rolled)


def of_over_pass(
    plan: Plan, cells: Sequence[int], names: Sequence[str], start: int, target: int
) -> IllegalMove:
    """What stands in the way of an Over-Pass to an intersection, which is not that a piece is there."""
    name = names[target]
    if plan.is_exit[start]:
        if not plan.ring[target]:
            return back_inside(name)
        return perimeter_only() if plan.is_exit[target] else only_to_an_exit(name)
    if all(cells[place] == EMPTY for place in plan.neighbours[start]):
        return nobody_to_pass(names[start])
    if rules.ways_from(cells, plan.neighbours, start, EMPTY)[target] != -1:
        return own_colour_in_the_way()
    return gap_in_the_way()
