"""`muscade render`: pictures and films from a record on disk."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from tests.pictures.positions import NAMES, after
from typer.testing import CliRunner, Result

import muscade
from muscade.cli import UsageError, app
from muscade.core import MuscadeError, Record, RecordedEvent
from muscade.replays import Replay


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The first moves of a golden game."""
    state = after("pass-pass.4", 30)
    events = [RecordedEvent(seat, move.notation, 0) for seat, move in state.history]
    file = tmp_path / "record.json"
    whole = Record(state.game.name, state.game.version, state.seats, state.options, events)
    file.write_text(whole.to_json(), encoding="utf-8")
    return file


def render(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["render", *map(str, words)], catch_exceptions=True)


def test_a_moment_as_svg(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    result = render(
        record,
        "-o",
        out,
        "--at",
        12,
        "--as",
        2,
        "--theme",
        "dark",
        "--lang",
        "fr",
        "--names",
        ",".join(NAMES[:2]),
    )
    assert result.exit_code == 0, result.output
    wanted = muscade.game("pass-pass").picture(
        after("pass-pass.4", 12).view(2), names=NAMES[:2], theme="dark", language="fr"
    )
    assert out.read_text(encoding="utf-8") == wanted
    assert render(record, "--at", 30).stdout == muscade.game("pass-pass").picture(
        after("pass-pass.4", 30).view(None)
    )


def test_everything_open(record: Path) -> None:
    replay = Replay(Record.from_json(record.read_text(encoding="utf-8")))
    replay.go_to(30)
    assert render(record, "--at", 30, "--as", "open").stdout == replay.picture("open")
    assert replay.picture("open") != replay.picture(None)


def test_pixels_and_a_film(record: Path, tmp_path: Path) -> None:
    out, film = tmp_path / "out.png", tmp_path / "out.gif"
    assert render(record, "-o", out, "--size", 300).exit_code == 0
    assert Image.open(io.BytesIO(out.read_bytes())).size == (300, 158)
    assert render(record, "-o", film, "--from", 26, "--at", 29, "--size", 160).exit_code == 0
    moving = Image.open(io.BytesIO(film.read_bytes()))
    assert (moving.size, moving.n_frames) == ((160, 84), 4)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["-o", "out.bmp"], ".svg"),
        (["--at", "31"], "30"),
        (["--at", "9", "--from", "10"], "--from"),
        (["--as", "4"], "seat"),
        (["--names", "Ada,Bea,Cy,Dan,Eve"], "--names has 5 names, and 4 were at the table"),
        (["--as", "everybody"], "spectator"),
        (["-o", "out.png", "--size", "5"], "pixels"),
        (["-o", "no/such/folder/out.png"], "cannot write"),
    ],
)
def test_what_is_wrong_is_said(record: Path, words: list[str], named: str) -> None:
    error = render(record, *words).exception
    assert isinstance(error, UsageError)
    assert named in str(error)


def test_a_record_that_does_not_tell_all_cannot_be_drawn(record: Path, tmp_path: Path) -> None:
    redacted = tmp_path / "redacted.json"
    redacted.write_text(
        Record.from_json(record.read_text(encoding="utf-8")).redacted(1).to_json(), encoding="utf-8"
    )
    for wrong in (redacted, tmp_path / "missing.json"):
        error = render(wrong).exception
        assert isinstance(error, MuscadeError | UsageError)
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert isinstance(render(broken).exception, MuscadeError)
