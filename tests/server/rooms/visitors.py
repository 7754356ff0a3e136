"""People in rooms, as their browsers would be: each has a device key, and a socket to a room or the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.server.harness import PATIENCE, FakeClock, Person, Server
from websockets.asyncio.client import ClientConnection, connect

from muscade.server.rooms.lobby import TOLD_EVERY


class Visitor:
    """Somebody who has made themselves known."""

    def __init__(self, name: str, person: str, key: str) -> None:
        self.name = name
        self.person = person
        self.key = key

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"}

    async def create(self, server: Server, game: str = "pass-pass", seats: int = 3, **more: Any) -> str:
        """A room of one's own; its id."""
        settings = {"pace": 0} | more.pop("settings", {})
        wanted = {"game": game, "seats": seats, "settings": settings} | more
        response = await server.http.post("/api/rooms", json=wanted, headers=self.headers)
        assert response.status_code == 201, response.text
        room: str = response.json()["room"]
        return room

    async def me(self, server: Server) -> dict[str, Any]:
        response = await server.http.get("/api/people/me", headers=self.headers)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    @asynccontextmanager
    async def enter(self, server: Server, room: str) -> AsyncIterator[InRoom]:
        """Connected and greeted."""
        async with knock(server, room) as inside:
            await inside.send({"type": "hello", "key": self.key})
            await inside.expect("room")
            yield inside

    @asynccontextmanager
    async def look_around(self, server: Server) -> AsyncIterator[InLobby]:
        address = f"ws://127.0.0.1:{server.port}/ws/lobby"
        async with connect(address, proxy=None, open_timeout=PATIENCE, max_size=None) as connection:
            lobby = InLobby(connection)
            await lobby.send({"type": "hello", "key": self.key})
            await lobby.expect("lobby")
            yield lobby

    @asynccontextmanager
    async def sit_down(self, server: Server) -> AsyncIterator[AtDesk]:
        """Where one hears what waits for one."""
        async with connect(
            f"ws://127.0.0.1:{server.port}/ws/me", proxy=None, open_timeout=PATIENCE, max_size=None
        ) as connection:
            desk = AtDesk(connection)
            await desk.send({"type": "hello", "key": self.key})
            await desk.expect("me")
            await desk.expect("friends")
            yield desk

    @asynccontextmanager
    async def play(self, server: Server, inside: InRoom) -> AsyncIterator[Person]:
        """At one's seats of the game that is on in a room."""
        table = inside.room["table"]
        async with server.connect(table) as seat:
            keys = [held["key"] for held in inside.room["yours"]]
            await seat.hello(keys, inside.room["yours"][0]["seat"] if keys else None)
            yield seat


async def come(server: Server, *names: str) -> list[Visitor]:
    found = []
    for name in names:
        wanted = {"name": name, "portrait": "ring", "id": secrets.token_urlsafe(18)}
        response = await server.http.post("/api/people", json=wanted)
        assert response.status_code == 201, response.text
        found.append(Visitor(name, **response.json()))
    return found


@asynccontextmanager
async def knock(server: Server, room: str) -> AsyncIterator[InRoom]:
    """Connected, and nothing said yet."""
    address = f"ws://127.0.0.1:{server.port}/ws/rooms/{room}"
    async with connect(address, proxy=None, open_timeout=PATIENCE, max_size=None) as connection:
        yield InRoom(connection)


class InRoom(Person):
    """One socket to a room, and the room as it was last told."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__(connection)
        self.room: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        if message["type"] == "room":
            self.room = message
        elif message["type"] == "chat":
            self.heard.append(message)
        return message

    def message(self, kind: str, **fields: Any) -> dict[str, Any]:
        return {"type": kind, "id": secrets.token_hex(8)} | fields

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, have it, and see it."""
        message = self.message(kind, **fields)
        await self.send(message)
        accepted = await self.expect("accepted")
        assert accepted["id"] == message["id"]
        if self.room and kind not in {"say", "phrase"}:
            await self.sees(lambda room: room["version"] >= accepted["version"])
        return accepted

    async def refused(self, kind: str, **fields: Any) -> str:
        code: str = (await self.refusal(self.message(kind, **fields)))["code"]
        return code

    async def sees(self, true: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first room told, the present one included, of which something is true."""
        while not true(self.room):
            await self.expect("room")
        return self.room

    async def hears(self, *words: str) -> None:
        """Until all these words were heard, in this order, and no others."""
        while len(self.heard) < len(words):
            await self.expect("chat")
        assert [chat["text"]["en"] for chat in self.heard] == list(words)

    def people(self) -> dict[str, bool]:
        """Names, and who is online."""
        return {person["name"]: person["online"] for person in self.room["people"]}

    def seats(self) -> list[str | None]:
        """Who sits where, or which bot does."""
        return [seat["level"] or seat["name"] for seat in self.room["seats"]]


class Listening(InRoom):
    """One socket on which rooms are told as they change, and those rooms."""

    kind: str

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__(connection)
        self.rooms: dict[str, dict[str, Any]] = {}

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        if message["type"] == self.kind:
            self.rooms |= {room["room"]: room for room in message["rooms"]}
            for room in message["gone"]:
                del self.rooms[room]
        return message

    async def until_told(self, clock: FakeClock, true: Callable[[], Any]) -> None:
        """Until something is true, while seconds go by: what changes is told once in each of them."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                clock.advance(TOLD_EVERY)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await self.receive()

    async def shows(self, clock: FakeClock, true: Callable[[dict[str, dict[str, Any]]], Any]) -> None:
        await self.until_told(clock, lambda: true(self.rooms))


class InLobby(Listening):
    """In the lobby."""

    kind = "lobby"

    def paired_in(self) -> str | None:
        """The room where others are who want the same, once that is known."""
        told = [json.loads(frame) for frame in self.frames if '"paired"' in frame]
        return told[-1]["room"] if told else None


class AtDesk(Listening):
    """Of one's own rooms, and where one's friends are."""

    kind = "me"

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__(connection)
        self.friends: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        if message["type"] == "friends":
            self.friends = message["friends"]
        return message

    async def wanted(self, clock: FakeClock, room: str, what: str | None, *here: str) -> None:
        """Until a room wants this of one, and these others are there."""
        await self.shows(
            clock,
            lambda rooms: (
                room in rooms and (rooms[room]["wanted"], rooms[room]["here"]) == (what, list(here))
            ),
        )
