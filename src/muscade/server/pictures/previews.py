"""What other programs show of a link: a title, a sentence and a picture, in tags that they look for in the page.

Only what the link itself would show to anybody: of a room nothing but its game, of a table that wants no spectators neither.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request

from muscade.core import game
from muscade.pictures import HEIGHT, WIDTH
from muscade.server.refusals import RequestRefused

HOUSE = "Muscade"


class Preview(NamedTuple):
    """Of one link."""

    title: str
    text: str
    picture: str | None = None
    """Its address, from the server's root on."""

    def tags(self, root: str) -> str:
        """For the head of the page; ``root`` is where the server is, as whoever asks knows it."""
        facts = {
            "og:site_name": HOUSE,
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.text,
            "twitter:card": "summary_large_image" if self.picture else "summary",
        }
        if self.picture:
            facts |= {
                "og:image": root + self.picture,
                "og:image:type": "image/png",
                "og:image:width": str(WIDTH),
                "og:image:height": str(HEIGHT),
                "og:image:alt": self.title,
            }
        return "".join(
            f'<meta {"name" if name.startswith("twitter:") else "property"}="{name}" content="{escape(value)}" />'
            for name, value in facts.items()
        )


async def tags_of(request: Request, words: tuple[str, ...]) -> str:
    """The tags of a page of the client, by the words of its address; empty where there is nothing to say."""
    found = await preview_of(request, words)
    return found.tags(root_of(request)) if found else ""


async def preview_of(request: Request, words: tuple[str, ...]) -> Preview | None:
    """What a link shows, if it leads to a table or a room."""
    if len(words) != 2:
        return None
    kind, name = words
    try:
        if kind in ("game", "table"):
            return await _of_table(request.app, name, request.query_params.get("at"))
        if kind == "room":
            return await _of_room(request.app, name)
    except RequestRefused:
        return None
    return None


async def _of_table(app: Starlette, table_id: str, at: str | None) -> Preview:
    async with app.state.reception.table(table_id) as table:
        info = await table.info()
        watched = info.settings.watchers != "forbidden" or await table.outcome() is not None
    found = game(info.game)
    if not watched:
        return Preview(found.title.en, found.tagline.en)
    names = ", ".join(seat.name for seat in info.people if seat.name)
    moment = f"?at={int(at)}" if at is not None and at.isascii() and at.isdigit() and len(at) < 10 else ""
    return Preview(
        f"{found.title.en}: {names}" if names else found.title.en,
        found.tagline.en,
        f"/api/tables/{table_id}/picture.png{moment}",
    )


async def _of_room(app: Starlette, room_id: str) -> Preview:
    async with app.state.hall.room(room_id) as room:
        found = game(room.state.game)
    return Preview(found.title.en, found.tagline.en)


def root_of(request: Request) -> str:
    """Where the server is, as whoever asks has called it."""
    scheme, client = request.url.scheme, request.client
    if client is not None and client.host in request.app.state.proxies:
        scheme = request.headers.get("x-forwarded-proto", scheme)
    return f"{scheme}://{request.headers.get('host', request.url.netloc)}"
