"""A table as the database tells it: the state, what each seat is offered and since when, what was said.

Nothing here stores, and nothing waits but to let others have their turn; `tables` does that around it.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Self, TypeAlias

import msgspec

from muscade.core import (
    NATURE,
    Event,
    Game,
    InvalidNotation,
    InvalidRecord,
    Move,
    MuscadeError,
    Outcome,
    Seat,
    State,
    Text,
    View,
)
from muscade.core import game as find_game
from muscade.core.chance import SeedStream, commitment
from muscade.server import refusals
from muscade.server.equipment import equipment_message
from muscade.server.moments import BeforeChance, Moment, encode
from muscade.server.protocol import Chat, SayPhrase, SayText, SeatInfo, SeenEvent, TableInfo, Update
from muscade.server.records import AT_ONCE, TableRecord
from muscade.server.rows import ChatRow, EventRow, StoredTable
from muscade.server.tokens import digest
from muscade.server.wording import is_visible

Lags: TypeAlias = Mapping[Seat, int | None]
"""Who is connected, and how many milliseconds away, where that is known."""

_CHANCE = (NATURE,)
_NULL = b"null"


@lru_cache(maxsize=4096)
def _made(seat: Seat, move: Move) -> tuple[Seat, Move]:
    """Many tables see the same moves: one entry in their histories will do."""
    return seat, move


class Offer(msgspec.Struct, frozen=True):
    """What a seat may do, and since which version and time it has had just these choices."""

    moves: tuple[Move, ...]
    version: int
    at: int


class LiveGame:
    """Throw it away and build it again at any time: it holds nothing that is not stored.

    The log is kept in one form only: moves in the state's history, what was seen of them in its `seen`; here is when
    they were made, and which messages they answer.
    """

    __slots__ = (
        "_answers",
        "_at",
        "_before_chance",
        "_last_event",
        "_moment",
        "_times",
        "begun_at",
        "chats",
        "game",
        "offers",
        "row",
        "seats",
        "settings",
        "state",
    )

    def __init__(self, stored: StoredTable) -> None:
        self.row = table = stored.row
        self.settings = table.settings
        self.seats = stored.seats
        self.chats = list(stored.chats)
        taken = [seat.taken_at for seat in stored.seats]
        self.begun_at: int | None = None if None in taken else max(at for at in taken if at is not None)
        self._at = table.created_at if self.begun_at is None else self.begun_at
        self.game: Game[Any, Any] = find_game(table.game)
        if self.game.version != table.game_version:
            raise InvalidRecord(
                f"The table is of version {table.game_version} of {table.game}, not {self.game.version}.",
                f"La table est de la version {table.game_version} de {table.game}, pas {self.game.version}.",
            )
        self.state: State = self.game.new(len(stored.seats), **table.options)
        self.state.keep_up()
        self._times = array("q")
        self._answers: dict[int, int] = {}
        self.offers = [Offer((), 0, self._at) for _ in stored.seats]
        self._moment: Moment | None = None
        self._before_chance: BeforeChance | None = None
        self._last_event: tuple[int, Event, bytes] | None = None
        self._renew_offers()
        for event in stored.events:
            self._read(event)

    @classmethod
    async def load(cls, stored: StoredTable) -> Self:
        """The same, and others have their turn while a long log is read."""
        events = stored.events
        live = cls(msgspec.structs.replace(stored, events=events[:AT_ONCE]))
        for start in range(AT_ONCE, len(events), AT_ONCE):
            live.state.seen(None)  # or the first to ask for the whole story would wait for it
            await asyncio.sleep(0)
            for event in events[start : start + AT_ONCE]:
                live._read(event)
        return live

    # ------------------------------------------------------------ where it stands

    @property
    def version(self) -> int:
        return len(self._times)

    @property
    def last_at(self) -> int:
        """When the last thing happened."""
        return self._at

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    @property
    def under_way(self) -> bool:
        return self.begun_at is not None and self.outcome is None

    def view(self, seat: Seat | None) -> View:
        return self.state.view(seat)

    def patience(self, seat: Seat) -> int | None:
        """Milliseconds from its offer until the clock acts for a seat: only where the law has an answer for silence."""
        offer, state, patience = self.offers[seat], self.state, self.settings.patience
        if patience == 0 or not offer.moves or state.timeout(seat) is None:
            return None
        return int(1000 * (state.patience(seat) if patience is None else patience))

    @property
    def last_chat(self) -> int:
        """The number of the last words."""
        return self.chats[-1].number if self.chats else 0

    def chats_after(self, number: int) -> list[ChatRow]:
        found: list[ChatRow] = []
        for chat in reversed(self.chats):
            if chat.number <= number:
                break
            found.append(chat)
        return found[::-1]

    def add_chats(self, chats: Iterable[ChatRow]) -> None:
        """Words that are stored."""
        self.chats += (chat for chat in chats if chat.number > self.last_chat)

    def seat_of(self, key: str) -> Seat:
        """The seat a key opens."""
        found = digest(key)
        for row in self.seats:
            if row.key_digest == found:
                return row.seat
        raise refusals.forged_key()

    def record(self, viewer: Seat | None) -> TableRecord:
        """As one seat saw it while the game is on; all of it, seed included, afterwards."""
        return TableRecord(self.state, self._times, self.row.seed, viewer)

    # ------------------------------------------------------------ how it is told

    def update(self, look: Seat | None, since: int, now: int, deadline: int | None) -> Update:
        """Everything since a version, and where it has led."""
        return Update(
            version=self.version,
            seat=look,
            events=tuple(self._seen(look, since, self.version)),
            view=msgspec.structs.replace(self.view(look), history=()),
            moves=self._offered(look),
            now=now,
            deadline=deadline,
        )

    def messages(self, look: Seat | None, since: int, now: int, deadline: int | None) -> list[bytes]:
        """The same as it is sent; in two steps for who was up to date, where one would otherwise not see the table as it was
        before chance went on."""
        before = self._before_chance
        if before is None or since != before.since or look not in before.updates:
            return [b"".join(self.message_parts(look, since, now, deadline))]
        end = b"".join(self.message_parts(look, before.version, now, deadline))
        return [b'%b,"now":%d,"deadline":null}' % (before.updates[look], now), end]

    def message_parts(self, look: Seat | None, since: int, now: int, deadline: int | None) -> Iterator[bytes]:
        """An update in pieces, for somebody who has long been away: some events at a time. Nothing may happen meanwhile."""
        yield self._beginning(look, self.version)
        for start in range(since, self.version, AT_ONCE):
            written = self._events(look, start, min(start + AT_ONCE, self.version))
            yield b"," + written if start > since else written
        if self._moment is None:
            self._moment = Moment(self.state)
        yield b'],"view":%b,"moves":%b,"now":%d,"deadline":%b}' % (
            self._moment.view(look),
            encode(offered) if (offered := self._offered(look)) else b"[]",
            now,
            _NULL if deadline is None else b"%d" % deadline,
        )

    def all_told(self) -> None:
        """Whoever looks on has been told: let go of what was made for that."""
        self._moment = self._before_chance = self._last_event = None

    def _beginning(self, look: Seat | None, version: int) -> bytes:
        seat = _NULL if look is None else b"%d" % look
        return b'{"type":"update","version":%d,"seat":%b,"events":[' % (version, seat)

    def _offered(self, look: Seat | None) -> tuple[str, ...]:
        return () if look is None else tuple([move.notation for move in self.offers[look].moves])

    def _events(self, look: Seat | None, since: int, until: int) -> bytes:
        """Events in a list, without its brackets. One that many see alike is written once."""
        if until != since + 1:
            return encode(self._seen(look, since, until))[1:-1]
        event = self.state.seen(look, until)[since]
        if self._last_event is None or self._last_event[:2] != (since, event):
            told = SeenEvent(until, event.seat, event.move, self._times[since], event.shown)
            self._last_event = since, event, encode(told)
        return self._last_event[2]

    def _seen(self, look: Seat | None, since: int, until: int) -> list[SeenEvent]:
        times = self._times
        return [
            SeenEvent(place + 1, seen.seat, seen.move, times[place], seen.shown)
            for place, seen in enumerate(self.state.seen(look, until)[since:], since)
        ]

    def info(self, yours: frozenset[Seat], online: Lags) -> TableInfo:
        return TableInfo(
            table=self.row.id,
            game=self.row.game,
            options=self.state.options,
            settings=self.settings,
            people=self.people(online),
            yours=tuple(sorted(yours)),
            commitment=commitment(self.row.seed),
            seed=self.row.seed if self.outcome else None,
        )

    def equipment_message(self) -> bytes | None:
        """What is drawn once, ready to be sent once to each connection; None where there is nothing."""
        return equipment_message(self.row.game, self.state.options)

    def people(self, online: Lags) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(
                row.seat,
                row.kind,
                row.name,
                row.level,
                row.kind == "bot" or row.seat in online,
            )
            for row in self.seats
        )

    def chat_message(self, chat: ChatRow) -> Chat:
        words = chat.words or ""
        text = Text(words, words) if chat.phrase is None else self.game.phrases[chat.phrase]
        return Chat(chat.number, chat.seat, chat.phrase, text, chat.at)

    # ------------------------------------------------------------ what happens

    def check(self, seat: Seat, version: int) -> None:
        """May a seat that saw the table at ``version`` make any move now?"""
        if self.begun_at is None:
            raise refusals.not_begun()
        if self.outcome:
            raise refusals.game_over()
        if version > self.version:
            raise refusals.future_version(version=self.version)
        if version < self.offers[seat].version and not self.game.real_time:
            raise refusals.late()

    def check_own_word(self, seat: Seat, notation: str) -> None:
        """Nobody says what is the clock's alone to say, though the law would accept it from that seat."""
        answer = self.state.timeout(seat)
        if answer is None or answer in self.offers[seat].moves:
            return
        if self.game.parse(notation) == answer:
            raise refusals.only_the_clock()

    def answered(self, seat: Seat, message_id: str, move: str) -> int | None:
        """Which event a message has become, if it was heard before; its id stands for one move only."""
        version = self._answers.get(hash((seat, message_id)))
        if version is not None:
            try:
                meant = self.game.parse(move)
            except InvalidNotation:
                raise refusals.reused() from None
            if (seat, meant) != self.state.history[version - 1]:
                raise refusals.reused()
        return version

    def play(
        self,
        seat: Seat,
        move: Move | str,
        at: int,
        message_id: str | None = None,
        looks: Collection[Seat | None] = (),
    ) -> list[EventRow]:
        """Make a move, and chance's answers: the events to store. A refused move changes nothing.

        ``looks``: through whose eyes they look on who are up to date. Should chance go on at once, they are shown the table as it
        was before that.
        """
        event = self._apply(seat, move, at, message_id)
        self._keep_before_chance(looks, event.version - 1)
        return [event, *self.settle(at)]

    def follow(self, events: Iterable[EventRow], looks: Collection[Seat | None] = ()) -> None:
        """What is in the log already, written by another server."""
        since = self.version
        for event in events:
            self._read(event)
            if event.seat != NATURE:
                self._keep_before_chance(looks, since)

    def settle(self, at: int) -> list[EventRow]:
        """Whatever chance is to do now that everybody sits."""
        events = []
        try:
            while self.begun_at is not None and self.state.turn() == _CHANCE:
                drawn = self.game.draw(self.state, SeedStream(self.row.seed, self.version))
                events.append(self._apply(NATURE, drawn, at))
        except MuscadeError as error:
            # A fault of the game's, not of the player whose move came before.
            raise RuntimeError("chance made an illegal move") from error
        return events

    def chat_row(self, message: SayPhrase | SayText, at: int) -> ChatRow:
        """What somebody wants to say, if it may be said here and now (PP-24)."""
        chat = self.settings.chat
        if chat == "off":
            raise refusals.chat_off()
        if isinstance(message, SayPhrase):
            if message.phrase >= len(self.game.phrases):
                raise refusals.unknown_phrase()
            phrase, words = message.phrase, None
        else:
            if chat == "phrases" and self.under_way:
                raise refusals.phrases_only()
            if not is_visible(message.text):
                raise refusals.bad_words()
            phrase, words = None, message.text.strip()
        return ChatRow(self.last_chat + 1, message.seat, phrase, words, at, message.id)

    def _read(self, event: EventRow) -> None:
        self._apply(event.seat, event.move, event.at, event.message_id)

    def _apply(self, seat: Seat, move: Move | str, at: int, message_id: str | None = None) -> EventRow:
        if isinstance(move, str):
            move = self.game.parse(move)
        self.state.play(seat, move)
        if seat != NATURE:
            self.state.history[-1] = _made(seat, move)
        self._at = max(at, self._at)
        self._times.append(self._at)
        version = len(self._times)
        if message_id is not None:
            # Of 64 bits with a secret of this process in them: nobody finds two ids that look the same.
            self._answers[hash((seat, message_id))] = version
        self._moment = None
        if seat != NATURE:
            self._before_chance = None
        self._renew_offers()
        return EventRow(version, seat, move.notation, self._at, message_id)

    def _keep_before_chance(self, looks: Collection[Seat | None], since: int) -> None:
        if not looks or self.state.turn() != _CHANCE:
            return
        version, moment, updates = self.version, Moment(self.state), {}
        for look in looks:
            events = self._events(look, since, version)
            view = moment.view(look)
            updates[look] = b'%b%b],"view":%b,"moves":[]' % (self._beginning(look, version), events, view)
        self._before_chance = BeforeChance(since, version, updates)

    def _renew_offers(self) -> None:
        if self.begun_at is None:
            return
        state, offers = self.state, self.offers
        turn = state.turn()
        for seat, offer in enumerate(offers):
            if seat in turn:
                moves = tuple(state.moves(seat))
                if moves != offer.moves:
                    offers[seat] = Offer(moves, self.version, self._at)
            elif offer.moves:
                offers[seat] = Offer((), self.version, self._at)
