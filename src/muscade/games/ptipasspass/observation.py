"""What a seat sees of a table of PtiPassPass, as numbers (`muscade.kernels.observations`): never what is under a cup (PT-20)."""

from __future__ import annotations

from muscade.games.ptipasspass.course import OVER, Setting, Table
from muscade.games.ptipasspass.rules import COLOURS, NO_COLOUR, VICTORY, count, of_colour
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import (
    HIGHEST,
    Field,
    further,
    put,
    put_around,
    put_count,
    put_one_of,
    put_seat,
    put_seats,
)

PHASES = OVER + 1


def fields(setting: Setting) -> tuple[Field, ...]:
    seats, cups = setting.seats, setting.cups
    tokens = sum(count(pile) for pile in (*setting.hands, *setting.under))
    return (
        Field(
            "phase",
            (PHASES,),
            1,
            "drawing the first player, hiding, first window, announcing, second window, swapping, lifting, over",
        ),
        Field("turn", (seats,), 1, "who may act"),
        Field("active", (seats,), 1, "whose turn it is"),
        Field("first", (seats,), 1, "the first player of the round"),
        Field(
            "hand", (COLOURS,), tokens, "one's own tokens, the one in the fist included: blue, green, orange"
        ),
        Field("fist", (COLOURS,), 1, "the token in one's own fist"),
        Field("held", (seats,), tokens, "how many tokens everybody has, those in a fist included"),
        Field("named", (cups,), 1, "the cup that is named, in the order of the layout"),
        Field("announced", (COLOURS,), 1, "the colour that is announced"),
        Field("victories", (seats,), VICTORY, "victory tokens"),
        Field("round", (), HIGHEST, "from 1"),
        Field("turns", (), HIGHEST, "turns that are over"),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    seats = setting.seats
    at = put_one_of(seen, 0, table.phase, PHASES)
    at = put_seats(seen, at, seat, table.turn, seats)
    at = put_seat(seen, at, seat, table.active, seats)
    at = put_seat(seen, at, seat, table.first, seats)
    for colour in range(COLOURS):
        at = put(seen, at, of_colour(table.hands[seat], colour))
    at = put_one_of(seen, at, table.fist if seat == table.active else NO_COLOUR, COLOURS)
    for steps in range(seats):
        at = put(seen, at, count(table.hands[further(seat, steps, seats)]))
    at = put_one_of(seen, at, table.named, setting.cups)
    at = put_one_of(seen, at, table.announced, COLOURS)
    at = put_around(seen, at, seat, table.victories, seats)
    at = put_count(seen, at, table.round)
    return put_count(seen, at, table.turns)
