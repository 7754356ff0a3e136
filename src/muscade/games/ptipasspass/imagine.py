"""Filling in what a seat did not see: a full history that looks to it just as the real one did."""

from __future__ import annotations

from random import Random

from muscade.core.moves import Move, Seat
from muscade.games.ptipasspass.course import Table
from muscade.games.ptipasspass.memory import memory_of
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import present


def complete(view: PtiPassPassView, rng: Random) -> tuple[list[tuple[Seat, Move]], Table]:
    """Every hidden token made a colour that the seat cannot rule out, as if drawn from the hand it came from; and the table.

    Any history that fits can come out. They are not all exactly as likely as they should be: a choice is made among
    the colours that stay possible, without counting how many ways each leaves open later.
    """
    memory = memory_of(view)
    history, world = memory.imagine(rng)
    return history, present(view, memory.account, world)
