"""Why a move of Passe Éclair is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.refusals import ANY_CLAUSE, CARDS_FIRST, GAME_OVER, NOT_IN_HAND, Refusal
from muscade.games.passe_eclair import course
from muscade.games.passe_eclair.view import Phase

WAITING: dict[Phase, Refusal] = {
    "coach": Refusal("ES-3", "First chance names the coach.", "Le hasard désigne d'abord l'entraîneur."),
    "deal": Refusal("ES-3", *CARDS_FIRST),
    "spend": Refusal(
        "ES-17",
        "Spend a token, or say that you are ready; the first card is turned when everybody is.",
        "Dépensez un jeton, ou dites que vous êtes prêt ; la première carte est retournée quand tous le sont.",
    ),
    "turn": Refusal("ES-4", "A card is being turned.", "On retourne une carte."),
    "play": Refusal(
        "ES-5",
        "Everybody plays now: lay a card on the top card, or let it pass.",
        "Tout le monde joue : posez une carte sur celle du dessus, ou laissez-la passer.",
    ),
    "draw": Refusal("ES-11", "A card is being drawn.", "On pioche une carte."),
    "victory": Refusal(
        "ES-13",
        "The round is over; its winner takes a token.",
        "Le tour est fini ; son gagnant prend un jeton.",
    ),
    "consolation": Refusal(
        "ES-14",
        "The round is over; whoever has the most cards takes a token.",
        "Le tour est fini ; celui qui a le plus de cartes prend un jeton.",
    ),
    "over": Refusal("ES-18", *GAME_OVER),
}
"""Something else is to be done now."""

REASONS = {
    course.NO_SUCH_SEAT: Refusal(
        "ES-1", "Nobody sits there in this game.", "Personne n'est assis là dans cette partie."
    ),
    course.HAS_PASSED: Refusal(
        "ES-10",
        "You have let this card pass; wait for the next one.",
        "Vous avez laissé passer cette carte ; attendez la suivante.",
    ),
    course.NOT_IN_HAND: Refusal("ES-5", *NOT_IN_HAND),
    course.NO_TOKEN: Refusal(
        "ES-17",
        "You have no token with the holder of {card}.",
        "Vous n'avez pas de jeton au porteur de {card}.",
    ),
    course.NOTHING_TO_CALL: Refusal(
        "ES-11",
        "Only another player's wrong card can be called, before the next one lands.",
        "On ne signale que la mauvaise carte d'un autre, avant l'arrivée de la suivante.",
    ),
    course.NOT_AN_OPPONENT: Refusal(
        "ES-8",
        "Michi's player swaps hands with an opponent at the table.",
        "Qui joue Michi échange sa main avec un adversaire de la table.",
    ),
    course.NOT_A_COACH: Refusal(
        "ES-3", "The coach is one of the seats.", "L'entraîneur est à l'une des places de la table."
    ),
    course.NOT_IN_THE_PILE: Refusal(
        ANY_CLAUSE, "{card} is not in the pile.", "{card} n'est pas dans la pioche."
    ),
    course.NOT_THEIR_TOKEN: Refusal(
        ANY_CLAUSE,
        "That token is not there, or not for that seat.",
        "Ce jeton n'est pas là, ou pas pour cette place.",
    ),
}

late = Refusal(
    "ES-9",
    "Too late: another card has landed since. Yours goes back to your hand.",
    "Trop tard : une autre carte est arrivée. La vôtre revient dans votre main.",
)
early = Refusal(
    "ES-9", "No card of that number has been laid yet.", "Aucune carte de ce numéro n'a encore été posée."
)
called_by_software = Refusal(
    "ES-11",
    "The referee notices wrong cards by itself.",
    "L'arbitre remarque de lui-même les mauvaises cartes.",
)
is_ready = Refusal(
    "ES-17",
    "You have said that you are ready; wait for the first card.",
    "Vous vous êtes dit prêt ; attendez la première carte.",
)
not_a_deal = Refusal(
    "ES-3",
    "A deal is {cards} cards off the pile, and from the box when it is empty (ES-12).",
    "Une donne, ce sont {cards} cartes de la pioche, puis de la boîte si elle est vide (ES-12).",
)
