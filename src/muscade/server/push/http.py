"""What browsers ask and say about Web Push."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.answers import body, given_key, limits, reply
from muscade.server.config import PushSettings
from muscade.server.operations import routes_of
from muscade.server.push.endpoints import check_endpoint, check_keys
from muscade.server.push.operations import OPERATIONS
from muscade.server.push.requests import PushInfo, SetPush
from muscade.server.push.rows import PushRow
from muscade.server.rooms.http import caller, hall
from muscade.server.storage import StorageError
from muscade.server.tokens import digest

if TYPE_CHECKING:
    from muscade.server.push.office import PostOffice

log = structlog.get_logger()


async def read_push(request: Request) -> Response:
    return reply(info(request))


async def set_push(request: Request) -> Response:
    wanted = await body(request, SetPush)
    person = await caller(request)
    limits(request).look(person.id)
    settings: PushSettings = request.app.state.push_settings
    if info(request).key is None:
        raise refusals.no_push()
    check_endpoint(wanted.endpoint, private=settings.private_hosts)
    check_keys(wanted.p256dh, wanted.auth)
    services = hall(request).services
    push = PushRow(
        device(request),
        wanted.endpoint,
        wanted.p256dh,
        wanted.auth,
        wanted.language,
        services.clock.now(),
    )
    try:
        await services.storage.pushes.put(push)
    except StorageError as error:
        log.error("cannot-set-push", error=str(error))
        raise refusals.storage() from None
    return reply(info(request))


async def forget_push(request: Request) -> Response:
    await caller(request)
    try:
        await hall(request).services.storage.pushes.remove(device(request))
    except StorageError as error:
        log.error("cannot-forget-push", error=str(error))
        raise refusals.storage() from None
    return reply(info(request))


def device(request: Request) -> str:
    """The digest of the key that it shows, which is known by now."""
    return digest(given_key(request) or "")


def info(request: Request) -> PushInfo:
    office: PostOffice | None = request.app.state.office
    return PushInfo(office.key if office else None)


ROUTES = routes_of(
    OPERATIONS,
    read_push,
    set_push,
    forget_push,
)
