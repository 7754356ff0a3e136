"""Clocks of a table: they follow from the log, are fair to lag, exact after a crash, and deaf to who sets the clock on the wall."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import GREEDY, HERE, RANDOM, FakeClock, Person, Server, serving
from tests.server.several import Several

from muscade.server.rows import SeatRow
from muscade.server.table_settings import DayClock, GameClock, MoveClock
from muscade.server.times import DAY, LAG_FORGIVEN, Times

pytestmark = pytest.mark.anyio

BLITZ = {"kind": "game", "seconds": 60, "increment": 2}
HOUR = 3_600_000


def times(clock: MoveClock | GameClock | DayClock, bots: int = 0) -> Times:
    people = [SeatRow(seat, "here", "Ada", None, None, None, 0) for seat in range(2)]
    return Times(
        clock, people + [SeatRow(2 + bot, "bot", "Avery", "easy", None, None, 0) for bot in range(bots)]
    )


# ---------------------------------------------------------------- what is left


def test_time_for_the_game_runs_on_one_s_own_turn_and_grows_with_it() -> None:
    left = times(GameClock(60, 2), bots=1)
    left.follow((0,), None, 1000, None)
    assert left.all_left(11_000) == (50_000, 60_000, None)
    left.follow((1,), 0, 11_000, None)
    assert left.all_left(12_000) == (52_000, 59_000, None)
    left.follow((2,), 1, 12_000, None)
    left.follow((0,), 2, 99_000, None)
    assert left.all_left(99_000) == (52_000, 61_000, None)
    assert left.left(0, 152_000) == -1000


def test_several_actions_of_a_turn_take_their_time_together() -> None:
    left = times(MoveClock(30))
    left.follow((0,), None, 0, 0)
    left.follow((0,), 0, 20_000, 0)
    assert left.left(0, 25_000) == 5000
    left.follow((0,), 0, 29_000, 1)
    assert left.left(0, 29_000) == 30_000


def test_all_who_are_to_act_at_once_use_their_own_time() -> None:
    left = times(GameClock(60))
    left.follow((0, 1), None, 0, None)
    left.follow((1,), 0, 10_000, None)
    left.follow((), 1, 15_000, None)
    assert left.all_left(99_000) == (50_000, 45_000)


def test_days_are_for_each_turn() -> None:
    left = times(DayClock(3))
    left.follow((0,), None, 0, None)
    assert left.left(0, 2 * DAY) == DAY
    left.follow((1,), 0, 2 * DAY, None)
    assert left.all_left(3 * DAY) == (3 * DAY, 2 * DAY)


# ---------------------------------------------------------------- at a table


async def two(server: Server, clock: dict[str, Any] = BLITZ, **settings: Any) -> dict[str, Any]:
    return await server.create(HERE, HERE, game="mono-line", clock=clock, **settings)


def on_turn(*people: Person) -> Person:
    return next(person for person in people if person.update["moves"])


async def whole_turn(mover: Person, *others: Person) -> None:
    """All that a turn takes, in no time; and everybody has seen it."""
    while mover.update["moves"]:
        await mover.make()
    for other in others:
        await other.until(lambda update: update["version"] == mover.update["version"])


async def be_away(person: Person, clock: FakeClock, lag: int) -> None:
    """So many milliseconds away, as far as the server knows."""
    await person.settled()
    probes = [json.loads(frame) for frame in person.frames if '"probe"' in frame]
    clock.advance(lag)
    await person.send({"type": "echo", "nonce": probes[-1]["nonce"]})
    await person.settled()


async def test_everybody_sees_what_everybody_has_left(server: Server, clock: FakeClock) -> None:
    created = await two(server)
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        assert ada.update["clocks"] == [60_000, 60_000]
        first = on_turn(ada, bea)
        seat = first.update["seat"]
        clock.advance(10_000)
        await whole_turn(first, ada, bea)
        for person in (ada, bea):
            assert person.update["clocks"][seat] == 52_000
            assert person.update["clocks"][1 - seat] == 60_000
        clock.advance(3000)
        async with server.sit(created, None) as watcher:
            assert watcher.update["clocks"][1 - seat] == 57_000


async def test_a_table_without_a_clock_has_none(server: Server) -> None:
    created = await server.create(HERE, HERE, game="mono-line")
    async with server.sit(created) as ada:
        assert ada.update["clocks"] is None


async def test_who_runs_out_of_time_against_one_has_lost(server: Server, clock: FakeClock) -> None:
    created = await two(server)
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        seat = on_turn(ada, bea).update["seat"]
        clock.advance(60_000 + LAG_FORGIVEN - 1)
        await ada.settled()
        assert ada.update["view"]["outcome"] is None
        clock.advance(1)
        outcome = (await ada.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert (outcome["winners"], outcome["by"]) == ([1 - seat], "time")
        assert ada.events[-1]["move"] == "/flag"
        assert ada.events[-1]["at"] == clock.time - LAG_FORGIVEN


async def test_a_move_after_the_time_is_refused(server: Server, clock: FakeClock) -> None:
    created = await two(server, {"kind": "move", "seconds": 10})
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        late = on_turn(ada, bea)
        clock.advance(10_001)
        assert (await late.refusal(late.move()))["code"] == "time"


async def test_the_way_to_the_server_is_taken_off_but_only_so_much(server: Server, clock: FakeClock) -> None:
    for lag, forgiven in ((200, 200), (4000, LAG_FORGIVEN)):
        created = await two(server)
        async with server.sit(created) as ada, server.sit(created, 1) as bea:
            mover = on_turn(ada, bea)
            seat = mover.update["seat"]
            await be_away(mover, clock, lag)
            clock.advance(10_000 - lag)
            await whole_turn(mover)
            assert mover.update["clocks"][seat] == 60_000 - 10_000 + forgiven + 2000
            assert mover.events[-1]["at"] == clock.time - forgiven


async def test_no_move_is_stamped_before_the_one_it_answers(server: Server, clock: FakeClock) -> None:
    created = await two(server)
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        for person in (ada, bea):
            await be_away(person, clock, 400)
        for _ in range(4):
            await whole_turn(on_turn(ada, bea), ada, bea)
        stamps = [event["at"] for event in ada.events]
        assert stamps == sorted(stamps)


async def test_of_several_a_bot_goes_on_for_who_has_no_time_left(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, RANDOM, RANDOM, clock=BLITZ, options={"leader": 0})
    async with server.sit(created) as ada:
        assert ada.update["clocks"] == [60_000, None, None]
        clock.advance(60_000 + LAG_FORGIVEN)
        outcome = (await ada.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert (outcome["by"], 0 in outcome["winners"]) == ("law", False)
        assert ada.update["clocks"] == [None, None, None]
        assert ada.table["people"][0]["out"] == "time"


@pytest.mark.clause("PP-21")
async def test_where_the_law_has_an_answer_for_silence_that_is_given(
    server: Server, clock: FakeClock
) -> None:
    def choosing(update: dict[str, Any]) -> bool:
        return update["view"]["phase"] == "record" and "by-rule" in update["moves"]

    for _ in range(20):
        created = await server.create(
            HERE,
            GREEDY,
            GREEDY,
            GREEDY,
            options={"teams": "2x2"},
            patience=0,
            clock={"kind": "move", "seconds": 30},
        )
        async with server.sit(created) as ada:
            if not choosing(await ada.play_on(choosing)):
                continue
            await ada.until(lambda update: update["view"]["turn"] == [0])
            version = ada.update["version"]
            clock.advance(30_000 + LAG_FORGIVEN)
            await ada.expect("update")
            assert ada.events[version]["move"] == "by-rule clock"
            return
    pytest.fail("no game came to a choice")


@pytest.mark.parametrize("hours", [-1, 1])
async def test_setting_the_clock_on_the_wall_costs_nobody_time(
    server: Server, clock: FakeClock, hours: int
) -> None:
    created = await two(server)
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        for spent in (5000, 7000):
            mover = on_turn(ada, bea)
            seat, left = mover.update["seat"], mover.update["clocks"][mover.update["seat"]]
            clock.advance(1000)
            clock.step(hours * HOUR)
            clock.advance(spent - 1000)
            await whole_turn(mover, ada, bea)
            assert mover.update["clocks"][seat] == left - spent + 2000


async def test_times_are_exact_after_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await two(server)
        async with server.sit(created) as ada, server.sit(created, 1) as bea:
            first = on_turn(ada, bea)
            seat = first.update["seat"]
            clock.advance(10_000)
            await whole_turn(first)
    clock.advance(20_000)
    async with serving(tmp_path / "muscade.db", clock) as server, server.sit(created) as ada:
        assert ada.update["clocks"][seat] == 52_000
        assert ada.update["clocks"][1 - seat] == 40_000
        clock.advance(40_000 + LAG_FORGIVEN)
        outcome = (await ada.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert (outcome["winners"], outcome["by"]) == ([seat], "time")


async def test_a_flag_falls_though_nobody_is_there_and_the_server_was_away(tmp_path: Path) -> None:
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await two(server, {"kind": "correspondence", "days": 1})
    clock.advance(DAY + LAG_FORGIVEN)
    async with serving(tmp_path / "muscade.db", clock) as server:
        for _ in range(1000):
            if (await server.record(created["table"]))["seed"]:
                break
            await asyncio.sleep(0.02)
        record = await server.record(created["table"])
        assert record["events"][-1]["move"] == "/flag"


async def test_who_has_days_to_think_is_not_missed(server: Server) -> None:
    created = await server.create(
        HERE, {"kind": "invited"}, game="mono-line", clock={"kind": "correspondence", "days": 2}
    )
    async with server.sit(created) as ada:
        assert ada.table["settings"]["absent"]["then"] == "wait"


async def test_a_game_in_real_time_keeps_its_own(server: Server) -> None:
    created = await server.create(HERE, HERE, game="passe-eclair", clock=BLITZ)
    async with server.sit(created) as ada:
        assert ada.table["settings"]["clock"] is None
        assert ada.update["clocks"] is None


async def test_times_are_the_same_at_every_server(several: Several, clock: FakeClock) -> None:
    async with several.servers(2) as servers:
        created = await two(servers[0])
        async with servers[0].sit(created) as ada, servers[1].sit(created, 1) as bea:
            for spent in (5000, 3000, 4000):
                clock.advance(spent)
                await whole_turn(on_turn(ada, bea), ada, bea)
                assert ada.update["clocks"] == bea.update["clocks"]


# ---------------------------------------------------------------- the pace of bots


async def test_the_pace_is_changed_at_the_table_for_everybody(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, GREEDY, HERE, pace=900, options={"leader": 1})
    async with server.sit(created) as ada, server.sit(created, None) as watcher:
        await ada.send({"type": "pace", "id": "my pace please", "seat": 0, "pace": "slower"})
        await ada.expect("accepted")
        while watcher.table["settings"]["pace"] != 1800:
            await watcher.expect("table")
        clock.advance(1799)
        await ada.settled()
        assert not [event for event in ada.events if event["seat"] == 1]
        await ada.send({"type": "pace", "id": "quicker please", "seat": 0, "pace": "instantly"})
        await ada.until(lambda update: any(event["seat"] == 1 for event in ada.events))
    async with server.sit(created) as ada:
        assert ada.table["settings"]["pace"] == 0
        refused = await ada.refusal({"type": "pace", "id": "any pace at all", "seat": 2, "pace": "fast"})
        assert refused["code"] == "not-yours"
        assert (await ada.refusal(ada.move("/pace at-once")))["code"] == "word"


async def test_who_skips_sees_bots_move_at_once_until_it_is_their_turn(
    server: Server, clock: FakeClock
) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, pace=5000, options={"leader": 1})
    async with server.sit(created) as ada:
        await ada.send({"type": "skip", "id": "skip to my turn", "seat": 0})
        await ada.until(lambda update: update["moves"])
        assert ada.table["settings"]["pace"] == 5000
        assert (await ada.refusal({"type": "skip", "id": "skip once more", "seat": 0}))["code"] == "word"
        await ada.make()
        await ada.settled()
        version = ada.update["version"]
        if not ada.update["moves"]:
            clock.advance(4999)
            await ada.settled()
            assert ada.update["version"] == version
            clock.advance(1)
            await ada.until(lambda update: update["version"] > version)
