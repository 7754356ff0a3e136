"""What a position is worth is counted as one would count it with a finger on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from tests.games.groups_of_three.tables import GAME, placed

from muscade.board import CENTRE, EMPTY, standard_board
from muscade.games.groups_of_three import judge
from muscade.games.groups_of_three.course import FAR, moves
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.kernels.chance import chance_of
from muscade.kernels.primitives import room

BOARD = standard_board()


def positions(count: int) -> Iterator[GroupsOfThreeState]:
    rng = Random(4)
    state = GAME.new(4)
    for _ in range(count):
        for _ in range(9):
            [seat] = state.turn()
            state.play(seat, rng.choice(state.moves(seat)))
        yield state


def walked(goals: Sequence[int], tolls: Sequence[int]) -> list[int]:
    """The cheapest way to a goal from every space, found by trying every step again and again."""
    found = [0 if space in goals else FAR for space in range(len(tolls))]
    for _ in range(20):
        for here in range(1, len(found)):
            for there in BOARD.space_neighbours[here]:
                if there != CENTRE or CENTRE in goals:
                    found[here] = min(found[here], found[there] + 1 + tolls[there])
    return found


REACH = {group: walked(group, [0] * len(BOARD.spaces)) for group in BOARD.groups}
"""How far each group is from every space of an empty board."""


def own(state: GroupsOfThreeState, place: int) -> list[int]:
    return [space for space, holder in enumerate(state.cells) if holder == place]


def way_in(state: GroupsOfThreeState, place: int, pieces: Sequence[int]) -> int:
    """What the way to the next addition costs: to a group, and from that group's spaces home."""
    best = judge.STEP * FAR
    for group, reach in REACH.items():
        others = sum(state.cells[space] not in (EMPTY, place) for space in group)
        nearest = sorted([reach[space] for space in pieces] + [FAR, FAR])
        steps = nearest[0] if others else nearest[0] + nearest[1]
        if others < 2:
            depth = sum(BOARD.steps[space] for space in group)
            best = min(best, judge.PER_STEP * max(1, steps) + judge.PER_DEPTH * depth)
    return best


def test_the_way_home_goes_around_others_or_waits_for_them() -> None:
    for state in positions(12):
        for place in range(4):
            tolls = [judge.TOLL * (holder not in (EMPTY, place)) for holder in state.cells]
            found = room(len(state.cells))
            judge.ways_home(state.setting, state.table, place, judge.TOLL, found)
            assert list(found) == walked([CENTRE], tolls)


def test_the_next_addition_is_where_the_way_is_shortest() -> None:
    near = room(judge.NEAR)
    for state in positions(30):
        setting, table = state.setting, state.table
        for place in range(4):
            pieces = own(state, place)
            expected = way_in(state, place, pieces)
            assert judge.next_addition(setting, table, place, judge.PER_STEP, judge.PER_DEPTH) == expected
            count = judge.nearest(setting, table, place, near)
            assert judge.next_after(setting, near, count, CENTRE, CENTRE) == expected
            for origin in pieces:
                for target in BOARD.space_neighbours[origin]:
                    if state.cells[target] == EMPTY:
                        moved = [space for space in (*pieces, target) if space not in (origin, CENTRE)]
                        stepped = judge.next_after(setting, near, count, origin, target)
                        assert stepped == way_in(state, place, moved)


def test_chances_add_up_to_one() -> None:
    codes = room(64)
    for state in positions(60):
        before = state.table.copy()
        shares, weights = [0.0] * 4, [0.0] * 64
        judge.evaluate(state.setting, state.table, chance_of(1), shares)
        assert sum(shares) == pytest.approx(1)
        if state.phase == "act":
            count = moves(state.setting, state.table, state.active, codes)
            judge.priors(state.setting, state.table, state.active, codes, count, weights)
            assert sum(weights[:count]) == pytest.approx(1)
            assert min(weights[:count]) > 0
        assert state.table == before, "looking changes nothing"


def test_who_is_ahead_has_better_chances() -> None:
    pieces = "black 3.1 4.1 5.1, white 3.2 4.2 5.3, red 8.13 7.4 7.5, blue 8.15 7.6 7.7"
    shares = [0.0] * 4
    state = placed(pieces, "", home="black 7, white 6, red 1")
    judge.evaluate(state.setting, state.table, chance_of(1), shares)
    assert shares[0] > shares[1] > shares[2] > shares[3]
