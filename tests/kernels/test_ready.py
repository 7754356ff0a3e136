"""Kernels get ready in the background, and where that fails there is another way to play."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest
from tests.kernels import urn
from tests.kernels.urn import Named, Urn, UrnView, seen

import muscade
from muscade.bots import RandomBot
from muscade.bots.search import Effort, SearchBot
from muscade.core import Game, Text
from muscade.games.mono_line.game import MonoLine
from muscade.kernels import catch_up, kernel_of, prepare, ready
from muscade.kernels.course import Course
from muscade.kernels.kernel import Kernel
from muscade.kernels.ready import NoKernel, why_not


class Waiting(Course):
    """The urn's course, which is compiled when it is let."""

    def __init__(self) -> None:
        super().__init__(urn)
        self.go_on = threading.Event()
        self.asked = 0

    def prepare(self) -> None:
        self.asked += 1
        self.go_on.wait(60)


class Unwilling(Course):
    """No compiler here."""

    def prepare(self) -> None:
        raise RuntimeError("no compiler here")


class Flat(MonoLine):
    """A game that goes as the urn does."""

    name = "flat"
    course: Waiting

    def __init__(self) -> None:
        self.course = Waiting()  # type: ignore[misc]

    @property
    def go_on(self) -> threading.Event:
        return self.course.go_on


class UrnBot(SearchBot):
    def kernel(self, view: Any) -> Kernel:
        return Urn(0, 7)


class Broken(MonoLine):
    name = "broken"
    course = Unwilling(urn)


class Bare(MonoLine):
    name = "bare"
    title = Text("Bare", "Nu")
    course = None


@pytest.fixture
def flat() -> Iterator[Flat]:
    game = Flat()
    game.name = f"flat-{id(game)}"  # type: ignore[misc]
    yield game
    game.go_on.set()
    for thread in waiting_for(game):
        thread.join()


def waiting_for(game: Game[Any, Any]) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == f"{game.name}-kernel"]


def test_nobody_waits_for_it(flat: Flat) -> None:
    assert not ready(flat)
    assert not ready(flat)
    (thread,) = waiting_for(flat)
    flat.go_on.set()
    thread.join()
    assert ready(flat)
    assert flat.course.asked == 1, "once is enough"


def test_meanwhile_another_bot_plays(flat: Flat) -> None:
    class Last:
        title = Text("last", "dernier")

        def choose(self, view: UrnView, moves: Any, rng: Random) -> Any:
            return moves[-1]

    bot = UrnBot(flat, Text("x", "x"), Effort(60, 500), Last())
    moves = [Named(0), Named(1), Named(2)]
    assert bot.choose(seen(6), moves, Random(1)) == Named(2)
    flat.go_on.set()
    for thread in waiting_for(flat):
        thread.join()
    assert bot.choose(seen(6), moves, Random(1)) == Named(1)
    assert bot.choose(seen(6), moves[:1], Random(1)) == Named(0), "one offer needs no thought"


def test_a_bot_slips_as_often_as_it_is_meant_to(flat: Flat) -> None:
    flat.go_on.set()
    assert prepare(flat)
    bot = UrnBot(flat, Text("x", "x"), Effort(60, 300, slips=0.5), RandomBot())
    moves = [Named(0), Named(1), Named(2)]
    best = [bot.choose(seen(6), moves, Random(seed)) == Named(1) for seed in range(60)]
    assert 25 < sum(best) < 55


def test_the_same_bot_with_another_time_to_think(flat: Flat) -> None:
    bot = UrnBot(flat, Text("x", "x"), Effort(1.0, 300, slips=0.5), RandomBot())
    quick = bot.thinking(0.1)
    assert quick.effort == Effort(0.1, 300, slips=0.5)
    assert (quick.game, quick.title, quick.meanwhile) == (bot.game, bot.title, bot.meanwhile)


def test_whatever_is_wrong_with_the_compiler() -> None:
    game = Broken()
    assert not prepare(game)
    assert not ready(game)
    for thread in waiting_for(game):
        thread.join()
    assert not ready(game)
    assert not waiting_for(game), "it does not try again and again"
    with pytest.raises(NoKernel, match=r"cannot be compiled here \(no compiler here\)"):
        catch_up(game)


def asks_for_nonsense(_setting: Any, table: Any) -> Any:
    return table.nonsense


class Misspelt(MonoLine):
    name = "misspelt"


def test_what_the_compiler_cannot_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not only that it was unable to."""
    course = Course(urn)
    course.functions["turn"] = asks_for_nonsense
    monkeypatch.setattr(Misspelt, "course", course)
    assert not prepare(Misspelt())
    assert why_not("misspelt") == "Unknown attribute 'nonsense' of type tests.kernels.urn.Table"


def test_a_game_without_a_course_says_so() -> None:
    with pytest.raises(NoKernel, match="Bare has no course"):
        kernel_of(Bare(), 2)


def test_a_course_without_one_of_its_functions_says_which() -> None:
    module = ModuleType("half_a_course")
    vars(module).update({name: value for name, value in vars(urn).items() if name not in ("rewards", "draw")})
    with pytest.raises(TypeError, match="urn has no function draw, rewards"):
        Course(module)


def test_one_kernel_for_the_same_options() -> None:
    game = muscade.game("mono-line")
    assert kernel_of(game, 2) is kernel_of(game, 2, {"pieces": 20})
    assert kernel_of(game, 2) is not kernel_of(game, 2, {"pieces": "unlimited"})


def test_what_plays_on_kernels_is_compiled_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(
        sys.modules["muscade.kernels.ready"], "_shared", [lambda course: done.append("search")]
    )
    game = Flat()
    monkeypatch.setattr(game.course, "entries", [lambda: done.append("planner")])
    game.go_on.set()
    assert prepare(game)
    assert done == ["search", "planner"]


def test_the_search_is_among_it() -> None:
    """In an interpreter of its own: here it may be there already."""
    code = (
        "import sys, muscade; from muscade.kernels.ready import _shared; muscade.game('pass-pass'); "
        "sys.exit('numba' in sys.modules or [work.__module__ for work in _shared] != ['muscade.bots.search'])"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_kernels_are_compiled_by_processes_that_find_their_work() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "muscade.kernels", "mono-line"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr


def test_a_program_may_end_while_its_game_is_being_compiled() -> None:
    code = (
        "import muscade; from muscade.kernels.ready import fetch; fetch(muscade.game('twisted-jumps').course)"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stderr == ""


def test_a_game_that_there_is_not_is_named_before_any_is_compiled() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "muscade.kernels", "mono-line", "chess"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert "There is no game 'chess'" in told.stderr
    assert told.stderr.count("\n") == 1
