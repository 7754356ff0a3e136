"""A trick from the first card to the last pickup: PP-8 to PP-15."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.pass_pass.tables import GAME, cards, deal_of, dealt, finish_round, give, run

from muscade import NATURE, IllegalMove
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import CARD_NAMES
from muscade.games.pass_pass.state import PassPassState

DAVID, STEPHANIE, ALEX, FIONA = range(4)


@pytest.mark.clause("PP-9", "PP-10", "PP-11")
@pytest.mark.parametrize(
    ("trick", "first", "second"),
    [
        ("P10 P11 P12 P6", ALEX, STEPHANIE),
        ("P10 B11 G4 P6", DAVID, FIONA),
        ("P10 B11 G4 G6", STEPHANIE, DAVID),
        ("P10 B11 G4 G7", STEPHANIE, FIONA),
        ("P10 G10 P6 G6", DAVID, ALEX),
    ],
)
def test_the_five_tricks_of_the_rulebook(trick: str, first: int, second: int) -> None:
    assert rules.resolve_trick(cards(trick)) == (first, second)
    state = dealt(*trick.split())
    run(state, ",".join(trick.split()))
    view = state.view(None)
    assert view.trick is not None
    assert (view.trick.first, view.trick.second) == (first, second)
    assert state.turn() == (first,)


@pytest.mark.clause("PP-12", "PP-13")
def test_the_spoils_of_the_second_example() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    run(state, "P10,B11,G4,P6,take G4")
    assert state.view(None).front == (("G4",), (), (), ("P10", "P6"))
    assert state.view(None).discards == ("B11",)


@pytest.mark.clause("PP-12", "PP-13")
def test_the_spoils_of_the_first_example() -> None:
    state = run(dealt("P10", "P11", "P12", "P6"), "P10,P11,P12,P6,take P12")
    assert state.view(None).front == ((), ("P10", "P6"), ("P12",), ())


@pytest.mark.clause("PP-10")
@pytest.mark.parametrize(
    ("trick", "first", "second"),
    [
        # Equal totals and equal highest cards: what counts is when the highest card was played, not the colour.
        ("P6 G10 P10 G6", 1, 3),
        # Three colours with 12 each: the single 12, then the colour with the 11 before the one with the 10.
        ("P10 P2 G11 G1 B12", 4, 2),
        # The tie for second place goes to the highest card played earlier, too.
        ("Y12 G5 B5", 0, 1),
        ("Y12 B5 G5", 0, 1),
        # Equal totals of two colours do not add up: yellow's 12 beats them.
        ("P5 P6 G5 G6 Y12", 4, 1),
    ],
)
def test_equal_totals(trick: str, first: int, second: int) -> None:
    assert rules.resolve_trick(cards(trick)) == (first, second)


@pytest.mark.clause("PP-9")
def test_totals_run_and_diamonds_never_matter() -> None:
    trick = "P12 B1 B2 B10"  # blue has 13 and four diamonds, purple 12 and three
    for table in ("standard", "none", "333333333330"):
        state = dealt(*trick.split(), diamonds=table)
        totals = []
        for card in trick.split():
            run(state, card)
            view = state.view(None)
            assert view.trick is not None
            totals.append(view.trick.totals)
        assert totals == [(12, 0, 0, 0), (12, 1, 0, 0), (12, 3, 0, 0), (12, 13, 0, 0)]
        assert state.turn() == (3,)


def winners_told_plainly(trick: list[int]) -> tuple[int, int]:
    """PP-10 and PP-11 in other words: sort the colours, then the cards."""
    by_colour = [[card for card in trick if card // 12 == tint] for tint in range(4)]
    ranked = sorted(
        (group for group in by_colour if group),
        key=lambda group: (
            -sum(map(rules.value, group)),
            -max(map(rules.value, group)),
            trick.index(max(group)),
        ),
    )
    queue = [card for group in ranked for card in sorted(group, reverse=True)]
    return trick.index(queue[0]), trick.index(queue[1])


@pytest.mark.clause("PP-9", "PP-10", "PP-11")
@given(st.lists(st.integers(0, 47), min_size=3, max_size=6, unique=True))
def test_every_trick_as_told_plainly(trick: list[int]) -> None:
    assert rules.resolve_trick(trick) == winners_told_plainly(trick)


@pytest.mark.clause("PP-8")
def test_clockwise_from_the_leader_any_card() -> None:
    state = dealt("P1", "P2 B2", "P3", "P4", leader=2)
    order = []
    for card in ("P3", "P4", "P1", "B2"):  # B2 with a purple card in hand: there is no duty to follow
        order += state.turn()
        run(state, card)
    assert order == [2, 3, 0, 1]


@pytest.mark.clause("PP-8")
def test_every_card_in_hand_may_be_played_and_no_other() -> None:
    state = dealt("P1", "P2", "P3", "P4")
    assert {str(move) for move in state.moves(0)} == set(state.view(0).hand)
    for seat, card in ((1, "P2"), (0, "P2"), (0, "take P1"), (0, "agree")):
        with pytest.raises(IllegalMove) as refusal:
            state.play(seat, GAME.parse(card))
        assert refusal.value.clause == "PP-8"
    run(state, "P1")
    assert state.moves(0) == ()


@pytest.mark.clause("PP-12")
def test_the_first_winner_must_take_any_one_card() -> None:
    state = run(dealt("P10", "B11", "G4", "P6"), "P10,B11,G4,P6")
    assert [str(move) for move in state.moves(0)] == ["take P10", "take B11", "take G4", "take P6"]
    for seat, move in ((0, "take Y1"), (0, "take P6 P10"), (0, "P1"), (3, "take P6"), (1, "B1")):
        with pytest.raises(IllegalMove) as refusal:
            state.play(seat, GAME.parse(move))
        assert refusal.value.clause == "PP-12"
    run(state, "take B11")
    assert state.view(None).front[0] == ("B11",)


@pytest.mark.clause("PP-13")
def test_the_second_winner_chooses_among_tied_cards_only() -> None:
    state = dealt("P12", "P3", "P5", "B5")
    run(state, "P12,P3,P5,B5,take P12")
    assert state.turn() == (2,)
    assert [str(move) for move in state.moves(2)] == ["take P3 P5", "take P3 B5"]
    for seat, move in ((2, "take P5 B5"), (2, "take P3"), (2, "take P12 P3"), (1, "take P3 P5"), (2, "Y1")):
        with pytest.raises(IllegalMove) as refusal:
            state.play(seat, GAME.parse(move))
        assert refusal.value.clause == "PP-13"
    run(state, "take B5 P3")
    assert state.view(None).front[2] == ("P3", "B5")
    assert state.view(None).discards == ("P5",)


@pytest.mark.clause("PP-13")
def test_only_what_remains_counts() -> None:
    """The first winner takes one of the tied cards, and with it the choice."""
    state = run(dealt("P12", "P3", "P5", "B5"), "P12,P3,P5,B5,take B5")
    assert state.view(None).front == (("B5",), (), ("P3", "P5"), ())


@pytest.mark.clause("PP-13")
def test_two_of_three_and_of_four_equal_cards() -> None:
    state = run(dealt("P12", "P5", "B5", "G5", "Y6"), "P12,P5,B5,G5,Y6,take Y6")
    assert [str(move) for move in state.moves(1)] == ["take P5 B5", "take P5 G5", "take B5 G5"]
    state = run(dealt("P12", "P5", "B5", "G5", "Y5", "P6"), "P12,P5,B5,G5,Y5,P6,take P6")
    assert len(state.moves(state.turn()[0])) == 6


@pytest.mark.clause("PP-13")
def test_no_choice_is_offered_where_there_is_none() -> None:
    # The two lowest are equal, and there are just two of them.
    state = run(dealt("P12", "P5", "B5", "G9"), "P12,P5,B5,G9,take P12")
    assert state.phase == "play"
    assert state.view(None).front[1] == ("P5", "B5")
    # Three players: whatever is left.
    state = run(dealt("P12", "P11", "B11"), "P12,P11,B11,take P12")
    assert state.phase == "play"
    assert state.view(None).front[1] == ("P11", "B11")
    assert state.view(None).discards == ()


@pytest.mark.clause("PP-13")
@given(st.lists(st.integers(0, 47), min_size=3, max_size=6, unique=True), st.data())
def test_every_share_is_two_lowest_cards(trick: list[int], data: st.DataObject) -> None:
    taken = data.draw(st.integers(0, len(trick) - 1))
    sure, tied, count = rules.second_share(trick, taken)
    rest = [card for place, card in enumerate(trick) if place != taken]
    lowest = sorted(map(rules.value, rest))[:2]
    fixed = [rules.value(card) for place, card in enumerate(trick) if sure >> place & 1]
    equal = [rules.value(card) for place, card in enumerate(trick) if tied >> place & 1]
    assert sorted(fixed + equal[:count]) == lowest
    assert len(set(equal)) <= 1
    assert (len(equal) > count) == bool(equal), "a choice is a choice"
    assert sorted(map(rules.value, rest)).count(lowest[1]) == (len(equal) or fixed.count(lowest[1]))


@pytest.mark.clause("PP-14")
def test_the_rest_is_discarded_for_all_to_see() -> None:
    state = run(dealt("P10", "B11", "G4", "P6", "Y12"), "P10,B11,G4,P6,Y12,take P10")
    for viewer in (*range(5), None):
        view = state.view(viewer)
        assert view.discards == ("B11", "Y12")
        assert view.front == (("P10",), (), (), ("G4", "P6"), ())
        assert view.last_trick is not None
        assert view.last_trick.first_took == ("P10",)
        assert view.last_trick.second_took == ("G4", "P6")
    finish_round(state)
    state.catch_up()
    accounted = [*state.discards, *(card for front in state.fronts for card in front)]
    assert sorted(accounted) == sorted(cards(" ".join(CARD_NAMES[card] for card in accounted)))
    assert len(set(accounted)) == 40


@pytest.mark.clause("PP-11", "PP-13")
def test_all_are_shown_who_won_a_trick_and_what_the_second_winner_took() -> None:
    def shown(state: PassPassState) -> list[tuple[str, tuple[str, ...]]]:
        seen = [(event.move, event.shown) for event in state.view(None).history]
        assert all(state.view(seat).history[-1].shown == seen[-1][1] for seat in range(state.seats))
        return seen

    # No choice: it is told with the first winner's move.
    state = run(dealt("P10", "B11", "G4", "P6"), "P10,B11,G4,P6")
    assert shown(state)[-2:] == [("G4", ()), ("P6", ("winners 0 3",))]
    run(state, "take G4")
    assert shown(state)[-1] == ("take G4", ("second 3 P10 P6",))
    # A choice: it is told with the second winner's own.
    state = run(dealt("P12", "P3", "P5", "B5"), "P12,P3,P5,B5,take P12")
    assert shown(state)[-1] == ("take P12", ())
    run(state, "take P3 B5")
    assert shown(state)[-1] == ("take P3 B5", ("second 2 P3 B5",))


@pytest.mark.clause("PP-8")
def test_all_are_shown_where_a_trick_begins() -> None:
    state = run(dealt("P10", "B11", "G4", "P6"), "P10,B11,G4,P6,take G4")
    run(state, str(state.moves(3)[0]))
    told = [(event.seat, event.shown) for event in state.view(None).history if event.seat >= 0]
    begins = [(seat, line) for seat, shown in told for line in shown if line.startswith("trick")]
    assert begins == [(0, "trick 1 1"), (3, "trick 1 2")]


@pytest.mark.clause("PP-16")
def test_all_are_shown_a_pass_pass() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    give(state, 0, "P1 B1 Y1")
    give(state, 3, "B2 Y2 G2")
    run(state, "P10,B11,G4,P6,take G4")
    assert state.view(None).history[-1].shown == ("passes 0 1", "second 3 P10 P6", "passes 3 1")


@pytest.mark.clause("PP-15")
def test_the_second_winner_leads_the_next_trick_and_the_next_round() -> None:
    state = run(dealt("P10", "B11", "G4", "P6"), "P10,B11,G4,P6,take G4")
    assert state.turn() == (3,)
    assert state.view(None).leader == 3
    finish_round(state)
    last = state.view(None).last_trick
    assert last is not None
    assert last.number == 8
    state.play(NATURE, deal_of("", "", "", ""))
    assert state.turn() == (last.second,)
