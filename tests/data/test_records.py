"""Records as data, and back: nothing is lost, nothing private is told, and what follows is what the game says."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from tests.server.harness import HERE, RANDOM, serving

import muscade
from muscade.core import Record, RecordedEvent
from muscade.core.record import Origin
from muscade.data import DataError, Rows, random_games, read_records, rows, write_records


def played(name: str, seats: int, moves: int | None = None, **options: object) -> muscade.Match:
    rng, now = Random(name), iter(range(1_800_000_000_000, 1_900_000_000_000, 1234))
    match = muscade.Match(muscade.game(name), seats, seed=7, clock=lambda: next(now), **options)
    while (turn := match.state.turn()) and (moves is None or len(match.record.events) < moves):
        seat = rng.choice(turn)
        match.play(seat, rng.choice(match.state.moves(seat)))
    return match


@pytest.fixture(scope="module")
def matches() -> list[muscade.Match]:
    resigned = played("mono-line", 2, 12)
    resigned.play(resigned.state.turn()[0], "/resign")
    team = played("pass-pass", 4, teams="2x2")
    team.record.origin = Origin("a table", 3, 2)
    team.record.numbers = ("ab" * 16, None, None, None)
    return [team, resigned, played("passe-eclair", 3, 40), played("full-house", 1, 9)]


@pytest.fixture(scope="module")
def file(matches: list[muscade.Match], tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("records") / "games.parquet"
    written = write_records([match.record for match in matches], found)
    assert written == (4, sum(len(match.record.events) for match in matches), 0)
    return found


def test_what_went_in_comes_out(file: Path, matches: list[muscade.Match]) -> None:
    assert [record.to_json() for record in read_records(file)] == [
        match.record.to_json() for match in matches
    ]


def test_a_row_says_what_its_mover_saw_and_what_came_of_it(file: Path, matches: list[muscade.Match]) -> None:
    table = pq.read_table(file).to_pylist()
    for number, match in enumerate(matches):
        state, words = match.record.begin()
        mine = [row for row in table if row["record"] == number]
        outcome = match.outcome
        for place, (row, event) in enumerate(zip(mine, match.record.events, strict=True)):
            if row["kind"] == "move":
                assert row["choices"] == len(state.moves(event.seat))
                assert row["code"] == state.code_of(event.seat, state.game.parse(event.move))  # type: ignore[attr-defined]
                assert row["observation"] == list(state.observation(event.seat))  # type: ignore[attr-defined]
            else:
                assert row["choices"] is row["code"] is row["observation"] is None
                assert row["kind"] == ("chance" if event.seat == -1 else "word")
            match.record.go_on(state, words, place)
            assert row["winners"] == (outcome and list(outcome.winners))
            assert row["ended_by"] == (outcome and outcome.by)
            assert row["waited"] == (1234 if place else 0)
            assert (row["reward"] is None) == (outcome is None or event.seat == -1)
    team = [row["reward"] for row in table if row["record"] == 0 and row["seat"] >= 0]
    assert set(team) == {0.0, 1.0}
    [resigned] = {row["ended_by"] for row in table if row["record"] == 1}
    assert resigned == "resignation"


def test_compiled_eyes_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a game was recorded and written, or noted as it was played; interpreted, or compiled."""
    tables = []
    for limit in (0, 1_000_000):
        monkeypatch.setattr(rows, "COMPILED_FROM", limit)
        made, count = Rows(), iter(range(3))
        random_games(made, muscade.game("mono-line"), 2, 7, lambda count=count: next(count) == 2)
        tables.append(made.take())
    assert tables[0].equals(tables[1])
    assert tables[0].num_rows > 20


def test_a_made_record_plays(tmp_path: Path) -> None:
    made, count = Rows(), iter(range(3))
    random_games(made, muscade.game("pass-pass"), 3, 7, lambda: next(count) == 2)
    table = made.take()
    pq.write_table(table, tmp_path / "made.parquet")
    again = list(read_records(tmp_path / "made.parquet"))
    assert [muscade.replay(record).outcome is not None for record in again] == [True, True]
    write_records(again, tmp_path / "again.parquet")
    assert pq.read_table(tmp_path / "again.parquet").equals(table)


