"""Passe Éclair over real sockets: everybody plays at once, and the order of arrival is the law."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.passe_eclair.tables import all_cards, whereabouts
from tests.server.harness import ROOMY, FakeClock, Person, Server, serving
from tests.server.several import Several
from tests.server.several import seated as seated_at

import muscade
from muscade.core import Record, encode
from muscade.games.passe_eclair.bot import HARD
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio

GAME = muscade.game("passe-eclair")
PEOPLE = [{"kind": "here", "name": name} for name in ("Ada", "Bea", "Cleo", "Dana")]
HARD_BOT = {"kind": "bot", "level": "hard"}
NO_LIMIT = msgspec.structs.replace(ROOMY, messages_a_second=0, bytes_a_second=0)
NONSENSE = (
    "L>L on 1",
    "xyzzy",
    "michi 9 on 1",
    "turn L>M",
    "draw socke to 0",
    "ready",
    "spend L>M",
    "coach 1",
)
PLAYS = 2400
"""So many are sent to one server."""
ACCEPTED = 60
"""So many come to be while several servers are sent plays, however many that takes."""
STORM_SECONDS = 240


@asynccontextmanager
async def seated(server: Server, created: dict[str, Any], count: int) -> AsyncIterator[list[Person]]:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(server.sit(created, seat)) for seat in range(count)]
        yield people


async def begin(people: list[Person]) -> None:
    """Nobody has anything to spend, and the first card is turned."""
    for person in people:
        await person.make("ready")
    await asyncio.gather(*(person.until(in_play) for person in people))


def in_play(update: dict[str, Any]) -> bool:
    return bool(update["view"]["phase"] == "play" and update["moves"])


def stored(server: Server, created: dict[str, Any]) -> PasseEclairState:
    """The state that the log on the disk leads to, as an operator with the database would find it."""
    found = {"table": created["table"]}
    with sqlite3.connect(server.database) as connection:
        [(options,)] = connection.execute("select options from tables where id = :table", found).fetchall()
        [(seats,)] = connection.execute(
            "select count(*) from seats where table_id = :table", found
        ).fetchall()
        rows = connection.execute(
            "select seat, move from events where table_id = :table order by version", found
        ).fetchall()
    connection.close()
    state = GAME.new(seats, **json.loads(options))
    for seat, move in rows:
        state.play(seat, GAME.parse(move))
    return state


def told(state: PasseEclairState, seat: int | None) -> dict[str, Any]:
    """A view as it goes over the wire, its history apart."""
    view: dict[str, Any] = json.loads(encode(state.view(seat)))
    return view | {"history": []}


def some_plays(person: Person, rng: Random, at_once: int) -> list[str]:
    """What somebody in a hurry may send, going by what they see: right, wrong, late, and nonsense."""
    view = person.update["view"]
    number = view["number"]
    cards = [f"michi {rng.randrange(4)}" if card == "michi" else card for card in view["hand"]]
    plays = []
    for _ in range(at_once):
        on = rng.choice([number, number, number + 1, max(0, number - rng.randrange(4))])
        what = rng.choice([*cards, *cards, "nothing", "call", "socke"])
        plays.append(f"{what} on {on}")
    plays += rng.sample(NONSENSE, 2)
    if view["phase"] == "spend":
        plays.insert(0, "ready")
    elif person.update["moves"]:
        plays.insert(0, rng.choice(person.update["moves"]))
    return plays


async def storm(people: list[Person], enough: Callable[[Counter[str]], bool], at_once: int) -> Counter[str]:
    """All at once send volley after volley until that is enough; each play is answered exactly once, and how is counted."""
    answers: Counter[str] = Counter()
    async with asyncio.timeout(STORM_SECONDS), asyncio.TaskGroup() as group:
        for seat, person in enumerate(people):
            group.create_task(take_part(person, seat, answers, enough, at_once))
    return answers


async def take_part(
    person: Person, seat: int, answers: Counter[str], enough: Callable[[Counter[str]], bool], at_once: int
) -> None:
    rng = Random(seat)
    sent = 0
    while not enough(answers) and not person.update["view"]["outcome"]:
        open_ids = set()
        for count, play in enumerate(some_plays(person, rng, at_once)):
            message = person.move(play, id=f"{seat}-{sent}-{count}".ljust(8, "."))
            if rng.random() < 0.03:
                message["seat"] = (seat + 1) % 4
            open_ids.add(message["id"])
            await person.send(message)
        sent += len(open_ids)
        while open_ids:
            answer = await person.receive()
            if answer["type"] in ("accepted", "refused"):
                open_ids.remove(answer["id"])
                answers[answer.get("clause") or answer.get("code") or "accepted"] += 1


@pytest.mark.clause("ES-5", "ES-9")
async def test_a_storm_of_plays_over_four_sockets(tmp_path: Path) -> None:
    async with serving(tmp_path / "muscade.db", FakeClock(), limits=NO_LIMIT) as server:
        created = await server.create(*PEOPLE, game="passe-eclair", patience=0)
        async with seated(server, created, 4) as people:
            total = await storm(people, lambda answers: answers.total() >= PLAYS, at_once=40)
            for person in people:  # nothing is under way any more once all are answered
                await person.send({"type": "ping", "nonce": 1})
                await person.expect("pong")
            state = stored(server, created)
            assert whereabouts(state) == all_cards(state)
            version = len(state.history)
            for seat, person in enumerate(people):
                assert person.update["version"] == version
                assert person.update["view"] == told(state, seat)
                assert [event["version"] for event in person.events] == list(range(1, version + 1))
                assert [(event["seat"], event["move"]) for event in person.events] == [
                    (event.seat, event.move) for event in state.seen(seat)
                ]
        assert total.total() >= PLAYS
        assert total["accepted"] > 50
        assert total["ES-9"] > 200
        assert total["not-yours"] > 0
        assert total["notation"] > 0
        assert not {"slow-down", "internal", "storage", "late", "malformed"} & set(total)
        by_people = sum(seat >= 0 for seat, _ in state.history)
        assert by_people == total["accepted"], "what was accepted happened, and nothing else did"


@pytest.mark.clause("ES-9")
async def test_a_storm_over_three_servers(several: Several) -> None:
    """Each has the table in memory, and all write to its log at the same moment; still there is one order."""
    async with several.servers(3, limits=NO_LIMIT) as servers:
        created = await servers[0].create(*PEOPLE, game="passe-eclair", patience=0)
        async with seated_at(servers, created, 4) as people:
            total = await storm(people, lambda answers: answers["accepted"] >= ACCEPTED, at_once=8)
            version = max(person.update["version"] for person in people)
            for person in people:
                await person.until(lambda update: update["version"] >= version)
        storage = await Storage.open(several.database)
        log = await storage.load(created["table"])
        await storage.close()
    assert log is not None
    state = GAME.new(4, **log.row.options)
    for event in log.events:
        state.play(event.seat, GAME.parse(event.move))
    assert whereabouts(state) == all_cards(state)
    assert [event.version for event in log.events] == list(range(1, version + 1))
    for seat, person in enumerate(people):
        assert person.update["view"] == told(state, seat)
        assert [(event["seat"], event["move"]) for event in person.events] == [
            (event.seat, event.move) for event in state.seen(seat)
        ]
    by_people = [event for event in log.events if event.seat >= 0]
    assert len(by_people) == total["accepted"] >= ACCEPTED, "what was accepted happened, and nothing else did"
    assert len({(event.seat, event.message_id) for event in by_people}) == len(by_people)
    assert not {"internal", "storage", "late", "malformed", "reused"} & set(total)


@asynccontextmanager
async def racing(server: Server, **settings: Any) -> AsyncIterator[tuple[dict[str, Any], list[Person]]]:
    """Three people, a first card, and at least one of them with something to lay."""
    for _ in range(20):
        created = await server.create(*PEOPLE[:3], game="passe-eclair", **settings)
        async with seated(server, created, 3) as people:
            await begin(people)
            if any(lays(person) for person in people):
                yield created, people
                return
    pytest.fail("nobody ever has anything to lay")


def lays(person: Person) -> list[str]:
    return [move for move in person.update["moves"] if not move.startswith(("nothing", "call", "michi"))]


def mistake(person: Person) -> str:
    offered = person.update["moves"]
    number = person.update["view"]["number"]
    plays = (f"{card} on {number}" for card in person.update["view"]["hand"] if card != "michi")
    return next(play for play in plays if play not in offered)


@pytest.mark.clause("ES-9")
async def test_a_late_play_is_told_so_by_the_law(server: Server) -> None:
    async with racing(server) as (_, people):
        quick = next(person for person in people if lays(person))
        slow = next(person for person in people if person is not quick)
        version, hand = slow.update["version"], slow.update["view"]["hand"]
        number = slow.update["view"]["number"]
        late = (
            slow.move(f"{hand[0]} on {number}") if hand[0] != "michi" else slow.move(f"nothing on {number}")
        )
        await quick.make(lays(quick)[0])
        await slow.until(lambda update: update["version"] > version)
        for message in (late, late, late | {"id": "another id", "version": slow.update["version"]}):
            refused = await slow.refusal(message)
            assert (refused["code"], refused["clause"]) == ("illegal", "ES-9")
            assert refused["id"] == message["id"]
        assert slow.update["view"]["hand"] == hand


@pytest.mark.clause("ES-9")
async def test_of_plays_sent_at_once_one_stays(server: Server) -> None:
    """All three say "nothing", or lay what they can, at the same moment: at most one card lands on each card."""
    async with racing(server) as (created, people):
        number = people[0].update["view"]["number"]
        messages = [
            person.move(lays(person)[0] if lays(person) else f"nothing on {number}") for person in people
        ]
        await asyncio.gather(
            *(person.send(message) for person, message in zip(people, messages, strict=True))
        )
        accepted = 0
        for person, message in zip(people, messages, strict=True):
            answer = await person.receive()
            while answer["type"] not in ("accepted", "refused"):
                answer = await person.receive()
            if answer["type"] == "refused":
                assert answer["clause"] == "ES-9"
            elif not message["move"].startswith("nothing"):
                accepted += 1
        assert accepted == 1
        state = stored(server, created)
        assert state.table.number == number + 1


@pytest.mark.clause("ES-11")
async def test_a_wrong_card_is_accepted_and_costs_a_card(server: Server) -> None:
    async with racing(server) as (_, people):
        ada = people[0]
        hand = Counter(ada.update["view"]["hand"])
        version = ada.update["version"]
        wrong = mistake(ada)
        accepted = await ada.make(wrong)
        assert accepted["version"] == version + 1
        await ada.until(lambda update: update["version"] == version + 2)
        assert ada.events[-2]["shown"][0].startswith(f"penalty 0 {wrong.split()[0]} ES-")
        assert len(ada.update["view"]["hand"]) == 8
        assert not hand - Counter(ada.update["view"]["hand"])
        await people[1].until(lambda update: update["version"] == version + 2)
        assert people[1].update["view"]["hands"] == [8, 7, 7]
        assert people[1].events[-1]["move"] == "draw ? to 0"


async def test_resending_a_play_is_harmless(server: Server) -> None:
    async with racing(server) as (created, people):
        ada = people[0]
        message = ada.move(mistake(ada))
        answers = []
        for _ in range(4):
            await ada.send(message)
            answers.append(await ada.expect("accepted"))
        assert all(answer == answers[0] for answer in answers)
        state = stored(server, created)
        assert [move.notation for seat, move in state.history if seat == 0].count(message["move"]) == 1
        assert state.table.sizes[0] == 8


@pytest.mark.clause("ES-10")
async def test_the_clock_says_nothing_for_whoever_is_silent(server: Server, clock: FakeClock) -> None:
    async with racing(server) as (_, people):
        ada = people[0]
        number, version = ada.update["view"]["number"], ada.update["version"]
        began = ada.events[-1]["at"]
        wait = 3000 if ada.update["view"]["blocked"] else 8000
        assert ada.update["deadline"] == began + wait
        clock.advance(wait - 1)
        await ada.send({"type": "ping", "nonce": 1})
        await ada.expect("pong")
        assert ada.update["version"] == version
        clock.advance(1)
        await ada.until(lambda update: update["view"]["number"] > number)
        said = ada.events[version : version + 3]
        assert [event["move"] for event in said] == [f"nothing on {number}"] * 3
        assert [event["at"] for event in said] == [began + wait] * 3
        assert sorted(event["seat"] for event in said) == [0, 1, 2]


@pytest.mark.clause("ES-20")
async def test_a_bot_moves_after_its_reaction_time_and_not_before(tmp_path: Path) -> None:
    """At the usual pace a bot is as quick as it says: the table's clock stands still until then."""
    clock = FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await server.create(PEOPLE[0], HARD_BOT, game="passe-eclair", pace=900, patience=0)
        async with server.sit(created) as ada:
            began = clock.now()
            shortest, longest = (int(1000 * seconds) for seconds in HARD.reaction)
            clock.advance(shortest - 1)
            await ada.send({"type": "ping", "nonce": 1})
            await ada.expect("pong")
            assert not any(event["seat"] == 1 for event in ada.events)
            clock.advance(longest - shortest + 1)
            await ada.until(lambda update: any(event["seat"] == 1 for event in ada.events))
            [ready] = [event for event in ada.events if event["seat"] == 1]
            assert ready["move"] == "ready"
            assert ready["at"] == began + longest
            await ada.make("ready")
            await ada.until(in_play)
            turned, version = clock.now(), ada.update["version"]
            clock.advance(shortest - 1)
            await ada.send({"type": "ping", "nonce": 2})
            await ada.expect("pong")
            assert ada.update["version"] == version, "a new top card takes a new look"
            clock.advance(longest - shortest + 1)
            await ada.until(lambda update: update["version"] > version)
            assert ada.events[version]["seat"] == 1
            assert ada.events[version]["at"] == turned + longest


@pytest.mark.clause("ES-21")
async def test_a_spectator_of_the_race_sees_no_hand(server: Server) -> None:
    async with racing(server) as (created, people), server.sit(created, None) as watcher:
        assert watcher.update["view"]["hand"] == []
        assert watcher.update["moves"] == []
        hidden = [event["move"] for event in watcher.events if event["move"].startswith("deal")]
        assert set(hidden[0].split()) == {"deal", "?"}
        record = await server.record(created["table"])
        assert record["viewer"] == "spectator"
        with pytest.raises(muscade.InvalidRecord):
            Record.from_json(json.dumps(record)).play()
        assert people
