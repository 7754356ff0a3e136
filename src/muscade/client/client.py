"""A server, and who one is there."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Literal, Self
from urllib.parse import urlsplit

from muscade.client.errors import ClientError
from muscade.client.http import Http
from muscade.client.rooms import Lobby, Room
from muscade.client.tables import Table
from muscade.client.wire import new_id
from muscade.core import Options, Record
from muscade.core.chance import new_seed
from muscade.server.moderation.requests import IgnorePerson
from muscade.server.protocol import TableSettings
from muscade.server.requests import (
    AskInvitation,
    BotSeat,
    CreateTable,
    GameInfo,
    Invitation,
    InvitationInfo,
    Invited,
    Joined,
    JoinTable,
    SeatKey,
    SeatRequest,
    TableCreated,
)
from muscade.server.rooms.protocol import FoundBy, Ignored, Paired
from muscade.server.rooms.requests import (
    PORTRAITS,
    CreateRoom,
    FindRoom,
    MakePerson,
    Me,
    PersonMade,
    RoomFound,
)

LONGEST_CODE = 8
"""Letters, digits and a dash: whatever is longer is the id of a room."""


class Client:
    """Entered by ``async with``. With a ``name`` one makes oneself known; with a ``key``, kept from an earlier time, one is known
    already. To look on at tables one need not be anybody."""

    def __init__(self, address: str, *, name: str | None = None, key: str | None = None) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ClientError(f"{address!r} is not the address of a server: http://… or https://…")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self.name = name
        self.key = key
        """The device's key, a secret: keep it to be the same person next time."""
        self._sockets = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}"
        self._http = Http(self.address)

    async def __aenter__(self) -> Self:
        if self.name is not None and self.key is None:
            await self.introduce(self.name)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.close()

    # ------------------------------------------------------------ who one is

    async def introduce(self, name: str, portrait: str = PORTRAITS[0]) -> PersonMade:
        """Make oneself known to the server, without signing up for anything."""
        chosen = next((known for known in PORTRAITS if known == portrait), None)
        if chosen is None:
            raise ClientError(f"there is no portrait {portrait!r}; there are: {', '.join(PORTRAITS)}")
        request = MakePerson(name, chosen, new_id())
        made = await self._http.post("/api/people", request, PersonMade)
        self.name, self.key = name, made.key
        return made

    async def me(self) -> Me:
        """Oneself, with one's rooms and how one's games ended."""
        return await self._http.get("/api/people/me", Me, self._own_key())

    async def ignore(self, person: str, how: Literal["mute", "block"] | None = "mute") -> Ignored:
        """Not to read somebody's words, not to meet them either, or neither any more; all whom one ignores now."""
        wanted = IgnorePerson(person, how)
        return await self._http.post("/api/people/me/ignored", wanted, Ignored, self._own_key())

    def _own_key(self) -> str:
        if self.key is None:
            raise ClientError("say who you are first: Client(…, name=…), or introduce()")
        return self.key

    # ------------------------------------------------------------ rooms

    async def games(self) -> tuple[GameInfo, ...]:
        """The catalogue: games, their options, bots and phrases."""
        return await self._http.get("/api/games", tuple[GameInfo, ...])

    async def create_room(
        self,
        game: str,
        seats: int,
        *,
        options: Options | None = None,
        settings: TableSettings | None = None,
        level: str | None = None,
        found_by: FoundBy = "lobby",
    ) -> Room:
        """A room of one's own, to be entered by ``async with``; one is its host and has its first seat."""
        settings = settings or TableSettings()
        request = CreateRoom(game, seats, options or {}, settings, level, found_by, id=new_id())
        return self.room((await self._http.post("/api/rooms", request, RoomFound, self._own_key())).room)

    def room(self, where: str | Paired) -> Room:
        """By its link, its id, its code as somebody said it, or where one was paired."""
        if isinstance(where, Paired):
            return Room(self._sockets, lambda: self._find_room(where.room), self._own_key(), where.commitment)
        return Room(self._sockets, lambda: self._find_room(where), self._own_key())

    async def _find_room(self, where: str) -> str:
        name = urlsplit(where).path.rpartition("/")[2]
        if len(name) > LONGEST_CODE:
            return name
        return (await self._http.post("/api/rooms/find", FindRoom(name), RoomFound)).room

    def lobby(self) -> Lobby:
        """Open rooms, and people who look for others; to be entered by ``async with``."""
        return Lobby(self._sockets, self.key)

    # ------------------------------------------------------------ tables

    async def create_table(
        self,
        game: str,
        seats: Sequence[str],
        *,
        options: Options | None = None,
        settings: TableSettings | None = None,
    ) -> tuple[Table, tuple[Invitation, ...]]:
        """A table outside of any room, to be entered by ``async with``, and invitations for others.

        ``seats`` has ``"me"`` once at most, ``"invited"`` for guests, and levels of bots. One's own seat is taken by an invitation
        too, so that one can add a number to a deal whose commitment one has seen.
        """
        if seats.count("me") > 1:
            raise ClientError("one person has one seat at a table: 'me' comes twice")
        people: dict[str, SeatRequest] = {"me": Invited(), "invited": Invited()}
        wanted = tuple(people.get(seat) or BotSeat(seat) for seat in seats)
        request = CreateTable(game, wanted, options or {}, settings or TableSettings(), id=new_id())
        created = await self._http.post("/api/tables", request, TableCreated)
        if "me" not in seats:
            return self.watch(created.table), created.invitations
        mine = seats.index("me")
        own = next(invitation for invitation in created.invitations if invitation.seat == mine)
        others = tuple(invitation for invitation in created.invitations if invitation.seat != mine)
        return await self.join(own.invite), others

    async def invitation(self, invite: str) -> InvitationInfo:
        """What one is invited to, by the invitation or its link."""
        return await self._http.post("/api/invitations", AskInvitation(_secret(invite)), InvitationInfo)

    async def join(self, invite: str, name: str | None = None) -> Table:
        """Take the seat of an invitation, and add a number to the deal: the table, to be entered by ``async with``."""
        name = name or self.name
        if name is None:
            raise ClientError("say who you are: join(…, name=…)")
        request = JoinTable(_secret(invite), name, new_seed(), new_id())
        joined = await self._http.post("/api/join", request, Joined)
        return self.table(joined.table, joined.key)

    def table(self, table: str, key: SeatKey | None = None) -> Table:
        """With the key of a seat that one has kept, or looking on."""
        return Table(self._sockets, _last(table), key, self.name)

    def watch(self, table: str) -> Table:
        """Look on, by the table's id or link."""
        return self.table(table)

    async def record(self, table: str, key: SeatKey | None = None) -> Record:
        """The game so far, as a spectator or the key's seat saw it; all of it once it is over: `muscade.replay`, and
        `muscade.core.fairness.check` for how it was dealt."""
        path = f"/api/tables/{_last(table)}/record"
        return await self._http.get(path, Record, None if key is None else key.key)


def _last(address: str) -> str:
    """The id at the end of a link, or the id itself."""
    return urlsplit(address).path.rpartition("/")[2]


def _secret(invite: str) -> str:
    """What follows the hash of a link, or the invitation itself."""
    return invite.rpartition("#")[2]
