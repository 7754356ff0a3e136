"""Thousands of plays in any order: right, wrong, late, by nobody, on nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.games.passe_eclair.tables import GAME, all_cards, in_hand, whereabouts

import muscade
from muscade import NATURE, IllegalMove, Match, Move
from muscade.games.passe_eclair.cards import CARD_NAMES, TOKEN_NAMES, listed
from muscade.games.passe_eclair.moves import READY, Call, Lay, Michi, Nothing, Spend
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.testing.cases import fingerprint

SEED = "storm"


def some_play(state: PasseEclairState, rng: Random, seen: list[int]) -> tuple[int, Move]:
    """A play as it may arrive: by anybody, with any card, on a top card seen now or a while ago."""
    seat = rng.randrange(state.seats) if rng.random() < 0.97 else rng.choice([-2, state.seats, 99])
    held = in_hand(state, seat) if 0 <= seat < state.seats else []
    number = rng.choices(
        [state.table.number, rng.choice(seen), rng.choice([0, state.table.number + 1, 999_999, -5])],
        [14, 3, 1],
    )[0]
    if state.phase == "spend" and rng.random() < 0.6:
        return seat, READY
    moves = list(state.moves(seat)) if 0 <= seat < state.seats else []
    if moves and rng.random() < 0.35:
        return seat, rng.choice(moves)
    card = rng.choice(held) if held and rng.random() < 0.9 else rng.randrange(-1, 29)
    kind = rng.random()
    if kind < 0.75:
        if card == 26 and rng.random() < 0.9:
            return seat, Michi(rng.randrange(-1, state.seats + 1), number)
        return seat, Lay(card, number)
    if kind < 0.88:
        return seat, Nothing(number)
    if kind < 0.94:
        return seat, Call(number)
    return seat, rng.choice([READY, Spend(card)])


def verdict(state: PasseEclairState, seat: int, move: Move) -> str:
    """ES-5 to ES-11 in other words, for cards laid while everybody may play: refused, lands or penalty."""
    assert isinstance(move, Lay)
    top, layer = CARD_NAMES[state.table.top], state.table.layer
    if move.number != state.table.number or seat not in state.turn() or move.card not in in_hand(state, seat):
        return "refused"
    card = CARD_NAMES[move.card]
    if card == "michi":
        return "refused"  # his player names an opponent
    if "socke" in (card, top):
        return "lands"
    fits = top != "michi" and card[0] == top[2]
    if fits and not (layer == seat and state.seats > 2):
        return "lands"
    unseen = state.options["referee"] == "players" and state.table.sizes[seat] > 1
    return "lands" if unseen else "penalty"


def shallow(state: PasseEclairState) -> tuple[object, ...]:
    """Everything a move can change, cheaply."""
    return (
        len(state.history),
        state.mask,
        state.table.numbers.tolist(),
        state.middle.copy(),
        state.box.copy(),
        [held.copy() for held in state.victory + state.consolation + state.spent],
    )


@pytest.mark.clause("ES-5", "ES-9", "ES-11", "ES-12")
@pytest.mark.parametrize(
    ("seats", "referee"), [(2, "software"), (3, "software"), (4, "software"), (3, "players"), (4, "players")]
)
def test_a_storm_of_plays(seats: int, referee: str) -> None:
    match = Match(GAME, seats, seed=f"{SEED}/{seats}/{referee}", clock=lambda: 0, referee=referee)
    state = match.state
    assert isinstance(state, PasseEclairState)
    rng = Random(f"{SEED}/{seats}/{referee}")
    deck, tokens = all_cards(state), Counter("111222333LMRFV1111")
    seen = [0]
    told: Counter[str] = Counter()
    for count in range(1500):
        if not state.turn():
            break
        seat, move = some_play(state, rng, seen)
        expected = verdict(state, seat, move) if state.phase == "play" and isinstance(move, Lay) else None
        before = shallow(state)
        deep = fingerprint(state) if count % 100 == 0 else None
        sizes, number = list(state.table.sizes), state.table.number
        try:
            match.apply(seat, move)
        except IllegalMove as refusal:
            told[refusal.clause] += 1
            assert expected in (None, "refused")
            assert shallow(state) == before
            assert deep is None or fingerprint(state) == deep
            continue
        told["accepted"] += 1
        if expected == "lands":
            assert state.table.number == number + 1
        elif expected == "penalty":
            told["penalty"] += 1
            assert state.table.number == number
            assert list(state.table.sizes) == sizes
        else:
            assert expected is None
        while state.turn() == (NATURE,):
            assert whereabouts(state) == deck
            match.apply(NATURE, match.draw())
        if expected == "penalty":
            drawn = 60 - sum(sizes) > 1  # all that is neither in a hand nor on top can be drawn (ES-12)
            assert state.table.sizes[seat] == sizes[seat] + drawn
        assert whereabouts(state) == deck
        state.catch_up()
        held = [token for kept in state.victory + state.consolation + state.spent for token in kept]
        left = [TOKEN_NAMES[token] for supply in state.table.supplies for token in listed(supply)]
        assert Counter(held + left) == tokens
        seen = [*seen[-6:], state.table.number]
    assert told["accepted"] > 200
    assert told["ES-9"] > 50
    assert told["penalty"] > 20 or referee == "players"
    assert set(told) >= {"ES-1", "ES-5", "ES-8", "ES-9", "ES-10", "ES-11", "ES-17"}
    again = muscade.replay(match.record.to_json()).state
    assert fingerprint(again) == fingerprint(state)
    assert shallow(again) == shallow(state)  # type: ignore[arg-type]
