"""What is answered to those who want pictures."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from muscade.core import Options
from muscade.core.text import LANGUAGES
from muscade.pictures import LARGEST, SMALLEST, THEMES, WIDTH, Theme
from muscade.replays.film import FILM_WIDTH
from muscade.server import refusals
from muscade.server.answers import given_key, limits
from muscade.server.operations import routes_of
from muscade.server.pictures.drawing import MEDIA_TYPES, Kind, Look
from muscade.server.pictures.operations import FILES, PUZZLES
from muscade.server.pictures.refusals import film_when_over
from muscade.server.pictures.service import PictureService, Wanted
from muscade.server.puzzles import Drawn, puzzle_of
from muscade.server.reception import Reception
from muscade.server.replays.stories import Story
from muscade.server.tables.http import day_asked, puzzles

A_DAY = 86_400
LARGEST_FILM = 800
"""Pixels across."""


async def read_picture_svg(request: Request) -> Response:
    return await _picture(request, "svg")


async def read_picture_png(request: Request) -> Response:
    return await _picture(request, "png")


async def read_film(request: Request) -> Response:
    """A stretch of a finished game."""
    story = await story_asked(request)
    if not story.over:
        raise film_when_over()
    last = len(story.record.events)
    start = _number(request, "from", 0, 0, last)
    stop = _number(request, "to", last, start, last)
    look = _look(request, story, FILM_WIDTH, LARGEST_FILM)
    viewer = story.viewer(request.query_params.get("seat"))
    return await _answer(request, story, Wanted("gif", story.table.table, start, stop, viewer, look))


async def read_daily_picture(request: Request) -> Response:
    day = day_asked(request)
    found = await puzzles(request).daily(day)
    return await _before(request, found.game, found.options, None)


async def read_series_picture(request: Request) -> Response:
    name = request.path_params["game"]
    puzzle = puzzle_of(name, request.path_params["number"])
    return await _before(request, name, puzzle.options, puzzle.position)


async def _before(request: Request, name: str, options: Options, position: str | None) -> Response:
    """A puzzle as it is set; it never changes."""
    wanted = Drawn(name, options, position, *theme_and_language(request))
    address = request.state.address
    limits(request).picture(address)
    drawn = await puzzles(request).picture(wanted, owner=address)
    headers = {"cache-control": f"public, max-age={A_DAY}"}
    return Response(drawn, headers=headers, media_type=MEDIA_TYPES["svg"])


async def _picture(request: Request, kind: Kind) -> Response:
    story = await story_asked(request)
    at = moment_asked(request, story)
    look = _look(request, story, WIDTH, LARGEST)
    viewer = story.viewer(request.query_params.get("seat"))
    return await _answer(request, story, Wanted(kind, story.table.table, at, at, viewer, look))


async def _answer(request: Request, story: Story, wanted: Wanted) -> Response:
    """Whoever has it already is told so; what is over never changes again."""
    private = request.headers.get("authorization") is not None
    reach = "private" if private else "public"
    kept = f"{reach}, max-age={A_DAY}, immutable" if story.over else f"{reach}, no-cache"
    headers = {"etag": wanted.etag, "cache-control": kept, "vary": "authorization"}
    if wanted.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    address = request.state.address
    counted = limits(request).film if wanted.kind == "gif" else limits(request).picture
    drawn = await _service(request).get(wanted, story, owner=address, count=lambda: counted(address))
    return Response(drawn, headers=headers, media_type=MEDIA_TYPES[wanted.kind])


async def story_asked(request: Request) -> Story:
    reception: Reception = request.app.state.reception
    async with reception.table(request.path_params["table"]) as table:
        return await table.story(given_key(request))


def moment_asked(request: Request, story: Story) -> int:
    """After which event; the last one that may be seen, unless the address says so."""
    last = len(story.record.events)
    return _number(request, "at", last, 0, last)


def _look(request: Request, story: Story, width: int, widest: int) -> Look:
    """As the address asks for it."""
    theme, language = theme_and_language(request)
    names = tuple(seat.name or "" for seat in story.table.people)
    return Look(names, theme, language, _number(request, "width", width, SMALLEST, widest))


def theme_and_language(request: Request) -> tuple[Theme, str]:
    """By day and in English unless the address says otherwise."""
    dark = _one_of(request, "theme", THEMES) == "dark"
    return "dark" if dark else "light", _one_of(request, "language", LANGUAGES)


def _one_of(request: Request, name: str, choices: tuple[str, ...]) -> str:
    wanted = request.query_params.get(name, choices[0])
    if wanted not in choices:
        raise refusals.malformed(what=f"{name} is one of {', '.join(choices)}")
    return wanted


def _number(request: Request, name: str, usual: int, least: int, most: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return usual
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
    if not least <= value <= most:
        raise refusals.malformed(what=f"{name} is a whole number from {least} to {most}")
    return value


def _service(request: Request) -> PictureService:
    found: PictureService = request.app.state.pictures
    return found


ROUTES = routes_of(
    (*FILES, *PUZZLES),
    read_picture_svg,
    read_picture_png,
    read_film,
    read_daily_picture,
    read_series_picture,
)
