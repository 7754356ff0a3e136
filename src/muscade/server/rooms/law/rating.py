"""Whether a room's games count for ratings: all who play have agreed to it."""

from __future__ import annotations

from msgspec.structs import replace

from muscade.server import refusals
from muscade.server.rooms.law.members import seated
from muscade.server.rooms.state import RoomState


def agree(state: RoomState, person: str, *, yes: bool) -> RoomState:
    """Somebody agrees that games count as they are chosen now, or does not any more."""
    if person not in seated(state):
        raise refusals.not_seated()
    others = tuple(other for other in state.agreed if other != person)
    return replace(state, agreed=(*others, person) if yes else others)


def counts(state: RoomState) -> bool:
    """All people who sit have agreed, and nobody plays for two."""
    people = [place.person for place in state.places if place.person is not None]
    return state.settings.rated and len(set(people)) == len(people) and set(people) <= set(state.agreed)
