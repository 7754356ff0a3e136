"""Why a puzzle refuses what all three refuse; the goal's clause differs by puzzle."""

from __future__ import annotations

from muscade.core import IllegalMove, InvalidOptions


def over(clause: str) -> IllegalMove:
    return IllegalMove(clause, "This puzzle is over.", "Ce casse-tête est terminé.")


def one_player() -> IllegalMove:
    return IllegalMove(
        "SP-4", "A puzzle is played by one person alone.", "Un casse-tête se joue seul, sans autre joueur."
    )


def no_chance() -> IllegalMove:
    return IllegalMove(
        "SP-4", "There is no chance in a puzzle.", "Il n'y a pas de hasard dans un casse-tête."
    )


def nothing_to_undo() -> IllegalMove:
    return IllegalMove(
        "SP-4",
        "There is nothing to take back: this is how the puzzle begins.",
        "Il n'y a rien à reprendre : c'est ainsi que le casse-tête commence.",
    )


def nothing_to_redo() -> IllegalMove:
    return IllegalMove(
        "SP-4",
        "There is nothing to play again: nothing was taken back since the last move.",
        "Il n'y a rien à rejouer : rien n'a été repris depuis le dernier coup.",
    )


def not_a_move_here(clause: str) -> IllegalMove:
    return IllegalMove(
        clause,
        "That is not something one does in this puzzle.",
        "Cela ne se fait pas dans ce casse-tête.",
    )


# ------------------------------------------------------------ pieces that capture others


def nothing_there(clause: str, name: str) -> IllegalMove:
    return IllegalMove(clause, f"There is no piece on {name}.", f"Il n'y a pas de pion en {name}.")


def nothing_to_remove(clause: str, name: str) -> IllegalMove:
    return IllegalMove(
        clause,
        f"There is no piece on {name} to pass over and remove.",
        f"Il n'y a pas en {name} de pion à sauter et à retirer.",
    )


def occupied(clause: str, name: str) -> IllegalMove:
    return IllegalMove(
        clause,
        f"{name} is taken: a piece lands on an empty intersection.",
        f"{name} est prise : un pion se pose sur une intersection vide.",
    )


def lands_beside(clause: str, over: str, target: str) -> IllegalMove:
    return IllegalMove(
        clause,
        f"{target} is not next to {over}: a piece lands right behind the last one that it passes.",
        f"{target} n'est pas voisin de {over} : un pion se pose juste derrière le dernier qu'il passe.",
    )


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
