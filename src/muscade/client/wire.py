"""The wire to a table, a room or the lobby: opens, says hello, and opens again when it breaks.

Whatever carries an id is kept until the server answers it, and sent again under the same id after a break; the server takes each
id once, so nothing is lost and nothing happens twice.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from muscade.client.errors import Gone, Refusal
from muscade.server.protocol import Accepted, Refused

FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
UNWELCOME = range(4400, 5000)
"""Close codes: the server does not want this client back."""
MAY_COME_BACK = (429, 503)
"""Answers to a handshake: later, perhaps."""

FOR_A_MOMENT = ("slow-down", "busy", "storage")
"""Refusals that change by themselves."""

T = TypeVar("T")
_encode = msgspec.json.encode


def new_id() -> str:
    """For a message: nobody else makes the same."""
    return secrets.token_hex(12)


class Wire(Generic[T]):
    """``T`` is what the server says on it."""

    def __init__(
        self,
        address: str,
        decoder: msgspec.json.Decoder[T],
        hello: Callable[[], msgspec.Struct],
        heard: Callable[[T], msgspec.Struct | None],
        welcome: type[T],
    ) -> None:
        """``heard`` is told everything but answers, and may have something to say to it; a ``welcome`` lets one in."""
        self._address = address
        self._decoder = decoder
        self._hello = hello
        self._heard = heard
        self._welcome = welcome
        self._unanswered: dict[str, tuple[msgspec.Struct, asyncio.Future[Accepted]]] = {}
        self._socket: ClientConnection | None = None
        self._greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._fault: Exception | None = None
        self._last_refusal: Refused | None = None
        self._wait = FIRST_WAIT
        self._task = asyncio.create_task(self._run())
        self.breaks = 0
        """How often the wire was mended."""

    async def open(self) -> None:
        """Until one is greeted; raises if one is not let in."""
        await asyncio.shield(self._greeted)

    async def close(self) -> None:
        """Hang up."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._end(Gone("hung up"))

    async def ask(self, message: Any) -> Accepted:
        """Say something that has an id, until it is answered; raises `Refusal` if the answer is no.

        Where the answer is that one goes too fast, or that it could not be stored, it is said again a little later.
        """
        wait = FIRST_WAIT
        while True:
            try:
                return await self._ask(message)
            except Refusal as refusal:
                pause = max(wait, refusal.retry_after or 0)
                if refusal.code not in FOR_A_MOMENT or pause > LONGEST_WAIT:
                    raise
            await asyncio.sleep(pause)
            wait *= 2

    async def _ask(self, message: Any) -> Accepted:
        if self._fault is not None:
            raise self._fault
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._unanswered[message.id] = message, answer
        await self.tell(message)
        try:
            return await answer
        finally:
            self._unanswered.pop(message.id, None)

    async def tell(self, message: msgspec.Struct) -> None:
        """Say something that needs no answer; it is lost while the wire is down."""
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed):  # what is to be answered is said again
                await socket.send(_encode(message), text=True)

    async def news(self) -> None:
        """Until anything was heard; raises `Gone` once nothing more will be."""
        if self._fault is not None:
            raise self._fault
        await asyncio.shield(self._news)

    async def until(self, true: Callable[[], bool]) -> None:
        while not true():
            await self.news()

    # ------------------------------------------------------------ coming and going

    async def _run(self) -> None:
        try:
            while True:
                await self._connect()
                self.breaks += 1
                await asyncio.sleep(self._wait * random.uniform(0.75, 1.25))
                self._wait = min(2 * self._wait, LONGEST_WAIT)
        except Exception as error:
            self._end(error)

    async def _connect(self) -> None:
        """Once, for as long as it lasts; raises what cannot be mended."""
        try:
            async with connect(self._address, max_size=None, compression=None) as socket:
                await socket.send(_encode(self._hello()), text=True)
                # From now on whoever asks something says it here: what is asked while the rest is said again goes out, too.
                self._socket = socket
                for message, _ in list(self._unanswered.values()):
                    await socket.send(_encode(message), text=True)
                async for frame in socket:
                    await self._take(self._decoder.decode(frame))
        except InvalidStatus as error:
            if error.response.status_code not in MAY_COME_BACK:
                raise Gone(f"not let in at {self._address}: {error}") from None
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            pass
        finally:
            code = None if self._socket is None else self._socket.close_code
            self._socket = None
        if code in UNWELCOME:
            raise Gone(f"hung up with {code}") if self._last_refusal is None else Refusal(self._last_refusal)

    async def _take(self, message: T) -> None:
        if not (isinstance(message, Accepted | Refused) and self._answered(message)):
            reply = self._heard(message)
            if reply is not None:
                await self.tell(reply)
        if isinstance(message, self._welcome):
            self._wait = FIRST_WAIT
            if not self._greeted.done():
                self._greeted.set_result(None)
        waiting, self._news = self._news, asyncio.get_running_loop().create_future()
        if not waiting.done():
            waiting.set_result(None)

    def _answered(self, message: Accepted | Refused) -> bool:
        """Tell who asked, if anybody here did."""
        waiting = self._unanswered.get(message.id or "")
        if waiting is None or waiting[1].done():
            if isinstance(message, Refused):
                self._last_refusal = message
            return False
        if isinstance(message, Accepted):
            waiting[1].set_result(message)
        else:
            waiting[1].set_exception(Refusal(message))
        return True

    def _end(self, fault: Exception) -> None:
        """Whoever waits for anything waits for nothing."""
        self._fault = self._fault or fault
        everybody: list[asyncio.Future[Any]] = [answer for _, answer in self._unanswered.values()]
        for waiting in (self._greeted, self._news, *everybody):
            if not waiting.done():
                waiting.set_exception(self._fault)
                waiting.exception()  # nobody may be waiting
