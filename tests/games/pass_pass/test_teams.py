"""Teams: what they record, how they agree, how they win: PP-21 to PP-24."""

from __future__ import annotations

import pytest
from tests.games.pass_pass.tables import GAME, dealt, give, record, run, score_round

from muscade import IllegalMove
from muscade.games.pass_pass import course
from muscade.games.pass_pass.state import PassPassState
from muscade.kernels.primitives import UNOFFERED


def talking(fronts: dict[int, str] | None = None, seats: int = 4, teams: str = "2x2") -> PassPassState:
    """The end of a round in which partners have different scores."""
    state: PassPassState = GAME.new(seats, leader=0, teams=teams)
    score_round(state, fronts or {0: "P4 P5", 1: "B4", 2: "G4", 3: "Y4 Y5 Y6"})
    return state


def say(state: PassPassState, seat: int, notation: str) -> None:
    state.play(seat, GAME.parse(notation))


def leave_to_the_rule(state: PassPassState, *seats: int) -> None:
    """All members of a team say so, one after another."""
    for seat in seats:
        say(state, seat, "by-rule")


def offers(state: PassPassState, seat: int) -> list[str]:
    return [str(move) for move in state.moves(seat)]


@pytest.mark.clause("PP-21")
def test_each_team_records_one_player() -> None:
    state = talking()
    assert state.turn() == (0, 1, 2, 3)
    assert offers(state, 0) == ["record 0", "record 2", "by-rule"]
    say(state, 0, "record 2")
    say(state, 2, "agree")
    assert state.turn() == (1, 3)
    assert state.view(1).settled == (True, False)
    say(state, 3, "record 3")
    say(state, 1, "agree")
    view = state.view(None)
    assert [line.recorded for line in view.pad[0]] == [False, False, True, True]
    assert [(team.recorded_points, team.recorded_passes) for team in view.standings] == [(1, 0), (3, 0)]
    assert [event.shown for event in view.history[-4:]] == [(), (), (), ("round 1 - - 1 3",)]


@pytest.mark.clause("PP-21")
def test_points_and_pass_passes_come_as_a_pair() -> None:
    state = talking({0: "P4 P5 P6 P7 P8", 1: "B4 B5", 2: "P9 B9 G9 Y9", 3: ""})
    say(state, 0, "record 2")
    say(state, 2, "agree")
    leave_to_the_rule(state, 1, 3)
    team = state.view(None).standings[0]
    assert (team.recorded_points, team.recorded_passes) == (4, 1)


@pytest.mark.clause("PP-21")
def test_a_partner_may_propose_the_other_and_the_first_may_agree() -> None:
    state = talking()
    say(state, 0, "record 0")
    assert offers(state, 0) == []
    assert offers(state, 2) == ["agree", "record 2", "by-rule"]
    say(state, 2, "record 2")
    assert offers(state, 0) == ["agree", "by-rule"], "each proposes once"
    say(state, 0, "agree")
    assert state.view(0).settled == (True, False)


@pytest.mark.clause("PP-21")
@pytest.mark.parametrize(
    ("fronts", "recorded"),
    [
        ({0: "P4", 2: "G4 G5", 1: "B4"}, 2),  # more points
        ({0: "P4 P5 P6 P7", 2: "P8 B8 G8 Y8", 1: "B4"}, 2),  # equal points, more Pass Passes
    ],
)
def test_left_to_the_rule(fronts: dict[int, str], recorded: int) -> None:
    state = talking(fronts)
    leave_to_the_rule(state, 2, 0)
    leave_to_the_rule(state, 1, 3)
    assert [seat for seat in (0, 2) if state.view(None).pad[0][seat].recorded] == [recorded]


@pytest.mark.clause("PP-21")
def test_where_there_is_nothing_to_choose_the_lower_seat_is_recorded() -> None:
    state = talking({0: "P4", 2: "G4", 1: "B4", 3: "Y4"})
    assert len(state.view(None).pad) == 1
    assert [line.recorded for line in state.view(None).pad[0]] == [True, True, False, False]


@pytest.mark.clause("PP-21")
def test_one_member_alone_cannot_override_a_proposal_with_the_rule() -> None:
    state = talking({0: "P4", 2: "G4 G5", 1: "B4"})
    say(state, 0, "record 0")
    say(state, 2, "by-rule")
    assert state.view(0).settled == (False, False)
    choice = state.view(0).choice
    assert choice is not None
    assert (choice.proposed, choice.by_rule) == (0, (2,)), "the proposal stands, and seat 0 hears of the wish"
    assert offers(state, 2) == ["agree", "record 2"], "it is said once, and one may still agree"
    say(state, 2, "agree")
    assert state.view(0).settled == (True, False)
    leave_to_the_rule(state, 1, 3)
    assert state.view(None).pad[0][0].recorded, "the rule would have had seat 2"


