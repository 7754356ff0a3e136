"""How much one address may ask of the server: all limits are here, and their numbers are the operator's to set.

The defaults leave a family, or a class of thirty, behind one address alone. Whoever is refused is told when to come
back. Somebody's own network (a /64) counts as one address of IPv6.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from muscade.server import refusals
from muscade.server.addresses import limited_as

Clock: TypeAlias = Callable[[], float]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0)]

MINUTE = 60.0
HOUR = 3600.0
MOST_ACCOUNTS = 100_000
"""Addresses remembered by each limit, at most."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one address may do; 0 means without limit."""

    requests_a_second: Annotated[Count, Meta(description="HTTP requests of one address, on average")] = 100
    requests_at_once: Annotated[
        Count, Meta(description="and how many may come at once, such as all files of thirty clients")
    ] = 3000
    tables_a_minute: Annotated[Count, Meta(description="tables one address may create")] = 60
    joins_a_minute: Annotated[Count, Meta(description="invitations one address may accept")] = 120
    hints_a_minute: Annotated[Count, Meta(description="hints one address may ask for")] = 60
    replays_a_minute: Annotated[
        Count, Meta(description="how often one address may ask for a game again, or some of its moments")
    ] = 1200
    pictures_a_minute: Annotated[
        Count, Meta(description="pictures of games that are drawn for one address")
    ] = 120
    films_a_minute: Annotated[Count, Meta(description="films of games that are made for one address")] = 6
    analyses_a_minute: Annotated[Count, Meta(description="analyses one address may ask for")] = 20
    variations_a_minute: Annotated[Count, Meta(description="variations of games one address may keep")] = 30
    positions_a_minute: Annotated[
        Count, Meta(description="how often one address may ask the referee about a position")
    ] = 300
    people_a_minute: Annotated[Count, Meta(description="people one address may make known")] = 60
    rooms_a_minute: Annotated[Count, Meta(description="rooms one address may create")] = 60
    codes_a_minute: Annotated[Count, Meta(description="codes of rooms one address may try")] = 30
    sign_ins_a_minute: Annotated[Count, Meta(description="passwords one address may try")] = 30
    sign_ins_of_account_a_minute: Annotated[
        Count, Meta(description="passwords that may be tried on one account, from wherever")
    ] = 10
    looks_a_minute: Annotated[
        Count, Meta(description="how often one person may look at what they have here")
    ] = 60
    words_a_minute: Annotated[Count, Meta(description="what one person may say in rooms and at tables")] = 60
    words_at_once: Annotated[Count, Meta(description="and how much of it at once")] = 10
    words_of_address_a_minute: Annotated[
        Count, Meta(description="what all of one address may say together")
    ] = 600
    words_of_address_at_once: Annotated[Count, Meta(description="and how much of it at once")] = 120
    reports_an_hour: Annotated[Count, Meta(description="reports one person may make")] = 10
    reports_of_address_an_hour: Annotated[
        Count, Meta(description="reports all of one address may make together")
    ] = 60
    operator_attempts_a_minute: Annotated[
        Count, Meta(description="wrong tokens of an operator that one address may try")
    ] = 5
    open_tables: Annotated[Count, Meta(description="unfinished tables one address may have")] = 1000
    connections: Annotated[Count, Meta(description="connections of one address at the same time")] = 300
    connections_of_all: Annotated[
        Count, Meta(description="connections of everybody together, for each process that serves")
    ] = 20_000
    messages_a_second: Annotated[Count, Meta(description="WebSocket messages on one connection")] = 20
    messages_at_once: Annotated[Count, Meta(description="and how many may come at once")] = 60
    bytes_a_second: Annotated[Count, Meta(description="bytes of messages on one connection")] = 8192
    bytes_at_once: Annotated[Count, Meta(description="and how many may come at once")] = 131_072
    messages_of_address_a_second: Annotated[
        Count, Meta(description="WebSocket messages on all connections of one address")
    ] = 600
    messages_of_address_at_once: Annotated[Count, Meta(description="and how many may come at once")] = 6000
    head_seconds: Annotated[
        Seconds, Meta(description="seconds a client may take to send the head of a request")
    ] = 10.0
    body_seconds: Annotated[Seconds, Meta(description="seconds it may take to send the body")] = 10.0
    answer_seconds: Annotated[
        Seconds, Meta(description="seconds for which it may leave an answer unread before it is cut off")
    ] = 30.0


@dataclass(frozen=True)
class Allowance:
    """So much a second, and so much at once; a ``rate`` of 0 means without limit."""

    rate: float
    burst: float


