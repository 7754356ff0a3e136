"""The solvers beside brute force, and what they say of positions that are known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.games.solitaire.tables import full_but_for_one_in_transit

import muscade
from muscade.board import EMPTY, standard_board, standard_text
from muscade.core import InvalidOptions, UnknownGame
from muscade.games.solitaire.moves import STOP
from muscade.games.solitaire.setup import write_position
from muscade.games.solitaire.state import PuzzleState
from muscade.games.solitaire.view import PuzzlePiece
from muscade.solvers import Answer, Known, NoSolver, solve, solver_of

PUZZLES = ("full-house", "twisted-jumps", "over-pass-spiral")
State = PuzzleState[Any, Any]
LONG = 100.0
"""Seconds, never needed."""


def played(state: State, answer: Answer) -> State:
    """The rules themselves say whether a solution is one."""
    game = muscade.game(state.game.name)
    for move in answer.moves:
        state.play(0, game.parse(move))
    return state


def start(puzzle: str, position: str = "standard", **options: object) -> State:
    return muscade.game(puzzle).new(1, position=position, **options)


def known(puzzle: str) -> Known:
    """What is shipped with a puzzle."""
    shipped = solver_of(puzzle).known(start(puzzle))
    assert shipped is not None
    return shipped


def solved(state: State) -> Answer:
    return solver_of(state.game.name).solve(state, seconds=LONG)


@pytest.mark.clause("SP-4", "SP-5")
@pytest.mark.parametrize(
    ("puzzle", "length", "reason"),
    [("full-house", 37, "solved"), ("twisted-jumps", 2, "solved"), ("over-pass-spiral", 39, "master")],
)
def test_shipped_solutions_are_solutions(puzzle: str, length: int, reason: str) -> None:
    shipped = known(puzzle)
    state = start(puzzle)
    best = state.view(0).best
    played(state, Answer(game=puzzle, status="found", moves=shipped.moves))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == reason
    assert state.table.count == shipped.length == shipped.bound == length
    assert best is not None
    assert best.figure == length
    assert best.proved


@pytest.mark.clause("SP-4")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_whoever_follows_the_shipped_solution_is_never_left_alone(puzzle: str) -> None:
    """Where there is no time to search, the rest of it is known at each of its moves, whatever was taken back between."""
    shipped = known(puzzle)
    solver, game, state = solver_of(puzzle), muscade.game(puzzle), start(puzzle)
    for done, move in enumerate(shipped.moves):
        rest = solver.known(state)
        assert rest is not None
        assert rest.moves == shipped.moves[done:]
        assert rest.length == rest.bound == shipped.length - state.table.count
        state.play(0, game.parse(move))
        if state.outcome() is None:
            for thought in ("undo", "redo"):
                state.play(0, game.parse(thought))
    other = start(puzzle)
    aside = next(move for move in other.moves(0) if str(move) not in (shipped.moves[0], "stop"))
    other.play(0, aside)
    assert solver.known(other) is None


@pytest.mark.clause("SP-4", "SP-5")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_puzzles_as_they_are_set_are_solved(puzzle: str) -> None:
    answer = solve(puzzle, seconds=LONG)
    assert answer.status == "optimal"
    assert answer.length == answer.bound == known(puzzle).length
    state = played(start(puzzle), answer)
    assert state.outcome() is not None
    assert state.table.count == answer.length


@pytest.mark.clause("SP-5")
def test_without_time_what_is_known_is_told_and_nothing_else() -> None:
    assert solve("full-house", seconds=0).moves == known("full-house").moves
    hurried = solve("full-house", position="7.1 7.7 8.9", seconds=0)
    assert (hurried.status, hurried.moves, hurried.length) == ("unknown", (), None)
    assert hurried.bound is not None
    assert hurried.bound >= 35


def test_progress_is_told_and_an_interruption_keeps_the_best() -> None:
    told: list[Answer] = []

    def interrupt(answer: Answer, doing: str) -> None:
        told.append(answer)
        if answer.length is not None:
            raise KeyboardInterrupt

    # Far more pieces than can be searched to the end, and too narrow a beam to be sure.
    answer = solve("full-house", position="7.1 7.8 8.9", target=20, seconds=LONG, on_progress=interrupt)
    assert told
    assert answer.status in ("found", "optimal")
    assert answer.length is not None
    assert answer.bound is not None
    assert 16 <= answer.length < 30
    assert played(start("full-house", "7.1 7.8 8.9", target=20), answer).outcome() is not None


# ------------------------------------------------------------ brute force


def positions_after(state: State) -> Iterator[tuple[State, int]]:
    """Every move that the rules list, and what it costs."""
    for move in state.moves(0):
        if move != STOP:
            after = state.copy()
            after.play(0, move)
            yield after, after.table.count - state.table.count


def key(state: State) -> bytes:
    """All that matters but the count."""
    table = state.table.copy()
    table.count = 0
    return bytes(table.numbers)


def fewest(state: State, reason: str, most: int = 99) -> int | None:
    """Layer by layer with the rules alone: the fewest steps or moves to an end for that reason."""
    seen = {key(state)}
    layer, cost = [state], 0
    while layer and cost <= most:
        later: list[State] = []
        while layer:
            here = layer.pop()
            outcome = here.outcome()
            if outcome is not None:
                if outcome.reason == reason:
                    return cost
                continue
            for after, price in positions_after(here):
                if price or key(after) not in seen:
                    if not price:
                        seen.add(key(after))
                    (later if price else layer).append(after)
        cost += 1
        layer = []
        for state_ in later:
            if key(state_) not in seen:
                seen.add(key(state_))
                layer.append(state_)
    return None


@pytest.mark.clause("SP-2", "SP-5")
def test_twisted_jumps_agrees_with_brute_force() -> None:
    rng = Random(5)
    names = standard_board().intersections
    lengths = set()
    for count in (2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6):
        position = " ".join(rng.sample(names[:13], count))
        answer = solve("twisted-jumps", position=position, seconds=LONG)
        expected = fewest(start("twisted-jumps", position), "solved")
        assert answer.length == expected, position
        assert answer.status == ("impossible" if expected is None else "optimal")
        if answer.length is not None:
            assert played(start("twisted-jumps", position), answer).table.count == answer.length
        lengths.add(answer.length)
    assert len(lengths) > 2


@pytest.mark.clause("SP-3", "SP-5")
def test_the_spiral_agrees_with_brute_force() -> None:
    rng = Random(8)
    names = standard_board().intersections
    positions = ["black e8; white d8", "black e8; white d8 d7; red c8", "black b1; white c8"]
    for count in (2, 3, 4, 4, 5, 5):
        places = rng.sample(names[:13], count)
        positions.append(
            write_position(
                [PuzzlePiece(name, rng.choice(("black", "white", "red", "blue"))) for name in places]
            )
        )
    ends = set()
    for position in positions:
        answer = solve("over-pass-spiral", position=position, seconds=LONG)
        for reason in ("master", "solved"):
            if fewest(start("over-pass-spiral", position), reason) is not None:
                break
        else:
            reason = "impossible"
        ends.add(reason)
        if reason == "impossible":
            assert answer.status == "impossible", position
            continue
        assert answer.status == "optimal", position
        outcome = played(start("over-pass-spiral", position), answer).outcome()
        assert outcome is not None
        assert outcome.reason == reason, position
    assert ends == {"master", "solved", "impossible"}


@pytest.mark.clause("SP-1", "SP-5")
@pytest.mark.parametrize(
    ("position", "target"),
    [("7.1 7.8 8.9", 6), ("6.1 8.1", 4), ("3.1 3.2", 4), ("1.1 3.1 4.1", 5), ("8.9", 2), ("5.1 5.3 7.2", 6)],
)
def test_full_house_agrees_with_brute_force(position: str, target: int) -> None:
    answer = solve("full-house", position=position, target=target, seconds=LONG)
    expected = fewest(start("full-house", position, target=target), "solved")
    assert answer.length == expected
    assert answer.status == ("impossible" if expected is None else "optimal")
    if expected is not None:
        state = played(start("full-house", position, target=target), answer)
        assert state.table.count == expected
        assert state.outcome() is not None


@pytest.mark.clause("SP-1", "SP-5")
def test_on_a_board_of_ones_own_the_proof_is_not_taken_for_granted() -> None:
    """The same lines under another name: the bound is only counted, and the answers are the same."""
    own = standard_text() + "\n# My own box.\n"
    for target in (6, 8):
        here = solve("full-house", target=target, board=own, seconds=LONG)
        there = solve("full-house", target=target, seconds=LONG)
        assert here.status == there.status == "optimal"
        assert here.length == there.length
    hurried = solve("full-house", board=own, seconds=0)
    assert (hurried.status, hurried.bound) == ("unknown", 19)
    for puzzle in ("twisted-jumps", "over-pass-spiral"):
        assert solve(puzzle, board=own, seconds=LONG).length == known(puzzle).length


# ------------------------------------------------------------ from the middle


@pytest.mark.clause("SP-4")
def test_a_running_chain_goes_on_for_nothing() -> None:
    state = start("twisted-jumps", "b1 b2 b3 c3 d3")
    first, *rest = solved(state).moves
    game = muscade.game("twisted-jumps")
    state.play(0, game.parse(first))
    answer = solved(state)
    assert answer.status == "optimal"
    assert answer.length == 0
    assert len(answer.moves) == len(rest)
    assert played(state, answer).table.count == 1


@pytest.mark.clause("SP-4")
def test_pieces_waiting_to_be_added_and_a_piece_that_crosses() -> None:
    game = muscade.game("full-house")
    state = start("full-house", "7.1 7.8 8.9", target=5)
    state.play(0, game.parse("7.1>8.1"))
    answer = solved(state)
    assert answer.length == fewest(state, "solved")
    assert played(state.copy(), answer).outcome() is not None
    enough = start("full-house", "7.1 7.8 8.9", target=4)
    enough.play(0, game.parse("7.1>8.1"))
    answer = solved(enough)
    assert (answer.status, answer.moves, answer.length) == ("optimal", ("add 7.1",), 0)
    state = start("full-house", "3.1 3.3", target=3)
    state.play(0, game.parse("3.1>2.1"))
    answer = solved(state)
    assert answer.moves[0].startswith("2.1>")
    assert played(state, answer).table.count == 1 + (answer.length or 0)


@pytest.mark.clause("SP-1", "SP-5")
def test_a_house_full_of_pieces_is_not_solved_while_one_of_them_crosses() -> None:
    state = full_but_for_one_in_transit()
    assert state.view(0).additions, "the last piece could come in at once, but that is not enough"
    answer = solved(state)
    assert (answer.status, answer.length) == ("optimal", fewest(state, "solved"))
    assert played(state, answer).outcome() is not None


@pytest.mark.clause("SP-4")
def test_a_position_that_can_no_longer_be_solved_is_known_as_such() -> None:
    assert solve("twisted-jumps", position="b1 h3", seconds=LONG).status == "impossible"
    assert solve("over-pass-spiral", position="black b1 b2 b3", seconds=LONG).status == "impossible"
    assert solve("full-house", position="8.9", seconds=LONG).status == "impossible"


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        solve("chess", seconds=1)
    with pytest.raises(NoSolver, match="Pass Pass has no solver; there is one for full-house, "):
        solve("pass-pass", seconds=1)
    with pytest.raises(InvalidOptions, match="z9"):
        solve("twisted-jumps", position="b1 z9", seconds=1)
    with pytest.raises(InvalidOptions, match="target"):
        solve("over-pass-spiral", target=12, seconds=1)
    assert EMPTY == -1, "the compiled searches count on it"
