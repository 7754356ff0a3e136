"""Reading the bodies of requests, and writing answers and refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.limits import Limiter
from muscade.server.reading import read_json
from muscade.server.thinking import LineFull, Thinking, WorkerDied

MAX_BODY_BYTES = 16384

T = TypeVar("T")


def reply(content: Any, status: int = HTTPStatus.OK) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(content), status, headers=headers, media_type="application/json")


def problem(refusal: refusals.RequestRefused) -> Response:
    response = reply(refusal.problem(), refusal.status)
    if refusal.retry_after is not None:
        response.headers["retry-after"] = str(refusal.retry_after)
    return response


async def refuse_address(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "GET, HEAD")
        response = problem(refusals.wrong_method(allowed=allowed))
        response.headers["allow"] = allowed
        return response
    return problem(refusals.unknown_address())


def given_key(request: Request) -> str | None:
    """What came as a bearer token."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise refusals.forged_key()
    return key.strip() if scheme else None


async def body(request: Request, kind: type[T], longest: int = MAX_BODY_BYTES) -> T:
    """The JSON somebody sent, checked; reading stops where it gets too long, or takes too long."""
    kind_of_content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind_of_content != "application/json":
        raise refusals.not_json()
    read = bytearray()
    try:
        async with asyncio.timeout(limits(request).limits.body_seconds):
            async for chunk in request.stream():
                read += chunk
                if len(read) > longest:
                    raise refusals.too_long(limit=longest)
    except TimeoutError:
        raise refusals.too_slow() from None
    return read_json(bytes(read), msgspec.json.Decoder(kind), longest)


def query(request: Request, kind: type[T]) -> T:
    """What somebody asks for in the query, checked."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise refusals.malformed(what=str(error)) from None


def thinking(request: Request) -> Thinking:
    found: Thinking = request.app.state.thinking
    return found


async def thought(answer: Awaitable[bytes]) -> Response:
    """JSON that another process has worked out."""
    try:
        content = await answer
    except (WorkerDied, LineFull):
        raise refusals.too_busy(retry_after=refusals.WHEN_BUSY) from None
    return Response(content, headers={"cache-control": "no-store"}, media_type="application/json")


def limits(request: Request) -> Limiter:
    found: Limiter = request.app.state.limiter
    return found
