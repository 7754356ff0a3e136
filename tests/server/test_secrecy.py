"""No frame on the wire holds what its reader may not know."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.server.harness import HERE, Person, Server
from tests.server.several import Several

import muscade
from muscade.core import State

pytestmark = pytest.mark.anyio

CARD = re.compile(r"\b[PBGY](?:1[0-2]|[1-9])\b")
DECK = {f"{colour}{value}" for colour in "PBGY" for value in range(1, 13)}


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {"teams": "2x2"}), (6, {"teams": "3x2"})])
async def test_no_frame_holds_a_card_its_reader_may_not_know(
    server: Server, seats: int, options: dict[str, Any]
) -> None:
    await _play_a_game([server], seats, options)


async def test_nor_where_each_seat_is_at_another_server(several: Several) -> None:
    async with several.servers(3) as servers:
        await _play_a_game(servers, 4, {"teams": "2x2"})


async def _play_a_game(servers: list[Server], seats: int, options: dict[str, Any]) -> None:
    created = await servers[0].create(*(HERE for _ in range(seats)), options=options, patience=0)
    people: dict[int | None, Person] = {}
    async with AsyncExitStack() as connected:
        for place, seat in enumerate((None, *range(seats))):
            server = servers[place % len(servers)]
            people[seat] = await connected.enter_async_context(server.sit(created, seat))
        await asyncio.gather(*(_play_and_pry(person) for person in people.values()))
    record = await servers[0].record(created["table"])
    states = _states(record)
    checked = 0
    for seat, person in people.items():
        for frame in person.frames:
            checked += _check(json.loads(frame), seat, states, record["seed"])
    assert checked > 100


async def _play_and_pry(person: Person) -> None:
    """Play to the end, trying a card of somebody else's on the way: the refusal must not tell either."""
    tries = 0
    while not person.update["view"]["outcome"]:
        if person.update["moves"] and person.update["seat"] is not None:
            if tries < 3 and person.update["view"]["phase"] == "play":
                tries += 1
                other = next(card for card in sorted(DECK) if card not in person.update["view"]["hand"])
                refused = await person.refusal(person.move(other))
                assert refused["code"] == "illegal"
                person.frames.remove(person.frames[-1])
                assert set(CARD.findall(json.dumps(refused))) <= {other}
            message = person.move()
            await person.send(message)
            # Partners speak at the same time, so somebody may have been quicker.
            while (answer := await person.receive())["type"] not in {"accepted", "refused"}:
                pass
            goal = answer.get("version", message["version"] + 1)
            await person.until(lambda update, goal=goal: update["version"] >= goal)
        else:
            await person.expect("update")
    await person.expect("table")


def _states(record: dict[str, Any]) -> list[State]:
    """The whole truth after each event, from version 0 on."""
    game = muscade.game("pass-pass")
    state = game.new(record["seats"], **record["options"])
    states = [state.copy()]
    for event in record["events"]:
        state.play(event["seat"], game.parse(event["move"]))
        states.append(state.copy())
    return states


def _hidden(state: State, seat: int | None) -> set[str]:
    """What a seat cannot know: every card but its own and those that lie open."""
    view = muscade.game("pass-pass").view_type
    own = state.view(seat)
    assert isinstance(own, view)
    known = {*own.hand, *own.discards, *(card for front in own.front for card in front)}
    if own.trick:
        known |= {played.card for played in own.trick.cards}
    if own.last_trick:
        known |= {played.card for played in own.last_trick.cards}
    return DECK - known


def _check(message: dict[str, Any], seat: int | None, states: list[State], seed: str) -> int:
    over = states[-1].outcome() is not None
    if message["type"] != "update":
        assert not CARD.findall(json.dumps(message))
        assert over or seed not in json.dumps(message)
        return 0
    shown = json.dumps([message["view"], message["moves"]])
    assert seed not in json.dumps(message)
    assert not _hidden(states[message["version"]], seat).intersection(CARD.findall(shown))
    for event in message["events"]:
        hidden = _hidden(states[event["version"]], seat)
        assert not hidden.intersection(CARD.findall(event["move"]))
        if event["move"].startswith("record") and seat != event["seat"]:
            teams = message["view"]["teams"]
            same = seat is not None and teams[seat] == teams[event["seat"]]
            assert same or event["move"] == "record ?"
    return 1
