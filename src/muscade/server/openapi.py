"""What the server answers to over HTTP, as a table and as an OpenAPI document made from it.

`OPERATIONS` says of every address what it takes, what it gives and what it refuses. The document's types are those that
encode and decode the messages, so they cannot differ from what is sent; the tests hold the routes to the table, and the
answers of a real server to the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

import msgspec

from muscade.core import Hint, Record, game, game_names
from muscade.server import protocol, refusals
from muscade.server.puzzles import DailyPuzzle
from muscade.server.refusals import RequestRefusal
from muscade.server.rooms import requests

JSON = "application/json"
SCHEMAS = "#/components/schemas/"

Refusals = tuple[RequestRefusal | str, ...]
"""By what makes them, or, where a game words them, by their code."""


class Status(msgspec.Struct, frozen=True):
    """GET /healthz, GET /readyz."""

    status: str


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
    example: Callable[[], Any] | None = None
    """A request that every server grants."""
    refusals: Refusals = ()
    takes_key: bool = False
    """A seat's key may come with it, as a bearer token."""
    of_device: bool = False
    """A device's key comes with it, as a bearer token."""

    @property
    def parameters(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    @property
    def all_refusals(self) -> Refusals:
        reads = READS_BODY if self.request is not None else ()
        finds = (refusals.unknown_address,) if self.parameters else ()
        changes = () if self.method == "GET" else (refusals.foreign_origin,)
        knows = KNOWS_DEVICE if self.of_device else ()
        counted = () if self.name in UNCOUNTED else (refusals.too_many_requests,)
        return (*self.refusals, *reads, *finds, *changes, *knows, *counted)


def example_person() -> Any:
    return {"name": "Ada", "portrait": requests.PORTRAITS[0], "id": "an example of sixteen letters"}


def example_table() -> Any:
    """One of the first game, for people who come by their links."""
    name = game_names()[0]
    return {"game": name, "seats": [{"kind": "invited"}] * min(game(name).seats)}


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
THINKS = (refusals.too_busy, refusals.stopping)
USES_TABLE = (refusals.unknown_table, refusals.outdated, refusals.too_busy, refusals.storage)
USES_INVITATION = (refusals.unknown_invitation, *USES_TABLE)

PARAMETERS = {
    "table": "The table's id.",
    "page": "The page of a game's rules: `GameInfo.rules`.",
    "language": "The page's language: `en` or `fr`.",
}

OPERATIONS = (
    Operation(
        "GET",
        "/api/games",
        "list_games",
        "The games, their options and their bots",
        tuple[protocol.GameInfo, ...],
    ),
    Operation(
        "GET",
        "/api/rules/{page}/{language}",
        "read_rules",
        "A page of rules",
        str,
        media_type="text/markdown; charset=utf-8",
    ),
    Operation(
        "POST",
        "/api/tables",
        "create_table",
        "Create a table",
        protocol.TableCreated,
        status=HTTPStatus.CREATED,
        request=protocol.CreateTable,
        example=example_table,
        refusals=(
            "game",
            "seats",
            "options",
            refusals.unknown_level,
            refusals.bad_name,
            refusals.reused,
            refusals.too_many_tables,
            refusals.too_many_open,
            refusals.too_busy,
            refusals.storage,
        ),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/record",
        "read_record",
        "The game so far, as a spectator or the key's seat saw it; all of it once it is over",
        Record,
        refusals=(refusals.forged_key, *USES_TABLE),
        takes_key=True,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/key",
        "replace_key",
        "Another key for the seat of the one that is given; the old one is void",
        protocol.SeatKey,
        request=protocol.ReplaceKey,
        refusals=(refusals.forged_key, *USES_TABLE),
        takes_key=True,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/hint",
        "ask_hint",
        "The next move of a solution, at a puzzle",
        Hint,
        refusals=(refusals.no_hints, refusals.game_over, refusals.too_many_hints, *THINKS, *USES_TABLE),
    ),
    Operation(
        "GET",
        "/api/daily",
        "read_daily",
        "The puzzle of the day, the same for everybody",
        DailyPuzzle,
        refusals=THINKS,
    ),
    Operation(
        "POST",
        "/api/join",
        "join_table",
        "Take the seat of an invitation",
        protocol.Joined,
        status=HTTPStatus.CREATED,
        request=protocol.JoinTable,
        refusals=(refusals.taken, refusals.bad_name, refusals.too_many_joins, *USES_INVITATION),
    ),
    Operation(
        "POST",
        "/api/invitations",
        "read_invitation",
        "What an invitation is to",
        protocol.InvitationInfo,
        request=protocol.AskInvitation,
        refusals=USES_INVITATION,
    ),
    Operation(
        "POST",
        "/api/people",
        "make_person",
        "Make oneself known, once for each device",
        requests.PersonMade,
        status=HTTPStatus.CREATED,
        request=requests.MakePerson,
        example=example_person,
        refusals=(refusals.bad_name, refusals.too_many_people, refusals.storage),
    ),
    Operation(
        "GET",
        "/api/people/me",
        "read_me",
        "Who the device belongs to, with their rooms and how their games ended",
        requests.Me,
        of_device=True,
    ),
    Operation(
        "PATCH",
        "/api/people/me",
        "change_me",
        "Another name, another portrait",
        requests.PersonInfo,
        request=requests.ChangePerson,
        refusals=(refusals.bad_name,),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/rooms",
        "create_room",
        "Create a room",
        requests.RoomFound,
        status=HTTPStatus.CREATED,
        request=requests.CreateRoom,
        refusals=(
            "game",
            "seats",
            "options",
            refusals.unknown_level,
            refusals.too_many_rooms,
            refusals.too_many_open,
            refusals.too_busy,
        ),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/rooms/find",
        "find_room",
        "The room that a code opens",
        requests.RoomFound,
        request=requests.FindRoom,
        refusals=(refusals.unknown_room, refusals.too_many_codes, refusals.storage),
    ),
    Operation("GET", "/api/openapi.json", "read_openapi", "This document", dict[str, Any]),
    Operation(
        "GET",
        "/healthz",
        "check_health",
        "Whether the server is alive",
        Status,
    ),
    Operation(
        "GET",
        "/readyz",
        "check_ready",
        "Whether it can do its work, and is not about to stop",
        Status,
        refusals=(refusals.storage, refusals.stopping),
    ),
)


@cache
def document() -> bytes:
    """The description of every operation, in OpenAPI 3.1."""
    schemas, components = types_of(OPERATIONS)
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = describe(operation, schemas)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Muscade",
                "version": version("muscade"),
                "summary": "What happens before one sits down; the game itself goes over a WebSocket.",
                "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"},
            },
            "servers": [{"url": "/"}],
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "key": {"type": "http", "scheme": "bearer", "description": "A seat's key."},
                    "device": {"type": "http", "scheme": "bearer", "description": "A device's key."},
                },
            },
        }
    )


