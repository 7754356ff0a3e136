"""Why a puzzle refuses what all three refuse; the goal's clause differs by puzzle."""

from __future__ import annotations

from muscade.board.refusals import nothing_there
from muscade.core import InvalidOptions
from muscade.core.refusals import ANY_CLAUSE, Refusal
from muscade.games.solitaire import rules
from muscade.games.solitaire.course import ALL_OVER, ANOTHER_PLAYER

REASONS = {
    ALL_OVER: Refusal(ANY_CLAUSE, "This puzzle is over.", "Ce casse-tête est terminé."),
    ANOTHER_PLAYER: Refusal(
        "SP-4", "A puzzle is played by one person alone.", "Un casse-tête se joue seul, sans autre joueur."
    ),
}
no_chance = Refusal("SP-4", "There is no chance in a puzzle.", "Il n'y a pas de hasard dans un casse-tête.")
nothing_to_undo = Refusal(
    "SP-4",
    "There is nothing to take back: this is how the puzzle begins.",
    "Il n'y a rien à reprendre : c'est ainsi que le casse-tête commence.",
)
nothing_to_redo = Refusal(
    "SP-4",
    "There is nothing to play again: nothing was taken back since the last move.",
    "Il n'y a rien à rejouer : rien n'a été repris depuis le dernier coup.",
)
not_a_move_here = Refusal(
    ANY_CLAUSE,
    "That is not something one does in this puzzle.",
    "Cela ne se fait pas dans ce casse-tête.",
)

CAPTURES = REASONS | {
    rules.NOTHING_THERE: nothing_there,
    rules.NOTHING_TO_REMOVE: Refusal(
        ANY_CLAUSE,
        "There is no piece on {over} to pass over and remove.",
        "Il n'y a pas en {over} de pion à sauter et à retirer.",
    ),
    rules.OCCUPIED: Refusal(
        ANY_CLAUSE,
        "{target} is taken: a piece lands on an empty intersection.",
        "{target} est prise : un pion se pose sur une intersection vide.",
    ),
    rules.LANDS_ELSEWHERE: Refusal(
        ANY_CLAUSE,
        "{target} is not next to {over}: a piece lands right behind the last one that it passes.",
        "{target} n'est pas voisin de {over} : un pion se pose juste derrière le dernier qu'il passe.",
    ),
}
"""Where pieces capture others."""

# ------------------------------------------------------------ options


def negative_par(par: int) -> InvalidOptions:
    return InvalidOptions(
        f"Option 'par' is a number of moves, or 0 for none, not {par} (SP-4).",
        f"L'option 'par' est un nombre de coups, ou 0 s'il n'y en a pas, et non {par} (SP-4).",
    )


def wrong_target(target: int, most: int) -> InvalidOptions:
    return InvalidOptions(
        f"Option 'target' is a number of pieces from 2 to {most}, not {target} (SP-1).",
        f"L'option 'target' est un nombre de pions de 2 à {most}, et non {target} (SP-1).",
    )
