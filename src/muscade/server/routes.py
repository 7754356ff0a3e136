"""The addresses of the server, and what is answered there; each area has its own in its ``http.py``."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from muscade.server import openapi, refusals
from muscade.server.accounts.http import ROUTES as ACCOUNTS
from muscade.server.analysis.http import ROUTES as ANALYSIS
from muscade.server.answers import reply
from muscade.server.client import ClientFiles
from muscade.server.deals.http import ROUTES as DEALS
from muscade.server.describing.http import ROUTES as DESCRIBING
from muscade.server.history.http import ROUTES as HISTORY
from muscade.server.judging.http import ROUTES as JUDGING
from muscade.server.lessons.http import ROUTES as LESSONS
from muscade.server.moderation.http import ROUTES as MODERATION
from muscade.server.operations import API, JSON
from muscade.server.operator.http import ROUTES as OPERATOR
from muscade.server.pictures.embed import show_board
from muscade.server.pictures.http import ROUTES as PICTURES
from muscade.server.pictures.previews import tags_of
from muscade.server.positions.http import ROUTES as POSITIONS
from muscade.server.push.http import ROUTES as PUSH
from muscade.server.ratings.http import ROUTES as RATINGS
from muscade.server.replays.http import ROUTES as REPLAYS
from muscade.server.rooms.http import ROUTES as ROOMS
from muscade.server.series.http import ROUTES as SERIES
from muscade.server.storage import Storage, StorageError
from muscade.server.tables.http import ROUTES as TABLES


def routes() -> list[BaseRoute]:
    return [
        # Mounts of their own, so that a wrong method there is not taken for a page of the client.
        Mount(
            API,
            routes=[
                Route("/openapi.json", read_openapi),
                *TABLES,
                *PICTURES,
                *REPLAYS,
                *ANALYSIS,
                *POSITIONS,
                *LESSONS,
                # Before the accounts: `/people/me` is nobody's profile.
                *ROOMS,
                *PUSH,
                *SERIES,
                *MODERATION,
                *OPERATOR,
                *RATINGS,
                *HISTORY,
                *DEALS,
                *JUDGING,
                *DESCRIBING,
                *ACCOUNTS,
            ],
        ),
        # Only what asks for a WebSocket gets one: `muscade.server.transport`.
        Mount("/ws", routes=[]),
        Route("/embed/{table}", show_board),
        Route("/healthz", check_health),
        Route("/readyz", check_ready),
        Mount("/", ClientFiles(tags=tags_of)),
    ]


async def read_openapi(_request: Request) -> Response:
    return Response(openapi.document(), headers={"cache-control": "no-cache"}, media_type=JSON)


async def check_health(_request: Request) -> Response:
    """This process is alive and answers."""
    return reply({"status": "ok"})


async def check_ready(request: Request) -> Response:
    """It is one to send people to: it can read and write, and is not about to stop."""
    storage: Storage = request.app.state.storage
    if request.app.state.readiness.stopping:
        raise refusals.stopping()
    try:
        await storage.ping()
    except StorageError:
        raise refusals.storage() from None
    return reply({"status": "ready"})
