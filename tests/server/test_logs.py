"""What is written about faults: their kind and their place, never what they were about."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

import muscade
from muscade.server import bots
from muscade.server.bots import BotRunner
from muscade.server.logs import configure_logs
from muscade.server.metrics import Metrics
from muscade.server.thinking import Thinking, ThinkingSettings


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def fail(card: str) -> None:
    try:
        raise KeyError(card)
    except KeyError as error:
        raise RuntimeError(f"{card} is nowhere") from error


def entries(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.mark.parametrize("ours", [True, False])
def test_a_fault_is_named_by_kind_and_place_without_its_values(
    capsys: pytest.CaptureFixture[str], ours: bool
) -> None:
    configure_logs("json")
    log: Any = structlog.get_logger() if ours else logging.getLogger("somebody.elses")
    try:
        fail("P12")
    except RuntimeError:
        log.exception("it-failed")
    [entry] = entries(capsys)
    assert (entry["event"], entry["level"], entry["error"]) == ("it-failed", "error", "RuntimeError")
    assert entry["traceback"][-1].endswith(" fail")
    assert entry["because"]["error"] == "KeyError"
    assert "P12" not in json.dumps(entry)
    assert "traceback object" not in json.dumps(entry)


def test_requests_and_tables_go_with_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("json")
    with structlog.contextvars.bound_contextvars(request="r1", table="t1"):
        structlog.get_logger().info("ours")
        logging.getLogger("somebody.elses").warning("theirs")
    assert [(entry["request"], entry["table"]) for entry in entries(capsys)] == [("r1", "t1")] * 2


def test_what_is_less_than_the_level_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("json", "error")
    structlog.get_logger().warning("no")
    logging.getLogger("somebody.elses").warning("no")
    structlog.get_logger().error("yes")
    assert [entry["event"] for entry in entries(capsys)] == ["yes"]


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs("text")
    try:
        fail("P12")
    except RuntimeError:
        structlog.get_logger().exception("it-failed")
    said = capsys.readouterr().err
    assert "it-failed" in said
    assert "RuntimeError" in said
    assert "P12" not in said


@pytest.mark.anyio
async def test_the_level_of_a_bot_that_failed_is_not_taken_for_that_of_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    configure_logs("json")
    # What logs once keeps writing to where it first did.
    monkeypatch.setattr(bots, "log", structlog.get_logger())
    game = muscade.game("pass-pass")
    state = muscade.Match(game, seats=3, seed=1).state
    seat = state.turn()[0]
    thinking = Thinking(ThinkingSettings(processes=1, look_ahead=False))
    runner = BotRunner(Metrics(), thinking)
    about = game, "gone", state.view(seat), state.moves(seat)
    assert runner.delay(*about) is None
    await runner.choose(*about, (), owner="a")
    runner.close()
    await thinking.close()
    told = [(entry["event"], entry["level"], entry["bot_level"]) for entry in entries(capsys)]
    assert told == [("bot-failed", "error", "gone")] * 2
