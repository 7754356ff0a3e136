"""Lessons over HTTP: the server plays them and keeps nothing."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.harness import Server

import muscade

pytestmark = pytest.mark.anyio


async def take(server: Server, **asked: Any) -> dict[str, Any]:
    answer = await server.http.post("/api/lessons", json=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("name", muscade.game_names())
async def test_every_lesson_is_played_to_its_end_step_by_step(server: Server, name: str) -> None:
    lesson = muscade.game(name).lesson()
    assert lesson is not None
    seen, done = await take(server, game=name), []
    assert [frame["laid"] for frame in seen["frames"]] == [True]
    for number, step in enumerate(lesson.steps):
        assert (seen["done"], seen["step"]["text"]["fr"]) == (number, step.text.fr)
        seen = await take(server, game=name, moves=done, move=step.moves[0])
        assert seen["accepted"]
        assert (seen["refusal"] or {}).get("clause") == step.refused
        # One frame a move, and one for a table that is laid anew.
        following = lesson.steps[number + 1] if number + 1 < len(lesson.steps) else None
        laid = following is not None and bool(following.begin)
        assert len(seen["frames"]) == (step.refused is None) + len(step.then) + laid
        done.append(step.moves[0])
    assert seen["step"] is None
    assert seen["end"]["en"] == lesson.end.en


@pytest.mark.clause("ML-2")
async def test_a_wrong_move_changes_nothing_and_is_answered(server: Server) -> None:
    seen = await take(server, game="mono-line", move="b1")
    assert not seen["accepted"], "the law allows it, but the step wants something else"
    assert (seen["refusal"], seen["frames"], seen["done"]) == (None, [], 0)
    done = ["d1", "end"]
    seen = await take(server, game="mono-line", moves=done, move="d5")
    assert not seen["accepted"]
    assert seen["refusal"]["clause"] == "ML-2"
    seen = await take(server, game="mono-line", moves=done, move="the moon")
    assert (seen["accepted"], seen["refusal"]["clause"]) == (False, None)
    assert (await take(server, game="mono-line", moves=done))["done"] == 2


async def test_a_learner_sees_no_more_than_a_player(server: Server) -> None:
    seen = await take(server, game="pass-pass")
    told = str(seen["frames"])
    assert "P?" in told, "the others' cards by their colours"
    assert "P12" not in told, "a card of somebody else's"


async def test_what_cannot_be_is_refused(server: Server) -> None:
    for asked, code in (
        ({"game": "chess"}, "game"),
        ({"game": "mono-line", "moves": ["d1", "d1"]}, "malformed"),
        ({"game": "mono-line", "moves": ["x"] * 61}, "malformed"),
        ({}, "malformed"),
    ):
        answer = await server.http.post("/api/lessons", json=asked)
        assert (answer.status_code >= 400, answer.json()["code"]) == (True, code), asked
    assert (await server.http.get("/api/lessons/chess")).json()["code"] == "game"
    assert "remarks" in (await server.http.get("/api/lessons/mono-line")).json()


async def test_the_catalogue_says_which_games_have_one(server: Server) -> None:
    catalogue = (await server.http.get("/api/games")).json()
    assert all(game["lesson"] == (muscade.game(game["name"]).lesson() is not None) for game in catalogue)
