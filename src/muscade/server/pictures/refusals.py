"""What is refused to those who want pictures."""

from __future__ import annotations

from muscade.server.refusals import RequestRefusal

film_when_over = RequestRefusal(
    "not-over",
    "There is a film of a game when it is over.",
    "Il y a un film d'une partie quand elle est finie.",
    status=403,
)
