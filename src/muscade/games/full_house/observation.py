"""What is seen of a Full House, as numbers (`muscade.kernels.observations`)."""

from __future__ import annotations

from muscade.board import NOWHERE
from muscade.games.full_house.course import Setting, Table
from muscade.games.solitaire.observation import PUZZLE_FIELDS, put_colour, put_puzzle
from muscade.games.solitaire.setup import PLAIN
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import Field, put_one_of, put_places


def fields(setting: Setting) -> tuple[Field, ...]:
    places = setting.spaces
    return (
        *PUZZLE_FIELDS,
        Field("cells", (places,), 1, "where pieces are, in the order of the board"),
        Field("crossing", (places,), 1, "the transit space where a piece stands"),
        Field("opened", (places,), 1, "where the last step lets a new piece in"),
    )


def observe(_setting: Setting, table: Table, _seat: int, seen: Numbers) -> int:
    at = put_colour(table, seen, put_puzzle(table, seen), PLAIN)
    at = put_one_of(seen, at, table.crossing, table.places)
    return put_places(seen, at, table.opened, NOWHERE, table.places)
