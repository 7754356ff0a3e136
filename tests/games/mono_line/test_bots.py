"""The bots of Mono-Line: better at each level, and honest on vigilant tables."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.mono_line.tables import (
    BOARD,
    GABLE,
    GAME,
    WINDOW,
    open_told_plainly,
    place,
    run,
    table,
    winner,
)

from muscade import Match
from muscade.board.moves import END
from muscade.games.mono_line.moves import CONCEDE, SWAP, Announce, Put
from muscade.games.mono_line.state import MonoLineState

BOTS = GAME.bots()
LOOKING = ["easy", "normal", "hard", "expert"]


def choice(state: MonoLineState, level: str = "expert", seed: int = 1) -> str:
    seat = state.turn()[0]
    move = BOTS[level].choose(state.view(seat), state.moves(seat), Random(seed))
    assert move in state.moves(seat)
    return str(move)


def play(levels: tuple[str, str], seed: int, **options: Any) -> MonoLineState:
    """A game between two bots; the first of them starts."""
    match = Match(GAME, 2, seed=seed, first=0, **options)
    rng = Random(seed)
    state = match.state
    assert isinstance(state, MonoLineState)
    while turn := state.turn():
        seat = turn[0]
        match.play(seat, BOTS[levels[seat]].choose(state.view(seat), state.moves(seat), rng))
    return state


def share(level: str, other: str, games: int, **options: Any) -> float:
    """How many games one level wins against another, starting every second one."""
    won = 0
    for number in range(games):
        mine = number % 2
        state = play((level, other) if mine == 0 else (other, level), number, **options)
        won += winner(state)[0] == mine
    return won / games


def test_levels_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS) == ["random", "easy", "normal", "hard", "expert"]


@pytest.mark.parametrize(("level", "other"), [("easy", "random"), ("normal", "easy")])
def test_a_better_bot_wins_clearly_more_often(level: str, other: str) -> None:
    assert share(level, other, 20, pieces="unlimited") > 0.7


@pytest.mark.clause("ML-1")
@pytest.mark.parametrize(("level", "other"), [("easy", "random"), ("normal", "easy")])
def test_a_better_bot_wins_more_often_with_the_pieces_of_the_box(level: str, other: str) -> None:
    """Not as clearly: whoever starts runs out first, and is behind from the beginning."""
    assert share(level, other, 40) > 0.6


@pytest.mark.clause("ML-4")
@pytest.mark.parametrize("other", ["random", "easy", "normal"])
def test_the_strongest_never_loses_when_it_starts(other: str) -> None:
    """It takes the centre and answers by half a turn, whatever happens."""
    for seed in range(4):
        state = play(("expert", other), seed, pieces="unlimited")
        assert state.view(None).pieces[0].place == "a1"
        assert winner(state) == (0, "no-place")


@pytest.mark.parametrize("level", LOOKING)
def test_a_bot_repeats_itself(level: str) -> None:
    state = place(table(board=WINDOW), "b1 c3")
    assert choice(state, level, 7) == choice(state, level, 7)


def test_it_finds_the_winning_place() -> None:
    state = place(table(board=WINDOW), "a1 c1")
    assert choice(state) == choice(state, "normal", 2) == "c3"


@pytest.mark.parametrize("level", LOOKING)
def test_it_declares_its_turn_over(level: str) -> None:
    state = run(table(), "k1")
    assert choice(state, level) == str(END)


@pytest.mark.clause("ML-5")
def test_it_announces_what_it_notices() -> None:
    state = place(table(play="vigilant"), "k1 k4 k5 a1 d1 d2")
    assert BOARD.intersections.index("d2") > BOARD.intersections.index("d1")
    assert choice(state) == "announce d1 d2"
    noticed = [choice(state, "easy", seed) == "announce d1 d2" for seed in range(40)]
    assert 5 < sum(noticed) < 35, "easy overlooks some"


@pytest.mark.clause("ML-5")
@pytest.mark.parametrize("level", LOOKING)
def test_it_announces_nothing_but_what_is_right(level: str) -> None:
    nothing_wrong = place(table(play="vigilant"), "a1 k4 k1 d1")
    for seed in range(2):
        assert not choice(nothing_wrong, level, seed).startswith("announce")


@pytest.mark.clause("ML-5")
def test_it_announces_a_wrong_piece_of_its_own_that_nobody_noticed() -> None:
    state = place(table(play="vigilant"), "a1 b1 k1")
    assert state.turn() == (1,), "who placed b1"
    assert choice(state) == "announce a1 b1"


@pytest.mark.clause("ML-5")
@pytest.mark.parametrize("level", LOOKING)
def test_it_concedes_when_nothing_is_open(level: str) -> None:
    state = place(table(play="vigilant", board=WINDOW), "a1 c1 c3")
    assert open_told_plainly(state, 1) == []
    assert choice(state, level) == str(CONCEDE)


@pytest.mark.clause("ML-5")
@pytest.mark.parametrize("pieces", ["unlimited", 20])
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_it_never_places_wrongly(level: str, pieces: str | int) -> None:
    state = play((level, level), 3, play="vigilant", pieces=pieces)
    assert winner(state)[1] == "conceded"
    assert not any(isinstance(move, Announce) for _, move in state.history)
    again = table(pieces=pieces)
    for seat, move in state.history[:-1]:
        again.play(seat, move)  # the friendly table refuses none of it
    assert not again.turn()


@pytest.mark.clause("ML-7")
@pytest.mark.parametrize(
    ("board", "piece", "wins"),
    [("standard", "a1", True), (WINDOW, "a1", True), (GABLE, "c1", True), (GABLE, "a1", False)],
    ids=["standard", "window", "top of the gable", "middle of the gable"],
)
def test_it_takes_over_what_wins_and_nothing_else(board: str, piece: str, wins: bool) -> None:
    state = place(table(swap=True, board=board, pieces="unlimited"), piece)
    assert (choice(state) == str(SWAP)) == wins


@pytest.mark.clause("ML-1", "ML-7")
def test_with_the_pieces_of_the_box_it_leaves_the_centre_to_whoever_took_it() -> None:
    """Who mirrors runs out first."""
    assert choice(place(table(swap=True), "a1")) != str(SWAP)


@pytest.mark.clause("ML-1", "ML-7")
@pytest.mark.parametrize("piece", ["a1", "g1"])
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_does_not_take_over_the_side_that_it_would_lose_with(level: str, piece: str) -> None:
    """With the pieces of the box whoever answers the first piece wins, without a limit whoever placed it."""
    assert choice(place(table(swap=True), piece), level) != str(SWAP)
    assert choice(place(table(swap=True, pieces="unlimited"), piece), level) == str(SWAP)


@pytest.mark.clause("ML-7")
@pytest.mark.parametrize("level", LOOKING)
def test_a_first_piece_that_may_be_taken_over(level: str) -> None:
    move = GAME.parse(choice(table(swap=True, pieces="unlimited"), level))
    assert isinstance(move, Put)
    if level == "expert":
        assert move.place != "a1", "the centre would be taken over, and win"
