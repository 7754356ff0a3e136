"""The kernel and the object API side by side, and what is built on the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.passe_eclair.tables import GAME
from tests.kernels.both import MANY, play_both

from muscade import NATURE, Match, Move, Text
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.games.passe_eclair.ticks import tick
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games
from muscade.kernels.chance import below, chance_of

FEW_FACES = "090000090000090000099000096"
"""Only five passes, of which there are many: hands with cards alike, and dogs and Michis in numbers."""
FOOTBALLERS = "987654321/LMRFVLMRF"

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"coach": 1}),
    (4, {"tokens": FOOTBALLERS}),
    (2, {"referee": "players", "cards": FEW_FACES}),
    (3, {"referee": "players", "tokens": FOOTBALLERS}),
    (4, {"cards": FEW_FACES, "coach": 3}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_same_games_in_both(seats: int, options: dict[str, Any]) -> None:
    for seed in range(MANY):
        assert play_both(GAME, seats, options, seed) > 100


@pytest.mark.parametrize("referee", ["software", "players"])
@pytest.mark.clause("ES-11", "ES-12")
def test_mistakes_have_the_same_consequences_in_both(referee: str) -> None:
    """Every third deed is wrong, so that penalties use up the pile, the box and the middle."""
    for seed in range(2 * MANY):
        seats = 2 + seed % 3
        kernel = kernel_of(GAME, seats, {"referee": referee})
        state, numbers = GAME.new(seats, referee=referee), kernel.start.copy()
        rng, chance = Random(seed), chance_of(seed)
        for _ in range(500):
            np.testing.assert_array_equal(kernel.flatten(state), numbers)
            acting = state.turn()
            if not acting:
                break
            if acting == (NATURE,):
                before = numbers.copy()
                kernel.functions.draw(kernel.ground, numbers, chance)
                state.play(NATURE, kernel.nature(before, numbers))
                continue
            seat = rng.choice(acting)
            wrong = state.mistakes(seat) if rng.random() < 0.3 else ()
            move = rng.choice(wrong or state.moves(seat))
            code = kernel.code(numbers, move)
            assert kernel.move(numbers, code) == move
            state.play(seat, move)
            kernel.functions.play(kernel.ground, numbers, seat, code)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_batch_is_the_same_for_any_number_of_threads(seats: int) -> None:
    kernel = kernel_of(GAME, seats)
    alone = random_games(kernel, 5, 30)
    for threads in (2, 3):
        together = random_games(kernel, 5, 30, threads)
        np.testing.assert_array_equal(alone.moves, together.moves)
        np.testing.assert_array_equal(alone.rewards, together.rewards)
    np.testing.assert_allclose(alone.rewards.sum(axis=1), 1)
    for number in (0, 29):
        assert alone.moves[number] == _stepwise(kernel, 5, number)


def _stepwise(kernel: Any, seed: int, number: int) -> int:
    """A game of a batch through the kernel's functions, one by one."""
    from muscade.kernels.batches import one_of
    from muscade.kernels.kernel import NATURE_BIT

    functions, ground, state = kernel.functions, kernel.ground, kernel.start.copy()
    chance, codes, made = chance_of(seed, number), np.empty(kernel.widest, np.int64), 0
    while mask := functions.turn(ground, state):
        if mask == NATURE_BIT:
            functions.draw(ground, state, chance)
            continue
        seat = one_of(mask, chance)
        count = functions.moves(ground, state, seat, codes)
        functions.play(ground, state, seat, codes[below(chance, count) if count > 1 else 0])
        made += 1
    return made


# ---------------------------------------------------------------- ticks


class KernelMatch(Match):
    """A match whose chance is the kernel's."""

    def __init__(self, seats: int, chance: Any, **options: Any) -> None:
        self.chance = chance
        self.kernel = kernel_of(GAME, seats, options)
        super().__init__(GAME, seats, seed="ticks", clock=lambda: 0, **options)

    def draw(self) -> Move:
        assert isinstance(self.state, PasseEclairState)
        before = self.kernel.flatten(self.state)
        after = before.copy()
        self.kernel.functions.draw(self.kernel.ground, after, self.chance)
        return self.kernel.nature(before, after)


class KernelRandom(Random):
    """Draws the next to arrive as the kernel does."""

    def __init__(self, chance: Any) -> None:
        super().__init__(1)
        self.chance = chance

    def choices(self, population: Sequence[Any], *_weights: Any, **_more: Any) -> list[Any]:
        return [population[below(self.chance, len(population)) if len(population) > 1 else 0]]


class KernelBot:
    """Chooses as the kernel does."""

    title = Text("kernel", "noyau")
    speed = 1.0

    def __init__(self, match: KernelMatch) -> None:
        self.match = match

    def delay(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> float:
        return 0.0

    def choose(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> Move:
        kernel, codes = self.match.kernel, np.empty(self.match.kernel.widest, np.int64)
        assert view.seat is not None
        assert isinstance(self.match.state, PasseEclairState)
        numbers = kernel.flatten(self.match.state)
        count = kernel.functions.moves(kernel.ground, numbers, view.seat, codes)
        return kernel.move(numbers, int(codes[below(self.match.chance, count) if count > 1 else 0]))


@pytest.mark.clause("ES-20", "ES-9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ticks_in_both(seats: int) -> None:
    """Whole games: the same choices in the same order have the same consequences, and chance is used alike."""
    from muscade.games.passe_eclair.tick_games import SEATS, tick_games
    from muscade.games.passe_eclair.tick_games import tick as compiled_tick

    batch = tick_games(kernel_of(GAME, seats), 7, MANY)
    for number in range(MANY):
        match = KernelMatch(seats, chance_of(7, number))
        bots, rng = [KernelBot(match)] * seats, KernelRandom(match.chance)
        chance, choices, in_time = match.chance.copy(), 0, 0
        numbers, scratch = match.kernel.flatten(match.state), np.empty(64, np.int64)
        while match.state.turn():
            told = tick(match, bots, rng)
            counted = compiled_tick(match.kernel.ground, numbers, scratch, chance)
            assert (len(told), sum(ok for *_, ok in told)) == (counted % (SEATS + 1), counted // (SEATS + 1))
            np.testing.assert_array_equal(match.kernel.flatten(match.state), numbers)
            assert chance[0] == match.chance[0]
            choices += len(told)
            in_time += sum(ok for *_, ok in told)
        assert (choices, in_time) == (batch.choices[number], batch.in_time[number])
        outcome = match.state.outcome()
        assert outcome is not None
        assert outcome.winners == tuple(np.flatnonzero(batch.rewards[number]))


@pytest.mark.clause("ES-20")
def test_ticks_are_the_same_for_any_number_of_threads() -> None:
    from muscade.games.passe_eclair.tick_games import tick_games

    kernel = kernel_of(GAME, 3)
    alone, together = tick_games(kernel, 3, 20), tick_games(kernel, 3, 20, threads=3)
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)
    with pytest.raises(ValueError, match="-1 games"):
        tick_games(kernel, 3, -1)
