"""Being paired with others who want the same."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from muscade.server import refusals
from muscade.server.rooms.law.games import Choice, opened
from muscade.server.rooms.law.members import seated
from muscade.server.rooms.law.people import enter, leave
from muscade.server.rooms.law.seats import sit
from muscade.server.rooms.state import Member, RoomState


def wished(choice: Choice, host: Member, owner: str, wish: str) -> RoomState:
    """A room in which somebody waits for others who want the same."""
    return replace(opened(choice, host, owner), begins_full=True, wish=wish)


def join_wish(
    state: RoomState, newcomer: Member, former: Collection[str] = (), apart: Collection[str] = ()
) -> RoomState:
    """Somebody who wants the same takes the next free seat, unless somebody waits here whom they are kept apart from."""
    if state.wish is None or state.playing or seated(state).intersection(apart):
        raise refusals.taken()
    if newcomer.person in seated(state):
        return state
    free = next((seat for seat, place in enumerate(state.places) if place.person is None), None)
    if free is None:
        raise refusals.taken()
    return sit(enter(state, newcomer, former), newcomer.person, free)


def leave_wish(state: RoomState, person: str) -> RoomState:
    """Somebody does not want to be paired any more; a room without anybody is closed."""
    if state.wish is None:
        return state
    state = leave(state, person)
    return state if state.members else replace(state, closed=True)
