"""What is asked about positions over HTTP, and answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from muscade.analysis import MoveValue
from muscade.core import Options, Seat, SeenEvent, Text, View
from muscade.core.positions import PositionField
from muscade.core.reasons import Reason
from muscade.pictures.palette import Theme
from muscade.server.requests import POSITION_LENGTH

MOST_MOVES = 120
"""So many moves may follow a position that is looked at."""

Position: TypeAlias = Annotated[str, Meta(max_length=POSITION_LENGTH)]
"""As a record has it, ``set …``; with or without that word."""
Language: TypeAlias = Literal["en", "fr"]
Notation: TypeAlias = Annotated[str, Meta(max_length=400)]


class MoveMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in notation; -1 is the seat of chance."""

    seat: Seat
    move: Notation


class LookAtPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/positions/look: a position, and the moves since. Nothing of it is kept.

    Without a position it is one as games begin with.
    """

    game: str
    seats: Annotated[int, Meta(ge=1, le=12)]
    options: Options = {}
    position: Position | None = None
    moves: Annotated[tuple[MoveMade, ...], Meta(max_length=MOST_MOVES)] = ()
    look: Seat | None = None
    """Through whose eyes; None: those of whoever is to act."""
    language: Language = "en"
    """Of the picture, and its colours."""
    theme: Theme = "light"


class TryMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/positions/try: what a move would do."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=12)]
    position: Position
    seat: Seat
    move: Notation
    options: Options = {}
    moves: Annotated[tuple[MoveMade, ...], Meta(max_length=MOST_MOVES)] = ()
    look: Seat | None = None
    language: Language = "en"
    theme: Theme = "light"


class PositionRefused(msgspec.Struct, frozen=True):
    """What is wrong with a position, or a move; ``clause`` where the law forbids it."""

    code: str
    clause: str | None
    text: Text


class SeatMoves(msgspec.Struct, frozen=True):
    """What a seat, or chance, may do."""

    seat: Seat
    moves: tuple[str, ...]


class PositionSeen(msgspec.Struct, frozen=True):
    """The answer to both: a table as somebody sees it, or what is wrong."""

    fields: tuple[PositionField, ...]
    """What can be set in a position of such a table."""
    position: str | None
    """As one writes it; with the moves since played, where there is a position then."""
    refusal: PositionRefused | None
    turn: tuple[Seat, ...] = ()
    offers: tuple[SeatMoves, ...] = ()
    look: Seat | None = None
    view: View | None = None
    """Its history is empty: ``events`` tells it."""
    events: tuple[SeenEvent, ...] = ()
    equipment: Any = None
    picture: str | None = None
    """What there is to see, as SVG."""
    reasons: tuple[Reason, ...] = ()
    """Why the law makes of the move that was tried what it does, with its clauses."""


class PositionWeighed(msgspec.Struct, frozen=True):
    """POST /api/positions/weigh, with a `LookAtPosition`: what the strongest bot or the solver thinks of it."""

    seat: Seat | None
    """Whose moves they are; None: nobody's turn, or chance's."""
    moves: tuple[MoveValue, ...]
    """Those that something is known of, the best first."""
    proved: bool
    """All of it is the truth."""


class PositionExample(msgspec.Struct, frozen=True):
    """GET /api/positions/examples: a worked example of a rulebook, or of its page here."""

    game: str
    clause: str
    title: Text
    seats: int
    options: Options
    position: str
    moves: tuple[MoveMade, ...]
    """What happens in it, to be tried one after another."""
    lit: tuple[str, ...] = ()
    """What to point at before that: spaces by name, lines by two places on each, ``f3-f14``."""
