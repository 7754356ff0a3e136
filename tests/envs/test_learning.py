"""What `examples/learn.py` is made of, as far as it needs no PyTorch: what decisions were worth, networks in files, a bot that plays by one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from examples.learning.advantages import LAMBDA, advantages_of

import muscade
import muscade.envs
from muscade import InvalidOptions
from muscade.bots import RandomBot
from muscade.bots.network import Network, NetworkBot, scale_of, write

NAME, SEATS = "pass-pass", 3
TITLE = muscade.Text("learnt", "appris")


def some_network(file: Path, seed: int = 1) -> None:
    fields = muscade.envs.fields(NAME, SEATS)
    scale = scale_of(fields)
    rng = np.random.default_rng(seed)
    sizes = [len(scale), 8, muscade.envs.actions(NAME, SEATS)]
    layers = [
        (rng.normal(size=(before, after)).astype(np.float32), rng.normal(size=after).astype(np.float32))
        for before, after in pairwise(sizes)
    ]
    write(file, NAME, SEATS, scale, layers)


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    some_network(tmp_path / "one.npz")
    network = Network(tmp_path / "one.npz")
    (weight, bias), (last, last_bias) = network.layers
    seen = np.arange(len(network.scale)) % 5
    deep = seen * network.scale @ weight + bias
    assert network(seen.tolist()) == pytest.approx(np.where(deep > 0, deep, 0) @ last + last_bias, rel=1e-4)
    assert (network.game, network.seats) == (NAME, SEATS)
    assert (tmp_path / "one.npz").stat().st_size < 2_000_000


@pytest.mark.parametrize("wrong", [b"", b"no arrays", "sizes", "nothing"])
def test_what_is_no_network_is_said(tmp_path: Path, wrong: bytes | str) -> None:
    file = tmp_path / "wrong.npz"
    if isinstance(wrong, bytes):
        file.write_bytes(wrong)
    else:
        layers = [(np.zeros((3, 2)), np.zeros(9))] if wrong == "sizes" else []
        write(file, NAME, SEATS, np.ones(3, np.float32), layers)
    with pytest.raises(InvalidOptions, match=r"wrong\.npz is no network"):
        Network(file)


def test_a_bot_plays_by_it_what_it_may(tmp_path: Path) -> None:
    some_network(tmp_path / "one.npz")
    game = muscade.game(NAME)
    bot, rng = NetworkBot(game, TITLE, tmp_path / "one.npz", RandomBot()), Random(1)
    match = muscade.Match(game, seats=SEATS, seed=2, rounds=1)
    chosen = 0
    while seats := match.state.turn():
        seat, state = seats[0], match.state
        move = bot.choose(state.view(seat), state.moves(seat), rng)
        if len(state.moves(seat)) > 1:
            worth = bot.network(state.observation(seat))
            assert worth[state.code_of(seat, move)] == max(worth[code] for code in state.codes(seat))
            chosen += 1
        match.play(seat, move)
    assert chosen > 10


def test_at_another_table_another_bot_stands_in(tmp_path: Path) -> None:
    some_network(tmp_path / "one.npz")
    game = muscade.game(NAME)
    match = muscade.Match(game, seats=4, seed=2, leader=0)

    class Last:
        title = TITLE

        def choose(self, view: object, moves: object, rng: Random) -> object:
            return moves[-1]  # type: ignore[index]

    bot = NetworkBot(game, TITLE, tmp_path / "one.npz", Last())
    moves = match.state.moves(0)
    assert bot.choose(match.state.view(0), moves, Random(1)) == moves[-1]


def test_decisions_are_worth_what_came_of_them_for_their_own_seat() -> None:
    """Two seats in one game: seat 0, seat 1, seat 0, then it is over and seat 0 has won; then seat 1 begins the next one."""
    movers = np.array([[0], [1], [0], [1]])
    worth = np.array([[0.5], [0.4], [0.7], [0.3]], np.float32)
    over = np.array([[False], [False], [True], [False]])
    won = np.zeros((4, 1, 2), np.float32)
    won[2, 0] = 1, 0
    last = 1 - 0.7
    found = advantages_of(movers, worth, over, won)[:, 0]
    assert found == pytest.approx([0.7 - 0.5 + LAMBDA * last, -0.4, last, 0])