class Bucket:
    """A token bucket. What is refused counts too, so whoever goes on all the same is soon read no faster than allowed."""

    __slots__ = ("_allowance", "_at", "_now", "_tokens")

    def __init__(self, allowance: Allowance, now: Clock = time.monotonic) -> None:
        self._allowance = allowance
        self._now = now
        self._tokens = allowance.burst
        self._at = now()

    def take(self, amount: float = 1.0) -> bool:
        if not self._allowance.rate:
            return True
        self._earn()
        self._tokens -= amount
        return self._tokens >= 0

    def wait(self) -> float:
        """Seconds before the next message is worth reading."""
        if not self._allowance.rate or self._tokens >= -self._allowance.burst:
            return 0.0
        self._earn()
        return max(0.0, -self._tokens - self._allowance.burst) / self._allowance.rate

    def _earn(self) -> None:
        now = self._now()
        earned = (now - self._at) * self._allowance.rate
        self._at = now
        self._tokens = min(self._allowance.burst, self._tokens + earned)


class Ledger:
    """Token buckets for any number of addresses, in one number each: when an address will have paid for everything.

    Those that have are forgotten as time goes by. Should ever too many be remembered all the same, the one that has
    asked for nothing for longest is.
    """

    def __init__(self, allowance: Allowance, now: Clock = time.monotonic, most: int = MOST_ACCOUNTS) -> None:
        self._rate = allowance.rate
        self._tolerance = (allowance.burst - 1) / allowance.rate if allowance.rate else math.inf
        self._now = now
        self._most = most
        self._paid: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._paid)

    def wait(self, address: str) -> float:
        """Seconds to wait; 0 if it may be had now."""
        now = self._now()
        return max(0.0, self._paid.get(address, now) - now - self._tolerance)

    def take(self, address: str) -> float:
        """The same; and if it may be had now, it is taken."""
        if not self._rate:
            return 0.0
        now = self._now()
        self._forget(now)
        paid = max(self._paid.pop(address, now), now)
        wait = paid - now - self._tolerance
        if wait <= 0:
            paid += 1 / self._rate
        # At the end, so that the first is who has asked for nothing for longest.
        self._paid[address] = paid
        return max(0.0, wait)

    def _forget(self, now: float) -> None:
        """A few at a time, more than come in."""
        for _ in range(2):
            oldest = next(iter(self._paid), None)
            if oldest is None or (self._paid[oldest] > now and len(self._paid) < self._most):
                return
            del self._paid[oldest]


class Traffic:
    """What comes in on one connection: messages and bytes, and with those of its address together."""

    __slots__ = ("_bytes", "_limiter", "_messages", "address")

    def __init__(self, limiter: Limiter, address: str) -> None:
        self._limiter = limiter
        self.address = address
        self._messages = Bucket(limiter.messages)
        self._bytes = Bucket(limiter.bytes)

    def take(self, size: int) -> None:
        """A message of so many bytes, or a refusal."""
        few, short = self._messages.take(), self._bytes.take(size)
        if not (few and short):
            raise refusals.slow_down(retry_after=1)
        self._limiter.message(self.address)

    def wait(self) -> float:
        """Seconds before the next message is worth reading."""
        return max(self._messages.wait(), self._bytes.wait())


