"""What can be said of each player's game as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from muscade.analysis.marks import chance_of
from muscade.analysis.structures import Chance, Decision, Mark, Pattern, PlayerSummary
from muscade.analysis.words import lessons
from muscade.core import Seat

DEAREST = 3
AGAIN = 2
"""What happened so often is a pattern."""
PATTERNS = 3
COSTLY: tuple[Mark, ...] = ("blunder", "slip", "missed")


def summarise(decisions: Sequence[Decision], seat: Seat) -> PlayerSummary:
    """One seat's decisions, taken together."""
    own = [(place, one) for place, one in enumerate(decisions) if one.seat == seat]
    known = [one for _, one in own if one.loss is not None]
    costly = [(place, one) for place, one in own if one.mark in COSTLY]
    dearest = sorted(costly, key=lambda found: (-(found[1].loss or 0.0), found[0]))[:DEAREST]
    again = Counter(
        (one.better, one.idea) for _, one in costly if one.better is not None and one.idea is not None
    )
    played = [one for _, one in own if one.waited is not None and one.played is not None]
    summary = PlayerSummary(
        seat=seat,
        decisions=len(known),
        agreed=sum((one.loss or 0.0) <= one.noise for one in known),
        loss=round(sum(one.loss or 0.0 for one in known) / len(known), 4) if known else None,
        marks=dict(Counter(one.mark for _, one in own if one.mark is not None)),
        dearest=tuple(place for place, _ in dearest),
        patterns=tuple(
            Pattern(count, *ideas) for ideas, count in again.most_common(PATTERNS) if count >= AGAIN
        ),
        reaction=round(sum(one.waited or 0.0 for one in played) / len(played), 2) if played else None,
    )
    return msgspec.structs.replace(summary, lessons=lessons(summary, decisions))


def chances(
    decisions: Sequence[Decision], parties: Sequence[int], ending: Chance | None
) -> tuple[Chance, ...]:
    """Everybody's chances by move: each seat's as it could think of them at its own last decision, a fair share before."""
    fair = 1 / max(1, len(set(parties)))
    now = [fair] * len(parties)
    told = [Chance(0, tuple(now))]
    for decision in decisions:
        chance = chance_of(decision)
        if chance is not None:
            now[decision.seat] = round(chance, 4)
            told.append(Chance(decision.before + 1, tuple(now)))
    if ending is not None:
        told.append(ending)
    return tuple(told)
