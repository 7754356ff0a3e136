"""A whole game, decision by decision.

In three steps, so that whoever has little time at once can do it bit by bit, and in other processes: `plan` finds the
decisions, `weigh` looks at some of them, `finish` makes one of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from muscade.analysis.marks import marked
from muscade.analysis.moments import Moment, at, find_moments, whole
from muscade.analysis.structures import VERSION, Analysis, Chance, Decision
from muscade.analysis.summary import chances, summarise
from muscade.analysis.weighing import weigh_moment
from muscade.core import Record
from muscade.core.text import quoted
from muscade.kernels.ready import prepare_with_solver

SECONDS = 30.0
"""What a whole game may take, about."""
MOST_EACH, LEAST_EACH = 1.0, 0.02
"""And one decision."""
SEED = "muscade analysis"

OnProgress: TypeAlias = Callable[[int, int], None]
"""Told how many decisions are done, and how many there are."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be looked at, and how long each of it."""

    moments: tuple[Moment, ...]
    each: float


def plan(record: Record, seconds: float = SECONDS) -> Plan:
    """The decisions of a game, and the share of the time that each has."""
    if not 0 < seconds < float("inf"):
        raise ValueError(f"an analysis takes some seconds, not {quoted(seconds)}")
    moments = find_moments(whole(record))
    each = seconds / max(1, len(moments))
    return Plan(tuple(moments), min(MOST_EACH, max(LEAST_EACH, each)))


def prepare(record: Record) -> None:
    """Compile what the game's bots and solver think with; no time counts that."""
    prepare_with_solver(record.game)


def weigh(
    record: Record,
    moments: Sequence[Moment],
    each: float,
    seed: str = SEED,
    on_progress: Callable[[], None] | None = None,
) -> list[Decision]:
    """Some of the decisions, in their order; each depends on the seed and on what its seat could see, and on nothing else."""
    done = []
    for moment, state in at(record, list(moments)):
        done.append(weigh_moment(moment, state, each, seed))
        if on_progress is not None:
            on_progress()
    return done


def finish(
    record: Record, weighed: Sequence[Decision], seconds: float = SECONDS, seed: str = SEED
) -> Analysis:
    """All decisions with their marks, and what can be said of the game as a whole."""
    state, words = record.follow()
    parties = state.parties()
    decisions = marked(weighed, parties)
    outcome = words.outcome(state.outcome())
    ending = None
    if outcome is not None:
        shares = 1 / max(1, len({parties[seat] for seat in outcome.winners}))
        ending = Chance(
            len(record.events),
            tuple(shares if seat in outcome.winners else 0.0 for seat in range(record.seats)),
        )
    told = [decision for decision in decisions if decision.loss is not None]
    return Analysis(
        version=VERSION,
        game=record.game,
        game_version=record.version,
        seats=record.seats,
        events=len(record.events),
        seed=seed,
        seconds=seconds,
        decisions=decisions,
        chances=chances(decisions, parties, ending),
        hindsight="the truth" if told and all(decision.proved for decision in told) else "own views",
        players=tuple(summarise(decisions, seat) for seat in range(record.seats)),
    )


def analyse(
    record: Record,
    seconds: float = SECONDS,
    progress: OnProgress | None = None,
    seed: str = SEED,
) -> Analysis:
    """What every decision of a game was worth; about ``seconds`` of an ordinary core, the same for the same seed.

    The work is counted and not timed, so that the answer is the same on any machine. It takes a whole record; of what a seat
    could not see, nothing is used for its decisions.
    """
    planned = plan(record, seconds)
    total = len(planned.moments)
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    if progress is not None:
        progress(0, total)
    prepare(record)
    weighed = weigh(record, planned.moments, planned.each, seed, count)
    return finish(record, weighed, seconds, seed)
