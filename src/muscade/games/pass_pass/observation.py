"""What a seat sees of a table of Pass Pass, as numbers (`muscade.kernels.observations`).

All cards that were played are public (PP-14), and so are the backs of those in hand (PP-7).
"""

from __future__ import annotations

from muscade.games.pass_pass.rules import (
    CARDS,
    COLOURS,
    HAND,
    ROUNDS,
    VALUES,
    card_points,
    colour,
    members,
    of_colour,
    team_of,
    value,
)
from muscade.games.pass_pass.table import CHOOSING, OVER, TAKING, TALKING, Setting, Table
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import (
    Field,
    further,
    put,
    put_around,
    put_flags,
    put_one_of,
    put_seat,
    put_seats,
)
from muscade.kernels.primitives import count

PHASES = OVER + 1


def fields(setting: Setting) -> tuple[Field, ...]:
    seats, teams = setting.seats, setting.teams
    worth = sum(map(card_points, setting.diamonds))
    return (
        Field("phase", (PHASES,), 1, "naming a leader, dealing, playing, taking, choosing, talking, over"),
        Field("round", (), ROUNDS, "from 1"),
        Field("trick_number", (), HAND, "from 1"),
        Field("turn", (seats,), 1, "who may act"),
        Field("leader", (seats,), 1, "who leads the trick"),
        Field("hand", (CARDS,), 1, "one's own cards: purple 1 to 12, blue, green, yellow"),
        Field("out", (CARDS,), 1, "cards played in this round"),
        Field("backs", (seats, COLOURS), HAND, "cards of each colour in every hand"),
        Field("trick", (seats, COLOURS), VALUES, "the value of the card everybody has played, at its colour"),
        Field("front", (seats, COLOURS), CARDS, "cards of each colour in front of everybody"),
        Field("points", (seats,), worth, "what those are worth"),
        Field("passes", (seats,), HAND, "Pass Passes of this round"),
        Field("recorded_points", (teams,), ROUNDS * worth, "by party, one's own first"),
        Field("recorded_passes", (teams,), ROUNDS * HAND, "by party, one's own first"),
        Field("first", (seats,), 1, "the first winner, while cards are taken"),
        Field("second", (seats,), 1, "the second winner, while cards are taken"),
        Field("taken", (seats,), 1, "whose card the first winner has taken"),
        Field("settled", (teams,), 1, "parties that have settled whose score they record"),
        Field("proposed", (seats,), 1, "whose score is proposed in one's own team"),
        Field("proposer", (seats,), 1, "who has proposed that"),
        Field("agreed", (seats,), 1, "who agrees, in one's own team"),
        Field("by_rule", (seats,), 1, "who would leave it to the rule, in one's own team"),
        Field("have_proposed", (seats,), 1, "who has made a proposal, in one's own team"),
    )


def observe(setting: Setting, table: Table, seat: int, seen: Numbers) -> int:
    seats = setting.seats
    at = put_one_of(seen, 0, table.phase, PHASES)
    at = put(seen, at, table.round)
    at = put(seen, at, table.trick_number)
    at = put_seats(seen, at, seat, table.turn, seats)
    at = put_seat(seen, at, seat, table.leader, seats)
    at = put_flags(seen, at, table.hands[seat], CARDS)
    at = put_flags(seen, at, table.out, CARDS)
    for steps in range(seats):
        held = table.hands[further(seat, steps, seats)]
        for tint in range(COLOURS):
            at = put(seen, at, count(held >> VALUES * tint & (1 << VALUES) - 1))
    at = _put_trick(setting, table, seat, seen, at)
    for steps in range(seats):
        front = table.counts[further(seat, steps, seats)]
        for tint in range(COLOURS):
            at = put(seen, at, of_colour(front, tint))
    at = put_around(seen, at, seat, table.points, seats)
    at = put_around(seen, at, seat, table.passes, seats)
    own, teams = team_of(seat, setting.teams), setting.teams
    at = put_around(seen, at, own, table.recorded_points, teams)
    at = put_around(seen, at, own, table.recorded_passes, teams)
    at = _put_winners(setting, table, seat, seen, at)
    return _put_talk(setting, table, seat, seen, at)


def _put_trick(setting: Setting, table: Table, seat: int, seen: Numbers, at: int) -> int:
    seats = setting.seats
    for place in range(seats * COLOURS):
        seen[at + place] = 0
    for place in range(table.played):
        card = table.trick[place]
        steps = further(further(table.leader, place, seats), seats - seat, seats)
        seen[at + steps * COLOURS + colour(card)] = value(card)
    return at + seats * COLOURS


def _put_winners(setting: Setting, table: Table, seat: int, seen: Numbers, at: int) -> int:
    """PP-11, PP-12."""
    seats = setting.seats
    won = table.phase in (TAKING, CHOOSING)
    at = put_seat(seen, at, seat, table.first if won else -1, seats)
    at = put_seat(seen, at, seat, table.second if won else -1, seats)
    owner = further(table.leader, table.taken, seats)
    return put_seat(seen, at, seat, owner if table.phase == CHOOSING else -1, seats)


def _put_talk(setting: Setting, table: Table, seat: int, seen: Numbers, at: int) -> int:
    """PP-21: what a team says among itself is its own business."""
    seats, teams = setting.seats, setting.teams
    own = team_of(seat, teams)
    talking = table.phase == TALKING
    for steps in range(teams):
        at = put(seen, at, 1 if talking and table.settled[further(own, steps, teams)] else 0)
    heard = members(own, teams, seats) if talking and table.settled[own] == 0 else 0
    at = put_seat(seen, at, seat, table.proposed[own] - 1 if heard else -1, seats)
    at = put_seat(seen, at, seat, table.proposer[own] - 1 if heard else -1, seats)
    at = put_seats(seen, at, seat, table.agreed & heard, seats)
    at = put_seats(seen, at, seat, table.by_rule & heard, seats)
    return put_seats(seen, at, seat, table.have_proposed & heard, seats)
