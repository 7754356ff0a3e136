"""When a table acts by itself: bots at their pace, the clock when patience is at an end.

Times of offers are stamped by the clock on the wall, which somebody may set. Here they are turned once into steady
time, and never waited for longer than the whole wait; so no jump of a clock freezes a table, nor hurries it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from muscade.core import Seat
from muscade.server.bots import BotRunner
from muscade.server.clocks import Clock
from muscade.server.live import LiveGame
from muscade.server.protocol import TableSettings
from muscade.server.rows import SeatRow
from muscade.server.tables.absence import Absence
from muscade.server.times import LAG_FORGIVEN, TableTime

USUAL_PACE = TableSettings().pace
"""At this pace bots that play in real time take just the time they say."""


class Deed(IntEnum):
    """What is done for a seat."""

    MOVE = 0
    """By a bot, its own or one that stands in."""
    ANSWER = 1
    """By the clock: what the law makes of silence."""
    FLAG = 2
    """By the clock: the time of this seat is up."""
    FORFEIT = 3
    """By the table: whoever sat there has been away for too long."""


class Action(NamedTuple):
    """When something is due, in steady time, for which seat, and what."""

    at: int
    seat: Seat
    deed: Deed


class Wait(NamedTuple):
    """The version since which a seat has had its choices, the steady time of that, and what a bot takes at a pace."""

    version: int
    since: int
    own: int | None
    pace: int


class Waits:
    """Of one table. Small, and stays when the game itself leaves memory."""

    __slots__ = ("_absence", "_bots", "_clock", "_waits", "time")

    def __init__(self, clock: Clock, bots: BotRunner, absence: Absence) -> None:
        self._clock = clock
        self._bots = bots
        self._absence = absence
        self.time = TableTime(clock)
        self._waits: dict[Seat, Wait] = {}

    def next_action(self, live: LiveGame) -> Action | None:
        """What happens next without anybody's doing."""
        due = self._forfeits(live) if self._absence.standing else []
        for row in live.seats:
            if not live.offers[row.seat].moves:
                continue
            if row.kind == "bot" or self.plays_for(live, row.seat):
                wait = self._wait(live, row, by_bot=True)
                due.append(Action(wait.since + (wait.own or 0), row.seat, Deed.MOVE))
                continue
            if (deadline := self.deadline(live, row.seat)) is not None:
                due.append(Action(deadline, row.seat, Deed.ANSWER))
            if live.times is not None and (left := live.times.left(row.seat, self.time.now())) is not None:
                due.append(Action(self._clock.steady() + left + LAG_FORGIVEN, row.seat, Deed.FLAG))
        return min(due, default=None)

    def plays_for(self, live: LiveGame, seat: Seat) -> bool:
        """Does a bot play there now? Not for a person who is there."""
        return live.seats[seat].kind == "bot" or seat in live.words.out or seat in self._absence.standing

    def _forfeits(self, live: LiveGame) -> list[Action]:
        absent, now = live.settings.absent, self._clock.steady()
        if absent is None or absent.then != "forfeit" or not live.under_way:
            return []
        out = live.words.out
        return [Action(now, seat, Deed.FORFEIT) for seat in self._absence.standing if seat not in out]

    def deadline(self, live: LiveGame, seat: Seat) -> int | None:
        """When the clock acts for a seat, in steady time."""
        patience = live.patience(seat)
        return None if patience is None else self._wait(live, live.seats[seat]).since + patience

    def begin_again(self, live: LiveGame, seat: Seat) -> None:
        """A bot made a mistake that leaves it the same choices: it thinks again."""
        row = live.seats[seat]
        pace = self._pace(live)
        own = self._of_bot(live, row, pace)
        self._waits[seat] = Wait(live.offers[seat].version, self._clock.steady(), own, pace)

    def _wait(self, live: LiveGame, row: SeatRow, *, by_bot: bool = False) -> Wait:
        offer, pace = live.offers[row.seat], self._pace(live) if by_bot else 0
        known = self._waits.get(row.seat)
        if (
            known is None
            or known.version != offer.version
            or (known.own is None) == by_bot
            or known.pace != pace
        ):
            own = self._of_bot(live, row, pace) if by_bot else None
            whole = own if own is not None else live.patience(row.seat) or 0
            passed = min(max(0, self._clock.now() - offer.at), whole)
            known = self._waits[row.seat] = Wait(offer.version, self._clock.steady() - passed, own, pace)
        return known

    def _pace(self, live: LiveGame) -> int:
        return 0 if live.skipping else live.settings.pace

    def _of_bot(self, live: LiveGame, row: SeatRow, pace: int) -> int:
        """At the table's pace, or at the bot's own speed, sped up alike."""
        own = None
        if live.game.real_time:
            own = self._bots.delay(
                live.game, live.level(row.seat), live.view(row.seat), live.offers[row.seat].moves
            )
        return pace if own is None else int(1000 * own * pace / USUAL_PACE)
