"""A bot for any game, in Python alone: it knows the engine protocol and nothing of Muscade.

muscade arena pass-pass --bots normal,"python examples/engines/bot.py"
"""

import json
import random
import sys


def say(kind: str, content: object) -> None:
    print(json.dumps({kind: content}), flush=True)


def choose(view: dict, moves: list[str], seed: int) -> str:
    """Yours to write. ``view["history"]`` has all that this seat has seen."""
    return random.Random(seed).choice(moves)


def main() -> None:
    view: dict = {}
    moves: list[str] = []
    for line in sys.stdin:
        [(kind, content)] = json.loads(line).items()
        if kind == "hello":
            say("hello", {"protocol": 1, "name": "an example in Python"})
        elif kind == "view":
            view = content
        elif kind == "moves":
            moves = content
        elif kind == "choose":
            say("choose", {"id": content["id"], "move": choose(view, moves, content["seed"])})
        elif kind == "fault":
            print(content, file=sys.stderr)


if __name__ == "__main__":
    main()
