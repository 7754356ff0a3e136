"""Where one can be: at a table, in a room, in the lobby."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from muscade.client.errors import ClientError
from muscade.client.wire import Wire


class Place:
    """What a table, a room and the lobby have in common: a wire, entered by ``async with``."""

    def __init__(self) -> None:
        self._wire: Wire[Any] | None = None

    async def __aenter__(self) -> Self:
        self._wire = await self._connect()
        try:
            await self._wire.open()
        except BaseException:
            await self._wire.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.wire.close()

    @property
    def wire(self) -> Wire[Any]:
        if self._wire is None:
            raise ClientError("enter it first: async with")
        return self._wire

    async def _connect(self) -> Wire[Any]:
        raise NotImplementedError
