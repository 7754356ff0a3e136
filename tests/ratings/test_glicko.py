"""Glicko-2 against its published example, and what games of several parties make of it."""

from __future__ import annotations

import pytest

from muscade.core import Outcome
from muscade.ratings import NEWCOMER, Played, Rating, Result, after_game, aged, parties_in_order, update

SURE = Rating(1500, 60, 0.06)


def test_the_published_example() -> None:
    """Glickman, "Example of the Glicko-2 system": his intermediate values are rounded to four digits."""
    results = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    after = update(Rating(1500, 200, 0.06), results)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_a_rating_swing_more() -> None:
    usual = update(SURE, [Result(1500, 60, 1)])
    astonishing = update(Rating(1500, 200, 0.06), [Result(2300, 30, 1)] * 3)
    assert astonishing.volatility > usual.volatility
    assert SURE.value < usual.value < astonishing.value


def test_who_stays_away_is_less_sure_but_never_less_than_a_newcomer() -> None:
    assert SURE.deviation < aged(SURE, 10).deviation < aged(SURE, 100).deviation
    assert aged(SURE, 1e9) == SURE._replace(deviation=NEWCOMER.deviation)
    assert update(SURE, [], periods=3) == aged(SURE, 3)


def rate(players: str, places: list[int], ratings: dict[str, Rating] | None = None) -> dict[str, Rating]:
    seats = [Played(party, place) for party, place in enumerate(places)]
    return after_game(
        players, seats, dict.fromkeys(players, SURE) | (ratings or {}), dict.fromkeys(players, 1)
    )


def test_two_players_are_glicko_as_it_stands() -> None:
    after = rate("ab", [1, 2])
    assert after["a"] == update(SURE, [Result(1500, 60, 1)])
    assert after["b"] == update(SURE, [Result(1500, 60, 0)])
    assert rate("ab", [1, 1])["a"] == update(SURE, [Result(1500, 60, 0.5)])


def test_several_players_are_every_two_of_them_against_ratings_from_before() -> None:
    after = rate("abc", [1, 2, 3])
    assert after["a"] == update(SURE, [Result(1500, 60, 1)] * 2)
    assert after["b"] == update(SURE, [Result(1500, 60, 1), Result(1500, 60, 0)])
    # Whoever sits where: the order of seats decides nothing.
    assert rate("cab", [3, 1, 2]) == after


def test_a_team_is_its_members_together() -> None:
    strong = Rating(1700, 60, 0.06)
    seats = [Played(0, 1), Played(1, 2), Played(0, 1), Played(1, 2)]
    ratings = {"a": strong, "b": SURE, "c": SURE, "d": SURE}
    after = after_game("abcd", seats, ratings, dict.fromkeys("abcd", 1))
    # The better one's partner gains just as much: their side was the favourite by as much.
    gains = {player: after[player].value - ratings[player].value for player in "abcd"}
    assert gains["a"] == pytest.approx(gains["c"])
    assert gains["b"] == pytest.approx(gains["d"])
    assert 0 < gains["a"] < rate("ab", [1, 2])["a"].value - SURE.value
    # What is not known about a partner makes one's own result say less.
    unsure = after_game("abcd", seats, ratings | {"a": NEWCOMER}, dict.fromkeys("abcd", 1))
    assert unsure["c"].deviation > after["c"].deviation


def test_a_kind_of_bot_in_two_seats_has_both_results_and_none_against_itself() -> None:
    after = rate("abb", [2, 1, 3])
    assert after["b"] == update(SURE, [Result(1500, 60, 1), Result(1500, 60, 0)])
    assert after["a"] == update(SURE, [Result(1500, 60, 0), Result(1500, 60, 1)])


def test_whoever_leaves_has_lost_and_what_a_bot_made_of_the_rest_counts_for_nothing() -> None:
    outcome = Outcome((0,), (9, 5, 7), "points")
    seats = parties_in_order(outcome, (0, 1, 2), out={2})
    assert [seat.place for seat in seats] == [1, 2, 3]
    after = after_game("abc", seats, dict.fromkeys("abc", SURE), dict.fromkeys("abc", 1))
    assert after["a"] == after["b"] == update(SURE, [Result(1500, 60, 1)])
    assert after["c"] == update(SURE, [Result(1500, 60, 0)] * 2)


def test_places_of_teams_and_of_those_who_share_them() -> None:
    teams = (0, 1, 2, 0, 1, 2)
    outcome = Outcome((1, 4), (10, 20, 10, 10, 20, 10), "points", teams)
    assert [seat.place for seat in parties_in_order(outcome, teams)] == [2, 1, 2, 2, 1, 2]
    # One of a team who has left alone leaves the team in the game.
    assert not parties_in_order(outcome, teams, out={0})[0].left
