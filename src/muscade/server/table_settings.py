"""What a table decides beside the options of its game: its talk, its clock, and what becomes of who is away or looks on."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta


class MoveClock(msgspec.Struct, frozen=True, tag="move", tag_field="kind", forbid_unknown_fields=True):
    """So many seconds for each turn."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]


class GameClock(msgspec.Struct, frozen=True, tag="game", tag_field="kind", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more with every turn."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DayClock(
    msgspec.Struct, frozen=True, tag="correspondence", tag_field="kind", forbid_unknown_fields=True
):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


AnyClock: TypeAlias = MoveClock | GameClock | DayClock

Pace: TypeAlias = Literal["slower", "normal", "fast", "instantly"]
PACES: dict[str, int] = {"slower": 1800, "normal": 900, "fast": 300, "instantly": 0}
"""What bots take at each pace, in milliseconds."""


class Absent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens at a seat whose person has been away for a number of seconds while somebody else is there."""

    then: Literal["wait", "bot", "forfeit"]
    """``bot``: one plays on from the same view, and hands back the moment its owner returns. ``forfeit``: the seat is out."""
    after: Annotated[int, Meta(ge=1, le=86_400)] = 60


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spectators see the table as it was so many events, or else so many seconds, ago."""

    moves: Annotated[int, Meta(ge=0, le=1000)] = 0
    seconds: Annotated[int, Meta(ge=0, le=3600)] = 0


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table decides beside the game's own options."""

    chat: Literal["free", "phrases", "off"] = "free"
    """``phrases``: quick phrases only while a game is on (PP-24)."""
    patience: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """Seconds before the clock acts where the law has an answer for silence (PP-21); 0: never; None: as long as
    the game thinks fit."""
    pace: Annotated[int, Meta(ge=0, le=5000)] = 900
    """Milliseconds a bot takes at least, so that people can follow."""
    absent: Absent | None = None
    """None: a bot after a minute where somebody is invited and no time is counted in days; else the table waits."""
    clock: AnyClock | None = None
    """None: everybody has all the time they want. Games in real time keep their own."""
    watchers: Literal["allowed", "forbidden"] | Delay = "allowed"
    """Who holds no seat may look on, may not before the game is over, or does so with a delay."""
    rated: bool = False
    """The game counts for everybody's rating, if all people who play agree; only in rooms, and with a clock."""
