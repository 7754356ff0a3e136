"""What the messages of rooms, of the lobby and of a desk are made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from muscade.server.rooms.state import FoundBy as FoundBy  # noqa: PLC0414 - for all who read messages

MOST_SEATS = 12

PersonId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
SeatTotal = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Commitment = Annotated[str, Meta(min_length=64, max_length=64)]
LevelName = Annotated[str, Meta(min_length=1, max_length=64)]
