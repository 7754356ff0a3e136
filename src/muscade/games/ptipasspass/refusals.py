"""Why a move of PtiPassPass is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.errors import IllegalMove
from muscade.core.moves import Seat


def waiting(phase: str, active: Seat) -> IllegalMove:
    """Somebody else is to act, or something else is to be done."""
    match phase:
        case "first":
            return IllegalMove(
                "PT-4", "First chance names the first player.", "Le hasard désigne d'abord qui commence."
            )
        case "hide":
            return IllegalMove(
                "PT-5",
                f"Seat {active} hides a token in the fist and names a cup now.",
                f"La place {active} cache un jeton dans son poing et désigne un gobelet maintenant.",
            )
        case "doublon":
            return IllegalMove(
                "PT-6",
                "Now every player but the active one says OK or Doublon.",
                "Maintenant, tous sauf le joueur actif disent OK ou Doublon.",
            )
        case "announce":
            return IllegalMove(
                "PT-5",
                f"Seat {active} announces a colour now.",
                f"La place {active} annonce une couleur maintenant.",
            )
        case "menteur":
            return IllegalMove(
                "PT-7",
                "Now every player but the active one says OK or Menteur.",
                "Maintenant, tous sauf le joueur actif disent OK ou Menteur.",
            )
        case "swap":
            return IllegalMove(
                "PT-16",
                f"Seat {active} has no token left: it may swap two cups, and lifts three now.",
                f"La place {active} n'a plus de jeton : elle peut échanger deux gobelets, et en soulève trois maintenant.",
            )
        case "lift":
            return IllegalMove(
                "PT-16",
                f"Seat {active} has swapped two cups and lifts three now.",
                f"La place {active} a échangé deux gobelets et en soulève trois maintenant.",
            )
        case _:
            return IllegalMove("PT-18", "The game is over.", "La partie est finie.")


def not_a_seat(seat: Seat) -> IllegalMove:
    return IllegalMove(
        "PT-4",
        f"The first player is one of the seats, not {seat}.",
        f"Le premier joueur est une des places, pas {seat}.",
    )


def no_such_cup(name: str) -> IllegalMove:
    return IllegalMove("PT-2", f"There is no cup {name}.", f"Il n'y a pas de gobelet {name}.")


def not_in_hand() -> IllegalMove:
    return IllegalMove(
        "PT-5", "You hold no token of that colour.", "Vous n'avez pas de jeton de cette couleur."
    )


def place_first() -> IllegalMove:
    return IllegalMove(
        "PT-14",
        "You still hold tokens: place them before you lift cups.",
        "Il vous reste des jetons : posez-les avant de soulever des gobelets.",
    )


def ok_is_final() -> IllegalMove:
    return IllegalMove(
        "PT-8",
        "You have said OK; that is final for this window.",
        "Vous avez dit OK ; c'est dit pour cette fois.",
    )


def one_swap() -> IllegalMove:
    return IllegalMove(
        "PT-15",
        "One swap a turn; now lift three cups.",
        "Un seul échange par tour ; soulevez trois gobelets.",
    )


def not_contiguous() -> IllegalMove:
    return IllegalMove(
        "PT-15", "Only neighbouring cups can be swapped.", "On n'échange que des gobelets contigus."
    )


def not_a_line() -> IllegalMove:
    return IllegalMove(
        "PT-16",
        "Lift three contiguous cups of one straight line.",
        "Soulevez trois gobelets contigus d'une même ligne droite.",
    )
