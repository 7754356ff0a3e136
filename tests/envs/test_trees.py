"""Whole trees of small settings: the same numbers as OpenSpiel's own algorithms find, and what an equilibrium is."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability

import muscade
from muscade import InvalidOptions
from muscade.envs.openspiel import short_name
from muscade.envs.trees import TooLarge, Tree, grow

CUPS = {"cups": 3, "victories": 1, "first": 0, "max_turns": 2, "tokens": "B/", "under": "B/B/"}
CARDS = {"colours": 2, "values": 2, "hand": 1, "rounds": 1, "leader": 0}


def spiel(name: str, seats: int, options: dict[str, Any]) -> Any:
    written = ";".join(f"{option}:{value}" for option, value in options.items())
    return pyspiel.load_game(short_name(muscade.game(name)), {"players": seats, "options": written})


@pytest.fixture(scope="module")
def cups() -> Tree:
    return grow(muscade.game("ptipasspass"), 2, **CUPS)


def test_a_tree_is_as_exploitable_as_openspiel_says(cups: Tree) -> None:
    game = spiel("ptipasspass", 2, CUPS)
    told = exploitability.nash_conv(game, pyspiel.UniformRandomPolicy(game), use_cpp_br=False)
    assert sum(cups.gains(cups.uniform())) == pytest.approx(told)
    assert told > 0.02


def test_its_cfr_finds_an_equilibrium_and_so_does_ours(cups: Tree) -> None:
    game = spiel("ptipasspass", 2, CUPS)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy(), use_cpp_br=False) < 0.02
    solved = cups.solve(60)
    assert sum(cups.gains(solved)) < 1e-3
    assert cups.values(solved) == pytest.approx([0.5, 0.5], abs=1e-3)


def test_three_players_share_what_there_is_and_none_can_gain() -> None:
    tree = grow(muscade.game("pass-pass"), 3, **CARDS | {"values": 3})
    policy = tree.solve(20)
    assert sum(tree.values(policy)) == pytest.approx(1)
    assert max(tree.gains(policy)) < 1e-6


def test_a_best_response_is_worth_what_it_says(cups: Tree) -> None:
    uniform = cups.uniform()
    worth, best = cups.best_response(uniform, 1)
    mixed = np.where(cups.owners == 1, best, uniform)
    assert cups.values(mixed)[1] == pytest.approx(worth)


def test_a_bot_is_asked_at_every_information_state(cups: Tree) -> None:
    bot = muscade.game("ptipasspass").bot("normal")
    policy = cups.policy(bot, samples=2)
    assert np.add.reduceat(policy, cups.firsts) == pytest.approx(1)
    assert set(policy * 2) <= {0.0, 1.0, 2.0}


def test_where_a_player_stands_is_found_by_what_it_has_seen(cups: Tree) -> None:
    known = cups.at(1, "hide ? a3")
    assert [str(move) for move in known.moves] == ["ok", "doublon"]
    with pytest.raises(KeyError, match="no choice after nothing"):
        cups.at(1)


def test_what_is_not_small_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muscade.envs.trees.MOST_NODES", 100)
    with pytest.raises(TooLarge, match="more than 100 histories"):
        grow(muscade.game("ptipasspass"), 2, **CUPS)


# ---------------------------------------------------------------- small settings


@pytest.mark.clause("PP-1", "PP-5", "PP-16")
def test_fewer_cards_are_the_same_game() -> None:
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=1, **CARDS | {"values": 4, "hand": 2})
    table = match.state.table
    assert sum(hand.bit_count() for hand in table.hands) == 6
    assert not any(hand & ~0b1111_00000000_1111 for hand in table.hands)
    rng = Random(1)
    while seats := match.state.turn():
        match.play(seats[0], rng.choice(match.state.moves(seats[0])))
    assert match.state.outcome() is not None
    assert sum(match.state.table.passes) > 0  # a card of each of two colours
    assert muscade.replay(match.record.to_json()).outcome == match.state.outcome()


@pytest.mark.clause("PT-18", "PT-19")
def test_fewer_cups_and_tokens_are_the_same_game() -> None:
    state: Any = muscade.game("ptipasspass").new(2, **CUPS)
    state.play(0, state.game.parse("hide B a3"))
    state.play(1, state.game.parse("ok"))
    state.play(0, state.game.parse("announce G"))
    state.play(1, state.game.parse("ok"))
    state.play(1, state.game.parse("lift a1 a2 a3"))
    assert state.outcome().winners == (1,)


def test_a_world_of_a_small_setting_looks_the_same() -> None:
    game, rng = muscade.game("ptipasspass"), Random(2)
    match = muscade.Match(game, seats=2, seed=3, cups=4, layout="oooo", tokens="BG", max_turns=8)
    while seats := match.state.turn():
        seat = rng.choice(seats)
        view = match.state.view(seat)
        assert game.imagine(view, rng).view(seat) == view
        match.play(seat, rng.choice(match.state.moves(seat)))


SMALL_BOARD = """board small
snap 1e-9
center -1,1 1,1 1,-1 -1,-1
line 0,2 2,0
line 2,0 0,-2
line 0,-2 -2,0
line -2,0 0,2
line -2,0 2,0
line 0,-2 0,2
"""


def test_a_smaller_board_is_solved_whole() -> None:
    tree = grow(muscade.game("mono-line"), 2, board=SMALL_BOARD, first=0)
    assert len(tree.kinds) == 11
    assert tree.values(tree.solve(50)) == pytest.approx([1, 0])


def test_no_player_is_offered_a_laboratory() -> None:
    game = muscade.game("ptipasspass")
    assert {option.name for option in game.options(3)}.isdisjoint({"tokens", "under", "victories"})
    assert set(game.new(3).options) == {option.name for option in game.options(3)}
    with pytest.raises(InvalidOptions, match="no option 'victories'"):
        game.settle_options(3, {"victories": 1}, laboratory=False)
    with pytest.raises(InvalidOptions, match="takes 2, 1, not 3"):
        game.new(3, victories=3)
    with pytest.raises(InvalidOptions, match="up to 3 letters of BGO"):
        game.new(3, tokens="BX")
    with pytest.raises(InvalidOptions, match="6 cards are too few for 3 hands of 8"):
        muscade.game("pass-pass").new(3, colours=2, values=3)
