"""Who is away from a table and since when, as this server knows it; and for whom somebody else acts meanwhile.

Nothing of it is stored: whoever is connected says so, and a server that starts again counts from then on.
"""

from __future__ import annotations

from collections.abc import Collection, Set

from muscade.core import NOBODY, Seat
from muscade.server.clocks import Clock
from muscade.server.live import LiveGame


class Absence:
    """Of one table, in steady time. Only people's seats count: bots are always there."""

    __slots__ = ("_alone", "_clock", "_gone", "_here", "_on_since", "standing")

    def __init__(self, clock: Clock, *, alone: bool) -> None:
        """``alone``: nobody can be at another server."""
        self._clock = clock
        self._alone = alone
        self._on_since: int | None = None
        """When the game was first seen to be on: nobody is missed before."""
        self._here: Set[Seat] = NOBODY
        self._gone: dict[Seat, int] = {}
        self.standing = NOBODY
        """The seats whose people have been away for as long as the table waits, while somebody else is there."""

    def notice(self, online: Collection[Seat]) -> None:
        """So many are there now; whoever is back has the seat back."""
        here = frozenset(online)
        if here == self._here:
            return
        now = self._clock.steady()
        self._gone.update(dict.fromkeys(self._here - here, now))
        for seat in here:
            self._gone.pop(seat, None)
        self._here = here
        self.standing = (self.standing - here if here else NOBODY) or NOBODY

    def next_mark(self, live: LiveGame) -> int | None:
        """When somebody will have been away for as long as the table waits."""
        return min((at for seat, at in self._marks(live) if seat not in self.standing), default=None)

    def mark(self, live: LiveGame) -> bool:
        """Note for whom that is so by now; whether anybody is new. Nobody is played for while nobody waits."""
        now = self._clock.steady()
        due = frozenset(seat for seat, at in self._marks(live) if at <= now) if self._here else NOBODY
        new = not self.standing >= due
        self.standing |= due
        return new

    def _marks(self, live: LiveGame) -> list[tuple[Seat, int]]:
        absent = live.settings.absent
        if absent is None or absent.then == "wait" or (self._alone and not self._here) or not live.under_way:
            return []
        if self._on_since is None:
            self._on_since = self._clock.steady()
        return [
            (row.seat, max(self._gone.get(row.seat, 0), self._on_since) + 1000 * absent.after)
            for row in live.seats
            if row.kind != "bot" and row.seat not in self._here and row.seat not in live.words.out
        ]
