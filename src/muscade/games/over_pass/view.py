"""What a table of Over-Pass shows."""

from __future__ import annotations

from muscade.games.race.view import RaceView


class OverPassView(RaceView, frozen=True, kw_only=True):
    """A table of Over-Pass."""

    exits_open: bool
    """May pieces of the turn's colour leave the board on this roll (OP-12)?"""
    ways: tuple[str, ...]
    """For the seat to act: of each Over-Pass that it may make one shortest way, from start to target."""
