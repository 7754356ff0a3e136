"""Hints and the puzzle of the day, over HTTP."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.harness import GREEDY, HERE, PATIENCE, Server

import muscade
from muscade.server.puzzles import PuzzleService
from muscade.server.refusals import RequestRefused
from muscade.server.thinking import Lane, Thinking, ThinkingSettings

pytestmark = pytest.mark.anyio


async def ask(server: Server, table: str) -> httpx.Response:
    return await server.http.post(f"/api/tables/{table}/hint", timeout=120)


async def play(server: Server, position: str, moves: list[str]) -> httpx.Response:
    """Sit down alone, make those moves, and ask for help."""
    made = await server.create(HERE, game="twisted-jumps", options={"position": position})
    async with server.sit(made) as ada:
        for move in moves:
            await ada.make(move)
        return await ask(server, made["table"])


@pytest.mark.clause("SP-4")
async def test_a_hint_is_a_way_out_or_the_truth(server: Server) -> None:
    hint = (await play(server, "b1 d1 e2", [])).json()
    assert hint["status"] == "solvable"
    assert hint["proved"] is True
    state = muscade.game("twisted-jumps").new(1, position="b1 d1 e2")
    assert hint["move"] in [str(move) for move in state.moves(0)]
    lost = (await play(server, "b1 k5", [])).json()
    assert lost == {"status": "impossible", "move": None, "left": None, "proved": True}


async def test_hints_are_for_puzzles_under_way(server: Server) -> None:
    refused = await play(server, "b1 b4", ["b1xb4>a1"])
    assert (refused.status_code, refused.json()["code"]) == (422, "over")
    made = await server.create(HERE, GREEDY, GREEDY)
    refused = await ask(server, made["table"])
    assert (refused.status_code, refused.json()["code"]) == (404, "no-hints")
    assert (await ask(server, "nowhere")).status_code == 404


async def test_the_puzzle_of_the_day_is_the_same_for_everybody(server: Server) -> None:
    answers = await asyncio.gather(*(server.http.get("/api/daily", timeout=120) for _ in range(3)))
    daily = answers[0].json()
    assert all(answer.json() == daily for answer in answers)
    assert 1 <= daily["grade"] <= 5
    await server.create(HERE, game=daily["game"], options=daily["options"])
    assert muscade.game(daily["game"]).new(1, **daily["options"]).view(0).par == daily["minimum"]


@pytest.mark.clause("SP-4")
async def test_the_puzzles_of_past_days_are_there_for_a_year(server: Server) -> None:
    today = datetime.now(UTC).date()

    async def of(day: str) -> httpx.Response:
        return await server.http.get(f"/api/daily/{day}", timeout=120)

    yesterday = str(today - timedelta(days=1))
    found = await of(yesterday)
    assert found.json()["date"] == yesterday
    assert (await of(yesterday)).json() == found.json()
    for wrong in (str(today + timedelta(days=2)), str(today - timedelta(days=400)), "yesterday"):
        response = await of(wrong)
        assert (response.status_code, response.json()["code"]) == (404, "day"), wrong


@pytest.mark.clause("SP-4")
async def test_a_series_is_told_without_its_solutions_and_each_can_be_sat_down_to(server: Server) -> None:
    for shelved in (await server.http.get("/api/games")).json():
        answer = await server.http.get(f"/api/series/{shelved['name']}")
        if not shelved["series"]:
            assert (answer.status_code, answer.json()["code"]) == (404, "series")
            continue
        told = answer.json()
        assert len(told["puzzles"]) == shelved["series"]
        puzzle = told["puzzles"][0]
        assert "moves" not in puzzle
        bots = [{"kind": "bot", "level": told["level"]}] * (told["seats"] - 1)
        position = {"position": puzzle["position"]} if puzzle["position"] else {}
        await server.create(HERE, *bots, game=told["game"], options=puzzle["options"], **position)
    assert (await server.http.get("/api/series/nothing")).status_code == 404


async def test_puzzles_are_drawn_as_they_are_set(server: Server) -> None:
    address = "/api/series/twisted-jumps/2/picture.svg"
    drawn = await server.http.get(address, params={"theme": "dark", "language": "fr"}, timeout=120)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    for wrong in ("/api/series/twisted-jumps/101/picture.svg", "/api/series/pass-pass/1/picture.svg"):
        assert (await server.http.get(wrong)).status_code == 404
    assert (await server.http.get("/api/daily/yesterday/picture.svg")).status_code == 404


class Counting(Lane):
    """How often it was asked."""

    asked = 0

    async def ask(self, owner: str, question: Any, *about: Any, **wishes: Any) -> Any:
        self.asked += 1
        return await super().ask(owner, question, *about, **wishes)


async def test_the_same_question_at_once_is_worked_out_once() -> None:
    thinking = Thinking(ThinkingSettings(processes=1))
    thinking.study = lane = Counting(1, least=0.1, limit=120)
    puzzles = PuzzleService(thinking)
    view = muscade.game("twisted-jumps").new(1, position="b1 d1 e2").view(None)
    other = muscade.game("twisted-jumps").new(1, position="b1 k5").view(None)
    first = asyncio.create_task(puzzles.hint("twisted-jumps", view, owner="a"))
    await asyncio.sleep(0)
    first.cancel()  # whoever asked first goes away, the others still want it
    hints = await asyncio.gather(
        *(puzzles.hint("twisted-jumps", view, owner=owner) for owner in "abc"),
        puzzles.hint("twisted-jumps", other, owner="d"),
    )
    assert hints[0] == hints[1] == hints[2] != hints[3]
    assert lane.asked == 2 + first.cancelled()
    alone = asyncio.create_task(puzzles.hint("twisted-jumps", view, owner="a"))
    await asyncio.sleep(0)
    alone.cancel()
    await asyncio.gather(alone, return_exceptions=True)
    assert (await puzzles.hint("twisted-jumps", view, owner="a")).status == "solvable"
    assert lane.count_waiting() == 0
    puzzles.close()
    await thinking.close()
    await lane.close()


async def test_a_server_that_stops_begins_to_look_for_nothing() -> None:
    """Whoever asks after the others were sent away would be waited for."""
    thinking = Thinking(ThinkingSettings(processes=1))
    puzzles = PuzzleService(thinking)
    view = muscade.game("full-house").new(1).view(None)
    puzzles.close()
    for asked in (puzzles.hint("full-house", view, owner="a"), puzzles.daily()):
        with pytest.raises(RequestRefused) as refused:
            await asked
        assert refused.value.code == "stopping"
    assert thinking.study.count_waiting() == 0
    await thinking.close()


SERVER = """
import asyncio
import os
from muscade.server.workers import Worker

async def main():
    print((await Worker().ask(60, os.getpid)).what, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text(SERVER)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        helper = int(server.stdout.readline())
        os.kill(helper, 0)
        server.send_signal(signal.SIGKILL)
        server.wait()
    deadline = time.monotonic() + PATIENCE
    while alive(helper):
        assert time.monotonic() < deadline, "the process goes on without its server"
        time.sleep(0.05)


def alive(process: int) -> bool:
    """A dead process that nobody has buried yet is dead."""
    try:
        return "(Z" not in Path(f"/proc/{process}/stat").read_text().replace(") Z", "(Z")
    except OSError:
        return False
