"""What a table of Over-Pass shows."""

from __future__ import annotations

import msgspec

from muscade.games.over_pass import rules
from muscade.games.race.view import RaceView


class OverPassCosts(msgspec.Struct, frozen=True):
    """How many points each kind of move takes (OP-9 to OP-12)."""

    pass_: int = msgspec.field(name="pass")
    swap: int
    slide: int
    exit: int


COSTS = OverPassCosts(rules.OVER_PASS_COST, rules.SWAP_COST, rules.SLIDE_COST, rules.EXIT_COST)


class OverPassView(RaceView, frozen=True, kw_only=True):
    """A table of Over-Pass."""

    exits_open: bool
    """May pieces of the turn's colour leave the board on this roll (OP-12)?"""
    ways: tuple[str, ...]
    """For the seat to act: of each Over-Pass that it may make one shortest way, from start to target."""
    costs: OverPassCosts = COSTS
