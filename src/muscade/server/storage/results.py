"""What statements about results have in common: one's own, somebody else's at the same table, and how many games of a kind there are."""

from __future__ import annotations

import sqlalchemy as sa

from muscade.server.rows import RESULTS

MINE, THEIRS = RESULTS.alias("mine"), RESULTS.alias("theirs")
TOGETHER = sa.and_(THEIRS.c.table_id == MINE.c.table_id, THEIRS.c.person_id != MINE.c.person_id)


def games_where(*conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    """How many tables; somebody may have sat in several seats of one."""
    return sa.func.count(sa.distinct(sa.case((sa.and_(*conditions), MINE.c.table_id))))


def ended(results: sa.FromClause, how: str) -> sa.ColumnElement[bool]:
    """Whether a game ended like that for somebody: won, drawn or lost."""
    return results.c.outcome == sa.literal_column(f"'{how}'")


WON, LOST = (
    games_where(ended(one, "won"), ~ended(other, "won")) for one, other in ((MINE, THEIRS), (THEIRS, MINE))
)
"""Of those two."""
