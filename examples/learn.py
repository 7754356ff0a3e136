"""A network learns a game by playing against itself, thousands of games at once, on two ordinary cores.

make learn                                          # Pass Pass with four, ten minutes
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
import shlex
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

import muscade
from muscade.arena import run, tournament
from muscade.bots.network import Layer, Network, Trained
from muscade.envs import Batch, Step, batch
from muscade.kernels.observations import size_of

GAMES = 512
"""So many at once."""
STEPS = 64
"""So many choices in each of them between two lessons."""
MINIBATCH = 4096
PASSES = 3
"""Over everything that was played, in each lesson."""
CLIP = 0.2
MEMORY = 0.75
"""How far a choice is judged by what really came of it (1) and not by what the network expects (0)."""
CURIOSITY = 0.02
RATE = 8e-4
SEATS = {"pass-pass": 4, "ptipasspass": 3, "groups-of-three": 2}
OPTIONS = {"ptipasspass": {"max_turns": 100}, "groups-of-three": {"max_turns": 200}}
"""Beginners need not come to an end by themselves."""
SCORES = {
    "pass-pass": {"points": 0.02, "recorded_points": 0.02, "passes": 0.2, "recorded_passes": 0.2},
    "ptipasspass": {"victories": 0.3},
    "groups-of-three": {"homes": 0.05},
}
"""What one can see of who is ahead, and what each of it is worth beside a game won (1): parts of the observation that have a number for
everybody, oneself first. In the beginning a network learns from that, in the end from winning alone."""


class Policy(nn.Module):
    """What it likes, and what it expects to win; both from the same two layers."""

    def __init__(self, numbers: int, actions: int, width: int) -> None:
        super().__init__()
        self.register_buffer("usual", torch.zeros(numbers))
        self.register_buffer("spread", torch.ones(numbers))
        self.body = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.likes = nn.Linear(width, actions)
        self.expects = nn.Linear(width, 1)
        nn.init.orthogonal_(self.likes.weight, 0.01)
        nn.init.orthogonal_(self.expects.weight, 0.1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        inside = self.body((seen - self.usual) / self.spread)
        likings = self.likes(inside).masked_fill(~mask, -1e9)
        return torch.log_softmax(likings, -1), self.expects(inside).squeeze(-1)

    def look_at(self, seen: torch.Tensor) -> None:
        """Learn what is usual, so that everything counts alike in the beginning, a flag as much as a hundred points."""
        self.usual, self.spread = seen.mean(0), seen.std(0).clamp(min=0.05)

    def layers(self) -> list[Layer]:
        """Those that choose, as plain arrays, for numbers as they are seen."""
        linear = [self.body[0], self.body[2], self.likes]
        first, *rest = [Layer(part.weight.detach().numpy().T, part.bias.detach().numpy()) for part in linear]
        weights = first.weights / self.spread.numpy()[:, None]
        return [Layer(weights, first.offsets - self.usual.numpy() @ weights), *rest]


class Played(NamedTuple):
    """Choices, and what became of them."""

    seen: torch.Tensor
    mask: torch.Tensor
    action: torch.Tensor
    likelihood: torch.Tensor
    gain: torch.Tensor
    """How much better it went than expected."""
    fared: torch.Tensor
    """What should have been expected."""


class Player:
    """Plays all seats of a batch of games with a policy, and keeps what each seat saw and did."""

    def __init__(self, games: Batch, seed: int, scores: dict[str, float]) -> None:
        self.games = games
        self.lead = lead_of(games, scores)
        self.shown: Step = games.reset(seed)
        self.generator = torch.Generator().manual_seed(seed)
        count, seats = self.shown.rewards.shape
        self.count, self.seats = count, seats
        self.rows = np.arange(count)

    @torch.no_grad()
    def play(self, policy: Policy, greed: float) -> Played:
        """``greed`` is how much being ahead is worth in itself."""
        kept: list[tuple[torch.Tensor, ...]] = []
        movers, rewards, over = [], [], []
        for _ in range(STEPS):
            seen = torch.from_numpy(self.shown.observations.astype(np.float32))
            mask = torch.from_numpy(self.shown.masks != 0)
            movers.append(self.shown.seats.copy())
            likelihoods, expected = policy(seen, mask)
            # The largest of these is drawn as the likelihoods say; faster than drawing from each row.
            noise = torch.empty_like(likelihoods).exponential_(generator=self.generator).log_()
            action = (likelihoods - noise).argmax(-1)
            likelihood = likelihoods.gather(1, action[:, None]).squeeze(1)
            self.shown = self.games.step(action.numpy())
            kept.append((seen, mask, action, likelihood, expected))
            rewards.append(self.shown.rewards.copy())
            over.append(self.shown.over.copy())
        expected = np.stack([row[4].numpy() for row in kept])
        ahead = greed * np.stack([row[0].numpy() @ self.lead for row in kept])
        gain, known = self._judge(expected, ahead, np.stack(movers), np.stack(rewards), np.stack(over))
        chosen = torch.from_numpy(known.ravel())
        seen, mask, action, likelihood = (
            torch.stack([row[part] for row in kept]).flatten(0, 1)[chosen] for part in range(4)
        )
        gains = torch.from_numpy(gain.ravel()[known.ravel()])
        fared = gains + torch.from_numpy(expected.ravel()[known.ravel()])
        return Played(seen, mask, action, likelihood, gains, fared)

    def _judge(
        self,
        expected: np.ndarray,
        ahead: np.ndarray,
        movers: np.ndarray,
        rewards: np.ndarray,
        over: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """How much better than expected each choice went (generalised advantages), seat by seat, from the end; and of which that is known: a
        seat's last choice in a game that goes on is not judged yet."""
        gain, known = np.zeros_like(expected), np.zeros(expected.shape, bool)
        comes = np.zeros((self.count, self.seats), np.float32)
        later = np.zeros_like(comes)
        follows = np.zeros(comes.shape, bool)
        # How far ahead a seat is when it chooses next; at the end of a game nobody looks any more.
        soon = np.full(comes.shape, np.nan, np.float32)
        for step in range(len(expected) - 1, -1, -1):
            ended = over[step]
            comes[ended], later[ended], follows[ended], soon[ended] = rewards[step][ended], 0, True, np.nan
            at = (self.rows, movers[step])
            won = np.nan_to_num(soon[at] - ahead[step])
            surprise = comes[at] + won - expected[step]
            gain[step] = surprise + MEMORY * later[at]
            known[step] = follows[at]
            # Until a seat's next choice is known there is nothing to compare with; it is only expected.
            comes[at], later[at], follows[at] = expected[step], gain[step] * known[step], True
            soon[at] = ahead[step]
        return gain, known


