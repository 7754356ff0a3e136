"""The games of a room: its tables, the keys of their seats, and how they ended for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from muscade.core import Options, Outcome, Seat
from muscade.core import game as find_game
from muscade.core.chance import new_seed
from muscade.server.keepers import FIRST_EPOCH
from muscade.server.protocol import TableSettings
from muscade.server.ratings.law import check_rated
from muscade.server.reception import settled_game
from muscade.server.rooms.law import Choice, known_level, seats_of
from muscade.server.rooms.names import name_at
from muscade.server.rooms.protocol import RoomKey
from muscade.server.rooms.state import RoomState
from muscade.server.rows import ResultRow, RoomRow, SeatRow, TableRow
from muscade.server.storage.rooms import HandedOver, TakenOver
from muscade.server.tables import Services
from muscade.server.tokens import derive, digest


def settled_choice(
    game: str, seats: int, options: Options, settings: TableSettings, level: str | None
) -> Choice:
    """What somebody wants to play, if it can be played; the game says what is wrong with it otherwise."""
    chosen, settled = settled_game(game, seats, options)
    if settings.rated:
        check_rated(chosen, seats, settings)
    found = chosen.usual_level if level is None else known_level(chosen.name, level)
    return Choice(chosen.name, seats, settled, settings, found)


def seat_key(services: Services, table: str, person: str, seat: Seat, renewed: int = 0) -> str:
    """Made again whenever it is needed, and stored nowhere; another one each time it is ``renewed``."""
    times = (renewed,) if renewed else ()
    return derive(services.storage.secret, "room-seat", table, person, seat, *times)


def keys_of(services: Services, state: RoomState, person: str) -> tuple[RoomKey, ...]:
    """What opens somebody's seats at the table of the game that is on, or of the last one."""
    table = state.table
    if table is None:
        return ()
    return tuple(
        RoomKey(table, seat, seat_key(services, table, person, seat, state.players[seat].renewed))
        for seat in seats_of(state.players, person)
    )


def key_digests(services: Services, rows: Sequence[RoomRow], person: str) -> dict[tuple[str, Seat], str]:
    """What the database knows somebody's keys by, at the tables of these rooms."""
    return {
        (key.table, key.seat): digest(key.key) for row in rows for key in keys_of(services, row.state, person)
    }


def new_table(services: Services, row: RoomRow, state: RoomState) -> tuple[TableRow, list[SeatRow]]:
    """The table of the game that begins in a room, everybody seated; ``row`` is the room as it was before."""
    assert state.table is not None
    before = row.state
    at = services.clock.now()
    table = TableRow(
        id=state.table,
        game=state.game,
        game_version=find_game(state.game).version,
        options=state.options,
        settings=state.settings,
        seed=before.part or new_seed(),
        created_at=at,
        owner=state.owner,
        due_at=at,
        keeper=services.keeper.id,
        epoch=FIRST_EPOCH,
        room_id=row.id,
        rated=int(state.rated),
    )
    people = {place.person for place in state.players if place.person is not None}
    seats = []
    for seat, place in enumerate(state.players):
        name = name_at(state, place)
        if place.person is None:
            seats.append(SeatRow(seat, "bot", name, place.level, None, None, at))
            continue
        key = digest(seat_key(services, state.table, place.person, seat))
        # Whoever sits alone, or around one screen, is waited for.
        kind: Literal["here", "invited"] = "here" if len(people) == 1 else "invited"
        # Somebody with several seats has added one number, to the first of them.
        first = seats_of(state.players, place.person)[0] == seat
        number = before.numbers.get(place.person) if first else None
        seats.append(SeatRow(seat, kind, name, None, key, None, at, place.person, number))
    return table, seats


def taken_over(services: Services, before: RoomState, after: RoomState) -> TakenOver | None:
    """The seat of a bot that somebody has taken in the middle of a game."""
    if not (before.playing and after.playing) or before.table != after.table or after.table is None:
        return None
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if old.person is None and new.person is not None:
            key = digest(seat_key(services, after.table, new.person, seat))
            return TakenOver(after.table, seat, name_at(after, new), key, new.person)
    return None


def to_bots(before: RoomState, after: RoomState) -> list[HandedOver]:
    """Seats of a game that is on, of which somebody was sent away."""
    if not (before.playing and after.playing) or before.table != after.table or after.table is None:
        return []
    return [
        HandedOver(after.table, seat, name_at(after, new), new.level or after.level)
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if old.person is not None and new.person is None
    ]


def results_of(
    table: TableRow, seats: tuple[SeatRow, ...], outcome: Outcome | None, places: Sequence[int]
) -> list[ResultRow]:
    """How a game ended for the people who sat there at its end; ``places`` has one for each seat."""
    if outcome is None or table.ended_at is None:
        return []
    return [
        ResultRow(
            table.id,
            row.seat,
            row.person_id,
            table.game,
            len(seats),
            _won(outcome, row.seat, len(seats)),
            table.ended_at,
            places[row.seat],
        )
        for row in seats
        if row.person_id is not None
    ]


def _won(outcome: Outcome, seat: Seat, seats: int) -> Literal["won", "drawn", "lost"]:
    """
    >>> [_won(Outcome((0,), (3, 1), "points"), seat, 2) for seat in (0, 1)]
    ['won', 'lost']
    >>> _won(Outcome((0, 1), (2, 2), "points"), 0, 2), _won(Outcome((), (0, 0), "stuck"), 0, 2)
    ('drawn', 'drawn')
    >>> _won(Outcome((0,), (1,), "solved"), 0, 1), _won(Outcome((), (0,), "stuck"), 0, 1)
    ('won', 'lost')
    """
    if seats == 1:
        return "won" if outcome.winners else "lost"
    if not outcome.winners or len(outcome.winners) == seats:
        return "drawn"
    return "won" if seat in outcome.winners else "lost"
