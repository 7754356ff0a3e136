"""What is done to which function: those that only compiled ones call are read and tidied up, entries are optimised whole.

Numba would optimise each function, with all that it calls, and make machine code of it, and then do all of that once more for
whatever it is put into. For a game that is most of the time that compiling takes.
This module imports numba: import it late.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc, config, njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    long_loops = False

    def _optimize_final_module(self) -> None:
        """Once: Numba's round before it finds counts of references that cancel out, and there are none here."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=self.long_loops, slp_vectorize=False
        )
        passes.run(self._final_module, builder)


class _WholeWithLongLoops(_Whole):
    long_loops = True


class _Unfinished(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function and of all that it calls, each tidied up by itself, none put into another."""

    def _optimize_final_module(self) -> None:
        """Whatever it is put into is optimised."""

    def _finalize_final_module(self) -> None:
        """Nothing is to be run."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


def _not_executable(library: Any, described: Any, environment: Any) -> Any:
    """What stands for the function in Numba's books; `_Inner` sees to it that nobody calls it."""
    library.finalize()
    return _dynfunc.make_function(
        described.lookup_module(), described.qualname, "for compiled code", 0, environment, (library,)
    )


class _Reader(Compiler):  # type: ignore[misc]
    def compile_extra(self, func: Any) -> Any:
        context = self.state.targetctx
        self.state.library = _Unfinished(context.codegen(), func.__qualname__)
        self.state.targetctx = context.subtarget(get_executable=_not_executable)
        return super().compile_extra(func)


class _Finisher(Compiler):  # type: ignore[misc]
    library = _Whole

    def compile_extra(self, func: Any) -> Any:
        self.state.library = self.library(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class _FinisherOfLongLoops(_Finisher):
    library = _WholeWithLongLoops


class _Inner(CPUDispatcher):  # type: ignore[misc]
    def __call__(self, *_arguments: Any) -> Any:
        raise TypeError(
            f"{self.py_func.__qualname__} has no machine code of its own: compiled functions call it."
        )


class _Place(_CacheLocator):  # type: ignore[misc]
    """The folder that Numba is given, and no other: it is named after all that goes into an entry, wherever that lies."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Place:
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(config.CACHE_DIR)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Form(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Place,)


class _Kept(FunctionCache):  # type: ignore[misc]
    _impl_class = _Form


def inner(function: Any, *, small: bool = False) -> Any:
    """A function for compiled ones to call, and for them alone. A small one is copied into whoever calls it."""
    wanted = {"nopython": True, "nogil": True, "_nrt": False, "forceinline": small}
    not_from_outside = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _Inner(function, targetoptions=wanted | not_from_outside, pipeline_class=_Reader)


def whole(function: Any, signature: Any, *, keep: bool, nogil: bool, long_loops: bool) -> Any:
    """Machine code of a function and of all that it calls; kept on disk, if it is to be.

    ``long_loops``: have several rounds of a loop done at once. Those of most games are over before that begins to pay.
    """
    wanted = {"nogil": nogil, "_nrt": False, "no_cfunc_wrapper": True}
    finisher = _FinisherOfLongLoops if long_loops else _Finisher
    made = njit(pipeline_class=finisher, **wanted)(function)
    if keep:
        made._cache = _Kept(function)
    made.compile(signature)
    made.disable_compile()
    return made
