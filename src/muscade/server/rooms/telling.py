"""A room as it is told: to somebody in it, and in the lobby."""

from __future__ import annotations

from collections.abc import Collection

from muscade.server.rooms import law
from muscade.server.rooms.games import keys_of, name_at
from muscade.server.rooms.protocol import OpenRoom, RoomInfo, RoomPerson, RoomSeat
from muscade.server.rooms.state import Place, RoomState
from muscade.server.rows import RoomRow
from muscade.server.tables.services import Services


def room_info(services: Services, row: RoomRow, person: str, present: Collection[str]) -> RoomInfo:
    """All of it, with the keys of that person's own seats."""
    state = row.state
    return RoomInfo(
        room=row.id,
        code=row.code,
        version=row.version,
        game=state.game,
        options=state.options,
        settings=state.settings,
        level=state.level,
        host=state.host,
        you=person,
        private=state.private,
        closed=state.closed,
        people=tuple(
            RoomPerson(
                member.person,
                member.name,
                member.portrait,
                member.person in present,
                member.person in state.again,
            )
            for member in state.members
            if not member.left or member.person in present
        ),
        seats=_seats(state, state.places),
        number=state.number,
        playing=state.playing,
        table=state.table,
        players=_seats(state, state.players),
        begins_full=state.begins_full,
        yours=keys_of(services, state, person),
    )


def _seats(state: RoomState, places: tuple[Place, ...]) -> tuple[RoomSeat, ...]:
    return tuple(
        RoomSeat(seat, place.person, name_at(state, place) if place.person else None, place.level)
        for seat, place in enumerate(places)
    )


def open_room(row: RoomRow) -> OpenRoom | None:
    """As the lobby shows it, if it may."""
    state = row.state
    host = law.member_of(state, state.host)
    if state.private or state.closed or host is None:
        return None
    return OpenRoom(
        room=row.id,
        game=state.game,
        options=state.options,
        settings=state.settings,
        level=state.level,
        host=host.name,
        portrait=host.portrait,
        people=len(state.members),
        seats=len(state.places),
        seated=sum(place.person is not None for place in state.places),
        playing=state.playing,
        wanted=state.wish is not None,
        created_at=row.created_at,
    )
