"""The strongest bot where it knows the end: it wins what can be won, says so, and gets along without the solver."""

from __future__ import annotations

import subprocess
import sys
import threading
from random import Random
from typing import Any

import pytest
from tests.games.mono_line.tables import BOARD, GABLE, GAME, WINDOW, open_places, place, table, winner

from muscade.games.mono_line import rules
from muscade.games.mono_line.bot import WON_FOR_ME, WON_FOR_YOU, LineBot
from muscade.games.mono_line.exact import Exact
from muscade.games.mono_line.exhaustive import held_in, solve_position
from muscade.games.mono_line.moves import SWAP, Put
from muscade.games.mono_line.openings import known
from muscade.games.mono_line.state import MonoLineState

EXPERT = GAME.bots()["expert"]
assert isinstance(EXPERT, LineBot)


def at_random(turns: int, seed: int, **options: Any) -> MonoLineState:
    """So many whole turns, anywhere that is open."""
    state, rng = table(**options), Random(seed)
    for _ in range(turns):
        seat = state.turn()[0]
        held = rules.lines_held(state.owners, BOARD.lines_of, rules.opponent(seat))
        names = [BOARD.intersections[k] for k in open_places(state.owners, BOARD.lines_of, held)]
        place(state, rng.choice(names))
    return state


def said(state: MonoLineState, bot: LineBot = EXPERT) -> int | None:
    seat = state.turn()[0]
    return bot.remark(state.view(seat), state.moves(seat))


def play_out(state: MonoLineState, seed: int) -> int:
    """The strongest bot for the seat to move, against one that slips; who wins?"""
    rng, perfect, bots = Random(seed), state.turn()[0], GAME.bots()
    while turn := state.turn():
        bot = EXPERT if turn[0] == perfect else bots["normal"]
        state.play(turn[0], bot.choose(state.view(turn[0]), state.moves(turn[0]), rng))
    return winner(state)[0]


@pytest.mark.clause("ML-4")
@pytest.mark.parametrize("play", ["friendly", "vigilant"])
def test_it_wins_whatever_is_won(play: str) -> None:
    """A few pieces into the game, where the Python search sees nothing for sure."""
    won = 0
    for seed in range(6):
        state = at_random(6, seed, play=play, pieces="unlimited")
        mover = state.turn()[0]
        verdict = solve_position(held_in(BOARD.lines_of, state.owners, mover), 1_000_000).verdict
        assert verdict != "unknown"
        assert said(state) == (WON_FOR_ME if verdict == "win" else WON_FOR_YOU)
        if verdict == "win":
            won += 1
            assert play_out(state, seed) == mover
    assert won >= 3


@pytest.mark.clause("ML-1", "ML-4")
def test_it_counts_the_pieces_where_there_are_twenty() -> None:
    verdicts = set()
    for seed in range(8):
        state = at_random(9, seed)
        mover = state.turn()[0]
        held = held_in(BOARD.lines_of, state.owners, mover, 20 - 4, 20 - 5)
        verdict = solve_position(held, 1_000_000).verdict
        verdicts.add(verdict)
        if verdict == "win":
            assert said(state) == WON_FOR_ME
            assert play_out(state, seed) == mover
    assert "win" in verdicts


@pytest.mark.clause("ML-1", "ML-4")
@pytest.mark.parametrize("first", ["a1", "g1", "k2"])
def test_with_twenty_pieces_it_wins_as_the_second_player(first: str) -> None:
    """From the first piece on: a known answer, and from then on it counts."""
    state = place(table(), first)
    assert play_out(state, 1) == 1


@pytest.mark.clause("ML-7")
def test_it_takes_over_every_first_piece_that_wins_and_answers_those_that_lose() -> None:
    for name, opening in list(known()["unlimited"].items())[::6]:
        state = place(table(swap=True, pieces="unlimited"), name)
        move = EXPERT.choose(state.view(1), state.moves(1), Random(1))
        assert (move == SWAP) == (opening.winner == "first"), name
    for name, opening in known()["20"].items():
        state = place(table(swap=True), name)
        move = EXPERT.choose(state.view(1), state.moves(1), Random(1))
        assert (move == SWAP) == (opening.winner == "first"), name
        if opening.answer:
            assert move == Put(opening.answer)


def test_what_is_known_of_a_first_piece_holds_for_its_images() -> None:
    name, opening = next((name, found) for name, found in known()["20"].items() if found.answer)
    first, answer = BOARD.intersection(name), BOARD.intersection(opening.answer or "")
    for image in BOARD.symmetries:
        state = place(table(), BOARD.intersections[image[first]])
        move = EXPERT.choose(state.view(1), state.moves(1), Random(1))
        answers = {other[answer] for other in BOARD.symmetries if other[first] == image[first]}
        assert isinstance(move, Put)
        assert BOARD.intersection(move.place) in answers


def test_on_a_small_board_it_knows_everything_from_the_start() -> None:
    assert said(table(board=WINDOW)) == WON_FOR_ME
    assert said(place(table(board=WINDOW), "a1")) == WON_FOR_YOU
    assert said(place(table(board=GABLE), "a1")) == WON_FOR_ME


def test_it_says_nothing_of_what_it_has_not_counted() -> None:
    state = table()
    assert said(state) is None, "the whole game is too much"
    assert said(place(table(swap=True, board=WINDOW), "a1")) is None, "it may yet take over the piece"
    state.play(0, Put("a1"))
    assert said(state) is None, "declaring a turn over needs no thought"
    wrong = place(table(play="vigilant"), "a1 b1 k1")
    assert said(wrong) is None, "a wrong piece may end the game at any time"
    for level in ("normal", "hard"):
        assert said(at_random(6, 1), GAME.bots()[level]) is None, "who slips had better be silent"  # type: ignore[arg-type]


def test_phrases_are_what_the_bot_takes_them_for() -> None:
    assert "won for me" in GAME.phrases[WON_FOR_ME].en
    assert "won for you" in GAME.phrases[WON_FOR_YOU].en


def test_until_the_solver_is_ready_nobody_waits_for_it() -> None:
    exact = Exact()
    state = at_random(6, 3)
    view = state.view(state.turn()[0])
    assert exact.look(view, BOARD, 1_000_000) is None
    exact.start()
    started = [thread for thread in threading.enumerate() if thread.name == "mono-line-solver"]
    assert len(started) <= 1
    for thread in started:
        thread.join()
    assert exact.look(view, BOARD, 1_000_000) is not None


def test_on_a_slow_machine_it_looks_at_less() -> None:
    exact = Exact()
    assert exact.prepare()
    state = at_random(6, 3)
    view = state.view(state.turn()[0])
    assert exact.most > 0
    exact.most = 10
    assert exact.look(view, BOARD, 1_000_000) is None


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from random import Random
from muscade.games.mono_line.game import GAME
from muscade.games.mono_line.exact import EXACT
state = GAME.new(2, first=0)
for name in ("k1", "k4", "d1"):
    state.play(state.turn()[0], GAME.parse(name))
    state.play(state.turn()[0], GAME.parse("end"))
assert not EXACT.prepare()
bot, view, moves = GAME.bots()["expert"], state.view(1), state.moves(1)
assert bot.choose(view, moves, Random(1)) in moves
assert bot.remark(view, moves) is None
"""


def test_without_numba_everything_else_works() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], check=True, timeout=100)
