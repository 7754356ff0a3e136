"""What people do in a room."""

from __future__ import annotations

from collections.abc import Callable, Collection

from muscade.server import refusals
from muscade.server.people import visible_name
from muscade.server.protocol import Accepted
from muscade.server.rooms import law
from muscade.server.rooms.games import settled_choice
from muscade.server.rooms.hearing import Hearing
from muscade.server.rooms.memory import News
from muscade.server.rooms.presence import RoomSubscriber
from muscade.server.rooms.protocol import (
    Added,
    AddNumber,
    Again,
    AgreeToRating,
    Choose,
    CloseRoom,
    HandOver,
    Kick,
    LeaveRoom,
    RoomPhrase,
    RoomSay,
    SetBot,
    SetFoundBy,
    Sit,
    Stand,
    Start,
)
from muscade.server.rooms.state import Member, RoomState
from muscade.server.rooms.words import told
from muscade.server.rows import PersonRow
from muscade.server.storage import StorageError
from muscade.server.tokens import new_token

CHATS_ON_HELLO = 50

Act = (
    AddNumber
    | Sit
    | Stand
    | SetBot
    | Choose
    | Start
    | Again
    | AgreeToRating
    | Kick
    | HandOver
    | SetFoundBy
    | CloseRoom
    | LeaveRoom
)


