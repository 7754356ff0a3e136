"""What is played in a room: a game, the next one, and their deals."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from muscade.core import Options
from muscade.core.chance import commitment, is_number
from muscade.server import refusals
from muscade.server.protocol import TableSettings
from muscade.server.rooms.law.members import check_between_games, check_host, seated
from muscade.server.rooms.law.people import with_a_host, without_any
from muscade.server.rooms.law.rating import counts
from muscade.server.rooms.law.seats import stand
from muscade.server.rooms.names import named_bots
from muscade.server.rooms.state import FREE, FoundBy, Member, Place, RoomState


class Choice(NamedTuple):
    """What is to be played, as the game itself has settled it."""

    game: str
    seats: int
    options: Options
    settings: TableSettings
    level: str


def opened(choice: Choice, host: Member, owner: str, *, found_by: FoundBy = "lobby") -> RoomState:
    """A new room; its host sits in the first seat."""
    return RoomState(
        game=choice.game,
        options=choice.options,
        settings=choice.settings,
        level=choice.level,
        host=host.person,
        owner=owner,
        places=(Place(person=host.person), *([FREE] * (choice.seats - 1))),
        members=(host,),
        found_by=found_by,
        agreed=(host.person,),
    )


def choose(state: RoomState, by: str, choice: Choice) -> RoomState:
    """Another game, or the same otherwise, for the same company: who has a seat keeps one as long as there are enough."""
    check_host(state, by)
    check_between_games(state)
    places = list(state.places[: choice.seats])
    places += [FREE] * (choice.seats - len(places))
    for place in state.places[choice.seats :]:
        free = next((seat for seat, kept in enumerate(places) if kept.person is None), None)
        if place.person is not None and free is not None:
            places[free] = place
    if choice.game != state.game:
        # Every game has levels of its own.
        places = [place if place.person is not None else FREE for place in places]
    return replace(
        state,
        game=choice.game,
        options=choice.options,
        settings=choice.settings,
        level=choice.level,
        places=tuple(places),
        again=(),
        begins_full=False,
        wish=None,
        agreed=(by,),
    )


def start(state: RoomState, by: str, table: str) -> RoomState:
    check_host(state, by)
    check_between_games(state)
    return begun(state, table)


def begun(state: RoomState, table: str) -> RoomState:
    """A game begins at a table: bots sit in what is free, and have names."""
    level = state.level
    players = named_bots(
        tuple(
            place if place.person is not None else replace(place, level=place.level or level)
            for place in state.places
        ),
        state,
        table,
    )
    return replace(
        state,
        number=state.number + 1,
        table=table,
        playing=True,
        places=players,
        players=players,
        rated=counts(state),
        again=(),
        begins_full=False,
        wish=None,
    )


def over(state: RoomState) -> RoomState:
    """The game is over: everybody moves on by one seat, for the next one, and who has left is gone."""
    state = replace(state, playing=False, places=(*state.players[-1:], *state.players[:-1]), again=())
    return with_a_host(without_any(state, {member.person for member in state.members if member.left}))


def again(state: RoomState, person: str, *, yes: bool) -> RoomState:
    """Somebody who sits wants one more game, or stands up."""
    check_between_games(state)
    if not state.number:
        raise refusals.nothing_to_repeat()
    if not yes:
        return stand(state, person)
    if person not in seated(state):
        raise refusals.not_seated()
    return state if person in state.again else replace(state, again=(*state.again, person))


def begins_by_itself(state: RoomState, present: Collection[str]) -> bool:
    """Everybody who sits and is here wants one more game; or those who were paired have all come."""
    if state.playing or state.closed:
        return False
    if state.begins_full:
        return all(place.person in present for place in state.places)
    return bool(state.again) and seated(state).intersection(present) <= set(state.again)


# ---------------------------------------------------------------- the next deal


def sealed(state: RoomState, number: int, part: str) -> RoomState:
    """Every deal has a part of the server's own, chosen before anybody adds anything to it: another one as soon as more games than
    ``number`` have begun."""
    if state.part is not None and state.number == number:
        return state
    return replace(state, part=part, numbers={})


def add_number(state: RoomState, person: str, number: str, meant_for: str) -> RoomState:
    """Somebody who sits adds a number to the next deal, whose commitment they have seen.

    It stays: another screen of theirs cannot change it, or the first would find its own number left out.
    """
    if person not in seated(state):
        raise refusals.not_seated()
    if state.part is None or commitment(state.part) != meant_for:
        raise refusals.other_deal()
    if not is_number(number):
        raise refusals.bad_number()
    if any(other == number for whose, other in state.numbers.items() if whose != person):
        raise refusals.same_number()
    if state.numbers.get(person, number) != number:
        raise refusals.number_stays()
    return replace(state, numbers={**state.numbers, person: number})
