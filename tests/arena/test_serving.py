"""What the benchmark of the server makes of what it measures, and that it can play. How quick it is, is not tested."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec
import pytest
from benchmarks import tables
from benchmarks.server import measures
from benchmarks.server.figures import Aging, Idle, Latency, Period, Results, Start, Turn
from benchmarks.server.measures import QUICK, take_turn
from benchmarks.server.ours import Ours
from benchmarks.server.processes import ServerFailed


def period(rate: float) -> Period:
    return Period(
        moves=100,
        rate=rate,
        processor=1e6 / rate,
        busy=1.0,
        waiting=0.1,
        client_busy=0.2,
        answer=Latency(1.0, 2.0),
        seen=Latency(3.0, 4.0),
        update_bytes=1400.0,
    )


def turn(side: str, rate: float) -> Turn:
    return Turn(side=side, tables=500, table_memory=40.0, paced={"1000": period(999.0)}, rushed=period(rate))


RESULTS = Results(
    processor="a processor",
    python="3.11",
    node="v24",
    turns=tuple(
        turn(side, rate)
        for rates in ((4000, 2000), (3000, 1000), (2000, 2000))
        for side, rate in zip(("ours", "theirs"), rates, strict=True)
    ),
    idle=(Idle(side="ours", connections=5000, memory=250.0, busy=0.05),),
    starts=(Start(side="ours", tables=2000, events=40000, healthy=1.5, greeted=1.6, memory=120.0),),
    agings=(Aging(side="ours", game="pass-pass", after=(5, 50), processor=(300.0, 310.0)),),
)


def test_the_page_has_a_place_for_every_table_and_the_figures_get_there() -> None:
    again = msgspec.json.decode(RESULTS.to_json(), type=Results)
    page = tables.filled(tables.PAGE.read_text(encoding="utf-8"), dict(tables.serving_sections(again)))
    serving = page.partition("## Serving")[2].partition("## Strength")[0]
    rows = [line for line in serving.splitlines() if line.startswith(("| ours |", "| theirs |"))]
    assert len(rows) == 2 + 2 + 1 + 1 + 1
    assert "| ours | 3,000 (2,500 – 3,500) |  | 333 (292 – 417) | 40 (40 – 40) | 1,400 |" in rows[0]


def test_a_ratio_is_taken_within_each_round() -> None:
    section = dict(tables.serving_sections(RESULTS))["server-rush"]
    # 2, 3 and 1: not the ratio of the medians, 1.5.
    assert "| theirs | 2,000 (1,500 – 2,000) | 2.00 (1.50 – 2.50) |" in section


def test_what_is_measured_is_stored_on_a_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/dev/shm")
    with measures.folder() as found:
        assert Path(found).parent == Path(measures.LASTING)
    monkeypatch.setattr(measures, "LASTING", "/dev/shm")
    with pytest.raises(ServerFailed, match="/dev/shm is in memory: set TMPDIR"):
        measures.folder()


def test_it_plays_at_a_real_server() -> None:
    plan = msgspec.structs.replace(
        QUICK, tables=4, warm_tables=2, pace_seconds=0.5, paces=(20,), rush_moves=6, rush_seconds=20.0
    )
    played = asyncio.run(take_turn(Ours(), plan))
    assert played.rushed.moves >= 4 * (plan.rush_moves - 1)
    assert played.paced["20"].moves >= 2
    assert 500 < played.rushed.update_bytes < 5000