@pytest.mark.clause("PP-21")
def test_all_members_together_leave_it_to_the_rule_even_past_a_proposal() -> None:
    state = talking({0: "P4", 2: "G4 G5", 1: "B4"})
    say(state, 0, "record 0")
    assert offers(state, 0) == [], "who has proposed waits"
    say(state, 2, "by-rule")
    assert state.turn() == (0, 1, 2, 3)
    assert offers(state, 0) == ["by-rule"], "and may join in once a partner has said it"
    say(state, 0, "by-rule")
    assert state.view(0).settled == (True, False)
    leave_to_the_rule(state, 1, 3)
    assert state.view(None).pad[0][2].recorded


@pytest.mark.clause("PP-21")
def test_three_partners_all_have_to_leave_it_to_the_rule() -> None:
    fronts = {0: "P4 P5", 1: "B4", 2: "G4", 3: "B5 B6", 4: "Y4 Y5 Y6", 5: ""}
    state = talking(fronts, seats=6, teams="2x3")
    say(state, 2, "by-rule")
    say(state, 0, "record 0")
    say(state, 2, "agree")
    assert offers(state, 2) == [], "agreed, and said so already"
    say(state, 4, "by-rule")
    assert state.view(0).settled == (False, False)
    assert offers(state, 0) == ["by-rule"]
    say(state, 4, "record 2")
    assert offers(state, 0) == ["agree", "by-rule"], "what was said of the rule outlives a proposal"
    say(state, 0, "by-rule")
    assert state.view(0).settled == (True, False)


@pytest.mark.clause("PP-21")
def test_time_runs_out_in_favour_of_the_rule() -> None:
    state = talking({0: "P4", 2: "G4 G5", 1: "B4"})
    assert str(state.timeout(0)) == "by-rule clock"
    say(state, 0, "record 0")
    assert state.timeout(0) is None
    timeout = state.timeout(2)
    assert timeout is not None
    assert timeout not in state.moves(2), "it is the clock's alone"
    assert course.refusal(state.setting, state.table, 2, state.code_of(2, timeout)) == UNOFFERED
    state.play(2, timeout)
    assert state.view(0).settled == (True, False), "at once, past the proposal"
    assert state.timeout(2) is None
    say(state, 1, "by-rule clock")
    assert [line.recorded for line in state.view(None).pad[0]] == [False, True, True, False]
    assert dealt("", "", "", "").timeout(0) is None, "nobody is hurried over a card"


@pytest.mark.clause("PP-21")
def test_the_clock_hurries_only_those_the_team_waits_for() -> None:
    state = talking()
    say(state, 0, "record 0")
    say(state, 2, "by-rule")
    assert offers(state, 0) == ["by-rule"]
    assert state.timeout(0) is None, "who proposed may join in, and need not"
    assert str(state.timeout(2)) == "by-rule clock"


@pytest.mark.clause("PP-21")
def test_what_the_clock_said_is_told_from_what_members_said_when_a_record_is_played_again() -> None:
    state = talking({0: "P4", 2: "G4 G5", 1: "B4"})
    say(state, 0, "record 0")
    words = [(2, "by-rule"), (2, "by-rule clock"), (3, "by-rule"), (1, "by-rule")]
    for seat, word in words:
        say(state, seat, word)
    told = [(event.seat, event.move) for event in state.view(1).history[-5:]]
    assert told == [(0, "record ?"), *words], "everybody sees who said it, and for whom the clock did"
    again = talking({0: "P4", 2: "G4 G5", 1: "B4"})
    for seat, move in state.history[-5:]:
        again.play(seat, GAME.parse(move.notation))
    assert again.view(None) == state.view(None)


@pytest.mark.clause("PP-21")
def test_teams_choose_in_secret_and_reveal_together() -> None:
    state = talking()
    say(state, 0, "record 2")
    for stranger in (1, 3, None):
        view = state.view(stranger)
        assert view.history[-1].move == "record ?"
        assert view.choice is None or view.choice.proposed is None
    for partner in (0, 2):
        choice = state.view(partner).choice
        assert choice is not None
        assert (choice.proposed, choice.proposer) == (2, 0)
        assert state.view(partner).history[-1].move == "record 2"
    say(state, 2, "agree")
    assert state.view(1).pad == (), "nothing is revealed before all have settled"
    assert state.view(1).standings[0].recorded_points == 0
    leave_to_the_rule(state, 1, 3)
    assert state.view(1).pad[0][2].recorded


