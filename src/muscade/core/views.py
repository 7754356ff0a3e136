"""What leaves the rules: views and outcomes, never states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from muscade.core.moves import Event, Options, Seat, Seen
from muscade.core.text import Text

EndedBy: TypeAlias = Literal["law", "resignation", "agreement", "time", "absence"]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    ``scores`` has one number a seat, the higher the better; ``teams`` gives each seat's team where there are
    any; ``reason`` is a short key of the game's own, such as ``"points"``. Where it was not the law that ended the game, ``by``
    says what did, as ``reason`` does, and there are no scores.
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str
    teams: tuple[int, ...] | None = None
    by: EndedBy = "law"


class Progress(msgspec.Struct, frozen=True):
    """How far a game has come, in whatever units it counts; None where it does not count that."""

    turns: int | None = None
    """Turns that were finished."""
    rounds: int | None = None
    """The number of the round, from 1; 0 before the first."""
    tricks: int | None = None
    """The number of the trick in its round, from 1; 0 before the first."""


class Tally(msgspec.Struct, frozen=True):
    """Something that a game counts, one number a seat: points, pieces at home, cards left."""

    name: str
    title: Text
    counts: tuple[int, ...]


class Insight(msgspec.Struct, frozen=True):
    """What whoever sees everything can say of an event: somebody told the truth, or bluffed, or a chance went by."""

    kind: Literal["truth", "bluff", "missed"]
    seats: tuple[Seat, ...]
    """Whom it is about: who told the truth or bluffed, or all who let the chance go by."""
    text: Text


class View(msgspec.Struct, frozen=True, kw_only=True):
    """All that one seat (or, with ``seat=None``, a spectator) may know, and nothing else.

    ``history`` holds every event so far as this seat saw it when it happened. A game adds the fields that
    draw its table; a field it does not add stays in the state, unseen.
    """

    game: str
    version: int
    seats: int
    options: Options
    seat: Seat | None
    turn: tuple[Seat, ...]
    outcome: Outcome | None
    history: Sequence[Event]

    def _repr_svg_(self) -> str:
        """Notebooks show a view as its picture (`Game.picture`)."""
        from muscade.core.registry import game  # late: it is about games

        return game(self.game).picture(self)


class Hint(msgspec.Struct, frozen=True):
    """What somebody who asks for help is told: the truth, even if it is that nobody knows."""

    status: Literal["solvable", "impossible", "unknown"]
    move: str | None = None
    """In notation; what to do next, where it can be solved."""
    left: int | None = None
    """How many moves or steps that way still takes."""
    proved: bool = False
    """It cannot take fewer."""


def encode(value: object) -> bytes:
    """Views, or anything with views in it, as JSON, histories included."""
    return msgspec.json.encode(value, enc_hook=_as_tuple)


def _as_tuple(value: object) -> object:
    if isinstance(value, Seen):
        return tuple(value)
    raise NotImplementedError(f"{type(value).__name__} has no place in a view")
