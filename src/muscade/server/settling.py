"""What a table's settings come to, where they leave something open."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muscade.server.protocol import Absent, TableSettings
from muscade.server.rows import SeatRow

WAIT = Absent("wait")
TAKE_OVER = Absent("bot")


def settled(settings: TableSettings, seats: Iterable[SeatRow]) -> TableSettings:
    """With people from elsewhere a bot takes over for whoever is gone, so that nobody waits for ever."""
    if settings.absent is not None:
        return settings
    invited = any(row.kind == "invited" for row in seats)
    return msgspec.structs.replace(settings, absent=TAKE_OVER if invited else WAIT)
