"""A board in somebody else's page: a picture that leads to the game. It has no script, keeps nothing, and sets no cookie."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from muscade.core import Text, game
from muscade.pictures import HEIGHT, WIDTH, colours
from muscade.server.pictures.http import moment_asked, story_asked, theme_and_language

LIVE_SECONDS = 10
"""How often a running game is looked at again."""
HEADERS = {
    # The one page that others may frame.
    "content-security-policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *",
    "cache-control": "no-cache",
}
OPEN_IT = Text("Open the game", "Ouvrir la partie")
PASSED_ON = {"at": "at", "as": "seat", "theme": "theme", "language": "language"}
"""What an address may ask for, as pages call it and as pictures do."""

_PAGE = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
{refresh}    <title>{title}</title>
    <style>
      html, body {{ height: 100%; margin: 0; background: {background}; }}
      a {{ display: block; height: 100%; }}
      img {{ display: block; width: 100%; height: 100%; object-fit: contain; }}
      a:focus-visible {{ outline: 3px solid {glow}; outline-offset: -3px; }}
    </style>
  </head>
  <body>
    <a href="{link}" target="_blank" rel="noopener" title="{open_it}"
      ><img src="{picture}" width="{width}" height="{height}" alt="{title}"
    /></a>
  </body>
</html>
"""


async def show_board(request: Request) -> Response:
    """A moment of a game, or how it stands now: then the page looks again every few seconds until it is over."""
    story = await story_asked(request)
    theme, language = theme_and_language(request)
    given = request.query_params
    asked = {PASSED_ON[name]: given[name] for name in PASSED_ON if name in given}
    moment_asked(request, story)
    story.viewer(asked.get("seat"))
    table = story.table.table
    found = game(story.record.game).title
    names = ", ".join(seat.name for seat in story.table.people if seat.name)
    live = not story.over and "at" not in asked
    paints = colours(theme)
    moment = urlencode({name: given[name] for name in ("at", "as") if name in given})
    page = _PAGE.format(
        language=language,
        refresh=f'    <meta http-equiv="refresh" content="{LIVE_SECONDS}" />\n' if live else "",
        title=escape(f"{found.fr if language == 'fr' else found.en}: {names}"),
        background=paints["paper-deep"],
        glow=paints["glow"],
        link=escape(f"/game/{table}?{moment}" if moment else f"/game/{table}"),
        open_it=escape(OPEN_IT.fr if language == "fr" else OPEN_IT.en),
        picture=escape(f"/api/tables/{table}/picture.png?{urlencode(asked)}"),
        width=WIDTH,
        height=HEIGHT,
    )
    return HTMLResponse(page, headers=HEADERS)
