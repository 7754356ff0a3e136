"""Wrong cards, Gros Michi and the pile that runs out: ES-8, ES-11, ES-12."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.passe_eclair.tables import (
    all_cards,
    arrange,
    cards,
    do,
    hand,
    in_box,
    in_hand,
    in_pile,
    last_cards,
    nature,
    run,
    silence,
    table,
    top,
    whereabouts,
)

from muscade import NATURE, IllegalMove
from muscade.games.passe_eclair.moves import Deal
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.testing.cases import fingerprint

FULL = "L>M L>R R>F F>R R>M M>R F>L"
"""A hand in which nobody has to be filled up, and nobody is Vanessa."""


def refused(state: PasseEclairState, seat: int, what: str) -> str:
    before = fingerprint(state)
    with pytest.raises(IllegalMove) as refusal:
        do(state, seat, what)
    assert fingerprint(state) == before
    return refusal.value.clause


# ---------------------------------------------------------------- Gros Michi


@pytest.mark.clause("ES-8")
def test_michi_on_the_dog_swaps_whole_hands() -> None:
    state = table("V>L", "socke michi L>M", "M>L V>F", "R>L F>R", "F>V")
    do(state, 0, "socke")
    mine, theirs, bystanders = hand(state, 0), hand(state, 2), (hand(state, 1), hand(state, 3))
    assert {str(move) for move in state.moves(0)} >= {"michi 1 on 2", "michi 2 on 2", "michi 3 on 2"}
    do(state, 0, "michi 2")
    assert hand(state, 0) == theirs
    assert hand(state, 2) == mine - Counter({"michi": 1})
    assert (hand(state, 1), hand(state, 3)) == bystanders


@pytest.mark.clause("ES-8")
def test_after_michi_the_played_cards_are_boxed_and_a_card_is_turned() -> None:
    state = table("V>L", "socke michi", "L>M", "R>L")
    run(state, "1 L>M", "0 socke", "0 michi 1")
    view = state.view(None)
    assert view.box == ("V>L", "L>M", "socke", "michi")
    assert view.middle == ()
    assert state.turn() == (NATURE,)
    nature(state, "turn socke")  # ES-4
    nature(state, "turn V>R")
    assert top(state) == "V>R"
    assert state.turn() == (0, 1, 2)


@pytest.mark.clause("ES-8")
def test_anybody_may_lay_michi_on_anybodys_dog() -> None:
    state = table("V>L", "socke", "michi", "R>L")
    run(state, "0 socke", "1 michi 2")
    assert state.view(None).hands == (6, 7, 6)


@pytest.mark.clause("ES-8", "ES-11")
@pytest.mark.parametrize("victim", [1, 2])
def test_michi_on_a_wild_guy_is_a_mistake_while_somebody_can_play(victim: int) -> None:
    state = table("V>L", "michi", "L>M", "R>L")
    mine, others = hand(state, 0), [hand(state, seat) for seat in (1, 2)]
    assert not any("michi" in str(move) for move in state.moves(0))
    assert any("michi" in str(move) for move in state.mistakes(0))
    run(state, f"0 michi {victim}", "-1 draw F>M to 0")
    assert hand(state, 0) == mine + Counter({"F>M": 1})
    assert [hand(state, seat) for seat in (1, 2)] == others
    assert top(state) == "V>L"
    assert state.seen(None)[-2].shown[0] == "penalty 0 michi ES-8"


@pytest.mark.clause("ES-8")
def test_michi_wants_an_opponent_at_the_table() -> None:
    state = table("V>L", "socke michi", "L>M", "R>L")
    do(state, 0, "socke")
    for seat in (0, 3):
        assert refused(state, 0, f"michi {seat}") == "ES-8"


@pytest.mark.clause("ES-8")
def test_michi_from_somebody_elses_hand_is_refused() -> None:
    state = table("V>L", "socke michi", "L>M", "R>L")
    do(state, 0, "socke")
    assert refused(state, 1, "michi 0") == "ES-5"


# ---------------------------------------------------------------- wrong cards


@pytest.mark.clause("ES-11")
@pytest.mark.parametrize(
    ("card", "clause"), [("M>L", "ES-5"), ("V>L", "ES-5"), ("michi 1", "ES-8"), ("L>R", None)]
)
def test_a_wrong_card_goes_back_and_costs_one(card: str, clause: str | None) -> None:
    state = table("V>L", "M>L V>L michi L>R", "L>M", "R>L")
    before, pile, number = hand(state, 0), state.table.in_pile, state.table.number
    do(state, 0, card)
    if clause is None:
        assert hand(state, 0) == before - Counter([card])
        assert state.table.number == number + 1
        return
    assert state.turn() == (NATURE,)
    nature(state, "draw F>M to 0")
    assert hand(state, 0) == before + Counter({"F>M": 1})
    assert state.table.in_pile == pile - 1
    assert (state.table.number, top(state)) == (number, "V>L")
    assert state.turn() == (0, 1, 2)
    assert state.seen(None)[-2].shown == (f"penalty 0 {card.split(maxsplit=1)[0]} {clause}",)


@pytest.mark.clause("ES-11")
def test_one_may_err_again_and_pays_again() -> None:
    state = table("V>L", "M>L", "L>M", "R>L")
    for drawn in ("F>M", "socke", "michi"):
        run(state, "0 M>L", f"-1 draw {drawn} to 0")
    assert state.view(None).hands == (10, 7, 7)


@pytest.mark.clause("ES-11")
def test_the_penalty_is_off_the_pile_and_for_the_debtor() -> None:
    state = table("V>L", "M>L M>L M>L", "L>M", "R>L")
    do(state, 0, "M>L")
    before = fingerprint(state)
    for notation in ("draw F>M to 1", "draw M>L to 0", "turn F>M"):
        with pytest.raises(IllegalMove) as refusal:
            nature(state, notation)
        assert refusal.value.clause == "ES-11"
    for seat, what in ((0, "M>L"), (1, "L>M"), (2, "nothing")):
        assert refused(state, seat, what) == "ES-11"
    assert fingerprint(state) == before


@pytest.mark.clause("ES-11")
def test_a_card_that_is_not_in_hand_is_no_mistake_but_nonsense() -> None:
    state = table("V>L", "L>M L>M L>M", "L>R", "R>L")
    assert refused(state, 1, "L>M") == "ES-5"
    assert state.view(None).hands == (7, 7, 7)


@pytest.mark.clause("ES-11")
def test_by_default_nobody_needs_to_call() -> None:
    state = table("V>L", "L>M", "L>R", "R>L")
    assert refused(state, 1, "call") == "ES-11"
    assert not any(str(move).startswith("call") for seat in range(3) for move in state.moves(seat))


@pytest.mark.clause("ES-11")
def test_players_as_referees_a_wrong_card_stays_until_called() -> None:
    state = table("V>L", "M>R", "R>L L>M", "F>V", referee="players")
    held = hand(state, 0)
    do(state, 0, "M>R")
    assert (top(state), state.turn()) == ("M>R", (0, 1, 2))
    assert state.view(None).hands == (6, 7, 7)
    assert "call on 2" in map(str, state.moves(1))
    assert "call on 2" not in map(str, state.moves(0))
    assert refused(state, 0, "call") == "ES-11", "nobody calls their own"
    run(state, "1 call", "-1 draw F>M to 0")
    assert top(state) == "V>L"
    assert hand(state, 0) == held + Counter({"F>M": 1})
    with pytest.raises(IllegalMove) as late:
        do(state, 2, "call", 2)
    assert late.value.clause == "ES-9"
    do(state, 1, "L>M")


@pytest.mark.clause("ES-11")
def test_players_as_referees_the_next_card_covers_it() -> None:
    state = table("V>L", "M>R", "R>L", "F>V L>F", referee="players")
    run(state, "0 M>R", "1 R>L")
    assert refused(state, 2, "call") == "ES-11"
    assert [laid.card for laid in state.view(None).middle] == ["V>L", "M>R", "R>L"]
    do(state, 2, "L>F")


@pytest.mark.clause("ES-6", "ES-11")
def test_players_as_referees_a_second_wild_guy_can_be_called() -> None:
    state = table("V>L", "L>M M>R", "R>L", "F>V", referee="players")
    run(state, "0 L>M", "0 M>R", "2 call", "-1 draw F>M to 0")
    assert state.seen(None)[-2].shown[0] == "penalty 0 M>R ES-6"
    assert top(state) == "L>M"
    assert state.view(None).hands[0] == 7


@pytest.mark.clause("ES-11")
def test_players_as_referees_a_right_card_cannot_be_called() -> None:
    state = table("V>L", "L>M", "R>L", "F>V", referee="players")
    do(state, 0, "L>M")
    assert refused(state, 1, "call") == "ES-11"


@pytest.mark.clause("ES-11", "ES-13")
def test_players_as_referees_nobody_wins_with_a_wrong_last_card() -> None:
    state = last_cards("M>R", "V>R", "F>V", referee="players")
    do(state, 0, "M>R")
    assert state.turn() == (NATURE,)
    nature(state, "draw V>M to 0")
    assert state.view(None).hands[0] == 2
    assert state.view(None).rounds == ()


# ---------------------------------------------------------------- the pile runs out


@pytest.mark.clause("ES-12")
def test_an_empty_pile_is_filled_from_the_box_first() -> None:
    state = table("V>L", "M>L", "L>M", "R>L")
    do(state, 1, "L>M")
    arrange(state, pile=[], box=in_box(state) + in_pile(state))
    boxed = Counter(in_box(state))
    state.play(0, state.mistakes(0)[0])
    assert state.turn() == (NATURE,)
    assert Counter(in_pile(state)) == boxed
    assert in_box(state) == []
    assert [laid.card for laid in state.view(None).middle] == ["V>L", "L>M"], "the middle stays"
    assert whereabouts(state) == all_cards(state)


@pytest.mark.clause("ES-12")
def test_without_a_box_the_middle_is_shuffled_but_for_its_top_card() -> None:
    state = table("V>L", "L>M R>L", "M>R F>V", "R>F V>M")
    run(state, "0 L>M", "1 M>R", "2 R>F")
    arrange(state, pile=[], hand=(2, in_hand(state, 2) + in_pile(state)))
    do(state, 0, "R>L")
    assert Counter(in_pile(state)) == Counter(cards("V>L L>M M>R"))
    [laid] = state.view(None).middle
    assert (laid.card, laid.seat) == ("R>F", 2)
    nature(state, "draw L>M to 0")
    assert state.view(None).hands[0] == 7
    assert state.table.number == 4
    assert whereabouts(state) == all_cards(state)
    assert state.table.layer == 2, "who laid the top card is not forgotten (ES-6)"


@pytest.mark.clause("ES-12")
def test_with_nothing_left_no_card_is_drawn() -> None:
    state = table("V>L", "R>L", "L>R", "V>M")
    arrange(state, pile=[], hand=(2, in_hand(state, 2) + in_pile(state)))
    before = hand(state, 0)
    do(state, 0, "R>L")
    assert hand(state, 0) == before
    assert state.turn() == (0, 1, 2)
    assert top(state) == "V>L"
    do(state, 1, "L>R")


@pytest.mark.clause("ES-12")
def test_the_whole_pile_drawn_card_by_card() -> None:
    """Forty mistakes on one top card: the pile runs out, and the law goes on."""
    state = table("V>L", "M>L", "L>R", "V>M")
    for _ in range(38):
        do(state, 0, "M>L")
        assert state.turn() == (NATURE,)
        state.play(NATURE, state.moves(NATURE)[0])
    assert state.view(None).hands == (45, 7, 7)
    for _ in range(2):
        do(state, 0, "M>L")
        assert state.turn() == (0, 1, 2)
    assert state.view(None).hands == (45, 7, 7)
    assert whereabouts(state) == all_cards(state)


@pytest.mark.clause("ES-12")
def test_a_deal_begins_with_the_pile_and_goes_on_with_the_box() -> None:
    state = last_cards("L>V", "V>R", "F>V", "V>F")
    for _ in range(4):  # as many mistakes leave less than a deal in the pile
        state.play(2, state.mistakes(2)[0])
        state.play(NATURE, state.moves(NATURE)[0])
    do(state, 0, "L>V")
    run(state, "-1 victory 1 to 0", "-1 consolation 1 to 2")
    pile, box = Counter(in_pile(state)), Counter(in_box(state))
    assert sum(pile.values()) < 28
    from_pile, from_box = list(pile.elements()), list(box.elements())
    order = [*from_pile, *from_box][:28]
    with pytest.raises(IllegalMove) as refusal:
        state.play(NATURE, Deal(tuple(reversed(order))))
    assert refusal.value.clause == "ES-3"
    state.play(NATURE, Deal(tuple(order)))
    assert in_box(state) == []
    assert Counter(in_pile(state)) == Counter(from_box[28 - len(from_pile) :])


@pytest.mark.clause("ES-11", "ES-12")
def test_a_wrong_card_can_be_called_after_the_middle_was_shuffled() -> None:
    """The card that the wrong one lies on is still needed: it is what comes to light again."""
    state = table("V>L", "michi M>R", "R>L L>M", "F>V", referee="players")
    while in_pile(state):
        run(state, "0 michi 1")
        state.play(NATURE, state.moves(NATURE)[0])
    run(state, "1 L>M", "2 F>V")
    run(state, "0 michi 1", "-1 draw V>L to 0", "0 call")
    assert top(state) == "L>M"
    assert "F>V" in state.view(2).hand
    assert whereabouts(state) == all_cards(state)


@pytest.mark.clause("ES-10", "ES-12")
def test_a_silent_table_goes_through_the_whole_pile_and_on() -> None:
    state = table("V>L", FULL, "M>L", "R>L")
    for _ in range(80):
        silence(state)
        while state.turn() == (NATURE,):
            state.play(NATURE, state.moves(NATURE)[0])
        assert whereabouts(state) == all_cards(state)
