"""What stands on a table from beginning to end is worked out once, and sent once to each connection."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.harness import HERE, Person, Server

from muscade.core import Options
from muscade.games.mono_line.game import MonoLine

pytestmark = pytest.mark.anyio


def kinds(person: Person) -> list[str]:
    return [json.loads(frame)["type"] for frame in person.frames]


async def test_a_board_is_drawn_once_however_often_people_say_hello(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Options] = []
    real = MonoLine.equipment

    def counted(game: MonoLine, seats: int, options: Options) -> Any:
        drawn.append(options)
        return real(game, seats, options)

    monkeypatch.setattr(MonoLine, "equipment", counted)
    for _ in range(2):
        created = await server.create(HERE, HERE, game="mono-line")
        keys = [held["key"] for held in created["keys"]]
        for _ in range(3):
            async with server.connect(created["table"]) as person:
                for _ in range(4):
                    await person.hello(keys, 0)
                assert kinds(person)[:3] == ["table", "equipment", "update"]
                assert kinds(person).count("equipment") == 1
                assert json.loads(person.frames[1])["equipment"]["equipment"] == "board"
    assert len(drawn) <= 1  # none, if another test had such a table before


async def test_a_game_without_equipment_sends_none(server: Server) -> None:
    async with server.sit(await server.create(HERE, HERE, HERE)) as ada:
        assert kinds(ada) == ["table", "update"]
