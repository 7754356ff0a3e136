"""``muscade analyse``, as somebody types it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Run

import muscade
from muscade.analysis import Analysis


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """A puzzle that was given up one jump before its end."""
    match = muscade.Match(muscade.game("twisted-jumps"), 1, position="b1 b4")
    match.play(0, "stop")
    path = tmp_path / "puzzle.json"
    path.write_text(match.record.to_json())
    return path


def test_marks_and_lessons(run: Run, puzzle: Path) -> None:
    done = run("analyse", str(puzzle))
    out = done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    assert "b1xb4>a1" in out
    assert "??" in out
    assert "proved" in out
    assert "c'est démontré" in run("analyse", str(puzzle), "--lang", "fr").stdout
    out = run("analyse", str(puzzle), "--json", "--seconds", "5").stdout
    found = msgspec.json.decode(out, type=Analysis)
    assert found.hindsight == "the truth"
    assert [decision.mark for decision in found.decisions] == ["blunder"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("nowhere.json",), "nowhere.json"),
        (("--seconds", "0"), "--seconds"),
        (("--seconds", "nan"), "--seconds"),
    ],
)
def test_what_is_wrong_is_named(run: Run, arguments: tuple[str, ...], named: str, puzzle: Path) -> None:
    if arguments[0].startswith("--"):
        arguments = (str(puzzle), *arguments)
    done = run("analyse", *arguments)
    assert done.returncode == 2
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_record_of_one_seat_is_not_enough(run: Run, tmp_path: Path) -> None:
    match = muscade.Match(muscade.game("pass-pass"), 3, seed=1)
    path = tmp_path / "mine.json"
    path.write_text(match.record.redacted(0).to_json())
    done = run("analyse", str(path))
    assert done.returncode == 2
    assert "whole record" in done.stderr
