"""Who knows what: ES-21."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.games.passe_eclair.tables import (
    GAME,
    cards,
    deal_of,
    do,
    hand,
    last_cards,
    nature,
    run,
    table,
)

from muscade import NATURE, Match
from muscade.bots.ticks import tick
from muscade.core import encode
from muscade.games.passe_eclair.bot import EASY, NORMAL
from muscade.games.passe_eclair.cards import CARD_NAMES
from muscade.games.passe_eclair.state import PasseEclairState


@pytest.mark.clause("ES-21")
def test_hands_are_private_and_their_sizes_public() -> None:
    state = table("V>L", "L>M socke", "M>L michi", "R>L F>V")
    run(state, "0 L>M")
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert view.hands == (6, 7, 7)
        assert [laid.card for laid in view.middle] == ["V>L", "L>M"]
        assert view.pile == 38
        assert Counter(view.hand) == (Counter() if viewer is None else hand(state, viewer))
        deal = next(event.move for event in view.history if event.move.startswith("deal"))
        seen = [name for name in deal.split()[1:] if name != "?"]
        assert len(seen) == (0 if viewer is None else 7)


@pytest.mark.clause("ES-21")
def test_a_view_does_not_depend_on_what_is_hidden() -> None:
    """Two games that differ only in what seat 0 and a spectator cannot see look the same to them."""
    views = []
    for one, other, drawn in (("L>R M>F", "V>M V>R", "V>F"), ("L>R V>M", "M>F V>R", "R>F")):
        state: PasseEclairState = GAME.new(3, coach=0)
        state.play(
            NATURE,
            deal_of(
                state,
                "L>M L>M F>V F>R F>M F>R F>V",
                f"R>L R>M R>V R>M M>R {one}",
                f"R>F M>V V>L V>F M>L {other}",
            ),
        )
        for seat in range(3):
            state.play(seat, GAME.parse("ready"))
        run(state, "-1 turn V>L", "0 L>M", "2 V>L", f"-1 draw {drawn} to 2", "1 M>R", "2 nothing")
        views.append([encode(state.view(viewer)) for viewer in (0, None)])
    assert views[0] == views[1]


@pytest.mark.clause("ES-21", "ES-11")
def test_a_penalty_card_is_seen_by_its_owner_alone() -> None:
    state = table("V>L", "M>L", "L>M", "R>L")
    run(state, "0 M>L", "-1 draw F>M to 0")
    assert state.seen(0)[-1].move == "draw F>M to 0"
    for viewer in (1, 2, None):
        assert state.seen(viewer)[-1].move == "draw ? to 0"
        assert state.seen(viewer)[-2].shown == ("penalty 0 M>L ES-5",)


@pytest.mark.clause("ES-21", "ES-2")
def test_tokens_are_counted_by_all_and_read_by_their_owner() -> None:
    state = last_cards("L>V", "V>R", "F>V", "F>V")
    state.play(3, state.mistakes(3)[0])
    state.play(NATURE, state.moves(NATURE)[0])
    run(state, "0 L>V", "-1 victory 3 to 0", "-1 consolation F to 3")
    for viewer in (0, 1, 2, 3, None):
        tokens = state.view(viewer).tokens
        assert tokens[0].victory == (("3",) if viewer == 0 else ("?",))
        assert tokens[3].consolation == (("F",) if viewer == 3 else ("?",))
        assert tokens[0].goals == (3 if viewer == 0 else None)
        moves = [event.move for event in state.seen(viewer)[-2:]]
        assert moves == [
            "victory 3 to 0" if viewer == 0 else "victory ? to 0",
            "consolation F to 3" if viewer == 3 else "consolation ? to 3",
        ]


@pytest.mark.clause("ES-21", "ES-16")
def test_at_the_end_of_a_round_all_cards_lie_open() -> None:
    state = last_cards("L>V", "V>R", "F>V")
    left = hand(state, 2)
    do(state, 0, "L>V")
    for viewer in (0, 1, 2, None):
        shown = state.seen(viewer)[-1].shown
        [words] = [words for words in shown if words.startswith("hand 2 ")]
        assert Counter(words.split()[2:]) == left
        assert set(state.view(viewer).box) >= set(left)
        [dealt] = [words for words in shown if words.startswith("deal ")]
        assert "?" not in dealt, "so who was dealt what is no secret any more"


@pytest.mark.clause("ES-21", "ES-8")
def test_after_a_swap_each_of_the_two_knows_what_it_gave_away() -> None:
    state = table("V>L", "socke michi L>M", "M>L V>F", "R>L F>R", "F>V")
    do(state, 0, "socke")
    mine, theirs = hand(state, 0) - Counter({"michi": 1}), hand(state, 2)
    do(state, 0, "michi 2")
    shown = {viewer: state.seen(viewer)[-1].shown for viewer in (0, 1, 2, 3, None)}
    assert shown[1] == shown[3] == shown[None] == ()
    [got] = shown[0]
    assert Counter(got.removeprefix("get ").split()) == theirs
    [got] = shown[2]
    assert Counter(got.removeprefix("get ").split()) == mine
    nature(state, "turn V>M")
    for seed in range(5):
        imagined = GAME.imagine(state.view(0), Random(seed))
        assert hand(imagined, 2) == mine
        imagined = GAME.imagine(state.view(2), Random(seed))
        assert hand(imagined, 0) == theirs


@pytest.mark.clause("ES-21")
def test_a_bystander_of_a_swap_learns_nothing() -> None:
    state = table("V>L", "socke michi L>M", "M>L V>F", "R>L F>R", "F>V")
    run(state, "0 socke", "0 michi 2", "-1 turn V>M")
    hands = {tuple(sorted(hand(GAME.imagine(state.view(1), Random(seed)), 0))) for seed in range(8)}
    assert len(hands) > 1


@pytest.mark.clause("ES-21")
def test_a_redacted_record_tells_no_more_than_the_view() -> None:
    match = Match(GAME, 3, seed="redacted", clock=lambda: 0)
    rng = Random(5)
    while match.state.view(None).round < 3:
        tick(match, [EASY, NORMAL, EASY], rng)
    for viewer in (0, 1, 2, None):
        record = match.record.redacted(viewer)
        assert record.seed is None
        assert [(event.seat, event.move, event.shown) for event in record.events] == [
            (event.seat, event.move, event.shown) for event in match.state.view(viewer).history
        ]


@pytest.mark.clause("ES-21")
def test_the_box_is_public() -> None:
    state = table("V>L", "L>M", "M>L", "R>L")
    run(state, "0 L>M", "0 nothing", "1 nothing", "2 nothing")
    for viewer in (0, 1, 2, None):
        assert state.view(viewer).box == tuple(CARD_NAMES[card] for card in cards("V>L L>M"))
