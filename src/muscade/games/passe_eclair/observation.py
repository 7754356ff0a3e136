"""What a seat sees of a table of Passe Éclair, as numbers (`muscade.kernels.observations`).

Of the others' tokens only the number is public (ES-21); what has been played lies open.
"""

from __future__ import annotations

from muscade.games.passe_eclair.course import OVER, turn
from muscade.games.passe_eclair.rules import CARDS, FACES, FOOTBALLERS, GOALS, ROUNDS, TOKENS
from muscade.games.passe_eclair.table import Setting, Table
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import (
    HIGHEST,
    Field,
    put,
    put_around,
    put_count,
    put_one_of,
    put_row,
    put_seat,
    put_seats,
)

PHASES = OVER + 1


def fields(setting: Setting) -> tuple[Field, ...]:
    seats = setting.seats
    return (
        Field(
            "phase",
            (PHASES,),
            1,
            "naming the coach, dealing, spending, turning, playing, drawing, winning, consoling, over",
        ),
        Field("round", (), ROUNDS, "from 1"),
        Field("number", (), HIGHEST, "cards laid, turned or uncovered so far"),
        Field("turn", (seats,), 1, "who may act"),
        Field("coach", (seats,), 1, "the coach"),
        Field("passed", (seats,), 1, "who has said nothing or ready"),
        Field("blocked", (), 1, "nobody can play on, says the referee"),
        Field("top", (FACES,), 1, "the top card: holder by receiver, Socke, Michi"),
        Field("layer", (seats,), 1, "who laid it"),
        Field("under", (FACES,), 1, "the card under a top card that is wrong"),
        Field("under_layer", (seats,), 1, "who laid that"),
        Field("hand", (FACES,), CARDS, "one's own cards, how many of each"),
        Field("sizes", (seats,), CARDS, "how many cards everybody has"),
        Field("middle", (FACES,), CARDS, "cards in the middle"),
        Field("box", (FACES,), CARDS, "cards in the box"),
        Field("pile", (), CARDS, "how many cards are in the pile"),
        Field("owed", (seats,), 1, "who draws a card or takes a token"),
        Field("consoled", (seats,), 1, "who takes a consolation token after that"),
        Field("victories", (seats,), TOKENS, "victory tokens"),
        Field("consolations", (seats,), TOKENS, "consolation tokens"),
        Field("goals", (), GOALS * 2 * TOKENS, "what one's own tokens are worth"),
        Field("helpers", (FOOTBALLERS,), 2 * TOKENS, "one's own tokens with each footballer"),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    seats = setting.seats
    at = put_one_of(seen, 0, table.phase, PHASES)
    at = put(seen, at, table.round)
    at = put_count(seen, at, table.number)
    at = put_seats(seen, at, seat, turn(setting, table), seats)
    at = put_seat(seen, at, seat, table.coach, seats)
    at = put_seats(seen, at, seat, table.passed, seats)
    at = put(seen, at, 1 if table.blocked else 0)
    at = put_one_of(seen, at, table.top, FACES)
    at = put_seat(seen, at, seat, table.layer, seats)
    at = put_one_of(seen, at, table.under, FACES)
    at = put_seat(seen, at, seat, table.under_layer, seats)
    at = put_row(seen, at, table.hands[seat])
    at = put_around(seen, at, seat, table.sizes, seats)
    at = put_row(seen, at, table.middle)
    at = put_row(seen, at, table.box)
    at = put(seen, at, table.in_pile)
    at = put_seat(seen, at, seat, table.owed, seats)
    at = put_seat(seen, at, seat, table.consoled, seats)
    at = put_around(seen, at, seat, table.victories, seats)
    at = put_around(seen, at, seat, table.consolations, seats)
    at = put(seen, at, table.goals[seat])
    return put_row(seen, at, table.helpers[seat])
