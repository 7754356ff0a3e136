"""What the server answers to over HTTP, as a table and as an OpenAPI document made from it.

`OPERATIONS` says of every address what it takes, what it gives and what it refuses. The document's types are those that
encode and decode the messages, so they cannot differ from what is sent; the tests hold the routes to the table, and the
answers of a real server to the document.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

import msgspec

from muscade.server import refusals
from muscade.server.accounts.operations import OPERATIONS as ACCOUNTS
from muscade.server.analysis.operations import OPERATIONS as ANALYSIS
from muscade.server.deals.operations import OPERATIONS as DEALS
from muscade.server.describing.operations import OPERATIONS as DESCRIBING
from muscade.server.history.operations import OPERATIONS as HISTORY
from muscade.server.judging.operations import OPERATIONS as JUDGING
from muscade.server.lessons.operations import OPERATIONS as LESSONS
from muscade.server.moderation.operations import OPERATIONS as MODERATION
from muscade.server.operations import JSON, LONGEST, PARAMETERS, QUERY, Operation
from muscade.server.operator.operations import OPERATIONS as OPERATOR
from muscade.server.pictures.operations import OPERATIONS as PICTURES
from muscade.server.positions.operations import OPERATIONS as POSITIONS
from muscade.server.protocol import Problem
from muscade.server.push.operations import OPERATIONS as PUSH
from muscade.server.ratings.operations import OPERATIONS as RATINGS
from muscade.server.replays.operations import OPERATIONS as REPLAYS
from muscade.server.rooms.operations import OPERATIONS as ROOMS
from muscade.server.series.operations import OPERATIONS as SERIES
from muscade.server.tables.operations import OPERATIONS as TABLES

SCHEMAS = "#/components/schemas/"


class Status(msgspec.Struct, frozen=True):
    """GET /healthz, GET /readyz."""

    status: str


OPERATIONS = (
    *TABLES,
    *PICTURES,
    *REPLAYS,
    *ANALYSIS,
    *POSITIONS,
    *LESSONS,
    *ROOMS,
    *PUSH,
    *SERIES,
    *MODERATION,
    *OPERATOR,
    *RATINGS,
    *HISTORY,
    *DEALS,
    *JUDGING,
    *DESCRIBING,
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
    # The last ones: among them is the one that deletes whoever asks.
    *ACCOUNTS,
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
                    "operator": {"type": "http", "scheme": "bearer", "description": "The operator's token."},
                },
            },
        }
    )


def types_of(operations: Iterable[Operation]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type that goes in or out, and of those they are made of."""
    types: list[Any] = [Problem]
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


def in_query(operation: Operation) -> list[dict[str, Any]]:
    """What may be asked for in the query."""
    if isinstance(operation.query, tuple):
        return [
            {"name": name, "in": "query", "description": QUERY[name][0], "schema": QUERY[name][1]}
            for name in operation.query
        ]
    (_,), components = msgspec.json.schema_components((operation.query,), ref_template="{name}")
    fields = components[operation.query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "required": False, "schema": _without_null(schema)}
        for name, schema in fields.items()
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """In a query nothing is said by leaving it out."""
    if "anyOf" in schema:
        kinds = [kind for kind in schema["anyOf"] if kind != {"type": "null"}]
        return dict(kinds[0])
    if "enum" in schema:
        return {"enum": [value for value in schema["enum"] if value is not None]}
    return {name: value for name, value in schema.items() if name != "default"}


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
                "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST.get(name, 64)},
            }
            for name in operation.parameters
        ]
        + in_query(operation),
        "responses": responses(operation, schemas),
    }
    if operation.request is not None:
        content = {"schema": schemas[operation.request]}
        if operation.example is not None:
            content["examples"] = {"usual": {"value": operation.example()}}
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    if operation.takes_key:
        described["security"] = [{}, {"key": []}]
    if operation.for_device:
        described["security"] = [{}, {"device": []}]
    if operation.of_device:
        described["security"] = [{"device": []}]
    if operation.of_operator:
        described["security"] = [{"operator": []}]
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
                schemas[Problem],
                {"type": "object", "properties": {"code": {"enum": sorted(known)}}},
            ]
        }
        described[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {JSON: {"schema": schema}},
        }
    return described
