"""Looking ahead: against plain recursion wherever that can go to the end, and within its budget everywhere."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.mono_line.tables import BOARD, WINDOW

from muscade.board import board_named
from muscade.games.mono_line.search import (
    WIN,
    Position,
    Reach,
    Search,
    after,
    as_mask,
    can_be_mirrored,
    is_sure,
    places_in,
    reach_on,
)

WINDOW_REACH = reach_on(board_named(WINDOW))
REACH = reach_on(BOARD)
EVERYWHERE = as_mask(range(len(BOARD.intersections)))
seeds = st.integers(0, 2**32)


@cache
def wins(position: Position, near: tuple[int, ...]) -> bool:
    """ML-4 word for word: can the player to move place so that the opponent cannot win?"""
    return position.my_pieces > 0 and any(
        not wins(after(position, place, near), near) for place in places_in(position.mine)
    )


def reachable(reach: Reach, pieces: int) -> set[Position]:
    """Every position that a game on a small board can come to."""
    start = as_mask(range(len(reach.near)))
    found = {Position(start, start, pieces, pieces)}
    waiting = list(found)
    while waiting:
        position = waiting.pop()
        if position.my_pieces:
            news = {after(position, place, reach.near) for place in places_in(position.mine)} - found
            found |= news
            waiting += news
    return found


def late_position(seed: int, open_to_each: int) -> Position:
    """A position of the whole board in which neither has more than so many places left."""
    rng = Random(seed)
    position = Position(EVERYWHERE, EVERYWHERE)
    while max(position.mine.bit_count(), position.yours.bit_count()) > open_to_each and position.mine:
        position = after(position, rng.choice(list(places_in(position.mine))), REACH.near)
    return position


@pytest.mark.clause("ML-2", "ML-4")
@pytest.mark.parametrize("pieces", [2, 3, 9])
def test_every_position_of_a_small_board_is_solved(pieces: int) -> None:
    for position in reachable(WINDOW_REACH, pieces):
        if not position.mine or not position.my_pieces:
            continue
        found = Search(WINDOW_REACH, 10_000).best(position, Random(0))
        expected = wins(position, WINDOW_REACH.near)
        assert found.worth == (WIN if expected else -WIN)
        if expected:
            assert not wins(after(position, found.place, WINDOW_REACH.near), WINDOW_REACH.near)


@given(seeds, st.sampled_from([1000, 6, 4]))
def test_the_end_of_a_great_game_is_solved(seed: int, pieces: int) -> None:
    position = late_position(seed, 11)._replace(my_pieces=pieces, your_pieces=pieces)
    if not position.mine:
        return
    found = Search(REACH, 50_000).best(position, Random(seed))
    assert found.worth == (WIN if wins(position, REACH.near) else -WIN)
    assert position.mine >> found.place & 1


def test_whoever_can_be_mirrored_loses() -> None:
    mirrored = 0
    for position in reachable(WINDOW_REACH, 9):
        for mine, yours in product(range(1, 5), repeat=2):
            limited = position._replace(my_pieces=mine, your_pieces=yours)
            if position.mine and can_be_mirrored(limited, WINDOW_REACH.mirrors):
                mirrored += 1
                assert not wins(limited, WINDOW_REACH.near)
    assert mirrored


def test_the_centre_wins_for_whoever_starts() -> None:
    """After a1 every open place has its opposite on no common line: half a turn about the centre answers everything."""
    found = Search(REACH, 0).best(Position(EVERYWHERE, EVERYWHERE), Random(0))
    assert (BOARD.intersections[found.place], found.worth) == ("a1", WIN)
    limited = Search(REACH, 0).best(Position(EVERYWHERE, EVERYWHERE, 20, 20), Random(0))
    assert not is_sure(limited.worth), "with twenty pieces whoever starts runs out of answers"


def test_whoever_is_mirrored_plays_on_as_well_as_possible() -> None:
    position = after(Position(EVERYWHERE, EVERYWHERE), 0, REACH.near)
    search = Search(REACH, 6_000)
    found = search.best(position, Random(0))
    assert found.worth == -WIN
    assert search.nodes == 6_001, "it went on looking"
    assert position.mine >> found.place & 1


def test_mirrors_are_their_own_opposites() -> None:
    assert len(REACH.mirrors) == 5, "half a turn, and four reflections"
    for mirror in REACH.mirrors:
        assert all(mirror.image[mirror.image[place]] == place for place in range(len(REACH.near)))
        for place in range(len(REACH.near)):
            assert mirror.blind >> place & 1 == REACH.near[place] >> mirror.image[place] & 1


@pytest.mark.parametrize("budget", [0, 1, 300])
def test_a_search_keeps_to_its_budget_and_repeats_itself(budget: int) -> None:
    position = late_position(5, 60)
    searches = [Search(REACH, budget) for _ in range(2)]
    one, other = (search.best(position, Random(1)) for search in searches)
    assert one == other
    assert searches[0].nodes == searches[1].nodes <= budget + 1
    assert position.mine >> one.place & 1


def test_it_looks_no_deeper_than_it_is_told() -> None:
    position = late_position(5, 60)
    shallow = Search(REACH, 10_000, max_depth=1)
    shallow.best(position, Random(1))
    assert shallow.nodes <= position.mine.bit_count()
