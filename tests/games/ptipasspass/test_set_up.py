"""Tokens, cups, lines and the first player: PT-1 to PT-4."""

from __future__ import annotations

import pytest
from tests.games.ptipasspass.tables import GAME, hands, hide, place, refused, say, table

from muscade import NATURE, InvalidOptions
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.cups import layout
from muscade.games.ptipasspass.moves import First

EVERYBODY = pytest.mark.parametrize("seats", [3, 4, 5, 6])
DESCRIBED = (
    "a1 0 0, b1 1 0, c1 2 0, a2 0.5 1, b2 1.5 1, c2 2.5 1, a3 0 2, b3 1 2, c3 2 2"
    " | a1 b1, b1 c1, b2 c1 | a1 b1 c1, a1 a2 b3"
)


@pytest.mark.clause("PT-1")
@EVERYBODY
def test_a_token_of_each_colour_three_cups_and_a_victory_token_each_and_one_more(seats: int) -> None:
    state = table(seats)
    view = state.view(1)
    assert hands(state) == " ".join(["BGO"] * seats)
    assert view.hand == ("B", "G", "O")
    assert view.held == (3,) * seats
    assert len(view.cups) == 3 * seats
    assert view.supply == seats + 1
    assert view.victories == (0,) * seats


@pytest.mark.clause("PT-1")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(InvalidOptions, match=f"not {seats}"):
        GAME.new(seats)


@pytest.mark.clause("PT-2")
@EVERYBODY
def test_a_grid_of_three_rows_and_empty_cups(seats: int) -> None:
    state = table(seats)
    columns = "abcdef"[:seats]
    assert [(cup.name, cup.x, cup.y) for cup in state.view(None).cups] == [
        (f"{column}{y + 1}", x, y) for y in range(3) for x, column in enumerate(columns)
    ]
    assert state.cups == [rules.EMPTY] * 3 * seats
    assert refused(state, 0, "hide B g1") == "PT-2"


@pytest.mark.clause("PT-2")
def test_a_layout_of_ones_own_can_be_drawn() -> None:
    state = table(layout="ooo.o/.ooo./o..o.")
    assert [cup.name for cup in state.view(None).cups] == [
        "a1",
        "b1",
        "c1",
        "e1",
        "b2",
        "c2",
        "d2",
        "a3",
        "d3",
    ]
    lines = layout("ooo.o/.ooo./o..o.", 3, True).lines
    assert {" ".join(state.layout.names[cup] for cup in line) for line in lines} == {
        "a1 b1 c1",
        "b2 c2 d2",
        "c1 b2 a3",
        "b1 c2 d3",
    }


@pytest.mark.clause("PT-2")
def test_a_layout_of_ones_own_can_be_described() -> None:
    state = table(layout=DESCRIBED, hands="- B B")
    assert (state.view(None).cups[3].x, state.view(None).cups[3].y) == (0.5, 1)
    assert [str(move) for move in state.moves(0)] == [
        "swap a1 b1",
        "swap b1 c1",
        "swap b2 c1",
        "lift a1 b1 c1",
        "lift a1 a2 b3",
    ]


@pytest.mark.clause("PT-2")
@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "ooo/ooo/oo",  # eight cups for three players
        "oo./..o/oo./..o/oo./..o",  # no line
        "xxx/ooo/ooo",
        "o" * 27,
        DESCRIBED.replace("a1 b1,", "a1 z1,"),
        DESCRIBED.replace("a1 b1 c1", "a1 b1"),
        DESCRIBED.replace("a1 0 0", "a1 0"),
        DESCRIBED.replace("a1 0 0", "b1 0 0"),
        DESCRIBED.replace("a1 0 0", "a1 left up"),
        DESCRIBED + " | a1 b1",
        DESCRIBED.rsplit("|", 1)[0] + "|",
        7,
    ],
)
def test_a_wrong_layout_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidOptions, match="layout"):
        GAME.new(3, layout=wrong)


@pytest.mark.clause("PT-3")
@pytest.mark.parametrize(
    ("seats", "diagonals", "lines", "pairs"),
    [
        (3, True, 8, 20),
        (4, True, 14, 29),
        (5, True, 20, 38),
        (6, True, 26, 47),
        (3, False, 6, 12),
        (4, False, 10, 17),
        (5, False, 14, 22),
        (6, False, 18, 27),
    ],
)
def test_neighbours_and_lines(seats: int, diagonals: bool, lines: int, pairs: int) -> None:
    state = table(seats, " ".join("-" * seats), diagonals=diagonals)
    moves = [str(move).split()[0] for move in state.moves(0)]
    assert moves.count("lift") == lines
    assert moves.count("swap") == pairs


@pytest.mark.clause("PT-3")
@pytest.mark.parametrize(
    ("move", "straight_only", "with_diagonals"),
    [
        ("swap a1 b1", True, True),
        ("swap a1 a2", True, True),
        ("swap a1 b2", False, True),
        ("swap b1 a2", False, True),
        ("swap a1 c1", False, False),
        ("lift a1 b1 c1", True, True),
        ("lift b1 b2 b3", True, True),
        ("lift a1 b2 c3", False, True),
        ("lift a3 b2 c1", False, True),
        ("lift a1 b1 b2", False, False),
        ("lift a1 b1 d1", False, False),
        ("lift a1 b2 c2", False, False),
    ],
)
def test_which_cups_are_contiguous(move: str, straight_only: bool, with_diagonals: bool) -> None:
    for diagonals, allowed in ((False, straight_only), (True, with_diagonals)):
        state = table(4, "- - - -", diagonals=diagonals)
        assert (GAME.parse(move) in state.moves(0)) == allowed


@pytest.mark.clause("PT-4")
def test_chance_names_the_first_player() -> None:
    state = GAME.new(4)
    assert state.turn() == (NATURE,)
    assert state.moves(NATURE) == [First(0), First(1), First(2), First(3)]
    assert refused(state, NATURE, "first 4") == "PT-4"
    assert refused(state, 0, "hide B a1") == "PT-4"
    say(state, NATURE, "first 2")
    assert state.turn() == (2,)
    assert state.view(None).first == 2


@pytest.mark.clause("PT-4")
def test_the_table_can_set_the_first_player() -> None:
    assert table(4, first=3).turn() == (3,)
    with pytest.raises(InvalidOptions, match="first"):
        GAME.new(4, first=4)


@pytest.mark.clause("PT-4")
def test_turns_pass_to_the_left() -> None:
    state = table(3, first=1)
    order = []
    for cup in ("a1", "b1", "c1", "a2"):
        order += state.turn()
        place(state, "B" if cup != "a2" else "G", cup)
    assert order == [1, 2, 0, 1]


@pytest.mark.clause("PT-4")
def test_the_left_neighbour_of_the_winner_begins_the_next_round() -> None:
    state = table(4, "- B B B", {"a1": "B", "b1": "G", "c1": "O"})
    say(state, 0, "lift a1 b1 c1")
    assert state.turn() == (1,)
    assert state.view(None).first == 1
    hide(state, "B", "a1")
