"""Boards of one's own when compiled, the table that a view tells, and plans interpreted and compiled."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.over_pass.reference import PlainTable
from tests.games.over_pass.tables import GAME, NATURE, NO_RESERVES, at, lay, offered, play
from tests.games.over_pass.test_set_up import OWN_BOARD

from muscade.board import standard_text
from muscade.games.over_pass.bot import Beam, PlanningBot, Weights
from muscade.games.over_pass.state import OverPassState
from muscade.kernels import kernel_of
from muscade.testing.lockstep import lockstep

WIDE_BOARD = "\n".join(
    [
        *(line for line in standard_text().splitlines() if not line.startswith(("exit", "setup groups"))),
        *(f"line {sign}7/10,-1 {sign}7/10,1" for sign in ("", "-")),
        *(f"line -1,{sign}7/10 1,{sign}7/10" for sign in ("", "-")),
        "exit p1 p2 p3 p4 p5 p6 p7 p8",
    ]
)
"""The standard board with four lines more, and 129 intersections: a set of them takes one word more."""
BOARDS = {"own": OWN_BOARD, "wide": WIDE_BOARD}

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"win": "one"}),
    (2, {"win": "both"}),
    *((3, {"left_out": colour}) for colour in ("black", "blue")),
    (4, {}),
    (4, {"board": WIDE_BOARD}),
]


def random_states(seats: int, seed: int, moves: int, **options: Any) -> list[OverPassState]:
    """A random game, whoever is to act."""
    rng, state, states = Random(seed), GAME.new(seats, **options), []
    for _ in range(moves):
        states.append(state.copy())
        [seat] = state.turn()
        state.play(seat, rng.choice(state.moves(seat)))
    return states


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_boards_of_ones_own_are_the_same_game_when_compiled(board: str) -> None:
    lockstep(kernel_of(GAME, 4, {"board": board, "max_turns": 40}), Random(1))


@pytest.mark.clause("OP-6", "OP-7", "OP-8", "OP-9", "OP-10", "OP-11", "OP-12")
def test_what_is_offered_on_a_wide_board_is_what_the_plain_law_allows() -> None:
    assert GAME.new(2, board=WIDE_BOARD).setting.words == 3
    for state in random_states(2, 3, 60, board=WIDE_BOARD)[::7]:
        if state.turn() != (NATURE,):
            assert offered(state) == PlainTable.of(state).legal()


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_view_tells_the_whole_table(seats: int, options: dict[str, Any]) -> None:
    for state in random_states(seats, seats, 100, **options):
        [table] = GAME.worlds(state.view(None), Random(1), 8)
        assert table == state.table


def test_a_view_tells_who_stands_in_for_whom() -> None:
    state = at("white d1 d2, red d3, blue d6", colour="white", seats=2, win="both", reserves=NO_RESERVES)
    lay(state, state.cells, turns=state.table.place)
    stood_in = 0
    for _ in range(5):
        [table] = GAME.worlds(state.view(None), Random(1), 1)
        assert table == state.table
        stood_in += table.stands_in
        play(state, "end, roll 3 4")
    assert stood_in == 1, "white in the place of black, once a round"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plans_are_the_same_interpreted_and_compiled(seats: int) -> None:
    bot = PlanningBot(GAME, GAME.title, Weights(), Beam(4, 6, meddling=True))
    for state in random_states(seats, seats, 200)[::23]:
        if state.turn() != (NATURE,):
            view = state.view(state.active)
            assert bot.plan_interpreted(view, bot.beam) == bot.plan_compiled(view)
