"""Opponents who bluff and suspect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from muscade.bots.search import SearchBot
from muscade.core import Move, Text, View
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.belief import Belief, Mind, only
from muscade.games.ptipasspass.moves import ANNOUNCEMENTS, DOUBLON, MENTEUR, OK, Hide, lift_of, swap_of
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.view import PtiPassPassView

if TYPE_CHECKING:
    from muscade.games.ptipasspass.kernel import PtiPassPassKernel
    from muscade.kernels.kernel import Kernel

Scored: TypeAlias = Iterator[tuple[int, int, float]]
"""A cup, a colour for it, and what that would be worth."""

LATER = 0.5
"""What a plan is worth beside one that needs a token less."""
BLOCK = 0.5
"""What it is worth to take the cup that somebody else needs."""
ALARM = 0.6
"""From this chance on that the active player wins with the next turn, somebody has to object …"""
LAST_HOPE = 0.15
"""… and such a small chance of a lie is reason enough."""


class Character(msgspec.Struct, frozen=True):
    """What makes one bot play differently from another."""

    mind: Mind
    lies: float
    """How often it lies."""
    whims: float
    """How often it challenges without a reason."""
    caution: float
    """How sure of a lie it must be to say so."""
    foresight: bool
    """Does it look at what others are about to do?"""


class CupBot:
    """Plays by what it believes, from its own view alone."""

    def __init__(self, title: Text, character: Character) -> None:
        self.title = title
        self.character = character

    def choose(self, view: PtiPassPassView, moves: Sequence[Move], rng: Random) -> Move:
        if view.phase == "announce":
            return self._announce(view, rng)
        if view.phase in ("doublon", "menteur") and rng.random() < self.character.whims:
            return moves[-1]
        belief = Belief(view, self.character.mind, rng)
        match view.phase:
            case "hide":
                return self._hide(view, belief, rng)
            case "doublon":
                return DOUBLON if belief.counts[belief.named] else OK
            case "menteur":
                return self._menteur(view, belief)
            case _:
                return self._lift(belief, view.phase == "swap")

    def _hide(self, view: PtiPassPassView, belief: Belief, rng: Random) -> Move:
        """Towards a line of one's own, into a cup that is believed to be empty: there always is one."""
        hand = [LETTERS.index(letter) for letter in view.hand]
        scores = {
            (cup, colour): rng.random() / 20
            for cup, count in enumerate(belief.counts)
            if not count
            for colour in set(hand)
        }
        for cup, colour, worth in plans(belief, hand):
            scores[cup, colour] += worth
        if self.character.foresight:
            for cup, colour, worth in blocks(view, belief, hand):
                scores[cup, colour] += worth
        cup, colour = max(scores, key=scores.__getitem__)
        return Hide(colour, belief.table.names[cup])

    def _announce(self, view: PtiPassPassView, rng: Random) -> Move:
        assert view.fist is not None
        truth = LETTERS.index(view.fist)
        if rng.random() < self.character.lies:
            return ANNOUNCEMENTS[rng.choice([colour for colour in range(rules.COLOURS) if colour != truth])]
        return ANNOUNCEMENTS[truth]

    def _menteur(self, view: PtiPassPassView, belief: Belief) -> Move:
        """A wrong challenge costs a turn, a right one helps everybody at the table: so be sure, or be desperate."""
        assert view.announced is not None
        lie = 1 - belief.chance(belief.fist()[LETTERS.index(view.announced)])
        desperate = self.character.foresight and last_to_object(view) and threat(view, belief) > ALARM
        return MENTEUR if lie > (LAST_HOPE if desperate else self.character.caution) else OK

    def _lift(self, belief: Belief, may_swap: bool) -> Move:
        names = belief.table.names
        best = belief.prospects(belief.cups(), may_swap)
        if best.swap:
            return swap_of(*(names[cup] for cup in best.swap))
        return lift_of(*(names[cup] for cup in best.line))


class CupSearchBot(SearchBot):
    """Tries every move in many worlds it believes possible, and lets everybody play on by what they would believe there.

    Its tree is one move deep: further down others would know what it hides, and it what they hide.
    """

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """With two or three words to choose from, it keeps nobody waiting as long as for a plan."""
        assert isinstance(view, PtiPassPassView)
        if view.phase in ("doublon", "announce", "menteur"):
            brief = replace(self.effort, seconds=self.effort.seconds / 4)
            hasty = type(self)(self.game, self.title, brief, self.meanwhile)
            return super(CupSearchBot, hasty).choose(view, moves, rng)
        return super().choose(view, moves, rng)

    def kernel(self, view: View) -> Kernel[Any, Any]:
        return cast("PtiPassPassKernel", super().kernel(view)).insight


def plans(belief: Belief, hand: Sequence[int]) -> Scored:
    """Lines that the hand can complete: the colours for their empty cups."""
    cups = belief.cups()
    for line in belief.table.lines:
        empty = [cup for cup in line if not belief.counts[cup]]
        if not 0 < len(empty) <= len(hand):
            continue
        for colours in set(permutations(hand, len(empty))):
            filled = dict(zip(empty, (only(colour, belief.all) for colour in colours), strict=True))
            first, second, third = (filled.get(cup, cups[cup]) for cup in line)
            chance = belief.chance(rules.line_wins(first, second, third))
            for cup, colour in zip(empty, colours, strict=True):
                yield cup, colour, chance**2 * LATER ** (len(empty) - 1)


def blocks(view: PtiPassPassView, belief: Belief, hand: Sequence[int]) -> Scored:
    """Cups that somebody else needs to complete a line with their last token, and colours that spoil it."""
    rivals = [seat for seat in range(view.seats) if seat != view.seat and view.held[seat] == 1]
    for rival in rivals:
        cups = belief.cups(rival)
        for line in belief.table.lines:
            empty = [cup for cup in line if not belief.counts[cup]]
            if len(empty) != 1:
                continue
            one, other = (cups[cup] for cup in line if cup != empty[0])
            wins = [rules.line_wins(one, other, only(colour, belief.all)) for colour in range(rules.COLOURS)]
            for colour in set(hand):
                spoiled = (wins[0] | wins[1] | wins[2]) & ~wins[colour]
                yield empty[0], colour, BLOCK * belief.chance(spoiled)


def last_to_object(view: PtiPassPassView) -> bool:
    """Has everybody else said OK to a last token, while this seat is not about to lift cups itself?"""
    assert view.active is not None
    assert view.seat is not None
    return len(view.turn) == 1 and view.held[view.active] == 1 and view.held[view.seat] > 0


def threat(view: PtiPassPassView, belief: Belief) -> float:
    """The chance that the active player will be sure of a line, once the token in the fist is in its cup."""
    cups = belief.cups(view.active)
    blue, green, orange = cups[belief.named]
    fist = belief.fist()
    cups[belief.named] = (blue | fist[0], green | fist[1], orange | fist[2])
    return belief.prospects(cups).chance


def bots() -> dict[str, CupBot]:
    """The levels, from the weakest to the strongest."""
    return {
        "easy": CupBot(
            Text("easy", "facile"),
            Character(Mind(worlds=0, memory=0.8, trust=1), lies=0.2, whims=0.04, caution=1, foresight=False),
        ),
        "normal": CupBot(
            Text("normal", "moyen"),
            Character(
                Mind(worlds=8, memory=0.95, trust=0.8), lies=0.25, whims=0.01, caution=0.75, foresight=False
            ),
        ),
        "hard": CupBot(
            Text("hard", "difficile"),
            Character(Mind(worlds=24, memory=1, trust=0.8), lies=0.3, whims=0, caution=0.75, foresight=True),
        ),
    }
