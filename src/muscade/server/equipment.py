"""What stands on a table from beginning to end, as the message that brings it: made once for all tables alike."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from muscade.core import Options, game
from muscade.server.protocol import Equipment


def equipment_message(name: str, seats: int, options: Options) -> bytes | None:
    """The message for tables of a game of so many, with these options; None where nothing is to be drawn."""
    return _message(name, seats, tuple(options.items()))


@lru_cache(maxsize=64)
def _message(name: str, seats: int, options: tuple[tuple[str, str | int | bool], ...]) -> bytes | None:
    equipment = game(name).equipment(seats, dict(options))
    return None if equipment is None else msgspec.json.encode(Equipment(equipment))
