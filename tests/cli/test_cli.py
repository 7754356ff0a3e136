"""The command line, as somebody types it."""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Run
from tests.replays.old import FOLDER as OLD

import muscade
from muscade.cli.long_runs import check_files
from muscade.core import registry
from muscade.core.chance import commitment, seed_of


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=11)
    while match.state.outcome() is None:
        [seat] = match.state.turn()
        match.play(seat, match.state.moves(seat)[0])
    path = tmp_path / "game.json"
    path.write_text(match.record.to_json())
    return path


def test_the_version_is_that_of_the_package(run: Run) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert run("--version").stdout == f"muscade {project['project']['version']}\n"
    assert muscade.__version__ == project["project"]["version"]


def test_verify_says_whether_a_game_was_dealt_as_promised(
    run: Run, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = run("verify", str(finished))
    assert alone.returncode == 0
    assert "nobody added one: dealt by the server alone, as committed" in alone.stdout

    numbers = ("0123456789abcdef" * 2, None, "fedcba98" * 4)
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=seed_of("part", numbers))
    record = msgspec.structs.replace(
        match.record, part="part", numbers=numbers, commitment=commitment("part")
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.to_json().encode())))
    together = run("verify", "-")
    assert together.returncode == 0
    assert [line[:12].strip() for line in together.stdout.splitlines()[:4]] == [
        "✓ commitment",
        "✓ numbers",
        "✓ seed",
        "✓ draws",
    ]
    assert "added by seats 0, 2" in together.stdout
    assert f"seat 2 added {numbers[2]}" in together.stdout

    other = tmp_path / "other.json"
    other.write_text(record.to_json().replace('"part":"part"', '"part":"parT"'))
    tampered = run("verify", str(other))
    assert tampered.returncode == 1
    assert "✗ commitment" in tampered.stdout
    assert "✗ seed" in tampered.stdout
    assert tampered.stderr == "muscade: it is not shown that this game was dealt as promised\n"

    for field, wrong, why in (("seats", 17, "not 17"), ("options", {"moon": 1}, "no option 'moon'")):
        other.write_text(msgspec.structs.replace(match.record, **{field: wrong}).to_json())
        unplayable = run("verify", str(other))
        assert unplayable.returncode == 1
        assert (
            f"✗ draws       cannot be made again: Pass Pass {'has' if field == 'options' else 'is'}"
            in unplayable.stdout
        )
        assert why in unplayable.stdout

    other.write_text(match.record.redacted(0).to_json())
    redacted = run("verify", str(other))
    assert redacted.returncode == 2
    assert "does not tell the seed" in redacted.stderr
    other.write_text("no record")
    assert run("verify", str(other)).returncode == 2
    assert "cannot read" in run("verify", str(tmp_path / "nowhere.json")).stderr


