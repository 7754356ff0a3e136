"""Coming to a room, going, and being its host."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from muscade.server import refusals
from muscade.server.rooms.law.members import check_host, is_in, member_of, plays, seated
from muscade.server.rooms.names import named_bots, told_apart
from muscade.server.rooms.state import FREE, FoundBy, Member, Place, RoomState

MOST_MEMBERS = 100
MOST_BANNED = 200


def enter(
    state: RoomState, newcomer: Member, former: Collection[str] = (), blocked_by: Collection[str] = ()
) -> RoomState:
    """Somebody comes, or comes back, perhaps with another name; ``former`` is whom they were known as before they signed in.
    Whom the host has blocked stays out."""
    if state.closed:
        raise refusals.room_closed()
    if not {newcomer.person, *former}.isdisjoint(state.banned):
        raise refusals.banned()
    if member_of(state, newcomer.person) is not None:
        members = tuple(newcomer if old.person == newcomer.person else old for old in state.members)
    elif state.host in blocked_by and is_in(state, state.host):
        raise refusals.unwelcome()
    elif len(state.members) >= MOST_MEMBERS:
        raise refusals.room_full()
    else:
        members = (*state.members, newcomer)
    state = replace(state, members=told_apart(members, newcomer.person))
    return state if is_in(state, state.host) else replace(state, host=newcomer.person)


def leave(state: RoomState, person: str) -> RoomState:
    """Somebody goes for good. A seat of a game that is on is kept till its end, for whoever comes back."""
    if member_of(state, person) is None:
        return state
    if plays(state, person):
        members = tuple(replace(old, left=True) if old.person == person else old for old in state.members)
        return with_a_host(replace(state, members=members))
    return with_a_host(without_any(state, {person}))


def kick(state: RoomState, by: str, person: str) -> RoomState:
    """Somebody has to go and cannot come back; at the table a bot takes over."""
    check_host(state, by)
    if person == by:
        raise refusals.not_yourself()
    if person in state.banned:
        return state
    if member_of(state, person) is None:
        raise refusals.not_in_room()
    return without(replace(state, banned=(*state.banned, person)[-MOST_BANNED:]), person)


def without(state: RoomState, person: str) -> RoomState:
    """Somebody is here no more; in a game that is on, a bot takes over at once."""
    if state.playing and state.table is not None:
        bot = Place(level=state.level)
        players = tuple(bot if place.person == person else place for place in state.players)
        players = named_bots(players, state, state.table)
        # What a bot makes of it counts for nobody.
        rated = state.rated and players == state.players
        state = replace(state, players=players, places=players, rated=rated)
    return with_a_host(without_any(state, {person}))


def tidy(state: RoomState, gone: Collection[str]) -> RoomState:
    """Those who have been away for long: none of them stays host, and who has no seat is in the room no more."""
    here = [member for member in state.members if member.person not in gone and not member.left]
    if state.host in gone and here:
        state = replace(state, host=here[0].person)
    idle = {person for person in gone if person != state.host and person not in seated(state)}
    return without_any(state, idle) if any(member.person in idle for member in state.members) else state


def without_any(state: RoomState, people: Collection[str]) -> RoomState:
    return replace(
        state,
        members=tuple(member for member in state.members if member.person not in people),
        places=tuple(FREE if place.person in people else place for place in state.places),
        again=tuple(person for person in state.again if person not in people),
    )


def with_a_host(state: RoomState) -> RoomState:
    """Whoever has been here longest; if nobody is left, whoever comes next."""
    if is_in(state, state.host):
        return state
    heir = next((member.person for member in state.members if not member.left), state.host)
    return replace(state, host=heir)


# ---------------------------------------------------------------- the host


def hand_over(state: RoomState, by: str, person: str) -> RoomState:
    if state.host == person:
        return state
    check_host(state, by)
    if not is_in(state, person):
        raise refusals.not_in_room()
    return replace(state, host=person)


def set_found_by(state: RoomState, by: str, way: FoundBy) -> RoomState:
    check_host(state, by)
    return replace(state, found_by=way)


def close(state: RoomState, by: str) -> RoomState:
    check_host(state, by)
    return replace(state, closed=True)


def shut(state: RoomState) -> RoomState:
    """An operator closes the room, whoever is the host."""
    return replace(state, closed=True)


def is_listed(state: RoomState) -> bool:
    """The lobby shows it, while somebody is there."""
    return state.found_by == "lobby" and not state.closed


def opens_by_code(state: RoomState) -> bool:
    return state.found_by != "link" and not state.closed
