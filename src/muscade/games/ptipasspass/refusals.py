"""Why a move of PtiPassPass is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.refusals import GAME_OVER, Refusal
from muscade.games.ptipasspass import course
from muscade.games.ptipasspass.view import Phase

WAITING: dict[Phase, Refusal] = {
    "first": Refusal(
        "PT-4", "First chance names the first player.", "Le hasard désigne d'abord qui commence."
    ),
    "hide": Refusal(
        "PT-5",
        "The active player hides a token in the fist and names a cup now.",
        "Maintenant, le joueur actif cache un jeton dans son poing et désigne un gobelet.",
    ),
    "doublon": Refusal(
        "PT-6",
        "Now every player but the active one says OK or Doublon.",
        "Maintenant, tous sauf le joueur actif disent OK ou Doublon.",
    ),
    "announce": Refusal(
        "PT-5",
        "The active player announces a colour now.",
        "Maintenant, le joueur actif annonce une couleur.",
    ),
    "menteur": Refusal(
        "PT-7",
        "Now every player but the active one says OK or Menteur.",
        "Maintenant, tous sauf le joueur actif disent OK ou Menteur.",
    ),
    "swap": Refusal(
        "PT-16",
        "The active player has no token left: two cups may be swapped, and three are lifted now.",
        "Le joueur actif n'a plus de jeton : il peut échanger deux gobelets, et en soulève trois maintenant.",
    ),
    "lift": Refusal(
        "PT-16",
        "The active player has swapped two cups and lifts three now.",
        "Le joueur actif a échangé deux gobelets et en soulève trois maintenant.",
    ),
    "over": Refusal("PT-18", *GAME_OVER),
}
"""Somebody else is to act, or something else is to be done."""

REASONS = {
    course.NOT_A_SEAT: Refusal(
        "PT-4",
        "The first player is one of the seats, not {seat}.",
        "Le premier joueur est une des places, pas {seat}.",
    ),
    course.OK_IS_FINAL: Refusal(
        "PT-8",
        "You have said OK; that is final for this window.",
        "Vous avez dit OK ; c'est dit pour cette fois.",
    ),
    course.NO_SUCH_CUP: Refusal("PT-2", "There is no cup {cup}.", "Il n'y a pas de gobelet {cup}."),
    course.NOT_IN_HAND: Refusal(
        "PT-5", "You hold no token of that colour.", "Vous n'avez pas de jeton de cette couleur."
    ),
    course.PLACE_FIRST: Refusal(
        "PT-14",
        "You still hold tokens: place them before you lift cups.",
        "Il vous reste des jetons : posez-les avant de soulever des gobelets.",
    ),
    course.ONE_SWAP: Refusal(
        "PT-15",
        "One swap a turn; now lift three cups.",
        "Un seul échange par tour ; soulevez trois gobelets.",
    ),
    course.NOT_CONTIGUOUS: Refusal(
        "PT-15", "Only neighbouring cups can be swapped.", "On n'échange que des gobelets contigus."
    ),
    course.NOT_A_LINE: Refusal(
        "PT-16",
        "Lift three contiguous cups of one straight line.",
        "Soulevez trois gobelets contigus d'une même ligne droite.",
    ),
}
