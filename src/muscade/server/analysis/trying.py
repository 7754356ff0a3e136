"""A finished game with other moves from some moment on."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muscade.core import NATURE, IllegalMove, InvalidNotation, Match, Origin, Record
from muscade.core.words import is_word
from muscade.server import refusals
from muscade.server.analysis.protocol import MOST_MOVES, Offered, PlayOn, Tried, TriedMove
from muscade.server.analysis.refusals import (
    no_such_moment,
    not_finished,
    other_seats,
    over_there,
    too_many_moves,
)
from muscade.server.live import LiveGame
from muscade.server.reception import Before, Reception
from muscade.server.requests import CreateTable


async def whole_record(reception: Reception, table_id: str) -> Record:
    """The record of a game that is over: while it is on, nobody is helped by it."""

    def read(live: LiveGame) -> Record:
        if live.outcome is None:
            raise not_finished()
        return live.record(None).whole()

    async with reception.table(table_id) as table:
        return await table.read(read)


def until(record: Record, version: int) -> Record:
    """The first so many events of a game."""
    if version > len(record.events):
        raise no_such_moment(count=len(record.events))
    return msgspec.structs.replace(record, events=record.events[:version])


def try_moves(record: Record, version: int, moves: Sequence[TriedMove]) -> Tried:
    """What moves lead to from a moment on. Each is checked by the law; what chance does is drawn from the game's own seed
    unless it is chosen."""
    begun = until(record, version)
    at = begun.events[-1].at if begun.events else 0
    match = Match.from_record(begun, clock=lambda: at)
    if match.outcome is not None:
        raise over_there()
    try:
        for move in moves:
            if move.seat != NATURE:
                match.nature()
            if is_word(move.move):
                raise refusals.of_move(
                    InvalidNotation(f"{move.move} is no move.", f"{move.move} n'est pas un coup.")
                )
            match.apply(move.seat, move.move)
        match.nature()
    except (IllegalMove, InvalidNotation) as error:
        raise refusals.of_move(error) from None
    made = match.record.events[version:]
    if len(made) > MOST_MOVES:
        raise too_many_moves(limit=MOST_MOVES)
    state = match.state
    positions = state.game.positions
    return Tried(
        # Nobody has promised anything about draws that were chosen.
        msgspec.structs.replace(match.record, seed=None, commitment=None, part=None, numbers=(), origin=None),
        tuple(TriedMove(event.seat, event.move) for event in made),
        tuple(Offered(seat, tuple(move.notation for move in state.moves(seat))) for seat in state.turn()),
        None if positions is None or (setting := positions.move_of(state)) is None else setting.notation,
    )


def go_on_from(table_id: str, record: Record, wanted: PlayOn) -> tuple[CreateTable, Before]:
    """A table that goes on from a moment of a finished game, or of a variation, whose record is given.

    It begins with the moves so far, and draws from a seed of its own from then on; what was said there stays there.
    """
    if len(wanted.seats) != record.seats:
        raise other_seats(seats=record.seats)
    moves = [event for event in until(record, wanted.version).events if not is_word(event.move)]
    if not msgspec.structs.replace(record, events=moves).play().turn():
        raise over_there()
    origin = Origin(table_id, wanted.version, len(moves), wanted.variation)
    request = CreateTable(record.game, wanted.seats, record.options, wanted.settings, id=wanted.id)
    return request, Before(origin, moves)
