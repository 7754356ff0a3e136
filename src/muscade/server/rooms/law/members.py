"""Who is who in a room, and what only some of them may do."""

from __future__ import annotations

from collections.abc import Collection

from muscade.core import Seat
from muscade.server import refusals
from muscade.server.rooms.state import Member, Place, RoomState


def member_of(state: RoomState, person: str) -> Member | None:
    return next((member for member in state.members if member.person == person), None)


def seats_of(places: Collection[Place], person: str) -> tuple[Seat, ...]:
    return tuple(seat for seat, place in enumerate(places) if place.person == person)


def plays(state: RoomState, person: str) -> bool:
    """In the game that is on."""
    return state.playing and bool(seats_of(state.players, person))


def seated(state: RoomState) -> set[str]:
    return {place.person for place in state.places if place.person is not None}


def check_host(state: RoomState, person: str) -> None:
    if state.host != person:
        raise refusals.host_only()


def check_between_games(state: RoomState) -> None:
    if state.playing:
        raise refusals.while_playing()


def is_in(state: RoomState, person: str) -> bool:
    found = member_of(state, person)
    return found is not None and not found.left


def is_full(state: RoomState) -> bool:
    return all(place.person is not None for place in state.places)
