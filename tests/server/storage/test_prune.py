"""What nobody needs any more is cleaned away, and nothing else."""

from __future__ import annotations

import pytest
from tests.server.storage.examples import BEGUN, append, created, event, words

from muscade.server.storage import Pruned, Storage

pytestmark = pytest.mark.anyio

OLD = BEGUN - 1000


async def test_tables_are_cleaned_away(storage: Storage) -> None:
    await created(
        storage, "never joined", "bots moved", "joined", "moved", "spoken", "finished", created_at=OLD
    )
    await created(storage, "new")
    await append(storage, "bots moved", 1, 2)
    assert await storage.take_seat("invitation to joined", "Bea", "key", BEGUN)
    await storage.append("moved", [event(1, message_id="mine")], due_at=None, ended_at=None)
    await storage.say("spoken", words(1))
    await append(storage, "finished", 1, ended_at=OLD + 5)

    async def there() -> set[str]:
        names = ("never joined", "bots moved", "joined", "moved", "spoken", "finished", "new")
        return {name for name in names if await storage.load(name)}

    everything = await there()
    assert len(everything) == 7
    assert await storage.prune(unjoined_before=BEGUN, finished_before=BEGUN, dry_run=True) == Pruned(2, 1)
    assert await storage.prune(unjoined_before=None, finished_before=None) == Pruned(0, 0)
    assert await storage.prune(unjoined_before=OLD, finished_before=OLD) == Pruned(0, 0)
    assert await there() == everything
    assert await storage.prune(unjoined_before=BEGUN, finished_before=None) == Pruned(2, 0)
    assert await there() == everything - {"never joined", "bots moved"}
    assert await storage.prune(unjoined_before=BEGUN, finished_before=BEGUN) == Pruned(0, 1)
    assert await there() == {"joined", "moved", "spoken", "new"}
    assert await storage.invitation("invitation to never joined") is None
    assert await storage.events_since("bots moved", 0) == ()


async def test_however_many_there_are(storage: Storage) -> None:
    await created(storage, *(f"table {n}" for n in range(250)), created_at=OLD)
    assert await storage.prune(unjoined_before=BEGUN, finished_before=None) == Pruned(250, 0)
    assert await storage.due(1) == []
    assert await storage.prune(unjoined_before=BEGUN, finished_before=None) == Pruned(0, 0)
