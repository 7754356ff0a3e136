"""Nothing that a server complains about goes unseen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.torture.log import KILLED, Expected, complaints

LOCKED = Expected("cannot-create", "database is locked", "it is")
TRACEBACK = """\
Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/usr/lib/python3.11/multiprocessing/spawn.py", line 122, in spawn_main
    exitcode = _main(fd, parent_sentinel)
EOFError: Ran out of input
"""


def entry(event: str, level: str = "error", **more: object) -> str:
    return json.dumps({"event": event, "level": level} | more) + "\n"


@pytest.mark.parametrize(
    "said",
    [
        entry("worker-died", overdue=True, question="ask_level"),
        entry("bot-failed", error="WorkerDied"),
        entry("cannot-create", error="database or disk is full"),
        entry("lost", "warning", error="ValueError", traceback=["here"]),
        entry("lost", "warning", error="Traceback (most recent call last): …"),
        TRACEBACK.replace("multiprocessing/spawn", "muscade/server/app"),
        "Segmentation fault\n",
    ],
)
def test_complaints_that_nobody_named_are_seen(tmp_path: Path, said: str) -> None:
    log = tmp_path / "log"
    log.write_text(entry("table-created", "info") + said + entry("cannot-create", error="database is locked"))
    assert len(complaints(log, (LOCKED, *KILLED))) == 1


def test_what_a_test_brings_about_is_none(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(TRACEBACK + entry("table-created", "info"))
    assert len(complaints(log)) == 1
    assert complaints(log, KILLED) == []
