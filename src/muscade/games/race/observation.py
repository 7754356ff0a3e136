"""What a seat sees of every race, as numbers (`muscade.kernels.observations`); nothing is hidden.

Colours are told from the observer's first one on, in turn order.
"""

from __future__ import annotations

from muscade.games.race.course import FACES, OVER, RaceSetting, RaceTable, turn
from muscade.games.race.rules import PIECES
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import (
    HIGHEST,
    Field,
    further,
    put,
    put_around,
    put_count,
    put_one_of,
    put_row,
    put_seat,
    put_seats,
)

PHASES = OVER + 1


def race_fields(setting: RaceSetting) -> tuple[Field, ...]:
    """What `put_race` writes."""
    seats, places = setting.seats, setting.places
    return (
        Field("phase", (PHASES,), 1, "rolling for the start, rolling, acting, over"),
        Field("turn", (seats,), 1, "who may act"),
        Field("colour", (places,), 1, "the turn's colour"),
        Field("stands_in", (), 1, "it plays in place of its owner's other one, which is home"),
        Field("dice", (2,), FACES, "this turn's roll, 0 before it"),
        Field("left", (), 2 * FACES, "points or steps left of it"),
        Field("turns", (), HIGHEST, "turns finished"),
        Field("rolling", (seats,), 1, "who has still to roll for the start"),
        Field("contenders", (seats,), 1, "who may still begin"),
        Field("opening", (seats, 2), FACES, "everybody's last roll for the start"),
        Field("homes", (places,), PIECES, "pieces that are home, by colour"),
        Field("reserves", (places,), PIECES, "pieces in reserve, by colour"),
    )


def put_race(setting: RaceSetting, table: RaceTable, seat: int, seen: Numbers) -> int:
    """Write what all races have; the place behind it."""
    seats, places = setting.seats, setting.places
    at = put_one_of(seen, 0, table.phase, PHASES)
    at = put_seats(seen, at, seat, turn(setting, table), seats)
    at = put_seat(seen, at, seat, table.place, places)
    at = put(seen, at, table.stands_in)
    at = put_row(seen, at, table.dice)
    at = put(seen, at, table.left)
    at = put_count(seen, at, table.turns)
    at = put_seats(seen, at, seat, table.rolling, seats)
    at = put_seats(seen, at, seat, table.contenders, seats)
    for steps in range(seats):
        other = further(seat, steps, seats)
        at = put_row(seen, at, table.opening[2 * other : 2 * other + 2])
    at = put_around(seen, at, seat, table.homes, places)
    return put_around(seen, at, seat, table.reserves, places)
