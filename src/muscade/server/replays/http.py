"""What is answered to those who read games again."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from muscade.core import Record
from muscade.server import refusals
from muscade.server.answers import body, given_key, limits, reply
from muscade.server.operations import JSON, routes_of
from muscade.server.reception import Reception, settled_game
from muscade.server.replays.operations import OPERATIONS
from muscade.server.replays.service import MOST_FRAMES, ReplayService, begun
from muscade.server.replays.stories import Story, outdated_story, story_of

MAX_RECORD_BYTES = 1_048_576


async def read_replay(request: Request) -> Response:
    """A game in brief, as a spectator saw it, or the key's seat; once it is over, as anybody did."""
    return await _outline(request, await _of_table(request))


async def read_frames(request: Request) -> Response:
    """Some of its moments."""
    return _frames(request, await _of_table(request))


async def replay_record(request: Request) -> Response:
    """The same of a record that somebody brings; it is stored nowhere."""
    return await _outline(request, await _of_body(request))


async def replay_record_frames(request: Request) -> Response:
    return _frames(request, await _of_body(request))


async def _of_table(request: Request) -> Story:
    limits(request).replay(request.state.address)
    reception: Reception = request.app.state.reception
    table_id, key, stories = request.path_params["table"], given_key(request), _service(request).stories
    if (known := stories.recall(table_id, key)) is not None:
        return known
    try:
        async with reception.table(table_id) as table:
            story = await table.story(key)
            stories.note(story)
            return story
    except refusals.RequestRefused as refusal:
        if refusal.code != refusals.outdated.code:
            raise
    services = reception.services
    return await outdated_story(services.storage, table_id, key, services.clock.now())


async def _of_body(request: Request) -> Story:
    limits(request).replay(request.state.address)
    record = await body(request, Record, MAX_RECORD_BYTES)
    begun(record)
    # Whoever plays with a laboratory's settings looks at it there.
    settled_game(record.game, record.seats, record.options_today())
    return story_of(record)


async def _outline(request: Request, story: Story) -> Response:
    viewer = story.viewer(request.query_params.get("seat"))
    return reply(await _service(request).outline(story, viewer))


def _frames(request: Request, story: Story) -> Response:
    viewer = story.viewer(request.query_params.get("seat"))
    start = _number(request, "from", 0)
    stop = _number(request, "to", start + MOST_FRAMES)
    parts = _service(request).frames(story, viewer, start, stop)
    return StreamingResponse(parts, headers={"cache-control": "no-store"}, media_type=JSON)


def _number(request: Request, name: str, usual: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise refusals.malformed(what=f"{name} is a version: a whole number from 0 on")
    return int(text)


def _service(request: Request) -> ReplayService:
    found: ReplayService = request.app.state.replays
    return found


ROUTES = routes_of(OPERATIONS, read_replay, read_frames, replay_record, replay_record_frames)
