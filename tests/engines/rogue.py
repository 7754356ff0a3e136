"""An engine that does wrong, in the way it is told to on its command line. It runs alone, without Muscade."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

FOR_EVER = 3600
MUCH = "x" * 1_000_000


def say(kind: str, content: Any) -> None:
    print(json.dumps({kind: content}), flush=True)


def answer(way: str, moves: list[str], asked: dict[str, Any]) -> None:
    if way == "silent":
        return
    if way == "slow" and asked["id"] == 1:
        time.sleep(asked["ms"] / 1000 + 1)
    if way == "rubbish":
        print("info depth 7 \x1b[31mscore", flush=True)
    elif way == "array":
        print("[1, 2, 3]", flush=True)
    elif way == "ahead":
        say("choose", {"id": asked["id"] + 1, "move": moves[0]})
        return
    elif way == "illegal":
        say("choose", {"id": asked["id"], "move": "castle"})
        return
    elif way == "exits":
        print("I have had enough", file=sys.stderr)
        sys.exit(3)
    elif way == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif way == "floods":
        while True:
            print(MUCH, end="", flush=True)
    elif way == "chatters":
        while True:
            say("choose", {"id": 0, "move": MUCH[:60_000]})
    elif way == "eats memory":
        print(f"I have {len(bytearray(4_000_000_000))} bytes", file=sys.stderr)
    say("choose", {"id": asked["id"], "move": moves[0]})


def main(way: str) -> None:
    if way == "shouts":
        print(MUCH, file=sys.stderr)
    if way == "mute":
        time.sleep(FOR_EVER)
    if way == "stranger":
        print("hello?", flush=True)
    if way == "ignores EOF":
        subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOR_EVER})"])
    moves: list[str] = []
    for line in sys.stdin:
        [(kind, content)] = json.loads(line).items()
        if kind == "hello":
            say("hello", {"protocol": 99 if way == "newer" else 1, "name": way, "color": "red"})
            if way == "deaf":
                time.sleep(FOR_EVER)
        elif kind == "moves":
            moves = content
        elif kind == "choose":
            answer(way, moves, content)
        elif kind == "fault":
            print(f"told: {content['kind']}", file=sys.stderr, flush=True)
    if way == "ignores EOF":
        time.sleep(FOR_EVER)


if __name__ == "__main__":
    main(sys.argv[1])
