"""Games that count: who agrees to them, what they make of ratings, and what `muscade ratings` makes of them again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.harness import FakeClock, Server
from tests.server.rooms.visitors import InRoom, Visitor, come

from muscade.ratings import NEWCOMER, Result, update
from muscade.server.ratings import keeping, law
from muscade.server.ratings.again import recompute
from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio

RATED = {"rated": True, "clock": {"kind": "game", "seconds": 600, "increment": 5}}


async def ratings(
    server: Server, *people: Visitor, game: str = "mono-line", seats: int = 2
) -> dict[str, Any]:
    asked = ",".join(person.person for person in people)
    response = await server.http.get(f"/api/ratings/{game}/{seats}/{asked}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def resign(server: Server, visitor: Visitor, inside: InRoom) -> None:
    """Give up the game that is on, and see the room know of it."""
    async with visitor.play(server, inside) as seat:
        await seat.make("/resign")
    await inside.sees(lambda room: not room["playing"])


async def test_a_game_that_all_agreed_to_is_rated_once(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        assert [person["agreed"] for person in guest.room["people"]] == [True, True]
        await host.do("start")
        assert host.room["rated"]
        await resign(server, ada, host)
        table = host.room["table"]
    won, lost = update(NEWCOMER, [Result(1500, 350, 1)], 0), update(NEWCOMER, [Result(1500, 350, 0)], 0)
    told = await ratings(server, ada, bea)
    assert told["people"][ada.person]["rating"] == round(lost.value)
    assert told["people"][bea.person] == {
        "game": "mono-line", "seats": 2, "rating": round(won.value), "provisional": True, "games": 1,
    }  # fmt: skip
    storage: Storage = server.app.state.storage
    # Whoever else sees the end of it, another server say, finds it done.
    async with server.app.state.reception.table(table) as live:
        game = await live.read(law.rated_game)
    assert game is not None
    await asyncio.gather(*(keeping.rate(storage, game) for _ in range(3)))
    assert await ratings(server, ada, bea) == told
    assert (await recompute(storage, write=False)) == (1, 2, 0, 0)
    profile = (await server.http.get(f"/api/people/{bea.person}")).json()
    assert profile["ratings"] == [told["people"][bea.person]]
    # Nobody is on the ladder who is not sure yet, but whoever looks sees their own.
    ladder = (await server.http.get("/api/ratings/mono-line/2", headers=bea.headers)).json()
    assert ladder["players"] == []
    assert ladder["you"]["rating"] == round(won.value)
    assert (await server.http.get("/api/ratings")).json() == [{"game": "mono-line", "seats": 2, "players": 2}]


async def test_two_who_were_paired_for_it_play_a_game_that_counts(server: Server) -> None:
    """Whoever asks for such a game has agreed to it, and is paired with nobody who has not."""
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    wish = {"game": "mono-line", "seats": 2, "settings": RATED}
    async with (
        ada.look_around(server) as first,
        bea.look_around(server) as second,
        eve.look_around(server) as third,
    ):
        await third.do("pair", **wish | {"settings": {"clock": RATED["clock"]}})
        await first.do("pair", **wish)
        await second.do("pair", **wish)
        room = (await first.expect("paired"))["room"]
        await third.settled()
        assert third.paired_in() is None
        assert await third.refused("pair", **wish | {"settings": {"rated": True}}) == "rated"
    async with ada.enter(server, room) as host, bea.enter(server, room):
        await host.sees(lambda room: room["playing"])
        assert host.room["rated"]
        await resign(server, ada, host)
    assert len((await ratings(server, ada, bea))["people"]) == 2


async def test_whoever_has_not_agreed_keeps_a_game_from_counting(server: Server) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    room = await ada.create(server, "mono-line", 2)
    async with (
        ada.enter(server, room) as host,
        bea.enter(server, room) as guest,
        eve.enter(server, room) as third,
    ):
        await guest.do("sit", seat=1)
        choice = {"game": "mono-line", "seats": 2, "settings": {"pace": 0} | RATED}
        await host.do("choose", **choice)
        await guest.sees(lambda room: room["settings"]["rated"])
        assert [person["agreed"] for person in guest.room["people"]] == [True, False, False]
        await host.do("start")
        assert not host.room["rated"]
        await guest.sees(lambda room: room["playing"])
        await resign(server, bea, guest)
        assert (await ratings(server, ada, bea))["people"] == {}
        # Once everybody has agreed, the next one counts, until what is chosen is another thing.
        assert await third.refused("agree", yes=True) == "not-seated"
        await guest.do("agree", yes=True)
        await host.sees(lambda room: room["people"][1]["agreed"])
        await host.do("start")
        assert host.room["rated"]
        assert await third.refused("sit", seat=0) == "taken"
        await guest.sees(lambda room: room["number"] == 2)
        await resign(server, bea, guest)
        assert len((await ratings(server, ada, bea))["people"]) == 2
        await host.sees(lambda room: not room["playing"])
        await host.do("choose", **choice)
        assert [person["agreed"] for person in host.room["people"]] == [True, False, False]


async def test_what_cannot_count_says_why(server: Server) -> None:
    [ada] = await come(server, "Ada")

    async def refused(game: str, seats: int, **settings: Any) -> str:
        wanted = {"game": game, "seats": seats, "settings": {"rated": True} | settings}
        response = await server.http.post("/api/rooms", json=wanted, headers=ada.headers)
        assert response.status_code == 422
        assert response.json()["code"] == "rated"
        text: str = response.json()["text"]["en"]
        return text

    clock = RATED["clock"]
    assert "alone" in await refused("twisted-jumps", 1, clock=clock)
    assert "clock" in await refused("mono-line", 2)
    assert "no bot plays" in await refused("mono-line", 2, clock=clock, absent={"then": "bot"})
    table = {"game": "mono-line", "seats": [{"kind": "invited"}] * 2, "settings": RATED}
    response = await server.http.post("/api/tables", json=table)
    assert (response.status_code, response.json()["code"]) == (422, "rated")
    assert (await server.http.get("/api/ratings/mono-line/9")).status_code == 404
    assert (await server.http.get("/api/ratings/chess/2")).status_code == 422
    # A game in real time keeps its own clock.
    await ada.create(server, "passe-eclair", 2, settings={"rated": True})


async def test_bots_are_on_the_same_scale_and_nobody_takes_their_seats(server: Server) -> None:
    ada, eve = await come(server, "Ada", "Eve")
    room = await ada.create(server, "mono-line", 2, settings=RATED, level="random")
    async with ada.enter(server, room) as host, eve.enter(server, room) as guest:
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        assert await guest.refused("sit", seat=1) == "rated"
        await resign(server, ada, host)
    told = await ratings(server, ada)
    assert told["levels"]["random"]["rating"] > 1500 > told["people"][ada.person]["rating"]


async def test_two_seats_of_one_screen_and_people_sent_away_do_not_count(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host:
        await host.do("sit", seat=1, also=True, name="Dan")
        await host.do("start")
        assert not host.room["rated"]
        await resign(server, ada, host)
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("start")
        assert host.room["rated"]
        await host.do("kick", person=bea.person)
        assert not host.room["rated"]
        await resign(server, ada, host)
    assert (await ratings(server, ada, bea))["people"] == {}
    assert await recompute(server.app.state.storage, write=False) == (0, 0, 0, 0)


async def test_time_that_runs_out_is_a_loss_though_nobody_is_there(server: Server, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host:
        async with bea.enter(server, room) as guest:
            await guest.do("sit", seat=1)
        await host.do("start")
        async with ada.play(server, host) as seat:
            while 0 in seat.update["view"]["turn"]:
                await seat.make()
            clock.advance(700_000)
            await seat.until(lambda update: update["view"]["outcome"])
        await host.sees(lambda room: not room["playing"])
    found = (await ratings(server, ada, bea))["people"]
    assert found[ada.person]["rating"] > 1500 > found[bea.person]["rating"]


async def test_the_log_is_the_truth(server: Server) -> None:
    """Ratings that were lost or spoilt come out of the games again, and so does a game of which nobody took note."""
    ada, bea = await come(server, "Ada", "Bea")
    storage: Storage = server.app.state.storage
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        for number in range(1, 4):
            await host.do("start")
            await guest.sees(lambda room, number=number: room["number"] == number)
            await resign(server, ada, host)
    told = await ratings(server, ada, bea)
    assert await recompute(storage, write=False) == (3, 2, 0, 0)
    games, kept = await storage.ratings.all_games(), await storage.ratings.all_ratings()
    spoilt = [type(row)(**{**_fields(row), "rating": 1.0}) for row in kept[:1]]
    await storage.ratings.put_all(len(games), games[:-2], spoilt)
    assert await recompute(storage, write=True) == (3, 2, 1, 2)
    assert await recompute(storage, write=False) == (3, 2, 0, 0)
    assert await ratings(server, ada, bea) == told


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


async def test_whoever_goes_takes_their_rating_along_and_leaves_that_of_others(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, "mono-line", 2, settings=RATED)
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await guest.do("sit", seat=1)
        await host.do("start")
        await resign(server, ada, host)
    before = await ratings(server, ada, bea)
    export = (await server.http.get("/api/people/me/export", headers=ada.headers)).json()
    [rated] = export["ratings"]
    assert (rated["game"], rated["place"]) == ("mono-line", 2)
    response = await server.http.post("/api/people/me/delete", json={}, headers=ada.headers)
    assert response.status_code == 200
    after = await ratings(server, ada, bea)
    assert after["people"] == {bea.person: before["people"][bea.person]}
    assert await recompute(server.app.state.storage, write=True) == (1, 1, 0, 0)


async def test_two_who_turn_out_to_be_one_have_one_rating(server: Server) -> None:
    """The account's, where both have one; a rating that only the other had is kept."""
    ada, eve, bea = await come(server, "Ada", "Eve", "Bea")
    account = {"name": "Ada", "password": "a long password"}
    assert (await server.http.post("/api/account", json=account, headers=ada.headers)).status_code == 201
    for visitor, seats in ((ada, 2), (eve, 2), (eve, 3)):
        room = await visitor.create(server, "over-pass", seats, settings=RATED, level="random")
        async with visitor.enter(server, room) as host, bea.enter(server, room) as guest:
            await guest.do("sit", seat=1)
            await host.do("start")
            await guest.sees(lambda room: room["playing"])
            if seats == 2:
                await resign(server, bea, guest)
                continue
            async with visitor.play(server, host) as first, bea.play(server, guest) as second:
                await first.make("/resign")
                await second.make("/resign")
            await host.sees(lambda room: not room["playing"])
    signing_in = account | {"id": "sixteen letters at least"}
    response = await server.http.post("/api/account/sign-in", json=signing_in, headers=eve.headers)
    assert response.status_code == 201
    profile = (await server.http.get(f"/api/people/{ada.person}")).json()
    assert [(rating["seats"], rating["games"]) for rating in profile["ratings"]] == [(2, 1), (3, 1)]
    assert (await recompute(server.app.state.storage, write=False)).differing == 0
