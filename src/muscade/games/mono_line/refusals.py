"""Why a move of Mono-Line is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.refusals import GAME_OVER, Refusal
from muscade.games.mono_line import course
from muscade.games.mono_line.view import Phase

_ANOTHERS_TURN = Refusal(
    "ML-2",
    "It is the other player's turn to place a piece.",
    "C'est à l'autre de poser un pion.",
)
WAITING: dict[Phase, Refusal] = {
    "first": Refusal(
        "ML-1", "First chance names the player who starts.", "Le hasard désigne d'abord qui commence."
    ),
    "place": _ANOTHERS_TURN,
    "swap": _ANOTHERS_TURN,
    "over": Refusal("ML-4", *GAME_OVER),
}
"""Somebody else is to act."""

REASONS = {
    course.ALREADY_BEGUN: Refusal(
        "ML-1", "Who starts is known; place a piece.", "On sait qui commence ; posez un pion."
    ),
    course.TRIED_THERE: Refusal(
        "ML-3",
        "Your piece is on {place} already: declare the turn over, or try it elsewhere.",
        "Votre pion est déjà en {place} : déclarez votre tour fini, ou essayez-le ailleurs.",
    ),
    course.OCCUPIED: Refusal(
        "ML-2", "There is already a piece on {place}.", "Il y a déjà un pion en {place}."
    ),
    course.NO_PIECE_LEFT: Refusal("ML-4", "You have no piece left.", "Il ne vous reste aucun pion."),
    course.CLOSED: Refusal(
        "ML-2",
        "{place} shares a line with the opponent's piece on {opposing}.",
        "{place} partage une ligne avec le pion adverse en {opposing}.",
    ),
    course.NOTHING_TRIED: Refusal(
        "ML-3",
        "You have put no piece on the board in this turn.",
        "Vous n'avez pas posé de pion pendant ce tour.",
    ),
    course.TAKE_UP_FIRST: Refusal(
        "ML-3",
        "You have a piece on {tried}: declare the turn over, or take the piece up first.",
        "Vous avez un pion en {tried} : déclarez votre tour fini, ou reprenez d'abord ce pion.",
    ),
    course.SWAP_NOT_OFFERED: Refusal(
        "ML-7", "This table plays without the swap.", "À cette table, on joue sans l'échange."
    ),
    course.TOO_LATE_TO_SWAP: Refusal(
        "ML-7",
        "Only the second player may swap, right after the first piece and instead of placing.",
        "Seul le second joueur peut échanger, juste après le premier pion et au lieu de poser.",
    ),
    course.ONLY_VIGILANT: Refusal(
        "ML-5",
        "At a friendly table wrong placements are refused, so nobody announces or concedes.",
        "À une table amicale, les mauvais coups sont refusés : on n'annonce rien et on n'abandonne pas.",
    ),
    course.ANNOUNCE_BEFORE_PLACING: Refusal(
        "ML-5",
        "You may announce only before you place: take your piece up first.",
        "On ne peut annoncer qu'avant de poser : reprenez d'abord votre pion.",
    ),
    course.ONE_ANNOUNCEMENT: Refusal(
        "ML-5",
        "One announcement a turn, and you have made yours.",
        "Une seule annonce par tour, et vous avez fait la vôtre.",
    ),
    course.NOT_A_PAIR: Refusal(
        "ML-5",
        "An announcement names two pieces in board order: one of yours and one of your opponent's.",
        "Une annonce nomme deux pions, dans l'ordre du plateau : un à vous et un à l'adversaire.",
    ),
}

not_a_seat = Refusal(
    "ML-1",
    "Seat 0 or seat 1 starts, not {seat}.",
    "C'est la place 0 ou la place 1 qui commence, pas {seat}.",
)
no_such_place = Refusal(
    "ML-2", "The board has no intersection {place}.", "Le plateau n'a pas d'intersection {place}."
)
