"""The addresses of positions, described."""

from __future__ import annotations

from typing import Any

from muscade.core import game, game_names
from muscade.server import refusals
from muscade.server.operations import THINKS, Operation
from muscade.server.positions.requests import (
    LookAtPosition,
    PositionExample,
    PositionSeen,
    PositionWeighed,
    TryMove,
)


def example_look() -> Any:
    """The beginning of the first game that has positions."""
    name = next(name for name in game_names() if game(name).positions is not None)
    return {"game": name, "seats": min(game(name).seats)}


_ABOUT = ("game", "seats", "options", refusals.no_positions, refusals.too_many_positions, *THINKS)

OPERATIONS = (
    Operation(
        "GET",
        "/api/positions/examples",
        "read_examples",
        "The worked examples of the rulebooks, as positions",
        tuple[PositionExample, ...],
    ),
    Operation(
        "POST",
        "/api/positions/look",
        "look_at_position",
        "What the referee says of a position: what may be done in it, or which clause forbids it",
        PositionSeen,
        request=LookAtPosition,
        example=example_look,
        refusals=_ABOUT,
    ),
    Operation(
        "POST",
        "/api/positions/try",
        "try_move",
        "What a move does in a position, and why",
        PositionSeen,
        request=TryMove,
        refusals=_ABOUT,
    ),
    Operation(
        "POST",
        "/api/positions/weigh",
        "weigh_position",
        "What the moves of whoever is to act are worth",
        PositionWeighed,
        request=LookAtPosition,
        refusals=("illegal", "notation", refusals.too_many_analyses, *_ABOUT),
    ),
)
