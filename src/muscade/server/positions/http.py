"""What is asked about positions over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from muscade.core import NATURE, IllegalMove, InvalidNotation
from muscade.server import refusals
from muscade.server.answers import body, limits, thinking, thought
from muscade.server.operations import JSON, routes_of
from muscade.server.positions import referee
from muscade.server.positions.operations import OPERATIONS
from muscade.server.positions.requests import LookAtPosition, TryMove
from muscade.server.reception import settled_game

Asked = TypeVar("Asked", bound=LookAtPosition | TryMove)
WEIGHING_SECONDS = 2.0
"""For the moves of one position."""


async def read_examples(_request: Request) -> Response:
    return Response(_examples(), headers={"cache-control": "no-cache"}, media_type=JSON)


@cache
def _examples() -> bytes:
    return msgspec.json.encode(referee.examples())


async def look_at_position(request: Request) -> Response:
    return await _ask(request, await body(request, LookAtPosition), referee.look)


async def try_move(request: Request) -> Response:
    return await _ask(request, await body(request, TryMove), referee.try_move)


async def weigh_position(request: Request) -> Response:
    """Where games are analysed."""
    asked = await body(request, LookAtPosition)
    limits(request).analysis(request.state.address)
    asked = _settled(request, asked)
    weighed = thinking(request).study.ask(request.state.address, referee.weigh, asked, wish=WEIGHING_SECONDS)
    try:
        return await thought(weighed)
    except (IllegalMove, InvalidNotation) as error:
        raise refusals.of_move(error) from None


async def _ask(
    request: Request, asked: LookAtPosition | TryMove, question: Callable[[Any], bytes]
) -> Response:
    """In the process that simple bots think in."""
    settled = _settled(request, asked)
    return await thought(thinking(request).quick.ask(request.state.address, question, settled))


def _settled(request: Request, asked: Asked) -> Asked:
    """With all options: such a table can be, and so can such seats; and it is not asked too often."""
    limits(request).position(request.state.address)
    played, options = settled_game(asked.game, asked.seats, asked.options)
    if played.positions is None:
        raise refusals.no_positions()
    named = {made.seat for made in asked.moves} | ({asked.seat} if isinstance(asked, TryMove) else set())
    wrong = (named - {NATURE, *range(asked.seats)}) | ({asked.look} - {None, *range(asked.seats)})
    if wrong:
        raise refusals.malformed(what=f"there is no seat {min(map(str, wrong))}")
    return msgspec.structs.replace(asked, options=options)


ROUTES = routes_of(OPERATIONS, read_examples, look_at_position, try_move, weigh_position)
