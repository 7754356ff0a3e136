"""Positions of Mono-Line: whose pieces stand where, and whose turn it is.

>>> import muscade
>>> match = muscade.Match(muscade.game("mono-line"), seats=2, begin_at="set turn=1 pieces=c3,d6/e1")
>>> match.state.turn(), match.state.view(None).pieces[-1]
((1,), Stone(place='d6', seat=0, turn=3))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import NOWHERE
from muscade.core import Options, Text
from muscade.core.positions import (
    Forbidden,
    PositionField,
    Positions,
    check_number,
    check_rows,
    field,
    noted_seats,
    places_of,
    seat_field,
)
from muscade.games.mono_line import course, rules
from muscade.games.mono_line.course import Table
from muscade.games.mono_line.moves import MonoLinePosition, Set
from muscade.kernels.sets import contains

if TYPE_CHECKING:
    from muscade.games.mono_line.state import MonoLineState

_not_in_turn = Forbidden(
    "ML-2",
    "Players take turns to place one piece: if seat {turn} is to play, it has {due} pieces on the board or one fewer, not {own}.",
    "On pose un pion chacun son tour : si c'est à la place {turn}, elle a {due} pions sur le plateau ou un de moins, et non {own}.",
)
_shares_a_line = Forbidden(
    "ML-2",
    "{place} and the opposing piece on {opposing} share a line: no line holds pieces of both players.",
    "{place} et le pion adverse en {opposing} partagent une ligne : aucune ligne ne porte de pions des deux joueurs.",
)
_too_many = Forbidden(
    "ML-1",
    "Each player has {supply} pieces, and seat {seat} has {count} on the board.",
    "Chacun a {supply} pions, et la place {seat} en a {count} sur le plateau.",
)
_closed = Forbidden(
    "ML-2",
    "No piece can be tried on {place}: it is taken, or closed to who is to play.",
    "Aucun pion ne peut être essayé en {place} : c'est occupé, ou fermé à qui doit jouer.",
)
_no_swap = Forbidden(
    "ML-7",
    "Nothing can have been swapped: the table does not offer it, or no piece stands there.",
    "Rien n'a pu être échangé : la table ne l'offre pas, ou aucun pion n'est posé.",
)
_not_announced = Forbidden(
    "ML-5",
    "Nothing can have been announced in this turn: that is for vigilant tables, with pieces of both players on the board.",
    "Rien n'a pu être annoncé pendant ce tour : c'est pour les tables vigilantes, avec des pions des deux joueurs sur le plateau.",
)
_over = Forbidden(
    "ML-4",
    "Seat {turn} cannot place any more: the game is over.",
    "La place {turn} ne peut plus poser : la partie est finie.",
)


class MonoLinePositions(Positions["MonoLineState", MonoLinePosition]):
    """See `Positions`."""

    move_type = Set
    clause = "ML-1"
    forgets = frozenset({"announcement"})

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        vigilant, swap = options["play"] == "vigilant", options["swap"]
        most = None if options["pieces"] == "unlimited" else options["pieces"]
        en, fr = "Pieces, in the order they were placed", "Pions, dans l'ordre où ils furent posés"
        pieces = field("pieces", "places", "ML-2", en, fr, rows=noted_seats(seats), most=most, once=True)
        tried = field("tried", "places", "ML-3", "Tried on", "Essayé en", most=1, optional=True)
        en, fr = "Has announced in this turn", "A déjà annoncé pendant ce tour"
        announced = field("announced", "flag", "ML-5", en, fr)
        en, fr = "The first piece was taken over", "Le premier pion a été repris"
        swapped = field("swapped", "flag", "ML-7", en, fr)
        return (
            seat_field(seats, "ML-1", Text("To play", "À jouer")),
            pieces,
            tried,
            *([announced] if vigilant else []),
            *([swapped] if swap else []),
        )

    def of(self, state: MonoLineState) -> MonoLinePosition | None:
        if state.phase in ("first", "over"):
            return None
        names, table, owners = state.board.intersections, state.table, state.owners
        return MonoLinePosition(
            turn=state.active,
            pieces=tuple(
                tuple(names[place] for place in state.order if owners[place] == seat)
                for seat in range(state.seats)
            ),
            tried=None if table.tried == NOWHERE else names[table.tried],
            announced=table.announced != 0,
            swapped=table.swapped != 0,
        )

    def table(self, state: MonoLineState, position: MonoLinePosition) -> Table:
        setting, names, turn = state.setting, state.board.intersections, position.turn
        check_number("turn", turn, 0, rules.PLAYERS - 1, "ML-1")
        check_rows("pieces", position.pieces, rules.PLAYERS, "ML-1")
        places = places_of(position.pieces, names, "ML-2")
        for seat, row in enumerate(places):
            if setting.supply != rules.UNLIMITED and len(row) > setting.supply:
                raise _too_many(supply=setting.supply, seat=seat, count=len(row))
        own, due = len(places[turn]), len(places[rules.opponent(turn)])
        if own not in (due, due - 1):
            raise _not_in_turn(turn=turn, due=due, own=own)
        table = course.opening(setting, turn)
        for seat, row in enumerate(places):
            for place in row:
                if not contains(table.open[seat], place):
                    owners = [course.owner_of(table, other) for other in range(setting.places)]
                    theirs = places[rules.opponent(seat)]
                    closing = rules.closing_place(theirs, owners, state.board.lines_of, place, seat)
                    raise _shares_a_line(place=names[place], opposing=names[closing])
                course.stand(setting, table, seat, place)
        if position.swapped and not (setting.swap and own + due):
            raise _no_swap()
        table.swapped = position.swapped
        if position.announced:
            if setting.friendly or not rules.may_announce(False, own, due):
                raise _not_announced()
            table.announced = 1
        if course.turn_is_lost(setting, table, turn):
            raise _over(turn=turn)
        if position.tried is not None:
            [[table.tried]] = places_of([[position.tried]], names, "ML-2")
            if not contains(table.open[turn], table.tried) or not course.can_go_on(setting, table, turn):
                raise _closed(place=position.tried)
        return table


def in_order(position: MonoLinePosition) -> list[str]:
    """All pieces, the oldest first: players have taken turns."""
    one, other = position.pieces
    first, later = (one, other) if len(one) > len(other) else (other, one)
    if len(one) == len(other) and position.turn == 0:
        first, later = one, other
    ordered = [place for pair in zip(first, later, strict=False) for place in pair]
    return ordered + list(first[len(later) :])


POSITIONS = MonoLinePositions()
