"""Where people are, at any server: in rooms, or just here. No database knows this: servers tell each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from muscade.server.notes import Whereabouts, WhoIsWhere
from muscade.server.tables.services import Services

HERE = ""
"""Where somebody is who has a wire of their own, on whatever page."""
AT_ONCE = 40
"""People in one note."""
PLACES = 4
"""Rooms that others are told of, of somebody who is in many."""


class Places:
    """Who is where; ``on_change`` is told whose places are others than before."""

    def __init__(self, services: Services, on_change: Callable[[Iterable[str]], None]) -> None:
        self._services = services
        self._on_change = on_change
        self._connections: dict[object, tuple[str, str]] = {}
        self._here: dict[str, Counter[str]] = {}
        self._elsewhere: dict[str, dict[str, tuple[str, ...]]] = {}

    def of(self, person: str) -> set[str]:
        """All the places where somebody is; none, if they are nowhere."""
        found = set(self._here.get(person, ()))
        return found.union(*(server.get(person, ()) for server in self._elsewhere.values()))

    # ------------------------------------------------------------ at this server

    def come(self, connection: object, person: str, place: str) -> None:
        """Somebody is connected; said again, they may be somebody else."""
        if self._connections.get(connection) == (person, place):
            return
        self.go(connection)
        self._connections[connection] = person, place
        self._here.setdefault(person, Counter())[place] += 1
        self._changed(person)

    def go(self, connection: object) -> None:
        person, place = self._connections.pop(connection, (None, HERE))
        if person is None:
            return
        places = self._here[person]
        places[place] -= 1
        if not places[place]:
            del places[place]
        if not places:
            del self._here[person]
        self._changed(person)

    def _changed(self, person: str) -> None:
        self._services.tell(Whereabouts(self._services.keeper.id, {person: self._told_of(person)}))
        self._on_change((person,))

    def _told_of(self, person: str) -> tuple[str, ...]:
        return tuple(islice(sorted(self._here.get(person, ())), PLACES))

    # ------------------------------------------------------------ other servers

    def ask(self) -> None:
        """Others may have told what was not heard; and what was told here may not have been."""
        self._services.tell(WhoIsWhere(self._services.keeper.id))
        self.tell_all()

    def tell_all(self) -> None:
        people = iter(list(self._here))
        while some := {person: self._told_of(person) for person in islice(people, AT_ONCE)}:
            self._services.tell(Whereabouts(self._services.keeper.id, some))

    def hear(self, server: str, places: Mapping[str, tuple[str, ...]]) -> None:
        """Where these people are at another server."""
        known = self._elsewhere.setdefault(server, {})
        for person, found in places.items():
            if found:
                known[person] = found
            else:
                known.pop(person, None)
        self._on_change(places)

    def forget_server(self, server: str) -> None:
        """Nobody is connected to it any more."""
        self._on_change(self._elsewhere.pop(server, {}))
