"""Tokens, cups, lines and who begins: PT-1 to PT-4."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.ptipasspass.tables import GAME, full_cups, hands, put, run, table, win_round

from muscade import NATURE, InvalidOptions
from muscade.games.ptipasspass.cups import layout
from muscade.games.ptipasspass.moves import First, Lift, Swap

EVERY_NUMBER = pytest.mark.parametrize("seats", [3, 4, 5, 6])

# Nine cups in a ring around nothing; only three lines, and two pairs that may be swapped.
RING = (
    "a1 0 0, b1 1 -0.5, c1 2 0, d1 2.5 1, e1 2 2, f1 1 2.5, g1 0.5 2, h1 0 1.5, i1 -0.5 1"
    "| b1 a1, e1 f1 | a1 b1 c1, f1 e1 d1, g1 h1 i1"
)


@pytest.mark.clause("PT-1")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_three_to_six_players(seats: int) -> None:
    with pytest.raises(InvalidOptions, match=f"not {seats}"):
        GAME.settle_options(seats, {}, laboratory=False)


@pytest.mark.clause("PT-1")
@EVERY_NUMBER
def test_one_token_of_each_colour_and_one_more_victory_token_than_players(seats: int) -> None:
    state = table(seats)
    assert hands(state) == ["BGO"] * seats
    view = state.view(None)
    assert view.held == (3,) * seats
    assert view.victories == (0,) * seats
    assert view.supply == seats + 1


@pytest.mark.clause("PT-1", "PT-2")
@pytest.mark.parametrize(
    ("options", "tokens"), [({}, 6), ({"under": "O//GB///"}, 9), ({"tokens": "BG/B", "cups": 3}, 3)]
)
def test_nobody_can_hold_more_than_all_tokens_of_the_table(options: dict[str, Any], tokens: int) -> None:
    state = GAME.new(2, **options)
    assert state.course.fields is not None
    most = {field.name: field.highest for field in state.course.fields(state.setting)}
    assert (most["hand"], most["held"]) == (tokens, tokens)


@pytest.mark.clause("PT-1")
def test_a_laboratory_has_no_more_of_a_colour_than_the_largest_table() -> None:
    """Whoever imagines what lies in hands, and counts what somebody holds, reckons with no more."""
    few = {"cups": 6, "under": "O//GB///", "first": 0}
    state = GAME.new(6, **few, tokens="BG/B/B/B/B/")
    state.play(NATURE, GAME.parse("set active=0 first=0 hands=B,G/B/B/B/B/ cups=O//G,B/// seen=O//G,B///"))
    assert state.view(5).held == (2, 1, 1, 1, 1, 0)
    for viewer in (None, *range(6)):
        GAME.imagine(state.view(viewer), Random(1))
    with pytest.raises(InvalidOptions, match=r"no letter more than 6 times in all, .* \(PT-1\)"):
        GAME.new(6, **few, tokens="BG/B/B/B/B/B")


@pytest.mark.clause("PT-1", "PT-18")
def test_somebody_must_reach_two() -> None:
    """Everybody wins a round: one victory token is left, and it decides."""
    state = table(3)
    for winner in (2, 0, 1):
        win_round(state, winner)
    assert state.view(None).victories == (1, 1, 1)
    assert state.view(None).supply == 1
    win_round(state, 0)
    assert state.view(None).supply == 0
    assert state.outcome() is not None


@pytest.mark.clause("PT-2")
@EVERY_NUMBER
def test_three_rows_of_empty_cups(seats: int) -> None:
    state = table(seats)
    columns = "abcdef"[:seats]
    assert [(cup.name, cup.x, cup.y) for cup in state.view(None).cups] == [
        (f"{letter}{row + 1}", column, row) for row in range(3) for column, letter in enumerate(columns)
    ]
    assert full_cups(state) == {}


@pytest.mark.clause("PT-3")
@pytest.mark.parametrize(
    ("seats", "diagonals", "lines", "pairs"),
    [
        (3, "lines", 8, 12),
        (4, "lines", 14, 17),
        (5, "lines", 20, 22),
        (6, "lines", 26, 27),
        (3, "all", 8, 20),
        (4, "all", 14, 29),
        (5, "all", 20, 38),
        (6, "all", 26, 47),
        (3, "none", 6, 12),
        (4, "none", 10, 17),
        (5, "none", 14, 22),
        (6, "none", 18, 27),
    ],
)
def test_so_many_lines_and_pairs_to_swap(seats: int, diagonals: str, lines: int, pairs: int) -> None:
    cups = layout("grid", 3 * seats, diagonals)
    assert len(set(cups.lines)) == len(cups.lines) == lines
    assert len(set(cups.neighbours)) == len(cups.neighbours) == pairs


@pytest.mark.clause("PT-3")
@EVERY_NUMBER
@pytest.mark.parametrize("diagonals", ["lines", "all", "none"])
def test_neighbours_touch_and_lines_are_straight(seats: int, diagonals: str) -> None:
    cups = layout("grid", 3 * seats, diagonals)

    def step(one: int, other: int) -> tuple[float, float]:
        (x, y), (other_x, other_y) = cups.places[one], cups.places[other]
        return other_x - x, other_y - y

    straight = {(1, 0), (0, 1)}
    slanting = {(1, 1), (-1, 1)}
    assert {step(*pair) for pair in cups.neighbours} == straight | (slanting if diagonals == "all" else set())
    assert {step(one, two) for one, two, _ in cups.lines} == straight | (
        set() if diagonals == "none" else slanting
    )
    for one, two, three in cups.lines:
        assert step(one, two) == step(two, three)


@pytest.mark.clause("PT-3")
def test_diagonals_count_for_lines_and_not_for_swaps_unless_told_otherwise() -> None:
    assert table().options["diagonals"] == "lines"
    assert (len(table().layout.lines), len(table().layout.neighbours)) == (8, 12)
    for old in (True, False):
        with pytest.raises(InvalidOptions, match="diagonals"):
            table(diagonals=old)


@pytest.mark.clause("PT-2", "PT-3")
def test_the_layout_is_data_drawn() -> None:
    state = table(layout="o.o.o/.ooo./o.o.o")
    assert "b1" not in state.layout.names
    assert [tuple(state.layout.names[cup] for cup in line) for line in state.layout.lines] == [
        ("a1", "b2", "c3"),
        ("c1", "b2", "a3"),
        ("c1", "c2", "c3"),
        ("c1", "d2", "e3"),
        ("e1", "d2", "c3"),
        ("b2", "c2", "d2"),
    ]


@pytest.mark.clause("PT-2", "PT-3")
def test_the_layout_is_data_described() -> None:
    state = table(layout=RING, diagonals="none")
    for colour in "BGO":
        put(state, *(f"{colour} {cup}" for cup in ("a1", "c1", "e1")))
    swaps = {move.cups for move in state.moves(0) if isinstance(move, Swap)}
    lifts = {move.cups for move in state.moves(0) if isinstance(move, Lift)}
    assert swaps == {("a1", "b1"), ("e1", "f1")}
    assert lifts == {("a1", "b1", "c1"), ("d1", "e1", "f1"), ("g1", "h1", "i1")}
    run(state, "lift f1 e1 d1")
    assert state.turn() == (1,)


@pytest.mark.clause("PT-3")
@EVERY_NUMBER
@pytest.mark.parametrize("diagonals", ["lines", "all", "none"])
def test_the_mat_has_every_swap_and_every_step_of_a_line_and_no_more(seats: int, diagonals: str) -> None:
    state = GAME.new(seats, diagonals=diagonals)
    mat, cups = GAME.equipment(seats, state.options), state.layout
    names = cups.names
    assert mat.swaps == tuple((names[one], names[other]) for one, other in cups.neighbours)
    steps = {frozenset(pair) for one, two, three in cups.lines for pair in ((one, two), (two, three))}
    drawn = [frozenset(map(cups.place, pair)) for pair in (*mat.swaps, *mat.lines)]
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) == steps | {frozenset(pair) for pair in cups.neighbours}


@pytest.mark.clause("PT-3")
def test_the_mat_of_a_described_layout_is_as_described_wherever_cups_stand() -> None:
    state = table(layout=RING)
    mat = GAME.equipment(3, state.options)
    assert mat.swaps == (("a1", "b1"), ("e1", "f1"))
    assert mat.lines == (("b1", "c1"), ("d1", "e1"), ("g1", "h1"), ("h1", "i1"))


@pytest.mark.clause("PT-2")
@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "spiral",
        "ooo/ooo",  # too few cups
        "oooo/oooo/oooo",  # as many as four players have
        "o.o.o/...../o.o.o/...../o.o.o",  # no line
        RING.replace("b1 a1", "b1 z9"),
        RING.replace("b1 a1", "b1 b1"),
        RING.replace("b1 1", "a1 1"),
        RING.replace("a1 b1 c1", "a1 b1"),
        RING.replace("a1 0 0", "a1 left 0"),
        RING.replace("a1 0 0", "home 0 0"),
        RING + "| a1",
        9,
        None,
    ],
)
def test_a_wrong_layout_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidOptions, match="PT-2"):
        GAME.new(3, layout=wrong)


@pytest.mark.clause("PT-4")
@EVERY_NUMBER
def test_chance_names_the_first_player(seats: int) -> None:
    state = GAME.new(seats)
    assert state.turn() == (NATURE,)
    assert state.view(None).first is None
    assert [*state.moves(NATURE)] == [First(seat) for seat in range(seats)]
    drawn = {GAME.draw(state, Random(seed)) for seed in range(100)}
    assert drawn == set(state.moves(NATURE))
    state.play(NATURE, First(2))
    assert state.turn() == (2,)
    assert state.view(None).first == 2


@pytest.mark.clause("PT-4")
def test_the_table_can_set_the_first_player() -> None:
    for seat in range(4):
        assert table(4, first=seat).turn() == (seat,)
    for wrong in (4, -1, True, "left"):
        with pytest.raises(InvalidOptions, match="PT-4"):
            GAME.new(4, first=wrong)


@pytest.mark.clause("PT-4")
@EVERY_NUMBER
def test_turns_pass_to_the_left(seats: int) -> None:
    state = table(seats, first=1)
    order: list[int] = []
    for _ in range(seats + 1):
        order += state.turn()
        put(state, "B a1" if len(order) <= seats else "G a1")
    assert order == [*range(1, seats), 0, 1]


@pytest.mark.clause("PT-4")
@pytest.mark.parametrize(("winner", "next_first"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_next_round_begins_to_the_left_of_the_winner(winner: int, next_first: int) -> None:
    state = win_round(table(4, first=2), winner)
    assert state.turn() == (next_first,)
    assert state.view(None).first == state.view(None).active == next_first
