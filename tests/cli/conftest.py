"""The command line, as somebody types it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Protocol

import pytest

from muscade.cli import main


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


class Run(Protocol):
    def __call__(self, *arguments: str) -> Done: ...


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in this process: starting another for each line would take most of the time."""

    def typed(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["muscade", *arguments])
        with pytest.raises(SystemExit) as exit_:
            main()
        printed = capsys.readouterr()
        return Done(int(exit_.value.code or 0), printed.out, printed.err)

    return typed
