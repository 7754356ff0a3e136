"""Tables that nobody will come back to are cleaned away; finished ones only if the operator says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.harness import HERE, INVITED, RANDOM, FakeClock, serving

from muscade.server.cleaning import clean
from muscade.server.config import CleaningSettings
from muscade.server.storage import Storage
from muscade.server.times import DAY

pytestmark = pytest.mark.anyio


async def test_what_is_cleaned_away_and_when(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        empty = await server.create(INVITED, INVITED, INVITED)
        joined = await server.create(HERE, INVITED, INVITED)
        await server.join(joined["invitations"][0]["invite"])
        finished = await server.create(HERE, RANDOM, RANDOM)
        async with server.sit(finished) as ada:
            await ada.play_on()
            assert ada.update["view"]["outcome"]
    storage = await Storage.open(str(tmp_path / "muscade.db"))

    async def left() -> list[bool]:
        return [await storage.load(made["table"]) is not None for made in (empty, joined, finished)]

    clock.time += 6 * DAY
    await clean(storage, clock, CleaningSettings())
    assert await left() == [True, True, True]
    clock.time += 2 * DAY
    await clean(storage, clock, CleaningSettings())
    assert await left() == [False, True, True]
    await clean(storage, clock, CleaningSettings(unjoined_days=0, finished_days=9))
    assert await left() == [False, True, True]
    await clean(storage, clock, CleaningSettings(unjoined_days=0, finished_days=7))
    assert await left() == [False, True, False]
    await storage.close()
