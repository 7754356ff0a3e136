"""An engine's process: what it is told and says, with an eye on the clock, and its end, whatever it does."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import IO

import msgspec
from msgspec import UNSET

from muscade.bots.engines import launch, messages, minding
from muscade.bots.engines.faults import EngineFault, FaultKind
from muscade.core.moves import Move
from muscade.core.views import View

START_SECONDS = 20.0
"""From its start to its hello."""
GRACE_SECONDS = 0.5
"""Beyond what an engine was given, for pipes, and for the system to let somebody else run."""
LEAVE_SECONDS = 1.0
"""From the end of its input to its own end."""
KEPT_STDERR = 4096
"""Bytes from the end of what it wrote there."""
DEFAULT_SECONDS = 2.0
DEFAULT_MEMORY = 1024
CHUNK = 65_536
OWN_VARIABLES = "MUSCADE_"
"""The house's own variables, tokens among them, are no engine's business."""


class Engine(msgspec.Struct, frozen=True):
    """A program that plays: what it is called, how it is started, and what it may use."""

    name: str
    command: str
    """As in a shell, but for everything that only a shell does."""
    seconds: float = DEFAULT_SECONDS
    """For a move."""
    memory: int = DEFAULT_MEMORY
    """Megabytes, where the system can hold it to that."""
    log: Path | None = None
    """A file to which what it writes to standard error is added."""


def find_program(command: str) -> list[str] | None:
    """The words of a command whose program is there and can be run, else None.

    >>> find_program("no-such-program --flag") is None
    True
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    found = shutil.which(words[0]) if words else None
    return None if found is None else [found, *words[1:]]


