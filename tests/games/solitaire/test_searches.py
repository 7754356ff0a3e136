"""The compiled searches lose no move on the way through their words, on boards as full as can be."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from muscade.board import COLOURS, EMPTY, standard_board
from muscade.games.full_house.game import GAME as FULL_HOUSE
from muscade.games.full_house.search import ENDLESS, House
from muscade.games.full_house.state import FullHouseState
from muscade.games.groups_of_three.moves import Step
from muscade.games.over_pass_spiral.game import GAME as OVER_PASS_SPIRAL
from muscade.games.over_pass_spiral.search import CODE, Spiral
from muscade.games.solitaire.moves import STOP
from muscade.games.solitaire.setup import write_position
from muscade.games.solitaire.view import PuzzlePiece
from muscade.games.twisted_jumps.game import GAME as TWISTED_JUMPS
from muscade.games.twisted_jumps.search import MOVER, Layers
from muscade.solvers import Search
from muscade.solvers.place_sets import places_of

BOARD = standard_board()
SEEDS = range(12)


def search(game: str) -> Search:
    return Search(game, 100, None)


@pytest.mark.clause("SP-3")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_over_pass_of_the_spiral(seed: int) -> None:
    """Exits too, from which a piece runs along the perimeter."""
    rng = Random(seed)
    count = rng.randrange(10, 41)
    places = rng.sample(range(len(BOARD.intersections)), count)
    if seed % 2:
        places = list(dict.fromkeys([*BOARD.perimeter[: count // 2], *places]))[:count]
    pieces = [PuzzlePiece(BOARD.intersections[place], COLOURS[k % 4]) for k, place in enumerate(places)]
    state = OVER_PASS_SPIRAL.new(1, position=write_position(pieces))
    spiral = Spiral(state, search("over-pass-spiral"))
    before = spiral.start.tolist()
    found = [state.move_of(int(option[CODE])) for option in spiral.options(spiral.start)]
    assert [*found, STOP] == list(state.moves(0))
    assert spiral.start.tolist() == before == list(state.table.numbers), "looking changes nothing"


@pytest.mark.clause("SP-2")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_jump_of_twisted_jumps(seed: int) -> None:
    """The first layer holds what one chain can lead to; its first jumps are those of the rules."""
    rng = Random(seed)
    places = rng.sample(range(len(BOARD.intersections)), rng.randrange(8, 16))
    state = TWISTED_JUMPS.new(1, position=" ".join(BOARD.intersections[place] for place in places))
    layers = Layers(state, search("twisted-jumps"))
    layers.run(np.zeros(1, np.int64), "one move")
    first = {
        (int(low), int(high) & (1 << MOVER) - 1)
        for low, high, parent, _ in layers.pool.nodes[1 : layers.pool.count]
        if parent == 0
    }
    expected = set()
    for move in state.moves(0):
        if move != STOP:
            after = state.copy()
            after.play(0, move)
            expected.add(tuple(place for place, piece in enumerate(after.cells) if piece != EMPTY))
    assert {tuple(places_of(*words)) for words in first} == expected


@pytest.mark.clause("SP-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_step_of_full_house_with_all_it_may_add(seed: int) -> None:
    rng = Random(seed)
    resting = [space for space in range(1, len(BOARD.spaces)) if space not in BOARD.transit]
    places = rng.sample(resting, rng.randrange(3, 36))
    state = FULL_HOUSE.new(1, position=" ".join(BOARD.spaces[place] for place in places))
    # A target out of reach of one step, no bound, and no time for a second step: nothing is left out.
    run = House(state).run(Search("full-house", 0, None), ENDLESS, ENDLESS, 0)
    found = {tuple(places_of(int(low), int(high))) for low, high, *_ in run.pool.nodes[1 : run.pool.count]}
    expected = set()
    for move in state.moves(0):
        if not isinstance(move, Step):
            continue
        after = state.copy()
        after.play(0, move)
        pieces = pieces_of(after)
        for count in range(len(after.open) + 1):
            expected |= {tuple(sorted((*pieces, *added))) for added in combinations(after.open, count)}
    assert found == expected


def pieces_of(state: FullHouseState) -> list[int]:
    return [space for space, piece in enumerate(state.cells) if piece != EMPTY]
