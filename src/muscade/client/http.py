"""What is asked over HTTP: before one sits down, and about what is over."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import httpx
import msgspec

from muscade.client.errors import ClientError, NoAnswer, Refusal
from muscade.server.protocol import Problem

FIRST_WAIT = 0.25
LONGEST_WAIT = 5.0
TIMEOUT = 30.0

T = TypeVar("T")


class Http:
    """Asks again where no answer comes, or one to come back soon: whatever must not happen twice carries an id."""

    def __init__(self, address: str) -> None:
        self._http = httpx.AsyncClient(base_url=address, timeout=TIMEOUT)

    async def close(self) -> None:
        await self._http.aclose()

    async def get(self, path: str, kind: type[T], key: str | None = None) -> T:
        return await self._ask("GET", path, None, kind, key)

    async def post(self, path: str, body: msgspec.Struct, kind: type[T], key: str | None = None) -> T:
        return await self._ask("POST", path, body, kind, key)

    async def patch(self, path: str, body: msgspec.Struct, kind: type[T], key: str | None = None) -> T:
        return await self._ask("PATCH", path, body, kind, key)

    async def _ask(self, method: str, path: str, body: Any, kind: type[T], key: str | None) -> T:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        content = None
        if body is not None:
            headers["content-type"], content = "application/json", msgspec.json.encode(body)
        wait = FIRST_WAIT
        while True:
            fault: ClientError
            try:
                answer = await self._http.request(method, path, content=content, headers=headers)
            except httpx.TransportError as error:
                fault, pause = NoAnswer(f"no answer from {self._http.base_url}: {error}"), wait
            else:
                if answer.is_success:
                    return msgspec.json.decode(answer.content, type=kind)
                fault, pause = _problem(answer), wait
                if not isinstance(fault, Refusal) or fault.retry_after is None:
                    raise fault
                pause = max(wait, fault.retry_after)
            if pause > LONGEST_WAIT:
                raise fault
            await asyncio.sleep(pause)
            wait *= 2


def _problem(answer: httpx.Response) -> ClientError:
    try:
        return Refusal(msgspec.json.decode(answer.content, type=Problem))
    except msgspec.DecodeError:
        return ClientError(f"the server answered {answer.status_code}, and not as this server does")
