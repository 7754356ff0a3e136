"""What a view of a turn tells of a race's table: everything, for nothing is hidden."""

from __future__ import annotations

from typing import Any

from muscade.board import COLOURS
from muscade.games.race.course import ACTING, MOST_SEATS
from muscade.games.race.view import RaceView


def race_present(view: RaceView) -> dict[str, Any]:
    """The fields of `RaceTable`, while a seat is to act."""
    assert view.colour is not None
    assert view.dice is not None
    place = view.colours.index(view.colour)
    # Two players' colours take turns one after the other, whoever stands in for whom.
    totals = [sum(dice or ()) for dice in view.opening]
    due = (totals.index(max(totals)) + view.turns) % len(view.colours)
    rolls = [die for dice in view.opening for die in dice or (0, 0)]
    unplayed = [0] * (len(COLOURS) - len(view.colours))
    return {
        "phase": ACTING,
        "place": place,
        "stands_in": view.seats == 2 and due != place,
        "left": view.left,
        "turns": view.turns,
        "dice": view.dice,
        "opening": [*rolls, *[0, 0] * (MOST_SEATS - view.seats)],
        "homes": [*view.homes, *unplayed],
        "reserves": [*view.reserves, *unplayed],
    }
