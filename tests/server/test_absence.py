"""Whoever is away: the table waits, a bot stands in and hands back, or the seat is forfeited; as the table has chosen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import (
    GREEDY,
    HERE,
    INVITED,
    PATIENCE,
    FakeClock,
    Person,
    Server,
    eventually,
    same_version,
    serving,
)
from tests.server.several import NOBODY_DIES, Several

pytestmark = pytest.mark.anyio

BOT = {"then": "bot", "after": 60}


async def company(server: Server, *others: dict[str, str], **settings: Any) -> dict[str, Any]:
    """Ada at her screen, Bea at hers, and whoever else; Ada leads."""
    seats = (HERE, INVITED, *others)
    options = {"leader": 0} if len(seats) > 2 else {}
    game = "pass-pass" if len(seats) > 2 else "mono-line"
    created = await server.create(*seats, game=game, **({"options": options} | settings))
    joined = await server.join(created["invitations"][0]["invite"])
    created["keys"].append(joined.json()["key"])
    return created


def people(person: Person) -> list[tuple[bool, bool]]:
    return [(seat["online"], seat["stand_in"]) for seat in person.table["people"]]


async def told(person: Person, seat: int, *, online: bool, stand_in: bool) -> None:
    """Until this is known of a seat."""
    while people(person)[seat] != (online, stand_in):
        await person.expect("table")


async def gone(server: Server, created: dict[str, Any], seat: int = 1) -> None:
    """Somebody comes and goes."""
    async with server.sit(created, seat):
        pass


async def to_bea(ada: Person, bea: Person) -> None:
    """Ada plays on until it is Bea's turn, by what both have been told: one server may know less than another."""
    for _ in range(1000):
        await same_version(ada, bea)
        if bea.update["moves"]:
            return
        if ada.update["moves"]:
            await ada.make()
        await asyncio.sleep(0.01)
    pytest.fail("it is never her turn")


async def test_a_bot_takes_over_after_a_minute_and_hands_back_at_once(
    server: Server, clock: FakeClock
) -> None:
    created = await company(server, GREEDY)
    async with server.sit(created) as ada:
        assert ada.table["settings"]["absent"] == BOT
        async with server.sit(created, 1) as bea:
            await told(ada, 1, online=True, stand_in=False)
            await ada.make()
            await bea.until(lambda update: update["moves"])
        await told(ada, 1, online=False, stand_in=False)
        clock.advance(59_999)
        await ada.settled()
        assert people(ada)[1] == (False, False)
        version = ada.update["version"]
        clock.advance(1)
        await told(ada, 1, online=False, stand_in=True)
        await ada.until(lambda update: update["version"] > version)
        assert ada.events[version]["seat"] == 1
        await ada.until(lambda update: update["moves"])
        async with server.sit(created, 1) as bea:
            await told(ada, 1, online=True, stand_in=False)
            await to_bea(ada, bea)
            clock.advance(1_000_000)
            await asyncio.gather(ada.settled(), bea.settled())
            assert ada.update["version"] == bea.update["version"]
            await bea.make()


async def test_a_table_of_one_screen_waits(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, HERE, GREEDY, options={"leader": 1})
    async with server.sit(created) as ada:
        assert ada.table["settings"]["absent"]["then"] == "wait"
        await gone(server, created)
        clock.advance(10_000_000)
        await ada.settled()
        assert (ada.update["version"], people(ada)[1][1]) == (1, False)


async def test_a_table_waits_for_ever_if_told_to(server: Server, clock: FakeClock) -> None:
    created = await company(server, GREEDY, absent={"then": "wait"}, options={"leader": 1})
    async with server.sit(created) as ada:
        await gone(server, created)
        clock.advance(10_000_000)
        await ada.settled()
        assert ada.update["version"] == 1


async def test_nobody_is_played_for_while_nobody_waits(server: Server, clock: FakeClock) -> None:
    created = await company(server, GREEDY, options={"leader": 1})
    async with server.sit(created):
        await gone(server, created)
    clock.advance(10_000_000)
    await asyncio.sleep(0.05)
    async with server.sit(created) as ada:
        assert ada.update["version"] == 1
        assert people(ada)[1] == (False, False)
        clock.advance(60_000)
        await told(ada, 1, online=False, stand_in=True)
        await ada.until(lambda update: update["version"] > 1)


async def test_nobody_is_missed_before_the_game_begins(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, INVITED, GREEDY, options={"leader": 1})
    async with server.sit(created) as ada:
        clock.advance(10_000_000)
        await server.join(created["invitations"][0]["invite"])
        await ada.until(lambda update: update["version"] == 1)
        clock.advance(59_999)
        await ada.settled()
        assert (ada.update["version"], people(ada)[1]) == (1, (False, False))
        clock.advance(1)
        await told(ada, 1, online=False, stand_in=True)


