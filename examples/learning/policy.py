"""The network that learns, how it is kept, and how it goes out into the world as plain arrays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from muscade.bots.network import write

if TYPE_CHECKING:
    from examples.learning.curves import Curves

WIDTH = 256
NEVER = -1e9


class Policy(nn.Module):
    """What a seat sees, scaled to 1, to what it might do and what it may expect."""

    def __init__(self, scale: NDArray[np.float32], actions: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(scale))
        self.body = nn.Sequential(nn.Linear(len(scale), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.choice = nn.Linear(WIDTH, actions)
        self.worth = nn.Linear(WIDTH, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, far below all others where the law says no; and the value."""
        deep = self.body(seen.float() * self.scale)
        return self.choice(deep).masked_fill(masks == 0, NEVER), self.worth(deep).squeeze(-1)


def save(folder: Path, policy: Policy, optimizer: Any, curves: Curves, lesson: int, minutes: float) -> None:
    """All that is needed to go on; the old checkpoint stands until the new one is whole."""
    state = {
        "policy": policy.state_dict(),
        "optimizer": optimizer.state_dict(),
        "curves": curves.rows,
        "lesson": lesson,
        "minutes": minutes,
    }
    fresh = folder / "checkpoint.new"
    torch.save(state, fresh)
    fresh.replace(folder / "checkpoint.pt")


def load(folder: Path, policy: Policy, optimizer: Any, curves: Curves) -> tuple[int, float]:
    """Go on from the last checkpoint: the lessons and the minutes so far."""
    state = torch.load(folder / "checkpoint.pt", weights_only=True)
    policy.load_state_dict(state["policy"])
    optimizer.load_state_dict(state["optimizer"])
    curves.rows[:] = state["curves"]
    return state["lesson"], state["minutes"]


def export(file: Path, policy: Policy, game: str, seats: int) -> None:
    """As `muscade.bots.network` reads it."""
    linear = [policy.body[0], policy.body[2], policy.choice]
    layers = [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in linear]
    write(file, game, seats, policy.scale.numpy(), layers)
