"""What fits, for whom, and who was first: ES-5 to ES-7, ES-9, ES-19."""

from __future__ import annotations

import pytest
from tests.games.passe_eclair.tables import GAME, NO_MICHI, do, hand, in_pile, run, table, top, win_round

from muscade import NATURE, IllegalMove
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import CARD_NAMES, deck
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.testing.cases import fingerprint


def offered(state: PasseEclairState, seat: int) -> set[str]:
    return {str(move).split(" on ")[0] for move in state.moves(seat)} - {"nothing"}


def mistaken(state: PasseEclairState, seat: int) -> set[str]:
    return {str(move).split(" on ")[0] for move in state.mistakes(seat)}


@pytest.mark.clause("ES-5")
def test_the_example_of_the_rulebook() -> None:
    """Léon passes to Marlon, so Marlon comes next, wherever his own pass goes."""
    state = table("L>M", "M>L M>V R>M L>R F>M V>M L>M", "M>R", "V>F")
    assert offered(state, 0) == {"M>L", "M>V"}
    assert mistaken(state, 0) == {"R>M", "L>R", "F>M", "V>M", "L>M"}
    do(state, 0, "M>V")
    assert top(state) == "M>V"
    assert state.view(None).middle[-1].seat == 0
    assert "M>V" not in state.view(0).hand


@pytest.mark.clause("ES-5", "ES-7", "ES-8")
def test_everything_on_everything_as_told_plainly() -> None:
    faces = [CARD_NAMES[card] for card in sorted(set(deck("standard")))]
    for lying in faces:
        for card in faces:
            if lying == "socke" or card == "socke":
                fits = True
            elif "michi" in (lying, card):
                fits = False
            else:
                fits = card.split(">")[0] == lying.split(">")[1]
            fitting = rules.fitting(CARD_NAMES.index(lying), False)
            assert bool(fitting >> CARD_NAMES.index(card) & 1) == fits, (card, lying)


@pytest.mark.clause("ES-5")
def test_everybody_may_act_at_once_in_any_order() -> None:
    state = table("V>L", "L>M", "M>L L>R", "L>F R>L", "F>L")
    assert state.turn() == (0, 1, 2, 3)
    run(state, "2 L>F", "3 F>L", "1 L>R", "2 R>L")
    assert [laid.seat for laid in state.view(None).middle] == [None, 2, 3, 1, 2]
    assert state.turn() == (0, 1, 2, 3)


@pytest.mark.clause("ES-6")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_second_wild_guy_in_a_row_is_a_mistake(seats: int) -> None:
    state = table("V>L", "L>M M>L", "M>R L>V", *["F>V V>F"] * (seats - 2))
    do(state, 0, "L>M")
    assert "M>L" in mistaken(state, 0)
    assert "M>L" not in offered(state, 0)
    do(state, 0, "M>L")
    assert top(state) == "L>M"
    assert state.turn() == (NATURE,)
    assert state.phase == "draw"
    assert state.seen(None)[-1].shown[0] == "penalty 0 M>L ES-6"


@pytest.mark.clause("ES-6")
def test_somebody_elses_card_lies_between() -> None:
    state = table("V>L", "L>M R>L", "M>R", "F>V")
    run(state, "0 L>M", "1 M>R")
    assert offered(state, 0) >= {"R>L"}
    do(state, 0, "R>L")
    assert state.view(None).hands == (5, 6, 7)


@pytest.mark.clause("ES-6")
def test_a_freshly_turned_card_counts_as_somebody_elses() -> None:
    state = table("V>L", "L>M M>L R>M", "M>R", "F>V", coach=0)
    do(state, 0, "L>M")
    for seat in range(3):
        do(state, seat, "nothing")
    run(state, "-1 turn L>M", "0 M>L")
    assert state.view(None).hands[0] == 5


@pytest.mark.clause("ES-6", "ES-7")
def test_the_dog_is_no_wild_guy() -> None:
    state = table("V>L", "L>M socke socke michi", "M>R", "F>V")
    run(state, "0 L>M", "0 socke", "0 socke")
    assert state.view(None).hands[0] == 4
    assert "michi 1" in offered(state, 0)


@pytest.mark.clause("ES-7")
def test_the_dog_may_always_be_played() -> None:
    for first in ("V>L", "L>M", "M>R", "R>F", "F>V"):
        state = table(first, "socke", "V>R", "F>R")
        assert "socke" in offered(state, 0)
    run(state, "0 socke")
    assert top(state) == "socke"


@pytest.mark.clause("ES-7")
def test_on_the_dog_anything_fits_for_anyone_even_its_player_after_their_own() -> None:
    state = table("V>L", "L>M socke V>F M>R", "M>R F>V", "R>L michi")
    run(state, "0 L>M", "0 socke")
    for seat in range(3):
        assert mistaken(state, seat) == set()
    do(state, 0, "V>F")
    assert top(state) == "V>F"
    assert state.view(None).hands == (4, 7, 7)
    assert "M>R" in mistaken(state, 0), "the exception is for one card"


