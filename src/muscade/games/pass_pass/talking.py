"""What teams say after a round, until each has settled whose score it records; and the score pad (PP-18 to PP-21)."""

from __future__ import annotations

from muscade.games.pass_pass.rules import (
    all_agree,
    all_say_by_rule,
    is_awaited,
    may_say_by_rule,
    members,
    nothing_to_choose,
    recorded_by_rule,
    team_of,
    winning_teams,
)
from muscade.games.pass_pass.table import (
    AGREEMENT,
    BY_RULE_ONCE,
    DEALING,
    HAS_PROPOSED,
    HAS_SPOKEN,
    LEFT_BY_CLOCK,
    LEFT_TO_RULE,
    NOT_A_MEMBER,
    NOT_NOW,
    NOTHING_TO_AGREE_WITH,
    PROPOSALS,
    TALKING,
    TEAM_HAS_SETTLED,
    Setting,
    Table,
    finish,
)
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import FINE, NATURE_BIT, UNOFFERED


def words(setting: Setting, table: Table, seat: int, codes: Numbers) -> int:
    """What a member may say (PP-21)."""
    team = team_of(seat, setting.teams)
    proposed = table.proposed[team] - 1
    found = 0
    if awaited(setting, table, seat):
        if proposed >= 0:
            codes[found] = AGREEMENT
            found += 1
        if table.have_proposed >> seat & 1 == 0:
            for member in range(team, setting.seats, setting.teams):
                if member != proposed:
                    codes[found] = PROPOSALS + member
                    found += 1
    if _may_leave_it(setting, table, seat):
        codes[found] = LEFT_TO_RULE
        found += 1
    return found


def awaited(setting: Setting, table: Table, seat: int) -> bool:
    """Does their team wait for a seat's word (PP-21)?"""
    team = team_of(seat, setting.teams)
    return is_awaited(seat, table.settled[team] > 0, table.proposer[team] - 1, table.agreed)


def _may_leave_it(setting: Setting, table: Table, seat: int) -> bool:
    """May a seat leave it to the rule, for its part (PP-21)?"""
    team = team_of(seat, setting.teams)
    said = table.by_rule & members(team, setting.teams, setting.seats)
    return may_say_by_rule(awaited(setting, table, seat), table.settled[team] > 0, seat, said)


def refused_word(setting: Setting, table: Table, seat: int, code: int) -> int:
    """PP-21."""
    if not 0 <= seat < setting.seats:
        return NOT_NOW
    team = team_of(seat, setting.teams)
    if table.settled[team]:
        return TEAM_HAS_SETTLED
    if code == LEFT_TO_RULE and table.by_rule >> seat & 1:
        return BY_RULE_ONCE
    if code == LEFT_TO_RULE:
        return FINE if _may_leave_it(setting, table, seat) else HAS_SPOKEN
    if not awaited(setting, table, seat):
        return HAS_SPOKEN
    if code == LEFT_BY_CLOCK:
        return UNOFFERED
    if code == AGREEMENT:
        return FINE if table.proposed[team] else NOTHING_TO_AGREE_WITH
    if not PROPOSALS <= code < AGREEMENT:
        return NOT_NOW
    if table.have_proposed >> seat & 1:
        return HAS_PROPOSED
    member = code - PROPOSALS
    if (
        member >= setting.seats
        or team_of(member, setting.teams) != team
        or member == table.proposed[team] - 1
    ):
        return NOT_A_MEMBER
    return FINE


def settle_scores(setting: Setting, table: Table) -> None:
    """PP-18, PP-21: the round is over; parties without a choice have made it."""
    seats, teams = setting.seats, setting.teams
    for team in range(teams):
        if nothing_to_choose(table.points, table.passes, team, teams, seats):
            table.settled[team] = 1 + recorded_by_rule(table.points, table.passes, team, teams, seats)
    table.phase = TALKING
    _record(setting, table)


def say(setting: Setting, table: Table, seat: int, code: int) -> None:
    """A member's word (PP-21)."""
    seats, teams = setting.seats, setting.teams
    team = team_of(seat, teams)
    if code in (LEFT_TO_RULE, LEFT_BY_CLOCK):
        table.by_rule |= 1 << seat
        if code == LEFT_BY_CLOCK or all_say_by_rule(table.by_rule, team, teams, seats):
            table.settled[team] = 1 + recorded_by_rule(table.points, table.passes, team, teams, seats)
    elif code == AGREEMENT:
        table.agreed |= 1 << seat
        if all_agree(table.agreed, team, teams, seats):
            table.settled[team] = table.proposed[team]
    else:
        table.have_proposed |= 1 << seat
        table.proposed[team] = 1 + code - PROPOSALS
        table.proposer[team] = 1 + seat
        for member in range(team, seats, teams):
            table.agreed &= ~(1 << member)
    _record(setting, table)


def _record(setting: Setting, table: Table) -> None:
    """Who may speak now; once all have settled, the round is written down (PP-21) and another begins (PP-19, PP-20)."""
    teams = setting.teams
    table.turn = 0
    for seat in range(setting.seats):
        settled = table.settled[team_of(seat, teams)] > 0
        if not settled and (awaited(setting, table, seat) or _may_leave_it(setting, table, seat)):
            table.turn |= 1 << seat
    if table.turn:
        return
    for team in range(teams):
        chosen = table.settled[team] - 1
        table.recorded_points[team] += table.points[chosen]
        table.recorded_passes[team] += table.passes[chosen]
    if table.round < setting.rounds:
        table.phase = DEALING
        table.turn = NATURE_BIT
    else:
        finish(table, winning_teams(table.recorded_points[:teams], table.recorded_passes[:teams]))
