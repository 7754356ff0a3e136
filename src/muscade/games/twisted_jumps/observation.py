"""What is seen of Twisted Jumps, as numbers (`muscade.kernels.observations`)."""

from __future__ import annotations

from muscade.games.solitaire.observation import PUZZLE_FIELDS, put_colour, put_puzzle
from muscade.games.solitaire.setup import PLAIN
from muscade.games.twisted_jumps.course import Setting, Table
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import Field, put_one_of


def fields(setting: Setting) -> tuple[Field, ...]:
    places = setting.places
    return (
        *PUZZLE_FIELDS,
        Field("cells", (places,), 1, "where pieces are, in the order of the board"),
        Field("mover", (places,), 1, "the piece that jumped last"),
    )


def observe(_setting: Setting, table: Table, _seat: int, seen: Numbers) -> int:
    at = put_colour(table, seen, put_puzzle(table, seen), PLAIN)
    return put_one_of(seen, at, table.mover, table.places)
