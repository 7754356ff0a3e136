"""Why a move of Over-Pass is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import EMPTY, Board
from muscade.board.refusals import nothing_there
from muscade.core.errors import IllegalMove
from muscade.core.refusals import Refusal
from muscade.games.over_pass import rules
from muscade.games.over_pass.rules import Plan
from muscade.games.race.refusals import Clauses

CLAUSES = Clauses(start="OP-4", turn="OP-5", win="OP-14", colours="OP-3", limit="OP-15")

REASONS = {
    rules.NOT_YOURS: Refusal(
        "OP-8",
        "The piece on {start} stands on an exit: only the player of its colour can move it.",
        "Le pion en {start} est sur une sortie : seul le joueur de sa couleur peut le déplacer.",
    ),
    rules.GOES_NOWHERE: Refusal(
        "OP-9",
        "An Over-Pass does not end where it began.",
        "Un Over-Pass ne finit pas là où il a commencé.",
    ),
    rules.OCCUPIED: Refusal(
        "OP-7",
        "{target} is taken: an intersection holds one piece.",
        "{target} est occupé : une intersection ne reçoit qu'un pion.",
    ),
    rules.FROM_EXIT: Refusal(
        "OP-11",
        "A piece on an exit is as far out as can be: it does not slide.",
        "Un pion posé sur une sortie ne peut aller plus loin : il ne glisse pas.",
    ),
    rules.NOT_A_NEIGHBOUR: Refusal(
        "OP-11",
        "{target} is not next to {start} on a line: a slide is one step.",
        "{target} n'est pas voisin de {start} sur une ligne : une glissade est d'un seul pas.",
    ),
    rules.NOT_OUTWARD: Refusal(
        "OP-11",
        "{target} is no farther from the centre than {start}: slides go outward only.",
        "{target} n'est pas plus loin du centre que {start} : on ne glisse que vers l'extérieur.",
    ),
    rules.TOO_DEAR: Refusal(
        "OP-11",
        "That costs {cost} points, and {left} is left.",
        "Cela coûte {cost} points, et il en reste {left}.",
    ),
    rules.ONE_PIECE: Refusal(
        "OP-10", "A swap takes two different pieces.", "Un échange se fait entre deux pions différents."
    ),
    rules.SAME_COLOUR: Refusal(
        "OP-10",
        "Both pieces have the same colour: only different colours change places.",
        "Les deux pions sont de la même couleur : seules des couleurs différentes s'échangent.",
    ),
    rules.NOT_AN_EXIT: Refusal("OP-12", "{start} is not an exit.", "{start} n'est pas une sortie."),
    rules.OTHER_COLOUR: Refusal(
        "OP-12",
        "The piece on {start} leaves on the turn of its own colour only.",
        "Le pion en {start} ne sort qu'au tour de sa couleur.",
    ),
    rules.ODD_ROLL: Refusal(
        "OP-12",
        "{rolled} is odd: while a reserve holds pieces, they leave on an even roll only.",
        "{rolled} est impair : tant qu'une réserve contient des pions, on ne sort que sur un total pair.",
    ),
    rules.CENTRE_FIRST: Refusal(
        "OP-6",
        "The centre is taken and can still be emptied: do that before the turn ends.",
        "Le centre est occupé et peut encore être libéré : faites-le avant la fin du tour.",
    ),
    rules.CENTRE_STUCK: Refusal(
        "OP-6",
        "That would leave a piece on the centre with no way to move it off ({rest} left to spend).",
        "Un pion resterait au centre sans moyen de l'en retirer (il resterait {rest} à dépenser).",
    ),
}


# ------------------------------------------------------------ swaps

_no_swap_on_exit = Refusal(
    "OP-10",
    "{place} is an exit: pieces on exits are never swapped.",
    "{place} est une sortie : les pions posés sur les sorties ne s'échangent jamais.",
)
_same_line_only = Refusal(
    "OP-10",
    "These two share a line, but rest on no two separate lines that are parallel.",
    "Ces deux pions partagent une ligne, mais ne reposent pas sur deux lignes parallèles distinctes.",
)
_not_parallel = Refusal(
    "OP-10",
    "These two do not rest on parallel lines; a line counts where it goes on at both sides of the piece.",
    "Ces deux pions ne reposent pas sur des lignes parallèles ; une ligne compte si elle continue des deux côtés.",
)

# ------------------------------------------------------------ Over-Passes

_back_inside = Refusal(
    "OP-8",
    "{target} is inside the board: a piece on an exit does not go back.",
    "{target} est à l'intérieur du plateau : un pion posé sur une sortie n'y retourne pas.",
)
_perimeter_only = Refusal(
    "OP-9",
    "From an exit every step of the way is along the perimeter; there is no such way to that exit.",
    "Depuis une sortie, tout le chemin suit le périmètre ; aucun ne mène à cette sortie.",
)
_only_to_an_exit = Refusal(
    "OP-9",
    "{target} is not an exit: from an exit an Over-Pass ends on another exit.",
    "{target} n'est pas une sortie : depuis une sortie, un Over-Pass finit sur une autre sortie.",
)
_nobody_to_pass = Refusal(
    "OP-9",
    "No piece stands next to {start}: an Over-Pass needs somebody to pass over.",
    "Aucun pion n'est voisin de {start} : un Over-Pass doit passer par-dessus quelqu'un.",
)
_own_colour_in_the_way = Refusal(
    "OP-9",
    "A piece of the same colour is in the way: one passes over other colours only.",
    "Un pion de la même couleur barre le chemin : on ne passe que par-dessus d'autres couleurs.",
)
_gap_in_the_way = Refusal(
    "OP-9",
    "No unbroken chain of pieces leads there: an Over-Pass never crosses an empty intersection.",
    "Aucune chaîne continue de pions n'y mène : un Over-Pass ne traverse jamais une intersection vide.",
)

# ------------------------------------------------------------ the law's answer in words


def of_action(
    reason: int, board: Board, plan: Plan, cells: Sequence[int], start: int, target: int, **points: int
) -> IllegalMove:
    """What forbids an action; ``points`` are those rolled and left, its cost, and the rest after it."""
    one, other = board.intersections[start], board.intersections[target]
    match reason:
        case rules.NOTHING_THERE:
            return nothing_there("OP-7", start=one if cells[start] == EMPTY else other)
        case rules.NO_WAY:
            return of_over_pass(plan, cells, board.intersections, start, target)
        case rules.SWAP_ON_EXIT:
            return _no_swap_on_exit(place=one if plan.is_exit[start] else other)
        case rules.NOT_PARALLEL:
            shared = board.lines_of[start] & board.lines_of[target]
            return _same_line_only() if shared else _not_parallel()
    return REASONS[reason].using(start=one, target=other, **points)


def of_over_pass(
    plan: Plan, cells: Sequence[int], names: Sequence[str], start: int, target: int
) -> IllegalMove:
    """What stands in the way of an Over-Pass to an intersection, which is not that a piece is there."""
    if plan.is_exit[start]:
        if not plan.ring[target]:
            return _back_inside(target=names[target])
        return _perimeter_only() if plan.is_exit[target] else _only_to_an_exit(target=names[target])
    if all(cells[place] == EMPTY for place in plan.neighbours[start]):
        return _nobody_to_pass(start=names[start])
    if rules.ways_from(cells, plan.neighbours, start, EMPTY)[target] != -1:
        return _own_colour_in_the_way()
    return _gap_in_the_way()
