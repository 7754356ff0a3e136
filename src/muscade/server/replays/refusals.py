"""What is refused to those who read games again."""

from __future__ import annotations

from muscade.server.refusals import RequestRefusal

open_when_over = RequestRefusal(
    "not-over",
    "Everything is open when the game is over.",
    "Tout est découvert quand la partie est finie.",
    status=403,
)
others_eyes = RequestRefusal(
    "not-yours",
    "Through the eyes of others one looks when the game is over.",
    "On regarde par les yeux des autres quand la partie est finie.",
    status=403,
)
bad_record = "record"
"""The code of what a record itself is refused for."""
