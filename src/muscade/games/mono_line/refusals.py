"""Why a move of Mono-Line is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.errors import IllegalMove
from muscade.core.moves import Seat


def waiting(phase: str, active: Seat) -> IllegalMove:
    """Somebody else is to act."""
    match phase:
        case "first":
            return IllegalMove(
                "ML-1", "First chance names the player who starts.", "Le hasard désigne d'abord qui commence."
            )
        case "over":
            return IllegalMove("ML-4", "The game is over.", "La partie est finie.")
        case _:
            return IllegalMove(
                "ML-2",
                f"It is the turn of seat {active}, who places a piece.",
                f"C'est à la place {active} de poser un pion.",
            )


def not_a_seat(seat: Seat) -> IllegalMove:
    return IllegalMove(
        "ML-1",
        f"Seat 0 or seat 1 starts, not {seat}.",
        f"C'est la place 0 ou la place 1 qui commence, pas {seat}.",
    )


def already_begun() -> IllegalMove:
    return IllegalMove("ML-1", "Who starts is known; place a piece.", "On sait qui commence ; posez un pion.")


def no_such_place(name: str) -> IllegalMove:
    return IllegalMove(
        "ML-2", f"The board has no intersection {name}.", f"Le plateau n'a pas d'intersection {name}."
    )


def occupied(name: str) -> IllegalMove:
    return IllegalMove("ML-2", f"There is already a piece on {name}.", f"Il y a déjà un pion en {name}.")


def closed(name: str, opposing: str) -> IllegalMove:
    return IllegalMove(
        "ML-2",
        f"{name} shares a line with the opponent's piece on {opposing}.",
        f"{name} partage une ligne avec le pion adverse en {opposing}.",
    )


def tried_there(name: str) -> IllegalMove:
    return IllegalMove(
        "ML-3",
        f"Your piece is on {name} already: declare the turn over, or try it elsewhere.",
        f"Votre pion est déjà en {name} : déclarez votre tour fini, ou essayez-le ailleurs.",
    )


def nothing_tried() -> IllegalMove:
    return IllegalMove(
        "ML-3",
        "You have put no piece on the board in this turn.",
        "Vous n'avez pas posé de pion pendant ce tour.",
    )


def take_up_first(name: str) -> IllegalMove:
    return IllegalMove(
        "ML-3",
        f"You have a piece on {name}: declare the turn over, or take the piece up first.",
        f"Vous avez un pion en {name} : déclarez votre tour fini, ou reprenez d'abord ce pion.",
    )


def no_piece_left() -> IllegalMove:
    return IllegalMove("ML-4", "You have no piece left.", "Il ne vous reste aucun pion.")


def only_vigilant() -> IllegalMove:
    return IllegalMove(
        "ML-5",
        "At a friendly table wrong placements are refused, so nobody announces or concedes.",
        "À une table amicale, les mauvais coups sont refusés : on n'annonce rien et on n'abandonne pas.",
    )


def announce_before_placing() -> IllegalMove:
    return IllegalMove(
        "ML-5",
        "You may announce only before you place: take your piece up first.",
        "On ne peut annoncer qu'avant de poser : reprenez d'abord votre pion.",
    )


def one_announcement() -> IllegalMove:
    return IllegalMove(
        "ML-5",
        "One announcement a turn, and you have made yours.",
        "Une seule annonce par tour, et vous avez fait la vôtre.",
    )


def not_a_pair() -> IllegalMove:
    return IllegalMove(
        "ML-5",
        "An announcement names two pieces in board order: one of yours and one of your opponent's.",
        "Une annonce nomme deux pions, dans l'ordre du plateau : un à vous et un à l'adversaire.",
    )


def swap_not_offered() -> IllegalMove:
    return IllegalMove("ML-7", "This table plays without the swap.", "À cette table, on joue sans l'échange.")


def too_late_to_swap() -> IllegalMove:
    return IllegalMove(
        "ML-7",
        "Only the second player may swap, right after the first piece and instead of placing.",
        "Seul le second joueur peut échanger, juste après le premier pion et au lieu de poser.",
    )
