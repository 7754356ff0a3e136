"""How compiled code sees tables: as pointers into rows, with the fields' names known to the compiler.

Reading ``table.played`` is one load from memory; ``table.trick`` is an array that lies in the row. A misspelt field is an
error when the course is compiled. Here are also the compiled bodies of `muscade.kernels.primitives`.
This module imports numba: import it late.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.arraydecl import GetItemBuffer, SetItemBuffer
from numba.core.typing.templates import AttributeTemplate, infer_getattr, infer_global
from numba.extending import intrinsic, models, register_model
from numba.np.arrayobj import make_array, populate_array

from muscade.kernels import primitives, sharing
from muscade.kernels.compiling import inner
from muscade.kernels.layout import WORD, Layout, Shape

NUMBERS = types.Array(types.int64, 1, "C")


class RowType(types.Type):  # type: ignore[misc]
    """A pointer to numbers that a layout has names for; ``constant`` ones never change during a call."""

    def __init__(self, layout: type[Layout], constant: bool) -> None:
        self.layout = layout
        self.constant = constant
        super().__init__(name=f"{layout.__module__}.{layout.__qualname__}")


@register_model(RowType)
class RowModel(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer is all there is."""

    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, ir.IntType(64).as_pointer())


class Part(types.Array):  # type: ignore[misc]
    """A part of a row. Nothing counts from its end, as ``row[-1]`` would, so no index is looked at twice."""

    def __init__(self, ndim: int, layout: str = "C", number: Any = types.int64) -> None:
        super().__init__(number, ndim, layout, name=f"part({ndim}, {layout}, {number})")

    def copy(self, ndim: int | None = None, layout: str | None = None, **_others: Any) -> Part:
        return Part(
            self.ndim if ndim is None else ndim, self.layout if layout is None else layout, self.dtype
        )


register_model(Part)(models.ArrayModel)


@infer_global(operator.getitem)
class _ItemOfArray(GetItemBuffer):  # type: ignore[misc]
    """Numba's own, which it would come to after asking for every kind of list, dictionary and text; courses have arrays only."""

    metadata = {"target": "cpu"}  # noqa: RUF012 - its form is Numba's


@infer_global(operator.setitem)
class _ItemOfArraySet(SetItemBuffer):  # type: ignore[misc]
    """The same."""

    metadata = {"target": "cpu"}  # noqa: RUF012


def _at(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any]:
    """An array, and where in it the numbers of an index begin."""
    kind, given = signature.args[:2]
    array = make_array(kind)(context, builder, arguments[0])
    index = context.cast(builder, arguments[1], given, types.intp)
    if kind.ndim == 1 and kind.layout == "C":
        return array, builder.gep(array.data, [index], inbounds=True)
    strides = cgutils.unpack_tuple(builder, array.strides)
    return array, cgutils.pointer_add(builder, array.data, builder.mul(index, strides[0]))


@lower_builtin(operator.getitem, Part, types.Integer)  # type: ignore[untyped-decorator]
def _item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, place = _at(context, builder, signature, arguments)
    if signature.args[0].ndim == 1:
        return builder.load(place)
    return _array(
        context, builder, signature.return_type, place, cgutils.unpack_tuple(builder, array.shape)[1:]
    )


@lower_builtin(operator.setitem, Part, types.Integer, types.Any)  # type: ignore[untyped-decorator]
def _set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    _, place = _at(context, builder, signature, arguments)
    builder.store(context.cast(builder, arguments[2], signature.args[2], signature.args[0].dtype), place)


def _kind(shape: Shape) -> Any:
    return Part(len(shape)) if shape else types.int64


@infer_getattr
class RowAttributes(AttributeTemplate):  # type: ignore[misc]
    """Which fields there are, and of which types."""

    key = RowType

    def generic_resolve(self, kind: RowType, name: str) -> Any:
        shape = kind.layout.fields.get(name)
        return None if shape is None else _kind(shape)


def _load(builder: Any, kind: RowType, place: Any) -> Any:
    loaded = builder.load(place)
    if kind.constant:
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    return loaded


def _find(context: Any, builder: Any, kind: RowType, row: Any, wanted: str) -> tuple[Any, list[Any]]:
    """Where a field's numbers begin, and how long its sides are."""

    def constant(number: int) -> Any:
        return context.get_constant(types.intp, number)

    told: dict[str, Any] = {}
    fixed, offset = 0, None  # what is known now, and what only once it runs
    for name, shape in kind.layout.fields.items():
        at = constant(fixed) if offset is None else builder.add(offset, constant(fixed))
        place = builder.gep(row, [at], inbounds=True)
        sides = [constant(side) if isinstance(side, int) else told[side] for side in shape]
        if name == wanted:
            return place, sides
        if not shape and any(name in other for other in kind.layout.fields.values()):
            told[name] = _load(builder, kind, place)
        numbers = [side for side in shape if isinstance(side, int)]
        if len(numbers) == len(shape):
            fixed += prod(numbers)
            continue
        size = constant(1)
        for side in sides:
            size = builder.mul(size, side)
        offset = size if offset is None else builder.add(offset, size)
    raise AttributeError(wanted)


