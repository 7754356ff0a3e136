"""The expert of PtiPassPass: worlds from its view alone, and what everybody believes in them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from tests.games.ptipasspass.positions import announce, hide, place, say, table
from tests.games.ptipasspass.tables import GAME

from muscade import Match, Move
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.bot import CupSearchBot
from muscade.games.ptipasspass.flat import HANDS, SIZE, VICTORIES
from muscade.games.ptipasspass.kernel import Insight, PtiPassPassKernel
from muscade.games.ptipasspass.minds import CREDITS, EVERYWHERE, belief_of
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of
from muscade.kernels.ready import prepare

EXPERT = GAME.bot("expert")


def insight(state: PtiPassPassState) -> Insight:
    kernel = kernel_of(GAME, state.seats, state.options)
    assert isinstance(kernel, PtiPassPassKernel)
    return kernel.insight


def choice(state: PtiPassPassState, seat: int, simulations: int = 200, seed: int = 1) -> str:
    """What the expert does after so many simulations, however long they take."""
    assert prepare(GAME)
    assert isinstance(EXPERT, CupSearchBot)
    effort = replace(EXPERT.effort, seconds=1000.0, simulations=simulations)
    bot = CupSearchBot(GAME, EXPERT.title, effort, EXPERT.meanwhile)
    return str(bot.choose(state.view(seat), state.moves(seat), Random(seed)))


def some_way_into(seats: int, seed: int, events: int) -> PtiPassPassState:
    """A game between bots, stopped in the middle."""
    match = Match(GAME, seats, seed=seed, max_turns=300)
    rng = Random(seed)
    bot = GAME.bot("normal")
    while (turn := match.state.turn()) and len(match.state.history) < events:
        seat = rng.choice(turn)
        move: Move = bot.choose(match.state.view(seat), match.state.moves(seat), rng)
        match.play(seat, move)
    assert isinstance(match.state, PtiPassPassState)
    return match.state


@pytest.mark.parametrize(("seats", "events"), [(3, 17), (3, 60), (4, 47), (6, 95)])
def test_a_world_looks_to_the_seat_as_the_real_one(seats: int, events: int) -> None:
    state = some_way_into(seats, seed=events, events=events)
    kernel = insight(state)
    real = kernel.flatten(state)
    for seat in range(seats):
        for row in kernel.worlds(state.view(seat), Random(1), 16):
            if state.active == seat:
                np.testing.assert_array_equal(row[:VICTORIES], real[:VICTORIES])
            assert row[HANDS + seat] == real[HANDS + seat]
            tokens = slice(HANDS, SIZE)
            assert [*map(rules.count, row[tokens])] == [*map(rules.count, real[tokens])]
            assert row[tokens].sum() == seats * rules.FULL_HAND, "no token is lost"


def test_it_is_sure_of_what_it_placed_and_of_what_everybody_saw() -> None:
    state = place(table(hands="BGO - -"), "B", "a1", "G")
    say(state, 1, "lift a1 a2 a3")
    rows = insight(state).worlds(state.view(2), Random(1), 8)
    for seat in range(3):
        at = belief_of(seat, state.layout.place("a1"))
        assert (rows[:, at : at + 3] == [EVERYWHERE, 0, 0]).all()


def test_what_others_heard_they_only_believe() -> None:
    state = place(table(), "B", "a1", "G")
    rows = insight(state).worlds(state.view(0), Random(1), 8)
    own, other = (belief_of(seat, 0) for seat in (0, 1))
    assert (rows[:, own : own + 3] == [EVERYWHERE, 0, 0]).all()
    likely = [int(mask).bit_count() for mask in rows[0, other : other + 3].view(np.uint64)]
    assert sum(likely) == 64
    assert max(likely) == likely[1], "green was announced"
    assert rows[0, CREDITS] == rules.FULL_HAND - rules.token(1)


def test_moves_in_a_world_teach_everybody_what_the_real_ones_do() -> None:
    """The same events, told move by move in compiled code and read from the history: the same public knowledge."""
    state = announce(table(hands="BGO BG -"), "B", "a1", "O")
    kernel = insight(state)
    row = kernel.worlds(state.view(0), Random(1), 1)[0]
    for seat, notation in (
        (1, "ok"),
        (2, "ok"),
        (1, "hide G a1"),
        (2, "doublon"),
        (2, "swap a1 b1"),
        (2, "lift a1 b1 c1"),
        (0, "hide G c2"),
        (1, "doublon"),
    ):
        move = GAME.parse(notation)
        kernel.functions.play(kernel.ground, row, seat, kernel.code(row, move))
        say(state, seat, notation)
    again = kernel.worlds(state.view(0), Random(1), 1)[0]
    np.testing.assert_array_equal(row, again)


@pytest.mark.parametrize("victories", [[0, 0, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1]])
def test_what_all_may_expect_adds_up_to_one_game(victories: list[int]) -> None:
    state = table(4)
    state.victories = victories
    kernel = insight(state)
    given = np.zeros(4)
    assert kernel.functions.evaluate is not None
    for number in range(5):
        row = kernel.worlds(state.view(0), Random(1), 1)[0]
        kernel.functions.evaluate(kernel.ground, row, chance_of(3, number), given)
        assert given.sum() == pytest.approx(1)


def test_it_lifts_the_line_it_is_sure_of() -> None:
    state = table(hands="BGO - -")
    for token, cup in (("B", "a1"), ("G", "b2"), ("O", "c3")):
        place(state, token, cup)
        for _ in range(2):
            say(state, state.active, "lift c1 c2 c3")
    assert choice(state, 0) == "lift a1 b2 c3"


def test_it_swaps_a_token_into_its_line() -> None:
    state = table(hands="BGO - -")
    for token, cup in (("B", "a1"), ("G", "b1"), ("O", "c2")):
        place(state, token, cup)
        for _ in range(2):
            say(state, state.active, "lift a3 b3 c3")
    say(state, 0, choice(state, 0))
    say(state, 0, choice(state, 0))
    assert state.view(None).victories[0] == 1


def test_it_says_doublon_where_nobody_else_does() -> None:
    state = say(hide(place(table(), "B", "a1"), "G", "a1"), 0, "ok")
    assert choice(state, 2) == "doublon"
    state = say(hide(place(table(), "B", "a1"), "G", "b1"), 0, "ok")
    assert choice(state, 2) == "ok"


@pytest.mark.parametrize("token", ["B", "G", "O"])
def test_what_it_cannot_know_changes_nothing(token: str) -> None:
    state = place(place(table(), "B", "a1"), token, "b2", "G")
    other = place(place(table(), "B", "a1"), "G", "b2", "G")
    assert choice(state, 2, simulations=60) == choice(other, 2, simulations=60)


def test_the_same_seed_the_same_choice() -> None:
    state = some_way_into(3, seed=4, events=30)
    seat = state.turn()[0]
    assert choice(state, seat, simulations=60) == choice(state, seat, simulations=60)
