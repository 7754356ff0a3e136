"""What a table's settings come to, where they leave something open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from muscade.core import Game
from muscade.server.rows import SeatRow
from muscade.server.table_settings import Absent, DayClock, TableSettings

WAIT = Absent("wait")
TAKE_OVER = Absent("bot")


def settled(settings: TableSettings, game: Game[Any, Any], seats: Iterable[SeatRow]) -> TableSettings:
    """With people from elsewhere a bot takes over for whoever is gone, so that nobody waits for ever; but who has days to think is
    never missed. A game in real time has its own clock."""
    clock = None if game.real_time else settings.clock
    absent = settings.absent
    if absent is None:
        # A game that counts is nobody's but its people's: whoever is away for too long has no time left.
        missed = (
            not settings.rated
            and any(row.kind == "invited" for row in seats)
            and not isinstance(clock, DayClock)
        )
        absent = TAKE_OVER if missed else WAIT
    return msgspec.structs.replace(settings, absent=absent, clock=clock)
