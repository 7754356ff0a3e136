"""What browsers ask and say about solved puzzles."""

from __future__ import annotations

import structlog
from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.answers import body, limits, reply
from muscade.server.operations import routes_of
from muscade.server.puzzles import puzzle_of
from muscade.server.rooms.http import caller, hall
from muscade.server.series.operations import OPERATIONS
from muscade.server.series.requests import MySeries, NoteSolved, SolvedPuzzle
from muscade.server.series.rows import SolvedRow
from muscade.server.storage import StorageError

log = structlog.get_logger()


async def read_my_series(request: Request) -> Response:
    person = await caller(request)
    limits(request).look(person.id)
    return reply(await my_series(request, person.id))


async def note_solved(request: Request) -> Response:
    wanted = await body(request, NoteSolved)
    person = await caller(request)
    limits(request).look(person.id)
    now = hall(request).services.clock.now()
    rows = [row_of(solved, person.id, now) for solved in wanted.solved]
    try:
        await hall(request).services.storage.solved.note(rows)
    except StorageError as error:
        log.error("cannot-note-solved", error=str(error))
        raise refusals.storage() from None
    return reply(await my_series(request, person.id))


async def my_series(request: Request, person_id: str) -> MySeries:
    try:
        found = await hall(request).services.storage.solved.of_person(person_id)
    except StorageError as error:
        log.error("cannot-read-solved", error=str(error))
        raise refusals.storage() from None
    return MySeries(tuple(SolvedPuzzle(row.game, row.number, row.fewest, bool(row.starred)) for row in found))


def row_of(solved: SolvedPuzzle, person_id: str, now: int) -> SolvedRow:
    """What a device says is taken at its word, as far as anybody could have done it: nobody is measured by it but oneself."""
    minimum = puzzle_of(solved.game, str(solved.number)).minimum
    if minimum is not None:
        too_few = solved.count is not None and solved.count < minimum
        if too_few or (solved.starred and solved.count != minimum):
            raise refusals.not_solved_so(number=solved.number, minimum=minimum)
    return SolvedRow(person_id, solved.game, solved.number, solved.count, int(solved.starred), now)


ROUTES = routes_of(OPERATIONS, read_my_series, note_solved)
