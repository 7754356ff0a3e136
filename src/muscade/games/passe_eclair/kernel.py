"""Passe Éclair as a kernel: from the table to numbers and back. What is compiled is in `numbers`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np

from muscade.core import Move
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import LETTERS, goals_on
from muscade.games.passe_eclair.likely import hidden, imagine
from muscade.games.passe_eclair.lookahead import judge
from muscade.games.passe_eclair.memory import remember
from muscade.games.passe_eclair.moves import (
    READY,
    Call,
    Coach,
    Consolation,
    Deal,
    Draw,
    Lay,
    Michi,
    Nothing,
    Spend,
    Turn,
    Victory,
)
from muscade.games.passe_eclair.numbers import (
    BLOCKED,
    BOX,
    CALL,
    CODES,
    CONSOLATION_SUPPLY,
    CONSOLED,
    CONSOLING,
    DRAWING,
    FIGURES,
    FIRST_MICHI,
    GOALS,
    HANDS,
    HEAD_COACH,
    HELPERS,
    IN_BOX,
    IN_PILE,
    KINDS,
    LAYER,
    MIDDLE,
    NUMBER,
    OWED,
    PASS,
    PHASE,
    PHASES,
    PILE,
    PLAYING,
    SIZE,
    SIZES,
    SPENDING,
    TOKENS,
    TOP,
    UNDER,
    UNDER_LAYER,
    VICTORY_SUPPLY,
    WINNING,
    WRONG,
    draw,
    moves,
    play,
    rewards,
    turn,
)
from muscade.games.passe_eclair.rules import CARDS, FACES, FOOTBALLERS, HAND, NOBODY
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels.chance import chance_of
from muscade.kernels.kernel import Functions, Kernel, Numbers, Reals, as_numbers


class PasseEclairKernel(Kernel[PasseEclairState, PasseEclairView]):
    """See `muscade.kernels.kernel`. Mistakes (ES-11) have codes and can be played, but are never listed."""

    functions = Functions(turn, moves, play, draw, rewards)
    widest = CODES
    codes = CODES

    def lay_out(self) -> Numbers:
        return as_numbers([self.seats, self.options["referee"] == "players", *map(goals_on, TOKENS)])

    def flatten(self, state: PasseEclairState) -> Numbers:
        numbers = np.zeros(SIZE, np.int64)
        phase = PHASES.index(state.phase)
        playing = phase in (PLAYING, DRAWING)
        numbers[: BLOCKED + 1] = (
            phase,
            state.round,
            state.coach,
            state.number,
            state.passed,
            state.blocked and phase == PLAYING,
        )
        numbers[WRONG] = state.wrong and playing
        numbers[TOP : CONSOLED + 1] = NOBODY
        if state.middle:
            numbers[TOP], numbers[LAYER] = state.middle[-1], state.layers[-1]
        if numbers[WRONG]:
            numbers[UNDER], numbers[UNDER_LAYER] = state.middle[-2], state.layers[-2]
        if phase == DRAWING:
            numbers[OWED] = state.debtor
        if phase in (WINNING, CONSOLING):
            numbers[OWED], numbers[CONSOLED] = state.winner, state.consoled
        for start, cards in ((PILE, state.pile), (BOX, state.box), (MIDDLE, state.middle)):
            numbers[start : start + FACES] = np.bincount(cards, minlength=FACES) if cards else 0
        numbers[IN_PILE], numbers[IN_BOX] = len(state.pile), len(state.box)
        for supply, tokens in (
            (VICTORY_SUPPLY, state.victory_supply),
            (CONSOLATION_SUPPLY, state.consolation_supply),
        ):
            numbers[supply : supply + KINDS] = [tokens.count(kind) for kind in TOKENS]
        for seat, hand in enumerate(state.hands):
            _put_hand(numbers, seat, hand)
            numbers[GOALS + seat] = state.goals(seat)
            helpers = HELPERS + FOOTBALLERS * seat
            numbers[helpers : helpers + FOOTBALLERS] = [
                state.consolation[seat].count(letter) for letter in LETTERS
            ]
        return numbers

    def worlds(self, view: PasseEclairView, rng: Random, count: int) -> Numbers:
        """By what a seat knows of the others' cards: those it saw, and those they cannot have held (ES-10).

        `Game.imagine` tells a whole history and asks of it who could have laid what, and when; this does not, and is
        quick. A world may so be one that a long enough thought could rule out.
        """
        known, unseen = self._knowledge(view)
        worlds = np.empty((count, SIZE), np.int64)
        chance = chance_of(rng.getrandbits(62))
        for world in worlds:
            imagine(self.ground, known, unseen, world, chance)
        return worlds

    def _knowledge(self, view: PasseEclairView) -> tuple[Numbers, Numbers]:
        """The table with the cards and tokens that a seat knows, and what is hidden from it (`likely`)."""
        memory = remember(view)
        surely, unseen = hidden(memory, view)
        known = self.flatten(memory)
        known[HANDS:] = 0
        for seat, hand in enumerate(surely):
            _put_hand(known, seat, hand)
        return known, unseen

    def judge(self, view: PasseEclairView, moves: Sequence[Move], rng: Random, worlds: int) -> Reals:
        """What the view's seat may expect of each move, in so many worlds; to be compared with each other."""
        assert view.seat is not None
        known, unseen = self._knowledge(view)
        codes = as_numbers([self.code(known, move) for move in moves])
        totals = np.zeros(len(codes))
        chance = chance_of(rng.getrandbits(62))
        judge(
            *self.functions[:4], self.ground, known, unseen, view.seat, codes, worlds, chance, totals, CODES
        )
        return totals

    def code(self, state: Numbers, move: Move) -> int:
        match move:
            case Lay(card, _) | Spend(card):
                return card
            case Michi(other, _):
                return FIRST_MICHI + other
            case Call():
                return CALL
            case _:
                return PASS

    def move(self, state: Numbers, code: int) -> Move:
        if state[PHASE] == SPENDING:
            return READY if code == PASS else Spend(code)
        number = int(state[NUMBER])
        if code == PASS:
            return Nothing(number)
        if code == CALL:
            return Call(number)
        return Lay(code, number) if code < FIRST_MICHI else Michi(code - FIRST_MICHI, number)

    def nature(self, before: Numbers, after: Numbers) -> Move:
        match before[PHASE]:
            case 0:
                return Coach(int(after[HEAD_COACH]))
            case 1:
                return Deal(self._order(before, after))
            case 3:
                return Turn(int(after[TOP]))
            case 5:
                seat = int(before[OWED])
                [card] = Counter(_hand(after, seat)) - Counter(_hand(before, seat))
                return Draw(card, seat)
            case 6:
                return Victory(_taken(VICTORY_SUPPLY, before, after), int(before[OWED]))
            case _:
                return Consolation(_taken(CONSOLATION_SUPPLY, before, after), int(before[CONSOLED]))

    def _order(self, before: Numbers, after: Numbers) -> tuple[int, ...]:
        """An order in which these hands can have been dealt: first all of the pile, if it was used up (ES-12)."""
        seats, left = self.seats, int(before[IN_PILE])
        hands = [_hand(after, seat) for seat in range(seats)]
        if left >= HAND * seats:
            return tuple(hands[place % seats][place // seats] for place in range(HAND * seats))
        first: list[list[int]] = [[] for _ in range(seats)]
        room = [len(range(seat, left, seats)) for seat in range(seats)]

        def give(card: int, asked: set[int]) -> bool:
            """A card of the pile to a hand that has room for it, or makes some."""
            for seat in set(range(seats)) - asked:
                if first[seat].count(card) == hands[seat].count(card):
                    continue
                asked.add(seat)
                if len(first[seat]) < room[seat]:
                    first[seat].append(card)
                    return True
                for other in set(first[seat]):
                    if other != card and give(other, asked):
                        first[seat].remove(other)
                        first[seat].append(card)
                        return True
            return False

        for card in range(FACES):
            for _ in range(before[PILE + card]):
                give(card, set())
        rest = [
            list((Counter(hand) - Counter(early)).elements())
            for hand, early in zip(hands, first, strict=True)
        ]
        return tuple((first if place < left else rest)[place % seats].pop() for place in range(HAND * seats))


def _hand(state: Numbers, seat: int) -> list[int]:
    row = HANDS + CARDS * seat
    cards: list[int] = state[row : row + state[SIZES + seat]].tolist()
    return cards


def _taken(supply: int, before: Numbers, after: Numbers) -> str:
    return TOKENS[int(np.argmax(before[supply : supply + KINDS] - after[supply : supply + KINDS]))]


def _put_hand(state: Numbers, seat: int, hand: Sequence[int]) -> None:
    state[SIZES + seat] = len(hand)
    state[FIGURES + seat] = rules.figures(hand)
    state[HANDS + CARDS * seat : HANDS + CARDS * seat + len(hand)] = sorted(hand)
