"""What a table of Groups-of-Three shows; nothing is hidden."""

from __future__ import annotations

from muscade.games.race.view import RaceView


class GroupsOfThreeView(RaceView, frozen=True, kw_only=True):
    """See `RaceView`; places are spaces."""

    additions: tuple[str, ...]
    """Spaces where a piece of the reserve may be put now (GT-9)."""
    crossing: str | None
    """The transit space where a piece stands, which must step on (GT-6)."""
