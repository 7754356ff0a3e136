"""A network learns a game by playing against itself, hundreds of games at once, on two ordinary cores.

make learn                                          # Pass Pass with four, twenty minutes
python examples/learn.py ptipasspass --minutes 5
python examples/learn.py groups-of-three --minutes 20 --resume

It is proximal policy optimisation (PPO): one network plays every seat, since everybody sees the table from where they sit; of what was
played, each seat's own choices are judged by how that seat fared. In the folder of the run are a checkpoint, from which ``--resume`` goes on,
curves (``curves.png``, and TensorBoard's), and the network as plain arrays, ``network.npz``, for `muscade.bots.network` and for
``examples/engines/learned.py``, with which it plays in the arena and, in a browser, at a server's tables.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import torch
from learning.crews import ON_RAY, crew_of
from learning.lessons import Teacher
from learning.networks import Alike
from learning.playing import Policy, Task

import muscade
from muscade.arena import run, tournament
from muscade.bots.network import LEARNED, Network, NetworkBot
from muscade.envs import batch

GAMES = 512
"""So many at once."""
TASKS = {
    "pass-pass": Task(
        seats=4,
        scores={"points": 0.02, "recorded_points": 0.02, "passes": 0.2, "recorded_passes": 0.2},
        hidden=("hand",),
        # The four colours: twelve cards each, the same diamonds.
        alike=Alike(4, {"hand": 12, "out": 12, "backs": 1, "trick": 1, "front": 1}, actions=96, run=12),
    ),
    "ptipasspass": Task(seats=3, options={"max_turns": 100}, scores={"victories": 0.3}),
    "groups-of-three": Task(seats=2, options={"max_turns": 200}, scores={"homes": 0.05}),
}


class Trial:
    """One seat for the network, bots of one level in all others; each game counts once, however long it is."""

    def __init__(self, game: str, task: Task, level: str, count: int) -> None:
        self.level = level
        self.games = batch(game, task.seats, count, opponents=level, **task.options)

    @torch.no_grad()
    def share(self, policy: Policy, seed: int) -> float:
        """Of its games that the network wins."""
        shown = self.games.reset(seed)
        won = np.full(self.games.count, np.nan)
        while np.isnan(won).any():
            shown = self.games.step(policy.best(shown))
            first = shown.over & np.isnan(won)
            won[first] = shown.rewards[first, 0]
        return float(won.mean())


class Learner:
    """A folder with everything that a run has come to."""

    def __init__(self, folder: Path, wanted: argparse.Namespace, task: Task) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.wanted, self.task = folder, wanted, task
        games = batch(wanted.game, task.seats, 1, **task.options)
        self.policy, self.average = (Policy(games, task, wanted.width, wanted.depth) for _ in range(2))
        self.teacher = Teacher(self.policy, self.average)
        self.choices, self.seconds = 0, 0.0
        self.history: list[dict[str, float]] = []
        numbers = self.policy.likes.numbers.size
        print(f"{wanted.game}, {task.seats} seats: {numbers} numbers seen, {games.actions} actions")

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> None:
        kept = torch.load(self.checkpoint, weights_only=True)
        self.policy.load_state_dict(kept["policy"])
        self.average.load_state_dict(kept["average"])
        self.teacher.optimiser.load_state_dict(kept["optimiser"])
        self.teacher.lessons, self.choices, self.seconds = kept["lessons"], kept["choices"], kept["seconds"]
        self.history = json.loads(kept["history"])
        print(f"going on after {self.teacher.lessons} lessons, {self.choices:,} choices")

    def keep(self) -> None:
        """First beside, then in its place: whoever is stopped meanwhile has the last one."""
        kept = {
            "policy": self.policy.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.teacher.optimiser.state_dict(),
            "lessons": self.teacher.lessons,
            "choices": self.choices,
            "seconds": self.seconds,
            "history": json.dumps(self.history),
        }
        beside = self.checkpoint.with_suffix(".new")
        torch.save(kept, beside)
        beside.replace(self.checkpoint)
        self.average.network.save(self.folder / "network.npz")
        self._draw()

    def learn(self) -> None:
        """For so many minutes; then, and now and then, a look at how it does."""
        from torch.utils.tensorboard import SummaryWriter

        trials = [
            Trial(self.wanted.game, self.task, level, self.wanted.trial) for level in self.wanted.against
        ]
        end, looked = self.seconds + 60 * self.wanted.minutes, self.seconds
        with ExitStack() as stack:
            board = stack.enter_context(SummaryWriter(self.folder / "tensorboard"))
            crew = crew_of(
                stack,
                self.wanted.game,
                self.task,
                GAMES,
                self.wanted.seed + self.teacher.lessons,
                players=self.wanted.players,
                engine=self.wanted.engine,
                address=self.wanted.address,
            )
            if not self.teacher.lessons:
                self.policy.look_at(crew.play(self.policy))
            while self.seconds < end:
                begun = time.monotonic()
                played = crew.play(self.policy)
                told = self.teacher.teach(played, 1 - self.seconds / end)._asdict()
                self.choices += len(played.gain)
                self.seconds += time.monotonic() - begun
                if self.seconds - looked > self.wanted.look or self.seconds >= end:
                    looked = self.seconds
                    told |= {f"against {trial.level}": trial.share(self.average, 1) for trial in trials}
                    self._tell(told, board)
                    self.keep()

    def _tell(self, told: dict[str, float], board: object) -> None:
        entry = {"minutes": self.seconds / 60, "choices": self.choices, **told}
        self.history.append(entry)
        for name, value in told.items():
            board.add_scalar(name, value, self.choices)
        figures = "  ".join(f"{name} {value:.3f}" for name, value in told.items())
        print(f"{self.seconds / 60:6.1f} min {self.choices:12,} choices  {figures}", flush=True)

    def _draw(self) -> None:
        import matplotlib as mpl

        mpl.use("Agg")
        from matplotlib import pyplot as plt

        names = [name for name in self.history[-1] if name.startswith("against ")]
        figure, (won, doubt) = plt.subplots(2, 1, sharex=True, figsize=(8, 6))
        minutes = [entry["minutes"] for entry in self.history]
        for name in names:
            won.plot(minutes, [entry[name] for entry in self.history], label=name)
        won.axhline(1 / self.task.seats, color="grey", linewidth=0.8, label="a fair share")
        won.set(ylabel="games won", ylim=(0, 1), title=f"{self.wanted.game}, {self.task.seats} seats")
        won.legend()
        doubt.plot(minutes, [entry["entropy"] for entry in self.history])
        doubt.set(ylabel="entropy", xlabel="minutes")
        figure.savefig(self.folder / "curves.png", dpi=110)
        plt.close(figure)

    def arena(self) -> None:
        """What was kept, as anybody's bot: from views alone, on deals that it has never seen, each from every seat."""
        for level in self.wanted.against:
            told = compare(self.folder / "network.npz", level, self.wanted.arena, self.wanted.seed)
            print(f"arena, one among {self.task.seats - 1} {level}: {told}")


