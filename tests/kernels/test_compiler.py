"""Machine code out of the law: the same answers, and never those of a source that has changed since."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from muscade.games.mono_line import rules
from muscade.kernels import compiler
from muscade.kernels.bits import lowest, size, words
from muscade.kernels.compiler import compiled, law


def is_compiled(function: object) -> bool:
    return isinstance(function, Dispatcher)


def test_the_law_answers_as_it_does_uncompiled() -> None:
    assert is_compiled(law(rules).lines_held)
    owners, lines_of = [0, -1, 1, -1], [0b001, 0b011, 0b110, 0b1000]
    arrays = np.array(owners), np.array(lines_of)
    for player in range(2):
        assert law(rules).lines_held(*arrays, player) == rules.lines_held(owners, lines_of, player)
        order = np.array([2, 0])
        assert law(rules).closing_place(order, *arrays, 1, player) == rules.closing_place(
            [2, 0], owners, lines_of, 1, player
        )


def test_a_module_is_compiled_once() -> None:
    assert law(rules) is law(rules)
    assert law(rules).PLAYERS == rules.PLAYERS


@pytest.fixture
def two_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """A law that uses another: its own functions call each other, and one that it imports."""
    (tmp_path / "shared_law.py").write_text(
        "def twice(x):\n    return 2 * once(x)\ndef once(x):\n    return x\n"
    )
    (tmp_path / "own_law.py").write_text(
        "from shared_law import twice\nSTEP = 3\ndef ahead(x):\n    return twice(x) + further(x)\n"
        "def further(x):\n    return x + STEP\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for name in ("shared_law", "own_law"):
        spec = importlib.util.spec_from_file_location(name, tmp_path / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        found.append(module)
    return found[0], found[1]


def test_functions_may_call_each_other_and_those_of_other_modules(
    two_modules: tuple[ModuleType, ModuleType],
) -> None:
    shared, own = two_modules
    compiled_law = law(own)
    for name in ("ahead", "further", "twice"):
        assert is_compiled(getattr(compiled_law, name)), f"{name} is plain Python"
        assert not is_compiled(getattr(own, name))
    assert compiled_law.ahead(5) == own.ahead(5) == 18
    assert compiled_law.ahead.signatures, "it was compiled for what it was called with"
    assert compiled_law.twice is law(shared).twice


def test_what_is_kept_is_named_after_every_source_it_may_be_built_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [
        "games/chess/rules.py",
        "games/chess/kernel.py",
        "kernels/chance.py",
        "board/board.py",
        "solvers/words.py",
    ]
    for source in [*sources, "games/go/rules.py"]:
        path = tmp_path / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1")
    monkeypatch.setattr(compiler, "_PACKAGE", tmp_path)
    stamp = compiler._stamp.__wrapped__
    names = {stamp(("games", "chess"))}
    for source in sources:
        (tmp_path / source).write_text("x = 2")
        names.add(stamp(("games", "chess")))
    assert len(names) == 1 + len(sources)
    (tmp_path / "games/go/rules.py").write_text("x = 2")
    assert stamp(("games", "chess")) in names, "another game is nothing to this one"


def test_where_nothing_can_be_kept_it_works_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    monkeypatch.setattr(compiler, "cache_folder", lambda: in_the_way)

    def next_one(x: int) -> int:
        return x + 1

    assert compiled()(next_one)(4) == 5


@compiled()
def lowest_and_size(word: int) -> tuple[int, int]:
    return lowest(word), size(word)


@pytest.mark.parametrize("mask", [1, 0b1011000, 1 << 63, (1 << 64) - 1])
def test_bits_of_a_word(mask: int) -> None:
    (number,) = words(mask, 1)
    assert lowest_and_size(number) == ((mask & -mask).bit_length() - 1, mask.bit_count())