class Room(Hearing):
    """All methods may be called at any time; they take turns on the room's lock."""

    # ------------------------------------------------------------ coming and going

    async def hello(
        self,
        subscriber: RoomSubscriber,
        person: PersonRow,
        adds: Added | None = None,
        blocked_by: Collection[str] = (),
    ) -> None:
        """Somebody is here, perhaps again, perhaps with another name. Hosts who have blocked them do not let them in."""

        async def hello() -> None:
            newcomer = as_member(person)

            def enter(state: RoomState) -> RoomState:
                return came(law.enter(state, newcomer, person.former, blocked_by), person.id, adds)

            row = await self._change(enter)
            is_new = self.presence.welcome(subscriber, person.id)
            subscriber.send(self._info(person.id))
            for words in self._words.rows[-CHATS_ON_HELLO:]:
                if law.may_read(row.state, person.id, words):
                    subscriber.send(told(words))
            if is_new:
                await self._people_changed(but=subscriber)
                await self._list()

        await self._turn(hello)

    def goodbye(self, subscriber: RoomSubscriber) -> None:
        """Somebody hangs up."""
        others = self.presence.is_anybody_elsewhere
        gone = self.presence.goodbye(subscriber)
        if self._stopped:
            return
        self._tell_followers()
        if not self.presence:
            self._alarm.cancel()
            if not others:
                self._later(self._unlist())
        elif gone:
            self.hear(News.PEOPLE)

    async def _people_changed(self, but: RoomSubscriber | None = None) -> None:
        """Somebody came or went, here or elsewhere."""
        for subscriber, person in self.presence:
            if subscriber is not but:
                subscriber.send(self._info(person))
        self._tell_followers()
        self._watch()
        await self._begin_by_itself()

    async def _list(self) -> None:
        """The lobby shows rooms with somebody in them."""
        row = await self._current()
        if not law.is_listed(row.state):
            return
        try:
            await self._services.storage.rooms.set_listed([self.id], self._services.clock.now())
        except StorageError as error:
            self._log.warning("not-listed", error=type(error).__name__)
        self._on_change(self)

    async def _unlist(self) -> None:
        """Nobody is here any more, nor elsewhere."""
        async with self._lock:
            if self.presence or self._row is None or self._row.state.wish is not None:
                return
            try:
                await self._services.storage.rooms.set_listed([self.id], None)
            except StorageError as error:
                self._log.warning("not-unlisted", error=type(error).__name__)
        self._on_change(self)

    # ------------------------------------------------------------ what they do

    async def act(self, subscriber: RoomSubscriber, person: str, message: Act) -> None:
        """Do it, once, and say so."""

        async def act() -> None:
            change = self._meaning(person, message)
            left: tuple[str, ...] = ()
            if isinstance(message, LeaveRoom):
                state = (await self._current()).state
                left = () if law.plays(state, person) else (person,)
            elif isinstance(message, Kick):
                left = (message.person,)
            await self._change(
                change,
                by=person,
                message_id=message.id,
                left=left,
                accepted=lambda version: subscriber.send(Accepted(message.id, version)),
            )
            await self._begin_by_itself()

        await self._turn(act)

    def _meaning(self, person: str, message: Act) -> Callable[[RoomState], RoomState]:
        """What a message makes of the room."""
        match message:
            case Sit():
                name = None if message.name is None else visible_name(message.name)
                return lambda state: law.sit(state, person, message.seat, also=message.also, name=name)
            case Stand():
                return lambda state: law.stand(state, person, message.seat)
            case SetBot():
                return lambda state: law.set_bot(state, person, message.seat, message.level)
            case Choose():
                choice = settled_choice(
                    message.game, message.seats, message.options, message.settings, message.level
                )
                return lambda state: law.choose(state, person, choice)
            case Start():
                table = new_token()
                return lambda state: law.start(state, person, table)
            case Again():
                return lambda state: law.again(state, person, yes=message.yes)
            case AgreeToRating():
                return lambda state: law.agree(state, person, yes=message.yes)
            case AddNumber():
                return lambda state: law.add_number(state, person, message.number, message.commitment)
            case Kick():
                return lambda state: law.kick(state, person, message.person)
            case HandOver():
                return lambda state: law.hand_over(state, person, message.person)
            case SetFoundBy():
                return lambda state: law.set_found_by(state, person, message.way)
            case CloseRoom():
                return lambda state: law.close(state, person)
            case LeaveRoom():
                return lambda state: law.leave(state, person)

    async def _begin_by_itself(self) -> None:
        table = new_token()

        def begin(state: RoomState) -> RoomState:
            here = self.presence.everybody()
            return law.begun(state, table) if law.begins_by_itself(state, here) else state

        await self._change(begin)

    async def say(self, subscriber: RoomSubscriber, person: str, message: RoomPhrase | RoomSay) -> None:
        async def say() -> None:
            row = await self._current()
            chat = await self._words.say(row.state, person, message)
            subscriber.send(Accepted(message.id, chat.number))
            self._speak()

        await self._turn(say)

    async def start(self, person: str) -> None:
        """Begin at once, for whoever has just made the room."""

        async def start() -> None:
            table = new_token()
            await self._change(lambda state: state if state.number else law.start(state, person, table))

        await self._turn(start)

    async def shut(self) -> None:
        """Over for everybody, whoever is the host."""

        async def shut() -> None:
            await self._change(law.shut)

        await self._turn(shut)

    # ------------------------------------------------------------ being paired

    async def join_wish(self, person: PersonRow, apart: Collection[str]) -> RoomState:
        """Somebody wants what those want who wait here, none of whom is to be kept apart from them."""

        async def join() -> RoomState:
            newcomer = as_member(person)
            row = await self._change(lambda state: law.join_wish(state, newcomer, person.former, apart))
            return row.state

        return await self._turn(join)

    async def decline(self, person: str) -> None:
        """Somebody goes who has not come: who is in the room would begin a game."""

        async def decline() -> None:
            state = (await self._current()).state
            left = () if law.plays(state, person) else (person,)
            await self._change(lambda state: law.leave(state, person), left=left)

        await self._turn(decline)

    async def leave_wish(self, person: str) -> None:
        """Somebody who waited here does not any more."""

        async def leave() -> None:
            await self._change(lambda state: law.leave_wish(state, person), left=(person,))

        try:
            await self._turn(leave)
        except refusals.RequestRefused as refusal:
            self._log.warning("wish-not-left", code=refusal.code)


def came(state: RoomState, person: str, adds: Added | None) -> RoomState:
    """Somebody is here who may have brought a number; if it does not fit, they will hear that they have added none."""
    if adds is None:
        return state
    try:
        return law.add_number(state, person, adds.number, adds.commitment)
    except refusals.RequestRefused:
        return state


def as_member(person: PersonRow) -> Member:
    return Member(person.id, person.name, person.portrait, account=person.account is not None)
