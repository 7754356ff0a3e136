"""What each may know, and for how long: PT-14, PT-20."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from tests.games.ptipasspass.tables import (
    GAME,
    LOSING,
    WINNING,
    inside,
    place_all,
    put,
    ready,
    run,
    table,
    viewers,
)

from muscade import IllegalMove, InvalidOptions, Move
from muscade.games.ptipasspass.moves import Hide
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.view import Note


@pytest.mark.clause("PT-20")
def test_what_everybody_knows() -> None:
    state = put(table(4), "B a1")
    script = "hide G b2, 3: ok, 0: ok, 2: ok, announce O, 0: ok, 3: menteur"
    run(state, script)
    for viewer in viewers(state):
        view = state.view(viewer)
        told = [(event.seat, event.move.replace("hide G", "hide ?")) for event in view.history[-7:]]
        assert told == [
            (1, "hide ? b2"),
            (3, "ok"),
            (0, "ok"),
            (2, "ok"),
            (1, "announce O"),
            (0, "ok"),
            (3, "menteur"),
        ]
        assert view.challenge is not None
        assert view.challenge.right
        assert view.held == (2, 3, 3, 3)


@pytest.mark.clause("PT-20", "PT-5")
def test_nobody_but_the_owner_sees_what_is_hidden_held_or_placed() -> None:
    """Games that differ in nothing but hidden colours look the same to everybody else at every step."""
    colours = list(product("BGO", repeat=2))
    games = [table() for _ in colours]
    steps = ["hide {0} a1", "oks", "announce O", "oks", "hide {1} a2", "2: ok", "0: ok", "announce B", "oks"]
    for step in steps:
        for state, pair in zip(games, colours, strict=True):
            run(state, step.format(*pair))
        assert len({repr(state.view(2)) for state in games}) == 1
        assert len({repr(state.view(None)) for state in games}) == 1
        for mine, theirs in ((0, 1), (1, 0)):
            known: dict[str, set[str]] = {}
            for state, pair in zip(games, colours, strict=True):
                known.setdefault(pair[mine], set()).add(repr(state.view(mine)))
            assert all(len(views) == 1 for views in known.values()), f"{mine} sees through {theirs}"
    assert {inside(state, "a1") + inside(state, "a2") for state in games} == {"".join(p) for p in colours}


@pytest.mark.clause("PT-20")
def test_the_private_things_one_knows() -> None:
    state = run(put(table(), "B a1"), "hide G b2")
    assert state.view(0).history[0].move == "hide B a1", "what one placed oneself"
    assert state.view(1).history[0].move == "hide ? a1"
    assert (state.view(1).hand, state.view(1).fist) == (("B", "O"), "G")
    run(state, "2: doublon")
    assert state.view(2).hand == ("B", "G", "G", "O"), "what one has won"
    assert state.view(2).history[-1].shown == ("b2 -", "fist G", "wrong")
    assert state.view(0).history[-1].shown == ("b2 -", "wrong")


@pytest.mark.clause("PT-20")
@pytest.mark.parametrize(
    "challenge",
    [
        "hide G a1, 0: doublon",
        "hide G b1, 0: doublon",
        "hide G b1, oks, announce B, 0: menteur",
        "hide G b1, oks, announce G, 0: menteur",
    ],
)
def test_what_a_challenge_shows_is_gone_with_the_next_event(challenge: str) -> None:
    state = run(put(table(), "B a1"), challenge)
    for viewer in viewers(state):
        assert state.view(viewer).revealed
        assert state.view(viewer).challenge is not None
    run(state, "hide B c1")
    for viewer in viewers(state):
        assert state.view(viewer).revealed == ()
        assert state.view(viewer).challenge is None


@pytest.mark.clause("PT-20")
@pytest.mark.parametrize("line", [LOSING, WINNING])
def test_what_a_lift_shows_is_gone_with_the_next_event(line: str) -> None:
    """A winning line too is seen for a moment, though the next round has begun."""
    state = run(ready(table()), f"lift {line}")
    for viewer in viewers(state):
        assert [reveal.where for reveal in state.view(viewer).revealed] == line.split()
    run(state, "swap a1 b1" if line == LOSING else "hide B a1")
    for viewer in viewers(state):
        assert state.view(viewer).revealed == ()


@pytest.mark.clause("PT-20")
def test_remembering_is_the_game_unless_told_otherwise() -> None:
    state = put(table(), "B a1")
    assert state.options["notebook"] is False
    assert all(state.view(viewer).notebook is None for viewer in viewers(state))
    assert table(notebook=True).view(0).notebook == ()
    with pytest.raises(InvalidOptions, match="PT-20"):
        GAME.new(3, notebook="yes")


def notes(state: PtiPassPassState, viewer: int | None) -> tuple[Note, ...]:
    notebook = state.view(viewer).notebook
    assert notebook is not None
    return notebook


@pytest.mark.clause("PT-20")
def test_the_notebook_holds_what_each_has_seen() -> None:
    state = table(4, notebook=True)
    run(state, "hide B a1, oks, announce G, oks")
    placed = Note(0, "placed", ("a1",), ("B",), "G")
    unseen = Note(0, "placed", ("a1",), ("?",), "G")
    assert [notes(state, viewer) for viewer in viewers(state)] == [(placed,), *[(unseen,)] * 4]

    run(state, "hide G a1, 3: doublon")
    assert {notes(state, viewer)[1:] for viewer in viewers(state)} == {
        (Note(1, "took", ("a1",), ("B",), None),)
    }

    run(state, "hide O b1, oks, announce B, 0: menteur")
    assert {notes(state, viewer)[2:] for viewer in viewers(state)} == {(Note(2, "kept", (), ("O",), "B"),)}

    run(state, "hide O b1, oks, announce O, 0: menteur")
    assert {notes(state, viewer)[3:] for viewer in viewers(state)} == {(Note(0, "took", (), ("O",), "O"),)}


@pytest.mark.clause("PT-20", "PT-10")
def test_the_notebook_keeps_a_secret_between_two() -> None:
    state = run(table(notebook=True), "hide B a1, 2: doublon")
    took = [notes(state, viewer)[-1] for viewer in viewers(state)]
    seen, unseen = Note(2, "took", (), ("B",), None), Note(2, "took", (), ("?",), None)
    assert took == [seen, unseen, seen, unseen]


@pytest.mark.clause("PT-20")
def test_the_notebook_remembers_a_cup_that_was_lifted_and_empty() -> None:
    state = run(table(notebook=True), "hide B a1, 2: doublon")
    for viewer in viewers(state):
        assert Note(2, "lifted", ("a1",), (), None) in notes(state, viewer)


@pytest.mark.clause("PT-20")
def test_the_notebook_of_swaps_and_lifts_lasts_a_round() -> None:
    state = ready(table(notebook=True))
    run(state, f"swap a1 b1, lift {LOSING}")
    for viewer in viewers(state):
        assert notes(state, viewer)[9:] == (
            Note(0, "swapped", ("a1", "b1"), (), None),
            Note(0, "lifted", ("b1",), ("B",), None),
            Note(0, "lifted", ("b2",), (), None),
            Note(0, "lifted", ("b3",), (), None),
        )
    run(state, f"lift {WINNING}")
    assert all(notes(state, viewer) == () for viewer in viewers(state))


@pytest.mark.clause("PT-20")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_whatever_one_cannot_rule_out_looks_the_same(viewer: int | None) -> None:
    state = put(table(notebook=True), "B a1", "G a1", "O b1", "G c3")
    run(state, "hide B b1, 2: doublon, hide G b2, 0: doublon")
    imagined = GAME.imagine(state.view(viewer), Random(1))
    assert imagined.view(viewer) == state.view(viewer)


@pytest.mark.clause("PT-20")
def test_a_spectator_cannot_tell_one_filling_from_another() -> None:
    one = place_all(table(), "a1 b1 c1", "a2 b2 c2", "a3 b3 c3")
    imagined = {
        tuple(inside(GAME.imagine(one.view(None), Random(seed)), cup) for cup in ("a1", "a2", "a3"))
        for seed in range(12)
    }
    assert len(imagined) > 1, "announcements prove nothing"


def replayed(state: PtiPassPassState, history: list[tuple[int, Move]]) -> PtiPassPassState:
    """The same table, played so from the beginning."""
    again: PtiPassPassState = GAME.new(state.seats, **state.options)
    for seat, move in history:
        again.play(seat, move)
    return again


def every_history(state: PtiPassPassState, viewer: int) -> Iterator[tuple[tuple[int, Move], ...]]:
    """All ways to colour what a seat did not see hidden, by trying each of them."""
    hidden = [
        place for place, (seat, move) in enumerate(state.history) if isinstance(move, Hide) and seat != viewer
    ]
    for colours in product(range(3), repeat=len(hidden)):
        history = state.history.copy()
        for place, colour in zip(hidden, colours, strict=True):
            seat, move = history[place]
            assert isinstance(move, Hide)
            history[place] = (seat, Hide(colour, move.cup))
        try:
            if replayed(state, history).view(viewer) == state.view(viewer):
                yield tuple(history)
        except IllegalMove:
            continue


@pytest.mark.clause("PT-20")
@pytest.mark.parametrize(
    "script",
    [
        "hide B a1, oks, announce G, oks, hide G a1, 2: doublon, hide O b1, oks, announce O, 0: menteur",
        "hide B a1, 2: doublon, hide G b1, 0: doublon, hide O b1, oks, announce B, 0: menteur, hide G c1",
        "hide B a1, 1: doublon, hide B a1, oks, announce O, oks, hide G a1, oks, announce O, oks, hide O a1, 2: doublon",
    ],
)
@pytest.mark.parametrize("viewer", [0, 2])
def test_every_history_that_fits_is_imagined_and_no_other(script: str, viewer: int) -> None:
    state = run(table(), script)
    fitting = set(every_history(state, viewer))
    view = state.view(viewer)
    imagined = {tuple(GAME.imagine(view, Random(seed)).history) for seed in range(60 * len(fitting))}
    assert imagined == fitting


@pytest.mark.clause("PT-20")
@pytest.mark.parametrize("seed", range(12))
def test_an_imagined_table_is_what_its_history_leads_to(seed: int) -> None:
    """Whatever has happened: challenges, rounds won and void, a token in a fist, the end."""
    rng = Random(seed)
    state = table(3 + seed % 2, notebook=seed % 3 == 0, max_turns=100 if seed % 4 == 0 else 0)
    while state.turn() and len(state.history) < 60 * (seed + 1):
        seat = rng.choice(state.turn())
        moves = state.moves(seat)
        if len(moves) == 2:
            moves = moves[:1] if rng.random() < 0.95 else moves[1:]
        elif state.phase == "hide" and seed % 2:
            moves = [move for move in moves if isinstance(move, Hide) and move.cup in WINNING]
        state.play(seat, rng.choice(moves))
    for viewer in viewers(state):
        imagined = GAME.imagine(state.view(viewer), rng)
        again = replayed(state, imagined.history)
        assert again.table == imagined.table
        assert again.view(viewer) == imagined.view(viewer) == state.view(viewer)
