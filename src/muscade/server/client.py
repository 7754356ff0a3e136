"""The built client, as files: cached for long where their names change with their content."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
METRICS = "metrics"
"""They have a port of their own; whoever asks here is not to take a page for them."""


class ClientFiles(StaticFiles):
    """Addresses without a file belong to the client's own pages, such as /join and /table/…."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked = PurePosixPath(path)
        if asked.parts[:1] == (METRICS,):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if asked.suffix == "":
            path = "index.html"
            if not (self._folder / path).is_file():
                return PlainTextResponse("The client is not built yet: run make build.\n", status_code=503)
        response = await super().get_response(path, scope)
        hashed = asked.parts[:1] == ("assets",)
        response.headers["cache-control"] = FOR_EVER if hashed and response.status_code < 400 else ASK_AGAIN
        return response
