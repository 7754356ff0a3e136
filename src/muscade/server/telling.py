"""How a table is told to those who look on: updates in bytes, who sits where, what was said."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from muscade.core import NATURE, Event, Game, Outcome, Record, Seat, SeenEvent, State, Text, View
from muscade.core.words import Words
from muscade.server.equipment import equipment_message
from muscade.server.journal import Journal
from muscade.server.moments import BeforeChance, Moment, encode
from muscade.server.offers import Offer
from muscade.server.protocol import (
    Chat,
    DrawOffer,
    SeatInfo,
    TableInfo,
    TableSettings,
    Update,
    Watcher,
)
from muscade.server.records import AT_ONCE, Deal, TableRecord
from muscade.server.rows import ChatRow, SeatRow, TableRow
from muscade.server.times import Times

Lags: TypeAlias = Mapping[Seat, int | None]
"""Who is connected, and how many milliseconds away, where that is known."""


TimesLeft: TypeAlias = tuple[int | None, ...] | None
"""Milliseconds, one a seat, where there is a clock."""


class TimeTold(NamedTuple):
    """What an update says of time: when it is, until when the seat has, and what clocks show."""

    now: int
    deadline: int | None = None
    clocks: TimesLeft = None


class Presence(NamedTuple):
    """Who is there, and for whom somebody else plays meanwhile."""

    online: Lags
    standing: frozenset[Seat] = frozenset()
    watching: int = 0
    watchers: tuple[Watcher, ...] = ()


_CHANCE = (NATURE,)
_NULL = b"null"
_BEGINNING = b'{"type":"update","version":%d,"seat":%b,"events":['
_END = b'],"view":%b,"moves":%b,"now":%d,"deadline":%b,"clocks":%b}'
_UPDATE = _BEGINNING + b"%b" + _END
_NOW = b',"now":'
_UP_TO_NOW, _FROM_NOW = _UPDATE[: _UPDATE.index(_NOW)], _UPDATE[_UPDATE.index(_NOW) :]


class Telling:
    """The part of a `LiveGame` that puts it into words; it changes nothing but what it keeps so as not to write it twice."""

    __slots__ = (
        "_before_chance",
        "_last_event",
        "_moment",
        "game",
        "journal",
        "offers",
        "outcome",
        "row",
        "seats",
        "settings",
        "state",
        "times",
        "version",
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
    version: int
    """How many events there have been."""
    outcome: Outcome | None
    """By the law, or by what was said at the table."""
    offers: list[Offer]
    _moment: Moment | None
    _before_chance: BeforeChance | None
    _last_event: tuple[int, Event, bytes] | None

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
        return TableRecord(
            self.state,
            self.journal,
            self.deal,
            viewer,
            over=self.outcome is not None,
            origin=self.row.origin,
        )

    def whole_record(self) -> Record:
        """All of it, for who knows what to tell of it and to whom."""
        return TableRecord(self.state, self.journal, self.deal, None, over=True).whole()

    @property
    def deal(self) -> Deal:
        """What all draws follow from, and what that is made of."""
        numbers = tuple(row.number for row in self.seats)
        return Deal(self.row.seed, numbers if any(numbers) else ())

    # ------------------------------------------------------------ updates

    def update(self, look: Seat | None, since: int, time: TimeTold) -> Update:
        """Everything since a version, and where it has led."""
        return Update(
            version=self.version,
            seat=look,
            events=tuple(self.journal.seen(look, since, self.version)),
            view=msgspec.structs.replace(self.view(look), history=()),
            moves=self._offered(look),
            now=time.now,
            deadline=time.deadline,
            clocks=time.clocks,
        )

    def messages(self, look: Seat | None, since: int, time: TimeTold, *, own: bool = True) -> list[bytes]:
        """The same as it is sent; in two steps for who was up to date, where one would otherwise not see the table as it was
        before chance went on. Who looks through a seat that is not their ``own`` is offered nothing."""
        before, version = self._before_chance, self.version
        now, deadline, clocks = time
        left = _NULL if clocks is None else encode(clocks)
        first = None
        if before is not None and since == before.since and look in before.updates:
            first = before.updates[look] + _FROM_NOW % (now, _NULL, left)
            since = before.version
        events, moves = self._events(look, since, version), self._moves_of(look, own=own)
        until = _NULL if deadline is None else b"%d" % deadline
        update = (self._moment or self._now()).update(look, moves, until, (version, events, now, left))
        return [update] if first is None else [first, update]

    def message_parts(
        self, look: Seat | None, since: int, time: TimeTold, *, own: bool = True
    ) -> Iterator[bytes]:
        """An update in pieces, for somebody who has long been away: some events at a time. Nothing may happen meanwhile."""
        yield _BEGINNING % (self.version, _number(look))
        for start in range(since, self.version, AT_ONCE):
            written = self._events(look, start, min(start + AT_ONCE, self.version))
            yield b"," + written if start > since else written
        yield _END % self._end(look, time, own=own)

    def all_told(self) -> None:
        """Whoever looks on has been told: let go of what was made for that."""
        self._moment = self._before_chance = self._last_event = None

    def _end(self, look: Seat | None, time: TimeTold, *, own: bool) -> tuple[bytes, bytes, int, bytes, bytes]:
        """What an update says after the events."""
        moves, view = self._moves_of(look, own=own), self._now().view(look)
        return (
            view,
            moves,
            time.now,
            _number(time.deadline),
            _NULL if time.clocks is None else encode(time.clocks),
        )

    def _now(self) -> Moment:
        """How it stands."""
        if self._moment is None:
            self._moment = Moment(self.state, self._over_otherwise)
        return self._moment

    def _moves_of(self, look: Seat | None, *, own: bool) -> bytes:
        if not own or look is None or not (moves := self.offers[look].moves):
            return b"[]"
        return encode([move.notation for move in moves])

    def _offered(self, look: Seat | None) -> tuple[str, ...]:
        return () if look is None else tuple([move.notation for move in self.offers[look].moves])

    def _events(self, look: Seat | None, since: int, until: int) -> bytes:
        """Events in a list, without its brackets. One that many see alike is written once."""
        journal = self.journal
        place = journal.move_at(until) if until == since + 1 else None
        if place is None:
            return encode(journal.seen(look, since, until))[1:-1]
        event, last = self.state.seen_at(look, place), self._last_event
        if last is None or last[0] != since or last[1] is not event:
            told = SeenEvent(until, event.seat, event.move, journal.times[since], event.shown)
            last = self._last_event = since, event, encode(told)
        return last[2]

    def _keep_before_chance(self, looks: Collection[Seat | None], since: int) -> None:
        if not looks or self.state.turn() != _CHANCE:
            return
        version, moment, updates = self.version, Moment(self.state), {}
        for look in looks:
            events = self._events(look, since, version)
            updates[look] = _UP_TO_NOW % (version, _number(look), events, moment.view(look), b"[]")
        self._before_chance = BeforeChance(since, version, updates)

    # ------------------------------------------------------------ the table itself

    def info(
        self, yours: frozenset[Seat], presence: Presence, shown: frozenset[Seat] = frozenset()
    ) -> TableInfo:
        outcome, words, deal = self.outcome, self.words, self.deal
        offer = words.offer
        return TableInfo(
            table=self.row.id,
            game=self.row.game,
            options=self.state.options,
            goal=self.state.game.goal(self.state.options),
            settings=self.settings,
            people=self.people(presence),
            yours=tuple(sorted(yours)),
            commitment=deal.commitment,
            numbers=deal.numbers,
            part=deal.part if outcome else None,
            seed=deal.seed if outcome else None,
            draws=self.state.knows_draws(),
            offer=None if offer is None else DrawOffer(offer, words.agreeing()),
            ended=outcome.by if outcome else None,
            watching=presence.watching,
            watchers=presence.watchers if yours else (),
            known_deal=self.row.deal_of is not None,
            shown=tuple(sorted(shown)),
            origin=self.row.origin,
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
        return equipment_message(self.row.game, self.state.seats, self.state.options)

    def chat_message(self, chat: ChatRow) -> Chat:
        words = chat.words or ""
        text = Text(words, words) if chat.phrase is None else self.game.phrases[chat.phrase]
        return Chat(chat.number, chat.seat, chat.phrase, text, chat.at)


def _number(number: int | None) -> bytes:
    return _NULL if number is None else b"%d" % number
