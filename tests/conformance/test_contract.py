"""What every registered game must do. A game passes without a line of its own here."""

from __future__ import annotations

import pickle
import random
import re
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.tables import (
    TABLES,
    a_few_options,
    accepted,
    fingerprint,
    option_spread,
    random_game,
    step,
)

import muscade
from muscade import (
    NATURE,
    IllegalMove,
    InvalidNotation,
    InvalidOptions,
    InvalidRecord,
    Match,
    Move,
    Record,
    State,
)
from muscade.arena.errors import BotFailed
from muscade.board import InvalidBoard
from muscade.bots import TickBot, TimedBot
from muscade.bots.search import SearchBot
from muscade.core import encode

MOST_MOVES = 1500

seeds = st.integers(0, 2**32)
every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)


@st.composite
def options_of(draw: st.DrawFn, name: str, seats: int) -> dict[str, Any]:
    return draw(st.sampled_from(option_spread(muscade.game(name), seats)))


def some_state(name: str, seats: int, data: st.DataObject) -> State:
    """A state somewhere in a random game."""
    game = muscade.game(name)
    states = random_game(game, seats, data.draw(options_of(name, seats)), data.draw(seeds))
    for _ in range(data.draw(st.integers(0, 250))):
        state = next(states, None)
        if state is None:
            break
        last = state
    else:
        last = next(states, None) or last
    return last


@cache
def moves_met(name: str, seats: int, seed: int) -> frozenset[Move]:
    """Moves that somebody may make at some time: a pool to draw wrong moves from."""
    met: set[Move] = set()
    game = muscade.game(name)
    for options in a_few_options(game, seats, 6):
        for state in random_game(game, seats, options, seed):
            met.update(move for seat in state.turn() for move in accepted(state, seat))
        met.update(move for seat, move in state.history if seat == NATURE)
    # Where moves carry numbers there are very many of them; a sample will do.
    return frozenset(random.Random(seed).sample(sorted(met, key=str), min(len(met), MOST_MOVES)))


