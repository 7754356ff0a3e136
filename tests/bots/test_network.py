"""Networks as plain arrays: written, read again, checked, and playing from a view alone."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

import muscade
from muscade.bots.engines import messages
from muscade.bots.network import InvalidNetwork, Layer, Network, NetworkBot, Trained
from muscade.core import Match
from muscade.kernels import kernel_of
from muscade.kernels.kernel import Kernel
from muscade.kernels.observations import size_of

SHIPPED = Path("examples/networks/pass-pass-4.npz")


def some_network(kernel: Kernel) -> Network:
    rng = np.random.default_rng(3)
    sizes = [size_of(kernel.fields), 16, 16, kernel.code_count]
    layers = [Layer(rng.normal(size=shape), rng.normal(size=shape[1])) for shape in pairwise(sizes)]
    return Network(Trained.of(kernel), layers)


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return kernel_of(muscade.game("pass-pass"), 4, {"teams": "2x2"})


def play(bot: NetworkBot, match: Match) -> list[str]:
    """A game in which it sits everywhere; its moves."""
    while turn := match.state.turn():
        seat = turn[0]
        match.play(seat, bot.choose(match.state.view(seat), match.state.moves(seat), Random(1)))
    return [event.move for event in match.record.events]


def test_it_plays_what_it_likes_best_and_the_same_after_it_was_stored(kernel: Kernel, tmp_path: Path) -> None:
    network = some_network(kernel)
    match = Match(kernel.game, seats=4, seed=5, teams="2x2")
    while len(match.state.moves(match.state.turn()[0])) == 1:
        match.play(match.state.turn()[0], match.state.moves(match.state.turn()[0])[0])
    seat = match.state.turn()[0]
    moves = match.state.moves(seat)
    likings = network.likings(match.state.observation(seat))
    best = max(moves, key=lambda move: likings[match.state.code_of(seat, move)])
    assert NetworkBot(network).choose(match.state.view(seat), moves, Random(1)) == best
    network.save(tmp_path / "some.npz")
    again = Network.load(tmp_path / "some.npz")
    assert np.allclose(again.likings(match.state.observation(seat)), likings, rtol=1e-2, atol=0.2)
    games = [
        play(NetworkBot(one), Match(kernel.game, seats=4, seed=5, teams="2x2")) for one in (again, again)
    ]
    assert games[0] == games[1]


def test_what_is_hidden_changes_nothing(kernel: Kernel) -> None:
    """Two worlds that a view cannot tell apart: the same choice, whatever the other hands are."""
    bot = NetworkBot(some_network(kernel))
    match = Match(kernel.game, seats=4, seed=5, teams="2x2")
    seat = match.state.turn()[0]
    view, moves = match.state.view(seat), match.state.moves(seat)
    assert len({bot.choose(view, moves, Random(seed)) for seed in range(8)}) == 1


def test_it_plays_nothing_that_it_has_not_learned(kernel: Kernel) -> None:
    bot = NetworkBot(some_network(kernel))
    alone = Match(kernel.game, seats=4, seed=5)
    seat = alone.state.turn()[0]
    with pytest.raises(InvalidNetwork, match="has learned Pass Pass with 4 seats"):
        bot.choose(alone.state.view(seat), alone.state.moves(seat), Random(1))


@pytest.mark.parametrize("content", [b"", b"no network", b"PK\x03\x04"])
def test_a_file_that_is_no_network_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.npz"
    path.write_bytes(content)
    with pytest.raises(InvalidNetwork, match=r"wrong\.npz' is no network"):
        Network.load(path)


def test_a_network_of_another_law_or_shape_is_refused(kernel: Kernel) -> None:
    network = some_network(kernel)
    with pytest.raises(InvalidNetwork, match="fit no table of Pass Pass"):
        Network(network.trained, network.layers[:-1])
    for change, said in (({"version": 1}, "version 1 of Pass Pass"), ({"format": 7}, "format 1, not 7")):
        told = Trained(
            **{
                "game": "pass-pass",
                "version": kernel.game.version,
                "seats": 4,
                "options": kernel.options,
                **change,
            }
        )
        with pytest.raises(InvalidNetwork, match=said):
            Network(told, network.layers)


def test_the_network_beside_the_examples_has_learned_something() -> None:
    """Against bots that play anything it wins far more than its share."""
    assert SHIPPED.stat().st_size < 2_000_000
    bot, game = NetworkBot(Network.load(SHIPPED)), muscade.game("pass-pass")
    others, wins = game.bot("random"), 0
    for deal in range(40):
        match = Match(game, seats=4, seed=deal)
        while turn := match.state.turn():
            seat = turn[0]
            player = bot if seat == deal % 4 else others
            match.play(
                seat,
                player.choose(match.state.view(seat), match.state.moves(seat), Random(deal * 1000 + seat)),
            )
        outcome = match.state.outcome()
        assert outcome is not None
        wins += deal % 4 in outcome.winners
    assert wins >= 20, "twice its share"


def test_as_an_engine_it_chooses_the_same() -> None:
    """`examples/engines/learned.py` hears what a server or the arena would say, and nothing else."""
    match = Match(muscade.game("pass-pass"), seats=4, seed=5, leader=2)
    moves = match.state.moves(2)
    wanted = NetworkBot(Network.load(SHIPPED)).choose(match.state.view(2), moves, Random(1))
    told = subprocess.run(
        [sys.executable, "examples/engines/learned.py", str(SHIPPED)],
        input=messages.hello(muscade.__version__)
        + messages.question(match.state.view(2), moves, 17, 2000, 1),
        capture_output=True,
        check=True,
    )
    hello, choice = map(json.loads, told.stdout.splitlines())
    assert hello["hello"]["protocol"] == 1
    assert choice == {"choose": {"id": 17, "move": wanted.notation}}
