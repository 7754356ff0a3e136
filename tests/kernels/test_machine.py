"""Machine code is kept under a name that tells what it was compiled from: all of it, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from numba import types

import muscade
from muscade.kernels import cache_folders, machine
from muscade.kernels.course import Course
from muscade.kernels.entries import PLAIN

TEXTS = {
    "counting/__init__.py": "",
    "counting/numbers.py": "import json\nimport numpy\nLIMIT, START = json.loads('[9, 2]')\nROW = numpy.arange(2000)\n",
    "counting/steps.py": "from counting.numbers import START\ndef step(start=START):\n    return start\n",
    "counting/unrelated.py": "def other() -> int:\n    return 1\n",
    "counting/course.py": """
from counting.numbers import LIMIT, ROW
from counting.steps import step
from muscade.kernels.layout import Layout
from others_law.rules import pace
from sibling.rules import least

class Setting(Layout):
    seats: int

class Table(Layout):
    count: int

def most_moves(setting): return 1
def code_count(setting): return 1
def turn(setting, table): return 0 if table.count >= LIMIT else 1
def moves(setting, table, seat, codes): return 0
def refusal(setting, table, seat, code): return 0
def play(setting, table, seat, code): table.count = _on(table.count)
def draw(setting, table, chance): return -1
def rewards(setting, table, given): given[0] = 1.0 * ROW[1]
def _on(count): return max(least(), step(), count + pace())
""",
    "others_law/__init__.py": "",
    "others_law/rules.py": "def pace():\n    return 1\n",
    "sibling/__init__.py": "",
    "sibling/rules.py": "def least():\n    return deeper()\ndef deeper():\n    return 2\n",
}
"""A game of which the law is spread over three packages, none of them ours."""

Loader = Callable[[dict[str, str]], Course]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loader]:
    """Writes the texts, some of them changed, and imports the course as if it had never been there before."""
    packages = {name.partition("/")[0] for name in TEXTS}
    versions = 0

    def forget() -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
            del sys.modules[name]

    def loaded(changes: dict[str, str]) -> Course:
        nonlocal versions
        versions += 1
        folder = tmp_path / str(versions)
        for name, text in (TEXTS | changes).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        forget()
        monkeypatch.syspath_prepend(folder)
        return Course(import_module("counting.course"))

    yield loaded
    forget()


def stamp(course: Course) -> str:
    return machine._stamp(PLAIN["play"][0], course)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("counting/course.py", "given[0] = 1.0 ", "given[0] = 0.5 "),
        ("counting/course.py", "seats: int", "seats: int\n    goal: int"),
        ("counting/numbers.py", "[9, 2]", "[8, 2]"),
        ("counting/numbers.py", "[9, 2]", "[9, 3]"),
        ("counting/numbers.py", "arange(2000)", "arange(2000)\nROW[1000] = 3"),
        ("others_law/rules.py", "return 1", "return 3"),
        ("sibling/rules.py", "return 2", "return 4"),
    ],
    ids=[
        "the course",
        "a field",
        "a constant",
        "a constant that is a default",
        "a row that is one",
        "a law of another package",
        "a sibling's rules, two calls away",
    ],
)
def test_what_is_reached_is_in_the_name(load: Loader, file: str, old: str, new: str) -> None:
    before = stamp(load({}))
    assert stamp(load({})) == before, "where it lies does not matter"
    assert old in TEXTS[file]
    assert stamp(load({file: TEXTS[file].replace(old, new)})) != before


def test_what_is_not_reached_is_not(load: Loader) -> None:
    assert stamp(load({"counting/unrelated.py": "def other() -> int:\n    return 2\n"})) == stamp(load({}))


def test_who_wants_it_compiled_otherwise_gets_another_entry(load: Loader) -> None:
    machine_of, (template, signature) = load({}).machine, PLAIN["play"]
    made = machine_of.entry(template, signature)
    assert machine_of.entry(template, signature) is made
    assert machine_of.entry(template, signature, nogil=False).targetoptions["nogil"] is False
    assert made.targetoptions["nogil"] is True
    other = types.void(*signature.args[:-1], types.uint8)
    [compiled] = machine_of.entry(template, other).overloads.values()
    assert compiled.signature == other
    kept = {
        machine._stamp(template, load({}), nogil, loops) for nogil in (True, False) for loops in (True, False)
    }
    assert len(kept) == 4


SOMEWHERE = """
import sys
from muscade.games.twisted_jumps.state import COURSE
COURSE.machine.turn
print(sys.modules["muscade"].__file__)
"""


def test_two_checkouts_have_the_same_machine_code(tmp_path: Path) -> None:
    """What is kept is named after texts, wherever they lie: also after those of our own entries."""
    kept = tmp_path / "kept"

    def compile_from(source: Path) -> set[Path]:
        environment = os.environ | {"PYTHONPATH": str(source), "MUSCADE_CACHE": str(kept)}
        told = subprocess.run(
            [sys.executable, "-c", SOMEWHERE], env=environment, stdout=subprocess.PIPE, check=True
        )
        assert Path(told.stdout.decode().strip()).is_relative_to(source)
        return {path for path in kept.rglob("*") if path.is_file()}

    here = Path(muscade.__file__).parent
    made = compile_from(here.parent)
    assert made
    shutil.copytree(here, tmp_path / "elsewhere" / "muscade", ignore=shutil.ignore_patterns("static"))
    assert compile_from(tmp_path / "elsewhere") == made


def test_a_module_in_a_course_is_named_however_often_one_asks(load: Loader) -> None:
    """The first who asks may be somebody in the background, whom nobody hears."""
    course = load(
        {
            "counting/course.py": TEXTS["counting/course.py"]
            .replace("from sibling.rules import least", "from sibling import rules")
            .replace("least()", "rules.least()")
        }
    )
    for _ in range(2):
        with pytest.raises(TypeError, match=r"counting\.course\._on uses the module 'rules'"):
            course.machine.entry(*PLAIN["play"])


def test_it_compiles_where_nothing_can_be_kept(
    load: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder", encoding="utf-8")
    monkeypatch.setattr(cache_folders, "cache_folder", lambda: in_the_way / "cache")
    assert cache_folders.cache_place("counting", "stamp") is None
    course = load({})
    setting, table = (
        kind(**{field: 0}) for kind, field in ((course.Setting, "seats"), (course.Table, "count"))
    )
    import numpy as np

    row = np.array(table.numbers, np.int64)
    course.machine.play(np.array(setting.numbers, np.int64), row, 0, 0)
    assert row.tolist() == [2]
    assert in_the_way.read_text(encoding="utf-8") == "not a folder"
