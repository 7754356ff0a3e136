"""Clients that play whatever happens: they come back, say again what got no answer, and write down what they hear."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
import websockets
from tests.loopback import UNENCRYPTED
from tests.torture.ledger import Acknowledged, Ledger
from websockets.asyncio.client import ClientConnection, connect

LOST = (OSError, TimeoutError, websockets.WebSocketException, EOFError)
"""A line that broke, or never came to be."""
QUIET_SECONDS = 5
"""A client that has not heard a word for so long asks again, of any server: its own may have been stopped."""
HONEST_REFUSALS = frozenset({"late", "over", "storage", "slow-down", "waiting", "busy", "limit"})
"""What a client that only makes offered moves may be told; anything else is a fault."""

Addresses = Callable[[], list[str]]
Room = tuple[str, list[dict[str, str]], "type[Player]"]
"""A game, its seats, and who plays there."""

HERE = {"kind": "here", "name": "Ada"}
BOT = {"kind": "bot", "level": "greedy"}
RANDOM_BOT = {"kind": "bot", "level": "random"}


class Play:
    """People at tables of several games, on any of several servers, until they are told to stop."""

    def __init__(self, addresses: Addresses, ledger: Ledger, seed: int) -> None:
        self.addresses = addresses
        self.ledger = ledger
        self.random = Random(seed)
        self.stopping = False

    def address(self) -> str:
        return self.random.choice(self.addresses())

    async def create(self, game: str, seats: list[dict[str, str]], **settings: Any) -> dict[str, Any]:
        """A table, asked for until there is one, always with the same id: however often, it is one table."""
        request = {
            "game": game,
            "seats": seats,
            "settings": {"pace": 0, "patience": 2} | settings,
            "id": secrets.token_urlsafe(18),
        }
        while True:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(
                    trust_env=False, timeout=QUIET_SECONDS, verify=UNENCRYPTED
                ) as http:
                    response = await http.post(f"http://{self.address()}/api/tables", json=request)
                if response.status_code == 201:
                    answer: dict[str, Any] = response.json()
                    self.ledger.created(answer)
                    return answer
                assert response.status_code in {429, 503}, response.text
            await asyncio.sleep(0.1)

    async def tables(self, game: str, seats: list[dict[str, str]], kind: type[Player]) -> None:
        """One table after another; every seat of a person has a client, and somebody looks on."""
        while not self.stopping:
            created = await self.create(game, seats)
            people = [kind(self, created["table"], held["seat"], held["key"]) for held in created["keys"]]
            watcher = Player(self, created["table"], None, None)
            async with asyncio.TaskGroup() as group:
                for person in (*people, watcher):
                    group.create_task(person.run())
            self.ledger.finished += people[0].over


@asynccontextmanager
async def playing(play: Play, *rooms: Room) -> AsyncIterator[None]:
    """Meanwhile, people play."""
    async with asyncio.TaskGroup() as group:
        for room in rooms:
            group.create_task(play.tables(*room))
        try:
            yield
        finally:
            play.stopping = True


class Player:
    """A seat of a table, or somebody who looks on (no seat)."""

    def __init__(self, play: Play, table: str, seat: int | None, key: str | None) -> None:
        self.play = play
        self.table = table
        self.seat = seat
        self.key = key
        self.over = False
        self.seen = 0
        self.update: dict[str, Any] | None = None
        self.pending: dict[str, Any] | None = None
        self.socket: ClientConnection | None = None

    async def run(self) -> None:
        while not self.over and not self.play.stopping:
            try:
                await self.connection()
            except websockets.ConnectionClosed as closed:
                self.play.ledger.parted(closed.rcvd.code if closed.rcvd else None)
            except LOST:
                pass
            await asyncio.sleep(0.05)

    async def connection(self) -> None:
        address = f"ws://{self.play.address()}/ws/{self.table}"
        async with connect(
            address,
            proxy=None,
            max_size=None,
            open_timeout=QUIET_SECONDS,
            close_timeout=0.5,
            ping_interval=None,
        ) as self.socket:
            await self.greet()
            silent = 0
            while not self.over and not self.play.stopping and silent < QUIET_SECONDS:
                try:
                    async with asyncio.timeout(1):
                        frame = await self.socket.recv()
                except TimeoutError:
                    silent += 1
                    continue
                silent = 0
                assert isinstance(frame, str)
                await self.take(frame)

    async def greet(self) -> None:
        keys = [self.key] if self.key else []
        await self.send({"type": "hello", "keys": keys, "look": self.seat, "since": self.seen})
        if self.pending:
            await self.send(self.pending)

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def take(self, frame: str) -> None:
        message = json.loads(frame)
        self.play.ledger.heard(self.table, self.seat, message, frame)
        match message["type"]:
            case "update":
                self.update, self.seen = message, message["version"]
                self.over = bool(message["view"]["outcome"])
            case "accepted":
                self.accepted(message)
            case "refused":
                await self.refused(message)
            case "probe":
                await self.send({"type": "echo", "nonce": message["nonce"]})
        if self.pending is None and self.update and self.update["moves"]:
            self.pending = self.choose(self.update)
            await self.send(self.pending)

    def choose(self, update: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "move",
            "id": secrets.token_hex(8),
            "seat": self.seat,
            "move": self.play.random.choice(update["moves"]),
            "version": update["version"],
        }

    def accepted(self, message: dict[str, Any]) -> None:
        if self.pending and message["id"] == self.pending["id"]:
            told = Acknowledged(
                self.table, self.pending["seat"], message["id"], self.pending["move"], message["version"]
            )
            self.play.ledger.acknowledge(told)
            self.pending = None
            if self.update and self.update["version"] < message["version"]:
                self.update = None  # What was offered is no longer so; news is on its way.

    async def refused(self, message: dict[str, Any]) -> None:
        ledger = self.play.ledger
        ledger.refused(message)
        if message["code"] not in HONEST_REFUSALS:
            ledger.faults.append(f"an offered move, or a greeting, was refused: {message}")
        if self.pending and message["id"] == self.pending["id"]:
            if message["code"] in {"storage", "slow-down", "busy", "limit"}:
                await asyncio.sleep(0.2)
                await self.send(self.pending)
            else:
                if self.update and self.update["version"] <= self.pending["version"]:
                    self.update = None  # What was offered is no longer so; news is on its way.
                self.pending = None


class Twice(Player):
    """Says everything twice, and now and then a third time on another line."""

    async def send(self, message: dict[str, Any]) -> None:
        await super().send(message)
        await super().send(message)
        if message["type"] == "move" and self.play.random.random() < 0.2:
            other = Echoing(self, message)
            with contextlib.suppress(*LOST):
                await other.connection()


class Echoing(Player):
    """Sends somebody's move again, on a line of its own, and hangs up when it is answered."""

    def __init__(self, of: Player, message: dict[str, Any]) -> None:
        super().__init__(of.play, of.table, of.seat, of.key)
        self.pending = message

    async def take(self, frame: str) -> None:
        await super().take(frame)
        self.over = self.over or json.loads(frame)["type"] in {"accepted", "refused"}


