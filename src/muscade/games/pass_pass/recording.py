"""How teams choose whose score they record at the end of a round (PP-21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from muscade.core.moves import Move, Seat
from muscade.games.pass_pass import refusals, rules
from muscade.games.pass_pass.moves import AGREE, BY_RULE, UNKNOWN_SEAT, Agree, ByRule, Propose
from muscade.games.pass_pass.view import TeamChoice

NOBODY: Seat = UNKNOWN_SEAT


class Recording:
    """The talks of all teams: proposals, who agrees, and whom each has settled on."""

    def __init__(self, seats: int, teams: int, points: Sequence[int], passes: Sequence[int]) -> None:
        self.seats = seats
        self.teams = teams
        self.chosen_by_rule = [
            rules.recorded_by_rule(points, passes, team, teams, seats) for team in range(teams)
        ]
        self.settled = [NOBODY] * teams
        self.proposed = [NOBODY] * teams
        self.proposer = [NOBODY] * teams
        self.agreed = [0] * teams
        """By team, a mask of seats."""
        self.by_rule = [0] * teams
        """By team, a mask of those who leave it to the rule."""
        self.has_proposed: set[Seat] = set()
        for team in range(teams):
            if rules.nothing_to_choose(points, passes, team, teams, seats):
                self.settled[team] = self.chosen_by_rule[team]

    def members(self, team: int) -> range:
        return range(team, self.seats, self.teams)

    def done(self) -> bool:
        return NOBODY not in self.settled

    def is_awaited(self, seat: Seat) -> bool:
        team = rules.team_of(seat, self.teams)
        return rules.is_awaited(seat, self.settled[team] != NOBODY, self.proposer[team], self.agreed[team])

    def _may_say_by_rule(self, seat: Seat) -> bool:
        team = rules.team_of(seat, self.teams)
        settled = self.settled[team] != NOBODY
        return rules.may_say_by_rule(self.is_awaited(seat), settled, seat, self.by_rule[team])

    def may_speak(self, seat: Seat) -> bool:
        return self.is_awaited(seat) or self._may_say_by_rule(seat)

    def moves(self, seat: Seat) -> list[Move]:
        team = rules.team_of(seat, self.teams)
        proposed = self.proposed[team]
        offered: list[Move] = []
        if self.is_awaited(seat):
            if proposed != NOBODY:
                offered.append(AGREE)
            if seat not in self.has_proposed:
                offered += [Propose(member) for member in self.members(team) if member != proposed]
        if self._may_say_by_rule(seat):
            offered.append(BY_RULE)
        return offered

    def play(self, seat: Seat, move: Move) -> None:
        """One member's word, checked."""
        team = rules.team_of(seat, self.teams)
        if self.settled[team] != NOBODY:
            raise refusals.team_has_settled()
        if move == BY_RULE:
            self._say_by_rule(seat, team)
            return
        if not self.is_awaited(seat):
            raise refusals.already_spoken()
        match move:
            case ByRule():
                self.settled[team] = self.chosen_by_rule[team]
            case Agree():
                if self.proposed[team] == NOBODY:
                    raise refusals.nothing_to_agree_with()
                self.agreed[team] |= 1 << seat
                if rules.all_agree(self.agreed[team], team, self.teams, self.seats):
                    self.settled[team] = self.proposed[team]
            case Propose(chosen):
                if seat in self.has_proposed:
                    raise refusals.one_proposal_each()
                if chosen not in self.members(team) or chosen == self.proposed[team]:
                    raise refusals.propose_a_member()
                self.has_proposed.add(seat)
                self.proposed[team] = chosen
                self.proposer[team] = seat
                self.agreed[team] = 0
            case _:
                raise refusals.waiting("record")

    def _say_by_rule(self, seat: Seat, team: int) -> None:
        """It stands beside whatever is proposed, and settles nothing until all members have said it."""
        if not self._may_say_by_rule(seat):
            said = self.by_rule[team] >> seat & 1
            raise refusals.by_rule_once() if said else refusals.already_spoken()
        self.by_rule[team] |= 1 << seat
        if rules.all_say_by_rule(self.by_rule[team], team, self.teams, self.seats):
            self.settled[team] = self.chosen_by_rule[team]

    def view(self, seat: Seat) -> TeamChoice:
        """What a member may know: their own team's talk."""
        team = rules.team_of(seat, self.teams)
        proposed, proposer = self.proposed[team], self.proposer[team]
        return TeamChoice(
            proposed=None if proposed == NOBODY else proposed,
            proposer=None if proposer == NOBODY else proposer,
            agreed=tuple(member for member in self.members(team) if self.agreed[team] >> member & 1),
            by_rule=tuple(member for member in self.members(team) if self.by_rule[team] >> member & 1),
        )

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.settled = self.settled.copy()
        twin.proposed = self.proposed.copy()
        twin.proposer = self.proposer.copy()
        twin.agreed = self.agreed.copy()
        twin.by_rule = self.by_rule.copy()
        twin.has_proposed = set(self.has_proposed)
        return twin
