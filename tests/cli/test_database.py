"""``muscade backup``, ``restore``, ``prune`` and ``ratings``, as somebody types them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.server.storage.examples import created, person, rated_game, versions
from typer.testing import CliRunner

from muscade.cli import UsageError, app
from muscade.server.ratings.keeping import rate
from muscade.server.storage import Storage


def muscade(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    async def fill() -> None:
        storage = await Storage.open(str(tmp_path / "muscade.db"))
        await created(storage, created_at=1)
        await storage.close()

    asyncio.run(fill())
    return tmp_path / "muscade.db"


def test_a_database_is_backed_up_and_restored(database: Path, tmp_path: Path) -> None:
    assert "1 tables, 0 moves" in muscade("backup", "--database", database, tmp_path / "backup")
    assert "Restored 1 tables" in muscade("restore", "--database", tmp_path / "new.db", tmp_path / "backup")

    async def look() -> list[int]:
        storage = await Storage.open(str(tmp_path / "new.db"))
        try:
            assert await storage.load("table")
            return await versions(storage)
        finally:
            await storage.close()

    assert asyncio.run(look()) == []


def test_what_cannot_be_done_is_said_in_a_line(database: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot restore .*muscade.db: .* no backup"):
        muscade("restore", "--database", database, database)
    muscade("backup", "--database", database, tmp_path / "backup")
    with pytest.raises(UsageError, match=r"cannot restore .*: it is not empty"):
        muscade("restore", "--database", database, tmp_path / "backup")
    with pytest.raises(UsageError, match=r"cannot back up .*nothing.db: there is no file"):
        muscade("backup", "--database", tmp_path / "nothing.db", tmp_path / "backup")
    for command in (("prune",), ("ratings", "--check"), ("ratings",)):
        with pytest.raises(UsageError, match=r"nothing.db: there is no file"):
            muscade(*command, "--database", tmp_path / "nothing.db")
    assert not (tmp_path / "nothing.db").exists()
    with pytest.raises(UsageError) as refused:
        muscade("backup", "--database", "postgresql://ada:secret@127.0.0.1:1/x", tmp_path / "backup")
    assert "secret" not in str(refused.value)


def test_tables_nobody_joined_are_cleaned_away(database: Path) -> None:
    assert "would be cleaned away: 1 that nobody joined, 0 finished" in muscade(
        "prune", "--database", database, "--dry-run"
    )
    assert "cleaned away: 1 that nobody joined" in muscade("prune", "--database", database, "--finished", 0)
    assert "cleaned away: 0 that nobody joined" in muscade("prune", "--database", database)


def test_ratings_are_worked_out_again(database: Path) -> None:
    async def play() -> None:
        storage = await Storage.open(str(database))
        for name in ("ada", "bea"):
            await storage.people.make(person(name), f"key of {name}")
        await rate(storage, rated_game())
        await storage.close()

    async def spoil() -> None:
        storage = await Storage.open(str(database))
        [one, other] = await storage.ratings.all_ratings()
        games = await storage.ratings.all_games()
        await storage.ratings.put_all(len(games), games, [replace(one, rating=1.0), other])
        await storage.close()

    assert "0 games that count" in muscade("ratings", "--database", database, "--check")
    asyncio.run(play())
    assert "1 games that count, 2 ratings: all as" in muscade("ratings", "--database", database, "--check")
    asyncio.run(spoil())
    asked = ["ratings", "--database", str(database)]
    wrong = CliRunner().invoke(app, [*asked, "--check"], catch_exceptions=False)
    assert (wrong.exit_code, "1 differ" in " ".join(wrong.output.split())) == (1, True)
    assert "1 are put right" in muscade(*asked)
    assert "all as" in muscade(*asked, "--check")
