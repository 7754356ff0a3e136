"""Shares, intervals and ratings, against answers known from elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from muscade.arena.statistics import ELO, Winnings, difference, ratings, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (15, 50, 0.1910, 0.4375), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_as_in_the_books(won: int, games: int, low: float, high: float) -> None:
    told = wilson(won / games, games)
    assert told.value == won / games
    assert (told.low, told.high) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_an_interval_holds_what_it_is_about(share: float) -> None:
    for trials in range(1, 200):
        told = wilson(share, trials)
        assert 0 <= told.low <= share <= told.high <= 1


def test_games_of_a_deal_that_end_alike_count_once() -> None:
    apart, together = Winnings.of([1, 0] * 50, 1), Winnings.of([4, 0] * 50, 4)
    assert together.share() == apart.share()


def test_deals_that_balance_out_are_not_taken_for_more_than_their_games() -> None:
    assert Winnings.of([1] * 20, 2).share() == wilson(0.5, 40)


def test_winning_everything_proves_no_more_than_the_deals_do() -> None:
    assert Winnings.of([4] * 5, 4).share() == wilson(1.0, 5)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Deals that favour one side or the other, four games on each."""
    rng = np.random.default_rng(7)
    truth = 0.3
    held = 0
    for _ in range(400):
        chances = rng.beta(3 * truth, 3 * (1 - truth), 60)
        told = Winnings.of(rng.binomial(4, chances).tolist(), 4).share()
        held += told.low <= truth <= told.high
    assert 0.92 < held / 400 < 0.98


def test_tallies_add_up() -> None:
    assert Winnings.of([1, 2], 3) + Winnings.of([0.5], 3) == Winnings.of([1, 2, 0.5], 3)


def test_what_changes_is_told_deal_by_deal() -> None:
    told = difference([0.5, 1.0, 0.5, 1.0], [0.25, 0.75, 0.25, 0.75])
    assert (told.value, told.low, told.high) == (0.25, 0.25, 0.25)
    alone = difference([1.0], [0.0])
    assert (alone.low, alone.high) == (0.0, 1.0)


def test_two_players_are_rated_by_the_odds() -> None:
    """Of very many games, the first wins ten in eleven: 400 points."""
    teams = np.array([[[1.0, 0.0], [0.0, 1.0]]])
    wins = np.array([[[10.0, 1.0]]] * 1000)
    strong, weak = ratings(teams, wins)
    assert strong.value - weak.value == pytest.approx(400, abs=1)
    assert strong.value + weak.value == pytest.approx(3000)


def test_a_made_up_ladder_is_found_again() -> None:
    """Four levels, three at each table, tables won by Luce's choice."""
    truth = np.array([0.0, 0.8, 1.4, 2.5])
    rng = np.random.default_rng(3)
    selections = [(0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1)]
    teams = np.array([[[float(bot == seat) for bot in range(4)] for seat in table] for table in selections])
    wins = np.zeros((1500, 4, 3))
    for number, table in enumerate(selections):
        chances = np.exp(truth[list(table)])
        wins[np.arange(1500), number, rng.choice(3, 1500, p=chances / chances.sum())] = 1.0
    told = ratings(teams, wins)
    expected = 1500 + ELO * (truth - truth.mean())
    assert all(one.low < rating < one.high for one, rating in zip(told, expected, strict=True))
    assert all(one.high - one.low < 60 for one in told)


def test_ratings_of_who_never_lost_are_finite_and_unsure() -> None:
    teams = np.array([[[1.0, 0.0], [0.0, 1.0]]])
    few, many = (ratings(teams, np.array([[[1.0, 0.0]]] * deals))[0] for deals in (5, 500))
    assert 1500 < few.value < many.value < 3000
    assert few.low < many.low
    assert many.high - many.low > 200


def test_partners_share_a_rating() -> None:
    """Who always plays together cannot be told apart."""
    teams = np.array([[[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]])
    first, second, other = ratings(teams, np.array([[[2.0, 1.0]]] * 50))
    assert first.value == pytest.approx(second.value)
    assert first.value > other.value


def test_games_that_are_alike_make_ratings_less_sure() -> None:
    teams = np.array([[[1.0, 0.0], [0.0, 1.0]]])
    apart = ratings(teams, np.array([[[1.0, 0.0]], [[0.0, 1.0]]] * 100))[0]
    together = ratings(teams, np.array([[[4.0, 0.0]], [[0.0, 4.0]]] * 25))[0]
    assert together.high - together.low > 1.8 * (apart.high - apart.low)
