"""SP-4: counting, taking back, playing again, starting over, giving up; and what is known of each puzzle (SP-5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.solitaire.tables import PUZZLES, SOLUTIONS, offered, reason, refusal, run, table, thoughts

import muscade
from muscade import NATURE, IllegalMove
from muscade.board import standard_text
from muscade.core.chance import SeedStream
from muscade.games.solitaire.moves import Capture
from muscade.games.solitaire.setup import write_position
from muscade.games.solitaire.view import Best

every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES)


def first_moves(puzzle: str, count: int) -> str:
    return ",".join(SOLUTIONS[puzzle].split(",")[:count])


@every_puzzle
@pytest.mark.clause("SP-4")
def test_moves_are_taken_back_one_by_one_and_played_again(puzzle: str) -> None:
    state = table(puzzle)
    assert thoughts(state) == set()
    views = [state.view(0)]
    for move in SOLUTIONS[puzzle].split(",")[:4]:
        run(state, move)
        views.append(state.view(0))
    assert thoughts(state) == {"undo", "restart"}
    for view in reversed(views[:-1]):
        run(state, "undo")
        assert (state.view(0).pieces, state.view(0).count) == (view.pieces, view.count)
        assert (state.view(0).additions, state.view(0).mover) == (view.additions, view.mover)
        assert state.view(0).redo
    assert not state.view(0).undo
    for view in views[1:]:
        assert "redo" in thoughts(state)
        run(state, "redo")
        assert (state.view(0).pieces, state.view(0).count) == (view.pieces, view.count)
        assert (state.view(0).additions, state.view(0).mover) == (view.additions, view.mover)
    assert not state.view(0).redo


@every_puzzle
@pytest.mark.clause("SP-4")
def test_what_counts_shows_its_number_and_nothing_else_does(puzzle: str) -> None:
    state = table(puzzle)
    numbers: list[int] = []
    counts = [0]
    for move in (*SOLUTIONS[puzzle].split(",")[:8], "undo", "undo", "redo", "redo", "restart"):
        run(state, move)
        shown = [line for line in state.seen(None)[-1].shown if line.startswith("move ")]
        counts.append(state.view(0).count)
        anew = counts[-1] > counts[-2] and move != "redo"
        assert shown == ([f"move {counts[-1]}"] if anew else []), move
        numbers += [int(line[5:]) for line in shown]
    assert numbers == list(range(1, max(counts) + 1))


@pytest.mark.clause("SP-4")
def test_numbers_go_on_from_those_of_a_position() -> None:
    match = muscade.Match(muscade.game("twisted-jumps"), 1, begin_at="set pieces=b1,b2,b4 count=3")
    move = next(move for move in match.state.moves(0) if isinstance(move, Capture))
    match.play(0, move)
    assert [event.shown for event in match.state.seen(None)] == [(), ("move 4",)]


@every_puzzle
@pytest.mark.clause("SP-4")
def test_a_new_move_forgets_what_was_taken_back(puzzle: str) -> None:
    state = run(table(puzzle), first_moves(puzzle, 2) + ", undo, undo")
    other = next(move for move in offered(state) if move not in SOLUTIONS[puzzle])
    run(state, other)
    assert not state.view(0).redo
    assert refusal(state, "redo") == "SP-4"


@every_puzzle
@pytest.mark.clause("SP-4")
def test_starting_over_can_itself_be_undone_by_playing_again(puzzle: str) -> None:
    state = run(table(puzzle), first_moves(puzzle, 4))
    before = state.view(0)
    run(state, "restart")
    assert state.view(0).pieces == table(puzzle).view(0).pieces
    assert (state.view(0).count, thoughts(state)) == (0, {"redo"})
    run(state, "redo, redo, redo, redo")
    assert (state.view(0).pieces, state.view(0).count) == (before.pieces, before.count)


@every_puzzle
@pytest.mark.clause("SP-4")
def test_there_may_be_nothing_to_take_back_or_to_play_again(puzzle: str) -> None:
    state = table(puzzle)
    assert [refusal(state, word) for word in ("undo", "redo", "restart")] == ["SP-4"] * 3
    assert "nothing to take back" in reason(state, "restart")


@every_puzzle
@pytest.mark.clause("SP-4")
def test_second_thoughts_stay_in_the_history(puzzle: str) -> None:
    state = run(table(puzzle), first_moves(puzzle, 1) + ", undo, redo, restart")
    assert [event.move for event in state.view(0).history][1:] == ["undo", "redo", "restart"]


@every_puzzle
@pytest.mark.clause("SP-4")
def test_one_can_stop_at_any_time_and_has_not_solved_it(puzzle: str) -> None:
    state = run(table(puzzle), first_moves(puzzle, 3))
    assert offered(state)[-1] == "stop"
    run(state, "stop")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "stopped")
    assert (state.turn(), state.moves(0), thoughts(state)) == ((), (), set())
    assert (state.view(0).phase, state.view(0).undo) == ("over", False)
    assert [refusal(state, word) for word in ("stop", "undo")] == [state.clause] * 2


@every_puzzle
@pytest.mark.clause("SP-1", "SP-2", "SP-3")
def test_a_solution_ends_the_puzzle(puzzle: str) -> None:
    state = table(puzzle)
    for move in SOLUTIONS[puzzle].split(","):
        assert state.outcome() is None
        assert move.strip() in offered(state)
        run(state, move)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == ("master" if puzzle == "over-pass-spiral" else "solved")
    assert state.view(0).left == state.view(0).target
    assert refusal(state, "undo") == state.clause


@pytest.mark.clause("SP-4", "SP-5")
def test_the_best_figures_are_told_and_a_solution_reaches_them() -> None:
    told = {puzzle: table(puzzle).view(0).best for puzzle in PUZZLES}
    assert told == {
        "full-house": Best(37, proved=True, master=False),
        "twisted-jumps": Best(2, proved=True, master=False),
        "over-pass-spiral": Best(39, proved=True, master=True),
    }
    for puzzle, best in told.items():
        assert best is not None
        assert run(table(puzzle), SOLUTIONS[puzzle]).view(0).count == best.figure


@every_puzzle
@pytest.mark.clause("SP-5")
def test_nothing_is_claimed_of_other_positions(puzzle: str) -> None:
    game = PUZZLES[puzzle]
    state = run(table(puzzle), first_moves(puzzle, 1))
    text = write_position(state.view(0).pieces)
    assert table(puzzle, text).view(0).best is None
    assert game.new(1, board=standard_text()).view(0).best is None
    if puzzle == "full-house":
        assert game.new(1, target=20).view(0).best is None


@every_puzzle
@pytest.mark.clause("SP-4")
def test_whoever_sets_a_position_may_say_how_few_moves_it_takes(puzzle: str) -> None:
    assert table(puzzle).view(0).par is None
    assert table(puzzle, par=7).view(0).par == 7


@every_puzzle
@pytest.mark.clause("SP-4")
def test_one_person_plays_and_chance_does_not(puzzle: str) -> None:
    game, state = PUZZLES[puzzle], table(puzzle)
    assert game.seats == (1,)
    move = offered(state)[0]
    assert refusal(state, move, seat=1) == "SP-4"
    assert refusal(state, move, seat=NATURE) == "SP-4"
    with pytest.raises(IllegalMove, match="chance"):
        game.draw(state, SeedStream("nothing", 1))


@every_puzzle
def test_a_twin_takes_back_and_plays_again_for_itself(puzzle: str) -> None:
    state = run(table(puzzle), first_moves(puzzle, 3) + ", undo")
    before, twin = state.view(0), state.copy()
    run(twin, "redo, undo, undo, restart, redo")
    assert state.view(0) == before
    assert run(state, "redo").view(0).count == run(table(puzzle), first_moves(puzzle, 3)).view(0).count
    run(state, "undo")
    assert run(twin, "redo").view(0).pieces == state.view(0).pieces


@every_puzzle
@given(seed=st.integers(0, 2**32))
def test_the_history_tells_the_whole_puzzle(puzzle: str, seed: int) -> None:
    game, rng = PUZZLES[puzzle], SeedStream(puzzle, seed)
    state = table(puzzle)
    for _ in range(40):
        moves = [*state.moves(0)[:-1], *state.second_thoughts(0)]
        state.play(0, rng.choice(moves))
    view = state.view(None)
    again = game.imagine(view, rng)
    assert again.view(None) == view
    assert again.copy().view(0) == state.view(0)
    assert game.equipment(1, state.options).name == state.board.name
