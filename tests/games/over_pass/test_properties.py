"""What holds in every game of Over-Pass, and the quick law against the plain one."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.over_pass.reference import PlainTable
from tests.games.over_pass.tables import GAME, NATURE, begun, lay, offered, play

from muscade import IllegalMove, Move
from muscade.board import CENTRE, standard_board
from muscade.board.moves import END
from muscade.games.over_pass import centre, rules
from muscade.games.over_pass.actions import KINDS, OVER_PASS, SIGHT, find_targets, side_of
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.course import setting_of, table_with
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.over_pass.state import OverPassState
from muscade.kernels.primitives import room
from muscade.kernels.sets import contains, joined

BOARD = standard_board()
FACTS = facts_of(BOARD)
NAMES = BOARD.intersections
SETTING = setting_of(4, GAME.settle_options(4, {}))
seeds = st.integers(0, 2**32)


def random_states(seats: int, seed: int, turns: int) -> list[OverPassState]:
    """A random game, at each moment somebody is to act."""
    rng = random.Random(seed)
    state, states = GAME.new(seats), []
    while state.table.turns < turns and state.turn():
        if state.turn() == (NATURE,):
            state.play(NATURE, GAME.draw(state, rng))
        else:
            states.append(state.copy())
            state.play(state.active, rng.choice(state.moves(state.active)))
    return states


def thrown(rng: random.Random, places: int, pieces: int, colours: list[int], roll: str) -> OverPassState:
    """Pieces thrown on the first so many intersections, and a roll."""
    state = begun(4)
    cells = [-1] * len(NAMES)
    for place in rng.sample(range(places), pieces):
        cells[place] = rng.choice(colours)
    lay(state, cells, place=rng.randrange(4), reserves=[rng.choice((0, 3))] * 4)
    return play(state, f"roll {roll}")


@pytest.mark.clause("OP-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@given(seed=seeds)
def test_no_piece_is_ever_lost(seats: int, seed: int) -> None:
    for state in random_states(seats, seed, 30):
        for place in range(len(state.colours)):
            assert state.cells.count(place) + state.table.reserves[place] + state.homes[place] == 10
        assert state.table.left <= 12


@pytest.mark.clause("OP-6")
@given(seed=seeds)
def test_the_centre_is_empty_after_every_turn(seed: int) -> None:
    turns = 0
    for state in random_states(3, seed, 30):
        if state.table.turns != turns:
            turns = state.table.turns
            assert state.cells[0] in (-1, state.table.place), "only what has just been entered"


@pytest.mark.clause("OP-9")
@given(seed=seeds, pieces=st.integers(2, 14), places=st.sampled_from([20, 40, 93]))
def test_runs_are_those_that_following_every_path_finds(seed: int, pieces: int, places: int) -> None:
    rng = random.Random(seed)
    start = rng.choice((0, len(NAMES) - places))
    cells = [-1] * len(NAMES)
    for place in rng.sample(range(start, start + places), pieces):
        cells[place] = rng.choice((0, 1, 2, 3, 3))
    plain = PlainTable(BOARD, {NAMES[k]: c for k, c in enumerate(cells) if c >= 0}, 2, 0, {0}, leaving=True)
    table, sight, found = table_with(cells, left=2), room(SIGHT), room(KINDS * SETTING.words)
    for place, colour in enumerate(cells):
        if colour < 0:
            continue
        find_targets(SETTING, table, side_of(SETTING, table, place), place, sight, found)
        runs = found[OVER_PASS * SETTING.words : (OVER_PASS + 1) * SETTING.words]
        targets = {NAMES[target] for target in range(len(cells)) if contains(runs, target)}
        assert targets == plain.runs(NAMES[place])
        assert targets == {
            NAMES[target]
            for target in range(len(cells))
            if rules.may_over_pass(FACTS.plan, cells, place, target)
        }, "the same law on cells"
        ground = FACTS.plan.ring if place in BOARD.exits else FACTS.plan.neighbours
        before = rules.ways_from(cells, ground, place, colour)
        for target in targets:
            way = rules.way_to(before, NAMES.index(target))
            assert way
            assert all(cells[passed] not in (-1, colour) for passed in way)
            steps = [place, *way, NAMES.index(target)]
            assert all(there in ground[here] for here, there in pairwise(steps))


@pytest.mark.clause("OP-10")
def test_who_may_swap_is_what_the_lines_say() -> None:
    plain = PlainTable(BOARD, dict.fromkeys(NAMES, 0), 2, 0, {0}, leaving=True)
    for one in range(len(NAMES)):
        plain.pieces[NAMES[one]] = 1
        for other in range(len(NAMES)):
            if other != one:
                swappable = plain.swappable(NAMES[one], NAMES[other])
                assert rules.may_swap(FACTS.plan, one, other) == swappable
                assert joined(SETTING.partners, one, other) == (swappable and one < other)
        plain.pieces[NAMES[one]] = 0


@pytest.mark.clause("OP-6", "OP-7", "OP-8", "OP-9", "OP-10", "OP-11", "OP-12")
@given(seed=seeds)
def test_what_is_offered_is_what_the_plain_law_allows(seed: int) -> None:
    states = random_states(2 + seed % 3, seed, 8)
    for state in random.Random(seed).sample(states, min(4, len(states))):
        if state.cells.count(-1) > len(NAMES) - 15:
            assert offered(state) == PlainTable.of(state).legal()


@pytest.mark.clause("OP-8", "OP-9", "OP-12")
@pytest.mark.parametrize("seats", [2, 4])
@given(seed=seeds)
def test_what_is_offered_around_the_perimeter_is_what_the_plain_law_allows(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state = begun(seats)
    cells = [-1] * len(NAMES)
    for place in rng.sample(BOARD.perimeter, 12):
        cells[place] = rng.randrange(4)
    lay(state, cells, place=rng.randrange(4), reserves=[rng.choice((0, 3))] * 4)
    play(state, rng.choice(("roll 1 2", "roll 1 3")))
    if state.phase == "act":
        assert offered(state) == PlainTable.of(state).legal()


@pytest.mark.clause("OP-6")
@pytest.mark.parametrize("roll", ["1 1", "1 2", "2 2", "2 3"])
@given(seed=seeds)
def test_the_centre_among_a_crowd(roll: str, seed: int) -> None:
    """Mostly black, close around the centre: often it cannot be emptied, or only just."""
    rng = random.Random(seed)
    state = thrown(rng, 14, rng.randrange(6, 11), [0, 0, 0, 0, 0, rng.randrange(1, 4)], roll)
    if state.phase == "act":
        assert offered(state) == PlainTable.of(state).legal()


@pytest.mark.clause("OP-6")
@pytest.mark.parametrize("roll", ["1 1", "1 2"])
@given(seed=seeds)
def test_a_single_way_off_the_centre_is_kept_open(roll: str, seed: int) -> None:
    """Black can run off the centre over one piece only, to one place only; others may want to go there, or take the piece."""
    rng = random.Random(seed)
    cells = [-1] * len(NAMES)
    cells[CENTRE] = 0
    over = rng.choice(BOARD.neighbours[CENTRE])
    around = [place for place in BOARD.neighbours[over] if place != CENTRE]
    landing = rng.choice(around)
    for place in {*around, *BOARD.neighbours[CENTRE]} - {landing}:
        cells[place] = 0
    cells[over] = 1
    beyond = [place for near in BOARD.neighbours[landing] for place in (near, *BOARD.neighbours[near])]
    for place in rng.sample(sorted(set(beyond)), 3):
        if cells[place] == -1 and place != landing:
            cells[place] = rng.randrange(4)
    state = begun(4)
    lay(state, cells, place=rng.randrange(4), reserves=[rng.choice((0, 3))] * 4)
    play(state, f"roll {roll}")
    assert offered(state) == PlainTable.of(state).legal()


@pytest.mark.clause("OP-6")
@given(seed=seeds, left=st.integers(1, 5))
def test_enclosed_runs_too(seed: int, left: int) -> None:
    """One foreign piece next to the centre, walled in by the colour on the centre."""
    rng = random.Random(seed)
    cells = [-1] * len(NAMES)
    for name in ["a1", "b2", "b3", "b4", "c1", "c2", "c8"]:
        cells[NAMES.index(name)] = 0
    cells[NAMES.index("b1")] = 1
    for place in rng.sample([NAMES.index(name) for name in ("c3", "c7", "d1", "d8", "e1", "k1", "j1")], 3):
        cells[place] = rng.randrange(4)
    if rng.random() < 0.5:
        cells[NAMES.index("c1")] = -1 if rng.random() < 0.2 else 2
        cells[NAMES.index("d1")] = cells[NAMES.index("d8")] = 0
    colour, leaving = rng.randrange(4), rng.random() < 0.5
    seats = rng.choice((2, 4))
    own = {colour, (colour + seats) % 4}
    pieces = {NAMES[place]: piece for place, piece in enumerate(cells) if piece >= 0}
    plain = PlainTable(BOARD, pieces, left, colour, own, leaving)
    dice = (1, 1) if leaving else (1, 2)
    table = table_with(cells, place=colour, left=left, dice=dice, reserves=[1, 0, 0, 0])
    before = table.copy()
    setting = setting_of(seats, GAME.settle_options(seats, {}))
    assert centre.can_be_cleared(setting, table) == plain.in_order()
    assert table == before


def every_move() -> list[Move]:
    """Whatever can be written down about the board."""
    return [
        *(kind(one, other) for kind in (OverPass, Slide) for one in NAMES for other in NAMES),
        *(Swap(one, other) for k, one in enumerate(NAMES) for other in NAMES[k:]),
        *map(Exit, NAMES),
        END,
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_offered_is_accepted_and_everything_else_refused(seats: int) -> None:
    moves = every_move()
    states = random_states(seats, seats, 30)
    for state in (states[0], states[len(states) // 2], states[-1]):
        seat = state.active
        listed = set(state.moves(seat))
        assert len(listed) == len(state.moves(seat))
        accepted = set()
        for move in moves:
            if move in listed:
                twin = state.copy()
                twin.play(seat, move)
                accepted.add(move)
                assert twin.history == [*state.history, (seat, move)]
            else:
                with pytest.raises(IllegalMove):
                    state.play(seat, move)
        assert accepted == listed
        assert state.history == state.copy().history


@given(seed=seeds)
def test_taking_everything_back_leads_to_the_roll_again(seed: int) -> None:
    rng = random.Random(seed)
    state = rng.choice(random_states(4, seed, 20))
    while state.view(None).undo:
        play(state, "undo")
    first, done = state.table.copy(), 0
    turns = state.table.turns
    while state.turn() == (state.active,) and state.table.turns == turns:
        last = state.copy()
        state.play(state.active, rng.choice(state.moves(state.active)))
        done += 1
    for _ in range(done - 1):
        play(last, "undo")
    assert last.table == first
    assert not last.view(None).undo
