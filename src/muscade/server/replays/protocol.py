"""What is told of a game that is read again."""

from __future__ import annotations

from typing import Any

import msgspec

from muscade.core import Text
from muscade.core.record import RecordedEvent
from muscade.replays import Frame, Outline, Viewer
from muscade.server.protocol import TableInfo


class OtherLaw(msgspec.Struct, frozen=True):
    """The game was played under another version of the law, and is shown by today's as far as that goes."""

    played: int
    """The version it was played under."""
    today: int
    problem: Text | None = None
    """Why today's law does not allow what came next; None: it allows everything."""
    rest: tuple[RecordedEvent, ...] = ()
    """What came next, in notation."""


class ReplayOutline(msgspec.Struct, frozen=True):
    """GET /api/tables/{table}/replay, POST /api/replay: all of a game but the frames."""

    table: TableInfo
    viewer: Viewer
    """Through whose eyes: a seat, ``open``, or None for a spectator."""
    viewers: tuple[Viewer, ...]
    """Whose eyes one may choose."""
    over: bool
    real_time: bool
    """Events have their own time, by which it can be watched."""
    outline: Outline
    equipment: Any
    """What stands on the table from beginning to end, of the game's own type; None where there is nothing."""
    law: OtherLaw | None


class ReplayFrames(msgspec.Struct, frozen=True):
    """GET /api/tables/{table}/replay/frames, POST /api/replay/frames: some frames in a row."""

    frames: tuple[Frame, ...]
