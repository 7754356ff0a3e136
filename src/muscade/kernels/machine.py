"""Machine code out of a course as it stands, kept on disk until one of the texts it came from changes.

What is compiled is an *entry*: a function written once for all games (`muscade.kernels.entries`, a batch of games, the tree of a
search) into which the game's own functions are put, all inlined. The place on disk is named after everything that the entry
really reaches: the text of every module whose functions it calls, whatever package they are from, and the value of every
constant it uses. So a changed law, ours or a stranger's, is never served stale.
This module imports numba: import it late.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from muscade.kernels import entries, placeholders
from muscade.kernels.cache_folders import cache_place
from muscade.kernels.compiling import inner, whole
from muscade.kernels.course import Course
from muscade.kernels.lowering import COMPILED, named, part_of, take

_lock = RLock()
_settings: Any = numba.config
SMALL = 100
"""Functions of fewer instructions are copied into whoever calls them."""


class Machine:
    """The compiled entries of one course."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._entries: dict[Any, Any] = {}
        self._maker = _Maker(
            {
                **{
                    placeholders.FUNCTIONS[name]: _laws.compiled(given)
                    for name, given in course.functions.items()
                },
                placeholders.setting_of: named(course.Setting, constant=True),
                placeholders.table_of: named(course.Table, constant=False),
                placeholders.part_of: part_of,
                placeholders.take: take,
            },
            {f"has_{name}": name in course.functions for name in placeholders.FUNCTIONS},
        )

    def entry(self, template: Any, signature: Any, *, nogil: bool = True, long_loops: bool = False) -> Any:
        """An entry with the course's functions put in: ``play`` in it means the game's own ``play``, and so on.

        ``long_loops``: for solvers, which go through many positions or places in a row.
        """
        wanted = template, signature, nogil, long_loops
        with _lock:
            if wanted not in self._entries:
                self._entries[wanted] = self._compile(*wanted)
            return self._entries[wanted]

    def direct(self, template: Any, signature: Any) -> Any:
        """An entry without what finds out the types of its arguments: for whole numbers only, and in half the time.

        It keeps Python's lock: it is done before another thread could have begun, and would wait long to get the lock back.
        """
        [compiled] = self.entry(template, signature, nogil=False).overloads.values()
        return compiled.entry_point

    def __getattr__(self, name: str) -> Any:
        """A function of the course, on plain rows (`muscade.kernels.entries`)."""
        if name not in entries.PLAIN or name not in self.course.functions:
            raise AttributeError(f"This machine has no {name!r}.")
        return self.entry(*entries.PLAIN[name])

    def _compile(self, template: FunctionType, signature: Any, nogil: bool, long_loops: bool) -> Any:
        course = self.course
        twin = self._maker.twin(template, f"{course.name}.{template.__name__}")
        before = _settings.CACHE_DIR
        place = cache_place(course.name, _stamp(template, course, nogil, long_loops))
        _settings.CACHE_DIR = str(place) if place else ""
        try:
            return whole(twin, signature, keep=place is not None, nogil=nogil, long_loops=long_loops)
        finally:
            _settings.CACHE_DIR = before


class _Maker:
    """Makes functions ready to be called by compiled ones: with ``filled_in`` for the stand-ins they call."""

    def __init__(self, filled_in: dict[Any, Any], constants: dict[str, bool]) -> None:
        self.filled_in = filled_in
        self.constants = constants
        self.made: dict[FunctionType, Any] = {}
        self.spaces: dict[str, dict[str, Any]] = {}
        """The names that compiled functions of a module see."""

    def compiled(self, function: Any) -> Any:
        """A plain function to be called from compiled ones; so is all that it calls."""
        if function in COMPILED:
            return COMPILED[function]
        if function in self.filled_in:
            return self.filled_in[function]
        if self is not _laws and not _calls_placeholders(function):
            return _laws.compiled(function)
        if function not in self.made:
            small = sum(1 for _ in dis.get_instructions(function.__code__)) < SMALL
            # Made before its names are looked at: functions may call each other.
            twin = _twin(function, self._space(function.__module__), function.__qualname__)
            self.made[function] = inner(twin, small=small)
            try:
                self._fill(function)
            except TypeError:
                del self.made[function]  # else whoever asks next would be told of something else
                raise
        return self.made[function]

    def twin(self, function: FunctionType, name: str) -> FunctionType:
        """A function whose names mean compiled functions, to be compiled itself."""
        self._fill(function)
        return _twin(function, self._space(function.__module__), name)

    def _space(self, module: str) -> dict[str, Any]:
        if module not in self.spaces:
            self.spaces[module] = vars(sys.modules[module]) | self.constants
        return self.spaces[module]

    def _fill(self, function: FunctionType) -> None:
        space = self._space(function.__module__)
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                space[name] = self.compiled(value)
            elif isinstance(value, ModuleType) and value.__name__ not in ("math", "numpy"):
                raise TypeError(
                    f"{function.__module__}.{function.__qualname__} uses the module {name!r}: "
                    "what is to be compiled imports functions and constants by their names."
                )


_laws = _Maker({}, {})
"""For functions that call no stand-ins: compiled once for all games."""


@cache
def _calls_placeholders(function: FunctionType) -> bool:
    return any(called.__module__ == placeholders.__name__ for called in _reached(function))


def _reached(function: FunctionType) -> set[FunctionType]:
    """A function and all that its calls lead to."""
    seen: set[FunctionType] = set()
    todo = [function]
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            values = map(here.__globals__.get, _names(here.__code__))
            todo += [value for value in values if isinstance(value, FunctionType) and value not in COMPILED]
    return seen


def _twin(function: FunctionType, space: dict[str, Any], name: str) -> FunctionType:
    twin = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    twin.__qualname__ = name
    return twin


def _names(code: CodeType) -> Iterator[str]:
    """Every global name that a function uses, in what it defines inside as well."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _stamp(template: FunctionType, course: Course, *how: bool) -> str:
    """A name for this version of all that an entry is compiled from, and how; its signature Numba notes itself."""
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version} {how}".encode(), digest_size=12)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    for layout in (course.Setting, course.Table):
        digest.update(repr(layout.fields).encode())
    reached = _reached(template).union(*map(_reached, course.functions.values()))
    for name, given in course.functions.items():
        digest.update(f"{name} is {given.__module__}.{given.__qualname__}".encode())
    for module in sorted({function.__module__ for function in reached}):
        digest.update(_text_of(sys.modules[module]).encode())
    for function in sorted(reached, key=lambda function: (function.__module__, function.__qualname__)):
        constants = {name: function.__globals__.get(name) for name in sorted(set(_names(function.__code__)))}
        defaults = {
            f"{function.__qualname__} {at}": value for at, value in enumerate(function.__defaults__ or ())
        }
        for name, value in (constants | defaults).items():
            if isinstance(value, int | float | str | bytes | tuple | np.ndarray):
                told = value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()
                digest.update(f"{function.__module__}.{name} is ".encode() + told)
    return digest.hexdigest()


def _text_of(module: ModuleType) -> str:
    try:
        return inspect.getsource(module)
    except (OSError, TypeError):
        return f"{module.__name__} has no text"