async def test_what_a_stand_in_thinks_of_is_dropped_when_its_owner_is_back(
    server: Server, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await company(server, GREEDY, options={"leader": 1})
    bots = server.app.state.reception.services.bots
    real, asked, go_on = bots.choose, asyncio.Event(), asyncio.Event()

    async def thoughtful(*about: Any, **more: Any) -> Any:
        asked.set()
        await go_on.wait()
        return await real(*about, **more)

    monkeypatch.setattr(bots, "choose", thoughtful)
    async with server.sit(created) as ada:
        await gone(server, created)
        await told(ada, 1, online=False, stand_in=False)
        clock.advance(60_000)
        await asyncio.wait_for(asked.wait(), PATIENCE)
        async with server.sit(created, 1) as bea:
            go_on.set()
            await told(ada, 1, online=True, stand_in=False)
            await ada.settled()
            await bea.settled()
            assert bea.update["version"] == 1
            card = bea.update["moves"][-1]
            await bea.make(card)
            assert bea.events[1]["move"] == card


async def test_who_stays_away_from_a_game_of_two_forfeits_it(server: Server, clock: FakeClock) -> None:
    created = await company(server, absent={"then": "forfeit", "after": 30})
    async with server.sit(created) as ada:
        await gone(server, created)
        await told(ada, 1, online=False, stand_in=False)
        clock.advance(30_000)
        outcome = (await ada.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert (outcome["winners"], outcome["by"]) == ([0], "absence")
        assert ada.events[-1]["move"] == "/forfeit"


async def test_of_several_a_bot_goes_on_for_good(server: Server, clock: FakeClock) -> None:
    created = await company(server, GREEDY, absent={"then": "forfeit", "after": 30})
    async with server.sit(created) as ada:
        await gone(server, created)
        await told(ada, 1, online=False, stand_in=False)
        clock.advance(30_000)
        await told(ada, 1, online=False, stand_in=True)
        assert ada.table["people"][1]["out"] == "absence"
        await ada.make()
        await ada.until(lambda update: update["moves"])
        async with server.sit(created, 1) as bea:
            assert people(bea)[1] == (True, True)
            refused = await bea.refusal(bea.move("P1"))
            assert refused["code"] == "out"


async def test_the_stand_in_sees_what_its_owner_sees_and_is_of_a_sensible_level(
    server: Server, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int | None]] = []
    bots = server.app.state.reception.services.bots
    real = bots.choose

    async def noting(game: Any, level: str, view: Any, *about: Any, **more: Any) -> Any:
        asked.append((level, view.seat))
        return await real(game, "random", view, *about, **more)

    monkeypatch.setattr(bots, "choose", noting)
    for others, level in (((HERE,), "hard"), (({"kind": "bot", "level": "easy"},), "easy")):
        asked.clear()
        created = await company(server, *others, options={"leader": 1})
        async with server.sit(created) as ada:
            await gone(server, created)
            await told(ada, 1, online=False, stand_in=False)
            clock.advance(60_000)
            await ada.until(lambda update: update["version"] > 1)
        assert asked[0] == (level, 1)


async def test_absence_goes_on_after_a_restart(tmp_path: Path, clock: FakeClock) -> None:
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await company(server, GREEDY, options={"leader": 1})
        async with server.sit(created):
            await gone(server, created)
    async with serving(tmp_path / "muscade.db", clock) as server, server.sit(created) as ada:
        assert ada.update["version"] == 1
        clock.advance(60_000)
        await told(ada, 1, online=False, stand_in=True)
        await ada.until(lambda update: update["version"] > 1)


async def test_it_is_the_same_whichever_server_keeps_the_table(several: Several, clock: FakeClock) -> None:
    async with several.servers(3, pace=NOBODY_DIES) as servers:
        keeper, hers, his = servers
        created = await company(keeper, GREEDY)
        async with hers.sit(created) as ada:
            async with his.sit(created, 1) as bea:
                await told(ada, 1, online=True, stand_in=False)
                await ada.make()
                await bea.until(lambda update: update["moves"])
            await told(ada, 1, online=False, stand_in=False)
            shelf = keeper.app.state.reception.shelf
            await eventually(lambda: created["table"] in shelf._tables)
            await eventually(lambda: shelf._tables[created["table"]]._audience.online().keys() == {0})
            version = ada.update["version"]
            clock.advance(60_000)
            await told(ada, 1, online=False, stand_in=True)
            await ada.until(lambda update: update["version"] > version)
            await ada.until(lambda update: update["moves"])
            async with his.sit(created, 1) as bea:
                await told(ada, 1, online=True, stand_in=False)
                await eventually(
                    lambda: (
                        created["table"] not in shelf._tables
                        or shelf._tables[created["table"]]._audience.online().keys() == {0, 1}
                    )
                )
                await to_bea(ada, bea)
                clock.advance(1_000_000)
                await asyncio.gather(ada.settled(), bea.settled())
                await bea.make()
