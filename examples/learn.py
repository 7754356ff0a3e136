"""Learn a game by playing it against oneself: PyTorch on the processor, thousands of games at once, minutes to a bot.

    make learn                                           Pass Pass with four
    python -m examples.learn --game ptipasspass --minutes 10
    python -m examples.learn --resume                    goes on where it was left

What comes of it is in build/learn/<game>-<seats>: checkpoint.pt to go on from, network.npz to play with (`muscade.bots.network`, no torch
needed), curves.png, and runs/ for TensorBoard. At the end the network plays against the game's own bots.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from examples.learning.arena import share
from examples.learning.curves import Curves
from examples.learning.policy import Policy, export, load, save
from examples.learning.self_play import SelfPlay, improve

import muscade

SEATS = {"pass-pass": 4, "ptipasspass": 3, "groups-of-three": 2}
OPTIONS = {"ptipasspass": {"max_turns": 100}, "groups-of-three": {"max_turns": 200}}
"""Games that need not end are given an end."""


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=sorted(SEATS), default="pass-pass")
    parser.add_argument("--seats", type=int, help="as many as one learns with")
    parser.add_argument("--minutes", type=float, default=10.0, help="of learning")
    parser.add_argument("--count", type=int, default=512, help="of games at once")
    parser.add_argument("--steps", type=int, default=128, help="in each, between two lessons")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--rival", default="normal", help="who is played against at the end")
    parser.add_argument("--games", type=int, default=400, help="that are played against it")
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    return parser.parse_args()


def main() -> None:
    import torch

    given = asked()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    seats = given.seats or SEATS[given.game]
    options = OPTIONS.get(given.game, {})
    folder = given.out / f"{given.game}-{seats}"
    folder.mkdir(parents=True, exist_ok=True)
    playing = SelfPlay(given.game, seats, given.count, given.steps, given.seed, given.threads, options)
    policy = Policy(playing.scale, playing.actions)
    optimizer = torch.optim.Adam(policy.parameters(), lr=5e-4, eps=1e-5)
    curves = Curves(folder)
    lesson, learnt = load(folder, policy, optimizer, curves) if given.resume else (0, 0.0)
    begun = time.monotonic()
    while time.monotonic() - begun < 60 * given.minutes:
        lesson += 1
        told = improve(policy, optimizer, playing.play(policy))
        minutes = learnt + (time.monotonic() - begun) / 60
        curves.note(lesson, minutes=minutes, decisions=lesson * given.count * given.steps, **told)
        if lesson % 10 == 0:
            save(folder, policy, optimizer, curves, lesson, minutes)
            print(curves.line(), flush=True)
    save(folder, policy, optimizer, curves, lesson, learnt + given.minutes)
    export(folder / "network.npz", policy, given.game, seats)
    curves.draw()
    game = muscade.game(given.game)
    won = share(game, seats, folder / "network.npz", given.rival, given.games, options)
    print(
        f"Against {given.rival}, {given.games} games of {seats}: {won} (an equal would get {1 / seats:.1%})."
    )


if __name__ == "__main__":
    main()