class EngineProcess:
    """A running engine, which has said hello. Whatever goes wrong is an `EngineFault`; `close` it in the end."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._said = bytearray()
        self._stderr = bytearray()
        self._questions = 0
        self._table: bytes | None = None
        self._process = self._start()
        self._pipes = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr_pipe):
            os.set_blocking(pipe.fileno(), False)
            self._pipes.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)
        try:
            self.hello = self._greet()
        except EngineFault:
            self.close()
            raise

    # ------------------------------------------------------------ what it is asked

    def choose(self, view: View, moves: Sequence[Move], seed: int, seconds: float) -> Move:
        """One of ``moves``, found within so many seconds."""
        self._questions += 1
        number = self._questions
        if not self.hello.history:
            view = msgspec.structs.replace(view, history=())
        table = messages.options(view)
        asked = messages.question(view, moves, number, round(1000 * seconds), seed)
        self._tell(asked if table == self._table else table + asked, seconds)
        self._table = table
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        budget = messages.MOST_SAID
        while True:
            line = self._read_line(deadline, budget, f"nothing within {round(1000 * seconds)} ms")
            budget -= len(line)
            said = messages.read(line)
            if said is None or said.choose is UNSET or said.choose.id > number:
                raise self._fault("rubbish", messages.quoted_line(line))
            if said.choose.id < number:
                continue  # It was too late with that one.
            for move in moves:
                if move.notation == said.choose.move:
                    return move
            raise self._fault("illegal", messages.quoted_line(said.choose.move.encode()))

    def complain(self, fault: EngineFault) -> None:
        """Tell it what was wrong, if it still listens."""
        with contextlib.suppress(EngineFault):
            self._tell(messages.fault(self._questions, fault.kind, fault.said), GRACE_SECONDS)

    def _greet(self) -> messages.Hello:
        self._tell(messages.hello(version("muscade")), START_SECONDS)
        deadline = time.monotonic() + START_SECONDS
        line = self._read_line(deadline, messages.MOST_SAID, f"no hello within {START_SECONDS:g} s")
        said = messages.read(line)
        if said is None or said.hello is UNSET:
            raise self._fault("rubbish", f"instead of hello {messages.quoted_line(line)}")
        if said.hello.protocol != messages.PROTOCOL:
            raise self._fault("version", f"{said.hello.protocol}, and this is {messages.PROTOCOL}")
        return said.hello

    # ------------------------------------------------------------ lines

    def _tell(self, text: bytes, seconds: float) -> None:
        """Write it all, and hear what is said meanwhile, so that nobody waits for the other."""
        deadline = time.monotonic() + seconds + GRACE_SECONDS
        left = memoryview(text)
        gone = False
        self._pipes.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while left and time.monotonic() < deadline:
                if self._hear(deadline):
                    left = left[os.write(self._stdin.fileno(), left[:CHUNK]) :]
        except BrokenPipeError:
            gone = True
        finally:
            self._pipes.unregister(self._stdin)
        if gone:
            raise self._ended()
        if left:
            raise self._fault("late", "it does not read what it is told")

    def _read_line(self, deadline: float, budget: int, silence: str) -> bytes:
        """The next line that is not empty, without its end."""
        while True:
            line, found, rest = bytes(self._said).partition(b"\n")
            if found:
                self._said = bytearray(rest)
                if line.strip():
                    return line
                continue
            if len(self._said) > min(budget, messages.LONGEST_LINE):
                raise self._fault("flood", messages.quoted_line(line[:80]))
            if self._stdout not in self._pipes.get_map():
                raise self._ended()
            if time.monotonic() >= deadline:
                raise self._fault("late", silence)
            self._hear(deadline)

    def _hear(self, deadline: float) -> bool:
        """Take in what it says, at most until then; is there room to tell it more?"""
        room = False
        for key, events in self._pipes.select(max(0.0, deadline - time.monotonic())):
            if events & selectors.EVENT_WRITE:
                room = True
            elif not (chunk := os.read(key.fd, CHUNK)):
                self._pipes.unregister(key.fileobj)
            elif key.fileobj is self._stdout:
                self._said += chunk
                if len(self._said) > messages.MOST_SAID:
                    raise self._fault("flood", messages.quoted_line(bytes(self._said[:80])))
            else:
                self._keep(chunk)
        return room

    def _keep(self, chunk: bytes) -> None:
        self._stderr = (self._stderr + chunk)[-KEPT_STDERR:]
        if self.engine.log is not None:
            with self.engine.log.open("ab") as log:
                log.write(chunk)

    # ------------------------------------------------------------ life and death

    def _start(self) -> subprocess.Popen[bytes]:
        command = find_program(self.engine.command)
        if command is None:
            raise EngineFault(self.engine.name, "start", "there is no such program")
        if os.name != "posix":
            raise EngineFault(self.engine.name, "start", "this system cannot")
        limits = [str(self.engine.memory), str(os.getpid())]
        started = subprocess.Popen(
            [sys.executable, "-I", "-S", launch.__file__, *limits, *command],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # It and whatever it starts can be ended together, and Ctrl-C is for the house.
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if not name.startswith(OWN_VARIABLES)},
        )
        minding.begun(started.pid)
        return started

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def _stderr_pipe(self) -> IO[bytes]:
        assert self._process.stderr is not None
        return self._process.stderr

    def _ended(self) -> EngineFault:
        self._drain()
        self._kill()
        code = self._process.returncode
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return self._fault("exit", how)

    def _fault(self, kind: FaultKind, said: str) -> EngineFault:
        return EngineFault(self.engine.name, kind, said, self._stderr.decode("utf-8", "replace"))

    def _drain(self) -> None:
        """Hear it out, for a moment: its last words are on the way."""
        deadline = time.monotonic() + LEAVE_SECONDS
        with contextlib.suppress(EngineFault):
            while self._pipes.get_map() and time.monotonic() < deadline:
                self._hear(deadline)
                self._said.clear()

    def _kill(self) -> None:
        """It and its children. Nobody has waited for it yet, so the number is still its own."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            minding.ended(self._process.pid)
            self._process.wait()

    def close(self) -> None:
        """No more is asked of it: it may go by itself, and is made to after a moment."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        if self._process.returncode is None:
            self._drain()
        self._kill()
        self._pipes.close()
        self._stdout.close()
        self._stderr_pipe.close()
