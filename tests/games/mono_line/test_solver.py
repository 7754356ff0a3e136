"""Mono-Line behind the contract of solvers: what it says of a state, beside all that can follow by the rules."""

from __future__ import annotations

import pytest
from tests.games.mono_line.tables import GABLE, GAME, WINDOW, place, puts, run, table

from muscade.games.mono_line.state import MonoLineState
from muscade.solvers import Answer, solver_of

LONG = 100.0
"""Seconds, never needed."""


def solved(state: MonoLineState, seconds: float = LONG) -> Answer:
    return solver_of("mono-line").solve(state, seconds=seconds)


def wins(state: MonoLineState) -> bool:
    """Whoever is to move can place so that the other one cannot win: by the rules alone."""
    outcome = state.outcome()
    if outcome is not None:
        return False
    return any(not wins(place(state.copy(), name)) for name in puts(state))


@pytest.mark.clause("ML-4")
@pytest.mark.parametrize("board", [WINDOW, GABLE], ids=["window", "gable"])
@pytest.mark.parametrize("pieces", ["unlimited", 20])
def test_it_agrees_with_all_that_can_follow(board: str, pieces: str | int) -> None:
    start = table(board=board, pieces=pieces)
    verdicts = set()
    for first in puts(start):
        state = place(start.copy(), first)
        if state.outcome() is not None:
            continue
        answer = solved(state)
        verdicts.add(answer.status)
        assert answer.status == ("won" if wins(state) else "lost")
        if answer.status == "won":
            [move] = answer.moves
            assert not wins(place(state, move))
    assert verdicts
    assert solved(start).status == ("won" if wins(start) else "lost")


@pytest.mark.clause("ML-1", "ML-4")
def test_what_is_known_of_the_real_board_needs_no_time() -> None:
    """Every first piece wins without limit, and loses with twenty each; the answers are kept."""
    free, boxed = table(pieces="unlimited"), table(pieces=20)
    won = solved(free, seconds=0)
    assert won.status == "won"
    assert won.moves[0] in puts(free)
    assert solved(boxed, seconds=0).status == "lost"
    assert solved(GAME.new(2, pieces=20), seconds=0).status == "lost", "whoever will begin"
    assert solved(place(free, "a1"), seconds=0).status == "lost"
    answer = solved(place(boxed, "a1"), seconds=0)
    assert (answer.status, answer.moves) == ("won", ("g1",))


@pytest.mark.clause("ML-7")
def test_whoever_may_take_the_first_piece_over_wins() -> None:
    for pieces, answered in (("unlimited", "swap"), (20, "g1")):
        state = table(pieces=pieces, swap=True)
        assert solved(state).status == "lost"
        answer = solved(place(state, "a1"))
        assert (answer.status, answer.moves) == ("won", (answered,))
    state = place(table(board=WINDOW, swap=True), "a1")
    [move] = solved(state).moves
    run(state, move) if move == "swap" else place(state, move)
    assert state.outcome() is not None or not wins(state)


@pytest.mark.clause("ML-5")
def test_it_says_nothing_where_it_cannot_know() -> None:
    wrong = place(table(board=WINDOW, play="vigilant"), "a1 b1")
    assert solved(wrong).status == "unknown", "the wrong piece may be announced, or not"
    over = place(table(board=WINDOW), "a1 c1 c3")
    assert over.outcome() is not None
    assert solved(over).status == "unknown"
    assert solved(place(table(), "a1 g1"), seconds=0).status == "unknown"


def test_it_gives_no_hints_at_a_table_with_somebody_else() -> None:
    state = place(table(board=WINDOW), "a1")
    assert GAME.hint(state.view(1), 1) is None
