"""What is refused about games that count."""

from __future__ import annotations

from muscade.server.refusals.refusal import RequestRefusal

only_in_rooms = RequestRefusal(
    "rated", "Rated games are played in rooms.", "Les parties classées se jouent dans une salle."
)
not_alone = RequestRefusal(
    "rated", "There is no rating for playing alone.", "Jouer seul ne compte pour aucun classement."
)
needs_a_clock = RequestRefusal(
    "rated",
    "A rated game needs a clock, so that nobody escapes by leaving.",
    "Une partie classée veut une pendule, pour que personne n'y échappe en partant.",
)
no_stand_ins = RequestRefusal(
    "rated",
    "In a rated game no bot plays for somebody who is away.",
    "Dans une partie classée, aucun robot ne joue pour un absent.",
)
nobody_joins = RequestRefusal(
    "rated",
    "This game is rated: nobody takes a bot's seat before it is over.",
    "Cette partie est classée : personne ne prend la place d'un robot avant la fin.",
)
