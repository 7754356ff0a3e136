"""Seats, and the moves they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from typing import Any, ClassVar, ParamSpec, Protocol, Self, TypeAlias, TypeVar, get_type_hints, overload

import msgspec

from muscade.core.notation import Form
from muscade.core.text import Text

Seat: TypeAlias = int
P = ParamSpec("P")
R = TypeVar("R", bound="Reader")

NATURE: Seat = -1
"""The seat of chance: shuffles and rolls are its moves."""
NOBODY: frozenset[Seat] = frozenset()
"""One for all: Python would make a new empty set, of 216 bytes, whenever it is asked for one."""


class Move(msgspec.Struct, frozen=True):
    """A small value; ``repr`` evaluates, ``str`` is the notation, which the game parses back.

    A kind of move says its ``form`` once: words, and its fields in braces (`muscade.core.notation`).
    """

    form: ClassVar[str]
    goes_for: ClassVar[Text | None] = None
    """What every move of the kind goes for; see `Game.idea`."""
    written: ClassVar[Form]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "form" in vars(cls):
            cls.written = Form(cls.__name__, cls.form, get_type_hints(cls, include_extras=True))
            # In place of the two below, which would ask for it by a detour.
            cls.notation = property(cls.written.write)  # type: ignore[assignment, method-assign]
            cls.__str__ = cls.written.write  # type: ignore[method-assign]

    @property
    def notation(self) -> str:
        raise NotImplementedError

    def in_order(self) -> Self:
        """The same move by its one name, where what it names could come in another order."""
        return self

    def __str__(self) -> str:
        return self.notation


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A move somebody made, in notation; ``?`` stands for what the reader may not know.

    ``shown`` is what the reader learned by it: a card turned up, a cup lifted, in notation of the game's own.
    """

    seat: Seat
    move: str
    shown: tuple[str, ...] = ()


class Reader(Protocol):
    """Somebody who reads what was seen, an event at a time, and makes something of it."""

    @property
    def count(self) -> int:
        """How many events it has read."""

    def read(self, event: Event) -> None: ...


_numbers = count()


class Sights(list[Event]):
    """All that somebody has seen so far, and whoever reads it as it happens (`read_on`). It only ever grows."""

    __slots__ = ("number", "readers")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self.number = next(_numbers)
        """No other of this process has it."""
        self.readers: dict[object, Any] = {}


class Seen(Sequence[Event]):
    """Events as somebody saw them, up to some moment; the list behind it may grow meanwhile, and is not copied.

    >>> events = [Event(0, "P12")]
    >>> seen = Seen(events)
    >>> events.append(Event(1, "P3"))
    >>> len(seen), len(Seen(events)), seen == (Event(0, "P12"),)
    (1, 2, True)
    """

    __slots__ = ("_count", "_events")

    def __init__(self, events: list[Event], count: int | None = None) -> None:
        self._events = events
        self._count = len(events) if count is None else count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, place: int | slice) -> Event | tuple[Event, ...]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self._count)
            return tuple(
                self._events[start:stop]
                if step == 1
                else [self._events[at] for at in range(start, stop, step)]
            )
        if not -self._count <= place < self._count:
            raise IndexError(place)
        return self._events[place % self._count]

    def __iter__(self) -> Iterator[Event]:
        return islice(self._events, self._count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(other) == self._count and all(
            mine == theirs for mine, theirs in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Seen, (list(self),)

    @property
    def story(self) -> int | None:
        """The number of the `Sights` behind it, if any: what has been seen of one is the beginning of what will be."""
        return self._events.number if isinstance(self._events, Sights) else None

    def read_on(self, make: Callable[P, R], *about: P.args, **more: P.kwargs) -> R:
        """What a reader has made of it. It is made once and goes on from where it was, so long as nobody looks back.

        Until the events are read nobody else has it, so that one that fails, or is asked twice at a time, is never seen.
        """
        readers = self._events.readers if isinstance(self._events, Sights) else {}
        reader: R | None = readers.pop(make, None)
        if reader is not None and reader.count > self._count:
            readers[make], reader = reader, None
        if reader is None:
            reader = make(*about, **more)
        for event in islice(self._events, reader.count, self._count):
            reader.read(event)
        readers.setdefault(make, reader)
        return reader


def read_on(history: Sequence[Event], make: Callable[P, R], *about: P.args, **more: P.kwargs) -> R:
    """What a reader makes of a history; see `Seen.read_on`."""
    seen = history if isinstance(history, Seen) else Seen(list(history))
    return seen.read_on(make, *about, **more)


Options: TypeAlias = dict[str, Any]
"""A game's options as plain values, ready for JSON."""
