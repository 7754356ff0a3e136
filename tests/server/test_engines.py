"""Engines at a server's tables: seated by the operator, or a stranger's from outside; and those that do wrong."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs
from tests.engines.commands import HOUSE, NODE, in_javascript, rogue
from tests.server.harness import HERE, RANDOM, Server, serving

import muscade
from muscade.server import engines
from muscade.server.config import Config, ConfigError, load, to_toml
from muscade.server.engines import EngineSettings, Patience

STRANGER = HOUSE / "examples" / "bots" / "stranger.mjs"
MINE = EngineSettings("Mine", in_javascript(), ("mono-line",), seconds=10.0)
LEARNED = EngineSettings(
    "Learned",
    shlex.join(
        [
            sys.executable,
            str(HOUSE / "examples" / "engines" / "learned.py"),
            str(HOUSE / "examples" / "networks" / "pass-pass-4.npz"),
        ]
    ),
    ("pass-pass",),
    seconds=10.0,
)
BROKEN = EngineSettings("Broken", rogue("exits"), ("mono-line", "pass-pass"), seconds=10.0)


async def play(
    server: Server, level: str, *others: dict[str, str], game: str = "mono-line"
) -> dict[str, Any]:
    """A whole game against that bot, and perhaps others; the table."""
    created = await server.create(HERE, {"kind": "bot", "level": level}, *others, game=game)
    async with server.sit(created) as person:
        while not person.update or not person.update["view"]["outcome"]:
            if person.update and person.update["moves"]:
                await person.make(person.update["moves"][0])
            else:
                await person.expect("update")
    return created


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("engine", "others", "strange"),
    [
        pytest.param(MINE, (), "pass-pass", id="in JavaScript"),
        pytest.param(LEARNED, (RANDOM, RANDOM), "mono-line", id="a network"),
    ],
)
async def test_an_engine_is_a_level_of_its_games_and_plays(
    engine: EngineSettings, others: tuple[dict[str, str], ...], strange: str, tmp_path: Path
) -> None:
    [own] = engine.games
    with capture_logs() as logs:
        async with serving(tmp_path / "muscade.db", engines=(engine,)) as server:
            games = {info["name"]: info for info in (await server.http.get("/api/games")).json()}
            assert games[own]["levels"][-1] == {
                "name": engine.name,
                "title": {"en": engine.name, "fr": engine.name},
            }
            levels = list(muscade.game(own).bots())
            assert games[own]["usual_level"] == levels[(len(levels) - 1) // 2], "whoever else is seated"
            assert all(level["name"] != engine.name for level in games[strange]["levels"])
            created = await play(server, engine.name, *others, game=own)
            record = muscade.replay(json.dumps(await server.record(created["table"])))
            assert record.outcome is not None
    assert not [line for line in logs if line["event"] in ("engine-failed", "bot-failed")]


@pytest.mark.anyio
async def test_a_broken_engine_harms_no_table(tmp_path: Path) -> None:
    """A bot of the house plays instead, the log says so, and after a while nobody asks it any more."""
    with capture_logs() as logs:
        async with serving(tmp_path / "muscade.db", engines=(BROKEN,)) as server:
            await play(server, "Broken")
    told = [line for line in logs if line["event"] == "engine-failed"]
    assert [line["left_alone"] for line in told] == [False, False, True]
    assert {(line["engine"], line["kind"], line["said"]) for line in told} == {
        ("Broken", "exit", "exit code 3")
    }
    assert "I have had enough" in told[0]["stderr"]


@pytest.mark.anyio
async def test_a_table_whose_engine_is_named_no_more_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path / "muscade.db", engines=(MINE,)) as server:
        created = await server.create(HERE, {"kind": "bot", "level": "Mine"}, game="mono-line")
    async with serving(tmp_path / "muscade.db") as server, server.sit(created) as person:
        while len([event for event in person.events if event["seat"] == 1]) < 2:
            if person.update and person.update["moves"]:
                await person.make(person.update["moves"][0])
            else:
                await person.expect("update")


@pytest.mark.anyio
async def test_a_strangers_bot_in_javascript_wins_a_game(tmp_path: Path) -> None:
    """From outside, by the protocol alone; the server's own record says who won."""
    async with serving(tmp_path / "muscade.db") as server:
        address = f"http://127.0.0.1:{server.port}"
        stranger = await asyncio.create_subprocess_exec(
            str(NODE), str(STRANGER), address, "mono-line", "random", stdout=asyncio.subprocess.PIPE
        )
        said, _ = await stranger.communicate()
        assert stranger.returncode == 0
        last = json.loads(said.splitlines()[-1])
        outcome = muscade.replay(json.dumps(await server.record(last["table"]))).outcome
        assert outcome is not None
        assert last["seat"] in outcome.winners


def test_one_that_is_left_alone_is_asked_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    patience = Patience()
    assert [patience.did_wrong("it"), patience.did_wrong("it")] == [False, False]
    patience.did_well("it")
    assert [patience.did_wrong("it") for _ in range(3)] == [False, False, True]
    assert not patience.has("it")
    assert patience.has("another")
    later = engines.time.monotonic() + engines.REST_SECONDS
    monkeypatch.setattr(engines.time, "monotonic", lambda: later)
    assert patience.has("it")


def test_how_they_are_named(tmp_path: Path) -> None:
    file = tmp_path / "muscade.toml"
    file.write_text(
        '[[engines]]\nname = "Mine"\ncommand = "./mine --flag \\"a b\\""\ngames = ["pass-pass"]\n'
    )
    config = load(file, {}, {})
    assert config.engines == (EngineSettings("Mine", './mine --flag "a b"', ("pass-pass",)),)
    assert msgspec.convert(tomllib.loads(to_toml(config)), Config) == config
    listed = msgspec.json.encode(config.engines).decode()
    assert load(None, {"MUSCADE_ENGINES": listed}, {}).engines == config.engines


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([{"name": "expert", "command": "x"}], "bots of its own that are called 'expert'"),
        ([{"name": "a", "command": "x", "games": ["chess"]}], "'a' plays 'chess', and there is no such game"),
        ([{"name": "a", "command": "x"}, {"name": "a", "command": "y"}], "'a' stands there 2 times"),
        ([{"name": "a\n", "command": "x"}], "engines"),
        ([{"name": "a", "command": "x", "seconds": 0}], "engines"),
    ],
)
def test_what_cannot_be_seated_is_refused(given: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load(None, {"MUSCADE_ENGINES": json.dumps(given)}, {})
