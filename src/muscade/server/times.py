"""How much time everybody has left: it follows from the log alone, so it is the same after a crash and at every server."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from muscade.core import Seat
from muscade.server.clocks import Clock
from muscade.server.rows import SeatRow
from muscade.server.table_settings import AnyClock, DayClock, GameClock

LAG_FORGIVEN = 500
"""Milliseconds: so much of the way to the server and back is taken off what a move took, and no more, or who is far away
by choice would gain. No flag falls sooner after the time is up, for a move may be on its way."""

DAY = 86_400_000
"""Milliseconds."""


def whole_time(clock: AnyClock) -> int:
    """Milliseconds for the game, or else for each turn."""
    return clock.days * DAY if isinstance(clock, DayClock) else 1000 * clock.seconds


class Times:
    """Of one table. Bots have all the time they need; a person's runs while it is on them, from turn to turn."""

    __slots__ = ("_by_turn", "_increment", "_left", "_since", "_turns", "_whole")

    def __init__(self, clock: AnyClock, seats: Iterable[SeatRow]) -> None:
        self._whole = whole_time(clock)
        self._by_turn = not isinstance(clock, GameClock)
        self._increment = 1000 * clock.increment if isinstance(clock, GameClock) else 0
        self._left: list[int | None] = [None if row.kind == "bot" else self._whole for row in seats]
        self._since: dict[Seat, int] = {}
        self._turns: int | None = None

    def follow(self, acting: Collection[Seat], mover: Seat | None, at: int, turns: int | None) -> None:
        """Something happened, and these are to act now; ``turns`` were finished so far, where the game counts them."""
        next_turn, self._turns = turns != self._turns, turns
        for seat in [seat for seat in self._since if seat not in acting or (next_turn and seat == mover)]:
            spent = at - self._since.pop(seat)
            left = self._left[seat]
            if left is not None:
                self._left[seat] = self._whole if self._by_turn else max(0, left - spent) + self._increment
        for seat in acting:
            if seat >= 0 and self._left[seat] is not None:
                self._since.setdefault(seat, at)

    def stop(self, seat: Seat) -> None:
        """Whoever sat there plays no more."""
        self._left[seat] = None
        self._since.pop(seat, None)

    def left(self, seat: Seat, at: int) -> int | None:
        """Milliseconds, less than none for who is late; None for a seat without a clock."""
        left, since = self._left[seat], self._since.get(seat)
        return left if left is None or since is None else left - (at - since)

    def since(self, seat: Seat) -> int | None:
        """When its turn began; None while it is not on it."""
        return self._since.get(seat)

    def all_left(self, at: int) -> tuple[int | None, ...]:
        """As it is shown: nobody has less than none."""
        found = [self.left(seat, at) for seat in range(len(self._left))]
        return tuple([None if left is None else max(0, left) for left in found])


class TableTime:
    """The time at a table with a clock: it goes on steadily from the last event, whoever sets the clock on the wall."""

    __slots__ = ("_ahead", "_clock")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ahead: int | None = None
        """By how much it is ahead of steady time."""

    def now(self) -> int:
        if self._ahead is None:
            self._ahead = self._clock.now() - self._clock.steady()
        return self._clock.steady() + self._ahead

    def not_before(self, at: int) -> None:
        """Something is in the log already that happened then."""
        self._ahead = max(self.now(), at) - self._clock.steady()

    def is_now(self, at: int) -> None:
        """What another server has just written happened this moment, whatever its clock says."""
        self._ahead = at - self._clock.steady()
