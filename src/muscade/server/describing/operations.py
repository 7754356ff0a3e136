"""The address that tells a view in words, described."""

from __future__ import annotations

from typing import Any

import msgspec

from muscade.core import Match, Text, game, game_names
from muscade.core.views import encode
from muscade.server import refusals
from muscade.server.describing.requests import TellView
from muscade.server.operations import THINKS, Operation


def example_view() -> Any:
    """The beginning of some game, as its first seat sees it."""
    played = game(game_names()[0])
    match = Match(played, seats=played.seats[0], seed=0)
    view = msgspec.json.decode(encode(msgspec.structs.replace(match.state.view(0), history=())))
    return {"game": view["game"], "seats": view["seats"], "options": view["options"], "view": view}


OPERATIONS = (
    Operation(
        "POST",
        "/api/describe",
        "describe_view",
        "What a view shows, in plain sentences",
        Text,
        request=TellView,
        example=example_view,
        refusals=("game", "seats", "options", refusals.too_many_positions, *THINKS),
    ),
)
