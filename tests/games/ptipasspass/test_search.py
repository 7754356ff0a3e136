"""The expert of PtiPassPass: worlds from its view alone, and what everybody believes in them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace
from tests.games.ptipasspass.positions import alone, announce, hide, place, say, table
from tests.games.ptipasspass.tables import GAME

from muscade import Match, Move
from muscade.games.ptipasspass import beliefs, judge, rules
from muscade.games.ptipasspass.beliefs import EVERYWHERE, Table
from muscade.games.ptipasspass.bot import CupSearchBot
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.kernels.chance import chance_of
from muscade.kernels.primitives import count
from muscade.kernels.ready import prepare

EXPERT = GAME.bot("expert")


def worlds(state: PtiPassPassState, seat: int, many: int = 8) -> Sequence[Table]:
    found: Sequence[Table] = GAME.worlds(state.view(seat), Random(1), many)
    assert len(found) == many
    return found


def belief(world: Table, seat: int, cup: int = 0) -> list[int]:
    """In which worlds a seat believes a cup to have blue, green, orange."""
    return list(world.minds[seat][3 * cup : 3 * cup + 3])


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
    real = state.table
    for seat in range(seats):
        for world in worlds(state, seat, 16):
            twin = state.copy()
            twin.set_table(world)
            assert twin.view(seat) == state.view(seat)
            if real.active == seat:
                assert world.fist == real.fist
            tokens, really = [*world.hands, *world.cups], [*real.hands, *real.cups]
            assert [*map(rules.count, tokens)] == [*map(rules.count, really)]
            assert sum(tokens) == seats * rules.FULL_HAND, "no token is lost"


def test_it_is_sure_of_what_it_placed_and_of_what_everybody_saw() -> None:
    state = place(table(hands="BGO - -"), "B", "a1", "G")
    say(state, 1, "lift a1 a2 a3")
    for world in worlds(state, 2):
        for seat in range(3):
            assert belief(world, seat) == [EVERYWHERE, 0, 0]


def test_what_others_heard_they_only_believe() -> None:
    state = place(table(), "B", "a1", "G")
    found = worlds(state, 0)
    assert all(belief(world, 0) == [EVERYWHERE, 0, 0] for world in found)
    likely = [*map(count, belief(found[0], 1))]
    assert sum(likely) == beliefs.WORLDS
    assert max(likely) == likely[1], "green was announced"
    assert found[0].credits[0] == rules.FULL_HAND - rules.token(1)


def test_moves_in_a_world_teach_everybody_what_the_real_ones_do() -> None:
    """The same events, told move by move and read from the history: the same public knowledge."""
    state = announce(table(hands="BGO BG -"), "B", "a1", "O")
    [world] = worlds(state, 0, 1)
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
        beliefs.play(state.setting, world, seat, state.code_of(seat, GAME.parse(notation)))
        say(state, seat, notation)
    [again] = worlds(state, 0, 1)
    assert world == again


def test_a_new_round_forgets_the_old_one() -> None:
    state = alone("a1 b1 c1", others="a3 b3 c3")
    [world] = worlds(state, 0, 1)
    assert any(map(any, world.minds))
    beliefs.play(state.setting, world, 0, state.code_of(0, GAME.parse("lift a1 b1 c1")))
    assert world.round == 2
    assert not any(map(any, world.minds))
    assert [*world.credits[:3]] == [rules.FULL_HAND] * 3


@pytest.mark.parametrize("victories", [[0, 0, 0, 0], [1, 0, 1, 0], [1, 1, 1, 1]])
def test_what_all_may_expect_adds_up_to_one_game(victories: list[int]) -> None:
    state = table(4)
    for seat, won in enumerate(victories):
        state.table.victories[seat] = won
    given = [0.0] * 4
    for number in range(5):
        [world] = worlds(state, 0, 1)
        judge.evaluate(state.setting, world, chance_of(3, number), given)
        assert sum(given) == pytest.approx(1)


def test_it_lifts_the_line_it_is_sure_of() -> None:
    state = alone("a1 b2 c3", others="c1 c2 c3")
    assert choice(state, 0) == "lift a1 b2 c3"


def test_it_swaps_a_token_into_its_line() -> None:
    state = alone("a1 b1 c2", others="a3 b3 c3")
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
