"""What is asked about moderation over HTTP."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.answers import body, limits, reply
from muscade.server.moderation.decisions import Decisions
from muscade.server.moderation.operations import OPERATIONS
from muscade.server.moderation.people import ignored
from muscade.server.moderation.requests import IgnorePerson, MakeReport
from muscade.server.operations import routes_of
from muscade.server.rooms.http import caller, hall


async def read_ignored(request: Request) -> Response:
    person = await caller(request)
    limits(request).look(person.id)
    return reply(ignored(await hall(request).moderation.around(person.id)))


async def ignore_person(request: Request) -> Response:
    wanted = await body(request, IgnorePerson)
    person = await caller(request)
    limits(request).look(person.id)
    return reply(ignored(await hall(request).ignore(person, wanted)))


async def make_report(request: Request) -> Response:
    wanted = await body(request, MakeReport)
    person = await caller(request)
    if not request.app.state.config.operator.token:
        raise refusals.no_operator()
    limits(request).report(person.id, request.state.address)
    return reply(await hall(request).moderation.report(person, wanted), HTTPStatus.CREATED)


async def read_announcements(request: Request) -> Response:
    decisions: Decisions = request.app.state.decisions
    return reply(decisions.announcements)


ROUTES = routes_of(
    OPERATIONS,
    read_ignored,
    ignore_person,
    make_report,
    read_announcements,
)