@pytest.mark.clause("PP-21")
def test_three_partners_all_have_to_agree() -> None:
    fronts = {0: "P4 P5", 1: "B4", 2: "G4", 3: "B5 B6", 4: "Y4 Y5 Y6", 5: ""}
    state = talking(fronts, seats=6, teams="2x3")
    say(state, 0, "record 0")
    say(state, 2, "agree")
    assert state.view(0).settled == (False, False)
    say(state, 4, "record 4")
    assert offers(state, 2) == ["agree", "record 0", "record 2", "by-rule"], (
        "a new proposal is answered afresh"
    )
    assert offers(state, 0) == ["agree", "by-rule"]
    say(state, 2, "agree")
    say(state, 0, "agree")
    assert state.view(0).settled == (True, False)


@pytest.mark.clause("PP-21")
@pytest.mark.parametrize(
    ("before", "seat", "wrong"),
    [
        ([], 0, "agree"),  # nobody has proposed anything
        ([], 0, "record 1"),  # not of this team
        ([(0, "record 0")], 0, "record 2"),  # has had their say
        ([(0, "record 0")], 2, "record 0"),  # stands proposed already
        ([(0, "record 0"), (2, "record 2")], 0, "record 0"),  # proposes once
        ([(0, "by-rule"), (2, "by-rule")], 2, "record 2"),  # has settled
        ([(0, "by-rule")], 0, "by-rule"),  # once is enough
        ([(0, "record 0")], 0, "by-rule"),  # waits for the others
        ([(0, "record 0")], 0, "by-rule clock"),  # it is not this seat that is silent
        ([(0, "record 0"), (2, "by-rule")], 0, "agree"),  # with oneself
        ([(0, "by-rule")], 0, "agree"),  # nobody has proposed anything
        ([], 0, "record ?"),
        ([], 0, "P1"),
        ([], 4, "record 0"),  # there is no such seat
        ([(0, "record 0")], 4, "agree"),
        ([(0, "by-rule")], 4, "by-rule"),
    ],
)
def test_what_cannot_be_said(before: list[tuple[int, str]], seat: int, wrong: str) -> None:
    state = talking()
    for other, notation in before:
        say(state, other, notation)
    with pytest.raises(IllegalMove) as refusal:
        say(state, seat, wrong)
    assert refusal.value.clause == "PP-21"


@pytest.mark.clause("PP-22")
def test_recorded_and_one_player_s_current_pass_passes_win_for_the_team() -> None:
    state = dealt("P10", "B11", "G4", "P6", teams="2x2")
    record(state, [2, 0])
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B11,G4,P6")
    assert "PP-22" in [reason.clause for reason in state.explain(0, GAME.parse("take G4"))]
    run(state, "take G4")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 2)
    assert outcome.teams == (0, 1, 0, 1)
    assert outcome.reason == "pass-pass"


@pytest.mark.clause("PP-22")
def test_partners_current_pass_passes_never_add_up() -> None:
    state = dealt("P10", "B11", "G4", "P6", teams="2x2")
    record(state, [1, 0])
    give(state, 2, "P2 B2 Y2 G2")
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B11,G4,P6,take G4")
    assert state.view(None).passes == (1, 0, 1, 0)
    assert state.view(None).standings[0].passes == 2
    assert state.outcome() is None


@pytest.mark.clause("PP-23")
@pytest.mark.parametrize(
    ("fronts", "winners"),
    [
        ({0: "P4 P5", 1: "B4"}, (0, 2)),
        ({0: "P4 P5 P6 P7", 1: "Y4 B4 G4 P8"}, (1, 3)),  # a tie in points: the Pass Pass decides
        ({}, (0, 1, 2, 3)),
    ],
)
def test_the_final_ranking_is_of_what_was_recorded(fronts: dict[int, str], winners: tuple[int, ...]) -> None:
    state: PassPassState = GAME.new(4, leader=0, teams="2x2")
    for cards in (fronts, {}, {}):
        score_round(state, cards)
        for seat in range(4):
            if seat in state.turn():
                say(state, seat, "by-rule")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.reason == "points"


@pytest.mark.clause("PP-23")
def test_what_was_not_recorded_does_not_count() -> None:
    state = talking({0: "P4 P5 P6", 2: "G4", 1: "B4 B5"})
    say(state, 0, "record 2")
    say(state, 2, "agree")
    leave_to_the_rule(state, 1, 3)
    score_round(state, {})
    score_round(state, {})
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1, 3)
    assert outcome.scores == (1, 2, 1, 2)


@pytest.mark.clause("PP-24")
def test_there_are_quick_phrases_that_tell_no_values() -> None:
    assert len(GAME.phrases) >= 6
    for phrase in GAME.phrases:
        assert not any(character.isdigit() for character in phrase.en + phrase.fr)
