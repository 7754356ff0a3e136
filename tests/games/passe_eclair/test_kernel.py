"""The kernel and the object API side by side, and what is built on the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from muscade.games.passe_eclair.numbers import (
    BOX,
    FIGURES,
    GOALS,
    HANDS,
    KINDS,
    MIDDLE,
    PILE,
    SIZES,
    SUPPLIES,
)
from tests.games.passe_eclair.tables import GAME, last_cards, run, table
from tests.kernels.both import MANY, play_both

from muscade import NATURE, Match, Move, Text
from muscade.bots import Bot
from muscade.bots.ticks import tick
from muscade.games.passe_eclair.cards import card_number, deck
from muscade.games.passe_eclair.rules import CARDS, FACES
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels import kernel_of, prepare
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
        functions = match.kernel.functions[:4]
        while match.state.turn():
            told = tick(match, bots, rng)
            counted = compiled_tick(*functions, match.kernel.ground, numbers, scratch, chance)
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


# ---------------------------------------------------------------- looking ahead


@pytest.fixture(scope="module")
def expert() -> Bot:
    assert prepare(GAME)
    return GAME.bots()["expert"]


def choice(bot: Bot, state: PasseEclairState, seat: int, seed: int = 1) -> str:
    return str(bot.choose(state.view(seat), state.moves(seat), Random(seed)))


def test_the_expert_lays_its_last_card(expert: Bot) -> None:
    state = last_cards("socke", "V>R", "F>R")
    assert choice(expert, state, 0) == f"socke on {state.table.number}"


@pytest.mark.clause("ES-8")
def test_the_expert_takes_a_hand_that_is_nearly_empty(expert: Bot) -> None:
    state = last_cards("V>M", "V>R", "socke michi F>V F>R V>F R>F R>V")
    run(state, "2 socke")
    assert choice(expert, state, 2).startswith("michi")


def _games_under_way(seats: int, steps: int) -> Iterator[PasseEclairState]:
    """Tables in the middle of games with mistakes, one a seed."""
    for seed in range(4 * MANY):
        rng = Random(seed)
        match = Match(GAME, seats, seed=seed, clock=lambda: 0)
        for _ in range(steps):
            seat = rng.choice(match.state.turn())
            wrong = match.state.mistakes(seat) if rng.random() < 0.1 else ()
            match.play(seat, rng.choice(wrong or match.state.moves(seat)))
        assert isinstance(match.state, PasseEclairState)
        yield match.state


@pytest.mark.clause("ES-21")
@pytest.mark.parametrize(("seats", "steps"), [(2, 30), (3, 60), (4, 150)])
def test_worlds_agree_with_what_the_seat_sees(seats: int, steps: int) -> None:
    """Its own cards and tokens, everybody's number of cards, the box and the middle; and no card twice."""
    kernel = kernel_of(GAME, seats)
    for state in _games_under_way(seats, steps):
        for seat in range(seats):
            truth = kernel.flatten(state)
            own = slice(HANDS + CARDS * seat, HANDS + CARDS * (seat + 1))
            for world in kernel.worlds(state.view(seat), Random(seat), 5):
                for seen in (slice(0, FIGURES), own, slice(BOX, HANDS), GOALS + seat):
                    np.testing.assert_array_equal(world[seen], truth[seen])
                assert _all_cards(world, seats) == Counter(deck("standard"))
                assert _all_tokens(world) == _all_tokens(truth)


def _all_cards(numbers: Any, seats: int) -> Counter[int]:
    cards: Counter[int] = Counter()
    for start in (PILE, BOX, MIDDLE):
        cards.update({face: int(numbers[start + face]) for face in range(FACES)})
    for seat in range(seats):
        row = HANDS + CARDS * seat
        cards.update(numbers[row : row + numbers[SIZES + seat]].tolist())
    return cards


def _all_tokens(numbers: Any) -> int:
    """Goals, in hand and to come."""
    supply = numbers[SUPPLIES : SUPPLIES + KINDS] + numbers[SUPPLIES + KINDS : SUPPLIES + 2 * KINDS]
    return int(numbers[GOALS : GOALS + 4].sum() + (supply * [*[0] * 5, *range(1, 10)]).sum())


@pytest.mark.clause("ES-21")
def test_what_the_expert_cannot_see_does_not_change_its_choice(expert: Bot) -> None:
    """Another world with the same view: the same choice."""
    rng = Random(5)
    for state in _games_under_way(3, 70):
        seat = state.turn()[0]
        other = GAME.imagine(state.view(seat), rng)
        assert choice(expert, state, seat) == choice(expert, other, seat)


@pytest.mark.clause("ES-8", "ES-21")
def test_a_hand_given_away_is_remembered() -> None:
    state = table("V>L", "socke michi V>M V>R V>F R>V R>L", "L>M", "L>R")
    run(state, "0 socke", "0 michi 1")
    given = {card_number(name) for name in ("V>M", "V>R", "V>F", "R>V", "R>L")}
    kernel = kernel_of(GAME, 3)
    for world in kernel.worlds(state.view(0), Random(1), 5):
        row = HANDS + CARDS
        assert given <= set(world[row : row + world[SIZES + 1]].tolist())
