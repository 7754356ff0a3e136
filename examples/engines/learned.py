"""A network that has learned (``examples/learn.py``), as an engine: it plays in the arena, and at a server's tables.

muscade arena pass-pass --seats 4 --bots normal,"python examples/engines/learned.py examples/networks/pass-pass-4.npz"
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import msgspec

from muscade.bots.network import Network, NetworkBot


def say(kind: str, content: object) -> None:
    print(json.dumps({kind: content}), flush=True)


def main(path: Path) -> None:
    bot = NetworkBot(Network.load(path))
    game = bot.network.kernel.game
    view, moves = None, []
    for line in sys.stdin:
        [(kind, content)] = json.loads(line).items()
        if kind == "hello":
            say("hello", {"protocol": 1, "name": path.stem})
        elif kind == "view":
            view = msgspec.convert(content, game.view_type)
        elif kind == "moves":
            moves = [game.parse(move) for move in content]
        elif kind == "choose":
            move = bot.choose(view, moves, Random(content["seed"]))
            say("choose", {"id": content["id"], "move": move.notation})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