class Limiter:
    """Counts what everybody does, and refuses what is too much."""

    def __init__(self, limits: Limits | None = None, now: Clock = time.monotonic) -> None:
        self.limits = limits = limits or Limits()
        self.messages = Allowance(limits.messages_a_second, limits.messages_at_once)
        """Of one connection."""
        self.bytes = Allowance(limits.bytes_a_second, limits.bytes_at_once)

        def a_minute(count: int, at_once: int | None = None) -> Ledger:
            return Ledger(Allowance(count / MINUTE, count if at_once is None else at_once), now)

        def an_hour(count: int) -> Ledger:
            return Ledger(Allowance(count / HOUR, count), now)

        def a_second(rate: int, burst: int) -> Ledger:
            return Ledger(Allowance(rate, burst), now)

        self._requests = a_second(limits.requests_a_second, limits.requests_at_once)
        self._tables = a_minute(limits.tables_a_minute)
        self._joins = a_minute(limits.joins_a_minute)
        self._hints = a_minute(limits.hints_a_minute)
        self._replays = a_minute(limits.replays_a_minute)
        self._pictures = a_minute(limits.pictures_a_minute)
        self._films = a_minute(limits.films_a_minute)
        self._analyses = a_minute(limits.analyses_a_minute)
        self._variations = a_minute(limits.variations_a_minute)
        self._positions = a_minute(limits.positions_a_minute)
        self._people = a_minute(limits.people_a_minute)
        self._rooms = a_minute(limits.rooms_a_minute)
        self._codes = a_minute(limits.codes_a_minute)
        self._sign_ins = a_minute(limits.sign_ins_a_minute)
        self._sign_ins_of_account = a_minute(limits.sign_ins_of_account_a_minute)
        self._looks = a_minute(limits.looks_a_minute)
        self._words = a_minute(limits.words_a_minute, limits.words_at_once)
        self._address_words = a_minute(limits.words_of_address_a_minute, limits.words_of_address_at_once)
        self._reports = an_hour(limits.reports_an_hour)
        self._address_reports = an_hour(limits.reports_of_address_an_hour)
        self._attempts = a_minute(limits.operator_attempts_a_minute)
        self._messages = a_second(limits.messages_of_address_a_second, limits.messages_of_address_at_once)
        self._connections: dict[str, int] = {}
        self._all_connections = 0

    def request(self, address: str) -> None:
        self._check(self._requests, address, refusals.too_many_requests)

    def table(self, address: str) -> None:
        self._check(self._tables, address, refusals.too_many_tables)

    def join(self, address: str) -> None:
        self._check(self._joins, address, refusals.too_many_joins)

    def hint(self, address: str) -> None:
        self._check(self._hints, address, refusals.too_many_hints)

    def replay(self, address: str) -> None:
        self._check(self._replays, address, refusals.too_many_requests)

    def picture(self, address: str) -> None:
        self._check(self._pictures, address, refusals.too_many_pictures)

    def film(self, address: str) -> None:
        self._check(self._films, address, refusals.too_many_films)

    def analysis(self, address: str) -> None:
        self._check(self._analyses, address, refusals.too_many_analyses)

    def variation(self, address: str) -> None:
        self._check(self._variations, address, refusals.too_many_variations_kept)

    def position(self, address: str) -> None:
        self._check(self._positions, address, refusals.too_many_positions)

    def person(self, address: str) -> None:
        self._check(self._people, address, refusals.too_many_people)

    def room(self, address: str) -> None:
        self._check(self._rooms, address, refusals.too_many_rooms)

    def code(self, address: str) -> None:
        self._check(self._codes, address, refusals.too_many_codes)

    def sign_in(self, address: str, account: str) -> None:
        """A password is tried; an account that does not exist counts like one that does."""
        self._check(self._sign_ins, address, refusals.too_many_sign_ins)
        self._check_person(self._sign_ins_of_account, account, refusals.too_many_sign_ins)

    def look(self, person: str) -> None:
        """Somebody wants to know what they have here: whose turn it is takes a look at every game."""
        self._check_person(self._looks, person, refusals.too_many_requests)

    def words(self, person: str, address: str) -> None:
        """Of somebody, wherever they are, and of all at their address."""
        self._check_person(self._words, person, refusals.too_many_words)
        self._check(self._address_words, address, refusals.too_many_words)

    def report(self, person: str, address: str) -> None:
        self._check_person(self._reports, person, refusals.too_many_reports)
        self._check(self._address_reports, address, refusals.too_many_reports)

    def attempt(self, address: str) -> Callable[[], None]:
        """Somebody shows an operator's token, unless they were wrong too often; call what is returned if it is wrong."""
        key = limited_as(address)
        if wait := self._attempts.wait(key):
            raise refusals.too_many_attempts(retry_after=max(1, math.ceil(wait)))

        def wrong() -> None:
            self._attempts.take(key)

        return wrong

    def message(self, address: str) -> None:
        """One on a WebSocket, beside what its own connection is allowed."""
        self._check(self._messages, address, refusals.slow_down)

    def open_tables(self, count: int) -> None:
        """An address that has so many unfinished tables wants another."""
        if self.limits.open_tables and count >= self.limits.open_tables:
            raise refusals.too_many_open(retry_after=3600, limit=self.limits.open_tables)

    def connect(self, address: str) -> Callable[[], None]:
        """Count a connection; call what is returned once when it has ended."""
        key = limited_as(address)
        count = self._connections.get(key, 0)
        if self.limits.connections and count >= self.limits.connections:
            raise refusals.too_many_connections(limit=self.limits.connections)
        if self.limits.connections_of_all and self._all_connections >= self.limits.connections_of_all:
            raise refusals.too_busy(retry_after=refusals.COME_BACK)
        self._connections[key] = count + 1
        self._all_connections += 1
        ended = False

        def end() -> None:
            nonlocal ended
            if not ended:
                ended = True
                self._all_connections -= 1
                self._connections[key] -= 1
                if not self._connections[key]:
                    del self._connections[key]

        return end

    def _check(self, ledger: Ledger, address: str, refusal: refusals.RequestRefusal) -> None:
        self._check_person(ledger, limited_as(address), refusal)

    @staticmethod
    def _check_person(ledger: Ledger, who: str, refusal: refusals.RequestRefusal) -> None:
        wait = ledger.take(who)
        if wait > 0:
            raise refusal(retry_after=max(1, math.ceil(wait)))
