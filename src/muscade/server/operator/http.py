"""The operator's addresses. Without a token of the operator's they do not exist."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from hmac import compare_digest

from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.answers import body, given_key, limits, reply
from muscade.server.operations import routes_of
from muscade.server.operator.desk import Desk
from muscade.server.operator.operations import OPERATIONS
from muscade.server.operator.requests import Announce, MakeBan


def desk_of(request: Request) -> Desk:
    """For whoever shows the token; of wrong ones there may only be a few."""
    token: str = request.app.state.config.operator.token
    if not token:
        raise refusals.unknown_address()
    wrong = limits(request).attempt(request.state.address)
    try:
        given = given_key(request) or ""
    except refusals.RequestRefused:
        given = ""
    # Digests are of one length, whatever was given, and take the same time to compare.
    if not compare_digest(sha256(given.encode()).digest(), sha256(token.encode()).digest()):
        wrong()
        raise refusals.not_the_operator()
    desk: Desk = request.app.state.desk
    return desk


async def read_operator(request: Request) -> Response:
    return reply(await desk_of(request).view())


async def operator_closes(request: Request) -> Response:
    return await after(request, lambda desk: desk.close_room(request.path_params["room"]))


async def operator_dismisses(request: Request) -> Response:
    return await after(request, lambda desk: desk.dismiss(request.path_params["report"]))


async def operator_bans(request: Request) -> Response:
    async def ban(desk: Desk) -> None:
        await desk.ban(await body(request, MakeBan))

    return await after(request, ban)


async def operator_lifts(request: Request) -> Response:
    return await after(request, lambda desk: desk.lift(request.path_params["ban"]))


async def operator_announces(request: Request) -> Response:
    async def announce(desk: Desk) -> None:
        await desk.announce(await body(request, Announce))

    return await after(request, announce)


async def operator_withdraws(request: Request) -> Response:
    return await after(request, lambda desk: desk.withdraw(request.path_params["announcement"]))


async def after(request: Request, action: Callable[[Desk], Awaitable[None]]) -> Response:
    """All there is to see once the operator has done something."""
    desk = desk_of(request)
    await action(desk)
    return reply(await desk.view())


ROUTES = routes_of(
    OPERATIONS,
    read_operator,
    operator_closes,
    operator_dismisses,
    operator_bans,
    operator_lifts,
    operator_announces,
    operator_withdraws,
)
