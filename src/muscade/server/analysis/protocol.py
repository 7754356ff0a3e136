"""What is asked and told about analyses, variations and games that go on from another."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from muscade.analysis import Analysis
from muscade.core import Record, Seat
from muscade.server.protocol import Name, RequestId
from muscade.server.requests import SeatRequest
from muscade.server.table_settings import TableSettings

MOST_MOVES = 400
"""A variation has no more moves than that, chance's included."""

Notation: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Version: TypeAlias = Annotated[int, Meta(ge=0)]


class AnalysisInfo(msgspec.Struct, frozen=True):
    """GET and POST /api/tables/{table}/analysis: how far it is, and what it says once it is done.

    ``none``: nobody has asked for one; ``failed``: it could not be finished, and may be asked for again.
    """

    status: Literal["none", "waiting", "running", "failed", "done"]
    done: int = 0
    total: int = 0
    """Decisions."""
    analysis: Analysis | None = None


class TriedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in notation, and whose; chance's (seat -1) may be chosen too, and is drawn from the game's seed where it is not."""

    seat: Annotated[Seat, Meta(ge=-1, le=11)]
    move: Notation


Moves: TypeAlias = Annotated[tuple[TriedMove, ...], Meta(max_length=MOST_MOVES)]


class TryMoves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/try: from a moment of a finished game on, these moves instead."""

    version: Version
    """How many events of the game are kept."""
    moves: Moves = ()
    parent: Annotated[str, Meta(max_length=64)] | None = None
    """A variation of the game; then ``version`` counts along that one."""


class Offered(msgspec.Struct, frozen=True):
    """What a seat may do."""

    seat: Seat
    moves: tuple[str, ...]


class Tried(msgspec.Struct, frozen=True):
    """What the moves lead to: the game as it would be, and what everybody may do then; nothing where it is over."""

    record: Record
    moves: tuple[TriedMove, ...]
    """Those that were asked for and chance's between them."""
    offers: tuple[Offered, ...]
    position: str | None
    """What an editor takes to set this up; None where the game has no positions, or is over."""


class KeepVariation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/variations. ``parent`` is another variation of the game that this one branches from; then
    ``version`` counts along that one."""

    name: Name
    version: Version
    moves: Annotated[Moves, Meta(min_length=1)]
    parent: Annotated[str, Meta(max_length=64)] | None = None
    id: RequestId | None = None
    """Asked again with the same id, the same variation is meant."""


class RenameVariation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PATCH /api/tables/{table}/variations/{variation}."""

    name: Name


class VariationInfo(msgspec.Struct, frozen=True):
    """A variation of a game: a branch of the tree that they all make. Its address is ``/game/<table>?variation=<id>``."""

    id: str
    parent: str | None
    version: int
    name: str
    author: str
    """The name of whoever has kept it."""
    yours: bool
    moves: tuple[TriedMove, ...]
    """From that version on."""
    created_at: int


class VariationTold(msgspec.Struct, frozen=True):
    """GET /api/tables/{table}/variations/{variation}: it, and the whole game as it would be."""

    variation: VariationInfo
    record: Record


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/play-on: a new table that goes on from a moment of a finished game, or of a variation of it."""

    version: Version
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=12)]
    variation: Annotated[str, Meta(max_length=64)] | None = None
    """``version`` counts along that one."""
    settings: TableSettings = TableSettings()
    id: RequestId | None = None
    """Asked again with the same id, the same table is meant."""
