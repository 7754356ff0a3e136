"""Cards, tokens, the deal and the first card: ES-1 to ES-4."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.games.passe_eclair.tables import (
    GAME,
    NO_MICHI,
    all_cards,
    arrange,
    cards,
    deal_of,
    dealt,
    in_box,
    in_hand,
    in_pile,
    nature,
    ready,
    silence,
    table,
    whereabouts,
    win_round,
)

from muscade import NATURE, IllegalMove, InvalidNotation, InvalidOptions, Match
from muscade.games.passe_eclair.cards import CARD_NAMES, deck, tokens

CIRCLE = "LMRFV"


@pytest.mark.clause("ES-1")
def test_sixty_cards_in_a_circle_of_five() -> None:
    names = [CARD_NAMES[card] for card in deck("standard")]
    assert len(names) == 60
    assert (names.count("socke"), names.count("michi")) == (6, 4)
    wild = [name for name in names if ">" in name]
    assert len(wild) == 50
    assert Counter(name[0] for name in wild) == dict.fromkeys(CIRCLE, 10)
    assert Counter(name[2] for name in wild) == dict.fromkeys(CIRCLE, 10)
    for holder in CIRCLE:
        steps = Counter(
            (CIRCLE.index(name[2]) - CIRCLE.index(holder)) % 5 for name in wild if name[0] == holder
        )
        assert steps == {1: 3, 2: 2, 3: 2, 4: 3}


@pytest.mark.clause("ES-1")
def test_two_to_four_players() -> None:
    assert GAME.seats == (2, 3, 4)
    for seats in (0, 1, 5, True):
        with pytest.raises(InvalidOptions):
            GAME.new(seats)


@pytest.mark.clause("ES-1")
def test_cards_of_a_real_box_may_replace_the_table() -> None:
    assert Counter(deck(NO_MICHI)) == all_cards(GAME.new(3, cards=NO_MICHI))
    assert len(deck(NO_MICHI)) == 60
    for bad in (NO_MICHI[:-1] + "1", "1" + NO_MICHI[1:-2] + "80", "0" * 27, "6", "none", 7, True):
        with pytest.raises(InvalidOptions):
            GAME.new(3, cards=bad)


@pytest.mark.clause("ES-2")
def test_nine_tokens_of_each_sort() -> None:
    victory, consolation = tokens("standard")
    assert Counter(victory) == {"1": 3, "2": 3, "3": 3}
    assert Counter(consolation) == {"L": 1, "M": 1, "R": 1, "F": 1, "V": 1, "1": 4}
    assert tokens("111111111/LLLLL1111") == ("111111111", "LLLLL1111")
    for bad in ("111/LMR", "000000000/LMRFV1111", "111222333", "111222333/LMRFX1111", 1):
        with pytest.raises(InvalidOptions):
            GAME.new(3, tokens=bad)


@pytest.mark.clause("ES-2")
def test_a_token_drawn_is_gone() -> None:
    state = GAME.new(2, coach=0, cards=NO_MICHI)
    for round_number in range(3):
        state.play(NATURE, deal_of(state))
        win_round(state, 0, "3")
        assert state.view(0).tokens[0].victory == ("3",) * (round_number + 1)
    state.play(NATURE, deal_of(state))
    with pytest.raises(IllegalMove) as refusal:
        win_round(state, 0, "3")
    assert refusal.value.clause == "ES-13"
    assert [str(move) for move in state.moves(NATURE)] == ["victory 1 to 0", "victory 2 to 0"]


@pytest.mark.clause("ES-3")
def test_seven_cards_each_and_the_rest_is_the_pile() -> None:
    for seats in (2, 3, 4):
        match = Match(GAME, seats, seed=seats)
        view = match.state.view(None)
        assert view.hands == (7,) * seats
        assert view.pile == 60 - 7 * seats
        assert view.phase == "spend"
        assert view.round == 1


@pytest.mark.clause("ES-3")
def test_the_deal_goes_round_one_card_at_a_time() -> None:
    state = GAME.new(3, coach=1)
    order = (
        cards("L>M M>L R>L") + cards("L>M M>L R>L L>R M>R R>M socke michi socke") + cards("F>L V>L F>M") * 2
    )
    nature(state, "deal " + " ".join(CARD_NAMES[card] for card in (*order, *cards("V>R V>R V>M"))))
    assert set(state.view(0).hand) == {"L>M", "L>R", "socke", "F>L", "V>R"}
    assert set(state.view(1).hand) == {"M>L", "M>R", "michi", "V>L", "V>R"}
    assert set(state.view(2).hand) == {"R>L", "R>M", "socke", "F>M", "V>M"}


@pytest.mark.clause("ES-3")
def test_the_first_coach_is_drawn_or_set() -> None:
    drawn = {Match(GAME, 3, seed=seed).state.view(None).coach for seed in range(30)}
    assert drawn == {0, 1, 2}
    assert GAME.new(4, coach=2).view(None).coach == 2
    state = GAME.new(3)
    with pytest.raises(IllegalMove) as refusal:
        nature(state, "coach 3")
    assert refusal.value.clause == "ES-3"
    with pytest.raises(InvalidOptions):
        GAME.new(3, coach=3)


@pytest.mark.clause("ES-3")
def test_the_winner_coaches_the_next_of_nine_rounds() -> None:
    state = GAME.new(3, coach=1, cards=NO_MICHI, tokens="111111111/LMRFV1111")
    coaches = []
    for winner in (2, 0, 0, 1, 2, 1, 0, 2, 1):
        coaches.append(state.table.coach)
        state.play(NATURE, GAME.draw(state, Random(winner)))
        win_round(state, winner, "1")
    assert coaches == [1, 2, 0, 0, 1, 2, 1, 0, 2]
    assert state.outcome() is not None
    assert state.turn() == ()


@pytest.mark.clause("ES-3")
def test_one_shuffle_a_game() -> None:
    """The pile goes on from round to round; what is in the box comes only when it is used up."""
    state = table("V>L", "L>M", "M>L", cards=NO_MICHI)
    pile = Counter(in_pile(state))
    win_round(state, 0, "1")
    assert Counter(in_pile(state)) <= pile
    assert len(in_pile(state)) + len(in_box(state)) == 60
    boxed = next(card for card in in_box(state) if card not in in_pile(state))
    order = [boxed, *in_pile(state)[:13]]
    with pytest.raises(IllegalMove) as refusal:
        nature(state, "deal " + " ".join(CARD_NAMES[card] for card in order))
    assert refusal.value.clause == "ES-3"


@pytest.mark.clause("ES-4")
def test_the_first_card_is_turned_when_all_are_ready() -> None:
    state = dealt("L>M", "M>L", "R>L")
    assert state.view(None).middle == ()
    ready(state)
    assert state.turn() == (NATURE,)
    nature(state, "turn L>M")
    [laid] = state.view(None).middle
    assert (laid.card, laid.seat) == ("L>M", None)
    assert state.turn() == (0, 1, 2)
    assert state.table.number == 1


@pytest.mark.clause("ES-4")
def test_on_a_turned_dog_or_michi_the_next_one_is_turned() -> None:
    state = dealt("L>M", "M>L", "R>L")
    ready(state)
    for number, name in enumerate(("socke", "michi", "socke"), 1):
        nature(state, f"turn {name}")
        assert state.table.number == number
        assert state.turn() == (NATURE,)
        assert state.view(None).hands == (7, 7, 7), "nobody swaps for a turned Michi"
    nature(state, "turn V>L")
    assert [laid.card for laid in state.view(None).middle] == ["socke", "michi", "socke", "V>L"]
    assert state.turn() == (0, 1, 2)
    with pytest.raises(IllegalMove) as refusal:
        nature(state, "turn L>M")
    assert refusal.value.clause == "ES-5"


@pytest.mark.clause("ES-4", "ES-12")
def test_a_turned_dog_on_an_empty_pile_waits_for_the_box_to_be_shuffled() -> None:
    state = table("V>L", "L>M", "M>L", "R>L")
    silence(state)
    socke = cards("socke")
    others = Counter(in_pile(state) + in_box(state)) - Counter(socke)
    arrange(state, pile=socke, box=list(others.elements()))
    nature(state, "turn socke")
    assert state.turn() == (NATURE,)
    assert in_box(state) == []
    nature(state, "turn V>L")
    assert state.turn() == (0, 1, 2)
    assert whereabouts(state) == all_cards(state)


@pytest.mark.clause("ES-4", "ES-7")
def test_a_dog_stays_on_top_where_no_wild_guy_is_left_to_turn() -> None:
    """All wild guys are in people's hands: whatever is turned last must do."""
    state = table("V>L", "L>M", "M>L", "R>L")
    silence(state)
    wild = [card for card in in_pile(state) + in_box(state) if card < 25]
    arrange(state, cards("michi socke"), cards("socke"), hand=(2, in_hand(state, 2) + wild))
    run = ("turn michi", "turn socke")
    for notation in run:
        nature(state, notation)
    assert state.phase == "play"
    state.play(2, GAME.parse(f"L>M on {state.table.number}"))
    assert state.view(None).middle[-1].card == "L>M"


