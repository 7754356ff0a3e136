"""The server measures how far away everybody is, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.harness import GREEDY, HERE, FakeClock, serving

from muscade.server.connections import PROBE_EVERY, Probes


def test_the_median_of_the_last_echoes_counts() -> None:
    probes = Probes()
    for sent, lag in ((0, 40), (100, 60), (200, 1000)):
        nonce = probes.sent(sent)
        known = probes.answered(nonce, sent + lag)
    assert known == 60
    assert probes.answered(nonce, 5000) is None, "an echo counts once"
    assert probes.answered(nonce + 1, 5000) is None, "and only if it was asked for"


@pytest.mark.anyio
async def test_lag_is_measured_by_probes_and_told_to_all(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await server.create(HERE, GREEDY, GREEDY, pace=5000)
        async with server.sit(created) as ada, server.sit(created, None) as spectator:
            probe = await ada.expect("probe")
            clock.advance(120)
            await ada.send({"type": "echo", "nonce": probe["nonce"]})
            told = await ada.expect("table")
            assert told["people"][0]["lag"] == 120
            assert told["people"][1]["lag"] is None
            assert (await spectator.expect("table"))["people"][0]["lag"] == 120
            clock.advance(PROBE_EVERY)
            again = await ada.expect("probe")
            assert again["nonce"] != probe["nonce"]
            await ada.send({"type": "echo", "nonce": probe["nonce"]})  # an old one tells nothing
            clock.advance(20)
            await ada.send({"type": "echo", "nonce": again["nonce"]})
            assert (await ada.expect("table"))["people"][0]["lag"] == 70
