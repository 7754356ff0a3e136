"""Getting kernels ready: compiling takes seconds the first time, so whoever can do without one meanwhile does."""

from __future__ import annotations

import concurrent.futures.thread  # noqa: F401 - it cannot be brought once the interpreter is about to end, and compiling needs it
from collections.abc import Callable
from functools import lru_cache
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from muscade.core import Game, Options
from muscade.core import game as find_game

if TYPE_CHECKING:
    from muscade.kernels.course import Course
    from muscade.kernels.kernel import Kernel

_lock = Lock()
_threads: dict[str, Thread] = {}
_ready: set[str] = set()
_done_without: set[str] = set()
"""Games of which somebody was told that the kernel is not ready."""
_reasons: dict[str, str] = {}
"""Why games cannot be compiled."""
_NOTHING_SAID = "Failed in nopython mode pipeline"
"""So the compiler begins, line after line, before it comes to what is wrong."""


_shared: list[Callable[[Course], None]] = []


class NoKernel(LookupError):
    """A game without a kernel was asked for one."""


def kernel_of(game: Game[Any, Any], seats: int, options: Options | None = None) -> Kernel:
    """The kernel of a game with these seats and options, however long it takes to compile."""
    settled = game.settle_options(seats, options or {})
    return _kernel(game, seats, tuple(settled.items()))


@lru_cache(maxsize=64)
def _kernel(game: Game[Any, Any], seats: int, options: tuple[tuple[str, Any], ...]) -> Kernel:
    from muscade.kernels.kernel import Kernel

    if game.course is None:
        raise NoKernel(f"{game.title.en} has no course.")
    return Kernel(game, seats, dict(options))


def fetch(course: Course) -> None:
    """Have a course's machine code fetched beside everything else."""
    # Not a daemon: a compiler that is torn down while at work takes the process with it.
    Thread(target=course.prepare, name=f"{course.name}-step").start()


def compile_too(work: Callable[[Course], None]) -> None:
    """Have something compiled along with every course: whatever plays on them, a search above all."""
    _shared.append(work)


def compile_all(course: Course) -> None:
    """Compile a course's step, its batches and its searches, or read them from disk."""
    from muscade.kernels import batches

    course.prepare()
    course.machine.entry(batches.games, batches.GAMES)
    for work in _shared:
        work(course)
    for entry in course.entries:
        entry()


def prepare(game: Game[Any, Any]) -> bool:
    """Compile a game's kernel and the searches now; False where that fails, and then it is no use trying again."""
    try:
        if game.course is None:
            return False
        compile_all(game.course)
    except Exception as error:  # whatever is wrong with the compiler, there is another way to play
        lines = [line for line in str(error).splitlines() if line and not line.startswith(_NOTHING_SAID)]
        _reasons[game.name] = lines[0] if lines else type(error).__name__
        return False
    _ready.add(game.name)
    return True


def why_not(name: str) -> str:
    """In a line, why a game of that name could not be compiled; empty for all others."""
    return _reasons.get(name, "")


def prepare_named(name: str) -> bool:
    """The same in another process, which finds the game by its name."""
    return prepare(find_game(name))


def prepare_with_solver(name: str) -> bool:
    """The same, and what the game's solver runs on where it has one."""
    done = prepare_named(name)
    solver = find_game(name).solver()
    if done and solver is not None:
        solver.prepare()
    return done


def prepare_everything(name: str) -> str:
    """The same, what programs that learn step many games with, and what the conformance suite calls; returns what is in the way."""
    from muscade.kernels import many_games

    done = prepare_with_solver(name)
    course = find_game(name).course
    if done and course is not None:
        if course.fields is not None:
            course.machine.entry(many_games.advance, many_games.ADVANCE)
        # In the process that has compiled what they call: half the work of doing so by themselves.
        for function in course.checked:
            getattr(course.machine, function)
    return "" if done else why_not(name) or "it has no course"


def ready(game: Game[Any, Any]) -> bool:
    """Is a game's kernel compiled? If not, work on it begins beside everything else."""
    if game.name in _ready:
        return True
    with _lock:
        if game.name not in _threads:
            # Not a daemon: a compiler that is torn down while at work takes the process with it.
            _threads[game.name] = Thread(target=prepare, args=(game,), name=f"{game.name}-kernel")
            _threads[game.name].start()
        _done_without.add(game.name)
    return False


def catch_up(game: Game[Any, Any]) -> bool:
    """Wait for a kernel if anybody has had to do without it since last asked; False where nobody has.

    For whoever wants bots at their full strength from the first move: play again if this is True.
    """
    if game.name not in _done_without:
        return False
    _threads[game.name].join()
    if game.name not in _ready:
        raise NoKernel(f"The kernel of {game.title.en} cannot be compiled here ({why_not(game.name)}).")
    _done_without.remove(game.name)
    return True
