"""What is said in a room: stored with it, numbered, and gone with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from muscade.core import Text, UnknownGame
from muscade.core import game as find_game
from muscade.server import refusals
from muscade.server.notes import RoomSaid
from muscade.server.rooms import law
from muscade.server.rooms.protocol import RoomChat, RoomPhrase, RoomSay
from muscade.server.rooms.state import RoomState
from muscade.server.rows import RoomChatRow
from muscade.server.storage import Conflict, StorageError
from muscade.server.storage.rooms import CHATS_READ
from muscade.server.tables.memory import TRIES
from muscade.server.tables.services import Services
from muscade.server.wording import is_visible


class Words:
    """The last of them in memory."""

    def __init__(self, room_id: str, services: Services) -> None:
        self.rows: list[RoomChatRow] = []
        self._room_id = room_id
        self._services = services

    @property
    def last(self) -> int:
        """The number of the last words."""
        return self.rows[-1].number if self.rows else 0

    def since(self, number: int) -> list[RoomChatRow]:
        return [row for row in self.rows if row.number > number]

    def add(self, rows: Iterable[RoomChatRow]) -> None:
        """Words that are stored."""
        last = self.last
        self.rows += (row for row in rows if row.number > last)
        del self.rows[:-CHATS_READ]

    async def read(self) -> bool:
        """What was said at other servers: is there anything new?"""
        try:
            news = await self._services.storage.rooms.chats_since(self._room_id, self.last)
        except StorageError:
            raise refusals.storage() from None
        self.add(news)
        return bool(news)

    async def read_again(self) -> tuple[int, ...]:
        """Somebody may have become somebody else, or nobody: which words are no more?"""
        there = {row.number for row in self.rows if not law.is_deleted(row)}
        try:
            rows = await self._services.storage.rooms.chats_since(self._room_id, self.last - len(self.rows))
        except StorageError:
            raise refusals.storage() from None
        last = self.last
        self.rows = [row for row in rows if row.number <= last]
        return tuple(row.number for row in self.rows if row.number in there and law.is_deleted(row))

    async def say(self, state: RoomState, person: str, message: RoomPhrase | RoomSay) -> RoomChatRow:
        """On the disk; or what was stored when it was said for the first time."""
        services = self._services
        for _ in range(TRIES):
            if (heard := _find(self.rows, person, message.id)) is not None:
                return heard
            row = new_words(state, person, message, self.last + 1, services.clock.now())
            said = RoomSaid(services.keeper.id, self._room_id, row.number)
            try:
                await services.storage.rooms.say(self._room_id, row, services.note(said))
            except Conflict:
                if not await self.read() and (heard := await self._long_ago(person, message.id)) is not None:
                    return heard
                continue
            except StorageError:
                raise refusals.storage() from None
            services.written(said)
            services.metrics.words.inc()
            self.add((row,))
            return row
        raise refusals.too_busy()

    async def _long_ago(self, person: str, message_id: str) -> RoomChatRow | None:
        try:
            return _find(await self._services.storage.rooms.chats_since(self._room_id, 0), person, message_id)
        except StorageError:
            raise refusals.storage() from None


def _find(rows: Iterable[RoomChatRow], person: str, message_id: str) -> RoomChatRow | None:
    return next((row for row in rows if (row.person_id, row.message_id) == (person, message_id)), None)


def new_words(
    state: RoomState, person: str, message: RoomPhrase | RoomSay, number: int, at: int
) -> RoomChatRow:
    """What somebody wants to say, if it may be said here and now (PP-24)."""
    member = law.member_of(state, person)
    if member is None:
        raise refusals.not_in_room()
    chat = state.settings.chat
    if chat == "off":
        raise refusals.chat_off()
    game: str | None = None
    phrase: int | None = None
    words: str | None = None
    if isinstance(message, RoomPhrase):
        if message.phrase >= len(find_game(state.game).phrases):
            raise refusals.unknown_phrase()
        game, phrase = state.game, message.phrase
    else:
        if chat == "phrases" and law.plays(state, person):
            raise refusals.phrases_only()
        if not is_visible(message.text):
            raise refusals.bad_words()
        words = message.text.strip()
    hidden = law.hidden_in(state, person)
    return RoomChatRow(
        number, person, member.name, hidden, game, phrase, words, at, message.id, int(member.account)
    )


def told(row: RoomChatRow) -> RoomChat:
    text = Text(row.words or "", row.words or "")
    if row.phrase is not None and row.game is not None:
        text = _phrase(row.game, row.phrase)
    audience: Literal["all", "watchers"] = "all" if row.hidden_in is None else "watchers"
    return RoomChat(
        row.number, row.person_id, row.name, bool(row.account), audience, row.phrase, text, row.at
    )


def _phrase(game: str, phrase: int) -> Text:
    """Of a game that may be played here no more."""
    try:
        return find_game(game).phrases[phrase]
    except (UnknownGame, IndexError):
        return Text("…", "…")
