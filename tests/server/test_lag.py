"""The server measures how far away everybody is, and says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.harness import GREEDY, HERE, FakeClock, serving

from muscade.server.lag import PROBE_EVERY, Probes
from muscade.server.tables import LAGS_EVERY


def test_the_median_of_the_last_echoes_counts() -> None:
    probes = Probes()
    for sent, lag in ((0, 40), (100, 60), (200, 1000)):
        nonce = probes.sent(sent)
        known = probes.answered(nonce, sent + lag)
    assert known == 60
    assert probes.answered(nonce, 5000) is None, "an echo counts once"
    assert probes.answered(nonce + 1, 5000) is None, "and only if it was asked for"


@pytest.mark.anyio
async def test_lag_is_measured_by_probes_and_told_to_those_who_play(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await server.create(HERE, GREEDY, GREEDY, pace=5000)
        async with server.sit(created) as ada, server.sit(created, None) as spectator:
            probe = await ada.expect("probe")
            clock.advance(120)
            await ada.send({"type": "echo", "nonce": probe["nonce"]})
            await ada.settled()
            clock.advance(LAGS_EVERY)
            assert (await ada.expect("lags"))["lags"] == [120, None, None]
            clock.advance(PROBE_EVERY - LAGS_EVERY)
            again = await ada.expect("probe")
            assert again["nonce"] != probe["nonce"]
            await ada.send({"type": "echo", "nonce": probe["nonce"]})  # an old one tells nothing
            clock.advance(20)
            await ada.send({"type": "echo", "nonce": again["nonce"]})
            await ada.settled()
            clock.advance(LAGS_EVERY)
            assert (await ada.expect("lags"))["lags"] == [70, None, None]
            await spectator.settled()
            kinds = {json.loads(frame)["type"] for frame in spectator.frames}
            assert kinds == {"table", "update", "watchers", "pong"}, (
                "spectators are neither measured nor told"
            )


@pytest.mark.anyio
async def test_idle_tables_cost_little_however_the_lag_wavers(tmp_path: Path) -> None:
    """Two who wait at a table with a board, on lines that are now fast, now slow."""
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await server.create(HERE, HERE | {"name": "Bea"}, game="mono-line")
        async with server.sit(created) as ada, server.sit(created, 1) as bea:
            people = (ada, bea)
            for person in people:
                await person.settled()
            heard = {person: len(person.frames) for person in people}
            for turn in range(12):
                clock.advance(PROBE_EVERY)
                for person in people:
                    probe = await person.expect("probe")
                    clock.advance(40 * (turn % 2) + 1)
                    await person.send({"type": "echo", "nonce": probe["nonce"]})
                    await person.settled()
            for person in people:
                frames = person.frames[heard[person] :]
                kinds = [json.loads(frame)["type"] for frame in frames]
                assert set(kinds) == {"probe", "lags", "pong"}
                assert kinds.count("lags") <= 12
                assert sum(map(len, frames)) < 3000
