"""Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2012); steps are named as there."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""From the scale that people read to the one that the formulas work on."""
CENTRE = 1500.0
TAU = 0.5
"""How much volatility may change: Glickman names 0.3 to 1.2 as reasonable, and 0.5 in his example."""
PRECISION = 1e-6
"""Of the search for a volatility."""
WIDEST = 350.0
"""Nobody is less known than a newcomer, however long they stay away."""
PROVISIONAL = 110.0
"""A deviation of this or more: the rating is not sure yet. Ninety-five times in a hundred the strength is within two deviations,
here 220 points either way, about as far apart as players can be for the weaker one to win every fifth game."""
PERIOD_DAYS = 5.0
"""Days that count as one rating period for those who do not play: somebody sure (a deviation of 60, the usual volatility) who stays away
for a year is provisional again."""
GAMES_A_PERIOD = 12
"""For those who do play: Glickman's advice is ten to fifteen games a period. So nobody becomes so sure that nothing can move them."""


class Rating(NamedTuple):
    """A strength, how unsure it is (`deviation`), and how much it swings."""

    value: float
    deviation: float
    volatility: float


NEWCOMER = Rating(CENTRE, WIDEST, 0.06)


class Result(NamedTuple):
    """One result against an opponent of a strength and a deviation: 1 for a victory, a half for a draw, 0."""

    value: float
    deviation: float
    score: float


def periods_since(days: float | None) -> float:
    """Rating periods from the game before, so many days ago, to this one; None: there was none.

    >>> periods_since(None), periods_since(10), periods_since(0) == 1 / GAMES_A_PERIOD
    (0.0, 2.0, True)
    """
    return 0.0 if days is None else max(days / PERIOD_DAYS, 1 / GAMES_A_PERIOD)


def is_provisional(rating: Rating) -> bool:
    """
    >>> is_provisional(NEWCOMER), is_provisional(Rating(1700, 80, 0.06))
    (True, False)
    """
    return rating.deviation >= PROVISIONAL


def aged(rating: Rating, periods: float) -> Rating:
    """The same strength after so many rating periods, or parts of one, without a game: less sure (step 6).

    >>> round(aged(Rating(1600, 60, 0.06), 365 / PERIOD_DAYS).deviation)
    107
    """
    spread = _spread(rating.deviation / SCALE, rating.volatility, periods)
    return rating._replace(deviation=min(WIDEST, spread * SCALE))


def expected(rating: Rating, value: float, deviation: float) -> float:
    """The share of victories to expect against somebody.

    >>> round(expected(Rating(1500, 200, 0.06), 1400, 30), 3)
    0.639
    """
    return _expected((rating.value - value) / SCALE, _g(deviation / SCALE))


def update(rating: Rating, results: Sequence[Result], periods: float = 1.0) -> Rating:
    """The rating after one rating period with these results; ``periods`` is how long it is since the one before.

    Glickman's own example:

    >>> results = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    >>> value, deviation, volatility = update(Rating(1500, 200, 0.06), results)
    >>> f"{value:.2f} {deviation:.2f} {volatility:.5f}"
    '1464.05 151.52 0.06000'
    """
    if not results:
        return aged(rating, periods)
    phi = rating.deviation / SCALE
    information = surprise = 0.0
    for result in results:  # steps 3 and 4
        g = _g(result.deviation / SCALE)
        chance = _expected((rating.value - result.value) / SCALE, g)
        information += g * g * chance * (1 - chance)
        surprise += g * (result.score - chance)
    variance = 1 / information
    volatility = _volatility(rating.volatility, phi, variance, variance * surprise)
    before = min(WIDEST / SCALE, _spread(phi, volatility, periods))
    after = 1 / sqrt(1 / (before * before) + information)  # step 7
    return Rating(rating.value + SCALE * after * after * surprise, SCALE * after, volatility)


def _g(phi: float) -> float:
    """An unsure opponent counts for less."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _expected(difference: float, g: float) -> float:
    return 1 / (1 + exp(-g * difference))


def _spread(phi: float, volatility: float, periods: float) -> float:
    return sqrt(phi * phi + periods * volatility * volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: where ``f`` is 0, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        whole = phi * phi + variance + e
        return e * (delta * delta - whole) / (2 * whole * whole) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
