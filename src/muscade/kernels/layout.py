"""Named numbers in a row: how a course declares what lies on the table.

``played: int`` is one number, ``trick: Annotated[Numbers, 6]`` is six of them, ``beside: Annotated[Grid, "places", 8]`` is a
table of as many rows as the field ``places`` says. All of them lie one after the other in one row of whole numbers, which
compiled code reads by the same names (`muscade.kernels.lowering`). Fields whose length another field tells lie behind all others, wherever
they are declared, so that a class may add to what another one has.

>>> class Table(Layout):
...     seats: int
...     points: Annotated[Numbers, "seats"]
>>> table = Table(seats=3, points=[0, 2, 0])
>>> table.points[1] += 3
>>> table
Table(seats=3, points=[0, 5, 0])
>>> table.numbers.tolist()
[3, 0, 5, 0]
>>> table.copy() == table
True
>>> table.pionts
Traceback (most recent call last):
AttributeError: 'Table' object has no attribute 'pionts'

>>> class Longer(Table):
...     round: int
>>> Longer(seats=1, points=[7], round=2)
Longer(seats=1, round=2, points=[7])

Parts of a row are the row itself, as they are when compiled: who changes ``table.points[:2]`` changes the table.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, MutableSequence, Sequence
from math import prod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeAlias, get_args, get_type_hints

Numbers: TypeAlias = MutableSequence[int]
"""A row of numbers, or a part of one."""
Grid: TypeAlias = Sequence[MutableSequence[int]]
"""Rows of numbers, all of the same length."""
Shape: TypeAlias = tuple[int | str, ...]
"""How many numbers there are along each side, or the field that says so; nothing at all for a single number."""

WORD = 8
"""Bytes of a number."""

__all__ = ["WORD", "Annotated", "Grid", "Layout", "Numbers", "Shape"]


class _Declared(type):
    """Single numbers become properties of the row; everything longer has a slot for its part of it, filled when needed."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Declared:
        if bases:
            declared = body.get("__annotations__", {})
            body["__slots__"] = tuple(field for field, kind in declared.items() if kind not in ("int", int))
        return super().__new__(mcs, name, bases, body)


class Layout(metaclass=_Declared):
    """See the top of this module."""

    __slots__ = ("address", "numbers", "store")

    if TYPE_CHECKING:
        fields: ClassVar[dict[str, Shape]]
        """Every field with its shape, in the order of the row."""
        _slices: ClassVar[dict[str, slice]]
        """Where the rows are whose length is the same in every table."""
        store: array[int]
        numbers: memoryview[int]
        """The row."""
        address: int
        """Where the row is, for compiled code."""

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        declared: dict[str, Shape] = {name: get_args(hint)[1:] for name, hint in hints.items()}
        fixed = {
            name: shape for name, shape in declared.items() if all(isinstance(side, int) for side in shape)
        }
        cls.fields = fixed | declared
        cls._slices = {}
        offset = 0
        for name, shape in fixed.items():
            sides = [side for side in shape if isinstance(side, int)]
            if not shape:
                setattr(cls, name, _number(offset))
            elif len(shape) == 1:
                cls._slices[name] = slice(offset, offset + sides[0])
            offset += prod(sides)

    def __init__(self, **values: Any) -> None:
        """All 0 but for what is given, numbers and rows of them; the fields that tell the lengths of others must be given."""
        for name in values:
            if name not in self.fields:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        size = sum(
            prod(side if isinstance(side, int) else values[side] for side in shape)
            for shape in self.fields.values()
        )
        self._lay(array("q", bytes(WORD * size)))
        for name, value in sorted(values.items(), key=lambda given: len(self.fields[given[0]])):
            match len(self.fields[name]):
                case 0:
                    setattr(self, name, value)
                case 1:
                    getattr(self, name)[:] = array("q", value)
                case _:
                    for row, given in zip(getattr(self, name), value, strict=True):
                        row[:] = array("q", given)

    def _lay(self, store: array[int]) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        """The row, where it is, or the part of it that a longer field is: found when it is first asked for, and kept."""
        part: Any
        if name == "numbers":
            part = memoryview(self.store)
        elif name == "address":
            part = self.store.buffer_info()[0]
        else:
            place = self._slices.get(name)
            part = self._part(name) if place is None else self.numbers[place]
        setattr(self, name, part)
        return part

    def _part(self, name: str) -> Any:
        offset = 0
        for field, shape in self.fields.items():
            lengths = [side if isinstance(side, int) else getattr(self, side) for side in shape]
            end = offset + prod(lengths)
            if field == name:
                break
            offset = end
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if len(lengths) == 1:
            return self.numbers[offset:end]
        return [self.numbers[at : at + lengths[1]] for at in range(offset, end, lengths[1])]

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Self:
        """The table that a row tells; a copy of it."""
        table = object.__new__(cls)
        table._lay(array("q", numbers))
        return table

    def copy(self) -> Self:
        """An independent twin."""
        twin = object.__new__(type(self))
        twin._lay(self.store[:])
        return twin

    def take(self, other: Layout) -> None:
        """Become equal to another of the same kind."""
        self.numbers[:] = other.numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.store == other.store

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        told = []
        for name, shape in self.fields.items():
            value = getattr(self, name)
            shown = value if not shape else [*value] if len(shape) == 1 else [[*row] for row in value]
            told.append(f"{name}={shown}")
        return f"{type(self).__name__}({', '.join(told)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).of, (self.numbers.tolist(),)


def _number(offset: int) -> property:
    def get(self: Layout) -> int:
        return self.numbers[offset]

    def put(self: Layout, value: int) -> None:
        self.numbers[offset] = value

    return property(get, put)