def compare(file: Path, level: str, games: int, seed: int) -> str:
    """What a network out of a file wins among bots of one level."""
    bot = NetworkBot(Network.load(file))
    learned = bot.network.trained
    muscade.game(learned.game).guests = {LEARNED.en: bot}
    planned = tournament(
        learned.game,
        [LEARNED.en, *[level] * (learned.seats - 1)],
        games=games,
        seats=learned.seats,
        seed=str(seed),
        options=[learned.options],
    )
    [own] = [entry for entry in run(planned).tables[0].bots if entry.bot == LEARNED.en]
    return f"{own.share.value:.1%} ({own.share.low:.1%}-{own.share.high:.1%}) of {own.games} games"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="pass-pass")
    parser.add_argument("--seats", type=int, help="4 in Pass Pass, as few as can be in games unknown to it")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--width", type=int, default=256, help="neurons of each layer")
    parser.add_argument("--depth", type=int, default=2, help="layers")
    parser.add_argument("--threads", type=int, default=2, help="of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--against", nargs="+", default=["easy", "normal"], help="levels of bots to compare with"
    )
    parser.add_argument("--look", type=float, default=60, help="seconds of learning between two comparisons")
    parser.add_argument("--trial", type=int, default=40, help="games of each comparison")
    parser.add_argument("--arena", type=int, default=400, help="games of the arena at the end; 0: none")
    parser.add_argument("--folder", type=Path, default=None, help="build/learn/<game> unless told otherwise")
    parser.add_argument("--players", type=int, default=1, help="that share the games out among them")
    parser.add_argument("--engine", choices=["here", ON_RAY], default="here", help="where those play")
    parser.add_argument("--address", help="of a cluster of Ray; without, one is started on this machine")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    wanted = parser.parse_args()
    task = TASKS.get(wanted.game, Task(min(muscade.game(wanted.game).seats)))
    task = task._replace(seats=wanted.seats or task.seats)
    torch.set_num_threads(wanted.threads)
    torch.manual_seed(wanted.seed)
    learner = Learner(wanted.folder or Path("build/learn") / wanted.game, wanted, task)
    if wanted.resume:
        learner.resume()
    learner.learn()
    if wanted.arena:
        learner.arena()


if __name__ == "__main__":
    main()
