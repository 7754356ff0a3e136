"""Pass Passes, points, rounds and who wins: PP-16 to PP-20."""

from __future__ import annotations

import pytest
from tests.games.pass_pass.tables import GAME, deal_of, dealt, finish_round, give, record, run, score_round

import muscade
from muscade import NATURE, IllegalMove, Outcome
from muscade.games.pass_pass import rules


@pytest.mark.clause("PP-16")
@pytest.mark.parametrize(
    ("counts", "passes"), [((1, 1, 1, 1), 1), ((2, 2, 2, 2), 2), ((3, 1, 2, 1), 1), ((5, 4, 3, 0), 0)]
)
def test_the_scarcest_colour_counts(counts: tuple[int, int, int, int], passes: int) -> None:
    assert rules.pass_passes(*counts) == passes


@pytest.mark.clause("PP-16")
def test_checked_off_at_each_pickup_and_the_cards_stay() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B11,G4,P6")
    assert state.view(None).passes == (0, 0, 0, 0)
    run(state, "take G4")
    view = state.view(None)
    assert view.passes == (1, 0, 0, 0)
    assert view.standings[0].passes == 1
    assert view.front[0] == ("P1", "B1", "Y1", "G4")
    assert view.points[0] == 4 + 6, "the cards still score"


@pytest.mark.clause("PP-18")
@pytest.mark.parametrize("seats", [3, 5])
def test_all_are_shown_what_a_round_was_worth_where_it_ends(seats: int) -> None:
    match = muscade.Match(GAME, seats, seed=f"{seats:064x}", teams="none")
    while match.outcome is None:
        seat = match.state.turn()[0]
        match.play(seat, match.state.moves(seat)[0])
    view = match.state.view(None)
    told = [line for event in view.history for line in event.shown if line.startswith("round ")]
    assert told == [
        f"round {number} {' '.join(str(line.points) for line in lines)}"
        for number, lines in enumerate(view.pad, 1)
    ]
    assert told


@pytest.mark.clause("PP-16")
def test_two_cards_can_reach_two() -> None:
    state = dealt("P11", "G4", "P12", "G5")
    give(state, 0, "P1 B1 Y1 P2 B2 Y2")
    run(state, "P11,G4,P12,G5,take P12")
    assert state.view(None).passes[0] == 2


@pytest.mark.clause("PP-17")
def test_the_third_pass_pass_wins_at_once() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    record(state, [2, 0, 0, 0])
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B11,G4,P6,take G4")
    assert state.turn() == ()
    assert state.outcome() == Outcome(winners=(0,), scores=(0, 0, 0, 0), reason="pass-pass")
    assert state.view(None).front[3] == (), "the second winner takes nothing any more"
    with pytest.raises(IllegalMove):
        state.play(3, GAME.parse("take P6 P10"))


@pytest.mark.clause("PP-17")
def test_the_second_winner_can_win_that_way_too() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    record(state, [0, 0, 0, 2])
    give(state, 3, "B1 Y1 P1")
    run(state, "P10,B11,G4,P6,take B11")
    assert state.outcome() == Outcome(winners=(3,), scores=(0, 0, 0, 0), reason="pass-pass")
    assert state.view(None).front[3] == ("B1", "Y1", "P1", "G4", "P6")


@pytest.mark.clause("PP-17")
def test_if_both_would_reach_it_only_the_first_wins() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    record(state, [2, 0, 0, 2])
    give(state, 0, "P1 Y1 G1")
    give(state, 3, "B1 Y2 P2")
    run(state, "P10,B11,G4,P6,take B11")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.clause("PP-17")
def test_three_in_one_round_win() -> None:
    state = dealt("P10", "B11", "G4", "P6")
    give(state, 0, "P1 P2 P3 B1 B2 B3 Y1 Y2 Y3 G1 G2")
    assert state.view(None).passes[0] == 2
    run(state, "P10,B11,G4,P6,take G4")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "pass-pass"


@pytest.mark.clause("PP-18")
def test_six_cards_with_three_diamonds_make_nine() -> None:
    state = dealt("", "", "", "")
    give(state, 0, "P12 P5 B6 G7 Y8 P9")
    assert state.view(None).points[0] == 9
    assert state.view(None).passes[0] == 1
    give(state, 0, "B4 Y4")
    assert state.view(None).passes[0] == 1, "a second Pass Pass takes a second green card as well"
    give(state, 0, "G4")
    assert state.view(None).passes[0] == 2


@pytest.mark.clause("PP-18")
def test_the_pad_holds_points_and_pass_passes() -> None:
    state = GAME.new(4, leader=0)
    score_round(state, {0: "P12 P5 B6 G7 Y8 P9", 2: "P1"})
    lines = state.view(None).pad[0]
    assert [(line.points, line.passes) for line in lines] == [(9, 1), (0, 0), (3, 0), (0, 0)]
    assert all(line.recorded for line in lines), "alone, everybody records"
    standing = state.view(None).standings[0]
    assert (standing.recorded_points, standing.recorded_passes, standing.passes) == (9, 1, 1)


@pytest.mark.clause("PP-19")
def test_at_most_three_rounds_each_with_the_whole_deck() -> None:
    state = dealt("", "", "", "")
    for number in (1, 2, 3):
        assert state.view(None).round == number
        finish_round(state)
        if number < 3 and state.outcome() is None:
            assert state.turn() == (NATURE,)
            state.play(NATURE, deal_of("", "", "", ""))
            assert state.view(None).front == ((), (), (), ())
            assert state.view(None).discards == ()
    assert state.outcome() is not None
    assert len(state.view(None).pad) <= 3


@pytest.mark.clause("PP-20")
@pytest.mark.parametrize(
    ("rounds", "winners"),
    [
        # Most points: 5 against 4 and 3.
        (({0: "P4 P5 P6 P7 P8", 1: "B4 B5 B6 B7", 2: "G4 G5 G6"}, {}, {}), (0,)),
        # Equal points over three rounds: the Pass Pass decides.
        (({0: "P4 P5 P6 P7", 1: "Y4 B4 G4 P8"}, {}, {}), (1,)),
        # Everything equal: shared.
        (({0: "P4 P5"}, {1: "P4 P5"}, {2: "P4"}), (0, 1)),
        (({}, {}, {}), (0, 1, 2)),
    ],
)
def test_points_then_pass_passes_then_shared(
    rounds: tuple[dict[int, str], ...], winners: tuple[int, ...]
) -> None:
    state = GAME.new(3, leader=0)
    for fronts in rounds:
        assert state.outcome() is None
        score_round(state, fronts)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.reason == "points"
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, GAME.parse("P1"))
    assert refusal.value.clause == "PP-20"