@every_table
@given(data=st.data())
def test_random_games_end_with_an_outcome(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    options = data.draw(options_of(name, seats))
    turns = rounds = 0
    for state in random_game(game, seats, options, data.draw(seeds)):
        assert (state.outcome() is None) == bool(state.turn())
        progress = state.progress()
        assert (progress.turns or 0) >= turns
        assert (progress.rounds or 0) >= rounds
        turns, rounds = progress.turns or 0, progress.rounds or 0
    if game.limit is not None:
        assert 0 < turns <= options[game.limit]
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners or seats == 1, "only who plays alone can lose with nobody winning"
    assert set(outcome.winners) <= set(range(seats))
    assert len(outcome.scores) == seats
    assert outcome.teams is None or len(outcome.teams) == seats
    with pytest.raises(IllegalMove):
        state.play(0, state.history[-1][1])


@pytest.mark.parametrize("name", muscade.game_names())
def test_what_a_game_says_of_itself_holds(name: str) -> None:
    game = muscade.game(name)
    if game.limit is not None:
        for seats in game.seats:
            [limit] = [option for option in game.options(seats) if option.name == game.limit]
            assert limit.default == 0, "nobody is limited who does not ask for it"
            assert all(isinstance(choice.value, int) and choice.value > 0 for choice in limit.choices[1:])
    assert bool(game.too_late) == game.real_time
    if game.real_time:
        assert all(isinstance(bot, TickBot) and isinstance(bot, TimedBot) for bot in game.bots().values())
    if game.gives_hints:
        assert game.solver() is not None
        assert game.seats == (1,), "nobody asks a machine against somebody else"
    assert game.solver() is game.solver()


@every_table
@given(data=st.data())
def test_moves_and_play_agree(name: str, seats: int, data: st.DataObject) -> None:
    state = some_state(name, seats, data)
    for seat in range(seats):
        offered = list(state.moves(seat))
        assert bool(offered) == (seat in state.turn())
        assert len(set(offered)) == len(offered)
        for move in offered:
            twin = state.copy()
            twin.play(seat, move)
            assert twin.history == [*state.history, (seat, move)]
        assert state.timeout(seat) is None or offered, "the clock hurries nobody who has nothing to do"
        more = accepted(state, seat)[len(offered) :]
        assert not set(more) & set(offered)
        assert not more or seat in state.turn()
        for move in more:
            twin = state.copy()
            twin.play(seat, move)
            assert twin.history == [*state.history, (seat, move)]


@every_table
@given(data=st.data())
def test_second_thoughts_leave_the_turn_where_it_is(name: str, seats: int, data: st.DataObject) -> None:
    state = some_state(name, seats, data)
    for seat in state.turn():
        for move in state.second_thoughts(seat):
            twin = state.copy()
            twin.play(seat, move)
            assert twin.turn() == state.turn()
            assert twin.moves(seat)


@every_table
@given(data=st.data())
def test_what_is_not_offered_is_refused_and_changes_nothing(
    name: str, seats: int, data: st.DataObject
) -> None:
    state = some_state(name, seats, data)
    before = fingerprint(state)
    pool = moves_met(name, seats, 1)
    wrong_moves = 0
    for seat in (*range(seats), seats, NATURE):
        allowed = set(accepted(state, seat))
        if seat == NATURE and state.turn() == (NATURE,):
            continue  # what chance may do cannot always be listed
        for move in pool - allowed:
            with pytest.raises(IllegalMove) as refusal:
                state.play(seat, move)
            assert re.fullmatch(r"[A-Z]{2}-\d+", refusal.value.clause)
            assert refusal.value.text.en
            assert refusal.value.text.fr
            assert refusal.value.text.en != refusal.value.text.fr
            wrong_moves += 1
    assert wrong_moves
    assert fingerprint(state) == before


@every_table
@given(data=st.data())
def test_notation_and_repr_round_trip(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    state = some_state(name, seats, data)
    for move in [
        *(move for seat in range(seats) for move in state.moves(seat)),
        *(m for _, m in state.history),
    ]:
        assert game.parse(move.notation) == move
        assert game.parse(f"  {move.notation}  ") == move
        assert eval(repr(move), vars(import_module(type(move).__module__))) == move


@every_table
@pytest.mark.parametrize("text", ["", "   ", "nonsense", "?", "\x00", "💎" * 500, "take", "-1", "P12 " * 100])
def test_nonsense_is_no_notation(name: str, seats: int, text: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        muscade.game(name).parse(text)
    assert len(str(error.value)) < 400


@every_table
@given(data=st.data())
def test_records_round_trip_and_replay_to_the_same_state(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    options = data.draw(options_of(name, seats))
    match = Match(game, seats, seed=data.draw(seeds), clock=lambda: 7, **options)
    chooser = random.Random(data.draw(seeds))
    for _ in range(data.draw(st.integers(0, 150))):
        if not (turn := match.state.turn()):
            break
        seat = chooser.choice(turn)
        match.play(seat, chooser.choice(match.state.moves(seat)).notation)
    text = match.record.to_json()
    assert Record.from_json(text) == match.record
    again = muscade.replay(text)
    assert fingerprint(again.state) == fingerprint(match.state)
    assert again.record.to_json() == text
    for viewer in (0, None):
        redacted = match.record.redacted(viewer)
        assert Record.from_json(redacted.to_json()) == redacted
        seen = [(event.seat, event.move, event.shown) for event in match.state.view(viewer).history]
        assert [(event.seat, event.move, event.shown) for event in redacted.events] == seen
        with pytest.raises(InvalidRecord):
            muscade.replay(redacted)


@every_table
def test_everything_travels_to_other_processes(name: str, seats: int) -> None:
    """States, true and imagined, their views and moves, and what is said of a wrong one."""
    game = muscade.game(name)
    *_, state = islice(random_game(game, seats, option_spread(game, seats)[-1], 3), 40)
    for world in (state, game.imagine(state.view(0), random.Random(1))):
        assert fingerprint(pickle.loads(pickle.dumps(world))) == fingerprint(world)
    for thing in (state.view(0), tuple(state.history)):
        assert pickle.loads(pickle.dumps(thing)) == thing
    for refusal in (
        IllegalMove("PP-1", "No.", "Non."),
        InvalidBoard(3, "No.", "Non."),
        BotFailed("No.", "Non."),
    ):
        again = pickle.loads(pickle.dumps(refusal))
        assert type(again) is type(refusal)
        assert (str(again), vars(again)) == (str(refusal), vars(refusal))


@every_table
@given(data=st.data())
def test_copies_are_independent(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    state = some_state(name, seats, data)
    before = fingerprint(state)
    twin = state.copy()
    assert fingerprint(twin) == before
    rng = random.Random(data.draw(seeds))
    for _ in range(60):
        if not twin.turn():
            break
        step(game, twin, rng)
    assert fingerprint(state) == before
    # What does not show must not be shared either: the original goes on like one that never had a twin.
    untouched = game.new(seats, **state.options)
    for seat, move in state.history:
        untouched.play(seat, move)
    after = fingerprint(twin)
    for _ in range(60):
        if not state.turn():
            break
        step(game, state, rng)
        untouched.play(*state.history[-1])
    assert fingerprint(state) == fingerprint(untouched)
    assert fingerprint(twin) == after


@every_table
@settings(max_examples=4)
@given(data=st.data())
def test_global_random_generators_do_not_matter(name: str, seats: int, data: st.DataObject) -> None:
    options, seed = data.draw(options_of(name, seats)), data.draw(seeds)

    def play(global_seed: int) -> bytes:
        random.seed(global_seed)
        for state in random_game(muscade.game(name), seats, options, seed):
            last = fingerprint(state) if not state.turn() else b""
        return last

    assert play(1) == play(2)


@every_table
def test_options_are_named_when_wrong(name: str, seats: int) -> None:
    game = muscade.game(name)
    with pytest.raises(InvalidOptions, match="colour_of_the_sky"):
        game.new(seats, colour_of_the_sky="blue")
    for option in game.options(seats):
        assert option.title.en
        assert option.title.fr
        for wrong in (None, -99, "no such value", 1.5, ["x"], {}):
            with pytest.raises(InvalidOptions, match=option.name):
                game.new(seats, **{option.name: wrong})
    for count in (-1, 0, 1, 2, 3, 4, 5, 6, 7, 100, True):
        if isinstance(count, bool) or count not in game.seats:
            with pytest.raises(InvalidOptions, match=str(count)):
                game.new(count)


@every_table
@given(data=st.data())
def test_views_survive_the_wire(name: str, seats: int, data: st.DataObject) -> None:
    game = muscade.game(name)
    state = some_state(name, seats, data)
    for viewer in (*range(seats), None):
        view = state.view(viewer)
        assert type(view) is game.view_type
        assert (view.game, view.version, view.seats) == (name, game.version, seats)
        assert view.seat == viewer
        assert view.turn == state.turn()
        assert msgspec.json.decode(encode(view), type=game.view_type) == view


@every_table
def test_equipment_survives_the_wire(name: str, seats: int) -> None:
    game = muscade.game(name)
    equipment = game.equipment(game.new(seats).options)
    assert (equipment is None) == (game.equipment_type is None)
    if game.equipment_type is not None:
        assert msgspec.json.decode(encode(equipment), type=game.equipment_type) == equipment


@every_table
def test_every_bot_plays_to_the_end(name: str, seats: int) -> None:
    game = muscade.game(name)
    bots = game.bots()
    strongest = list(bots)[-1]
    for level, bot in bots.items():
        for options in a_few_options(game, seats, 1 if level == strongest else 2):
            player = bot.thinking(0.002) if isinstance(bot, SearchBot) else bot
            match = Match(game, seats, seed=f"{level}", **options)
            rng = random.Random(3)
            while turn := match.state.turn():
                seat = rng.choice(turn)
                offered = match.state.moves(seat)
                move = player.choose(match.state.view(seat), offered, rng)
                assert move in offered or move in match.state.mistakes(seat)
                match.play(seat, move)
            assert bot.title.en
            assert bot.title.fr