def lead_of(games: Batch, scores: dict[str, float]) -> np.ndarray:
    """What to multiply an observation with to know how far ahead its seat is of the others."""
    lead, at = np.zeros(size_of(games.fields), np.float32), 0
    for field in games.fields:
        if field.name in scores:
            everybody = lead[at : at + field.size]
            everybody[:] = -scores[field.name] / max(1, field.size - 1)
            everybody[0] = scores[field.name]
        at += field.size
    return lead


def teach(policy: Policy, optimiser: torch.optim.Optimizer, played: Played) -> dict[str, float]:
    """One lesson; what it was like."""
    gain = (played.gain - played.gain.mean()) / (played.gain.std() + 1e-6)
    told: list[tuple[float, float, float]] = []
    for _ in range(PASSES):
        for part in torch.randperm(len(gain)).split(MINIBATCH):
            likelihoods, expected = policy(played.seen[part], played.mask[part])
            likelihood = likelihoods.gather(1, played.action[part][:, None]).squeeze(1)
            ratio = (likelihood - played.likelihood[part]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            choice = -torch.min(ratio * gain[part], bounded * gain[part]).mean()
            doubt = -(likelihoods.exp() * likelihoods.clamp(min=-50)).sum(-1).mean()
            error = (expected - played.fared[part]).square().mean()
            loss = choice + error - CURIOSITY * doubt
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()
            told.append((choice.item(), error.item(), doubt.item()))
    choice_loss, value_error, entropy = np.mean(told, axis=0)
    return {"choice": choice_loss, "value error": value_error, "entropy": entropy}


class Trial:
    """One seat for the network, bots of one level in all others; each game counts once, however long it is."""

    def __init__(self, game: str, seats: int, level: str, count: int) -> None:
        self.level = level
        self.games = batch(game, seats, count, opponents=level, **OPTIONS.get(game, {}))

    @torch.no_grad()
    def share(self, policy: Policy, seed: int) -> float:
        """Of its games that the network wins."""
        shown = self.games.reset(seed)
        won = np.full(self.games.count, np.nan)
        while np.isnan(won).any():
            likelihoods, _ = policy(
                torch.from_numpy(shown.observations.astype(np.float32)), torch.from_numpy(shown.masks != 0)
            )
            shown = self.games.step(likelihoods.argmax(-1).numpy())
            first = shown.over & np.isnan(won)
            won[first] = shown.rewards[first, 0]
        return float(won.mean())


class Learner:
    """A folder with everything that a run has come to."""

    def __init__(self, folder: Path, wanted: argparse.Namespace) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.wanted = folder, wanted
        self.games = batch(wanted.game, wanted.seats, GAMES, **OPTIONS.get(wanted.game, {}))
        fields = self.games.fields
        self.policy = Policy(size_of(fields), self.games.actions, wanted.width)
        self.optimiser = torch.optim.Adam(self.policy.parameters(), RATE, eps=1e-5)
        self.lessons, self.choices, self.seconds = 0, 0, 0.0
        self.history: list[dict[str, float]] = []
        print(
            f"{wanted.game}, {wanted.seats} seats: {size_of(fields)} numbers seen, {self.games.actions} actions"
        )

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def resume(self) -> None:
        kept = torch.load(self.checkpoint, weights_only=True)
        self.policy.load_state_dict(kept["policy"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.lessons, self.choices, self.seconds = kept["lessons"], kept["choices"], kept["seconds"]
        self.history = json.loads(kept["history"])
        print(f"going on after {self.lessons} lessons, {self.choices:,} choices")

    def keep(self) -> None:
        """First beside, then in its place: whoever is stopped meanwhile has the last one."""
        kept = {
            "policy": self.policy.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "lessons": self.lessons,
            "choices": self.choices,
            "seconds": self.seconds,
            "history": json.dumps(self.history),
        }
        beside = self.checkpoint.with_suffix(".new")
        torch.save(kept, beside)
        beside.replace(self.checkpoint)
        self.network.save(self.folder / "network.npz")
        self._draw()

    @property
    def network(self) -> Network:
        return Network(Trained.of(self.games.kernel), self.policy.layers())

    def learn(self) -> None:
        """For so many minutes; then, and now and then, a look at how it does."""
        from torch.utils.tensorboard import SummaryWriter

        player = Player(self.games, self.wanted.seed + self.lessons, SCORES.get(self.wanted.game, {}))
        trials = [
            Trial(self.wanted.game, self.wanted.seats, level, self.wanted.trial)
            for level in self.wanted.against
        ]
        if not self.lessons:
            self.policy.look_at(player.play(self.policy, greed=0).seen)
        end, looked = self.seconds + 60 * self.wanted.minutes, self.seconds
        with SummaryWriter(self.folder / "tensorboard") as board:
            while self.seconds < end:
                begun = time.monotonic()
                done = self.seconds / end
                self._slow_down(done)
                played = player.play(self.policy, greed=1.0)
                told = teach(self.policy, self.optimiser, played)
                self.lessons += 1
                self.choices += len(played.gain)
                self.seconds += time.monotonic() - begun
                if self.seconds - looked > self.wanted.look or self.seconds >= end:
                    looked = self.seconds
                    told |= {f"against {trial.level}": trial.share(self.policy, 1) for trial in trials}
                    self._tell(told, board)
                    self.keep()

    def _slow_down(self, done: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = RATE * max(0.05, 1 - done)

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
        won.axhline(1 / self.wanted.seats, color="grey", linewidth=0.8, label="a fair share")
        won.set(ylabel="games won", ylim=(0, 1), title=f"{self.wanted.game}, {self.wanted.seats} seats")
        won.legend()
        doubt.plot(minutes, [entry["entropy"] for entry in self.history])
        doubt.set(ylabel="entropy", xlabel="minutes")
        figure.savefig(self.folder / "curves.png", dpi=110)
        plt.close(figure)

    def arena(self) -> None:
        """As anybody's bot: from views, by the engine protocol, on deals that it has never seen."""
        engine = Path(__file__).parent / "engines" / "learned.py"
        command = shlex.join([sys.executable, str(engine), str(self.folder / "network.npz")])
        for level in self.wanted.against:
            bots = [command, *[level] * (self.wanted.seats - 1)]
            report = run(
                tournament(
                    self.wanted.game,
                    bots,
                    games=self.wanted.arena,
                    seats=self.wanted.seats,
                    seed=self.wanted.seed,
                    options=[OPTIONS.get(self.wanted.game, {})],
                )
            )
            [own] = [bot for bot in report.tables[0].bots if bot.bot == command]
            share = f"{own.share.value:.1%} ({own.share.low:.1%}-{own.share.high:.1%})"
            print(f"arena, one among {self.wanted.seats - 1} {level}: {share} of {own.games} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="pass-pass")
    parser.add_argument("--seats", type=int, help="4 in Pass Pass, as few as can be in games unknown to it")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--width", type=int, default=256, help="neurons of each of the two layers")
    parser.add_argument("--threads", type=int, default=2, help="of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--against", nargs="+", default=["easy", "normal"], help="levels of bots to compare with"
    )
    parser.add_argument("--look", type=float, default=60, help="seconds of learning between two comparisons")
    parser.add_argument("--trial", type=int, default=40, help="games of each comparison")
    parser.add_argument("--arena", type=int, default=200, help="games of the arena at the end; 0: none")
    parser.add_argument("--folder", type=Path, default=None, help="build/learn/<game> unless told otherwise")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    wanted = parser.parse_args()
    wanted.seats = wanted.seats or SEATS.get(wanted.game, min(muscade.game(wanted.game).seats))
    torch.set_num_threads(wanted.threads)
    torch.manual_seed(wanted.seed)
    learner = Learner(wanted.folder or Path("build/learn") / wanted.game, wanted)
    if wanted.resume:
        learner.resume()
    learner.learn()
    if wanted.arena:
        learner.arena()


if __name__ == "__main__":
    main()
