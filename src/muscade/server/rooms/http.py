"""What is asked about people and rooms over HTTP."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from muscade.server.answers import body, given_key, limits, reply
from muscade.server.operations import routes_of
from muscade.server.rooms.hall import Hall
from muscade.server.rooms.operations import OPERATIONS
from muscade.server.rooms.requests import ChangePerson, CreateRoom, FindRoom, MakePerson, RoomFound
from muscade.server.rows import PersonRow


async def make_person(request: Request) -> Response:
    wanted = await body(request, MakePerson)
    limits(request).person(request.state.address)
    return reply(await hall(request).people.make(wanted), HTTPStatus.CREATED)


async def read_me(request: Request) -> Response:
    person = await caller(request)
    limits(request).look(person.id)
    return reply(await hall(request).me(person))


async def change_me(request: Request) -> Response:
    wanted = await body(request, ChangePerson)
    return reply(await hall(request).people.change(await caller(request), wanted))


async def create_room(request: Request) -> Response:
    wanted = await body(request, CreateRoom)
    person, address = await caller(request), request.state.address
    limits(request).room(address)
    limits(request).open_tables(await request.app.state.reception.open_tables(address))
    return reply(await hall(request).create(wanted, person, address), HTTPStatus.CREATED)


async def find_room(request: Request) -> Response:
    wanted = await body(request, FindRoom)
    limits(request).code(request.state.address)
    return reply(await hall(request).find(wanted.code))


async def leave_room(request: Request) -> Response:
    person = await caller(request)
    async with hall(request).room(request.path_params["room"]) as room:
        await room.decline(person.id)
        row = await room.ready()
    return reply(RoomFound(row.id, row.code))


async def caller(request: Request) -> PersonRow:
    """Who asks, by the key of their device."""
    return await hall(request).people.known(given_key(request))


def hall(request: Request) -> Hall:
    found: Hall = request.app.state.hall
    return found


ROUTES = routes_of(
    OPERATIONS,
    make_person,
    read_me,
    change_me,
    create_room,
    find_room,
    leave_room,
)
