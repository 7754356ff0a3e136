"""A room as it is told: to somebody in it, and in the lobby."""

from __future__ import annotations

from collections.abc import Collection

from muscade.core import Seat
from muscade.core.chance import commitment
from muscade.server.rooms import law
from muscade.server.rooms.games import keys_of
from muscade.server.rooms.names import name_at
from muscade.server.rooms.protocol import Face, OpenRoom, RoomInfo, RoomPerson, RoomSeat
from muscade.server.rooms.state import Member, Place, RoomState
from muscade.server.rows import RoomRow
from muscade.server.tables.services import Services

MOST_FACES = 6
"""Of a room in the lobby."""


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
        found_by=state.found_by,
        closed=state.closed,
        people=tuple(
            RoomPerson(
                member.person,
                member.name,
                member.account,
                member.portrait,
                member.person in present,
                member.person in state.again,
                member.person in state.numbers,
                member.person in state.agreed,
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
        commitment=next_commitment(state),
        yours=keys_of(services, state, person),
        rated=state.rated,
    )


def next_commitment(state: RoomState) -> str:
    """What is told of the server's part of the next deal."""
    return "" if state.part is None else commitment(state.part)


def _seats(state: RoomState, places: tuple[Place, ...]) -> tuple[RoomSeat, ...]:
    return tuple(_seat(state, seat, place) for seat, place in enumerate(places))


def _seat(state: RoomState, seat: Seat, place: Place) -> RoomSeat:
    sitter = _sitter(state, place)
    return RoomSeat(
        seat,
        place.person,
        name_at(state, place) or None,
        sitter is not None and sitter.account,
        place.level,
        None if sitter is None else sitter.portrait,
    )


def _sitter(state: RoomState, place: Place) -> Member | None:
    """Who of the room sits there; whom somebody has brought along is somebody else."""
    return law.member_of(state, place.person or "") if place.name is None else None


def open_room(row: RoomRow) -> OpenRoom | None:
    """As the lobby shows it, if it may."""
    state = row.state
    host = law.member_of(state, state.host)
    if not law.is_listed(state) or host is None:
        return None
    return OpenRoom(
        room=row.id,
        game=state.game,
        options=state.options,
        settings=state.settings,
        level=state.level,
        host=host.name,
        account=host.account,
        portrait=host.portrait,
        people=len(state.members),
        seats=len(state.places),
        seated=sum(place.person is not None for place in state.places),
        playing=state.playing,
        wanted=state.wish is not None,
        created_at=row.created_at,
        faces=tuple(
            Face(member.person, member.name, member.portrait)
            for member in sorted(state.members, key=lambda member: member is not host)[:MOST_FACES]
            if not member.left
        ),
    )
