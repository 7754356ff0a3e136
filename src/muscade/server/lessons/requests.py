"""What is asked about lessons over HTTP, and answered."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from muscade.core import SeenEvent, Text, View
from muscade.core.lessons import Remark, Step
from muscade.server.protocol import TableInfo

MOST_STEPS = 60

Notation = Annotated[str, Meta(max_length=400)]


class TakeLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/lessons: where a learner is in a lesson, and what they try next. Nothing of it is kept."""

    game: Annotated[str, Meta(max_length=64)]
    moves: Annotated[tuple[Notation, ...], Meta(max_length=MOST_STEPS)] = ()
    """By which the steps so far were done, one each."""
    move: Notation | None = None
    """None: the learner only looks."""


class LessonFrame(msgspec.Struct, frozen=True):
    """The table as the learner sees it after an event."""

    version: int
    laid: bool
    """The table was laid anew: what was there before has nothing to do with it."""
    events: tuple[SeenEvent, ...]
    """Those since the frame before; all of them, where it was laid anew."""
    view: View
    """Its history is empty: the events are the history."""
    moves: tuple[str, ...]
    """What the learner may do."""


class LessonRefused(msgspec.Struct, frozen=True):
    """Why the law does not allow what was tried; ``clause`` is None where it was no move at all."""

    clause: str | None
    text: Text


class LessonSeen(msgspec.Struct, frozen=True):
    """The answer: what came of it, and the step that is next."""

    done: int
    """So many steps are done."""
    count: int
    step: Step | None
    """The one that is next; None: that was the last one."""
    end: Text
    """What is said after the last one."""
    accepted: bool
    """What was tried is what the step wanted."""
    refusal: LessonRefused | None
    frames: tuple[LessonFrame, ...]
    table: TableInfo
    """As if it were one; the learner, whose seat is the one of ``yours``, has no name."""
    equipment: Any
    """What stands on the table from beginning to end, of the game's own type."""


class Coaching(msgspec.Struct, frozen=True):
    """GET /api/lessons/{game}: what a coach says in a real game, each the first time that it happens."""

    remarks: tuple[Remark, ...]
