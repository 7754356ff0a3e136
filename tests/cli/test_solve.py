"""``muscade solve``, as somebody types it."""

from __future__ import annotations

import re
import subprocess
import sys

import msgspec
import pytest

from muscade.cli import main
from muscade.cli.solve import verdict
from muscade.solvers import Answer, solvers


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["muscade", "solve", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    printed = capsys.readouterr()
    return int(exit_.value.code or 0), printed.out, printed.err


def test_a_solution_in_words_and_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = typed(monkeypatch, capsys, "twisted-jumps", "--from", "b1 b4")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "b1xb4>a1"
    assert "optimal: 1" in out
    code, out, _ = typed(monkeypatch, capsys, "full-house", "--option", "target=8", "--time", "50", "--json")
    answer = msgspec.json.decode(out)
    assert code == 0
    assert list(answer) == ["game", "status", "moves", "length", "bound", "seconds"]
    assert answer["game"] == "full-house"
    assert (answer["status"], answer["length"], answer["bound"]) == ("optimal", 5, 5)
    assert any(move.startswith("add ") for move in answer["moves"])


def test_impossible_is_an_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = typed(monkeypatch, capsys, "over-pass-spiral", "--from", "black b1 b2")
    assert code == 0
    assert out.startswith("impossible")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("chess",), "chess"),
        (("twisted-jumps", "--from", "b1 z9"), "z9"),
        (("twisted-jumps", "--option", "target=4"), "target"),
        (("full-house", "--option", "target=99"), "99"),
        (("full-house", "--option", "99"), "name=value"),
        (("pass-pass",), "no solver"),
        (("mono-line", "--from", "b1"), "--from"),
        (("full-house", "--time", "0"), "--time"),
        (("full-house", "--time", "nan"), "--time"),
    ],
)
def test_a_mistake_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    named: str,
) -> None:
    code, out, err = typed(monkeypatch, capsys, *arguments)
    assert (code, out) == (2, "")
    assert named in err
    assert err.count("\n") == 1


def test_every_status_has_its_words() -> None:
    found = Answer(game="full-house", status="found", length=40, bound=37)
    assert verdict(found).startswith("found: 40; at least 37")
    assert "at least 37" in verdict(Answer(game="full-house", status="unknown", bound=37))


def test_what_can_be_solved_is_found_at_run_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = typed(monkeypatch, capsys)
    assert code == 0
    listed = re.findall(r"^ (\S+)", out, re.MULTILINE)
    assert listed[1:] == list(solvers()) == ["full-house", "mono-line", "over-pass-spiral", "twisted-jumps"]


def test_a_game_of_two_is_won_or_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = typed(monkeypatch, capsys, "mono-line", "--option", "pieces=unlimited")
    assert "won: whoever is to move wins (proved" in out
    _, out, _ = typed(monkeypatch, capsys, "mono-line", "--option", "pieces=20")
    assert out.startswith("lost: whoever is to move loses (proved")


def test_muscade_and_its_solvers_start_without_the_compiler() -> None:
    code = (
        "import sys, muscade.cli, muscade.solvers; assert muscade.solvers.solvers(); "
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