class Vanishing(Player):
    """Is often gone the moment it has spoken, without a goodbye."""

    async def send(self, message: dict[str, Any]) -> None:
        await super().send(message)
        if message["type"] == "move" and self.play.random.random() < 0.4:
            assert self.socket is not None
            self.socket.transport.abort()
            raise ConnectionAbortedError


class Liar(Player):
    """Says, beside its moves, what is not true and not allowed; none of it may ever be accepted."""

    def __init__(self, play: Play, table: str, seat: int | None, key: str | None) -> None:
        super().__init__(play, table, seat, key)
        self.lies: set[str] = set()

    async def send(self, message: dict[str, Any]) -> None:
        await super().send(message)
        if message["type"] == "move":
            lies = self.lies_about(message)
            self.lies |= {lie["id"] for lie in lies}
            for lie in lies:
                await super().send(lie)

    def lies_about(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        changes: list[dict[str, Any]] = [
            {"seat": message["seat"] + 1},
            {"version": message["version"] + 1000},
            {"version": 0},
            {"move": "deal ? ? ?"},
            {"move": "\u202e" + message["move"]},
        ]
        chosen = self.play.random.sample(changes, 2)
        return [message | {"id": secrets.token_hex(8)} | change for change in chosen]

    def accepted(self, message: dict[str, Any]) -> None:
        if message["id"] in self.lies:
            self.play.ledger.faults.append(f"a lie was accepted: {message}")
        super().accepted(message)

    async def refused(self, message: dict[str, Any]) -> None:
        if message["id"] in self.lies:
            self.play.ledger.refused(message)
        else:
            await super().refused(message)
