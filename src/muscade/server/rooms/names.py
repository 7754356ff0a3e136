"""What those are called who sit in a room: people, whom they bring along, and bots."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from random import Random

from msgspec.structs import replace

from muscade.server.accounts.names import key_of
from muscade.server.bots import names_for_bots
from muscade.server.protocol import NAME_LENGTH
from muscade.server.rooms.state import Member, Place, RoomState


def name_at(state: RoomState, place: Place) -> str:
    """Of the person in a place, or of whom they brought along; of a bot, once it has one."""
    return place.name or next((one.name for one in state.members if one.person == place.person), "")


def told_apart(members: Collection[Member], last: str) -> tuple[Member, ...]:
    """Of people of one name, all but the first have a number. ``last`` is who has come last, whatever place they have.

    The name of an account is nobody else's, and marked: whoever else is called so has a number.

    >>> ada, other = Member("one", "Ada", "ring"), Member("two", "Áda", "star")
    >>> [member.name for member in told_apart([ada, other], "two")]
    ['Ada', 'Áda (2)']
    >>> [member.name for member in told_apart([ada, replace(other, account=True)], "two")]
    ['Ada (2)', 'Áda']
    """
    names = {member.person: member.name for member in members}
    taken = {_look(member.name) for member in members if member.account}
    for member in sorted(members, key=lambda member: member.person == last):
        if not member.account:
            names[member.person] = name = _free_name(member.name, taken)
            taken.add(_look(name))
    return tuple(replace(member, name=names[member.person]) for member in members)


def _free_name(wanted: str, taken: Collection[str]) -> str:
    name, numbers = wanted, count(2)
    while _look(name) in taken:
        number = f" ({next(numbers)})"
        name = wanted[: NAME_LENGTH - len(number)] + number
    return name


def _look(name: str) -> str:
    """What two names have in common that an eye would take for one another."""
    return key_of(name) or name.casefold()


def named_bots(places: tuple[Place, ...], state: RoomState, table: str) -> tuple[Place, ...]:
    """Who has a name keeps it, unless a person has the same; the table decides about the others."""
    people = {name_at(state, place).casefold() for place in places if place.person is not None}
    kept = {place.name.casefold() for place in places if place.person is None and place.name} - people
    free = names_for_bots([*people, *kept], Random(table))
    return tuple(
        place
        if place.person is not None or (place.name or "").casefold() in kept
        else replace(place, name=free.pop())
        for place in places
    )
