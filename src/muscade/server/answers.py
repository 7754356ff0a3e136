"""Reading the bodies of requests, and writing answers and refusals."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.limits import Limiter
from muscade.server.reading import read_json

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


async def refuse_address(_request: Request, error: HTTPException) -> Response:
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


async def body(request: Request, kind: type[T]) -> T:
    """The JSON somebody sent, checked; reading stops where it gets too long, or takes too long."""
    kind_of_content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind_of_content != "application/json":
        raise refusals.not_json()
    limiter: Limiter = request.app.state.limiter
    read = bytearray()
    try:
        async with asyncio.timeout(limiter.limits.body_seconds):
            async for chunk in request.stream():
                read += chunk
                if len(read) > MAX_BODY_BYTES:
                    raise refusals.too_long(limit=MAX_BODY_BYTES)
    except TimeoutError:
        raise refusals.too_slow() from None
    return read_json(bytes(read), msgspec.json.Decoder(kind), MAX_BODY_BYTES)
