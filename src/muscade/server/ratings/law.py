"""Which games count, and what one of them has come to. Nothing here waits or stores."""

from __future__ import annotations

from typing import Any, NamedTuple

from muscade.core import Game, Seat
from muscade.ratings import Played, parties_in_order
from muscade.server import refusals
from muscade.server.live import LiveGame
from muscade.server.table_settings import TableSettings


class RatedSeat(NamedTuple):
    """Who sat there, a person or a level of bots, and how it ended for them."""

    seat: Seat
    person_id: str | None
    level: str | None
    played: Played


class RatedGame(NamedTuple):
    """A game that counts, once it is over."""

    table_id: str
    game: str
    ended_at: int
    seats: tuple[RatedSeat, ...]

    @property
    def all_known(self) -> bool:
        """Nobody who played is gone for good."""
        return all(seat.person_id is not None or seat.level is not None for seat in self.seats)


def check_rated(game: Game[Any, Any], seats: int, settings: TableSettings) -> None:
    """May such games count at all? Nobody escapes a loss by going away, and nobody is played for."""
    if seats == 1:
        raise refusals.not_alone()
    if settings.clock is None and not game.real_time:
        raise refusals.needs_a_clock()
    if settings.absent is not None and settings.absent.then == "bot":
        raise refusals.no_stand_ins()


def places(live: LiveGame) -> tuple[int, ...]:
    """In which place each seat has ended, if the game is over."""
    return tuple(seat.place for seat in _played(live))


def _played(live: LiveGame) -> tuple[Played, ...]:
    return () if live.outcome is None else parties_in_order(live.outcome, live.words.parties, live.words.out)


def rated_game(live: LiveGame) -> RatedGame | None:
    """What a game has come to, if it is over and counts, as the log tells it."""
    if not live.row.rated or live.outcome is None:
        return None
    nicknames = live.game.nicknames
    seats = tuple(
        RatedSeat(row.seat, row.person_id, row.level and nicknames.get(row.level, row.level), ended)
        for row, ended in zip(live.seats, _played(live), strict=True)
    )
    people = [seat.person_id for seat in seats if seat.person_id is not None]
    # Two who have turned out to be one meanwhile.
    return (
        None
        if len(set(people)) < len(people)
        else RatedGame(live.row.id, live.game.name, live.last_at, seats)
    )
