"""What a room makes of people who become somebody else, when they sign in, or nobody, when they want to be forgotten."""

from __future__ import annotations

from msgspec.structs import replace

from muscade.server.rooms import law
from muscade.server.rooms.state import Member, Place, RoomState


def renamed(state: RoomState, member: Member) -> RoomState:
    """Somebody of the room has another name, or an account."""
    return replace(
        state,
        members=tuple(
            replace(member, left=old.left) if old.person == member.person else old for old in state.members
        ),
    )


def become(state: RoomState, old: str, new: Member) -> RoomState:
    """Whoever was ``old`` here is ``new``: in the same seats, with the same rights, and behind the same doors.

    Who is here as somebody and was sent away as somebody else has to go, unless it was they who sent themselves away.
    """
    if state.wish is not None:
        # Nobody waits any more: the wire on which they did is theirs no more.
        return vanish(state, old)
    hosted = state.host == old
    state = replace(
        state,
        host=new.person if hosted else state.host,
        members=_merged(state.members, old, new),
        places=_renumbered(state.places, old, new.person),
        players=_renumbered(state.players, old, new.person),
        again=_once(state.again, old, new.person),
        agreed=_once(state.agreed, old, new.person),
        banned=_once(state.banned, old, new.person),
    )
    if new.person not in state.banned:
        return state
    if hosted:
        return replace(state, banned=tuple(person for person in state.banned if person != new.person))
    return law.without(state, new.person)


def renewed(state: RoomState, person: str) -> RoomState:
    """Somebody has signed a device out: what it knows of the game that is on opens their seats no more."""
    if not state.playing:
        return state
    return replace(
        state,
        players=tuple(
            replace(place, renewed=place.renewed + 1) if place.person == person else place
            for place in state.players
        ),
    )


def vanish(state: RoomState, person: str) -> RoomState:
    """Somebody is to be forgotten: nothing here names them any more."""
    state = law.without(state, person)
    empty = not state.members
    return replace(
        state,
        host="" if empty else state.host,
        closed=state.closed or (empty and state.wish is not None),
        banned=tuple(other for other in state.banned if other != person),
        agreed=tuple(other for other in state.agreed if other != person),
        players=tuple(Place() if place.person == person else place for place in state.players),
    )


def _merged(members: tuple[Member, ...], old: str, new: Member) -> tuple[Member, ...]:
    """One member for the two, in the earlier one's place."""
    both = [member for member in members if member.person in (old, new.person)]
    if not both:
        return members
    first = both[0]
    one = replace(new, left=all(member.left for member in both))
    return tuple(
        one if member is first else member for member in members if member is first or member not in both
    )


def _renumbered(places: tuple[Place, ...], old: str, new: str) -> tuple[Place, ...]:
    return tuple(replace(place, person=new) if place.person == old else place for place in places)


def _once(people: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(new if person == old else person for person in people))
