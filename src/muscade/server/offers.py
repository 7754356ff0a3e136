"""What a seat is offered."""

from __future__ import annotations

import msgspec

from muscade.core import Move


class Offer(msgspec.Struct, frozen=True):
    """What a seat may do, and since which version and time it has had just these choices."""

    moves: tuple[Move, ...]
    version: int
    at: int
