"""Who may know what, and worlds imagined from it: PT-20."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from tests.conformance.test_secrecy import what_goes_out
from tests.games.ptipasspass.tables import GAME, announce, hide, place, say, table, under
from tests.games.ptipasspass.test_lifting import VOID_OR_NOT

from muscade.games.ptipasspass.moves import Hide
from muscade.games.ptipasspass.state import PtiPassPassState

EVERYBODY = (0, 1, 2, None)


@pytest.mark.clause("PT-20")
def test_the_fist_and_what_was_placed_are_known_to_one_alone() -> None:
    state = place(table(), "G", "a1", "O")
    for viewer in EVERYBODY:
        seen = [event.move for event in state.view(viewer).history]
        assert seen[0] == ("hide G a1" if viewer == 0 else "hide ? a1")
        assert seen[3] == "announce O", "what was said, all have heard"


@pytest.mark.clause("PT-20")
def test_standing_cups_are_in_no_view() -> None:
    """Two tables that differ only under a cup look the same to everybody who has not seen it."""
    views = []
    for token in "BGO":
        state = place(table(hands=f"{token}B B B"), token, "a1", "B")
        views.append([msgspec.json.encode(state.view(viewer)) for viewer in (1, 2, None)])
    assert views[0] == views[1] == views[2]


@pytest.mark.clause("PT-20")
def test_what_is_revealed_is_gone_with_the_next_event() -> None:
    state = say(table(hands="- B B", cups={"a1": "GG"}), 0, "lift a1 b1 c1")
    assert [reveal.tokens for reveal in state.view(2).revealed] == [("G", "G"), (), ()]
    hide(state, "B", "b3")
    for viewer in EVERYBODY:
        view = state.view(viewer)
        assert view.revealed == ()
        assert view.challenge is None
        assert view.notebook is None
        assert '"G"' not in msgspec.json.encode(msgspec.structs.replace(view, history=())).decode()
        assert view.history[0].shown == ("a1 GG", "b1 -", "c1 -"), "the record keeps it"


@pytest.mark.clause("PT-20")
def test_a_token_won_by_a_wrong_doublon_is_known_to_those_two() -> None:
    state = say(hide(table(4), "O", "a1"), 2, "doublon")
    assert state.view(2).hand == ("B", "G", "O", "O")
    for viewer in (0, 1, 2, 3, None):
        shown = state.view(viewer).history[-1].shown
        assert shown == (("a1 -", "fist O") if viewer in (0, 2) else ("a1 -",))


@pytest.mark.clause("PT-20")
def test_the_notebook_holds_what_its_reader_saw() -> None:
    state = place(table(notebook=True), "G", "a1", "O")
    say(hide(state, "B", "b1"), 2, "doublon")
    say(announce(state, "O", "c1", "G"), 0, "menteur")
    say(announce(state, "O", "c2", "O"), 1, "menteur")
    say(hide(state, "G", "a1"), 0, "doublon")

    def told(viewer: int | None) -> list[tuple[int, str, str, str, str | None]]:
        return [
            (note.seat, note.what, " ".join(note.cups), "".join(note.tokens), note.announced)
            for note in state.view(viewer).notebook or ()
        ]

    for viewer in EVERYBODY:
        assert told(viewer) == [
            (0, "placed", "a1", "G" if viewer == 0 else "?", "O"),
            (2, "took", "", "B" if viewer in (1, 2) else "?", None),
            (2, "kept", "", "O", "G"),
            (1, "took", "", "O", "O"),
            (1, "took", "a1", "G", None),
        ]
    state.hands = [0, 1, 1]
    state._begin_turn(0)
    say(state, 0, "swap a1 b1", "lift a1 b1 c1")
    assert told(None)[-4:] == [
        (0, "swapped", "a1 b1", "", None),
        *((0, "lifted", cup, "", None) for cup in ("a1", "b1", "c1")),
    ]


@pytest.mark.clause("PT-20")
def test_a_new_round_begins_with_an_empty_notebook() -> None:
    state = table(hands="- B B", cups={"a1": "B", "b1": "B", "c1": "B"}, notebook=True)
    say(state, 0, "lift a1 b1 c1")
    assert state.view(1).notebook == ()


def calm_game(seats: int, seed: int, calm: float, **options: object) -> Iterator[PtiPassPassState]:
    """A random game in which most people say OK, so that cups fill, lines are lifted and rounds end."""
    rng = Random(seed)
    state = table(seats, max_turns=300, **options)
    while state.turn():
        seat = rng.choice(state.turn())
        moves = state.moves(seat)
        state.play(seat, moves[0] if state._window() and rng.random() < calm else rng.choice(moves))
        yield state


@pytest.mark.clause("PT-20")
@pytest.mark.parametrize(("seats", "calm"), [(3, 0.6), (3, 0.95), (4, 0.9), (5, 0.9), (6, 0.97), (6, 1)])
def test_imagined_worlds_look_the_same_to_the_end(seats: int, calm: float) -> None:
    rng = Random(seats)
    ends = set()
    for seed in range(3):
        for number, state in enumerate(calm_game(seats, seed, calm, notebook=seed == 2)):
            if number % 61 and state.turn():
                continue
            viewer = rng.choice([*range(seats), None])
            other = GAME.imagine(state.view(viewer), rng)
            attempts = [GAME.parse(text) for text in ("ok", "hide B a1", "lift a1 b1 c1", "menteur")]
            assert what_goes_out(other, "ptipasspass", viewer, attempts) == what_goes_out(
                state, "ptipasspass", viewer, attempts
            )
        ends.add(state.view(None).round > 1)
    assert True in ends, "rounds were won on the way"


@pytest.mark.clause("PT-19", "PT-20")
@pytest.mark.parametrize(("cups", "token", "cup", "void"), VOID_OR_NOT)
def test_a_void_round_and_one_that_is_not_can_be_imagined(
    cups: dict[str, str], token: str, cup: str, void: bool
) -> None:
    """Whatever the onlooker imagines, it must be void just when the real round was."""
    state = fill_cups(cups, token, cup)
    assert ("void" in state.view(None).history[-1].shown) == void
    for seed in range(20):
        other = GAME.imagine(state.view(None), Random(seed))
        assert other.view(None) == state.view(None)


def fill_cups(cups: dict[str, str], token: str, cup: str) -> PtiPassPassState:
    """Three players fill cups, by legal moves, until they hold just that."""
    state = table()
    left = [(letter, name) for name, letters in cups.items() for letter in letters]
    left.append((token, cup))
    while left:
        hand = state.view(state.active).hand
        letter, name = next(
            (wanted for wanted in left[:-1] if wanted[0] in hand),
            left[-1] if left[-1][0] in hand else left[0],
        )
        left.remove((letter, name))
        place(state, letter, name)
    return state


@pytest.mark.clause("PT-20")
def test_what_was_seen_stays_seen_in_every_imagined_world() -> None:
    """Tokens are traced through cups, hands, swaps and lifts to where they must have come from."""
    state = table()
    place(state, "B", "a1")
    place(state, "G", "b1", "B")
    place(state, "O", "c1", "B")
    place(state, "G", "a1")
    say(hide(state, "O", "a1"), 0, "doublon")  # seat 1 takes B and G
    say(announce(state, "G", "c3", "B"), 1, "menteur")  # seat 2 shows green and keeps it
    for viewer in EVERYBODY:
        placed = set()
        for seed in range(80):
            world = GAME.imagine(state.view(viewer), Random(seed))
            hidden = [move.colour for _, move in world.history if isinstance(move, Hide)]
            assert sorted((hidden[0], hidden[3])) == [0, 1], "blue and green came out of a1"
            assert hidden[2] != 1, "green is still in the hand of seat 2"
            placed.add((hidden[0], hidden[1], hidden[2]))
        assert len(placed) == {0: 6, 1: 4, 2: 6, None: 12}[viewer]


@pytest.mark.clause("PT-20")
def test_all_worlds_come_up_about_as_often() -> None:
    state = place(table(), "B", "a1")
    counts = {"B": 0, "G": 0, "O": 0}
    for seed in range(600):
        counts[under(GAME.imagine(state.view(1), Random(seed)), "a1")] += 1
    assert min(counts.values()) > 150