def test_a_record_of_another_law_has_its_events(tmp_path: Path, matches: list[muscade.Match]) -> None:
    old = msgspec.structs.replace(matches[1].record, version=0)
    gone = Record("tarot", 1, 3, {}, [RecordedEvent(0, "x", 1)])
    assert write_records([old, gone], tmp_path / "old.parquet").outdated == 2
    assert list(read_records(tmp_path / "old.parquet")) == [old, gone]
    assert set(pq.read_table(tmp_path / "old.parquet")["reason"].to_pylist()) == {None}


def test_what_cannot_be_written_or_read(tmp_path: Path, matches: list[muscade.Match]) -> None:
    with pytest.raises(DataError, match="redacted"):
        write_records([matches[0].record.redacted(0)], tmp_path / "x.parquet")
    other = pa.table({"a": [1]})
    for metadata, message in ((None, "does not say so"), ({"muscade.records": "99"}, "version 99")):
        pq.write_table(other.replace_schema_metadata(metadata), tmp_path / "other.parquet")
        with pytest.raises(DataError, match=message):
            list(read_records(tmp_path / "other.parquet"))
    (tmp_path / "text.parquet").write_text("not at all")
    with pytest.raises(DataError, match="holds no records"):
        list(read_records(tmp_path / "text.parquet"))


def test_it_is_typed(run: Run, tmp_path: Path, matches: list[muscade.Match]) -> None:  # noqa: F811
    inside = tmp_path / "games" / "inside"
    inside.mkdir(parents=True)
    (inside / "b.json").write_text(matches[1].record.to_json())
    (tmp_path / "a.json").write_text(matches[0].record.to_json())
    out = tmp_path / "out.parquet"
    done = run("records", "export", str(tmp_path / "a.json"), str(tmp_path / "games"), "--parquet", str(out))
    assert done.returncode == 0, done.stderr
    assert "2 records" in done.stdout
    done = run("records", "import", str(out), "--to", str(tmp_path / "again"))
    assert done.returncode == 0, done.stderr
    found = [Record.from_json(path.read_bytes()) for path in sorted((tmp_path / "again").iterdir())]
    assert found == [matches[0].record, matches[1].record]


def test_mistakes_are_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    out = str(tmp_path / "out.parquet")
    (tmp_path / "bad.json").write_text("{}")
    assert "name files" in run("records", "export", "--parquet", out).stderr
    assert "bad.json" in run("records", "export", str(tmp_path), "--parquet", out).stderr
    record = muscade.Match(muscade.game("mono-line"), seats=2, seed=1).record
    (tmp_path / "bad.json").write_text(msgspec.structs.replace(record, seats=3).to_json())
    assert "bad.json: Mono-Line is for 2" in run("records", "export", str(tmp_path), "--parquet", out).stderr
    nowhere = run("records", "export", "--database", str(tmp_path / "nothing.db"), "--parquet", out)
    assert "there is no file" in nowhere.stderr
    assert not list(tmp_path.glob("out*")) + list(tmp_path.glob("nothing*"))
    in_the_way = run("records", "import", str(tmp_path / "bad.json"), "--to", str(tmp_path / "bad.json"))
    assert "cannot make the folder" in in_the_way.stderr
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = run("records", "export", str(tmp_path), "--parquet", out)
    assert (done.returncode, "muscade[data]" in done.stderr) == (2, True)


def test_a_servers_database(run: Run, tmp_path: Path) -> None:  # noqa: F811
    """Games that are over, and nothing of who played them."""

    async def play() -> dict[str, object]:
        async with serving(tmp_path / "muscade.db") as server:
            await server.create(HERE, RANDOM, game="mono-line")
            over = await server.create(HERE | {"name": "Adalbert"}, RANDOM, game="mono-line")
            async with server.sit(over) as person:
                while not person.update or not person.update["view"]["outcome"]:
                    if person.update and person.update["moves"]:
                        await person.make(person.update["moves"][0])
                    else:
                        await person.expect("update")
            return await server.record(over["table"])

    record = asyncio.run(play())
    out = tmp_path / "out.parquet"
    done = run("records", "export", "--database", str(tmp_path / "muscade.db"), "--parquet", str(out))
    assert done.returncode == 0, done.stderr
    assert "1 records" in done.stdout
    [found] = read_records(out)
    assert found.events == msgspec.convert(record["events"], list[RecordedEvent])
    assert (found.seed, found.commitment) == (record["seed"], record["commitment"])
    assert b"Adalbert" not in out.read_bytes()
    assert "Adalbert" not in str(pq.read_table(out).to_pylist())