def test_what_cannot_be_turned_is_refused() -> None:
    state = dealt("L>M L>M L>M", "M>L", "R>L")
    ready(state)
    with pytest.raises(IllegalMove) as refusal:
        nature(state, "turn L>M")
    assert refusal.value.clause == "ES-4"


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "L>M",
        "L on 3",
        "L>X on 3",
        "L>M on",
        "L>M on -1",
        "L>M on 1234567",
        "michi on 3",
        "michi 4 on 3",
        "nothing",
        "call on x",
        "spend socke",
        "spend michi",
        "draw L>M",
        "deal",
        "turn ?",
        "ready now",
        "? on 2",
    ],
)
def test_what_is_no_move_is_not_read(notation: str) -> None:
    with pytest.raises(InvalidNotation):
        GAME.parse(notation)


def test_moves_are_read_as_they_are_written() -> None:
    for notation in (
        "L>M on 17",
        "socke on 0",
        "michi 3 on 8",
        "nothing on 2",
        "call on 9",
        "spend V>F",
        "ready",
        "coach 2",
        "deal L>M ? socke michi",
        "turn michi",
        "draw ? to 1",
        "victory 3 to 0",
        "consolation V to 2",
    ):
        assert GAME.parse(notation).notation == notation
        assert GAME.parse(notation.upper()).notation == notation
