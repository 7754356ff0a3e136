"""What all tables of a server share, and who listens to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from muscade.core import Seat
from muscade.server.bots import BotRunner
from muscade.server.bus import Alone, Bus
from muscade.server.clocks import Clock
from muscade.server.keepers import Keeper
from muscade.server.live import LiveGame
from muscade.server.metrics import Metrics
from muscade.server.moderation.admission import Admission
from muscade.server.notes import AnyNote, written
from muscade.server.protocol import ServerMessage
from muscade.server.refusals import RequestRefused
from muscade.server.storage import Storage
from muscade.server.tokens import derive


class Subscriber(Protocol):
    """Somebody connected: the seats they hold, the one they look through, and the last version they saw."""

    seats: frozenset[Seat]
    look: Seat | None
    seen: int
    lag: int | None
    shown: frozenset[Seat]
    """Seats of others that this one may look through."""

    def send(self, message: ServerMessage | bytes) -> None:
        """Put in line, without waiting."""

    def write(self, frames: bytes) -> None:
        """The same for any number of messages that are `framed` already."""

    def cut(self, refusal: RequestRefused) -> None:
        """Say why, and hang up."""


class Answer(NamedTuple):
    """What somebody hears who asked for something."""

    to: Subscriber
    message: ServerMessage


class Listeners:
    """Who else wants to know what happens at tables."""

    def __init__(self) -> None:
        self.ended: Callable[[str], None] = lambda _room_id: None
        """The game of a room is over."""
        self.in_days: Callable[[LiveGame], None] = lambda _live: None
        """Follows the tables where time is counted in days."""


@dataclass(frozen=True, slots=True)
class Services:
    storage: Storage
    bus: Bus
    keeper: Keeper
    clock: Clock
    bots: BotRunner
    metrics: Metrics
    listeners: Listeners = field(default_factory=Listeners)
    admission: Admission = field(default_factory=Admission)

    def owner_of(self, address: str) -> str:
        """Who made a table, for limits and fairness: told apart by address, which is kept nowhere."""
        return derive(self.storage.secret, "owner", address)

    def note(self, note: AnyNote) -> bytes | None:
        """What goes with a write to a database that tells the other servers itself."""
        return written(note) if self.storage.shared else None

    def written(self, note: AnyNote) -> None:
        """Tell the others of a write that a database has not told them of."""
        if not self.storage.shared:
            self.tell(note)

    def tell(self, note: AnyNote) -> None:
        if not isinstance(self.bus, Alone):
            self.bus.tell(written(note))
