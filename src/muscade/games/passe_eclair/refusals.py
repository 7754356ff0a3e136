"""Why a move of Passe Éclair is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.errors import IllegalMove
from muscade.games.passe_eclair.cards import CARD_NAMES
from muscade.games.passe_eclair.rules import HAND

_WAITING = {
    "coach": ("ES-3", "First chance names the coach.", "Le hasard désigne d'abord l'entraîneur."),
    "deal": ("ES-3", "First the cards are dealt.", "D'abord, on distribue les cartes."),
    "spend": (
        "ES-17",
        "Spend a token, or say that you are ready; the first card is turned when everybody is.",
        "Dépensez un jeton, ou dites que vous êtes prêt ; la première carte est retournée quand tous le sont.",
    ),
    "turn": ("ES-4", "A card is being turned.", "On retourne une carte."),
    "play": (
        "ES-5",
        "Everybody plays now: lay a card on the top card, or let it pass.",
        "Tout le monde joue : posez une carte sur celle du dessus, ou laissez-la passer.",
    ),
    "draw": ("ES-11", "A card is being drawn.", "On pioche une carte."),
    "victory": (
        "ES-13",
        "The round is over; its winner takes a token.",
        "Le tour est fini ; son gagnant prend un jeton.",
    ),
    "consolation": (
        "ES-14",
        "The round is over; whoever has the most cards takes a token.",
        "Le tour est fini ; celui qui a le plus de cartes prend un jeton.",
    ),
    "over": ("ES-18", "The game is over.", "La partie est finie."),
}


def waiting(phase: str) -> IllegalMove:
    """Something else is to be done now."""
    return IllegalMove(*_WAITING[phase])


def no_such_seat() -> IllegalMove:
    return IllegalMove(
        "ES-1", "Nobody sits there in this game.", "Personne n'est assis là dans cette partie."
    )


def late() -> IllegalMove:
    return IllegalMove(
        "ES-9",
        "Too late: another card has landed since. Yours goes back to your hand.",
        "Trop tard : une autre carte est arrivée. La vôtre revient dans votre main.",
    )


def early() -> IllegalMove:
    return IllegalMove(
        "ES-9",
        "No card of that number has been laid yet.",
        "Aucune carte de ce numéro n'a encore été posée.",
    )


def has_passed() -> IllegalMove:
    return IllegalMove(
        "ES-10",
        "You have let this card pass; wait for the next one.",
        "Vous avez laissé passer cette carte ; attendez la suivante.",
    )


def not_in_hand(card: int) -> IllegalMove:
    return IllegalMove(
        "ES-5", f"{_name(card)} is not in your hand.", f"{_name(card)} n'est pas dans votre main."
    )


def name_an_opponent() -> IllegalMove:
    return IllegalMove(
        "ES-8",
        "Michi's player swaps hands with an opponent at the table.",
        "Qui joue Michi échange sa main avec un adversaire de la table.",
    )


def nothing_to_call(referee: str) -> IllegalMove:
    if referee == "software":
        return IllegalMove(
            "ES-11",
            "The referee notices wrong cards by itself.",
            "L'arbitre remarque de lui-même les mauvaises cartes.",
        )
    return IllegalMove(
        "ES-11",
        "Only another player's wrong card can be called, before the next one lands.",
        "On ne signale que la mauvaise carte d'un autre, avant l'arrivée de la suivante.",
    )


def no_such_token(card: int) -> IllegalMove:
    return IllegalMove(
        "ES-17",
        f"You have no token with the holder of {_name(card)}.",
        f"Vous n'avez pas de jeton au porteur de {_name(card)}.",
    )


def is_ready() -> IllegalMove:
    return IllegalMove(
        "ES-17",
        "You have said that you are ready; wait for the first card.",
        "Vous vous êtes dit prêt ; attendez la première carte.",
    )


def not_a_coach() -> IllegalMove:
    return IllegalMove(
        "ES-3", "The coach is one of the seats.", "L'entraîneur est à l'une des places de la table."
    )


def not_a_deal(seats: int) -> IllegalMove:
    return IllegalMove(
        "ES-3",
        f"A deal is {HAND * seats} cards off the pile, and from the box when it is empty (ES-12).",
        f"Une donne, ce sont {HAND * seats} cartes de la pioche, puis de la boîte si elle est vide (ES-12).",
    )


def not_in_the_pile(clause: str, card: int) -> IllegalMove:
    return IllegalMove(
        clause, f"{_name(card)} is not in the pile.", f"{_name(card)} n'est pas dans la pioche."
    )


def not_their_token(clause: str) -> IllegalMove:
    return IllegalMove(
        clause,
        "That token is not there, or not for that seat.",
        "Ce jeton n'est pas là, ou pas pour cette place.",
    )


def _name(card: int) -> str:
    return CARD_NAMES[card] if 0 <= card < len(CARD_NAMES) else str(card)
