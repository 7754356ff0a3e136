"""A turn without tokens, rounds and the end: PT-15 to PT-19."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.ptipasspass.tables import GAME, hands, place, refused, say, table, under

from muscade import IllegalMove
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.tokens import LETTERS, pile_of

LINE = {"a1": "B", "b1": "G", "c1": "O"}


@pytest.mark.clause("PT-15")
def test_two_contiguous_cups_may_be_swapped_and_stay_so() -> None:
    state = table(hands="- B B", cups={"a1": "BG", "b2": "O"})
    say(state, 0, "swap b2 a1")
    assert (under(state, "a1"), under(state, "b2")) == ("O", "BG")
    assert state.view(1).swapped == ("a1", "b2")
    assert state.view(1).history[-1].shown == (), "swapped, not lifted"
    say(state, 0, "lift a1 b1 c1")
    assert (under(state, "a1"), under(state, "b2")) == ("O", "BG")


@pytest.mark.clause("PT-15")
@pytest.mark.parametrize(
    ("moves", "wrong", "clause"),
    [
        ([], "swap a1 c1", "PT-15"),
        ([], "swap a1 a1", "PT-15"),
        ([], "swap a1 d1", "PT-2"),
        (["swap a1 b1"], "swap a1 b1", "PT-15"),  # one swap a turn
        (["swap a1 b1"], "hide B a1", "PT-16"),
        ([], "hide B a1", "PT-16"),
    ],
)
def test_swaps_that_are_refused(moves: list[str], wrong: str, clause: str) -> None:
    state = say(table(hands="- B B"), 0, *moves)
    assert refused(state, 0, wrong) == clause


@pytest.mark.clause("PT-16")
def test_three_cups_of_a_line_must_be_lifted() -> None:
    state = table(hands="- B B")
    lifts = [move for move in state.moves(0) if str(move).startswith("lift")]
    assert len(lifts) == 8
    for seat, move in ((0, "ok"), (0, "lift a1 b1 b2"), (0, "lift a1 a1 b1"), (1, "lift a1 b1 c1")):
        assert refused(state, seat, move) == "PT-16"
    say(state, 0, "swap a1 b1")
    assert state.moves(0) == lifts, "with or without a swap"
    say(state, 0, "lift c1 b1 a1")
    assert state.turn() == (1,)


@pytest.mark.clause("PT-16")
def test_lifted_cups_are_in_the_open() -> None:
    state = say(table(hands="- B B", cups={"a1": "BG", "c1": "O"}), 0, "lift a1 b1 c1")
    for viewer in (0, 1, 2, None):
        assert state.view(viewer).history[-1].shown == ("a1 BG", "b1 -", "c1 O")


@pytest.mark.clause("PT-17")
@pytest.mark.parametrize(
    ("cups", "wins"),
    [
        ("B B B", True),
        ("B G O", True),
        ("B B G", False),
        ("B B -", False),
        ("BGO BGO -", False),
        ("- - -", False),
        ("BG BG BG", True),  # one of each: all blue
        ("BG G GO", True),
        ("BG B O", True),  # green, blue, orange
        ("BO O B", False),
        ("BG BG B", True),
        ("BG BG O", True),
        ("BO BO O", True),
        ("BO G BO", True),
        ("B GO B", False),
        ("GO B B", False),
        ("GG GG O", False),
        ("GGB GG O", True),
    ],
)
def test_a_token_of_each_all_alike_or_all_different(cups: str, wins: bool) -> None:
    contents = dict(zip(LINE, (cup.replace("-", "") for cup in cups.split()), strict=True))
    state = say(table(hands="- B B", cups=contents), 0, "lift a1 b1 c1")
    assert state.view(None).victories == (int(wins), 0, 0)
    if wins:
        assert state.view(None).last_round.winner == 0
        assert state.view(None).history[-1].shown[-1] == "won"
    else:
        assert [under(state, cup) for cup in LINE] == list(contents.values()), "back as they were"
        assert state.turn() == (1,)


def wins_told_plainly(*cups: str) -> bool:
    """PT-17 in other words: try every choice of one token a cup."""
    return any(len(set(choice)) in (1, 3) for choice in product(*cups))


CONTENTS = ["", "B", "G", "O", "BG", "BO", "GO", "BGO"]


@pytest.mark.clause("PT-17")
def test_every_line_as_told_plainly() -> None:
    for cups in product(CONTENTS, repeat=3):
        palettes = [rules.palette(pile_of(cup)) for cup in cups]
        assert bool(rules.line_wins(*palettes)) == wins_told_plainly(*cups)


@pytest.mark.clause("PT-17")
@given(st.lists(st.tuples(*[st.sampled_from(CONTENTS)] * 3), min_size=1, max_size=80))
def test_many_worlds_at_once_are_each_told_apart(worlds: list[tuple[str, str, str]]) -> None:
    stacked = [
        tuple(
            sum((letter in world[cup]) << number for number, world in enumerate(worlds)) for letter in LETTERS
        )
        for cup in range(3)
    ]
    wins = rules.line_wins(*stacked)
    assert [bool(wins >> number & 1) for number in range(len(worlds))] == [
        wins_told_plainly(*world) for world in worlds
    ]


@pytest.mark.clause("PT-18")
def test_a_new_round_everything_home_but_the_victory_tokens() -> None:
    state = table(4, "- B B B", {**LINE, "a3": "BBGGOO"})
    say(state, 0, "lift a1 b1 c1")
    view = state.view(2)
    assert (view.round, view.victories, view.supply) == (2, (1, 0, 0, 0), 4)
    assert hands(state) == "BGO BGO BGO BGO"
    assert not any(state.cups)
    assert view.last_round.cups == ("a1", "b1", "c1")
    assert view.outcome is None


@pytest.mark.clause("PT-18")
def test_the_second_victory_token_wins_the_game() -> None:
    state = table(hands="- B B", cups=LINE)
    state.victories = [1, 1, 1]
    say(state, 0, "lift a1 b1 c1")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (2, 1, 1), "victory-tokens")
    assert state.turn() == ()
    assert state.view(None).supply == 0
    assert refused(state, 1, "hide B a1") == "PT-18"


VOID_OR_NOT = [
    ({"a1": "BBBGGGOO"}, "O", "a1", True),  # one cup
    ({"a1": "BBBGGG", "b1": "OO"}, "O", "b1", True),  # two cups
    ({"a1": "BBBGGG", "b1": "OO"}, "O", "c3", True),  # three, but neither alike nor different
    ({"a1": "BBBGGO", "b1": "OO"}, "G", "c3", False),  # blue, orange, green
    ({"a1": "BBBOOO", "c3": "GG"}, "G", "b2", True),
    ({"a1": "BBBGG", "b1": "OOG"}, "O", "c3", False),
    ({"a1": "BBBGGG", "b1": "O", "c3": "O"}, "O", "a3", False),  # three orange cups, though not in a line
]


@pytest.mark.clause("PT-19")
@pytest.mark.parametrize(("cups", "token", "cup", "void"), VOID_OR_NOT)
def test_a_round_nobody_can_win_is_void(cups: dict[str, str], token: str, cup: str, void: bool) -> None:
    state = table(hands=f"{token} - -", cups=cups)
    assert refused(state.copy(), 1, "lift a1 b1 c1") == "PT-5"
    place(state, token, cup)
    view = state.view(None)
    assert ("void" in view.history[-1].shown) == void
    if void:
        assert (view.round, view.last_round.winner, view.victories) == (2, None, (0, 0, 0))
        assert hands(state) == "BGO BGO BGO"
        assert not any(state.cups)
        assert state.turn() == (0,), "replayed by the same first player"
    else:
        assert (view.round, view.phase, view.turn) == (1, "swap", (1,))


@pytest.mark.clause("PT-19")
def test_a_round_is_not_void_while_anybody_holds_a_token() -> None:
    state = place(table(hands="B B -", cups={"a1": "BGGGOOO"}), "B", "a1")
    assert state.view(None).round == 1


@pytest.mark.clause("PT-19")
@given(st.lists(st.sampled_from(CONTENTS), min_size=0, max_size=6))
def test_could_any_three_win_as_told_plainly(cups: list[str]) -> None:
    plainly = any(
        wins_told_plainly(cups[i], cups[j], cups[k])
        for k in range(len(cups))
        for j in range(k)
        for i in range(j)
    )
    assert rules.can_win([rules.palette(pile_of(cup)) for cup in cups]) == plainly


@pytest.mark.clause("PT-19")
@pytest.mark.parametrize(
    ("victories", "winners"), [([0, 0, 0], (0, 1, 2)), ([0, 1, 0], (1,)), ([1, 0, 1], (0, 2))]
)
def test_a_limit_of_turns_ends_the_game(victories: list[int], winners: tuple[int, ...]) -> None:
    state = table(max_turns=100)
    state.victories = victories
    state.turns = 98
    place(state, "B", "a1")
    assert state.outcome() is None
    place(state, "B", "b1")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == (winners, tuple(victories), "max-turns")
    with pytest.raises(IllegalMove):
        say(state, 2, "hide B c1")


@pytest.mark.clause("PT-19")
def test_without_a_limit_there_is_none() -> None:
    state = table()
    assert GAME.options(3)[4].default == 0
    state.turns = 10_000
    place(state, "B", "a1")
    assert state.outcome() is None
