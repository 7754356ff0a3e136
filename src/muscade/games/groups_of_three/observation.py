"""What a seat sees of a table of Groups-of-Three, as numbers (`muscade.kernels.observations`)."""

from __future__ import annotations

from muscade.board import NOWHERE
from muscade.games.groups_of_three.course import Setting, Table
from muscade.games.race.observation import put_race, race_fields
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import Field, further, put_one_of, put_places


def fields(setting: Setting) -> tuple[Field, ...]:
    spaces = setting.spaces
    return (
        *race_fields(setting),
        Field(
            "pieces", (setting.places, spaces), 1, "where each colour has pieces, in the order of the board"
        ),
        Field("crossing", (spaces,), 1, "the transit space where a piece stands"),
        Field("opened", (spaces,), 1, "where the last step lets a piece of the reserve in"),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    places, spaces = setting.places, setting.spaces
    at = put_race(setting, table, seat, seen)
    for steps in range(places):
        colour = further(seat, steps, places)
        for space in range(spaces):
            seen[at + space] = 1 if table.cells[space] == colour else 0
        at += spaces
    at = put_one_of(seen, at, table.crossing, spaces)
    return put_places(seen, at, table.opened, NOWHERE, spaces)
