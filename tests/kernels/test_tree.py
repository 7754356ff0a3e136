"""The tree search: forced wins, chance, secrets; as long as it may, and the same again from the same seed."""

from __future__ import annotations

from random import Random

import pytest
from tests.kernels.urn import BLACK, RED, Named, Urn, seen

from muscade.bots.search import Effort, Found, search


def look(reds: int, pile: int, simulations: int = 3_000, seed: int = 1) -> Found:
    return search(Urn(reds, pile), seen(pile), Effort(60, simulations), Random(seed))


@pytest.mark.parametrize(("pile", "taken"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3), (9, 1)])
def test_it_leaves_four_or_eight(pile: int, taken: int) -> None:
    """With black balls only, who takes the last pebble wins: whoever leaves a multiple of four does."""
    best = look(0, pile).moves[0]
    assert best.move == Named(taken - 1)
    assert best.value > 0.8


def test_it_sees_that_everything_loses() -> None:
    assert all(judged.value < 0.3 for judged in look(0, 4).moves)


@pytest.mark.parametrize("reds", [2, 8])
def test_of_what_it_cannot_know_it_bets_on_the_likelier(reds: int) -> None:
    found = look(reds, 0)
    assert found.moves[0].move == Named(RED if reds > 5 else BLACK)
    assert abs(found.moves[0].value - 0.8) < 0.05, "it does not learn the colour by trying"


def test_values_are_what_can_be_expected() -> None:
    best = look(3, 5).moves[0]
    assert best.move == Named(0)
    assert 0.6 < best.value < 0.75


@pytest.mark.parametrize("simulations", [1, 10, 500])
def test_it_simulates_so_many_times_and_no_more(simulations: int) -> None:
    found = look(3, 9, simulations)
    assert found.simulations == simulations
    assert sum(judged.visits for judged in found.moves) == simulations
    visits = [judged.visits for judged in found.moves]
    assert visits == sorted(visits, reverse=True)


def test_the_same_seed_finds_the_same() -> None:
    assert look(3, 9, seed=4) == look(3, 9, seed=4)
    assert look(3, 9, seed=4) != look(3, 9, seed=5)


def test_whatever_time_there_is_it_has_an_answer() -> None:
    for seconds in (0.001, 0.03):
        found = search(Urn(0, 7), seen(7), Effort(seconds), Random(1))
        assert found.simulations > 0
        assert found.moves


def test_either_seat_looks_after_itself() -> None:
    found = search(Urn(0, 6), seen(6, seat=1), Effort(60, 2_000), Random(1))
    assert found.moves[0].move == Named(1)
