"""A memory that goes on with the game knows what one that reads it all again would know."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.ptipasspass.tables import GAME, place_all, table

from muscade import NATURE
from muscade.games.ptipasspass.cups import layout_of
from muscade.games.ptipasspass.memory import Memory, memory_of
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.tokens import laid_of
from muscade.games.ptipasspass.unseen import Worlds
from muscade.games.ptipasspass.view import PtiPassPassView


def read_again(view: PtiPassPassView) -> Memory:
    cups = layout_of(view.seats, view.options)
    memory = Memory(laid_of(view.seats, len(cups.names), view.options), cups)
    for event in view.history:
        memory.read(event)
    return memory


def narrowed(worlds: Worlds) -> list[list[int]]:
    """All that narrowing found out: colours of tokens, and piles from which each pool can go on to the end."""
    return [worlds.domains, *(walk.good for walk in worlds._walks)]


def play_on(state: PtiPassPassState, rng: Random) -> None:
    seat = rng.choice(state.turn())
    state.play(seat, GAME.draw(state, rng) if seat == NATURE else rng.choice(state.moves(seat)))


@pytest.mark.parametrize("seed", range(4))
def test_reading_on_is_reading_again(seed: int) -> None:
    rng = Random(seed)
    state: PtiPassPassState = GAME.new(rng.choice([3, 4, 5, 6]))
    for made in range(250):
        play_on(state, rng)
        if not state.turn():
            break
        view = state.view(rng.choice([None, 0, 1]))
        if rng.random() < 0.3:  # not always as far behind
            kept, again = memory_of(view), read_again(view)
            assert kept is memory_of(view)
            assert (kept.moves, kept.account.steps, kept.account.pending, kept.account.placed) == (
                again.moves,
                again.account.steps,
                again.account.pending,
                again.account.placed,
            )
            assert narrowed(kept.worlds) == narrowed(Worlds(again.account))
            if made % 20 == 0:
                assert kept.imagine(Random(made)) == again.imagine(Random(made))


def test_rounds_that_are_over_are_imagined_anew_each_time() -> None:
    """A void one (PT-19), of which the viewer knows only who put tokens where."""
    rng = Random(1)
    state = place_all(table(3), "a1 c3 c3", "b2 b2 b2", "b2 b2 b2")
    over = len(state.history)
    assert state.table.round == 2
    for _ in range(30):
        play_on(state, rng)
    view = state.view(0)
    imagined = [GAME.imagine(view, Random(seed)) for seed in range(30)]
    assert all(world.view(0) == view for world in imagined)
    assert len({tuple(world.history[:over]) for world in imagined}) > 1


def test_looking_back_spoils_nothing() -> None:
    rng = Random(3)
    state = table(4)
    for _ in range(40):
        play_on(state, rng)
    early = state.view(1)
    for _ in range(40):
        play_on(state, rng)
    late = state.view(1)
    kept = memory_of(late)
    assert memory_of(early) is not kept
    assert memory_of(early).count == len(early.history)
    assert memory_of(late) is kept
    assert memory_of(state.copy().view(1)) is not kept
