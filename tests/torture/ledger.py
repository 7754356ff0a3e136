"""What clients were told: every acknowledged move, every frame. The checker holds the database to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Acknowledged(NamedTuple):
    """A move that the server called stored for good."""

    table: str
    seat: int
    message_id: str
    move: str
    version: int


PROGRESS_SECONDS = 120
"""Nobody waits longer for people who play; a machine may have other things to do."""


@dataclass
class Ledger:
    acknowledged: list[Acknowledged] = field(default_factory=list)
    updates: dict[tuple[str, int | None], list[dict[str, Any]]] = field(default_factory=dict)
    """What was shown, by table and by the seat that was looked through."""
    others: dict[str, list[str]] = field(default_factory=dict)
    """All other frames, by table."""
    secrets: dict[str, set[str]] = field(default_factory=dict)
    """The keys and invitations of every table, which no frame may hold."""
    faults: list[str] = field(default_factory=list)
    """What no server may ever answer."""
    refusals: dict[str, int] = field(default_factory=dict)
    partings: Counter[int | None] = field(default_factory=Counter)
    """How servers hung up: their codes, or none where the line just broke."""
    finished: int = 0
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def created(self, answer: dict[str, Any]) -> None:
        secrets = self.secrets.setdefault(answer["table"], set())
        secrets |= {held["key"] for held in answer["keys"]}
        secrets |= {invitation["invite"] for invitation in answer["invitations"]}

    def heard(self, table: str, look: int | None, message: dict[str, Any], frame: str) -> None:
        if message["type"] == "update":
            if message["seat"] != look:
                self.faults.append(f"seat {look} of {table} was shown what seat {message['seat']} sees")
            self.updates.setdefault((table, look), []).append(message)
        else:
            self.others.setdefault(table, []).append(frame)

    def refused(self, message: dict[str, Any]) -> None:
        self.refusals[message["code"]] = self.refusals.get(message["code"], 0) + 1
        self._news.set()

    def parted(self, code: int | None) -> None:
        self.partings[code] += 1

    def acknowledge(self, told: Acknowledged) -> None:
        self.acknowledged.append(told)
        self._news.set()

    async def grows(self, moves: int) -> None:
        """Until so many more moves are acknowledged."""
        goal = len(self.acknowledged) + moves
        await self._until(lambda: len(self.acknowledged) >= goal)

    async def hears(self, *codes: str) -> None:
        """Until somebody has been refused something for each of these reasons."""
        await self._until(lambda: self.refusals.keys() >= set(codes))

    async def _until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PROGRESS_SECONDS):
            while not true():
                self._news.clear()
                await self._news.wait()
