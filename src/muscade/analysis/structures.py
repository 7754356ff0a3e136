"""What an analysis says: plain values, ready for JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from muscade.core import Seat, Text

VERSION = 1
"""Goes up whenever the same game would be told otherwise: what is kept of an older one is made anew."""

Mark: TypeAlias = Literal["blunder", "slip", "fault", "missed", "fine"]
"""A grave loss, a small one, a move that the law punishes, a chance that others were quicker to take or nobody took, and a move
that was better than all others."""


class MoveValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move is worth to whoever makes it: its chance of winning, or of a puzzle how near it comes to the best.

    ``spread`` is the standard error of that. Where it is ``proved``, it is the truth.
    """

    move: str
    value: float
    spread: float = 0.0
    proved: bool = False


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A moment in which a seat had a choice."""

    before: int
    """How many events of the record, words included, were before it."""
    seat: Seat
    played: str | None
    """None in a race where somebody else was quicker, or the chance went by."""
    offered: int
    """How many moves there were."""
    moves: tuple[MoveValue, ...] = ()
    """Those that something is known of, first what the expert would have played; the one that was played is always among the
    others if anything is known of it."""
    loss: float | None = None
    """How much less the move was worth than the expert's; None where nobody knows."""
    noise: float = 0.0
    """The standard error of that."""
    proved: bool = False
    """That is the truth."""
    punished: bool = False
    """The law accepts the move and punishes it."""
    mark: Mark | None = None
    turning: bool = False
    """Here the game took a turn for this seat."""
    waited: float | None = None
    """In a race: for how many seconds it could have been played, until it was or was not."""
    idea: Text | None = None
    """What the move went for, where the game has words for it."""
    better: Text | None = None
    """And what the expert's goes for, where that is something else."""


class Chance(msgspec.Struct, frozen=True):
    """What everybody could think of their chances after so many events."""

    after: int
    by_seat: tuple[float, ...]


class Pattern(msgspec.Struct, frozen=True):
    """Something that happened again and again: ``better`` would have been better than ``played``."""

    count: int
    better: Text
    played: Text


class PlayerSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's game."""

    seat: Seat
    decisions: int
    """Those of which something is known."""
    agreed: int
    """How often the seat did what the expert would have done, or what is worth as much."""
    loss: float | None
    """On average, a decision."""
    marks: dict[Mark, int]
    dearest: tuple[int, ...]
    """The dearest moments, by their places among all decisions; the dearest first."""
    patterns: tuple[Pattern, ...]
    reaction: float | None = None
    """In a race: seconds from a chance to the move, on average."""
    lessons: tuple[Text, ...] = ()
    """All that in words."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A game, looked at afterwards. Whatever is said of a seat's moves follows from what that seat could know."""

    version: int
    game: str
    game_version: int
    seats: int
    events: int
    """How many the record had."""
    seed: str
    seconds: float
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    """By move, for a plot."""
    hindsight: Literal["own views", "the truth"]
    """What the chances go by: each seat's own view at its own decisions, or, where a solver told it, the truth."""
    players: tuple[PlayerSummary, ...]
