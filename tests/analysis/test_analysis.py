"""An analysis finds what was planted, says what is proved, uses nothing that a seat could not see, and is always the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import muscade
from muscade.analysis import Analysis, Decision, Moment, MoveValue, analyse, finish, plan, prepare, weigh
from muscade.analysis.marks import marked
from muscade.analysis.moments import find_moments
from muscade.analysis.weighing import weigh_moment
from muscade.bots.valuing import value_by_playing
from muscade.core import NATURE, InvalidRecord, Move, RecordedEvent, Seat, State

EACH = 0.02


def wandered(name: str, seats: int, seed: int, moves: int, **options: object) -> muscade.Match:
    """A game in which everybody has made some moves at random."""
    match = muscade.Match(muscade.game(name), seats, seed=seed, clock=lambda: 0, **options)
    rng = Random(seed)
    while moves and match.state.turn():
        seat = rng.choice(match.state.turn())
        match.play(seat, rng.choice(list(match.state.moves(seat))))
        moves -= 1
    return match


def last(record: muscade.Record) -> Decision:
    """The last decision of a game, looked at alone."""
    prepare(record)
    [decision] = finish(record, weigh(record, plan(record).moments[-1:], each=0.5)).decisions
    return decision


def after(state: State, seat: Seat, move: Move) -> State:
    twin = state.copy()
    twin.play(seat, move)
    while len(turn := twin.turn()) == 1 and len(moves := twin.moves(turn[0])) == 1:
        twin.play(turn[0], moves[0])
    return twin


# ---------------------------------------------------------------- what is proved


def test_a_planted_blunder_is_found_and_proved() -> None:
    """Mono-Line, late enough to be counted through: a won game is thrown away with one piece."""
    game = muscade.game("mono-line")
    solver = game.solver()
    assert solver is not None
    for seed in range(20):
        match = wandered("mono-line", 2, seed, 40)
        [seat] = match.state.turn() or (NATURE,)
        while match.state.turn() and len(match.state.moves(seat)) == 1:
            match.play(seat, match.state.moves(seat)[0])
            [seat] = match.state.turn() or (NATURE,)
        if not match.state.turn() or solver.solve(match.state, seconds=20).status != "won":
            continue
        losing = [
            move
            for move in match.state.moves(seat)
            if (there := after(match.state, seat, move)).turn()
            and solver.solve(there, seconds=20).status == "won"
        ]
        if losing:
            break
    match.play(seat, losing[0])
    decision = last(match.record)
    assert (decision.seat, decision.played) == (seat, losing[0].notation)
    assert (decision.mark, decision.proved, decision.loss, decision.noise) == ("blunder", True, 1.0, 0.0)
    assert (decision.moves[0].value, decision.moves[0].proved) == (1.0, True)
    assert decision.moves[0].move not in [move.notation for move in losing]
    [told] = [one for one in decision.moves if one.move == decision.played]
    assert (told.value, told.proved) == (0.0, True)


def test_a_dead_end_in_a_puzzle_is_found_and_proved() -> None:
    match = muscade.Match(muscade.game("twisted-jumps"), 1, position="b1 b4 c7", clock=lambda: 0)
    solver = match.game.solver()
    assert solver is not None
    dead = next(
        move
        for move in match.state.moves(0)
        if not (there := after(match.state, 0, move)).outcome()
        and solver.solve(there, seconds=20).status == "impossible"
    )
    match.play(0, dead)
    decision = last(match.record)
    assert (decision.mark, decision.proved, decision.loss) == ("blunder", True, 1.0)
    assert solver.solve(muscade.replay(match.record).state, seconds=20).status == "impossible"
    assert (
        solver.solve(
            after(match.game.new(1, position="b1 b4 c7"), 0, match.game.parse(decision.moves[0].move)),
            seconds=20,
        ).status
        == "optimal"
    )


def test_a_detour_in_a_puzzle_costs_what_it_is_longer() -> None:
    """What still leads to the goal is no blunder; and what has been taken back was no decision."""
    match = muscade.Match(muscade.game("full-house"), 1, target=8, clock=lambda: 0)
    solver = match.game.solver()
    assert solver is not None
    best = solver.solve(match.state, seconds=50)
    match.play(0, best.moves[0])
    match.play(0, "undo")
    assert find_moments(match.record) == []
    match.play(0, best.moves[0])
    found = last(match.record)
    assert (found.before, found.loss, found.proved) == (2, 0.0, True)
    assert best.length is not None
    for move in match.state.moves(0):
        there = after(match.state, 0, move)
        rest = solver.solve(there, seconds=20)
        if there.turn() and rest.length is not None and rest.length >= best.length:
            break
    match.play(0, move)
    found = last(match.record)
    assert found.proved
    assert rest.length is not None
    assert found.loss == pytest.approx(1 - (best.length - 1) / (1 + rest.length), abs=1e-4)


# ---------------------------------------------------------------- only what a seat could see


def moments_of(state: State) -> Iterator[Moment]:
    for seat in state.turn():
        if seat != NATURE and len(moves := state.moves(seat)) > 1:
            yield Moment(len(state.history), seat, moves[-1].notation)


@pytest.mark.parametrize(
    ("name", "seats", "moves"), [("pass-pass", 4, 17), ("ptipasspass", 3, 40), ("passe-eclair", 3, 25)]
)
def test_what_a_seat_could_not_see_changes_nothing(name: str, seats: int, moves: int) -> None:
    match = wandered(name, seats, 5, moves)
    prepare(match.record)
    state = match.state
    looked_at = 0
    for moment in moments_of(state):
        other = match.game.imagine(state.view(moment.seat), Random(moment.seat))
        if other.history == state.history:
            other = match.game.imagine(state.view(moment.seat), Random(99))
        assert other.history != state.history
        here = weigh_moment(moment, state, EACH, "a seed")
        assert here == weigh_moment(moment, other, EACH, "a seed")
        assert here.moves
        assert here != weigh_moment(moment, state, EACH, "another seed")
        looked_at += 1
    assert looked_at


# ---------------------------------------------------------------- whole games


def test_a_whole_game_is_the_same_every_time() -> None:
    match = wandered("pass-pass", 4, 3, 10_000)
    told: list[tuple[int, int]] = []
    found = analyse(match.record, 2.0, lambda done, total: told.append((done, total)))
    total = len(find_moments(match.record))
    assert told == [(done, total) for done in range(total + 1)]
    assert found == analyse(match.record, 2.0)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found
    assert found.hindsight == "own views"
    assert len(found.players) == 4
    # Whoever plays at random loses by it, and is told.
    assert sum(player.marks.get("blunder", 0) + player.marks.get("slip", 0) for player in found.players) > 5
    assert all(player.lessons for player in found.players)
    assert any(player.patterns for player in found.players)
    assert all(0 <= chance <= 1 for moment in found.chances for chance in moment.by_seat)
    assert match.outcome is not None
    assert [seat for seat, share in enumerate(found.chances[-1].by_seat) if share] == list(
        match.outcome.winners
    )
    # Bit by bit, in any order of the bits, it is the same.
    planned = plan(match.record, 2.0)
    middle = len(planned.moments) // 2
    second = weigh(match.record, planned.moments[middle:], planned.each)
    first = weigh(match.record, planned.moments[:middle], planned.each)
    assert finish(match.record, [*first, *second], 2.0) == found


@pytest.mark.parametrize(("name", "moves"), [("over-pass", 60), ("groups-of-three", 60)])
def test_a_race_of_pieces_has_values_too(name: str, moves: int) -> None:
    """What goes home or on is worth more than what does nothing."""
    match = wandered(name, 2, 4, moves)
    planned = plan(match.record)
    prepare(match.record)
    found = weigh(match.record, planned.moments[-6:], EACH)
    for decision in found:
        values = [one.value for one in decision.moves]
        assert len(values) > 1
        assert all(0 <= value <= 1 for value in values)
        assert decision.loss is not None
        assert decision.idea is not None


# ---------------------------------------------------------------- games in real time


def test_in_a_race_it_is_told_who_could_have_played_and_for_how_long() -> None:
    game = muscade.game("passe-eclair")
    now = [0]
    match = muscade.Match(game, 3, seed=8, clock=lambda: now[0], coach=0)
    rng = Random(1)
    acted: list[tuple[int, Seat]] = []
    while len(match.record.events) < 120 and match.state.turn():
        now[0] += 900
        seat = rng.choice(match.state.turn())
        acted.append((len(match.record.events), seat))
        match.play(seat, rng.choice(list(match.state.moves(seat))))
    moments = find_moments(match.record)
    overtaken = [moment for moment in moments if moment.played is None]
    own = [moment for moment in moments if moment.played is not None]
    assert overtaken
    assert own
    for moment in moments:
        state = muscade.replay(
            msgspec.structs.replace(match.record, events=match.record.events[: moment.before])
        ).state
        assert len(state.moves(moment.seat)) > 1
        assert moment.since is not None
        assert moment.until is not None
        assert moment.since <= moment.until
    found = analyse(match.record, 1.0)
    assert any(decision.mark == "missed" for decision in found.decisions)
    assert all(decision.waited is not None for decision in found.decisions)
    assert all(player.reaction is not None and player.reaction >= 0.9 for player in found.players)


# ---------------------------------------------------------------- marks


def decided(seat: Seat, loss: float, noise: float = 0.01, best: float = 0.9) -> Decision:
    moves = (MoveValue("a", best, noise), MoveValue("b", best - loss, noise), MoveValue("c", 0.0, noise))
    return Decision(
        before=0, seat=seat, played="b" if loss else "a", offered=3, moves=moves, loss=loss, noise=noise
    )


def test_marks_know_noise_fair_shares_and_turns() -> None:
    two, four = (0, 1), (0, 1, 2, 3)
    assert [one.mark for one in marked([decided(0, 0.25), decided(0, 0.12), decided(0, 0.02)], two)] == [
        "blunder",
        "slip",
        None,
    ]
    assert marked([decided(0, 0.12)], four)[0].mark == "blunder"
    assert marked([decided(0, 0.25, noise=0.2)], two)[0].mark is None
    fine = msgspec.structs.replace(
        decided(0, 0.0), moves=(MoveValue("a", 0.9), MoveValue("b", 0.5), MoveValue("c", 0.4))
    )
    assert marked([fine], two)[0].mark == "fine"
    turned = marked([decided(0, 0.0), decided(1, 0.0, best=0.1), decided(0, 0.0, best=0.3)], two)
    assert [one.turning for one in turned] == [False, False, True]
    overtaken = msgspec.structs.replace(decided(0, 0.3), played=None, waited=2.0)
    assert marked([overtaken], two)[0].mark == "missed"
    assert marked([msgspec.structs.replace(overtaken, waited=0.2)], two)[0].mark is None
    assert marked([msgspec.structs.replace(fine, punished=True)], two)[0].mark == "fault"


def test_a_move_that_the_law_punishes_is_a_fault() -> None:
    for moves in range(5, 40):
        match = wandered("passe-eclair", 3, 6, moves)
        wrong = [(seat, move) for seat in match.state.turn() for move in match.state.mistakes(seat)]
        if wrong and len(match.state.moves(wrong[0][0])) > 1:
            break
    match.play(*wrong[0])
    faults = [one for one in analyse(match.record, 0.5).decisions if one.mark == "fault"]
    assert [(one.seat, one.played) for one in faults] == [(wrong[0][0], wrong[0][1].notation)]


# ---------------------------------------------------------------- a game that nobody has written a judge for


def test_without_a_bot_that_can_tell_quick_bots_play_on() -> None:
    match = muscade.Match(muscade.game("twisted-jumps"), 1, position="b1 b4", clock=lambda: 0)
    view = match.state.view(0)
    values = value_by_playing(match.game, view, match.state.moves(0), Random(1), 0.2)
    assert (values[0].move.notation, values[0].value) == ("b1xb4>a1", 1.0)
    assert values[-1].value == 0.0
    assert values == value_by_playing(match.game, view, match.state.moves(0), Random(1), 0.2)


# ---------------------------------------------------------------- what cannot be analysed


def test_what_cannot_be_analysed_is_named() -> None:
    record = wandered("pass-pass", 3, 2, 5).record
    with pytest.raises(InvalidRecord, match="whole record"):
        analyse(record.redacted(0))
    with pytest.raises(InvalidRecord, match="version 99"):
        analyse(msgspec.structs.replace(record, version=99))
    with pytest.raises(InvalidRecord, match="Event 2,"):
        analyse(msgspec.structs.replace(record, events=[record.events[0], RecordedEvent(0, "P99", 0)]))
    for seconds in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="some seconds"):
            analyse(record, seconds)
