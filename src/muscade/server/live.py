"""A table as the database tells it: the state, what each seat is offered and since when, what was said.

Nothing here waits or stores; `tables` does that around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from muscade.core import NATURE, Match, Move, MuscadeError, Outcome, Record, Seat, State, Text, View
from muscade.core.chance import commitment
from muscade.server import refusals
from muscade.server.protocol import Chat, SayPhrase, SayText, SeatInfo, SeenEvent, TableInfo, Update
from muscade.server.rows import ChatRow, EventRow, StoredTable
from muscade.server.tokens import digest
from muscade.server.wording import is_visible

Lags: TypeAlias = Mapping[Seat, int | None]
"""Who is connected, and how many milliseconds away, where that is known."""


class Offer(msgspec.Struct, frozen=True):
    """What a seat may do, and since which version and time it has had just these choices."""

    moves: tuple[Move, ...]
    version: int
    at: int


class LiveGame:
    """Throw it away and build it again at any time: it holds nothing that is not stored."""

    def __init__(self, stored: StoredTable) -> None:
        self.row = table = stored.row
        self.settings = table.settings
        self.seats = stored.seats
        self.chats = list(stored.chats)
        taken = [seat.taken_at for seat in stored.seats]
        self.begun_at: int | None = None if None in taken else max(at for at in taken if at is not None)
        self._at = table.created_at if self.begun_at is None else self.begun_at
        self.commitment = commitment(table.seed)
        self.match = Match.from_record(
            Record(
                table.game,
                table.game_version,
                len(stored.seats),
                table.options,
                [],
                seed=table.seed,
                commitment=self.commitment,
            ),
            clock=lambda: self._at,
        )
        self.game = self.match.game
        self.versions: dict[tuple[Seat, str], int] = {}
        self.offers = [Offer((), 0, self._at) for _ in stored.seats]
        self.before_chance: tuple[int, State] | None = None
        """The table as the last move left it, and its version, where chance has gone on from there at once."""
        self._renew_offers()
        for event in stored.events:
            self._apply(event.seat, event.move, event.at)
            if event.message_id is not None:
                self.versions[event.seat, event.message_id] = event.version

    # ------------------------------------------------------------ where it stands

    @property
    def version(self) -> int:
        return len(self.match.record.events)

    @property
    def last_at(self) -> int:
        """When the last thing happened."""
        return self._at

    @property
    def outcome(self) -> Outcome | None:
        return self.match.state.outcome()

    @property
    def under_way(self) -> bool:
        return self.begun_at is not None and self.outcome is None

    def view(self, seat: Seat | None) -> View:
        return self.match.state.view(seat)

    def deadline(self, seat: Seat) -> int | None:
        """When the clock acts for a seat: only where the law has an answer for silence."""
        offer, state, patience = self.offers[seat], self.match.state, self.settings.patience
        if patience == 0 or not offer.moves or state.timeout(seat) is None:
            return None
        return offer.at + int(1000 * (state.patience(seat) if patience is None else patience))

    def seat_of(self, key: str) -> Seat:
        """The seat a key opens."""
        found = digest(key)
        for row in self.seats:
            if row.key_digest == found:
                return row.seat
        raise refusals.forged_key()

    def record(self, viewer: Seat | None) -> Record:
        """As one seat saw it while the game is on; all of it, seed included, afterwards."""
        return self.match.record if self.outcome else self.match.record.redacted(viewer)

    # ------------------------------------------------------------ how it is told

    def update(self, look: Seat | None, since: int) -> Update:
        """Everything since a version, and where it has led."""
        moves = () if look is None else tuple(move.notation for move in self.offers[look].moves)
        deadline = None if look is None else self.deadline(look)
        return self._update_of(self.view(look), since, self.version, moves, deadline)

    def updates(self, look: Seat | None, since: int) -> list[Update]:
        """The same in two steps where one would otherwise not see the table as it was before chance went on."""
        if self.before_chance is None or since >= self.before_chance[0]:
            return [self.update(look, since)]
        version, state = self.before_chance
        return [self._update_of(state.view(look), since, version, (), None), self.update(look, version)]

    def _update_of(
        self, view: View, since: int, version: int, moves: tuple[str, ...], deadline: int | None
    ) -> Update:
        recorded = self.match.record.events
        return Update(
            version=version,
            seat=view.seat,
            events=tuple(
                SeenEvent(place + 1, seen.seat, seen.move, recorded[place].at, seen.shown)
                for place, seen in enumerate(view.history[since:], since)
            ),
            view=msgspec.structs.replace(view, history=()),
            moves=moves,
            deadline=deadline,
        )

    def info(self, yours: frozenset[Seat], online: Lags) -> TableInfo:
        return TableInfo(
            table=self.row.id,
            game=self.row.game,
            options=self.match.record.options,
            settings=self.settings,
            people=self.people(online),
            yours=tuple(sorted(yours)),
            commitment=self.commitment,
            seed=self.row.seed if self.outcome else None,
            equipment=self.game.equipment(self.match.record.options),
        )

    def people(self, online: Lags) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(
                row.seat,
                row.kind,
                row.name,
                row.level,
                row.kind == "bot" or row.seat in online,
                online.get(row.seat),
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
        answer = self.match.state.timeout(seat)
        if answer is None or answer in self.offers[seat].moves:
            return
        if self.game.parse(notation) == answer:
            raise refusals.only_the_clock()

    def play(self, seat: Seat, move: Move | str, at: int, message_id: str | None = None) -> list[EventRow]:
        """Make a move, and chance's answers: the events to store. A refused move changes nothing."""
        event = self._apply(seat, move, at, message_id)
        if message_id is not None:
            self.versions[seat, message_id] = event.version
        chance_follows = self.match.state.turn() == (NATURE,)
        self.before_chance = (event.version, self.match.state.copy()) if chance_follows else None
        return [event, *self.settle(at)]

    def settle(self, at: int) -> list[EventRow]:
        """Whatever chance is to do now that everybody sits."""
        events = []
        try:
            while self.begun_at is not None and self.match.state.turn() == (NATURE,):
                events.append(self._apply(NATURE, self.match.draw(), at))
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
        return ChatRow(len(self.chats) + 1, message.seat, phrase, words, at, message.id)

    def _apply(self, seat: Seat, move: Move | str, at: int, message_id: str | None = None) -> EventRow:
        before, self._at = self._at, max(at, self._at)
        try:
            self.match.apply(seat, move)
        except Exception:
            self._at = before
            raise
        self._renew_offers()
        return EventRow(self.version, seat, self.match.record.events[-1].move, self._at, message_id)

    def _renew_offers(self) -> None:
        if self.begun_at is None:
            return
        state = self.match.state
        turn = state.turn()
        for seat in range(len(self.seats)):
            moves = tuple(state.moves(seat)) if seat in turn else ()
            if moves != self.offers[seat].moves:
                self.offers[seat] = Offer(moves, self.version, self._at)
