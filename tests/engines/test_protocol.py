"""What an engine is told, and what is done about everything that it can do wrong."""

from __future__ import annotations

import json
import os
import pickle
import select
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import psutil
import pytest
from tests.engines.commands import in_python, rogue

import muscade
from muscade.bots.engines import Engine, EngineBot, EngineFault, process
from muscade.bots.engines.messages import PROTOCOL
from muscade.core import Move
from muscade.core.views import encode

PATIENT = 60.0
"""Seconds for what must be done, on whatever machine."""
BRIEF = 0.05
"""Seconds for what must not be done in time."""


@contextmanager
def engine(command: str, seconds: float = PATIENT, **more: object) -> Iterator[EngineBot]:
    bot = EngineBot(Engine("it", command, seconds, **more))  # type: ignore[arg-type]
    try:
        yield bot
    finally:
        bot.close()


def ask(bot: EngineBot, match: muscade.Match, seat: int = 0) -> Move:
    return bot.choose(match.state.view(seat), match.state.moves(seat), Random(1))


@pytest.fixture(scope="module")
def match() -> muscade.Match:
    return muscade.Match(muscade.game("pass-pass"), 3, seed=7, leader=0)


@pytest.mark.parametrize(
    ("way", "kind", "said"),
    [
        ("rubbish", "rubbish", "info depth 7"),
        ("array", "rubbish", "[1, 2, 3]"),
        ("ahead", "rubbish", '"id": 2'),
        ("illegal", "illegal", "castle"),
        ("exits", "exit", "exit code 3"),
        ("crashes", "exit", "signal SIGSEGV"),
        ("floods", "flood", "xxx"),
        ("chatters", "flood", ""),
        ("eats memory", "exit", "exit code 1"),
        ("newer", "version", f"99, and this is {PROTOCOL}"),
        ("stranger", "rubbish", "instead of hello 'hello?'"),
    ],
)
def test_what_it_does_wrong_is_named(way: str, kind: str, said: str, match: muscade.Match) -> None:
    with engine(rogue(way)) as bot:
        with pytest.raises(EngineFault) as fault:
            ask(bot, match)
        assert (fault.value.kind, fault.value.engine) == (kind, "it")
        assert said in fault.value.said
        assert "\x1b" not in str(fault.value)
        assert pickle.loads(pickle.dumps(fault.value)).said == fault.value.said
        assert {"exits": "had enough", "eats memory": "MemoryError"}.get(way, "") in fault.value.stderr


