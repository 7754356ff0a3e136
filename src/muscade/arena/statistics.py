"""Shares with intervals, and ratings. Games of one deal are alike, so the deal is what is counted, not the game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Self, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

Z = 1.959964
"""Two-sided 95 %."""
ELO = 400 / math.log(10)
"""Points for a factor of e: 400 points are ten to one."""
MEAN_RATING = 1500.0
STEPS = 100
"""Newton's method needs a handful."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


class Quartiles(msgspec.Struct, frozen=True):
    low: float
    median: float
    high: float


def wilson(share: float, trials: float) -> Estimate:
    """Wilson's interval for a share of so many independent trials.

    >>> told = wilson(0.5, 100)
    >>> round(told.low, 4), round(told.high, 4)
    (0.4038, 0.5962)
    """
    square = Z * Z / trials
    middle = (share + square / 2) / (1 + square)
    reach = Z / (1 + square) * math.sqrt(share * (1 - share) / trials + square / (4 * trials))
    # Nothing won is exactly 0, and everything exactly 1, whatever roots are rounded to.
    return Estimate(share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach)))


class Winnings(msgspec.Struct, frozen=True):
    """What was won, deal by deal, each deal being good for the same number of points; tallies add up.

    >>> Winnings.of([2, 0, 2, 0], 2).share() == wilson(0.5, 3)  # games of a deal end alike
    True
    """

    deals: int
    points: int
    """How many there were to win in each deal …"""
    won: float
    """… how many were won in all of them …"""
    squares: float
    """… and the sum of the squares of that, by deal."""

    @classmethod
    def of(cls, won: Sequence[float], points: int) -> Self:
        return cls(len(won), points, float(sum(won)), float(sum(part * part for part in won)))

    def __add__(self, other: Winnings) -> Winnings:
        assert self.points == other.points
        return Winnings(
            self.deals + other.deals, self.points, self.won + other.won, self.squares + other.squares
        )

    def share(self) -> Estimate:
        """The share that was won: Wilson's interval for as many trials as the spread from deal to deal is worth.

        That is no more than there were points. Where every deal says the same, none or all, a deal is one trial.
        """
        most = self.deals * self.points
        share = min(max(self.won / most, 0.0), 1.0)
        if self.deals < 2 or not 0 < share < 1:
            return wilson(share, self.deals)
        spread = (self.squares - self.won * self.won / self.deals) * self.deals / (self.deals - 1)
        worth = share * (1 - share) * most * most
        return wilson(share, max(1.0, min(most, worth / spread if spread > 0 else most)))


def difference(shares: Sequence[float], others: Sequence[float]) -> Estimate:
    """By how much shares are above others, deal by deal; a single deal tells nothing.

    >>> difference([0.5, 0.5], [0.25, 0.25])
    Estimate(value=0.25, low=0.25, high=0.25)
    """
    gaps = np.array(shares, dtype=np.float64) - np.array(others, dtype=np.float64)
    mean = float(gaps.mean())
    reach = Z * float(gaps.std(ddof=1)) / math.sqrt(len(gaps)) if len(gaps) > 1 else 1.0
    return Estimate(mean, max(-1.0, mean - reach), min(1.0, mean + reach))


def quartiles(values: Sequence[float]) -> Quartiles:
    """
    >>> quartiles([1, 2, 3, 4, 5])
    Quartiles(low=2.0, median=3.0, high=4.0)
    """
    low, median, high = np.quantile(np.array(values, dtype=np.float64), (0.25, 0.5, 0.75))
    return Quartiles(float(low), float(median), float(high))


def ratings(teams: Floats, wins: Floats) -> list[Estimate]:
    """How strong each bot is, in points of which 400 more make ten to one, the mean of all being 1500.

    ``teams[seating, team, bot]`` is the part that a bot has in a team (a lone player is a team); ``wins[deal, seating,
    team]`` what it won. A team's strength is the mean of its members'; it wins with a chance in proportion to the
    exponential of it (Luce's choice; Bradley and Terry's model for two). Everybody is given one drawn game against an
    average player, so that somebody who never lost has a rating too. Intervals take the deal for the unit, and are
    never narrower than independent games would make them.
    """
    games = wins.sum(axis=2)
    total, played = wins.sum(axis=0), games.sum(axis=0)
    strength = np.zeros(teams.shape[2])
    for _ in range(STEPS):
        chances = _chances(teams, strength)
        drawn = 1 / (1 + np.exp(-strength))
        slope = _pull(teams, total - played[:, None] * chances) + 0.5 - drawn
        spread = teams - np.einsum("st,stb->sb", chances, teams)[:, None, :]
        curve = np.einsum("s,st,stb,stc->bc", played, chances, spread, spread) + np.diag(drawn * (1 - drawn))
        step = np.linalg.solve(curve, slope)
        longest = float(np.abs(step).max())
        strength += step / max(1.0, longest)
        if longest < 1e-9:
            break
    alone = np.linalg.inv(curve)
    pulls = np.array(
        [_pull(teams, deal - count[:, None] * chances) for deal, count in zip(wins, games, strict=True)]
    )
    together = alone @ pulls.T @ pulls @ alone
    centre = np.eye(len(strength)) - 1 / len(strength)
    variances = [np.diag(centre @ covariance @ centre) for covariance in (alone, together)]
    errors = np.sqrt(np.maximum(*variances).clip(min=0.0))
    middles = MEAN_RATING + ELO * (strength - strength.mean())
    return [
        Estimate(float(middle), float(middle - Z * ELO * error), float(middle + Z * ELO * error))
        for middle, error in zip(middles, errors, strict=True)
    ]


def _chances(teams: Floats, strength: Floats) -> Floats:
    """Each team's chance to win, by seating."""
    worth = teams @ strength
    worth = np.exp(worth - worth.max(axis=1, keepdims=True))
    chances: Floats = worth / worth.sum(axis=1, keepdims=True)
    return chances


def _pull(teams: Floats, surplus: Floats) -> Any:
    """How much more than expected each bot has won."""
    return np.einsum("stb,st->b", teams, surplus)
