"""Which puzzles of the series people have solved: the best of all tries, the same in both kinds of database."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.storage.examples import BEGUN, people

from muscade.server.rows import DeviceRow
from muscade.server.series.rows import SolvedRow
from muscade.server.storage import Storage
from muscade.server.storage.solved import Progress

pytestmark = pytest.mark.anyio


def solved(number: int = 1, fewest: int | None = 5, starred: int = 0, **changes: Any) -> SolvedRow:
    return replace(SolvedRow("ada", "twisted-jumps", number, fewest, starred, BEGUN), **changes)


async def test_the_best_of_several_tries_is_kept_and_a_star_once_won_stays(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    await storage.solved.note([])
    await storage.solved.note([solved(2, None, game="mono-line"), solved(), solved(3, 7)])
    await storage.solved.note([solved(1, 4, 1, solved_at=BEGUN + 9), solved(2, 6)])
    await storage.solved.note([solved(1, 6, 0), solved(3, None, 1), solved(2, 8, 1, game="mono-line")])
    assert await storage.solved.of_person("ada") == [
        solved(2, 8, 1, game="mono-line"),
        solved(1, 4, 1),
        solved(2, 6),
        solved(3, 7, 1),
    ]
    assert await storage.solved.progress("ada") == [
        Progress("mono-line", 1, 1),
        Progress("twisted-jumps", 3, 2),
    ]
    assert await storage.solved.of_person("bea") == await storage.solved.progress("bea") == []


async def test_a_puzzle_may_be_named_twice(storage: Storage) -> None:
    await people(storage, "ada")
    await storage.solved.note([solved(1, 6, 0), solved(1, 4, 0), solved(1, None, 1)])
    assert await storage.solved.of_person("ada") == [solved(1, 4, 1)]


async def test_of_several_devices_at_once_each_is_heard(storage: Storage) -> None:
    await people(storage, "ada")
    tries = [[solved(number, 9 - device, int(device == 2)) for number in range(1, 9)] for device in range(5)]
    await asyncio.gather(*(storage.solved.note(rows) for rows in tries))
    assert await storage.solved.of_person("ada") == [solved(number, 5, 1) for number in range(1, 9)]


async def test_who_signs_in_has_the_better_of_both(storage: Storage) -> None:
    await people(storage, "ada", "bea", "guest")
    await storage.solved.note([solved(1, 4, 1), solved(2, 6), solved(5, None), solved(1, person_id="bea")])
    of_guest = [solved(1, 7), solved(2, 5, 1), solved(3, 9), solved(5, 3)]
    await storage.solved.note([replace(row, person_id="guest", solved_at=BEGUN + 1) for row in of_guest])
    await storage.accounts.merge("guest", DeviceRow("device of guest", "ada", BEGUN), [], [], [], None)
    assert await storage.solved.of_person("ada") == [
        solved(1, 4, 1),
        solved(2, 5, 1),
        solved(3, 9, solved_at=BEGUN + 1),
        solved(5, 3),
    ]
    assert await storage.solved.of_person("guest") == []
    assert await storage.solved.of_person("bea") == [solved(1, person_id="bea")]


async def test_who_is_forgotten_has_solved_nothing(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    await storage.solved.note([solved(), solved(person_id="bea")])
    await storage.accounts.delete("ada", [], [], None)
    assert await storage.solved.of_person("ada") == []
    assert await storage.solved.of_person("bea") == [solved(person_id="bea")]