@lower_getattr_generic(RowType)  # type: ignore[untyped-decorator]
def _get(context: Any, builder: Any, kind: RowType, row: Any, name: str) -> Any:
    place, sides = _find(context, builder, kind, row, name)
    if not sides:
        return _load(builder, kind, place)
    return _array(context, builder, _kind(kind.layout.fields[name]), place, sides)


def _array(context: Any, builder: Any, kind: Any, place: Any, sides: list[Any]) -> Any:
    array = make_array(kind)(context, builder)
    word = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
    strides = [word]
    for side in reversed(sides[1:]):
        strides.insert(0, builder.mul(strides[0], side))
    populate_array(array, data=place, shape=sides, strides=strides, itemsize=word, meminfo=None)
    return array._getvalue()


@lower_setattr_generic(RowType)  # type: ignore[untyped-decorator]
def _set(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    kind, given = signature.args
    place, _ = _find(context, builder, kind, arguments[0], name)
    builder.store(context.cast(builder, arguments[1], given, types.int64), place)


def named(layout: type[Layout], constant: bool) -> Any:
    """A function for compiled code: a row of numbers, or the address of one, by its names. It costs nothing."""

    def typed(_context: Any, row: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            [given] = signature.args
            if isinstance(given, types.Array):
                return make_array(given)(context, builder, arguments[0]).data
            return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

        return RowType(layout, constant)(row), code

    return intrinsic(typed)


def _part_of(_context: Any, numbers: Any) -> Any:
    kind = Part(1, number=numbers.dtype)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.args[0])(context, builder, arguments[0])
        return _array(context, builder, kind, array.data, cgutils.unpack_tuple(builder, array.shape))

    return kind(numbers), code


part_of: Any = intrinsic(_part_of)
"""An array of numbers, as the parts of rows are."""


def _numbers_at(_context: Any, _address: Any, _size: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        place = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return _array(context, builder, Part(1), place, [arguments[1]])

    return Part(1)(types.int64, types.int64), code


numbers_at: Any = intrinsic(_numbers_at)
"""So many numbers at an address, as an array."""


@inner
def take(row: Any, other: Any) -> None:
    for place in range(len(row)):
        row[place] = other[place]


# ---------------------------------------------------------------- the primitives


def _instruction(name: str) -> Any:
    def typed(_context: Any, _mask: Any) -> tuple[Any, Callable[..., Any]]:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            if name == "cttz":
                return builder.cttz(arguments[0], cgutils.true_bit)
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), code

    return intrinsic(typed)


lowest = _instruction("cttz")
count = _instruction("ctpop")


def _room(_context: Any, size: Any) -> Any:
    """On the stack: nobody needs to count who uses it."""
    numbers = size.literal_value

    def code(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        kind = context.get_value_type(types.int64)
        length = context.get_constant(types.intp, numbers)
        place = cgutils.alloca_once(builder, kind, size=length)
        cgutils.memset(builder, place, context.get_constant(types.intp, WORD * numbers), 0)
        return _array(context, builder, Part(1), place, [length])

    return Part(1)(size), code


room = intrinsic(prefer_literal=True)(_room)


@inner
def spread(mask: int, codes: Any, first: int = 0) -> int:
    found = 0
    while mask:
        codes[found] = first + lowest(mask)
        found += 1
        mask &= mask - 1
    return found


@inner
def fill(numbers: Any, value: int) -> None:
    for place in range(len(numbers)):
        numbers[place] = value


_GOLDEN, _MIX, _MIX_MORE, _STAR = (
    np.uint64(number)
    for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D)
)
_11, _12, _25, _27, _30, _31, _32 = (np.uint64(shift) for shift in (11, 12, 25, 27, 30, 31, 32))
_NOTHING, _ONE = np.uint64(0), np.uint64(1)


@inner
def begin(chance: Any, seed: int, number: int) -> None:
    word = np.uint64(seed) * _MIX_MORE + (np.uint64(number) + _ONE) * _GOLDEN
    word = (word ^ (word >> _30)) * _MIX
    word = (word ^ (word >> _27)) * _MIX_MORE
    word ^= word >> _31
    chance[0] = word if word != _NOTHING else _GOLDEN


@inner
def next_word(chance: Any) -> Any:
    word = chance[0]
    word ^= word >> _12
    word ^= word << _25
    word ^= word >> _27
    chance[0] = word
    return word * _STAR


@inner
def below(chance: Any, n: int) -> Any:
    return np.int64(((next_word(chance) >> _32) * np.uint64(n)) >> _32)


@inner
def unit(chance: Any) -> float:
    return np.float64(next_word(chance) >> _11) * 2.0**-53


def _adding(_context: Any, numbers: Any, _more: Any) -> Any:
    """Add to the first of some numbers, no thread coming between; what it was before."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.args[0])(context, builder, arguments[0])
        return builder.atomic_rmw("add", array.data, arguments[1], "seq_cst")

    return types.int64(numbers, types.int64), code


_add: Any = intrinsic(_adding)


@inner
def next_few(taken: Any, few: int) -> int:
    return int(_add(taken, few))


COMPILED: dict[Any, Any] = {
    primitives.lowest: lowest,
    primitives.count: count,
    primitives.room: room,
    primitives.spread: spread,
    primitives.fill: fill,
    primitives.begin: begin,
    primitives.next_word: next_word,
    primitives.below: below,
    primitives.unit: unit,
    sharing.next_few: next_few,
}
"""What stands in for each primitive when a course is compiled."""
