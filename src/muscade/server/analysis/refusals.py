"""What is refused to those who look at games afterwards."""

from __future__ import annotations

from muscade.server.refusals import RequestRefusal

not_finished = RequestRefusal(
    "not-over",
    "A game is looked at closely when it is over, and never while it is on.",
    "Une partie s'étudie quand elle est finie, jamais pendant qu'on la joue.",
    status=403,
)
no_such_moment = RequestRefusal(
    "version",
    "This game has only {count} events.",
    "Cette partie n'a que {count} coups.",
)
over_there = RequestRefusal(
    "over-there",
    "The game is over at that moment: there is nothing to go on with.",
    "La partie est finie à ce moment : il n'y a rien à poursuivre.",
)
too_many_moves = RequestRefusal(
    "too-many-moves",
    "A variation has no more than {limit} moves.",
    "Une variante ne dépasse pas {limit} coups.",
)
unknown_variation = RequestRefusal(
    "variation", "There is no such variation.", "Cette variante n'existe pas.", status=404
)
not_your_variation = RequestRefusal(
    "not-your-variation",
    "Only whoever has kept a variation changes it, and only what nothing branches from can be removed.",
    "Seul son auteur change une variante, et on n'efface que celles dont rien ne part.",
    status=403,
)
too_many_variations = RequestRefusal(
    "too-many-variations",
    "A game has no more than {limit} variations; remove one first.",
    "Une partie n'a pas plus de {limit} variantes ; effacez-en une.",
    status=409,
)
other_seats = RequestRefusal(
    "seats",
    "This game has {seats} seats; say who plays on each of them.",
    "Cette partie a {seats} places ; dites qui joue à chacune.",
)
