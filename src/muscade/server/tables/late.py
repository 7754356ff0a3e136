"""A table as it stood some moves or seconds ago, for the spectators of a table that wants it so.

The past is a game of its own that follows the log at a distance: whatever is made of it, it cannot tell what it does not know.
"""

from __future__ import annotations

from bisect import bisect_right

from muscade.server.clocks import Clock
from muscade.server.live import LiveGame
from muscade.server.rows import ChatRow, StoredTable
from muscade.server.table_settings import Delay


class Late:
    """Of one table."""

    __slots__ = ("_clock", "_past")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._past: LiveGame | None = None

    def game(self, live: LiveGame) -> LiveGame | None:
        """What spectators may see of; None where that is the present: after the game everything is open."""
        delay = live.settings.watchers
        if not isinstance(delay, Delay) or live.outcome:
            self._past = None
            return None
        past, version = self._past, self._version(live, delay)
        if past is None or past.seats != live.seats or past.version > version:
            past = self._past = LiveGame(StoredTable(live.row, live.seats, (), ()))
        past.follow(live.journal.rows(past.version, version))
        return past

    def next_wait(self, live: LiveGame, past: LiveGame) -> int | None:
        """Milliseconds until they may see more, where that is a matter of time."""
        delay = live.settings.watchers
        if not isinstance(delay, Delay) or not delay.seconds or past.version == live.version:
            return None
        return max(1, live.journal.times[past.version] + 1000 * delay.seconds - self._clock.now())

    def heard(self, live: LiveGame, past: LiveGame, after: int = 0) -> list[ChatRow]:
        """What was said after those words, and before anything happened that they may not know yet."""
        chats = live.chats_after(after)
        if past.version == live.version:
            return chats
        hidden_from = live.journal.times[past.version]
        return [chat for chat in chats if chat.at < hidden_from]

    def _version(self, live: LiveGame, delay: Delay) -> int:
        if delay.seconds:
            old = bisect_right(live.journal.times, self._clock.now() - 1000 * delay.seconds)
            return max(old, self._past.version if self._past is not None else 0)
        return max(0, live.version - delay.moves)
