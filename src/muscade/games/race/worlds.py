"""What a view of a turn tells of a race's table: everything, for nothing is hidden."""

from __future__ import annotations

from typing import Any

from muscade.games.race.course import ACTING, MOST_SEATS
from muscade.games.race.setup import by_colour
from muscade.games.race.view import RaceView


def race_present(view: RaceView) -> dict[str, Any]:
    """The fields of `RaceTable`, while a seat is to act."""
    assert view.colour is not None
    assert view.dice is not None
    place = view.colours.index(view.colour)
    rolls = [die for dice in view.opening for die in dice or (0, 0)]
    return {
        "phase": ACTING,
        "place": place,
        "stands_in": view.stands_in,
        "left": view.left,
        "turns": view.turns,
        "dice": view.dice,
        "opening": [*rolls, *[0, 0] * (MOST_SEATS - view.seats)],
        "homes": by_colour(view.homes),
        "reserves": by_colour(view.reserves),
    }
