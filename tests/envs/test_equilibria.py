"""Exact equilibria: found by a linear programme, proved in fractions, and nothing passes for one that is none."""

from __future__ import annotations

from fractions import Fraction

import pytest
from benchmarks.small_settings import SECRET, secretive

import muscade
from muscade.envs.equilibria import NoEquilibrium, best_value, exact_value, prove, rounded, solve
from muscade.envs.trees import Tree, grow, grow_any

CUPS = {"cups": 3, "victories": 1, "first": 0, "max_turns": 2, "tokens": "B/", "under": "B/B/"}


@pytest.fixture(scope="module")
def cups() -> Tree:
    return grow(muscade.game("ptipasspass"), 2, **CUPS)


def test_nobody_can_gain_against_it(cups: Tree) -> None:
    solved = solve(cups)
    assert (solved.value, solved.gains) == (Fraction(1, 2), (0, 0))
    for known in cups.known:
        assert sum(solved.chances[known.first : known.first + len(known.moves)]) == 1


def test_what_is_no_equilibrium_is_not_taken_for_one(cups: Tree) -> None:
    """And what can be gained is what the same tree says in floating point."""
    proved = prove(cups, rounded(cups, cups.uniform()))
    assert max(proved.gains) > Fraction(1, 100)
    assert [float(gain) for gain in proved.gains] == pytest.approx(cups.gains(cups.uniform()))
    assert float(proved.value) == pytest.approx(cups.values(cups.uniform())[0])


def test_what_is_best_is_so_for_three_as_well() -> None:
    tree = grow(muscade.game("pass-pass"), 3, colours=2, values=2, hand=1, rounds=1, leader=0)
    uniform = rounded(tree, tree.uniform())
    for seat in range(3):
        assert float(exact_value(tree, uniform, seat)) == pytest.approx(tree.values(tree.uniform())[seat])
        assert float(best_value(tree, uniform, seat)) == pytest.approx(
            tree.best_response(tree.uniform(), seat)[0]
        )
    with pytest.raises(NoEquilibrium, match="of two players"):
        solve(tree)


def test_the_likelier_token_is_held_back_until_the_odds_are_even() -> None:
    """Blue is twice as likely as green, and docs/small-settings.md says how often it may go where both lines meet."""
    hands = ("B/", "B/", "G/")
    tree = grow_any(muscade.game("ptipasspass"), 2, [{**SECRET, "tokens": tokens} for tokens in hands])
    half = Fraction(1, 2)
    for often, gets in ((half, half), (Fraction(3, 4), Fraction(7, 12))):
        policy = secretive(tree, {"B": often, "G": Fraction(1)}, lies=half)
        assert best_value(tree, rounded(tree, policy), 1) == gets
