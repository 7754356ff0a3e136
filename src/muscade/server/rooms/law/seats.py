"""Who sits where."""

from __future__ import annotations

from msgspec.structs import replace

from muscade.core import Seat
from muscade.core import game as find_game
from muscade.server import refusals
from muscade.server.rooms.law.members import (
    check_between_games,
    check_host,
    is_full,
    member_of,
    plays,
    seats_of,
)
from muscade.server.rooms.law.rating import agree
from muscade.server.rooms.state import FREE, Place, RoomState


def sit(
    state: RoomState, person: str, seat: Seat, *, also: bool = False, name: str | None = None
) -> RoomState:
    """Between games any seat that is no other person's; in the middle of one, a bot's."""
    if member_of(state, person) is None:
        raise refusals.not_in_room()
    place = place_of(state, seat)
    if place.person not in (None, person):
        raise refusals.taken()
    wanted = Place(person=person, name=name if also else None)
    if place.person == person and (also or len(seats_of(state.places, person)) == 1):
        return state if state.playing else replace(state, places=with_place(state.places, seat, wanted))
    if state.playing:
        if not also and plays(state, person):
            raise refusals.already_playing()
        if state.rated:
            raise refusals.nobody_joins()
        places = with_place(state.places, seat, wanted)
        return replace(state, places=places, players=places)
    places = state.places
    if not also:
        places = tuple(FREE if old.person == person else old for old in places)
    state = agree(replace(state, places=with_place(places, seat, wanted)), person, yes=True)
    return replace(state, wish=None) if is_full(state) else state


def stand(state: RoomState, person: str, seat: Seat | None = None) -> RoomState:
    """Give up a seat, or all; whoever plays does so when the game is over."""
    if plays(state, person):
        raise refusals.while_playing()
    if seat is not None and place_of(state, seat).person != person:
        raise refusals.not_yours()
    mine = seats_of(state.places, person) if seat is None else (seat,)
    places = tuple(FREE if number in mine else place for number, place in enumerate(state.places))
    again = state.again
    if not seats_of(places, person):
        again = tuple(other for other in again if other != person)
    return replace(state, places=places, again=again)


def set_bot(state: RoomState, by: str, seat: Seat, level: str | None) -> RoomState:
    """A bot of a level in a seat, or nobody, until somebody sits there."""
    check_host(state, by)
    check_between_games(state)
    if place_of(state, seat).person is not None:
        raise refusals.taken()
    if level is not None:
        level = known_level(state.game, level)
    return replace(state, places=with_place(state.places, seat, Place(level=level)))


def place_of(state: RoomState, seat: Seat) -> Place:
    if not 0 <= seat < len(state.places):
        raise refusals.unknown_seat()
    return state.places[seat]


def with_place(places: tuple[Place, ...], seat: Seat, place: Place) -> tuple[Place, ...]:
    return (*places[:seat], place, *places[seat + 1 :])


def known_level(game: str, level: str) -> str:
    chosen = find_game(game)
    if chosen.nicknames.get(level, level) not in chosen.levels():
        raise refusals.unknown_level(level=level, known=", ".join(chosen.levels()))
    return level
