"""Cards, seats, teams, the deal and what the backs show: PP-1 to PP-7."""

from __future__ import annotations

import pytest
from tests.games.pass_pass.tables import GAME, cards, deal_of, dealt, hands, run

from muscade import NATURE, IllegalMove, InvalidOptions
from muscade.core import encode
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import CARD_NAMES, diamonds
from muscade.games.pass_pass.moves import Deal, Lead


@pytest.mark.clause("PP-1")
def test_forty_eight_cards_each_once() -> None:
    assert len(set(CARD_NAMES)) == rules.CARDS == 48
    assert {(rules.colour(card), rules.value(card)) for card in range(48)} == {
        (colour, value) for colour in range(4) for value in range(1, 13)
    }
    state = GAME.new(4, leader=0)
    for wrong in (tuple(range(47)), (0, 0, *range(2, 48)), tuple(range(1, 49)), ()):
        with pytest.raises(IllegalMove) as refusal:
            state.play(NATURE, Deal(wrong))
        assert refusal.value.clause == "PP-1"


@pytest.mark.clause("PP-2")
def test_the_diamond_table_is_data() -> None:
    standard = diamonds("standard")
    assert [standard[card] for card in cards("P1 P2 P3 P4 P11 P12")] == [2, 1, 1, 0, 0, 3]
    assert standard[:12] == standard[12:24] == standard[24:36] == standard[36:]
    assert sum(standard) == 28
    assert sum(diamonds("none")) == 0
    assert diamonds("000000000123")[47] == 3
    own_box = "0" * 47 + "2"
    assert diamonds(own_box)[47] == 2
    assert GAME.new(4, diamonds=own_box).view(None).diamonds == (*(0,) * 47, 2)


@pytest.mark.clause("PP-2")
@pytest.mark.parametrize("wrong", ["4" * 12, "0" * 13, "", "plenty", 211000000003, None])
def test_a_wrong_diamond_table_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidOptions, match="diamonds"):
        GAME.new(4, diamonds=wrong)


@pytest.mark.clause("PP-3", "PP-4")
@pytest.mark.parametrize(
    ("seats", "ways"), [(3, {"none"}), (4, {"none", "2x2"}), (5, {"none"}), (6, {"3x2", "2x3"})]
)
def test_who_can_play_how(seats: int, ways: set[str]) -> None:
    for teams in ("none", "2x2", "3x2", "2x3"):
        if teams in ways:
            GAME.new(seats, teams=teams)
        else:
            with pytest.raises(InvalidOptions, match="PP-4"):
                GAME.new(seats, teams=teams)


@pytest.mark.clause("PP-3")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(InvalidOptions, match=f"not {seats}"):
        GAME.new(seats)


@pytest.mark.clause("PP-4")
@pytest.mark.parametrize(
    ("seats", "teams", "seating"),
    [
        (3, "none", (0, 1, 2)),
        (4, "none", (0, 1, 2, 3)),
        (4, "2x2", (0, 1, 0, 1)),
        (6, "3x2", (0, 1, 2, 0, 1, 2)),
        (6, "2x3", (0, 1, 0, 1, 0, 1)),
    ],
)
def test_partners_are_never_neighbours(seats: int, teams: str, seating: tuple[int, ...]) -> None:
    view = GAME.new(seats, teams=teams).view(None)
    assert view.teams == seating
    assert all(seating[seat] != seating[(seat + 1) % seats] for seat in range(seats))


@pytest.mark.clause("PP-4")
def test_six_play_in_three_teams_unless_told_otherwise() -> None:
    assert GAME.new(6).options["teams"] == "3x2"
    assert GAME.new(4).options["teams"] == "none"


@pytest.mark.clause("PP-5")
@pytest.mark.parametrize(("seats", "aside"), [(3, 24), (4, 16), (5, 8), (6, 0)])
def test_eight_each_one_at_a_time_the_rest_aside(seats: int, aside: int) -> None:
    state = GAME.new(seats, leader=0)
    order = tuple(reversed(range(48)))
    state.play(NATURE, Deal(order))
    assert [len(hand) for hand in hands(state)] == [8] * seats
    assert list(hands(state)[1]) == sorted(order[1 + turn * seats] for turn in range(8))
    assert 48 - sum(map(len, hands(state))) == aside
    for viewer in (*range(seats), None):
        deal = state.view(viewer).history[-1].move.split()[1:]
        assert deal[8 * seats :] == ["?"] * aside, "what is set aside is unseen"


@pytest.mark.clause("PP-5")
def test_nobody_but_chance_deals() -> None:
    state = GAME.new(4, leader=0)
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, deal_of("", "", "", ""))
    assert refusal.value.clause == "PP-5"


@pytest.mark.clause("PP-6")
def test_chance_names_the_leader() -> None:
    state = GAME.new(4)
    assert state.turn() == (NATURE,)
    assert [*state.moves(NATURE)] == [Lead(0), Lead(1), Lead(2), Lead(3)]
    for wrong in (Lead(4), Lead(-1), deal_of("", "", "", "")):
        with pytest.raises(IllegalMove) as refusal:
            state.play(NATURE, wrong)
        assert refusal.value.clause == "PP-6"
    state.play(NATURE, Lead(2))
    state.play(NATURE, deal_of("", "", "", ""))
    assert state.turn() == (2,)


@pytest.mark.clause("PP-6")
def test_the_table_can_set_the_leader() -> None:
    assert dealt("", "", "", "", leader=3).turn() == (3,)
    with pytest.raises(InvalidOptions, match="leader"):
        GAME.new(4, leader=4)


@pytest.mark.clause("PP-7")
def test_backs_show_colours_and_nothing_else() -> None:
    state = dealt("P12 P11 B10", "G9 Y8 Y7", "B6 B5 B4", leader=0)
    run(state, "P12")
    for viewer in (1, 2, None):
        view = state.view(viewer)
        for seat in range(3):
            counted = tuple(
                sum(rules.colour(card) == tint for card in hands(state)[seat]) for tint in range(4)
            )
            assert view.backs[seat] == counted
        sent = encode(view).decode()
        for seat in range(3):
            for card in hands(state)[seat]:
                assert (f'"{CARD_NAMES[card]}"' in sent) == (seat == viewer)
                assert (f" {CARD_NAMES[card]} " in sent.replace('"', " ")) == (seat == viewer)
    assert state.view(None).hand == ()
