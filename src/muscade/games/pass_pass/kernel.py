"""Pass Pass as flat numbers and machine code: the way there and back."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from muscade.core import NATURE, Move
from muscade.games.pass_pass import flat, rules
from muscade.games.pass_pass.flat import (
    AGREED,
    AGREEMENT,
    CODES,
    COUNTS,
    DIAMONDS,
    FIRST,
    GROUND_SIZE,
    HANDS,
    HAVE_PROPOSED,
    LEADER,
    LEFT_BY_CLOCK,
    LEFT_TO_RULE,
    NAMING,
    OUT,
    PAIRS,
    PASSES,
    PHASE,
    PHASES,
    PLAYED,
    PLAYING,
    POINTS,
    PROPOSALS,
    PROPOSED,
    PROPOSER,
    PROSPECTS,
    RECORDED_PASSES,
    RECORDED_POINTS,
    ROUND,
    SEATS,
    SECOND,
    SETTLED,
    STATE_SIZE,
    TAKEN,
    TEAMS,
    TRICK,
    TRICK_NUMBER,
    TURN_MASK,
    WINNERS,
)
from muscade.games.pass_pass.foresight import evaluate
from muscade.games.pass_pass.imagination import present
from muscade.games.pass_pass.moves import (
    AGREE,
    BY_CLOCK,
    BY_RULE,
    PLAYS,
    TAKES,
    Agree,
    ByRule,
    Deal,
    Lead,
    Play,
    Propose,
    Take,
    take_two,
)
from muscade.games.pass_pass.prospects import prospects
from muscade.games.pass_pass.state import PassPassState
from muscade.games.pass_pass.view import PassPassView
from muscade.kernels.kernel import NATURE_BIT, Functions, Kernel, Numbers


class PassPassKernel(Kernel[PassPassState, PassPassView]):
    """See `muscade.kernels.kernel`."""

    functions = Functions(
        flat.turn, flat.moves, flat.play, flat.draw, flat.rewards, flat.redeal, None, evaluate
    )
    widest = rules.HAND
    codes = CODES

    def lay_out(self) -> Numbers:
        state = self.game.new(self.seats, **self.options)
        ground = np.zeros(GROUND_SIZE, np.int64)
        ground[SEATS] = self.seats
        ground[TEAMS] = state.teams
        ground[DIAMONDS : DIAMONDS + rules.CARDS] = state.diamonds
        ground[PROSPECTS : PROSPECTS + 6] = prospects()[f"{self.seats} {self.options['teams']}"]
        return ground

    def flatten(self, state: PassPassState) -> Numbers:
        row = np.zeros(STATE_SIZE, np.int64)
        seats, teams = self.seats, state.teams
        acting = state.turn()
        row[TURN_MASK] = NATURE_BIT if acting == (NATURE,) else _mask(acting)
        row[PHASE] = PHASES[state.phase]
        row[LEADER] = 0 if state.phase == "leader" else state.leader
        row[ROUND] = state.round
        row[TRICK_NUMBER] = state.trick_number if state.round else 0
        row[PLAYED] = len(state.trick)
        row[TRICK : TRICK + len(state.trick)] = state.trick
        if state.trick:
            row[FIRST], row[SECOND] = max(state.first, 0), max(state.second, 0)
            row[TAKEN] = state.trick.index(state.taken) if state.taken in state.trick else 0
        row[OUT] = _mask((*state.trick, *state.cleared, *(card for front in state.fronts for card in front)))
        row[HANDS : HANDS + seats] = [_mask(hand) for hand in state.hands]
        row[POINTS : POINTS + seats] = state.points()
        row[COUNTS : COUNTS + seats] = [
            sum(count << (tint << 3) for tint, count in enumerate(counts)) for counts in state.colours
        ]
        row[PASSES : PASSES + seats] = state.passes
        row[RECORDED_POINTS : RECORDED_POINTS + teams] = state.recorded_points
        row[RECORDED_PASSES : RECORDED_PASSES + teams] = state.recorded_passes
        if state.final:
            row[WINNERS] = _mask({rules.team_of(seat, teams) for seat in state.final.winners})
        if state.recording:
            row[HAVE_PROPOSED] = _mask(state.recording.has_proposed)
            row[AGREED] = sum(state.recording.agreed)
            for offset, seats_named in (
                (SETTLED, state.recording.settled),
                (PROPOSED, state.recording.proposed),
                (PROPOSER, state.recording.proposer),
            ):
                row[offset : offset + teams] = [seat + 1 for seat in seats_named]
            row[flat.BY_RULE : flat.BY_RULE + teams] = state.recording.by_rule
        return row

    def worlds(self, view: PassPassView, rng: Random, count: int) -> Numbers:
        """While cards are played, one state is enough: `redeal` makes all others of it."""
        if view.phase == "record":
            return super().worlds(view, rng, count)
        return self.flatten(present(view))[None]

    def code(self, state: Numbers, move: Move) -> int:
        match move:
            case Play(card) | Take((card,)):
                return card
            case Take(cards):
                return PAIRS + _mask(
                    place for place in range(self.seats) if int(state[TRICK + place]) in cards
                )
            case Propose(seat):
                return PROPOSALS + seat
            case Agree():
                return AGREEMENT
            case ByRule(clock):
                return LEFT_BY_CLOCK if clock else LEFT_TO_RULE
        raise ValueError(f"{move!r} has no code")

    def move(self, state: Numbers, code: int) -> Move:
        if code < PAIRS:
            return (PLAYS if state[PHASE] == PLAYING else TAKES)[code]
        if code < PROPOSALS:
            one, other = (
                int(state[TRICK + place]) for place in range(self.seats) if code - PAIRS >> place & 1
            )
            return take_two(one, other)
        if code < AGREEMENT:
            return Propose(code - PROPOSALS)
        return (AGREE, BY_RULE, BY_CLOCK)[code - AGREEMENT]

    def nature(self, before: Numbers, after: Numbers) -> Move:
        if before[PHASE] == NAMING:
            return Lead(int(after[LEADER]))
        hands = [_cards(int(after[HANDS + seat])) for seat in range(self.seats)]
        aside = _cards(~sum(int(after[HANDS + seat]) for seat in range(self.seats)))
        return Deal((*(hand[turn] for turn in range(rules.HAND) for hand in hands), *aside))


def _mask(bits: Iterable[int]) -> int:
    mask = 0
    for bit in bits:
        mask |= 1 << bit
    return mask


def _cards(mask: int) -> list[int]:
    return [card for card in range(rules.CARDS) if mask >> card & 1]
