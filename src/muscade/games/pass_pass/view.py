"""What a Pass Pass table shows."""

from __future__ import annotations

from typing import Literal

import msgspec

from muscade.core import Seat, View

Phase = Literal["leader", "deal", "play", "first", "second", "record", "over"]
"""Waiting for: chance to draw the leader, or to deal; a card; the first winner's pick; the second winner's
choice among tied cards; the teams' choices; nothing any more."""


class Played(msgspec.Struct, frozen=True):
    """A card of the trick, and who played it."""

    seat: Seat
    card: str


class Trick(msgspec.Struct, frozen=True):
    """A trick, whole or under way; ``totals`` by colour, purple blue green yellow (PP-9).

    ``first`` and ``second`` are its winners once the last card lies there (PP-11).
    """

    number: int
    leader: Seat
    cards: tuple[Played, ...]
    totals: tuple[int, int, int, int]
    first: Seat | None
    second: Seat | None
    first_took: tuple[str, ...]
    second_took: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """What the score pad holds for one seat in one finished round; ``recorded`` where it counts (PP-21)."""

    points: int
    passes: int
    recorded: bool


class Standing(msgspec.Struct, frozen=True):
    """A player, or a team, on the score pad: what is recorded, and what it comes to right now.

    ``passes`` counts towards the third Pass Pass: recorded ones and the best single player's of this round.
    """

    members: tuple[Seat, ...]
    recorded_points: int
    recorded_passes: int
    passes: int


class TeamChoice(msgspec.Struct, frozen=True):
    """What a member sees of their own team's choice (PP-21): the proposal that stands, and who agrees.

    ``by_rule`` are those who would leave it to the rule; it is settled so when all members would.
    """

    proposed: Seat | None
    proposer: Seat | None
    agreed: tuple[Seat, ...]
    by_rule: tuple[Seat, ...]


class PassPassView(View, frozen=True, kw_only=True):
    """A Pass Pass table as one seat sees it. Cards are named as in notation: ``P12``."""

    phase: Phase
    round: int
    """1 to 3; 0 before the first deal."""
    leader: Seat | None
    teams: tuple[int, ...]
    """Each seat's team; alone, each seat is its own."""
    diamonds: tuple[int, ...]
    """48 numbers, purple 1–12, then blue, green, yellow (PP-2)."""
    hand: tuple[str, ...]
    """One's own cards; empty for a spectator."""
    backs: tuple[tuple[int, int, int, int], ...]
    """How many cards of each colour every seat holds (PP-7)."""
    trick: Trick | None
    """The trick under way."""
    last_trick: Trick | None
    """The trick before, with what its winners took."""
    front: tuple[tuple[str, ...], ...]
    """The cards in front of each seat, in the order they were taken."""
    discards: tuple[str, ...]
    points: tuple[int, ...]
    """What the cards in front of each seat are worth now (PP-18)."""
    passes: tuple[int, ...]
    """Each seat's Pass Passes of this round (PP-16)."""
    pad: tuple[tuple[Line, ...], ...]
    """Finished rounds, each with a line a seat."""
    standings: tuple[Standing, ...]
    """One a team, in team order."""
    choice: TeamChoice | None
    """The viewer's own team's choice while it is being made."""
    settled: tuple[bool, ...]
    """By team: has its choice been made (PP-21)?"""
