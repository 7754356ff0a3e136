"""What is asked and answered over HTTP about accounts, profiles and what somebody has here."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from muscade.core import Seat
from muscade.server.protocol import Name, RequestId
from muscade.server.ratings.requests import RatingInfo
from muscade.server.rooms.requests import GameResults
from muscade.server.series.requests import SeriesProgress

LONGEST_PASSWORD = 200
Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
DeviceLabel = Annotated[str, Meta(min_length=1, max_length=40)]
DeviceId = Annotated[str, Meta(min_length=1, max_length=64)]
Ended = Literal["won", "drawn", "lost"]

# ---------------------------------------------------------------- accounts


class MakeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/account, with the device's key: from now on the name is one's own, and a password joins other devices."""

    name: Name
    password: Password
    label: DeviceLabel | None = None
    """What one knows this device by in the list of one's devices."""


class ChangeAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PATCH /api/account, with the device's key and the password: another name, another password. What is left out stays."""

    password: Password
    name: Name | None = None
    new_password: Password | None = None


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/account/sign-in. With the key of a device, it is joined, and what its person had is the account's."""

    name: Name
    password: Password
    id: RequestId
    """Asked again with the same id, the answer is the same."""
    label: DeviceLabel | None = None


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/account/sign-out, with the device's key: this device, if nothing else is said. Its key is void."""

    device: DeviceId | None = None
    """This one of one's devices."""
    others: bool = False
    """All devices but this one."""


class Device(msgspec.Struct, frozen=True):
    """One of one's devices."""

    device: str
    label: str | None
    this: bool
    """The one that asks."""
    created_at: int
    seen_at: int | None


class Account(msgspec.Struct, frozen=True):
    """GET /api/account, with the device's key."""

    person: str
    name: str
    portrait: str
    account: bool
    """The name is one's own; without an account anybody may use it."""
    devices: tuple[Device, ...]


class SignedIn(msgspec.Struct, frozen=True):
    person: str
    key: str
    """The device's: the one it had, if it had one."""
    name: str
    portrait: str


class DeletePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/me/delete, with the device's key: everything one has here, at once and for good."""

    password: Password | None = None
    """Of the account, where there is one."""


class Done(msgspec.Struct, frozen=True):
    done: bool = True


# ---------------------------------------------------------------- profiles


class ProfileGame(msgspec.Struct, frozen=True):
    """How one game ended for them."""

    game: str
    seats: int
    outcome: Ended
    ended_at: int
    table: str | None
    """Only told to themselves."""


class Opponent(msgspec.Struct, frozen=True):
    """Somebody they have played with."""

    person: str
    name: str
    portrait: str
    account: bool
    games: int
    """How many ended with both at the table."""
    won: int
    """Of which so many were won, and not by the other one."""
    lost: int
    """And the other way round."""


class Profile(msgspec.Struct, frozen=True):
    """GET /api/people/<person>; with a device's key, what its person may see. Strangers see no single games and no opponents."""

    person: str
    name: str
    portrait: str
    account: bool
    you: bool
    friend: bool
    results: tuple[GameResults, ...]
    games: tuple[ProfileGame, ...] | None
    """The last ones, the latest first."""
    opponents: tuple[Opponent, ...] | None
    """Those with whom they have played most."""
    ratings: tuple[RatingInfo, ...]
    series: tuple[SeriesProgress, ...]


# ---------------------------------------------------------------- everything one has


class ExportedDevice(msgspec.Struct, frozen=True):
    label: str | None
    created_at: int
    seen_at: int | None


class ExportedPush(msgspec.Struct, frozen=True):
    """Where a browser of one's own wants to be told of turns."""

    endpoint: str
    language: str
    created_at: int


class ExportedRoom(msgspec.Struct, frozen=True):
    room: str
    code: str
    game: str
    host: bool
    games: int
    created_at: int
    used_at: int


class ExportedResult(msgspec.Struct, frozen=True):
    table: str
    record: str
    """Where the record of the game is, as long as the game is kept."""
    game: str
    seat: Seat
    seats: int
    outcome: Ended
    ended_at: int


class ExportedSeat(msgspec.Struct, frozen=True):
    """A seat of one's own, in a game that is on or over."""

    table: str
    record: str
    seat: Seat


class ExportedWords(msgspec.Struct, frozen=True):
    room: str
    words: str | None
    game: str | None
    phrase: int | None
    at: int


class ExportedRating(msgspec.Struct, frozen=True):
    """What a game that counted made of one's rating."""

    table: str
    game: str
    seats: int
    place: int
    ended_at: int
    rating: float
    deviation: float
    volatility: float


class ExportedPuzzle(msgspec.Struct, frozen=True):
    """A puzzle of a series that one has solved."""

    game: str
    number: int
    count: int | None
    starred: bool
    solved_at: int


class ExportedFriend(msgspec.Struct, frozen=True):
    person: str
    name: str
    since: int


class Export(msgspec.Struct, frozen=True):
    """GET /api/people/me/export, with the device's key: everything one has here, but for secrets."""

    person: str
    formerly: tuple[str, ...]
    """Whom one was known as before one signed in."""
    name: str
    portrait: str
    account: bool
    created_at: int
    seen_at: int
    devices: tuple[ExportedDevice, ...]
    friends: tuple[ExportedFriend, ...]
    rooms: tuple[ExportedRoom, ...]
    results: tuple[ExportedResult, ...]
    seats: tuple[ExportedSeat, ...]
    words: tuple[ExportedWords, ...]
    ratings: tuple[ExportedRating, ...]
    pushes: tuple[ExportedPush, ...]
    puzzles: tuple[ExportedPuzzle, ...]