def types_of(operations: Iterable[Operation]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type that goes in or out, and of those they are made of."""
    types: list[Any] = [protocol.Problem]
    for operation in operations:
        types += [kind for kind in (operation.request, operation.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=SCHEMAS + "{name}")
    for component in components.values():
        if "description" in component:
            component["description"] = prose(component["description"])
    return dict(zip(types, schemas, strict=True)), components


def prose(docstring: str) -> str:
    """A docstring without its examples and marks."""
    return " ".join(docstring.partition(">>>")[0].replace("``", "`").split())


def describe(operation: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": PARAMETERS[name],
                "schema": {"type": "string", "minLength": 1, "maxLength": 64},
            }
            for name in operation.parameters
        ],
        "responses": responses(operation, schemas),
    }
    if operation.request is not None:
        content = {"schema": schemas[operation.request]}
        if operation.example is not None:
            content["examples"] = {"usual": {"value": operation.example()}}
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    if operation.takes_key:
        described["security"] = [{}, {"key": []}]
    if operation.of_device:
        described["security"] = [{"device": []}]
    return described


def responses(operation: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    """What is granted, and every refusal with the codes that come with its status."""
    granted = {operation.media_type: {"schema": schemas[operation.answer]}}
    described: dict[str, Any] = {
        str(int(operation.status)): {"description": HTTPStatus(operation.status).phrase, "content": granted}
    }
    codes: dict[int, set[str]] = {}
    for refusal in operation.all_refusals:
        code, status = (refusal, 422) if isinstance(refusal, str) else (refusal.code, refusal.status)
        codes.setdefault(status, set()).add(code)
    for status, known in sorted(codes.items()):
        schema = {
            "allOf": [
                schemas[protocol.Problem],
                {"type": "object", "properties": {"code": {"enum": sorted(known)}}},
            ]
        }
        described[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {JSON: {"schema": schema}},
        }
    return described
