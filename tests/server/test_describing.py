"""A view in words, over HTTP: told from what is sent."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.server.harness import Server

import muscade
from muscade.core.views import encode

pytestmark = pytest.mark.anyio
NAMES = ["Ada", "Basile", "Chloé", "Dora"]


def asked_about(name: str, seat: int | None = 0) -> dict[str, Any]:
    game = muscade.game(name)
    state = muscade.Match(game, seats=game.seats[0], seed=3).state
    view = msgspec.json.decode(encode(msgspec.structs.replace(state.view(seat), history=())))
    return {"game": name, "seats": view["seats"], "options": view["options"], "view": view}


@pytest.mark.parametrize("name", muscade.game_names())
async def test_what_a_table_sent_is_told(server: Server, name: str) -> None:
    game = muscade.game(name)
    asked = asked_about(name) | {"names": NAMES[: game.seats[0]]}
    answer = await server.http.post("/api/describe", json=asked)
    assert answer.status_code == 200, answer.text
    state = muscade.Match(game, seats=game.seats[0], seed=3).state
    told = game.describe(state.view(0), asked["names"])
    assert answer.json() == {"en": told.en, "fr": told.fr}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 9}, "seats"),
        ({"options": {"moon": 1}}, "options"),
        ({"view": {}}, "malformed"),
        ({"seats": 4, "options": {}}, "malformed"),
        ({"view": asked_about("pass-pass")["view"] | {"hand": ["X99"]}}, "malformed"),
        ({"view": asked_about("pass-pass")["view"] | {"backs": []}}, "malformed"),
        ({"view": asked_about("mono-line")["view"]}, "malformed"),
    ],
)
async def test_what_is_no_view_is_refused(server: Server, changed: dict[str, Any], code: str) -> None:
    answer = await server.http.post("/api/describe", json=asked_about("pass-pass") | changed)
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == code