@pytest.mark.clause("ES-7", "ES-9")
def test_dog_and_next_card_are_two_plays_and_another_may_cut_in() -> None:
    state = table("V>L", "L>M socke V>F", "M>R F>V", "R>L")
    before = state.table.number
    do(state, 0, "socke", before)
    do(state, 1, "F>V", before + 1)
    held = hand(state, 0)
    with pytest.raises(IllegalMove) as refusal:
        do(state, 0, "V>F", before + 1)
    assert refusal.value.clause == "ES-9"
    assert hand(state, 0) == held
    do(state, 0, "V>F")  # which fits Fabi's pass to Vanessa all the same


@pytest.mark.clause("ES-7")
def test_whoever_is_quicker_on_the_dog_of_another_is_seen_to_cut_in() -> None:
    state = table("V>L", "socke V>F F>M", "F>V socke", "R>L")

    def last(move: str) -> tuple[str, ...]:
        run(state, move)
        return state.view(None).history[-1].shown

    assert last("0 socke") == ()
    assert last("1 F>V") == ("cut-in",)
    assert last("1 socke") == ()
    assert last("0 V>F") == ("cut-in",)
    assert last("0 F>M") != ("cut-in",), "there is no dog, and it is wrong"


@pytest.mark.clause("ES-7")
def test_whoever_follows_their_own_dog_cuts_in_nowhere() -> None:
    state = table("V>L", "L>M socke V>F", "M>R F>V", "R>L")
    run(state, "0 L>M", "0 socke", "0 V>F")
    assert not any(event.shown for event in state.view(None).history)


@pytest.mark.clause("ES-5", "ES-7", "ES-8")
def test_a_view_says_whose_wild_guys_fit() -> None:
    before = GAME.new(3, coach=0)
    assert before.view(None).wanted is None, "there is no card yet"
    state = table("V>L", "L>M socke", "M>R F>V michi", "R>L")
    wanted = [state.view(None).wanted]
    for move in ("0 L>M", "1 M>R", "0 socke", "1 F>V"):
        run(state, move)
        wanted.append(state.view(None).wanted)
    assert wanted == ["L", "M", "R", "anything", "V"]


@pytest.mark.clause("ES-9")
def test_too_late_changes_nothing_even_if_it_would_fit() -> None:
    state = table("V>L", "L>M M>L", "L>M M>L socke", "M>R michi")
    number = state.table.number
    do(state, 1, "L>M", number)
    before = fingerprint(state)
    assert "M>R" in offered(state, 2)
    for seat, what in (
        (0, "L>M"),  # it fitted
        (0, "M>L"),  # it fits now
        (2, "M>R"),
        (1, "socke"),  # which always fits
        (0, "V>F"),  # not even in hand
        (2, "michi 0"),
        (2, "nothing"),
        (2, "call"),
    ):
        for late in (number, number - 1, 0):
            with pytest.raises(IllegalMove) as refusal:
                do(state, seat, what, late)
            assert refusal.value.clause == "ES-9"
    assert fingerprint(state) == before
    assert state.view(None).hands == (7, 6, 7)


@pytest.mark.clause("ES-9")
def test_of_several_plays_on_the_same_card_the_first_to_arrive_stays() -> None:
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        state = table("V>L", "L>M", "L>R", "L>F")
        plays = ["L>M", "L>R", "L>F"]
        number = state.table.number
        refused = []
        for seat in order:
            try:
                do(state, seat, plays[seat], number)
            except IllegalMove as refusal:
                refused.append((seat, refusal.clause))
        assert refused == [(seat, "ES-9") for seat in order[1:]]
        assert top(state) == plays[order[0]]


@pytest.mark.clause("ES-9")
def test_a_card_nobody_has_laid_yet_cannot_be_played_on() -> None:
    state = table("V>L", "L>M", "M>L", "R>L")
    before = fingerprint(state)
    for number in (state.table.number + 1, 999_999):
        with pytest.raises(IllegalMove) as refusal:
            do(state, 0, "L>M", number)
        assert refusal.value.clause == "ES-9"
    assert fingerprint(state) == before


@pytest.mark.clause("ES-9", "ES-11")
def test_a_penalty_makes_nobody_late() -> None:
    """No card has landed, so the others' plays on the same card stand."""
    state = table("V>L", "M>L", "L>M", "R>L")
    number = state.table.number
    run(state, "0 M>L", "-1 draw V>R to 0")
    do(state, 1, "L>M", number)
    assert top(state) == "L>M"


@pytest.mark.clause("ES-9")
def test_a_play_for_the_last_round_is_late_in_the_next() -> None:
    state = table("V>L", "L>M", "M>L", "R>L", cards=NO_MICHI)
    number = state.table.number
    win_round(state, 0, "1")
    state.play(NATURE, GAME.parse("deal " + " ".join(CARD_NAMES[card] for card in in_pile(state)[:21])))
    assert state.phase == "spend"
    with pytest.raises(IllegalMove) as refusal:
        do(state, 1, "M>L", number)
    assert refusal.value.clause == "ES-9"


@pytest.mark.clause("ES-19")
def test_two_players_may_play_as_many_in_a_row_as_fit() -> None:
    state = table("V>L", "L>M M>L L>R R>L L>M M>R R>L", "V>F")
    run(state, "0 L>M", "0 M>L", "0 L>R", "0 R>L", "0 L>M", "0 M>R")
    assert mistaken(state, 0) == set()
    assert offered(state, 0) == {"R>L"}
    do(state, 0, "R>L")
    assert state.view(None).rounds[0].winner == 0