@pytest.mark.parametrize("way", ["silent", "slow"])
def test_who_is_late_is_told_so_and_goes_on(
    way: str, match: muscade.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late answer is known by its number, and is not taken for that to the next question."""
    monkeypatch.setattr(process, "GRACE_SECONDS", BRIEF)
    with engine(rogue(way), BRIEF) as bot:
        first = bot.process(0)
        with pytest.raises(EngineFault, match="in time: nothing within 50 ms") as fault:
            ask(bot, match)
        assert fault.value.kind == "late"
        assert bot.process(0) is first
        if way == "slow":
            view, moves = match.state.view(0), match.state.moves(0)[1:]
            assert bot.choose_within(PATIENT, view, moves, Random(1)) == moves[0]
        else:
            with pytest.raises(EngineFault) as again:
                ask(bot, match)
            assert "told: late" in again.value.stderr or again.value.stderr == ""


def test_one_that_does_not_listen_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """More is to be told than a pipe holds."""
    monkeypatch.setattr(process, "GRACE_SECONDS", BRIEF)
    long = muscade.Match(muscade.game("pass-pass"), 3, seed=7)
    rng = Random(1)
    while turn := long.state.turn():
        seat = turn[0]
        view, moves = long.state.view(seat), long.state.moves(seat)
        long.play(seat, rng.choice(moves))
    with engine(rogue("deaf"), BRIEF) as bot:
        running = bot.process(seat)
        much = 100 * process.messages.question(view, moves, 1, 1, 1)
        with pytest.raises(EngineFault, match="does not read"):
            running._tell(much, BRIEF)


def test_one_that_says_no_hello(match: muscade.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "START_SECONDS", BRIEF)
    monkeypatch.setattr(process, "LEAVE_SECONDS", BRIEF)
    with engine(rogue("mute")) as bot, pytest.raises(EngineFault, match="no hello within") as fault:
        ask(bot, match)
    assert fault.value.kind == "late"


@pytest.mark.parametrize("command", ["no-such-program", "'", "", "/etc"])
def test_one_that_is_not_there(command: str, match: muscade.Match) -> None:
    with engine(command) as bot, pytest.raises(EngineFault, match="cannot be started") as fault:
        ask(bot, match)
    assert fault.value.text.fr.startswith("Le programme 'it' ne démarre pas")


def test_whoever_ignores_the_end_is_ended_with_all_its_children(
    match: muscade.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LEAVE_SECONDS", BRIEF)
    with engine(rogue("ignores EOF")) as bot:
        ask(bot, match)
        members = members_of(bot.process(0)._process.pid)
        assert len(members) == 2
    ended = [has_ended(member) for member in members]
    assert all(ended)


def members_of(group: int) -> list[int]:
    """The processes of a group, as what can be waited for, whoever started them."""
    members = []
    for number in psutil.pids():
        with suppress(ProcessLookupError):  # others come and go
            if os.getpgid(number) == group:
                members.append(os.pidfd_open(number))
    return members


def has_ended(member: int) -> bool:
    """Within a time that is long on any machine."""
    try:
        return bool(select.select([member], [], [], PATIENT)[0])
    finally:
        os.close(member)


@pytest.mark.skipif(sys.platform != "linux", reason="nobody else can wait for a process that is not theirs")
def test_an_engine_and_its_children_end_with_its_house_even_if_that_is_killed() -> None:
    """Whatever they do about the end of their input."""
    house = (
        "import sys\n"
        "from muscade.bots.engines import Engine, EngineProcess\n"
        f"running = EngineProcess(Engine('it', {rogue('ignores EOF')!r}))\n"
        "print(running._process.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", house], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as started:
        assert started.stdout is not None
        members = members_of(int(started.stdout.readline()))
        assert len(members) == 2
        started.kill()
    ended = [has_ended(member) for member in members]
    assert all(ended)


def test_what_an_engine_is_told(tmp_path: Path, match: muscade.Match) -> None:
    """Its own seat's view and moves, and nothing else; the house's secrets are not in its environment."""
    heard = tmp_path / "heard"
    command = shlex.join([sys.executable, "-S", "-c", LISTENER, str(heard)])
    os.environ["MUSCADE_OPERATOR_TOKEN"] = "hush"
    try:
        with engine(command, memory=777) as bot:
            ask(bot, match)
            ask(bot, match)
    finally:
        del os.environ["MUSCADE_OPERATOR_TOKEN"]
    environment, limit, *lines = heard.read_text(encoding="utf-8").splitlines()
    assert "hush" not in environment
    assert sys.platform != "linux" or int(limit) == 777 << 20
    kinds = [next(iter(json.loads(line))) for line in lines]
    assert kinds == ["hello", "options", "view", "moves", "choose", "view", "moves", "choose"]
    assert json.loads(lines[1])["options"] | {"options": {}} == {
        "game": "pass-pass",
        "version": match.game.version,
        "seats": 3,
        "seat": 0,
        "options": {},
    }
    assert lines[2].encode() == b'{"view":' + encode(match.state.view(0)) + b"}"
    assert json.loads(lines[3])["moves"] == [move.notation for move in match.state.moves(0)]
    assert json.loads(lines[4])["choose"].keys() == {"id", "ms", "seed"}
    first, second = json.loads(lines[4])["choose"], json.loads(lines[7])["choose"]
    assert (first["id"], second["id"], first["seed"]) == (1, 2, second["seed"])


LISTENER = """
import json, os, resource, sys
heard = open(sys.argv[1], "w")
print(dict(os.environ), file=heard)
print(resource.getrlimit(resource.RLIMIT_DATA)[0], file=heard)
for line in sys.stdin:
    heard.write(line)
    [(kind, content)] = json.loads(line).items()
    if kind == "hello":
        print('{"hello": {"protocol": 1}}', flush=True)
    elif kind == "moves":
        moves = content
    elif kind == "choose":
        print(json.dumps({"choose": {"id": content["id"], "move": moves[-1]}}), flush=True)
heard.close()
"""


def test_every_seat_has_a_process_of_its_own(match: muscade.Match) -> None:
    with engine(in_python()) as bot:
        assert bot.process(0) is bot.process(0)
        assert bot.process(0) is not bot.process(1)
        twin = pickle.loads(pickle.dumps(bot))
        assert twin.engine == bot.engine
        assert not twin._processes
        assert bot.thinking(9.0).seconds == 9.0


def test_what_it_writes_to_stderr_is_kept(tmp_path: Path, match: muscade.Match) -> None:
    """More than a pipe holds, before its hello."""
    log = tmp_path / "it.log"
    with engine(rogue("shouts"), log=log) as bot:
        assert ask(bot, match) == match.state.moves(0)[0]
    assert len(log.read_bytes()) == 1_000_001
