"""What a table does by itself, if this server keeps it: bots move, and the clock acts for the silent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from muscade.core import Game, Move, Seat, View
from muscade.core.words import FLAG, FORFEIT
from muscade.server import refusals
from muscade.server.clocks import OneAlarm
from muscade.server.live import LiveGame
from muscade.server.notes import Said
from muscade.server.offers import Offer
from muscade.server.protocol import SayPhrase, SayText
from muscade.server.rows import ChatRow
from muscade.server.storage import Conflict, Fenced, StorageError
from muscade.server.tables.memory import TRIES, Memory
from muscade.server.tables.services import Services
from muscade.server.tables.waits import Deed

RETRY_AFTER = 2000
"""Milliseconds until a table whose storage failed tries to go on by itself."""


class Question(NamedTuple):
    """What a bot is asked."""

    owner: str
    game: Game[Any, Any]
    seat: Seat
    level: str
    view: View
    offer: Offer
    mistakes: Sequence[Move]


class Acting(Memory):
    """A table with bots and a clock."""

    def __init__(self, table_id: str, services: Services, on_rest: Callable[[Any], None]) -> None:
        super().__init__(table_id, services, on_rest)
        self._alarm = OneAlarm(services.clock)
        self._acting: asyncio.Task[None] | None = None

    @property
    def expecting(self) -> bool:
        """Something is about to happen by itself."""
        return bool(self._alarm) or self._acting is not None

    # ------------------------------------------------------------ when

    def _schedule(self) -> None:
        if self._acting is not None:
            return  # It does so itself when it is done.
        action, keeper, times = self._next, self._services.keeper, []
        if self._live is not None and (mark := self._absence.next_mark(self._live)) is not None:
            times.append(mark)
        if action is not None:
            if keeper.epoch(self.id) is None:
                keeper.want(self.id, self._keeper)
            else:
                times.append(action.at)
        self._set_alarm(min(times) - self._services.clock.steady() if times else None)

    def _try_again(self) -> None:
        self._set_alarm(RETRY_AFTER)

    def _set_alarm(self, milliseconds: int | None) -> None:
        if milliseconds is None or self._stopped:
            self._alarm.cancel()
        else:
            self._alarm.ring_in(milliseconds, self._ring)

    def _ring(self) -> None:
        if self._acting is None:
            self._acting = asyncio.create_task(self._act())

    # ------------------------------------------------------------ what

    async def _act(self) -> None:
        try:
            asked = await self._turn(self._act_or_ask)
            if asked is not None:
                chosen = await self._services.bots.choose(
                    asked.game,
                    asked.level,
                    asked.view,
                    asked.offer.moves,
                    asked.mistakes,
                    owner=asked.owner,
                )
                await self._turn(self._answer, asked, *chosen)
        except refusals.RequestRefused as refusal:
            self._log.warning("table-cannot-go-on", code=refusal.code)
        except Exception as error:
            self._forget(error)
        finally:
            self._acting = None
            if self._live is not None:
                self._schedule()
            self._on_rest(self)

    async def _act_or_ask(self, live: LiveGame) -> Question | None:
        """Let the clock do what is due, or return what a bot is to be asked, if anything is due."""
        if self._absence.mark(live):
            await self._stand_in(live)
        action = self._plan(live)
        if action is None or action.at > self._services.clock.steady():
            return None
        if self._services.keeper.epoch(self.id) is None:
            return None
        seat, state = action.seat, live.state
        if action.deed is Deed.MOVE:
            level, view = live.level(seat), live.view(seat)
            # A table of the time before owners is its own.
            owner = live.row.owner or self.id
            return Question(owner, live.game, seat, level, view, live.offers[seat], state.mistakes(seat))
        answer = FORFEIT if action.deed is Deed.FORFEIT else state.timeout(seat) or FLAG
        await self._move_for(live, seat, answer, by="clock")
        return None

    async def _stand_in(self, live: LiveGame) -> None:
        """Somebody has been away for as long as this table waits."""
        was_due = self._next is not None
        self._audience.inform(live)
        if (self._plan(live) is not None) != was_due and self._services.keeper.epoch(self.id) is not None:
            # Should this server die, another finds the table by that.
            await self._store_due(live)

    async def _answer(self, live: LiveGame, asked: Question, move: Move, remark: int | None) -> None:
        """A bot's move, if its choices still stand, and whoever it stands in for is not back."""
        seat, offer = asked.seat, asked.offer
        # Somebody may have taken the bot's seat meanwhile.
        if live.offers[seat] != offer or not self._waits.plays_for(live, seat):
            return
        if not await self._move_for(live, seat, move, by="bot"):
            return
        await self._remark(live, seat, remark)
        if live.offers[seat] == offer:
            self._waits.begin_again(live, seat)
            self._plan(live)

    async def _move_for(self, live: LiveGame, seat: Seat, move: Move | str, by: str) -> bool:
        """Whether it happened: not if another server keeps the table now, or somebody moved there meanwhile."""
        epoch = self._services.keeper.epoch(self.id)
        if epoch is None:
            return False
        at = self._time(live)
        if move == FLAG and live.times is not None:
            # The moment it was up, not when it was noticed.
            at += min(0, live.times.left(seat, at) or 0)
        events = live.play(seat, move, at, looks=self._audience.looks(live))
        try:
            await self._store(live, events, by=by, epoch=epoch)
        except (Conflict, Fenced) as error:
            if isinstance(error, Fenced):
                self._services.keeper.lose(self.id)
                self._log.warning("kept-elsewhere")
            await self._load()
            return False
        self._tell(live)
        return True

    # ------------------------------------------------------------ words

    async def _remark(self, live: LiveGame, seat: Seat, phrase: int | None) -> None:
        """What a bot says with its move, if nobody has said it here."""
        if phrase is None or live.settings.chat == "off" or phrase in live.phrases:
            return
        await self._store_chat(live, SayPhrase(f"remark {phrase}", seat, phrase))
        self._audience.follow(live)

    async def _store_chat(self, live: LiveGame, message: SayPhrase | SayText) -> ChatRow:
        """Words on the disk, or those that were stored when they came for the first time."""
        services = self._services
        for _ in range(TRIES):
            if (heard := live.chats.get((message.seat, message.id))) is not None:
                return heard
            chat = live.chat_row(message, services.clock.now())
            said = Said(services.keeper.id, self.id, chat.number)
            try:
                await services.storage.say(self.id, chat, services.note(said))
            except Conflict:
                if (heard := await self._read_chats(live, message)) is not None:
                    return heard
                continue
            except StorageError as error:
                self._forget(error)
                raise refusals.storage() from None
            services.written(said)
            live.add_chats((chat,))
            return chat
        raise refusals.too_busy()

    async def _read_chats(self, live: LiveGame, message: SayPhrase | SayText) -> ChatRow | None:
        """Somebody spoke at another server; or these very words were said so long ago that they are not in memory."""
        storage = self._services.storage
        try:
            news = await storage.chats_since(self.id, live.last_chat)
            live.add_chats(news)
            everything = () if news else await storage.chats_since(self.id, 0)
        except StorageError:
            raise refusals.storage() from None
        said = message.seat, message.id
        return next((chat for chat in everything if (chat.seat, chat.message_id) == said), None)
