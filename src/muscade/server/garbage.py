"""Python's search for garbage in cycles, made rare enough for a server.

A full search looks at everything there is: with the compiler and five hundred tables in memory that is 180 ms in which
nobody is served, every few seconds under load, and it finds nothing: what a table or a connection held goes as soon as
the last one lets go of it. So the search is left in place for what might slip through, but seldom, and it does not look
at what was there before the first table.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakMethod

THRESHOLDS = (10_000, 5, 100)
"""Young objects before they are searched; searches before the next older ones are searched too, and again."""


@contextmanager
def no_search() -> Iterator[None]:
    """Until `search_seldom`, or the end: what a server loads to start with stays, and to look through it again and again
    would be a third of the time to start."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def search_seldom() -> None:
    """Call it once everything is imported and set up."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()


def weakly(method: Callable[[], None]) -> Callable[[], None]:
    """Calls a method as long as there is whose it is: so two things that know each other go without a search."""
    reference = WeakMethod(method)

    def call() -> None:
        if (found := reference()) is not None:
            found()

    return call
