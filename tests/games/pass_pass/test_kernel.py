"""The kernel of Pass Pass and its object API, held equal game by game, step by step; and the search on top."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.pass_pass.tables import GAME, dealt, give, run
from tests.kernels.both import MANY, play_both

from muscade import Match
from muscade.bots.search import Effort, search
from muscade.games.pass_pass import rules
from muscade.kernels import kernel_of

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (4, {"teams": "2x2"}),
    (6, {}),
    (6, {"teams": "2x3"}),
    (3, {"diamonds": "none", "leader": 2}),
    (4, {"diamonds": "0123" * 12, "leader": 0}),
    (6, {"diamonds": "300000000003", "leader": 5}),
]

HANDS = (
    "P10 P2 P3 P4 P5 G1 G2 G3",
    "B12 B2 B3 B4 B5 B6 B7 B8",
    "G4 G5 G6 G7 G8 G9 Y2 Y3",
    "P6 P7 P8 Y4 Y5 Y6 Y7 Y8",
)
"""Nobody holds a 1 but a green one."""


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_kernel_and_state_play_the_same_games(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4 * MANY):
        play_both(GAME, seats, options, seed)


def test_a_batch_is_the_same_on_any_number_of_threads() -> None:
    from muscade.kernels.batches import play_out, random_games
    from muscade.kernels.chance import chance_of

    kernel = kernel_of(GAME, 4, {"teams": "2x2"})
    one = random_games(kernel, 5, 50)
    for threads in (2, 3):
        again = random_games(kernel, 5, 50, threads)
        np.testing.assert_array_equal(one.moves, again.moves)
        np.testing.assert_array_equal(one.rewards, again.rewards)
    # Each of its games is the one that its number gives alone.
    for number in range(0, 50, 7):
        state = kernel.start.copy()
        codes = np.empty(kernel.widest, np.int64)
        made = play_out(*kernel.functions[:4], kernel.ground, state, codes, chance_of(5, number))
        given = np.zeros(4)
        kernel.functions.rewards(kernel.ground, state, given)
        assert made == one.moves[number]
        np.testing.assert_array_equal(given, one.rewards[number])


def midgame(seats: int, options: dict[str, Any], seed: int) -> Match:
    """A match stopped somewhere in a round."""
    match, rng = Match(GAME, seats, seed=seed, **options), Random(seed)
    for _ in range(rng.randrange(100)):
        moves = [(seat, move) for seat in match.state.turn() for move in match.state.moves(seat)]
        if not moves:
            break
        match.play(*rng.choice(moves))
    return match


@pytest.mark.clause("PP-7")
@pytest.mark.parametrize(("seats", "options"), TABLES[:6])
def test_what_is_dealt_anew_looks_the_same_to_the_seat(seats: int, options: dict[str, Any]) -> None:
    """From the view alone the kernel makes the state, but for hidden values; redealing changes only those."""
    from muscade.games.pass_pass.flat import HANDS
    from muscade.kernels.chance import chance_of

    kernel = kernel_of(GAME, seats, options)
    redeal = kernel.functions.redeal
    assert redeal is not None
    for seed in range(12):
        state = midgame(seats, options, seed).state
        if state.phase not in ("play", "first", "second"):
            continue
        seat = state.turn()[0]
        truth = kernel.flatten(state)
        imagined = kernel.worlds(state.view(seat), Random(1), 8)[0]
        other = imagined.copy()
        redeal(kernel.ground, other, seat, chance_of(seed))
        public = np.ones(len(truth), bool)
        public[HANDS : HANDS + seats] = False
        public[HANDS + seat] = True
        seen = [card for card in range(rules.CARDS) if _cards_out(truth) >> card & 1]
        for world in (imagined, other):
            np.testing.assert_array_equal(world[public], truth[public])
            held = [_cards(int(world[HANDS + player])) for player in range(seats)]
            assert [_tints(hand) for hand in held] == [_tints(hand) for hand in state.hands]
            together = [card for hand in held for card in hand] + seen
            assert len(together) == len(set(together))


def _cards_out(row: Any) -> int:
    from muscade.games.pass_pass.flat import OUT

    return int(row[OUT])


def _cards(mask: int) -> list[int]:
    return [card for card in range(rules.CARDS) if mask >> card & 1]


def _tints(hand: Any) -> list[int]:
    return sorted(rules.colour(card) for card in hand)


def test_a_search_depends_on_the_view_and_the_seed_alone() -> None:
    """Another world that the seat cannot tell from this one: the same choice."""
    match = midgame(4, {}, 3)
    [seat] = match.state.turn()
    view = match.state.view(seat)
    elsewhere = GAME.imagine(view, Random(8))
    assert elsewhere.hands != match.state.hands
    effort = Effort(seconds=60, simulations=150)
    kernel = kernel_of(GAME, 4)
    found = search(kernel, view, effort, Random(2))
    assert search(kernel, elsewhere.view(seat), effort, Random(2)) == found
    assert {judged.move for judged in found.moves} <= set(match.state.moves(seat))
    assert found.simulations == 150


@pytest.mark.clause("PP-17")
def test_a_search_takes_the_card_that_wins_the_game() -> None:
    state = dealt(*HANDS)
    state.recorded_passes = [2, 0, 0, 0]
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B12,G4,P6")
    found = search(kernel_of(GAME, 4), state.view(0), Effort(seconds=60, simulations=200), Random(1))
    assert str(found.moves[0].move) == "take G4"
    assert found.moves[0].value == 1.0


@pytest.mark.clause("PP-17")
def test_a_search_plays_the_card_that_wins_the_game() -> None:
    """The last to play needs the green card, and gets it only as the first winner: the other would take it away."""
    state = dealt(*HANDS)
    state.recorded_passes = [0, 0, 0, 2]
    give(state, 3, "P1 B1 Y1")
    run(state, "G3,B7,Y3")
    found = search(kernel_of(GAME, 4), state.view(3), Effort(seconds=60, simulations=400), Random(1))
    assert str(found.moves[0].move) in ("P8", "Y5", "Y6", "Y7", "Y8")
    assert found.moves[0].value > 0.99
