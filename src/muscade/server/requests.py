"""What is asked and answered over HTTP about games and tables; `muscade.server.protocol` has what sockets carry."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from muscade.core import Option, Options, Seat, Text
from muscade.core.lots import ToldLots
from muscade.core.pads import Pad
from muscade.server.protocol import DealNumber, Name, RequestId, SeatInfo, Secret
from muscade.server.table_settings import TableSettings

POSITION_LENGTH = 4000
"""The longest position, in characters."""


class SeatCount(msgspec.Struct, frozen=True):
    """One number of players, with what a table of that size can choose."""

    seats: int
    options: tuple[Option, ...]
    minutes: int | None = None
    """About how long a game of so many takes, where that was measured."""


class Level(msgspec.Struct, frozen=True):
    """A bot one can invite."""

    name: str
    title: Text


class GameInfo(msgspec.Struct, frozen=True):
    """GET /api/games: one entry a game."""

    name: str
    title: Text
    tagline: Text
    counts: tuple[SeatCount, ...]
    levels: tuple[Level, ...]
    """From the weakest to the strongest, and then the engines that this server seats."""
    usual_level: str
    """What bots are unless somebody says otherwise; empty where there are none."""
    phrases: tuple[Text, ...]
    """Quick phrases of the game's chat (PP-24)."""
    rules: str
    """The page of its rules; empty where it has none."""
    positions: bool
    """Whether it can begin from a position."""
    order: tuple[str, ...]
    """The natural order of the words in chance's moves: for whoever checks a deal, known before there is one."""
    pads: tuple[Pad, ...]
    """Score pads for a real table."""
    judges_tricks: bool
    """`POST /api/judge` says who wins a trick of it."""
    lesson: bool
    """It has a first lesson."""
    real_time: bool
    """Everybody plays at once: it keeps its own time, and there is no clock to choose."""
    series: int
    """So many graded puzzles it has."""
    vocabulary: dict[str, Text]
    """What names in its views and moves are called, for a table that does not know the game."""
    limit: str | None
    """The option that ends a game after so many turns, where it need not end by itself."""


class PuzzleTold(msgspec.Struct, frozen=True):
    """A puzzle of a series as it is set; its solution is not told."""

    grade: int
    """From 1, the easiest fifth of the series, to 5."""
    minimum: int | None
    """It takes no fewer steps or moves, which is proved; None where winning is all that counts."""
    unique: bool
    """Only one first move is right."""
    reason: str
    """How the game ends that was solved well, as `Outcome.reason` says it."""
    options: Options
    position: str | None
    """To begin from, where the options do not say it."""
    goal: Text
    """What is to be reached, in one line."""


class PuzzleSeries(msgspec.Struct, frozen=True):
    """GET /api/series/<game>: from easy to hard. Whoever solves sits at the first seat, bots of ``level`` at the others."""

    game: str
    seats: int
    level: str
    puzzles: tuple[PuzzleTold, ...]


class Here(msgspec.Struct, frozen=True, tag="here", tag_field="kind", forbid_unknown_fields=True):
    """A person at the screen that creates the table; several of them make a hot-seat table."""

    name: Name


class Invited(msgspec.Struct, frozen=True, tag="invited", tag_field="kind", forbid_unknown_fields=True):
    """A seat kept free for whoever gets its link."""


class BotSeat(msgspec.Struct, frozen=True, tag="bot", tag_field="kind", forbid_unknown_fields=True):
    """A seat for a bot of a level."""

    level: str


SeatRequest: TypeAlias = Here | Invited | BotSeat


class CreateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables."""

    game: str
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=12)]
    options: Options = {}
    settings: TableSettings = TableSettings()
    position: Annotated[str, Meta(max_length=POSITION_LENGTH)] | None = None
    """To begin from, as `POST /api/positions/look` tells it; such a game is dealt no cards that the position has."""
    id: RequestId | None = None
    """Asked again with the same id, the same table is meant, and the answer is the same."""


class SeatKey(msgspec.Struct, frozen=True):
    """What lets a client act for a seat. Keep it; show it to nobody."""

    seat: Seat
    key: str


class Invitation(msgspec.Struct, frozen=True):
    """What lets one person take a free seat, once: the client's address is ``/join#<invite>``."""

    seat: Seat
    invite: str


class TableCreated(msgspec.Struct, frozen=True):
    table: str
    """Unguessable; the address to watch is ``/table/<table>``."""
    keys: tuple[SeatKey, ...]
    invitations: tuple[Invitation, ...]


class JoinTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/join."""

    invite: Secret
    name: Name
    number: DealNumber | None = None
    """Added to the deal: made at random by whoever sits down, once they have seen the commitment."""
    id: RequestId | None = None
    """Asked again with the same id, the answer is the same."""


class Draws(msgspec.Struct, frozen=True):
    """GET /api/tables/<table>/draws: what chance drew from, once the game is over, so that anybody can make the draws again."""

    lots: tuple[ToldLots, ...]
    drawn: tuple[int, ...]
    """For each move of chance in the record, from the first on, its place in ``lots``."""


class ReplaceKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/<table>/key, with the key of a seat: another one for the same seat; the old one is void."""

    id: RequestId | None = None
    """Asked again with the same id and the old key, the answer is the same."""


class Joined(msgspec.Struct, frozen=True):
    table: str
    game: str
    key: SeatKey


class AskInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/invitations: an invitation is a secret, and addresses are written down in many places."""

    invite: Secret


class InvitationInfo(msgspec.Struct, frozen=True):
    """The answer to AskInvitation: what one is invited to."""

    table: str
    game: str
    seat: Seat
    taken: bool
    people: tuple[SeatInfo, ...]
    commitment: str
    """SHA-256 of the server's part of the deal."""
