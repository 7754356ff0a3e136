"""Exact work on small settings: sizes of whole trees, how much can be won against our bots, and what CFR+ finds.

    python -m benchmarks.small_settings [--iterations 1000] [--samples 8]

Prints the tables of docs/small-settings.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

import muscade
from muscade.envs.equilibria import best_value, rounded, solve
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


def set_chances(policy: Policy, known: Known, chances: dict[str, Fraction]) -> None:
    for place, move in enumerate(known.moves):
        policy[known.first + place] = float(chances.get(str(move), 0))


def first_choice(tree: Tree, colour: str) -> Known:
    """Of who has that one token, before anything has happened."""
    return next(
        known
        for known in tree.known
        if known.seat == 0
        and not known.state.history
        and any(str(move).startswith(f"hide {colour}") for move in known.moves)
    )


def secretive(tree: Tree, middle: Mapping[str, Fraction], lies: Fraction) -> Policy:
    """Seat 0 puts what it has into the middle so often, by its colour, else into a cup that is full; of what lies in the middle it lies so often.
    What it lifts afterwards it lifts well: as against somebody who does anything."""
    _, policy = tree.best_response(tree.uniform(), 0)
    for colour, other in ("BG", "GB"):
        often = middle[colour]
        set_chances(
            policy,
            first_choice(tree, colour),
            {f"hide {colour} c1": often, f"hide {colour} a1": 1 - often},
        )
        set_chances(
            policy,
            tree.at(0, f"hide {colour} c1", "ok"),
            {f"announce {colour}": 1 - lies, f"announce {other}": lies},
        )
    return policy


def bluff() -> None:
    """The first player has a blue or a green token, which only it sees. Nothing here is rounded."""
    game = muscade.game("ptipasspass")
    for hands in (("B/", "G/"), ("B/", "B/", "G/"), ("B/", "B/", "B/", "G/")):
        tree = grow_any(game, 2, [{**SECRET, "tokens": tokens} for tokens in hands])
        solved = solve(tree)
        print(f"\nbluffing, {hands}: {len(tree.kinds):,} nodes, {len(tree.known):,} information states")
        print(
            f"an equilibrium: {solved.value} for seat 0; to be gained: {solved.gains[0]}, {solved.gains[1]}\n"
        )
        half, always = Fraction(1, 2), Fraction(1)
        quarters = [Fraction(part, 4) for part in range(5)]
        if len(hands) == 2:
            print("| it lies so often | the other gets at best |\n|---:|---:|")
            for lies in quarters:
                policy = secretive(tree, {"B": always, "G": always}, lies)
                print(f"| {lies} | {best_value(tree, rounded(tree, policy), 1)} |", flush=True)
        print("\n| blue into the middle, of all times | the other gets at best |\n|---:|---:|")
        for often in sorted({*quarters, Fraction(1, len(hands) - 1)}):
            policy = secretive(tree, {"B": often, "G": always}, half)
            print(f"| {often} | {best_value(tree, rounded(tree, policy), 1)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--samples", type=int, default=8, help="questions to a bot at each information state")
    given = parser.parse_args()
    np.set_printoptions(suppress=True)
    bluff()
    table("ptipasspass", 2, CUPS, given.iterations, given.samples)
    table("pass-pass", 3, CARDS, given.iterations, given.samples)


if __name__ == "__main__":
    main()
