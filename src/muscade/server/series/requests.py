"""What is asked and answered over HTTP about solved puzzles."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from muscade.core.series import PLACES

MOST_MOVES = 10_000
Moves: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_MOVES)]


class SolvedPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle of a series that somebody has solved."""

    game: Annotated[str, Meta(max_length=64)]
    number: Annotated[int, Meta(ge=1, le=PLACES)]
    """From 1."""
    count: Moves | None
    """The fewest steps or moves so far; None where they are not counted."""
    starred: bool
    """Once as well as can be, and without a hint."""


class NoteSolved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/me/series, with the device's key: what this device knows to be solved. Of what was known before, the better
    stays."""

    solved: Annotated[tuple[SolvedPuzzle, ...], Meta(max_length=PLACES)]


class MySeries(msgspec.Struct, frozen=True):
    """GET /api/people/me/series, with the device's key: all one has solved, on whichever device."""

    solved: tuple[SolvedPuzzle, ...]


class SeriesProgress(msgspec.Struct, frozen=True):
    """How far somebody is in the series of a game."""

    game: str
    solved: int
    stars: int
