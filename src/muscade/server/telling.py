"""How a table is told to those who look on: updates in bytes, who sits where, what was said."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from muscade.core import NATURE, Event, Game, Outcome, Seat, State, Text, View
from muscade.core.chance import commitment
from muscade.core.words import Words
from muscade.server.equipment import equipment_message
from muscade.server.journal import Journal
from muscade.server.moments import BeforeChance, Moment, encode
from muscade.server.offers import Offer
from muscade.server.protocol import (
    Chat,
    DrawOffer,
    SeatInfo,
    SeenEvent,
    TableInfo,
    TableSettings,
    Update,
    Watcher,
)
from muscade.server.records import AT_ONCE, TableRecord
from muscade.server.rows import ChatRow, SeatRow, TableRow
from muscade.server.times import Times

Lags: TypeAlias = Mapping[Seat, int | None]
"""Who is connected, and how many milliseconds away, where that is known."""


TimesLeft: TypeAlias = tuple[int | None, ...] | None
"""Milliseconds, one a seat, where there is a clock."""


class Presence(NamedTuple):
    """Who is there, and for whom somebody else plays meanwhile."""

    online: Lags
    standing: frozenset[Seat] = frozenset()
    watching: int = 0
    watchers: tuple[Watcher, ...] = ()


_CHANCE = (NATURE,)
_NULL = b"null"


class Telling:
    """The part of a `LiveGame` that puts it into words; it changes nothing but what it keeps so as not to write it twice."""

    __slots__ = (
        "_before_chance",
        "_last_event",
        "_moment",
        "game",
        "journal",
        "offers",
        "row",
        "seats",
        "settings",
        "state",
        "times",
        "words",
    )

    row: TableRow
    settings: TableSettings
    seats: tuple[SeatRow, ...]
    game: Game[Any, Any]
    state: State
    words: Words
    times: Times | None
    journal: Journal
    offers: list[Offer]
    _moment: Moment | None
    _before_chance: BeforeChance | None
    _last_event: tuple[int, Event, bytes] | None

    @property
    def version(self) -> int:
        return len(self.journal)

    @property
    def outcome(self) -> Outcome | None:
        """By the law, or by what was said at the table."""
        return self.words.outcome(self.state.outcome())

    def view(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, may know."""
        view = self.state.view(seat)
        over = self._over_otherwise
        return view if over is None else msgspec.structs.replace(view, turn=(), outcome=over)

    @property
    def _over_otherwise(self) -> Outcome | None:
        """How it ended, where the state does not say so."""
        return self.outcome if self.words.count else None

    def record(self, viewer: Seat | None) -> TableRecord:
        """As one seat saw it while the game is on; all of it, seed included, afterwards."""
        return TableRecord(self.state, self.journal, self.row.seed, viewer, over=self.outcome is not None)

    # ------------------------------------------------------------ updates

    def update(
        self, look: Seat | None, since: int, now: int, deadline: int | None, clocks: TimesLeft = None
    ) -> Update:
        """Everything since a version, and where it has led."""
        return Update(
            version=self.version,
            seat=look,
            events=tuple(self.journal.seen(look, since, self.version)),
            view=msgspec.structs.replace(self.view(look), history=()),
            moves=self._offered(look),
            now=now,
            deadline=deadline,
            clocks=clocks,
        )

    def messages(
        self,
        look: Seat | None,
        since: int,
        now: int,
        deadline: int | None,
        clocks: TimesLeft = None,
        *,
        own: bool = True,
    ) -> list[bytes]:
        """The same as it is sent; in two steps for who was up to date, where one would otherwise not see the table as it was
        before chance went on. Who looks through a seat that is not their ``own`` is offered nothing."""
        before = self._before_chance
        if before is None or since != before.since or look not in before.updates:
            return [b"".join(self.message_parts(look, since, now, deadline, clocks, own=own))]
        end = b"".join(self.message_parts(look, before.version, now, deadline, clocks, own=own))
        left = _NULL if clocks is None else encode(clocks)
        return [b'%b,"now":%d,"deadline":null,"clocks":%b}' % (before.updates[look], now, left), end]

    def message_parts(
        self,
        look: Seat | None,
        since: int,
        now: int,
        deadline: int | None,
        clocks: TimesLeft = None,
        *,
        own: bool = True,
    ) -> Iterator[bytes]:
        """An update in pieces, for somebody who has long been away: some events at a time. Nothing may happen meanwhile."""
        yield self._beginning(look, self.version)
        for start in range(since, self.version, AT_ONCE):
            written = self._events(look, start, min(start + AT_ONCE, self.version))
            yield b"," + written if start > since else written
        if self._moment is None:
            self._moment = Moment(self.state, self._over_otherwise)
        yield b'],"view":%b,"moves":%b,"now":%d,"deadline":%b,"clocks":%b}' % (
            self._moment.view(look),
            encode(offered) if own and (offered := self._offered(look)) else b"[]",
            now,
            _NULL if deadline is None else b"%d" % deadline,
            _NULL if clocks is None else encode(clocks),
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
        journal = self.journal
        if until != since + 1 or isinstance(journal.entry(until)[1], str):
            return encode(journal.seen(look, since, until))[1:-1]
        place = journal.moves(since)
        event = self.state.seen(look, place + 1)[place]
        if self._last_event is None or self._last_event[:2] != (since, event):
            told = SeenEvent(until, event.seat, event.move, journal.times[since], event.shown)
            self._last_event = since, event, encode(told)
        return self._last_event[2]

    def _keep_before_chance(self, looks: Collection[Seat | None], since: int) -> None:
        if not looks or self.state.turn() != _CHANCE:
            return
        version, moment, updates = self.version, Moment(self.state), {}
        for look in looks:
            events = self._events(look, since, version)
            view = moment.view(look)
            updates[look] = b'%b%b],"view":%b,"moves":[]' % (self._beginning(look, version), events, view)
        self._before_chance = BeforeChance(since, version, updates)

    # ------------------------------------------------------------ the table itself

    def info(
        self, yours: frozenset[Seat], presence: Presence, shown: frozenset[Seat] = frozenset()
    ) -> TableInfo:
        outcome, words = self.outcome, self.words
        offer = words.offer
        return TableInfo(
            table=self.row.id,
            game=self.row.game,
            options=self.state.options,
            settings=self.settings,
            people=self.people(presence),
            yours=tuple(sorted(yours)),
            commitment=commitment(self.row.seed),
            seed=self.row.seed if outcome else None,
            draws=self.state.knows_draws(),
            offer=None if offer is None else DrawOffer(offer, words.agreeing()),
            ended=outcome.by if outcome else None,
            watching=presence.watching,
            watchers=presence.watchers if yours else (),
            shown=tuple(sorted(shown)),
        )

    def people(self, presence: Presence) -> tuple[SeatInfo, ...]:
        out, absent = self.words.out, self.settings.absent
        standing = presence.standing if absent is not None and absent.then == "bot" else ()
        return tuple(
            SeatInfo(
                row.seat,
                row.kind,
                row.name,
                row.level,
                row.kind == "bot" or row.seat in presence.online,
                out.get(row.seat),
                row.kind != "bot" and (row.seat in standing or row.seat in out),
            )
            for row in self.seats
        )

    def equipment_message(self) -> bytes | None:
        """What is drawn once, ready to be sent once to each connection; None where there is nothing."""
        return equipment_message(self.row.game, self.state.options)

    def chat_message(self, chat: ChatRow) -> Chat:
        words = chat.words or ""
        text = Text(words, words) if chat.phrase is None else self.game.phrases[chat.phrase]
        return Chat(chat.number, chat.seat, chat.phrase, text, chat.at)
