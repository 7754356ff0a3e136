"""What is asked of the judge over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from muscade.core import InvalidOptions, UnknownGame, game
from muscade.server import refusals
from muscade.server.answers import body, reply
from muscade.server.judging.operations import OPERATIONS
from muscade.server.judging.requests import AskJudge
from muscade.server.operations import routes_of


async def judge_trick(request: Request) -> Response:
    asked = await body(request, AskJudge)
    try:
        ruling = game(asked.game).judge_trick(asked.cards)
    except UnknownGame as error:
        raise refusals.of_request("game", error) from None
    except InvalidOptions as error:
        raise refusals.of_request("cards", error) from None
    if ruling is None:
        raise refusals.no_judge()
    return reply(ruling)


ROUTES = routes_of(OPERATIONS, judge_trick)
