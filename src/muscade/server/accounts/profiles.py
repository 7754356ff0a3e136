"""What is told of somebody: to anybody, to their friends, to themselves."""

from __future__ import annotations

from muscade.server import refusals
from muscade.server.accounts.requests import (
    Export,
    ExportedDevice,
    ExportedFriend,
    ExportedPush,
    ExportedPuzzle,
    ExportedRating,
    ExportedResult,
    ExportedRoom,
    ExportedSeat,
    ExportedWords,
    Opponent,
    Profile,
    ProfileGame,
)
from muscade.server.ratings.ladders import rating_info
from muscade.server.rooms.hall import by_game
from muscade.server.rows import PersonRow, ResultRow, RoomRow
from muscade.server.series.requests import SeriesProgress
from muscade.server.storage import Storage, StorageError
from muscade.server.storage.profiles import PlayedWith


async def profile(storage: Storage, person_id: str, viewer: PersonRow | None, now: int) -> Profile:
    """Anybody sees name, portrait and results by game; single games and opponents only friends do, and oneself."""
    try:
        person = await storage.accounts.of_id(person_id)
        if person is None:
            raise refusals.unknown_profile()
        you = viewer is not None and viewer.id == person.id
        friend = viewer is not None and await storage.profiles.are_friends(person.id, viewer.id)
        counts = await storage.people.count_results(person.id)
        last = await storage.people.last_results(person.id) if you or friend else None
        ratings = await storage.ratings.of_person(person.id)
        series = await storage.solved.progress(person.id)
        opponents = await storage.profiles.opponents(person.id) if you or friend else None
    except StorageError:
        raise refusals.storage() from None
    return Profile(
        person.id,
        person.name,
        person.portrait,
        person.account is not None,
        you,
        friend,
        by_game(counts),
        None if last is None else tuple(_game(row, you=you) for row in last),
        None if opponents is None else tuple(_opponent(one) for one in opponents),
        tuple(rating_info(row, now) for row in ratings),
        tuple(SeriesProgress(*one) for one in series),
    )


def _game(row: ResultRow, *, you: bool) -> ProfileGame:
    return ProfileGame(row.game, row.seats, row.outcome, row.ended_at, row.table_id if you else None)


def _opponent(one: PlayedWith) -> Opponent:
    return Opponent(one.person_id, one.name, one.portrait, bool(one.account), one.games, one.won, one.lost)


async def export(storage: Storage, person: PersonRow) -> Export:
    """Everything somebody has here, but for secrets."""
    try:
        devices = await storage.accounts.devices(person.id)
        friends = await storage.profiles.friends(person.id)
        rooms = await storage.accounts.rooms(person.id)
        results = await storage.profiles.results(person.id)
        seats = await storage.accounts.seats(person.id)
        words = await storage.profiles.words(person.id)
        rated = await storage.ratings.games_of(person.id)
        pushes = await storage.pushes.all_of(person.id)
        solved = await storage.solved.of_person(person.id)
    except StorageError:
        raise refusals.storage() from None
    return Export(
        person.id,
        person.former,
        person.name,
        person.portrait,
        person.account is not None,
        person.created_at,
        person.seen_at,
        tuple(ExportedDevice(row.label, row.created_at, row.seen_at) for row in devices),
        tuple(ExportedFriend(friend.person_id, friend.name, friend.since) for friend in friends),
        tuple(_exported_room(row, person) for row in rooms),
        tuple(_exported_result(row) for row in results),
        tuple(ExportedSeat(table, record_address(table), seat) for table, seat in seats),
        tuple(ExportedWords(room, row.words, row.game, row.phrase, row.at) for room, row in words),
        tuple(
            ExportedRating(
                row.table_id,
                row.game,
                row.seats,
                row.place,
                row.ended_at,
                row.rating,
                row.deviation,
                row.volatility,
            )
            for row in rated
        ),
        tuple(ExportedPush(row.endpoint, row.language, row.created_at) for row in pushes),
        tuple(
            ExportedPuzzle(row.game, row.number, row.fewest, bool(row.starred), row.solved_at)
            for row in solved
        ),
    )


def _exported_room(row: RoomRow, person: PersonRow) -> ExportedRoom:
    state = row.state
    return ExportedRoom(
        row.id, row.code, state.game, state.host == person.id, state.number, row.created_at, row.used_at
    )


def _exported_result(row: ResultRow) -> ExportedResult:
    address = record_address(row.table_id)
    return ExportedResult(row.table_id, address, row.game, row.seat, row.seats, row.outcome, row.ended_at)


def record_address(table: str) -> str:
    return f"/api/tables/{table}/record"
