"""A table as the database tells it: the state, what each seat is offered and since when, what was said.

Nothing here stores, and nothing waits but to let others have their turn; `tables` does that around it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, Self

import msgspec

from muscade.core import (
    NATURE,
    NOBODY,
    Event,
    Game,
    InvalidNotation,
    InvalidRecord,
    InvalidWord,
    Move,
    MuscadeError,
    Seat,
    State,
)
from muscade.core import game as find_game
from muscade.core.chance import SeedStream
from muscade.core.positions import SetUp
from muscade.core.words import DRAW, FLAG, FORFEIT, PACE, RESIGN, SKIP, Words, is_word
from muscade.server import refusals
from muscade.server.journal import Journal, Word
from muscade.server.moments import BeforeChance, Moment
from muscade.server.offers import Offer
from muscade.server.protocol import SayPhrase, SayText
from muscade.server.records import AT_ONCE
from muscade.server.rows import ChatRow, EventRow, StoredTable
from muscade.server.settling import settled
from muscade.server.table_settings import PACES
from muscade.server.telling import Telling
from muscade.server.times import Times
from muscade.server.tokens import digest
from muscade.server.wording import is_visible

_CHANCE = (NATURE,)
_THE_TABLE_S = (FLAG, FORFEIT)
"""Words that nobody says."""


@lru_cache(maxsize=4096)
def _made(seat: Seat, move: Move) -> tuple[Seat, Move]:
    """Many tables see the same moves: one entry in their histories will do."""
    return seat, move


class LiveGame(Telling):
    """Throw it away and build it again at any time: it holds nothing that is not stored."""

    __slots__ = ("_at", "begun_at", "chats", "phrases", "skipping")

    def __init__(self, stored: StoredTable) -> None:
        self.row = table = stored.row
        self.seats = stored.seats
        self.chats: dict[tuple[Seat, str], ChatRow] = {}
        """What was said, the last words last, by who said it and in which message."""
        self.phrases: set[int | None] = set()
        """Those that somebody has said."""
        self.add_chats(stored.chats)
        taken = [seat.taken_at for seat in stored.seats]
        self.begun_at: int | None = None if None in taken else max(at for at in taken if at is not None)
        self._at = table.created_at if self.begun_at is None else self.begun_at
        self.game: Game[Any, Any] = find_game(table.game)
        counts = msgspec.structs.replace(table.settings, rated=bool(table.rated))
        self.settings = settled(counts, self.game, stored.seats)
        if self.game.version != table.game_version:
            raise InvalidRecord(
                f"The table is of version {table.game_version} of {table.game}, not {self.game.version}.",
                f"La table est de la version {table.game_version} de {table.game}, pas {self.game.version}.",
            )
        self.state: State = self.game.new(len(stored.seats), **table.options)
        self.state.keep_up()
        self.words = Words(self.state)
        self.times = None if self.settings.clock is None else Times(self.settings.clock, stored.seats)
        self.skipping = NOBODY
        """Who wants bots to move at once until it is their own turn."""
        self.journal = Journal(self.state)
        self.version = 0
        self.outcome = None
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
    def last_at(self) -> int:
        """When the last thing happened."""
        return self._at

    @property
    def under_way(self) -> bool:
        return self.begun_at is not None and self.outcome is None

    @property
    def untouched(self) -> bool:
        """Nothing has happened yet; a position lies there before all have sat down."""
        history = self.state.history
        return not self.version or (self.version == 1 and isinstance(history[0][1], SetUp))

    def level(self, seat: Seat) -> str:
        """Of the bot that plays there, or would in its owner's place: the strongest beside the strongest, which may take long,
        unless the table has bots of its own."""
        own = self.seats[seat].level
        if own is not None:
            return own
        levels = [row.level for row in self.seats if row.level is not None] or list(self.game.bots())[-2:]
        return levels[0]

    def patience(self, seat: Seat) -> int | None:
        """Milliseconds from its offer until the clock acts for a seat: only where the law has an answer for silence."""
        offer, state, patience = self.offers[seat], self.state, self.settings.patience
        if not offer.moves or patience == 0 or state.timeout(seat) is None:
            return None
        return int(1000 * (state.patience(seat) if patience is None else patience))

    @property
    def last_chat(self) -> int:
        """The number of the last words."""
        return next((chat.number for chat in reversed(self.chats.values())), 0)

    def chats_after(self, number: int) -> list[ChatRow]:
        found: list[ChatRow] = []
        for chat in reversed(self.chats.values()):
            if chat.number <= number:
                break
            found.append(chat)
        return found[::-1]

    def add_chats(self, chats: Iterable[ChatRow]) -> None:
        """Words that are stored."""
        for chat in chats:
            if chat.number > self.last_chat:
                self.chats[chat.seat, chat.message_id] = chat
                self.phrases.add(chat.phrase)

    def seat_of(self, key: str) -> Seat:
        """The seat a key opens."""
        found = digest(key)
        for row in self.seats:
            if row.key_digest == found:
                return row.seat
        raise refusals.forged_key()

    # ------------------------------------------------------------ what happens

    def check(self, seat: Seat, version: int, move: str) -> None:
        """May a seat that saw the table at ``version`` say or do that now, for all that the law has nothing to do with?"""
        if self.begun_at is None:
            raise refusals.not_begun()
        if self.outcome:
            raise refusals.game_over()
        if version > self.version:
            raise refusals.future_version(version=self.version)
        if is_word(move):
            self._check_word(seat, move)
            return
        if seat in self.words.out:
            raise refusals.out_of_game()
        if version < self.offers[seat].version and not self.game.real_time:
            raise refusals.late()
        self._check_own_move(seat, move)

    def check_time(self, seat: Seat, at: int) -> None:
        """Nobody moves after their time: the flag is about to fall."""
        if self.times is not None and (left := self.times.left(seat, at)) is not None and left < 0:
            raise refusals.time_is_up()

    def _check_word(self, seat: Seat, word: str) -> None:
        said, _, more = word.partition(" ")
        if word in _THE_TABLE_S:
            raise refusals.only_the_clock()
        if (said == PACE and more not in PACES) or (said == SKIP and (more or self.offers[seat].moves)):
            raise refusals.no_such_pace() if said == PACE else refusals.nothing_to_skip()
        if word == DRAW:
            kinds = {party: set[str]() for party in self.words.left() - {self.words.parties[seat]}}
            for row, party in zip(self.seats, self.words.parties, strict=True):
                if party in kinds:
                    kinds[party].add(row.kind)
            if any(held == {"bot"} for held in kinds.values()):
                raise refusals.bots_agree_to_nothing()

    def _check_own_move(self, seat: Seat, notation: str) -> None:
        """Nobody says what is the clock's alone to say, though the law would accept it from that seat."""
        answer = self.state.timeout(seat)
        if answer is None or answer in self.offers[seat].moves:
            return
        try:
            meant = self.game.parse(notation)
        except InvalidNotation as error:
            raise refusals.of_move(error) from None
        if meant == answer:
            raise refusals.only_the_clock()

    def answered(self, seat: Seat, message_id: str, move: str) -> int | None:
        """Which event a message has become, if it was heard before; its id stands for one move only."""
        version = self.journal.answer(seat, message_id)
        if version is not None:
            try:
                meant = move if is_word(move) else self.game.parse(move)
            except InvalidNotation:
                raise refusals.reused() from None
            if (seat, meant) != self.journal.entry(version):
                raise refusals.reused()
        return version

    def ask(self, seat: Seat, move: str) -> None:
        """Raise what the law says against a move; nothing happens, whatever it says."""
        self.state.ask(seat, self.game.parse(move))

    def play(
        self,
        seat: Seat,
        move: Move | str,
        at: int,
        message_id: str | None = None,
        looks: Collection[Seat | None] = (),
    ) -> list[EventRow]:
        """Make a move, and chance's answers, or say a word: the events to store. What is refused changes nothing.

        ``looks``: through whose eyes they look on who are up to date. Should chance go on at once, they are shown the table as it
        was before that.
        """
        event = self._apply(seat, move, at, message_id)
        if move == RESIGN:
            return [event, *self._resign_with_bots(seat, at)]
        self._keep_before_chance(looks, event.version - 1)
        return [event, *self.settle(at)]

    def _resign_with_bots(self, seat: Seat, at: int) -> list[EventRow]:
        """No bot goes on for a side that all its people have given up."""
        rest = [partner for partner in self.words.party(seat) if partner not in self.words.out]
        if any(self.seats[partner].kind != "bot" for partner in rest):
            return []
        return [self._apply(partner, RESIGN, at) for partner in rest]

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
            while self.begun_at is not None and self.state.turn() == _CHANCE and self.words.by is None:
                drawn = self.game.draw(self.state, SeedStream(self.deal.seed, len(self.state.history)))
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
        self._moment = None
        if isinstance(move, str):
            if is_word(move):
                return self._say(seat, move, at, message_id)
            move = self.game.parse(move)
        self.state.play(seat, move)
        if seat != NATURE:
            self.state.history[-1] = _made(seat, move)
            self._before_chance = None
            if self.words.offer == seat:
                self.words.moved(seat)
        self._at = max(at, self._at)
        self.version = self.journal.add(self._at, seat, message_id)
        self._renew_offers(seat)
        return EventRow(self.version, seat, move.notation, self._at, message_id)

    def _say(self, seat: Seat, word: str, at: int, message_id: str | None) -> EventRow:
        try:
            self.words.say(seat, word)
        except InvalidWord as error:
            raise refusals.of_word(error) from None
        self._before_chance = None
        self._at = max(at, self._at)
        self.version = self.journal.add_word(self._at, Word(seat, word), message_id)
        self._heed(seat, word)
        return EventRow(self.version, seat, word, self._at, message_id)

    def _heed(self, seat: Seat, word: str) -> None:
        """What a word means for how the table goes on."""
        said, _, more = word.partition(" ")
        if said == PACE and more in PACES:
            self.settings = msgspec.structs.replace(self.settings, pace=PACES[more])
        elif said == SKIP:
            self.skipping |= {seat}
        elif self.times is not None and seat in self.words.out:
            self.times.stop(seat)
        if self.words.by is not None:
            self._renew_offers()

    def _renew_offers(self, mover: Seat | None = None) -> None:
        if self.begun_at is None:
            return
        state, offers = self.state, self.offers
        turn = state.turn() if self.words.by is None else ()
        self.outcome = None if turn else self.words.outcome(state.outcome())
        for seat, offer in enumerate(offers):
            if seat in turn:
                moves = tuple(state.moves(seat))
                if moves != offer.moves:
                    offers[seat] = Offer(moves, self.version, self._at)
            elif offer.moves:
                offers[seat] = Offer((), self.version, self._at)
        if self.times is not None:
            self.times.follow(turn, mover, self._at, state.progress().turns)
        if self.skipping:
            self.skipping = frozenset(seat for seat in self.skipping if not offers[seat].moves)
