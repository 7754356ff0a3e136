"""A backup holds everything, and can be restored into either kind of database; a bad one changes nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.databases import BOTH_KINDS, in_a_thread, make_database, unfilled, unused
from tests.server.storage.examples import (
    BEGUN,
    append,
    created,
    fill_moderation,
    fill_people,
    fill_room,
    of_device,
    push,
    rated_game,
    result,
    study,
    table,
    versions,
    words,
)
from tests.server.storage.old_schemas import on, with_schema

from muscade.server.ratings.keeping import rate
from muscade.server.series.rows import SolvedRow
from muscade.server.storage import Storage, StorageError
from muscade.server.storage.backup import back_up, restore
from muscade.server.storage.schema import newest, revisions

pytestmark = pytest.mark.anyio


@pytest.fixture(params=BOTH_KINDS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Another database."""
    yield from unused(request, tmp_path / "another.db")


@pytest.fixture(params=BOTH_KINDS)
def made_target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Another database with tables, made once and copied, and nothing in them."""
    yield from unfilled(request, tmp_path / "another.db")


async def fill(storage: Storage) -> None:
    names = [f"table {n}" for n in range(12)]
    await created(storage, *names, owner="ada", due_at=7, keeper="a server", epoch=5)
    for name in names:
        await append(storage, name, *range(1, 101), due_at=9)
    await storage.say("table 0", words(1, 'j\'ai dit "ça"\n\t🂡'))
    await storage.take_seat("invitation to table 1", "Bea", "key", 1)
    await append(storage, "table 2", 101, ended_at=11)


async def test_what_is_backed_up_is_restored(
    storage: Storage, database: str, target: str, tmp_path: Path
) -> None:
    await fill(storage)
    await fill_room(storage)
    await fill_people(storage)
    assert await storage.pushes.note_told("table 0", 0, BEGUN, epoch=5)
    await fill_moderation(storage)
    await rate(storage, rated_game())
    analysis, variation = study("table 0")
    await storage.analyses.keep(analysis)
    await storage.analyses.add(variation)
    await storage.replays.keep("table 2", [b"its outline", b"some of it"])
    solved = SolvedRow("bea", "mono-line", 7, None, 1, BEGUN)
    await storage.solved.note([solved])
    counts = await back_up(database, tmp_path / "backup")
    assert counts == {
        "meta": 2,
        "people": 2,
        "devices": 2,
        "pushes": 2,
        "former_people": 1,
        "friends": 2,
        "friend_links": 1,
        "solved_puzzles": 1,
        "rooms": 1,
        "room_people": 2,
        "room_chats": 1,
        "tables": 13,
        "seats": 39,
        "events": 1201,
        "chats": 1,
        "turns_told": 1,
        "analyses": 1,
        "variations": 1,
        "replays": 2,
        "results": 1,
        "ignored": 1,
        "came_from": 1,
        "reports": 1,
        "bans": 1,
        "announcements": 1,
        "deeds": 2,
        "rated_seats": 2,
        "ratings": 2,
    }
    assert await restore(target, tmp_path / "backup") == counts
    another = await Storage.open(target)
    assert another.secret == storage.secret
    for n in range(12):
        old, new = await storage.load(f"table {n}"), await another.load(f"table {n}")
        assert old is not None
        assert new is not None
        assert (new.seats, new.events, new.chats) == (old.seats, old.events, old.chats)
        assert new.row == table(
            f"table {n}",
            owner="ada",
            due_at=old.row.due_at,
            ended_at=old.row.ended_at,
            epoch=5,
            seed=old.row.seed,
        )
    for whole in (storage, another):
        assert await whole.people.of_device("device of ada") == of_device("ada", former=("guest",))
        assert [friend.person_id for friend in await whole.profiles.friends("ada")] == ["bea"]
        assert await whole.friends.of_link("link of ada") == ("ada", BEGUN)
        assert await whole.people.last_results("bea") == [result("bea")]
        assert await whole.pushes.of_person("bea") == [push("bea")]
        assert not await whole.pushes.note_told("table 0", 0, BEGUN, epoch=5), "they were told"
        assert await whole.analyses.read("table 0") == analysis
        assert await whole.solved.of_person("bea") == [solved]
        assert await whole.analyses.variations("table 0") == [variation]
    assert await another.rooms.load("room") == await storage.rooms.load("room")
    await another.ping()
    await append(another, "table 0", 101)
    await another.close()
    await back_up(target, tmp_path / "again")


async def test_a_backup_made_under_play_is_of_one_moment(
    storage: Storage, database: str, target: str, tmp_path: Path
) -> None:
    """A table and its log always go together: every move sets the time of its version."""
    names = [f"table {n}" for n in range(5)]
    await created(storage, *names)
    done = asyncio.Event()

    async def play() -> None:
        version = 1
        while not done.is_set():
            await asyncio.gather(*(append(storage, name, version, due_at=version) for name in names))
            version += 1

    playing = asyncio.create_task(play())
    await append(storage, names[0], due_at=0)
    await asyncio.sleep(0.1)
    await back_up(database, tmp_path / "backup")
    done.set()
    await playing
    await restore(target, tmp_path / "backup")
    another = await Storage.open(target)
    for name in names:
        stored = await another.load(name)
        assert stored is not None
        assert stored.events
        assert stored.row.due_at == len(stored.events)
    await another.close()


def lines_of(backup: Path) -> list[str]:
    """Without what an installation draws for itself."""
    lines = gzip.decompress(backup.read_bytes()).decode().splitlines()
    return sorted(line for line in lines if not line.startswith('["meta","secret"'))


OLD_BACKUPS: dict[tuple[str, str], tuple[bytes, list[str]]] = {}
"""By schema and kind of database: a backup of it, and the lines of one made once the same database was brought up to date."""


@pytest.mark.parametrize("schema", revisions())
async def test_a_backup_of_any_schema_holds_what_its_database_would_have_become(
    schema: str, empty_database: str, made_target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    # What is backed up is the same wherever it is restored to.
    wanted = schema, request.node.callspec.params["empty_database"]
    if wanted not in OLD_BACKUPS:
        await on(empty_database, with_schema(schema))
        await back_up(empty_database, tmp_path / "old")
        OLD_BACKUPS[wanted] = (
            (tmp_path / "old").read_bytes(),
            await brought_up_to_date(empty_database, schema, tmp_path / "grown"),
        )
    old, grown = OLD_BACKUPS[wanted]
    (tmp_path / "old").write_bytes(old)
    assert json.loads(gzip.decompress(old).splitlines()[0])["schema"] == schema
    await restore(made_target, tmp_path / "old")
    restored = await brought_up_to_date(made_target, schema, tmp_path / "restored")
    assert json.loads(restored[-1])["schema"] == newest()
    assert restored == grown


async def brought_up_to_date(database: str, schema: str, backup: Path) -> list[str]:
    """The lines of a backup of what was of that schema once, after a start."""
    opened = await Storage.open(database)
    assert (opened.secret == b"\xaa") == (schema != "0001")
    await opened.close()
    await back_up(database, backup)
    return lines_of(backup)


BACKUPS = sorted(Path(__file__).parent.glob("backup-*.jsonl"))


@pytest.mark.parametrize("written", BACKUPS, ids=lambda file: file.stem)
async def test_what_an_older_version_wrote_is_restored(written: Path, target: str, tmp_path: Path) -> None:
    """These files are as that version made them, but for being compressed."""
    file = tmp_path / "backup"
    file.write_bytes(gzip.compress(written.read_bytes()))
    counts = await restore(target, file)
    assert {"tables": 2, "seats": 6, "events": 4, "chats": 1}.items() <= counts.items()
    storage = await Storage.open(target)
    assert storage.secret == b"\xaa"
    stored = await storage.load("table")
    assert stored is not None
    assert stored.row == table(seed="5eed" * 8, owner="ada", due_at=9, epoch=5)
    assert await versions(storage) == [1, 2, 3]
    assert [chat.words for chat in stored.chats] == ['j\'ai dit "ça"\n\t🂡']
    await append(storage, "table", 4)
    await storage.close()


async def test_what_is_in_use_is_not_restored_into(storage: Storage, database: str, tmp_path: Path) -> None:
    await fill(storage)
    await back_up(database, tmp_path / "backup")
    with pytest.raises(StorageError, match="not empty"):
        await restore(database, tmp_path / "backup")
    assert len(await versions(storage, "table 0")) == 100


@pytest.fixture(scope="module")
def whole_backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """One that nothing is wrong with, to be damaged."""
    folder = tmp_path_factory.mktemp("backup")

    async def make() -> None:
        make_database(folder / "muscade.db")
        storage = await Storage.open(str(folder / "muscade.db"))
        await fill(storage)
        await storage.close()
        await back_up(str(folder / "muscade.db"), folder / "backup")

    in_a_thread(make())
    return (folder / "backup").read_bytes()


Damage = Callable[[list[str]], None]


def change(line: int, place: int, value: object) -> Damage:
    def damage(lines: list[str]) -> None:
        row = json.loads(lines[line])
        row[place] = value
        lines[line] = json.dumps(row)

    return damage


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda lines: lines.pop(), "ends in the middle"),
        (lambda lines: lines.pop(-2), "not as many"),
        (lambda lines: lines.append(lines[3]), "not as many"),
        (lambda lines: lines.pop(0), "no backup"),
        (lambda lines: lines.__setitem__(4, "nonsense"), "no backup"),
        (lambda lines: lines.__setitem__(0, lines[0].replace(newest(), "9999")), "schema 9999"),
        (lambda lines: lines.__setitem__(0, lines[0].replace(newest(), "0001")), "other columns"),
        (lambda lines: lines.__setitem__(0, lines[0].replace("game_version", "version")), "other columns"),
        (lambda lines: lines.__setitem__(4, '["people",1]'), "line 5: it is no row"),
        (lambda lines: lines.__setitem__(4, '["tables",1]'), "line 5: it is no row"),
        (change(4, 3, "one"), "line 5: 'one' cannot be the game_version of tables"),
        (change(4, 4, "[]"), "line 5: '\\[\\]' cannot be the options of tables"),
        (change(-2, 1, "nowhere"), "there is no table nowhere"),
        (change(-3, 2, 99), None),
    ],
)
async def test_a_bad_backup_is_named_and_changes_nothing(
    tmp_path: Path, whole_backup: bytes, damage: Damage, says: str | None
) -> None:
    file = tmp_path / "backup"
    file.write_bytes(whole_backup)
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    damage(lines)
    file.write_bytes(gzip.compress("\n".join(lines).encode()))
    target = str(tmp_path / "another.db")
    with pytest.raises(StorageError, match=says):
        await restore(target, file)
    another = await Storage.open(target)
    assert await another.due(10) == []
    assert await another.load("table 0") is None
    await another.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"a letter",
        lambda data: data[:-40],
        lambda data: data[:60] + b"x" + data[61:],
        lambda data: b"",
    ],
)
async def test_a_damaged_file_is_named(
    tmp_path: Path, whole_backup: bytes, damage: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "backup"
    file.write_bytes(whole_backup)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(StorageError, match="no backup"):
        await restore(str(tmp_path / "another.db"), file)


async def test_what_cannot_be_backed_up_leaves_the_old_backup(tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_text("the last one")
    with pytest.raises(StorageError, match="no file"):
        await back_up(str(tmp_path / "nothing.db"), file)
    with pytest.raises(StorageError):
        await back_up("mysql://x/y", file)
    storage = await Storage.open(str(tmp_path / "muscade.db"))
    await storage.close()
    with pytest.raises(StorageError, match="cannot write"):
        await back_up(str(tmp_path / "muscade.db"), tmp_path / "no such folder" / "backup")
    assert file.read_text() == "the last one"
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup"]