@pytest.mark.parametrize("command", [("games",), ("serve", "--port", "0")], ids=" ".join)
def test_a_game_that_cannot_be_loaded_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    broken = EntryPoint("aaa", "muscade.cli:NO_GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {"aaa": broken})
    done = run(*command)
    assert done.returncode == 2
    assert done.stderr.startswith(
        "muscade: The game 'aaa' of muscade.cli:NO_GAME cannot be loaded: AttributeError"
    )


def test_an_entry_point_by_another_name_is_told_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    other = EntryPoint("monoline", "muscade.games.mono_line.game:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {"monoline": other})
    done = run("games")
    assert done.returncode == 2
    assert "it calls itself 'mono-line'" in done.stderr


def test_games_and_rules(run: Run) -> None:
    assert "pass-pass" in run("games").stdout
    english, french = run("rules", "pass-pass"), run("rules", "pass-pass", "--lang", "fr")
    assert "PP-1" in english.stdout
    assert "PP-24" in french.stdout
    assert english.stdout != french.stdout
    assert "SP-1" in run("rules", "full-house").stdout
    assert "OB-1" in run("rules", "over-pass-board").stdout
    pages = run("rules").stdout.split()
    assert {"over-pass-board", "pass-pass", "solitaire"} < set(pages)
    assert pages == run("rules", "--lang", "fr").stdout.split()


def test_a_replay_shows_all_or_what_a_seat_saw(run: Run, finished: Path, tmp_path: Path) -> None:
    whole = run("replay", str(finished)).stdout
    assert "won by seat" in whole
    assert "?" not in whole
    assert "trick 8" in whole
    seen = run("replay", str(finished), "--as", "1").stdout
    assert "as seen by seat 1" in seen
    redacted = tmp_path / "redacted.json"
    redacted.write_text(muscade.core.Record.from_json(finished.read_text()).redacted(1).to_json())
    events = [line for line in seen.splitlines() if line[:4].strip().isdecimal()]
    told = run("replay", str(redacted)).stdout
    assert [line for line in told.splitlines() if line[:4].strip().isdecimal()] == events
    moment = run("replay", str(finished), "--as", "1", "--at", "12").stdout
    assert "hand: [" in moment
    assert "In your hand: " in moment, "in words as well"
    french = run("replay", str(finished), "--as", "1", "--at", "12", "--lang", "fr").stdout
    assert "Dans votre main : " in french
    assert "seat 0:" in run("replay", str(finished), "--at", "12").stdout
    deals = [line.split("deal ")[1].split() for line in seen.splitlines() if "deal " in line]
    assert all(sum("?" not in card for card in deal) == 8 for deal in deals)


def test_a_record_of_an_older_law_is_told_to_its_end(run: Run) -> None:
    whole = run("replay", str(OLD / "ptipasspass-diagonals.json")).stdout
    assert "won by seat 1" in whole
    part = run("replay", str(OLD / "mono-line-vigilant.json")).stdout
    assert "a game of version 1, today's is 2" in part
    assert "  11  seat 0   announce g4 h4" in part


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "chess"], "There is no game 'chess'"),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["replay", "{game}", "--as", "3"], "no seat 3"),
        (["replay", "{game}", "--as", "ada"], "not ada"),
        (["replay", "{game}", "--at", "9999"], "only"),
        (["replay", "{broken}"], "not a record"),
        (["replay", "{redacted}", "--as", "0"], "redacted already"),
        (["replay", "{redacted}", "--at", "0"], "redacted already"),
        (["replay", "{forged}"], "Event 3"),
        (["serve", "--port", "{busy}"], "Address already in use; choose another with --port"),
        (["serve", "--port", "0", "--host", "256.0.0.1"], "port 0: Name or service not known\n"),
        (
            ["arena", "mono-line", "--bots", "easy", "--logs", "{broken}"],
            "cannot make the folder {broken}: File exists",
        ),
        (["arena", "mono-line", "--bots", "easy", "--json", "{folder}"], "{folder} is a folder"),
        (
            ["arena", "mono-line", "--bots", "easy", "--json", "/proc/report.json"],
            "cannot write /proc/report.json",
        ),
        (
            ["records", "export", "{game}", "--parquet", "/proc/games.parquet"],
            "cannot write /proc/games.parquet",
        ),
        (["serve", "--port", "0", "--database", "nothing://at/all"], "cannot use the database"),
        (["serve", "--port", "0", "--database", "{broken}"], "file is not a database"),
    ],
)
def test_bad_input_is_one_line_and_no_traceback(
    run: Run, finished: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    broken, redacted, forged = tmp_path / "broken", tmp_path / "redacted", tmp_path / "forged"
    broken.write_text("this is a letter\n" * 200)
    record = muscade.core.Record.from_json(finished.read_text())
    redacted.write_text(record.redacted(2).to_json())
    record.events[2] = msgspec.structs.replace(record.events[2], move="take P1")
    forged.write_text(record.to_json())
    with socket.create_server(("127.0.0.1", 0)) as listener:
        names = {
            "{game}": str(finished),
            "{broken}": str(broken),
            "{redacted}": str(redacted),
            "{forged}": str(forged),
            "{folder}": str(tmp_path),
            "{busy}": str(listener.getsockname()[1]),
        }
        done = run(*(names.get(argument, argument) for argument in arguments))
    assert done.returncode == 2
    for name, meant in names.items():
        message = message.replace(name, meant)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_files_that_can_be_written_are_left_as_they_were(tmp_path: Path) -> None:
    kept, new = tmp_path / "kept.json", tmp_path / "new.json"
    kept.write_text("of yesterday")
    check_files(kept, None)
    check_files(new, None)
    assert kept.read_text() == "of yesterday"
    assert not new.exists()


def test_a_folder_of_ones_own_that_cannot_be_made_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(file))
    done = run("ratings")
    assert done.returncode == 2
    assert done.stderr.startswith(f"muscade: cannot make the folder {file / 'muscade'}: ")
    assert "--database" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["games"], ["--version"], ["rules", "pass-pass"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "muscade.cli", *arguments],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (2, "muscade: No space left on device\n")


def test_the_page_about_boards_shows_what_check_prints(run: Run) -> None:
    page = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
    assert " ".join(run("board", "check").stdout.split()) in " ".join(page.split())


def test_board_check_prints_the_figures(run: Run) -> None:
    done = run("board", "check")
    assert done.returncode == 0
    assert "34; by intersections on them: 2: 4, 3: 4, 5: 2, 6: 8, 7: 8, 8: 8" in " ".join(done.stdout.split())
    assert "nowhere but on exits" in done.stdout


def test_board_show_check_and_draw_go_together(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.board"
    mine.write_text(run("board", "show").stdout, encoding="utf-8")
    assert "8 at 1.4142" in " ".join(run("board", "check", str(mine)).stdout.split())
    done = run("board", "draw", str(mine))
    assert done.returncode == 0
    assert (tmp_path / "mine.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert run("board", "draw", str(mine), "--out", str(tmp_path / "plain.svg"), "--no-names").returncode == 0
    assert "<text" not in (tmp_path / "plain.svg").read_text(encoding="utf-8")


def test_a_bad_board_file_is_one_line_with_the_reason(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.board"
    bad.write_text("board Bad\nline 0,0 1,nothing\n", encoding="utf-8")
    for command in ("check", "draw"):
        done = run("board", command, str(bad))
        assert done.returncode == 2
        assert done.stderr.startswith("muscade: Board file, line 2: 'nothing' is not a number")
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "bad.svg").exists()
    assert "cannot read" in run("board", "check", str(tmp_path / "none.board")).stderr
    bad.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in run("board", "check", str(bad)).stderr
    svg = tmp_path / "mine.svg"
    svg.write_text(run("board", "show").stdout, encoding="utf-8")
    assert "the board file itself" in run("board", "draw", str(svg)).stderr


def test_the_configuration_is_printed_as_it_would_be_used(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "muscade.toml"
    file.write_text('database = "postgresql://me:hush@db/muscade"\n[limits]\nopen_tables = 5\n')
    monkeypatch.setenv("MUSCADE_METRICS_PORT", "9100")
    printed = run("config", "--config", str(file)).stdout
    found = tomllib.loads(printed)
    assert found["database"] == "postgresql://me:***@db/muscade"
    assert found["limits"]["open_tables"] == 5
    assert found["metrics"]["port"] == 9100
    assert found["port"] == 8000
    file.write_text("[limits]\nopen_table = 5\n")
    wrong = run("config", "--config", str(file))
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert f"there is no entry limits.open_table; do you mean limits.open_tables? (in {file})" in wrong.stderr
