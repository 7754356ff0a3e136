"""Kernels get ready in the background, and where that fails there is another way to play."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.kernels.urn import Named, Urn, UrnView, seen

from muscade.bots import RandomBot
from muscade.bots.search import Effort, SearchBot
from muscade.core import Game, Options, Text
from muscade.games.mono_line.game import MonoLine
from muscade.kernels import kernel_of, prepare, ready
from muscade.kernels.ready import NoKernel


class Flat(MonoLine):
    """A game that brings the urn's kernel, when it is let."""

    name = "flat"
    course = None

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.asked = 0

    def kernel(self, seats: int, options: Options) -> Any:
        self.asked += 1
        self.go_on.wait(60)
        return Urn(0, 7)


class Broken(MonoLine):
    name = "broken"
    course = None

    def kernel(self, seats: int, options: Options) -> Any:
        raise RuntimeError("no compiler here")


class Bare(MonoLine):
    name = "bare"
    title = Text("Bare", "Nu")
    course = None

    def kernel(self, seats: int, options: Options) -> Any:
        return None


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
    assert flat.asked == 1, "once is enough"


def test_meanwhile_another_bot_plays(flat: Flat) -> None:
    class Last:
        title = Text("last", "dernier")

        def choose(self, view: UrnView, moves: Any, rng: Random) -> Any:
            return moves[-1]

    bot = SearchBot(flat, Text("x", "x"), Effort(60, 500), Last())
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
    bot = SearchBot(flat, Text("x", "x"), Effort(60, 300, slips=0.5), RandomBot())
    moves = [Named(0), Named(1), Named(2)]
    best = [bot.choose(seen(6), moves, Random(seed)) == Named(1) for seed in range(60)]
    assert 25 < sum(best) < 55


def test_the_same_bot_with_another_time_to_think(flat: Flat) -> None:
    bot = SearchBot(flat, Text("x", "x"), Effort(1.0, 300, slips=0.5), RandomBot())
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


def test_a_game_without_a_kernel_says_so() -> None:
    with pytest.raises(NoKernel, match="Bare has no kernel"):
        kernel_of(Bare(), 2)


def test_one_kernel_for_the_same_options(flat: Flat) -> None:
    flat.go_on.set()
    assert kernel_of(flat, 2) is kernel_of(flat, 2, {"pieces": 20})
    assert kernel_of(flat, 2) is not kernel_of(flat, 2, {"pieces": "unlimited"})
    assert flat.asked == 2


def test_what_plays_on_kernels_is_compiled_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(
        sys.modules["muscade.kernels.ready"], "_shared", [lambda course: done.append("search")]
    )
    assert not prepare(Bare())
    assert done == ["search"]


def test_the_search_is_among_it() -> None:
    """In an interpreter of its own: here it may be there already."""
    code = (
        "import sys, muscade; from muscade.kernels.ready import compile_all; muscade.game('pass-pass'); "
        "before = 'muscade.bots.tree' in sys.modules; compile_all(None); "
        "sys.exit(before or 'muscade.bots.tree' not in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
