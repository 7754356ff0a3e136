"""Machine code out of plain functions, kept on disk until one of the sources it came from changes.

Numba keeps what it compiled beside each source file and looks at that file alone, so that a changed law would go
unnoticed by the kernel built on it. Here the place on disk is named after all the sources that can matter.
This module imports numba: import it late.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba import njit, types

P = ParamSpec("P")
R = TypeVar("R")

NUMBERS = types.Array(types.int64, 1, "C")
REALS = types.Array(types.float64, 1, "C")
CHANCE = types.Array(types.uint64, 1, "C")
"""Where random numbers come from (`muscade.kernels.chance`)."""

TURN = types.int64(NUMBERS, NUMBERS)
MOVES = types.int64(NUMBERS, NUMBERS, types.int64, NUMBERS)
PLAY = types.void(NUMBERS, NUMBERS, types.int64, types.int64)
DRAW = types.int64(NUMBERS, NUMBERS, CHANCE)
REWARDS = types.void(NUMBERS, NUMBERS, REALS)
REDEAL = types.void(NUMBERS, NUMBERS, types.int64, CHANCE)
PRIORS = types.void(NUMBERS, NUMBERS, types.int64, NUMBERS, types.int64, REALS)
EVALUATE = types.void(NUMBERS, NUMBERS, CHANCE, REALS)
"""The types of a kernel's functions; `muscade.kernels.kernel` says what each does."""

_PACKAGE = Path(__file__).parent.parent
_FORGOTTEN_AFTER = 30 * 24 * 3600
_NO_LAW = sys.stdlib_module_names | {"numba", "numpy"}
"""Packages whose functions are no part of any law, whoever wrote it: `typing` above all."""
_lock = RLock()
_settings: Any = numba.config


def compiled(signature: Any = None, lean: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function: at once if its types are given, else when it is first called. Other threads run meanwhile.

    Only a function with given types can be handed to other compiled functions as a value. A ``lean`` one makes no arrays,
    it only works on those it is given: then nobody counts who uses them, which small functions spend half their time on.
    """
    options: dict[str, Any] = {"nogil": True, "_nrt": not lean}

    def compile_it(function: Callable[P, R]) -> Callable[P, R]:
        with _lock:
            before = _settings.CACHE_DIR
            _settings.CACHE_DIR = str(_place_for(function.__module__))
            try:
                made = njit(signature, cache=True, **options)(function)
            except RuntimeError:  # there is no place to keep it
                made = njit(signature, **options)(function)
            finally:
                _settings.CACHE_DIR = before
        return cast("Callable[P, R]", made)

    return compile_it


@cache
def law(module: ModuleType) -> Any:
    """A module of the law with every function compiled; what they call is compiled as well.

    The source is the module's own: nothing is written twice.
    """
    names: dict[str, Any] = dict(vars(module))
    functions = {
        name: value
        for name, value in names.items()
        if isinstance(value, FunctionType) and value.__module__.partition(".")[0] not in _NO_LAW
    }
    for name, function in functions.items():
        if function.__module__ != module.__name__:
            home = law(_module_of(function))
            names[name] = getattr(home, function.__name__)
            continue
        twin = FunctionType(function.__code__, names, name, function.__defaults__, function.__closure__)
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        names[name] = compiled()(twin)
    return SimpleNamespace(**names)


def _module_of(function: FunctionType) -> ModuleType:
    return sys.modules[function.__module__]


def _place_for(module: str) -> Path:
    """A folder for what is compiled out of that module, in this version of all it may be built on."""
    parts = module.split(".")[1:-1]
    folder = cache_folder() / "-".join(parts or ["other"])
    place = folder / _stamp(tuple(parts))
    if not place.is_dir():
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError:
            return place
        for old in folder.iterdir():
            if old != place and time.time() - old.stat().st_mtime > _FORGOTTEN_AFTER:
                shutil.rmtree(old, ignore_errors=True)
    return place


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: ``MUSCADE_CACHE``, or where programs keep such things on this system."""
    given = os.environ.get("MUSCADE_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "muscade"


@cache
def _stamp(parts: tuple[str, ...]) -> str:
    """A name for this version of a package, of the kernels, and of what games share."""
    folders = {_PACKAGE.joinpath(*parts), _PACKAGE / "kernels"}
    if parts[:1] == ("games",):
        folders |= {_PACKAGE / "board", _PACKAGE / "solvers"}
        folders |= {_PACKAGE / "games" / "race", _PACKAGE / "games" / "solitaire"}
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=8)
    for source in sorted(source for folder in folders for source in folder.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()
