"""The same protocol from Python, against a real server."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest
from tests.server.harness import Server

import muscade
from muscade.client import Client, ClientError, Gone, NoAnswer, Refusal, Room, Table, http
from muscade.core import Event
from muscade.core.fairness import check
from muscade.core.words import is_word
from muscade.server.accounts.requests import DeletePerson, Done
from muscade.server.protocol import TableSettings
from muscade.server.requests import SeatKey

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "bots"))
import at_a_table

pytestmark = pytest.mark.anyio

SWIFT = TableSettings(pace=0)


async def play_on(table: Table) -> None:
    async for update in table.turns():
        await table.play(update.moves[0])


async def test_the_example_plays_one_game_after_another(address: str) -> None:
    async with (
        Client(address, name="Ada") as ada,
        await ada.create_room("pass-pass", 3, level="random", settings=SWIFT) as room,
    ):
        link = f"{address}/room/{room.info.room}"
        bot = asyncio.create_task(at_a_table.play(link, 1, games=2))
        await room.until(lambda info: all(person.added for person in info.people) and len(info.people) == 2)
        assert [seat.name for seat in room.info.seats] == ["Ada", "Robot", None]
        await room.start()
        async for table in room.tables():
            await play_on(table)
            record = await ada.record(table.id)
            assert all(finding.holds for finding in check(record))
            assert [number is not None for number in record.numbers].count(True) == 2
            assert record.numbers[table.seat or 0] == room.given[record.commitment or ""]
            if room.info.number == 2:
                break
            await room.again()
        await bot
        assert [said.text.en for said in room.chat] == ["Hello! I do the first thing that comes to my mind."]
        assert [result.game for result in (await ada.me()).results] == ["pass-pass"]


async def test_a_wire_that_breaks_is_mended_and_nothing_happens_twice(address: str) -> None:
    async with (
        Client(address, name="Ada") as ada,
        await ada.create_room(
            "ptipasspass", 3, level="random", options={"max_turns": 100}, settings=SWIFT
        ) as room,
    ):
        await room.start()
        game, rng = muscade.game("ptipasspass"), Random(1)
        bot = game.bot("easy")
        async with room.table() as table:
            broken = 0
            async for update in table.turns():
                # What a bot of the library goes by is all there: the view, and its history.
                move = bot.choose(update.view, [game.parse(move) for move in update.moves], rng)
                playing = asyncio.create_task(table.play(move))
                await asyncio.sleep(0)
                if broken < 12:
                    cut(table)
                    broken += 1
                refused = (await asyncio.gather(playing, return_exceptions=True))[0]
                # Others may have acted in the same window meanwhile, and even have ended the game.
                assert isinstance(refused, int) or getattr(refused, "code", "") in {"late", "over"}, refused
                if broken == 6:
                    cut(room)
            assert table.wire.breaks >= 12
            record = await ada.record(table.id)
            redacted = record.redacted(table.seat)
            seen = [
                Event(event.seat, event.move, event.shown)
                for event in redacted.events
                if not is_word(event.move)
            ]
            assert list(table.update.view.history) == seen
        await room.until(lambda info: not info.playing)
        await room.say("still here")
        assert room.wire.breaks >= 1


def cut(place: Table | Room) -> None:
    """As if somebody had pulled the cable."""
    socket = place.wire._socket
    if socket is not None:
        socket.transport.abort()


async def test_tables_by_invitation_with_somebody_who_looks_on(address: str) -> None:
    async with Client(address, name="Ada") as ada, Client(address, name="Bea") as bea, Client(address) as eve:
        table, [invitation] = await ada.create_table("mono-line", ["me", "invited"], settings=SWIFT)
        about = await eve.invitation(f"{address}/join#{invitation.invite}")
        assert (about.game, about.seat, about.taken) == ("mono-line", 1, False)
        async with table, await bea.join(f"{address}/join#{invitation.invite}") as other:
            assert [person.name for person in table.info.people] == ["Ada", "Bea"]
            assert all(number is not None for number in other.info.numbers)
            with pytest.raises(Refusal, match="taken"):
                await eve.join(invitation.invite, "Eve")
            async with eve.watch(f"{address}/table/{table.id}") as watching:
                with pytest.raises(ClientError, match="looks on"):
                    await watching.play("a1")
                await other.say("Good luck!")
                await other.say_phrase(0)
                with pytest.raises(Refusal) as refused:
                    await (table if not table.update.moves else other).play("z9")
                assert refused.value.code in {"illegal", "notation"}
                await asyncio.gather(play_on(table), play_on(other))
                assert await watching.over() == table.outcome == other.outcome
                assert [said.seat for said in watching.chat] == [1, 1]
            assert all(finding.holds for finding in check(await eve.record(table.id)))


async def test_pairing_in_the_lobby(address: str) -> None:
    async with (
        Client(address, name="Ada") as ada,
        Client(address, name="Bea") as bea,
        ada.lobby() as one,
        bea.lobby() as two,
    ):

        async def play(client: Client, found: object) -> Room:
            async with client.room(found) as room, await next_table(room) as table:  # type: ignore[arg-type]
                await (table.resign() if room.hosting else table.over())
                assert all(number is not None for number in table.info.numbers), "both, on their way in"
                return room

        first = asyncio.create_task(one.pair("mono-line", 2, settings=SWIFT))
        await asyncio.sleep(0)
        found = await asyncio.gather(first, two.pair("mono-line", 2, settings=SWIFT))
        assert found[0].room == found[1].room
        await asyncio.gather(play(ada, found[0]), play(bea, found[1]))


async def test_words_of_those_whom_one_ignores_are_not_heard(address: str) -> None:
    async with (
        Client(address, name="Ada") as ada,
        Client(address, name="Eve") as eve,
        await ada.create_room("mono-line", 2) as room,
        eve.room(room.info.room) as other,
    ):

        async def heard(count: int) -> list[str]:
            """What Ada reads, once so much was said."""
            await room.wire.until(lambda: len(room._said) == count)
            return [said.text.en for said in room.chat]

        await other.say("first")
        assert await heard(1) == ["first"]
        ignored = await ada.ignore(other.info.you)
        assert [(found.name, found.how) for found in ignored.people] == [("Eve", "mute")]
        await room.wire.until(lambda: bool(room.ignored))
        await other.say("second")
        await room.say("third")
        assert await heard(3) == ["third"], "neither what was said nor what is said from now on"
        await ada.ignore(other.info.you, None)
        await room.wire.until(lambda: not room.ignored)
        assert await heard(3) == ["first", "second", "third"]
        # Whoever wants to be forgotten takes their words along.
        await eve._http.post("/api/people/me/delete", DeletePerson(), Done, eve.key)
        await room.wire.until(lambda: len(room._said) == 1)
        assert await heard(1) == ["third"]


async def next_table(room: Room) -> Table:
    await room.until(lambda info: info.table is not None)
    return room.table()


async def test_rooms_are_found_and_what_is_refused_is_said(
    address: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        Client(address, name="Ada") as ada,
        Client(address, name="Bea") as bea,
        await ada.create_room("pass-pass", 4) as room,
        bea.room(room.info.code.lower()) as again,
        bea.lobby() as lobby,
    ):
        assert again.info.room == room.info.room
        assert list(lobby.rooms) == [room.info.room]
        with pytest.raises(Refusal) as refused:
            await again.start()
        assert (refused.value.code, refused.value.clause) == ("host-only", None)
        await room.choose("mono-line", 2)
        await again.until(lambda info: info.game == "mono-line")
        await again.sit()
        assert again.seats == (1,)
        with pytest.raises(ClientError, match="every seat"):
            await again.sit()
        await again.stand()
        await again.leave()
        with pytest.raises(ClientError, match="no game has begun"):
            room.table()
        with pytest.raises(Refusal, match="There is no such room"):
            async with bea.room("a room that is nowhere at all"):
                pass
        table, _ = await ada.create_table("pass-pass", ["random"] * 3, settings=SWIFT)
        with pytest.raises(Refusal, match="opens no seat"):
            async with ada.table(table.id, SeatKey(0, "no key of this table")):
                pass
        room_wire = room.wire
    with pytest.raises(Gone):
        await room_wire.news()
    with pytest.raises(ClientError, match="enter it first"):
        _ = Room("ws://nowhere", asyncio.Future, "key").wire  # type: ignore[arg-type]
    with pytest.raises(ClientError, match="not the address"):
        Client("localhost:8000")
    with pytest.raises(ClientError, match="say who you are"):
        await Client(address).me()
    monkeypatch.setattr(http, "LONGEST_WAIT", 0.3)
    with pytest.raises(NoAnswer):
        await Client("http://127.0.0.1:9").games()
