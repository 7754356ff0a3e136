"""What people do at a table, and what they get to know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar

from muscade.core import IllegalMove, InvalidNotation, Outcome, Seat, State, View
from muscade.core.words import is_word
from muscade.server import refusals
from muscade.server.live import LiveGame
from muscade.server.notes import Seated, Shown
from muscade.server.protocol import Accepted, AskMove, Hello, MakeMove, SayPhrase, SayText, Show, TableInfo
from muscade.server.records import TableRecord
from muscade.server.replays.stories import Story
from muscade.server.rows import SeatRow
from muscade.server.storage import Conflict, StorageError
from muscade.server.tables.acting import Acting
from muscade.server.tables.memory import TRIES, News
from muscade.server.tables.services import Answer, Services, Subscriber
from muscade.server.tokens import digest

CHATS_ON_HELLO = 50

T = TypeVar("T")
P = ParamSpec("P")


class Table(Acting):
    """All methods may be called at any time; they take turns on the table's lock."""

    def __init__(self, table_id: str, services: Services, on_rest: Callable[[Table], None]) -> None:
        super().__init__(table_id, services, on_rest)
        self.users = 0
        self._working: set[asyncio.Task[Any]] = set()

    @property
    def at_rest(self) -> bool:
        """Nobody is here, and nothing will happen by itself."""
        return not (
            self.users or self.expecting or self._listening or self._working or self._absence.standing
        )

    async def stop(self) -> None:
        """For good; the log has everything. What is being written is written."""
        self._stopped = True
        self._set_alarm(None)
        self._audience.quiet()
        background = [task for task in (self._acting, self._listening) if task]
        # In turn: so nobody is interrupted who has the table to themselves.
        async with self._lock:
            for task in background:
                task.cancel()
        await asyncio.gather(*background, *self._working, return_exceptions=True)

    async def _finish(
        self, work: Callable[Concatenate[LiveGame, P], Awaitable[T]], *about: P.args, **more: P.kwargs
    ) -> T:
        """What may be stored goes on to its end, even if whoever asked for it has gone."""
        task = asyncio.create_task(self._turn(work, *about, **more))
        self._working.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._working.discard(task)
        self._on_rest(self)

    # ------------------------------------------------------------ coming and going

    async def ready(self) -> None:
        """Make sure that the table exists and can be played."""
        if self._live is None:
            await self._turn(self._nothing)

    async def hello(self, subscriber: Subscriber, message: Hello) -> tuple[str, ...]:
        """Somebody comes, or comes back; who they are, as far as their seats tell."""
        return await self._turn(self._hello, subscriber, message)

    async def look(self, subscriber: Subscriber, seat: Seat | None) -> None:
        await self._turn(self._look, subscriber, seat)

    async def leave(self, subscriber: Subscriber) -> None:
        if self._audience.goodbye(subscriber) and (self._audience or self._audience.online()):
            self.hear(News.PEOPLE)

    def lag_changed(self) -> None:
        """Somebody's way to the server has become noticeably longer or shorter."""
        self._audience.lag_changed()

    async def _nothing(self, live: LiveGame) -> None:
        pass

    async def _hello(self, live: LiveGame, subscriber: Subscriber, message: Hello) -> tuple[str, ...]:
        digests = tuple(map(digest, message.keys))
        live = await self._with_keys(live, digests)
        seats = held(tuple(seat_of(live, found) for found in digests))
        if message.look is not None and message.look not in seats:
            raise refusals.not_yours()
        people = tuple({row.person_id for row in live.seats if row.seat in seats and row.person_id})
        self._services.admission.check_people(*people)
        if not seats and live.settings.watchers == "forbidden" and not live.outcome:
            raise refusals.no_watchers()
        if message.since > live.version:
            live = await self._follow(live)
        if message.since > live.version:
            raise refusals.future_version(version=live.version)
        audience = self._audience
        is_new = subscriber not in audience
        changed = audience.welcome(subscriber, digests, seats, message.name)
        subscriber.look = message.look
        subscriber.seen = message.since
        audience.inform(live, (subscriber,))
        if is_new and (equipment := live.equipment_message()):
            subscriber.send(equipment)
        await audience.show_by_turns(live, subscriber)
        for chat in audience.heard_by(live, subscriber)[-CHATS_ON_HELLO:]:
            subscriber.send(live.chat_message(chat))
        if changed:
            audience.inform_others(live, subscriber)
            self._people_changed(live)
            self._schedule()
        return people

    async def _look(self, live: LiveGame, subscriber: Subscriber, seat: Seat | None) -> None:
        if seat is not None and seat not in subscriber.seats and seat not in subscriber.shown:
            raise refusals.not_yours()
        subscriber.look = seat
        self._audience.show(live, subscriber)

    async def show_hand(self, subscriber: Subscriber, message: Show) -> None:
        await self._turn(self._show_hand, subscriber, message)

    async def _show_hand(self, live: LiveGame, subscriber: Subscriber, message: Show) -> None:
        if message.seat not in subscriber.seats:
            raise refusals.not_yours()
        if not self._audience.knows_watcher(message.watcher):
            raise refusals.unknown_watcher()
        if not self._audience.show_hand(live, message.watcher, message.seat, yes=message.yes):
            sender = self._services.keeper.id
            self._services.tell(Shown(sender, self.id, message.watcher, message.seat, message.yes))
        subscriber.send(Accepted(message.id, live.version))

    async def _with_keys(self, live: LiveGame, digests: tuple[str, ...]) -> LiveGame:
        """A key that is not known here may have been given by another server a moment ago."""
        known = {row.key_digest for row in live.seats}
        if known.issuperset(digests):
            return live
        try:
            if await self._services.storage.seats(self.id) == live.seats:
                return live
        except StorageError:
            raise refusals.storage() from None
        live = await self._load_again()
        self._audience.inform(live)
        return live

    # ------------------------------------------------------------ moves and words

    def move(self, subscriber: Subscriber, message: MakeMove) -> Awaitable[None]:
        return self._turn(self._move, subscriber, message)

    async def ask(self, subscriber: Subscriber, message: AskMove) -> None:
        await self._turn(self._ask, subscriber, message)

    async def say(self, subscriber: Subscriber, message: SayPhrase | SayText) -> None:
        await self._turn(self._say, subscriber, message)

    async def _move(self, live: LiveGame, subscriber: Subscriber, message: MakeMove) -> None:
        seat = message.seat
        if seat not in subscriber.seats:
            raise refusals.not_yours()
        if message.version > live.version:
            live = await self._follow(live)
        move = plain(message.move)
        for _ in range(TRIES):
            version = live.answered(seat, message.id, move)
            if version is None:
                live.check(seat, message.version, move)
                at = self._time(live, subscriber.lag)
                live.check_time(seat, at)
                looks = self._audience.looks(live)
                try:
                    events = live.play(seat, move, at, message.id, looks)
                except (IllegalMove, InvalidNotation) as error:
                    raise refusals.of_move(error) from None
                try:
                    await self._store(live, events, by="person")
                except Conflict:
                    live = await self._load()
                    continue
                version = events[0].version
            self._tell(live, Answer(subscriber, Accepted(message.id, version)))
            return
        raise refusals.too_busy()

    async def _ask(self, live: LiveGame, subscriber: Subscriber, message: AskMove) -> None:
        if message.seat not in subscriber.seats:
            raise refusals.not_yours()
        if message.version > live.version:
            live = await self._follow(live)
        live.check(message.seat, message.version, message.move)
        try:
            live.ask(message.seat, message.move)
        except (IllegalMove, InvalidNotation) as error:
            raise refusals.of_move(error) from None
        raise refusals.only_asked()

    async def _say(self, live: LiveGame, subscriber: Subscriber, message: SayPhrase | SayText) -> None:
        if message.seat not in subscriber.seats:
            raise refusals.not_yours()
        chat = await self._store_chat(live, message)
        subscriber.send(Accepted(message.id, chat.number))
        self._audience.follow(live)

    # ------------------------------------------------------------ seats and keys

    async def sit(self, invite_digest: str, name: str, key_digest: str, number: str | None = None) -> None:
        """Take a free seat, and add a number to the deal; the last one to sit down starts the game."""
        await self._finish(self._sit, invite_digest, name, key_digest, number)

    async def replace_key(self, old: str, new: str) -> Seat:
        """Another key for the seat that the one with the digest ``old`` opens, or has opened before it was replaced
        by just this one."""
        return await self._finish(self._replace_key, old, new)

    async def _sit(
        self, live: LiveGame, invite_digest: str, name: str, key_digest: str, number: str | None
    ) -> None:
        storage, at = self._services.storage, self._services.clock.now()
        seated = Seated(self._services.keeper.id, self.id)
        try:
            note, rows = self._services.note(seated), live.seats
            if number is not None and any(
                row.number == number and row.invite_digest != invite_digest for row in rows
            ):
                raise refusals.same_number()
            if not await storage.take_seat(invite_digest, name, key_digest, at, note, number=number):
                rows = await storage.seats(self.id)
                if any((row.invite_digest, row.key_digest) == (invite_digest, key_digest) for row in rows):
                    return  # The answer was lost, and is asked for again.
                raise refusals.taken()
        except StorageError as error:
            self._forget(error)
            raise refusals.storage() from None
        await self._seats_changed(seated)

    async def _replace_key(self, live: LiveGame, old: str, new: str) -> Seat:
        live = await self._with_keys(live, (old,))
        if (again := find_seat(live.seats, new)) is not None:
            return again
        seat = seat_of(live, old)
        try:
            if not await self._services.storage.replace_key(self.id, seat, old, new):
                # Another server may have done it a moment ago: the answer was lost, and is asked for again.
                if (again := find_seat(await self._services.storage.seats(self.id), new)) is None:
                    raise refusals.forged_key()
                return again
        except StorageError as error:
            self._forget(error)
            raise refusals.storage() from None
        seated = Seated(self._services.keeper.id, self.id)
        self._services.tell(seated)
        await self._seats_changed(None)
        return seat

    async def _seats_changed(self, seated: Seated | None) -> None:
        if seated:
            self._services.written(seated)
        try:
            self._audience.inform(await self._load_again())
        except refusals.RequestRefused:
            # It is done all the same; the table tries again by itself.
            self._log.warning("seats-changed-unseen")

    # ------------------------------------------------------------ what others ask

    def online(self) -> Collection[Seat]:
        """The seats whose people are connected, as far as this server knows."""
        return self._audience.online().keys()

    async def info(self) -> TableInfo:
        return await self._turn(self._info)

    async def record(self, key: str | None) -> TableRecord:
        return await self._turn(self._record, key)

    async def story(self, key: str | None) -> Story:
        """The game so far for who reads it again, with the key of a seat or as a spectator."""
        return await self._turn(self._story, key)

    async def finished(self) -> State:
        """The whole game, once it is over: it stays as it is then."""
        return await self._turn(self._whole)

    async def outcome(self) -> Outcome | None:
        return await self._turn(self._outcome)

    async def read(self, what: Callable[[LiveGame], T]) -> T:
        """Something about how the game stands."""
        return await self._turn(self._read, what)

    async def public_view(self) -> tuple[str, View]:
        """The game's name, and what a spectator sees."""
        return await self._turn(self._public_view)

    async def _info(self, live: LiveGame) -> TableInfo:
        return live.info(frozenset(), self._audience.presence())

    async def _record(self, live: LiveGame, key: str | None) -> TableRecord:
        game, seat = await self._known_by(live, key)
        return game.record(seat)

    async def _story(self, live: LiveGame, key: str | None) -> Story:
        game, seat = await self._known_by(live, key)
        info = game.info(frozenset(), self._audience.presence())
        keys = {row.key_digest: row.seat for row in live.seats if row.key_digest is not None}
        return Story(game.whole_record(), info, seat, over=game.outcome is not None, keys=keys)

    async def _known_by(self, live: LiveGame, key: str | None) -> tuple[LiveGame, Seat | None]:
        """As much of the game as somebody may know of now, and the seat they have, if any."""
        if key is None:
            if live.settings.watchers == "forbidden" and not live.outcome:
                raise refusals.no_watchers()
            return self._audience.past(live) or live, None
        live = await self._with_keys(live, (digest(key),))
        return live, seat_of(live, digest(key))

    async def _whole(self, live: LiveGame) -> State:
        if live.outcome is None:
            raise refusals.not_over()
        return live.state

    async def _outcome(self, live: LiveGame) -> Outcome | None:
        return live.outcome

    async def _read(self, live: LiveGame, what: Callable[[LiveGame], T]) -> T:
        return what(live)

    async def _public_view(self, live: LiveGame) -> tuple[str, View]:
        return live.row.game, live.view(None)


def plain(move: str) -> str:
    """Words of the table have one spelling; moves are the game's to read."""
    word = move.strip().lower()
    return word if is_word(word) else move


@lru_cache(maxsize=1024)
def held(seats: tuple[Seat, ...]) -> frozenset[Seat]:
    """Thousands hold the same few sets of seats."""
    return frozenset(seats)


def find_seat(rows: tuple[SeatRow, ...], key_digest: str) -> Seat | None:
    return next((row.seat for row in rows if row.key_digest == key_digest), None)


def seat_of(live: LiveGame, key_digest: str) -> Seat:
    """The seat that the key with this digest opens."""
    seat = find_seat(live.seats, key_digest)
    if seat is None:
        raise refusals.forged_key()
    return seat
