"""What standings between rounds promise: numbers fitted to games by `benchmarks.tuning.pass_pass`."""

from __future__ import annotations

from functools import cache

from muscade.core.shipped import data_of

UNIT = 10_000
"""The numbers are whole, so many to one."""


@cache
def prospects() -> dict[str, list[int]]:
    """By seats and teams (``4 2x2``): worth of a point, of one and of two Pass Passes, with one round to come; with two.

    Parties win in proportion to the exponentials of what they have recorded, so weighed.
    """
    fitted = data_of(__package__, "prospects").items()
    return {table: [*numbers["one_round"], *numbers["two_rounds"]] for table, numbers in fitted}
