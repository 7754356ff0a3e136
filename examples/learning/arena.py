"""The network among the game's own bots: one seat for it, all others for a rival, and the seats go round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from muscade.arena.statistics import wilson
from muscade.bots import Bot
from muscade.bots.network import NetworkBot
from muscade.core import Game, Text
from muscade.envs.episode import Episode
from muscade.kernels import kernel_of


def share(
    game: Game[Any, Any], seats: int, file: Path, rival: str, games: int, options: dict[str, Any]
) -> str:
    """What part of the games it wins, with the limits of 95 %."""
    other = game.bot(rival)
    learnt = NetworkBot(game, Text("learnt", "appris"), file, other)
    kernel = kernel_of(game, seats, options)
    won = 0.0
    for number in range(games):
        own = number % seats
        bots: dict[int, Bot] = {seat: learnt if seat == own else other for seat in range(seats)}
        won += Episode(kernel, f"arena {number // seats}", bots).rewards()[own]
    estimate = wilson(won / games, games)
    return f"{estimate.value:.1%}, between {estimate.low:.1%} and {estimate.high:.1%}"
