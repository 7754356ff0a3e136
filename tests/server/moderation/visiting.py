"""What people ask about each other, and what an operator asks for, over HTTP."""

from __future__ import annotations

import secrets
from typing import Any

import httpx
from tests.server.harness import Server
from tests.server.rooms.visitors import Visitor

TOKEN = "the token of an operator"


def new_id() -> str:
    return secrets.token_urlsafe(18)


async def ignore(server: Server, who: Visitor, other: Visitor, how: str | None) -> dict[str, str]:
    """Names, and how they are ignored from now on."""
    wanted = {"person": other.person, "how": how}
    response = await server.http.post("/api/people/me/ignored", json=wanted, headers=who.headers)
    assert response.status_code == 200, response.text
    return {found["name"]: found["how"] for found in response.json()["people"]}


async def report(server: Server, who: Visitor, other: Visitor, room: str, **changes: Any) -> httpx.Response:
    wanted = {"room": room, "person": other.person, "reason": "bad words", "id": new_id()} | changes
    return await server.http.post("/api/people/me/reports", json=wanted, headers=who.headers)


class Operator:
    """Whoever has the token."""

    def __init__(self, server: Server, token: str = TOKEN) -> None:
        self.server = server
        self.headers = {"authorization": f"Bearer {token}"}

    async def sees(self) -> dict[str, Any]:
        response = await self.server.http.get("/api/operator", headers=self.headers)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    async def asks(self, path: str, **wanted: Any) -> httpx.Response:
        return await self.server.http.post(f"/api/operator/{path}", json=wanted, headers=self.headers)

    async def does(self, path: str, **wanted: Any) -> dict[str, Any]:
        response = await self.asks(path, **wanted)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    async def bans(self, who: Visitor, **more: Any) -> dict[str, Any]:
        wanted = {"kind": "person", "target": who.person, "reason": "no manners", "id": new_id()}
        return await self.does("bans", **wanted | more)

    async def announces(self, en: str = "hello", fr: str = "bonjour", hours: float = 1) -> dict[str, Any]:
        return await self.does("announcements", en=en, fr=fr, hours=hours, id=new_id())


async def announced(server: Server) -> list[str]:
    return [found["text"]["fr"] for found in (await server.http.get("/api/announcements")).json()]
