"""What a seat sees of a table of Over-Pass, as numbers (`muscade.kernels.observations`)."""

from __future__ import annotations

from muscade.games.over_pass.course import Setting, Table
from muscade.games.race.observation import put_race, race_fields
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import Field, further, put_set
from muscade.kernels.sets import BITS


def fields(setting: Setting) -> tuple[Field, ...]:
    shape = (setting.places, setting.size)
    return (
        *race_fields(setting),
        Field("pieces", shape, 1, "where each colour has pieces, in the order of the board"),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    at = put_race(setting, table, seat, seen)
    for steps in range(setting.places):
        at = put_set(seen, at, table.held[further(seat, steps, setting.places)], BITS, setting.size)
    return at
