"""What is asked about lessons over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from muscade.core import UnknownGame, game
from muscade.core.lessons import Lesson
from muscade.server import refusals
from muscade.server.answers import body, limits, reply, thinking, thought
from muscade.server.lessons import teacher
from muscade.server.lessons.operations import OPERATIONS
from muscade.server.lessons.requests import Coaching, TakeLesson
from muscade.server.operations import routes_of


async def read_coaching(request: Request) -> Response:
    return reply(Coaching(_lesson(request.path_params["game"]).remarks))


async def take_lesson(request: Request) -> Response:
    """In the process that simple bots think in."""
    asked = await body(request, TakeLesson)
    limits(request).position(request.state.address)
    _lesson(asked.game)
    try:
        return await thought(thinking(request).quick.ask(request.state.address, teacher.teach, asked))
    except teacher.WrongStep as error:
        raise refusals.malformed(what=str(error)) from None


def _lesson(name: str) -> Lesson:
    try:
        found = game(name).lesson()
    except UnknownGame as error:
        raise refusals.of_request("game", error) from None
    if found is None:
        raise refusals.no_lesson()
    return found


ROUTES = routes_of(OPERATIONS, read_coaching, take_lesson)
