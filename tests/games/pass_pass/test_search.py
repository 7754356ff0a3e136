"""Worlds of Pass Pass, and the search in them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.pass_pass.tables import GAME, dealt, give, hands, record, run

from muscade import Match
from muscade.bots.search import Effort, search
from muscade.games.pass_pass import course, rules
from muscade.games.pass_pass.state import cards_of
from muscade.kernels import kernel_of

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (4, {"teams": "2x2"}),
    (6, {}),
    (6, {"teams": "2x3"}),
    (3, {"diamonds": "none", "leader": 2}),
    (4, {"diamonds": "0123" * 12, "leader": 0}),
    (6, {"diamonds": "300000000003", "leader": 5}),
]

HANDS = (
    "P10 P2 P3 P4 P5 G1 G2 G3",
    "B12 B2 B3 B4 B5 B6 B7 B8",
    "G4 G5 G6 G7 G8 G9 Y2 Y3",
    "P6 P7 P8 Y4 Y5 Y6 Y7 Y8",
)
"""Nobody holds a 1 but a green one."""


def midgame(seats: int, options: dict[str, Any], seed: int) -> Match:
    """A match stopped somewhere in a round."""
    match, rng = Match(GAME, seats, seed=seed, **options), Random(seed)
    for _ in range(rng.randrange(100)):
        moves = [(seat, move) for seat in match.state.turn() for move in match.state.moves(seat)]
        if not moves:
            break
        match.play(*rng.choice(moves))
    return match


@pytest.mark.clause("PP-7")
@pytest.mark.parametrize(("seats", "options"), TABLES[:6])
def test_what_is_dealt_anew_looks_the_same_to_the_seat(seats: int, options: dict[str, Any]) -> None:
    """From the view alone the table is made, but for hidden values; redealing changes only those."""
    for seed in range(12):
        state = midgame(seats, options, seed).state
        if state.phase not in ("play", "first", "second"):
            continue
        seat = state.turn()[0]
        [imagined] = GAME.worlds(state.view(seat), Random(1), 8)
        other = imagined.copy()
        course.redeal(state.setting, other, seat, [seed + 1])
        truth = state.table.copy()
        held = hands(state)
        for world in (imagined, other):
            shown = [list(cards_of(hand)) for hand in world.hands[:seats]]
            assert [_tints(hand) for hand in shown] == [_tints(hand) for hand in held]
            assert shown[seat] == held[seat]
            together = [card for hand in shown for card in hand] + list(cards_of(truth.out))
            assert len(together) == len(set(together))
            for player in range(seats):
                world.hands[player] = truth.hands[player]
            assert world == truth


def _tints(hand: Any) -> list[int]:
    return sorted(rules.colour(card) for card in hand)


def test_a_search_depends_on_the_view_and_the_seed_alone() -> None:
    """Another world that the seat cannot tell from this one: the same choice."""
    match = midgame(4, {}, 3)
    [seat] = match.state.turn()
    view = match.state.view(seat)
    elsewhere = GAME.imagine(view, Random(8))
    assert hands(elsewhere) != hands(match.state)
    effort = Effort(seconds=60, simulations=150)
    kernel = kernel_of(GAME, 4)
    found = search(kernel, view, effort, Random(2))
    assert search(kernel, elsewhere.view(seat), effort, Random(2)) == found
    assert {judged.move for judged in found.moves} <= set(match.state.moves(seat))
    assert found.simulations == 150


@pytest.mark.clause("PP-17")
def test_a_search_takes_the_card_that_wins_the_game() -> None:
    state = dealt(*HANDS)
    record(state, [2, 0, 0, 0])
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B12,G4,P6")
    found = search(kernel_of(GAME, 4), state.view(0), Effort(seconds=60, simulations=200), Random(1))
    assert str(found.moves[0].move) == "take G4"
    assert found.moves[0].value == 1.0


@pytest.mark.clause("PP-17")
def test_a_search_plays_the_card_that_wins_the_game() -> None:
    """The last to play needs the green card, and gets it only as the first winner: the other would win with it."""
    state = dealt(*HANDS)
    record(state, [0, 2, 0, 2])
    give(state, 1, "P9 B9 Y9")
    give(state, 3, "P1 B1 Y1")
    run(state, "G3,B7,Y3")
    found = search(kernel_of(GAME, 4), state.view(3), Effort(seconds=60, simulations=400), Random(1))
    assert str(found.moves[0].move) in ("P8", "Y5", "Y6", "Y7", "Y8")
    assert found.moves[0].value > 0.9
