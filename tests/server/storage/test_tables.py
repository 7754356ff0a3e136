"""What is stored is read as it was, by both kinds of database."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.storage.examples import BEGUN, append, created, event, seats, table, words

from muscade.server.storage import Storage, StorageError
from muscade.server.storage.statements import CHATS_READ

pytestmark = pytest.mark.anyio


async def test_a_table_is_read_as_it_was_stored(storage: Storage) -> None:
    row = table(owner="somebody", due_at=5, keeper="me", epoch=3)
    assert await storage.create(row, seats())
    moves = [event(1, "deal P1 B7", seat=-1), event(2, 'say "é" \\ \t🂡', "message")]
    await storage.append("table", moves, due_at=BEGUN + 7, ended_at=None)
    await storage.say("table", words(1, "j'ai dit : « ça », 'x'\n"))
    stored = await storage.load("table")
    assert stored is not None
    assert stored.row == table(owner="somebody", due_at=BEGUN + 7, keeper="me", epoch=3, seed=row.seed)
    assert stored.seats == tuple(seats())
    assert stored.events == tuple(moves)
    assert stored.chats == (words(1, "j'ai dit : « ça », 'x'\n"),)
    assert await storage.seats("table") == stored.seats
    assert await storage.events_since("table", 1) == tuple(moves[1:])
    assert await storage.chats_since("table", 0) == stored.chats


async def test_what_is_not_there_is_nothing(storage: Storage) -> None:
    assert await storage.load("table") is None
    assert await storage.seats("table") == ()
    assert await storage.events_since("table", 0) == ()
    assert await storage.chats_since("table", 0) == ()
    assert await storage.invitation("invitation") is None
    with pytest.raises(StorageError):
        await append(storage, "table", 1)
    with pytest.raises(StorageError):
        await storage.say("table", words(1))


async def test_a_table_is_made_once(storage: Storage) -> None:
    """Whoever asks again, even with other seats, changes nothing."""
    first = table(seed="first")
    answers = await asyncio.gather(*(storage.create(first, seats()) for _ in range(5)))
    assert sorted(answers) == [False] * 4 + [True]
    assert (
        await storage.create(
            table(seed="second"), [*seats(), seats()[0].__class__(3, "bot", "x", "easy", None, None, 0)]
        )
        is False
    )
    stored = await storage.load("table")
    assert stored is not None
    assert stored.row == first
    assert stored.seats == tuple(seats())


async def test_a_seat_is_taken_once(storage: Storage) -> None:
    await created(storage)
    assert await storage.invitation("invitation to table") == ("table", 2)
    answers = await asyncio.gather(
        *(storage.take_seat("invitation to table", f"Bea {n}", f"key {n}", BEGUN) for n in range(10))
    )
    assert answers.count(True) == 1
    winner = answers.index(True)
    seat = (await storage.seats("table"))[2]
    assert (seat.name, seat.key_digest, seat.taken_at) == (f"Bea {winner}", f"key {winner}", BEGUN)
    assert not await storage.take_seat("no invitation", "Bea", "key", BEGUN)


async def test_a_key_is_replaced_by_whoever_has_the_old_one(storage: Storage) -> None:
    await created(storage)
    assert not await storage.replace_key("table", 0, "wrong", "new")
    assert not await storage.replace_key("table", 1, "key 0 of table", "new")
    answers = await asyncio.gather(
        *(storage.replace_key("table", 0, "key 0 of table", f"new {n}") for n in range(5))
    )
    assert answers.count(True) == 1
    assert (await storage.seats("table"))[0].key_digest == f"new {answers.index(True)}"


async def test_only_the_last_words_are_loaded(storage: Storage) -> None:
    await created(storage)
    await asyncio.gather(*(storage.say("table", words(n)) for n in range(1, CHATS_READ + 11)))
    stored = await storage.load("table")
    assert stored is not None
    assert [chat.number for chat in stored.chats] == list(range(11, CHATS_READ + 11))
    assert [chat.number for chat in await storage.chats_since("table", 3)] == list(range(4, CHATS_READ + 11))


async def test_open_tables_are_counted_by_who_made_them(storage: Storage) -> None:
    await created(storage, "a", "b", owner="ada")
    await created(storage, "c", owner="bea")
    await append(storage, "a", 1, ended_at=BEGUN)
    assert [await storage.open_tables(owner) for owner in ("ada", "bea", "nobody")] == [1, 1, 0]


async def test_an_installation_has_a_secret(storage: Storage, database: str) -> None:
    again = await Storage.open(database)
    assert again.secret == storage.secret
    assert len(storage.secret) == 32
    await again.close()


async def test_a_closed_database_says_so(database: str) -> None:
    storage = await Storage.open(database)
    await created(storage)
    await storage.close()
    await storage.close()
    with pytest.raises(StorageError):
        await append(storage, "table", 1)
    with pytest.raises(StorageError):
        await storage.load("table")
    with pytest.raises(StorageError):
        await storage.ping()


@pytest.mark.parametrize(
    "address", ["sqlite://", "sqlite:///:memory:", "mysql://localhost/x", "://", "sqlite:///x?timeout=y"]
)
async def test_what_is_no_database_is_refused(address: str) -> None:
    with pytest.raises(StorageError):
        await Storage.open(address)


@pytest.mark.parametrize("driver", ["postgresql", "postgresql+asyncpg"])
async def test_a_server_that_is_not_there_is_named(driver: str, unused_port: int) -> None:
    with pytest.raises(StorageError, match=str(unused_port)):
        await Storage.open(f"{driver}://somebody:secret@127.0.0.1:{unused_port}/muscade")
