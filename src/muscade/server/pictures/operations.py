"""The addresses of pictures, described."""

from __future__ import annotations

from muscade.server import refusals
from muscade.server.operations import THINKS, Operation
from muscade.server.pictures.drawing import MEDIA_TYPES
from muscade.server.pictures.refusals import film_when_over
from muscade.server.replays.operations import OF_TABLE
from muscade.server.replays.refusals import bad_record

LOOK = ("seat", "theme", "language")
DRAWS = (*OF_TABLE, *THINKS, bad_record, refusals.malformed, refusals.too_many_pictures)

FILES = (
    Operation(
        "GET",
        "/api/tables/{table}/picture.svg",
        "read_picture_svg",
        "A moment of a game as a picture, as a spectator or the key's seat saw it; as anybody did once it is over",
        str,
        media_type=MEDIA_TYPES["svg"],
        query=("at", *LOOK),
        refusals=DRAWS,
        takes_key=True,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/picture.png",
        "read_picture_png",
        "The same in pixels",
        bytes,
        media_type=MEDIA_TYPES["png"],
        query=("at", *LOOK, "width"),
        refusals=DRAWS,
        takes_key=True,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/film.gif",
        "read_film",
        "A stretch of a game that is over, as an animated GIF",
        bytes,
        media_type=MEDIA_TYPES["gif"],
        query=("from", "to", *LOOK, "width"),
        refusals=(*DRAWS, film_when_over, refusals.too_many_films),
        takes_key=True,
    ),
)
PUZZLES = (
    Operation(
        "GET",
        "/api/daily/{date}/picture.svg",
        "read_daily_picture",
        "The puzzle of a day of the last year before its first move",
        str,
        media_type=MEDIA_TYPES["svg"],
        query=LOOK[1:],
        refusals=(refusals.unknown_day, refusals.too_many_pictures, refusals.malformed, *THINKS),
    ),
    Operation(
        "GET",
        "/api/series/{game}/{number}/picture.svg",
        "read_series_picture",
        "A puzzle of a series before its first move",
        str,
        media_type=MEDIA_TYPES["svg"],
        query=LOOK[1:],
        refusals=(refusals.no_series, refusals.too_many_pictures, refusals.malformed, *THINKS),
    ),
)
OPERATIONS = (
    *FILES,
    *PUZZLES,
    Operation(
        "GET",
        "/embed/{table}",
        "show_board",
        "A board for somebody else's page, which may frame it",
        str,
        media_type="text/html",
        query=("at", "as", "theme", "language"),
        refusals=(*OF_TABLE, refusals.malformed),
    ),
)
