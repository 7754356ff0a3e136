"""What is asked over HTTP about a view in words."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.answers import body, limits, thinking, thought
from muscade.server.describing import teller
from muscade.server.describing.operations import OPERATIONS
from muscade.server.describing.requests import TellView
from muscade.server.operations import routes_of
from muscade.server.reception import settled_game

LONGEST = 65536
"""A late view of many pieces and the ways they may go, in bytes."""


async def describe_view(request: Request) -> Response:
    """In the process that simple bots think in."""
    asked = await body(request, TellView, LONGEST)
    limits(request).position(request.state.address)
    _, options = settled_game(asked.game, asked.seats, asked.options)
    settled = msgspec.structs.replace(asked, options=options)
    try:
        return await thought(thinking(request).quick.ask(request.state.address, teller.tell, settled))
    except teller.NoSuchView as error:
        raise refusals.malformed(what=str(error)) from None


ROUTES = routes_of(OPERATIONS, describe_view)
