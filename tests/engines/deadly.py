"""An engine that, once, takes the process with it that asks: ``deadly.py <file>``, which is there from then on. It does the first thing offered."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path


def main(done: Path) -> None:
    moves: list[str] = []
    for line in sys.stdin:
        [(kind, content)] = json.loads(line).items()
        if kind == "hello":
            print('{"hello": {"protocol": 1, "history": false}}', flush=True)
        elif kind == "moves":
            moves = content
        elif kind == "choose":
            if not done.exists():
                done.touch()
                os.kill(os.getppid(), signal.SIGKILL)
            print(json.dumps({"choose": {"id": content["id"], "move": moves[0]}}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
