"""What a seat sees of a table of Mono-Line, as numbers (`muscade.kernels.observations`); nothing is hidden."""

from __future__ import annotations

from muscade.games.mono_line.course import Setting, Table
from muscade.games.mono_line.rules import PLAYERS, UNLIMITED, opponent, pieces_left
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import HIGHEST, Field, put, put_one_of, put_seats, put_set
from muscade.kernels.sets import BITS


def fields(setting: Setting) -> tuple[Field, ...]:
    places = setting.places
    return (
        Field("turn", (PLAYERS,), 1, "who may act"),
        Field("pieces", (PLAYERS, places), 1, "where everybody's pieces stand, in the order of the board"),
        Field("open", (PLAYERS, places), 1, "where the table lets everybody put a piece"),
        Field("tried", (places,), 1, "where a piece is tried"),
        Field("announced", (), 1, "the active player has announced in this turn"),
        Field("swapped", (), 1, "the first piece has changed hands"),
        Field(
            "left",
            (PLAYERS,),
            HIGHEST,
            "how many pieces everybody has left; -1 for as many as needed",
            UNLIMITED,
        ),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    places, other = setting.places, opponent(seat)
    at = put_seats(seen, 0, seat, table.turn, PLAYERS)
    at = put_set(seen, at, table.pieces[seat], BITS, places)
    at = put_set(seen, at, table.pieces[other], BITS, places)
    at = put_set(seen, at, table.open[seat], BITS, places)
    at = put_set(seen, at, table.open[other], BITS, places)
    at = put_one_of(seen, at, table.tried, places)
    at = put(seen, at, table.announced)
    at = put(seen, at, table.swapped)
    at = put(seen, at, pieces_left(setting.supply, table.placed[seat]))
    return put(seen, at, pieces_left(setting.supply, table.placed[other]))
