"""How an address of the server is described: what it takes, what it gives and what it refuses.

Each area has its own descriptions in its ``operations.py``, beside its requests; `muscade.server.openapi` puts them together.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from muscade.server import refusals
from muscade.server.refusals import RequestRefusal

JSON = "application/json"
API = "/api"
"""Where all addresses are but those of whoever watches over the server."""

Refusals = tuple[RequestRefusal | str, ...]
"""By what makes them, or, where a game words them, by their code."""

READS_BODY = (
    refusals.malformed,
    refusals.too_deep,
    refusals.too_long,
    refusals.too_slow,
    refusals.not_json,
)
UNCOUNTED = frozenset({"check_health", "check_ready"})
"""Asked by those who watch over the server, as often as they like."""
KNOWS_DEVICE = (refusals.unknown_person, refusals.forged_key, refusals.storage)
KNOWS_OPERATOR = (
    refusals.unknown_address,
    refusals.not_the_operator,
    refusals.too_many_attempts,
    refusals.storage,
)
THINKS = (refusals.too_busy, refusals.stopping)
USES_TABLE = (refusals.unknown_table, refusals.outdated, refusals.too_busy, refusals.storage)
USES_INVITATION = (refusals.unknown_invitation, *USES_TABLE)

PARAMETERS = {
    "person": "Somebody's id.",
    "table": "The table's id.",
    "room": "The room's id.",
    "variation": "The variation's id.",
    "report": "The report's id.",
    "ban": "The ban's id.",
    "announcement": "The announcement's id.",
    "game": "A game, by its name: `GameInfo.name`.",
    "seats": "How many play it.",
    "people": "Ids of people, with commas between them: twelve at most.",
    "number": "Which puzzle of a series, from 1.",
    "date": "A day of the last year, such as `2026-11-17` (UTC).",
    "page": "The page of a game's rules: `GameInfo.rules`.",
    "language": "The page's language: `en` or `fr`.",
}
LONGEST = {"people": 800}
"""Characters of those that may have more than 64."""

_VERSION = {"type": "integer", "minimum": 0}
QUERY: dict[str, tuple[str, dict[str, Any]]] = {
    "seat": (
        "Through whose eyes: the number of a seat, `open` or `spectator`; left out, the key's seat.",
        {"type": "string"},
    ),
    "as": ("The same, in addresses of pages.", {"type": "string"}),
    "at": ("A version; left out, the last that may be seen.", _VERSION),
    "theme": ("By day or by night: `light` or `dark`.", {"type": "string", "enum": ["light", "dark"]}),
    "language": ("Of the words: `en` or `fr`.", {"type": "string", "enum": ["en", "fr"]}),
    "width": ("How many pixels across.", {"type": "integer", "minimum": 120, "maximum": 2400}),
    "from": ("The first version; left out, 0.", _VERSION),
    "to": ("The last one; no more than 100 are told at once.", _VERSION),
}


class Operation(msgspec.Struct, frozen=True):
    """One method of one address; ``name`` is that of the function that answers."""

    method: str
    path: str
    name: str
    summary: str
    answer: Any
    status: int = HTTPStatus.OK
    media_type: str = JSON
    request: type | None = None
    query: tuple[str, ...] | type[msgspec.Struct] = ()
    """What may be said after the question mark, all of it optional: by its names in `QUERY`, or as the type it is read into."""
    example: Callable[[], Any] | None = None
    """A request that every server grants."""
    refusals: Refusals = ()
    takes_key: bool = False
    """A seat's key may come with it, as a bearer token."""
    of_device: bool = False
    """A device's key comes with it, as a bearer token."""
    for_device: bool = False
    """The same, where it may be left out."""
    of_operator: bool = False
    """The operator's token does."""

    @property
    def parameters(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    @property
    def all_refusals(self) -> Refusals:
        reads = READS_BODY if self.request is not None else ()
        finds = (refusals.unknown_address,) if self.parameters else ()
        changes = () if self.method == "GET" else (refusals.foreign_origin,)
        knows: Refusals = ()
        if self.of_device or self.for_device:
            knows = KNOWS_DEVICE
        elif self.of_operator:
            knows = KNOWS_OPERATOR
        counted = () if self.name in UNCOUNTED else (refusals.too_many_requests,)
        lets_in = () if self.of_operator or not self.path.startswith(API + "/") else (refusals.excluded,)
        return (*self.refusals, *reads, *finds, *changes, *knows, *counted, *lets_in)


def routes_of(
    operations: Iterable[Operation], *answers: Callable[[Request], Awaitable[Response]]
) -> list[Route]:
    """Every operation with the function of its name, at its address below /api."""
    by_name = {answer.__name__: answer for answer in answers}
    return [
        Route(operation.path.removeprefix(API), by_name[operation.name], methods=[operation.method])
        for operation in operations
    ]
