"""Exact work on small settings: sizes of whole trees, how much can be won against our bots, and what CFR+ finds.

    python -m benchmarks.small_settings [--iterations 1000] [--samples 8]

Prints the tables of docs/small-settings.md.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import muscade
from muscade.envs.trees import Known, Policy, Tree, grow, grow_any

CARDS = {"colours": 2, "values": 3, "hand": 2, "rounds": 1, "leader": 0}
CUPS = {"cups": 3, "victories": 1, "first": 0, "max_turns": 3, "tokens": "BG/", "under": "B/B/"}
LINES = "a1 0 0, b1 1 0, c1 2 0, d1 3 0, e1 4 0 | | a1 b1 c1, c1 d1 e1"
SECRET = {
    "cups": 5,
    "layout": LINES,
    "victories": 1,
    "first": 0,
    "max_turns": 3,
    "under": "B/B//G/G",
}
"""Two blue cups, an empty one, two green ones: whoever knows what is put into the middle knows which line wins."""


def told(numbers: list[float]) -> str:
    return ", ".join(f"{number:.5f}" for number in numbers)


def row(label: str, tree: Tree, policy: Policy) -> None:
    gains = tree.gains(policy)
    print(f"| {label} | {told(tree.values(policy))} | {told(gains)} | {sum(gains):.6f} |", flush=True)


def table(name: str, seats: int, options: dict[str, Any], iterations: int, samples: int) -> None:
    game = muscade.game(name)
    tree = grow(game, seats, **options)
    print(
        f"\n{name}, {seats}, {options}: {len(tree.kinds):,} nodes, {len(tree.known):,} information states\n"
    )
    print("| policy | what each gets | what each could gain | NashConv |\n|---|---|---|---:|")
    row("uniform", tree, tree.uniform())
    for level in ("easy", "normal"):
        row(f"`{level}`", tree, tree.policy(game.bot(level), samples=samples))
    row(f"CFR+, {iterations} iterations", tree, tree.solve(iterations))


def set_chances(policy: Policy, known: Known, chances: dict[str, float]) -> None:
    for place, move in enumerate(known.moves):
        policy[known.first + place] = chances.get(str(move), 0.0)


def bluff(iterations: int) -> None:
    """The first player has a blue or a green token, which only it sees, and puts it into the middle."""
    game = muscade.game("ptipasspass")
    tree = grow_any(game, 2, [{**SECRET, "tokens": tokens} for tokens in ("B/", "G/")])
    print(f"\nbluffing: {len(tree.kinds):,} nodes, {len(tree.known):,} information states\n")
    solved = tree.solve(iterations)
    row(f"CFR+, {iterations} iterations", tree, solved)
    print("\n| it lies so often | the other gets, playing best |\n|---:|---:|")
    # What it lifts afterwards it lifts well: as against somebody who does anything.
    _, careful = tree.best_response(tree.uniform(), 0)
    for lies in (0, 0.25, 0.5, 0.75, 1):
        policy = careful.copy()
        for colour, other in ("BG", "GB"):
            set_chances(
                policy,
                tree.at(0, f"hide {colour} c1", "ok"),
                {f"announce {colour}": 1 - lies, f"announce {other}": lies},
            )
            for known in tree.known:
                if (
                    known.seat == 0
                    and not known.state.history
                    and f"hide {colour} c1" in map(str, known.moves)
                ):
                    set_chances(policy, known, {f"hide {colour} c1": 1.0})
        worth, _ = tree.best_response(policy, 1)
        print(f"| {lies:.0%} | {worth:.4f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--samples", type=int, default=8, help="questions to a bot at each information state")
    given = parser.parse_args()
    np.set_printoptions(suppress=True)
    bluff(given.iterations)
    table("ptipasspass", 2, CUPS, given.iterations, given.samples)
    table("pass-pass", 3, CARDS, given.iterations, given.samples)


if __name__ == "__main__":
    main()
