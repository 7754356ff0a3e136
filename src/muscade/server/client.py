"""The built client, as files: cached for long where their names change with their content."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
INDEX = "index.html"
METRICS = "metrics"
"""They have a port of their own; whoever asks here is not to take a page for them."""


OPERATOR = "operator"
"""A page that is there only where an operator has a token."""


Tags: TypeAlias = Callable[[Request, tuple[str, ...]], Awaitable[str]]
"""What other programs are told of a page, by the words of its address."""


class ClientFiles(StaticFiles):
    """Addresses without a file belong to the client's own pages, such as /join and /table/…."""

    def __init__(self, folder: Path = FOLDER, tags: Tags | None = None) -> None:
        """``tags`` says what to put into the head of a page."""
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder
        self._tags = tags

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked = PurePosixPath(path)
        hidden = asked.parts[:1] == (OPERATOR,) and not scope["app"].state.config.operator.token
        if hidden or asked.parts[:1] == (METRICS,):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if asked.suffix == "":
            path = INDEX
            if not (self._folder / path).is_file():
                return PlainTextResponse("The client is not built yet: run make build.\n", status_code=503)
            if self._tags is not None and scope["method"] in ("GET", "HEAD"):
                tags = await self._tags(Request(scope), asked.parts)
                if tags:
                    return self._page(tags)
        response = await super().get_response(path, scope)
        hashed = asked.parts[:1] == ("assets",)
        response.headers["cache-control"] = FOR_EVER if hashed and response.status_code < 400 else ASK_AGAIN
        return response

    def _page(self, tags: str) -> Response:
        """The page of the client, and in its head what other programs show of the link."""
        page = (self._folder / INDEX).read_text(encoding="utf-8").replace("</head>", f"{tags}</head>", 1)
        return HTMLResponse(page, headers={"cache-control": ASK_AGAIN})
