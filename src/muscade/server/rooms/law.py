"""The law of rooms: what a room becomes when somebody does something, or a refusal. Nothing here waits or stores."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from muscade.core import Options, Seat
from muscade.core import game as find_game
from muscade.server import refusals
from muscade.server.protocol import TableSettings
from muscade.server.rooms.state import Member, Place, RoomState
from muscade.server.rows import RoomChatRow
from muscade.server.tokens import digest

MOST_MEMBERS = 100
MOST_BANNED = 200
MOST_HEARD = 40
"""So many of the last messages are known again."""
FREE = Place()


class Choice(NamedTuple):
    """What is to be played, as the game itself has settled it."""

    game: str
    seats: int
    options: Options
    settings: TableSettings
    level: str


# ---------------------------------------------------------------- who is who


def member_of(state: RoomState, person: str) -> Member | None:
    return next((member for member in state.members if member.person == person), None)


def seats_of(places: Collection[Place], person: str) -> tuple[Seat, ...]:
    return tuple(seat for seat, place in enumerate(places) if place.person == person)


def plays(state: RoomState, person: str) -> bool:
    """In the game that is on."""
    return state.playing and bool(seats_of(state.players, person))


def seated(state: RoomState) -> set[str]:
    return {place.person for place in state.places if place.person is not None}


def _check_host(state: RoomState, person: str) -> None:
    if state.host != person:
        raise refusals.host_only()


def _check_between_games(state: RoomState) -> None:
    if state.playing:
        raise refusals.while_playing()


# ---------------------------------------------------------------- coming and going


def opened(choice: Choice, host: Member, owner: str, *, private: bool = False) -> RoomState:
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
        private=private,
    )


def enter(state: RoomState, newcomer: Member) -> RoomState:
    """Somebody comes, or comes back, perhaps with another name."""
    if state.closed:
        raise refusals.room_closed()
    if newcomer.person in state.banned:
        raise refusals.banned()
    if member_of(state, newcomer.person) is not None:
        members = tuple(newcomer if old.person == newcomer.person else old for old in state.members)
    elif len(state.members) >= MOST_MEMBERS:
        raise refusals.room_full()
    else:
        members = (*state.members, newcomer)
    state = replace(state, members=members)
    return state if _is_in(state, state.host) else replace(state, host=newcomer.person)


def leave(state: RoomState, person: str) -> RoomState:
    """Somebody goes for good. A seat of a game that is on is kept till its end, for whoever comes back."""
    if member_of(state, person) is None:
        return state
    if plays(state, person):
        members = tuple(replace(old, left=True) if old.person == person else old for old in state.members)
        return _with_a_host(replace(state, members=members))
    return _with_a_host(_without(state, {person}))


def kick(state: RoomState, by: str, person: str) -> RoomState:
    """Somebody has to go and cannot come back; at the table a bot takes over."""
    _check_host(state, by)
    if person == by:
        raise refusals.not_yourself()
    if person in state.banned:
        return state
    if member_of(state, person) is None:
        raise refusals.not_in_room()
    bot = Place(level=state.level)
    state = replace(
        state,
        banned=(*state.banned, person)[-MOST_BANNED:],
        players=tuple(bot if place.person == person and state.playing else place for place in state.players),
        places=tuple(bot if place.person == person and state.playing else place for place in state.places),
    )
    return _without(state, {person})


def tidy(state: RoomState, gone: Collection[str]) -> RoomState:
    """Those who have been away for long: none of them stays host, and who has no seat is in the room no more."""
    here = [member for member in state.members if member.person not in gone and not member.left]
    if state.host in gone and here:
        state = replace(state, host=here[0].person)
    idle = {person for person in gone if person != state.host and person not in seated(state)}
    return _without(state, idle) if any(member.person in idle for member in state.members) else state


def _without(state: RoomState, people: Collection[str]) -> RoomState:
    return replace(
        state,
        members=tuple(member for member in state.members if member.person not in people),
        places=tuple(FREE if place.person in people else place for place in state.places),
        again=tuple(person for person in state.again if person not in people),
    )


def _is_in(state: RoomState, person: str) -> bool:
    found = member_of(state, person)
    return found is not None and not found.left


def _with_a_host(state: RoomState) -> RoomState:
    """Whoever has been here longest; if nobody is left, whoever comes next."""
    if _is_in(state, state.host):
        return state
    heir = next((member.person for member in state.members if not member.left), state.host)
    return replace(state, host=heir)


# ---------------------------------------------------------------- seats


def sit(
    state: RoomState, person: str, seat: Seat, *, also: bool = False, name: str | None = None
) -> RoomState:
    """Between games any seat that is no other person's; in the middle of one, a bot's."""
    if member_of(state, person) is None:
        raise refusals.not_in_room()
    place = _place(state, seat)
    if place.person not in (None, person):
        raise refusals.taken()
    wanted = Place(person=person, name=name if also else None)
    if place.person == person and (also or len(seats_of(state.places, person)) == 1):
        return state if state.playing else replace(state, places=_with(state.places, seat, wanted))
    if state.playing:
        if not also and plays(state, person):
            raise refusals.already_playing()
        places = _with(state.places, seat, wanted)
        return replace(state, places=places, players=places)
    places = state.places
    if not also:
        places = tuple(FREE if old.person == person else old for old in places)
    state = replace(state, places=_with(places, seat, wanted))
    return replace(state, wish=None) if _is_full(state) else state


def stand(state: RoomState, person: str, seat: Seat | None = None) -> RoomState:
    """Give up a seat, or all; whoever plays does so when the game is over."""
    if plays(state, person):
        raise refusals.while_playing()
    if seat is not None and _place(state, seat).person != person:
        raise refusals.not_yours()
    mine = seats_of(state.places, person) if seat is None else (seat,)
    places = tuple(FREE if number in mine else place for number, place in enumerate(state.places))
    again = state.again
    if not seats_of(places, person):
        again = tuple(other for other in again if other != person)
    return replace(state, places=places, again=again)


def set_bot(state: RoomState, by: str, seat: Seat, level: str | None) -> RoomState:
    """A bot of a level in a seat, or nobody, until somebody sits there."""
    _check_host(state, by)
    _check_between_games(state)
    if _place(state, seat).person is not None:
        raise refusals.taken()
    if level is not None:
        level = known_level(state.game, level)
    return replace(state, places=_with(state.places, seat, Place(level=level)))


def _place(state: RoomState, seat: Seat) -> Place:
    if not 0 <= seat < len(state.places):
        raise refusals.unknown_seat()
    return state.places[seat]


def _with(places: tuple[Place, ...], seat: Seat, place: Place) -> tuple[Place, ...]:
    return (*places[:seat], place, *places[seat + 1 :])


# ---------------------------------------------------------------- games


def usual_level(game: str) -> str:
    """One in the middle: neither the weakest nor the strongest."""
    levels = list(find_game(game).bots())
    return levels[len(levels) // 2]


def known_level(game: str, level: str) -> str:
    chosen = find_game(game)
    if chosen.nicknames.get(level, level) not in chosen.bots():
        raise refusals.unknown_level(level=level, known=", ".join(chosen.bots()))
    return level


def choose(state: RoomState, by: str, choice: Choice) -> RoomState:
    """Another game, or the same otherwise, for the same company: who has a seat keeps one as long as there are enough."""
    _check_host(state, by)
    _check_between_games(state)
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
    )


def start(state: RoomState, by: str, table: str) -> RoomState:
    _check_host(state, by)
    _check_between_games(state)
    return begun(state, table)


def begun(state: RoomState, table: str) -> RoomState:
    """A game begins at a table: bots sit in what is free."""
    players = tuple(
        place if place.person is not None else Place(level=place.level or state.level)
        for place in state.places
    )
    return replace(
        state,
        number=state.number + 1,
        table=table,
        playing=True,
        places=players,
        players=players,
        again=(),
        begins_full=False,
        wish=None,
    )


def over(state: RoomState) -> RoomState:
    """The game is over: everybody moves on by one seat, for the next one, and who has left is gone."""
    state = replace(state, playing=False, places=(*state.players[-1:], *state.players[:-1]), again=())
    return _with_a_host(_without(state, {member.person for member in state.members if member.left}))


def again(state: RoomState, person: str, *, yes: bool) -> RoomState:
    """Somebody who sits wants one more game, or stands up."""
    _check_between_games(state)
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


# ---------------------------------------------------------------- being paired


def wished(choice: Choice, host: Member, owner: str, wish: str) -> RoomState:
    """A room in which somebody waits for others who want the same."""
    return replace(opened(choice, host, owner), begins_full=True, wish=wish)


def join_wish(state: RoomState, newcomer: Member) -> RoomState:
    """Somebody who wants the same takes the next free seat."""
    if state.wish is None or state.playing:
        raise refusals.taken()
    if newcomer.person in seated(state):
        return state
    free = next((seat for seat, place in enumerate(state.places) if place.person is None), None)
    if free is None:
        raise refusals.taken()
    return sit(enter(state, newcomer), newcomer.person, free)


def leave_wish(state: RoomState, person: str) -> RoomState:
    """Somebody does not want to be paired any more; a room without anybody is closed."""
    if state.wish is None:
        return state
    state = leave(state, person)
    return state if state.members else replace(state, closed=True)


def _is_full(state: RoomState) -> bool:
    return all(place.person is not None for place in state.places)


# ---------------------------------------------------------------- the host


def hand_over(state: RoomState, by: str, person: str) -> RoomState:
    if state.host == person:
        return state
    _check_host(state, by)
    if not _is_in(state, person):
        raise refusals.not_in_room()
    return replace(state, host=person)


def set_private(state: RoomState, by: str, *, private: bool) -> RoomState:
    _check_host(state, by)
    return replace(state, private=private)


def close(state: RoomState, by: str) -> RoomState:
    _check_host(state, by)
    return replace(state, closed=True)


# ---------------------------------------------------------------- words and messages


def hidden_in(state: RoomState, speaker: str) -> int | None:
    """The game whose players do not hear what somebody says now, if there is one: they speak freely who look on."""
    return state.number if state.playing and not plays(state, speaker) else None


def may_read(state: RoomState, person: str, chat: RoomChatRow) -> bool:
    hidden = state.playing and chat.hidden_in == state.number
    return not hidden or not plays(state, person)


def _mark(person: str, message_id: str) -> str:
    return digest(f"{person} {message_id}")[:16]


def was_heard(state: RoomState, person: str, message_id: str) -> bool:
    """Has this message changed the room before?"""
    return _mark(person, message_id) in state.heard


def heard(state: RoomState, person: str, message_id: str) -> RoomState:
    return replace(state, heard=(*state.heard, _mark(person, message_id))[-MOST_HEARD:])
