"""The end of a round, tokens and what they are good for, the end of the game: ES-13 to ES-19."""

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
    do,
    hand,
    in_box,
    in_hand,
    in_pile,
    last_cards,
    nature,
    ready,
    run,
    whereabouts,
    win_round,
)

from muscade import NATURE, IllegalMove
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import CARD_NAMES, card_number
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.testing.cases import fingerprint

# ---------------------------------------------------------------- ES-13 to ES-16


@pytest.mark.clause("ES-13")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_round_ends_the_moment_a_hand_is_empty(seats: int) -> None:
    state = last_cards("L>V", "V>R", *["F>V"] * (seats - 2))
    number = state.table.number
    do(state, 0, "L>V")
    assert state.turn() == (NATURE,)
    assert [str(move) for move in state.moves(NATURE)] == [f"victory {goals} to 0" for goals in (1, 2, 3)]
    with pytest.raises(IllegalMove) as late:
        do(state, 1, "V>R", number)
    assert late.value.clause == "ES-9"
    with pytest.raises(IllegalMove) as over:
        do(state, 1, "V>R")
    assert over.value.clause == "ES-13"
    nature(state, "victory 3 to 0")
    assert state.view(0).tokens[0].victory == ("3",)
    assert [round_.winner for round_ in state.view(None).rounds] == [0]


@pytest.mark.clause("ES-13")
def test_the_token_is_the_winners() -> None:
    state = last_cards("L>V", "V>R", "F>V")
    do(state, 0, "L>V")
    for notation in ("victory 3 to 1", "victory 4 to 0", "consolation 1 to 0"):
        with pytest.raises(IllegalMove) as refusal:
            nature(state, notation)
        assert refusal.value.clause == "ES-13"


@pytest.mark.clause("ES-14")
def test_most_cards_left_take_a_consolation_token() -> None:
    state = last_cards("L>V", "V>R", "F>V", "F>V")
    state.play(3, state.mistakes(3)[0])
    state.play(NATURE, state.moves(NATURE)[0])
    run(state, "0 L>V", "-1 victory 1 to 0")
    assert {str(move) for move in state.moves(NATURE)} == {f"consolation {token} to 3" for token in "1LMRFV"}
    with pytest.raises(IllegalMove) as refusal:
        nature(state, "consolation L to 2")
    assert refusal.value.clause == "ES-14"
    nature(state, "consolation L to 3")
    assert state.view(3).tokens[3].consolation == ("L",)
    assert state.view(None).rounds[0].consoled == 3


@pytest.mark.clause("ES-14")
def test_tied_for_most_nobody_is_consoled() -> None:
    state = last_cards("L>V", "V>R", "F>V", "F>V")
    run(state, "0 L>V", "-1 victory 1 to 0")
    assert state.view(None).rounds[0].consoled is None
    assert state.phase == "deal"
    assert all(tokens.consolation == () for tokens in state.view(None).tokens)


@pytest.mark.clause("ES-14", "ES-19")
@pytest.mark.parametrize(
    ("sizes", "consoled"),
    [((0, 3, 2), 1), ((0, 3, 3), -1), ((0, 1, 9, 2), 2), ((4, 0, 4, 1), -1), ((0, 9), -1), ((5, 0), -1)],
)
def test_who_is_consoled(sizes: tuple[int, ...], consoled: int) -> None:
    assert rules.most_cards(sizes) == consoled


@pytest.mark.clause("ES-19", "ES-14")
def test_no_consolation_for_two() -> None:
    state = last_cards("L>V", "V>R")
    run(state, "0 L>V", "-1 victory 1 to 0")
    assert state.phase == "deal"
    assert state.view(None).rounds[0].consoled is None


@pytest.mark.clause("ES-15")
def test_the_dog_as_last_card_wins() -> None:
    state = last_cards("socke", "V>R", "F>V")
    do(state, 0, "socke")
    assert state.view(None).rounds[0].winner == 0


@pytest.mark.clause("ES-15", "ES-8")
def test_michi_as_last_card_makes_the_other_win() -> None:
    state = last_cards("michi", "V>R", "socke F>V", "F>R")
    theirs = state.view(3).hand
    run(state, "2 socke", "0 michi 3")
    [over] = state.view(None).rounds
    assert over.winner == 3
    assert over.left == (theirs, ("V>R",), over.left[2], ())
    assert state.turn() == (NATURE,)
    assert all(str(move).endswith("to 3") for move in state.moves(NATURE))
    run(state, "-1 victory 2 to 3", "-1 consolation 1 to 0")
    assert state.view(None).coach == 3
    assert whereabouts(state) == all_cards(state)


@pytest.mark.clause("ES-15", "ES-14")
def test_after_a_last_michi_the_cards_taken_over_count() -> None:
    """Seat 0 is rid of all cards, takes over nine with the last Michi, and is the one to be consoled."""
    state = last_cards("michi", "V>R", "socke F>V", "F>R")
    for _ in range(2):
        state.play(3, state.mistakes(3)[0])
        state.play(NATURE, state.moves(NATURE)[0])
    run(state, "2 socke", "0 michi 3")
    [over] = state.view(None).rounds
    assert (over.winner, over.consoled) == (3, 0)
    assert tuple(map(len, over.left)) == (9, 1, 6, 0)


@pytest.mark.clause("ES-15", "ES-10")
def test_a_last_michi_on_a_blocked_pile_does_not_win_either() -> None:
    holders = "M>R M>R M>R M>F M>F M>V M>V", "R>M R>M R>M R>F R>F R>F R>V"
    state = last_cards("michi", "V>R", *holders)
    assert state.view(None).blocked
    do(state, 0, "michi 1")
    assert state.view(None).rounds[0].winner == 1
    assert state.view(None).rounds[0].left[0] == ("V>R",)


@pytest.mark.clause("ES-16")
def test_all_cards_go_to_the_box_face_up() -> None:
    state = last_cards("L>V", "V>R", "F>V", "F>R")
    played = Counter(card_number(laid.card) for laid in state.view(None).middle)
    hands = [hand(state, seat) for seat in range(4)]
    do(state, 0, "L>V")
    view = state.view(None)
    assert view.hands == (0, 0, 0, 0)
    assert view.middle == ()
    left = sum(hands[1:], Counter())
    assert Counter(cards(" ".join(view.box))) == played + Counter(cards("L>V")) + Counter(
        cards(" ".join(left.elements()))
    )
    assert [Counter(names) for names in view.rounds[0].left] == [Counter(), *hands[1:]]
    assert whereabouts(state) == all_cards(state)
    nature(state, "victory 1 to 0")
    assert state.phase == "deal"
    assert state.table.round == 2


# ---------------------------------------------------------------- ES-17


def consoled_with(token: str, wanted: str, **options: object) -> PasseEclairState:
    """Round two is dealt: seat 2 has a consolation token, and the cards named in hand."""
    state: PasseEclairState = GAME.new(3, coach=0, cards=NO_MICHI, **options)
    state.play(NATURE, deal_of(state, "V>L V>L V>M V>R V>F V>F V>F", "F>M F>M F>R F>R F>V", "R>M R>M R>L"))
    win_round(state, 0, "1", consoled=2, consolation=token)
    state.play(NATURE, deal_of(state, "", "", wanted))
    return state


def spend(state: PasseEclairState, seat: int, card: str) -> None:
    state.play(seat, GAME.parse(f"spend {card}"))


@pytest.mark.clause("ES-17")
def test_a_footballer_lets_one_discard_a_card_of_his() -> None:
    state = consoled_with("M", "M>L M>R L>M")
    assert {str(move) for move in state.moves(2)} >= {"spend M>L", "spend M>R", "ready"}
    assert not any(str(move).startswith("spend L") for move in state.moves(2))
    spend(state, 2, "M>R")
    assert state.view(None).hands == (7, 7, 6)
    assert "M>R" in state.view(None).box
    assert state.view(2).tokens[2].consolation == ()
    assert state.view(None).tokens[2].spent == ("M",)
    assert [str(move) for move in state.moves(2)] == ["ready"]
    assert whereabouts(state) == all_cards(state)
    ready(state)
    assert state.turn() == (NATURE,)
    assert state.phase == "turn"


@pytest.mark.clause("ES-17")
def test_what_cannot_be_spent() -> None:
    state = consoled_with("M", "M>L L>M")
    before = fingerprint(state)
    for seat, notation, clause in (
        (2, "spend L>M", "ES-17"),
        (2, "spend M>V", "ES-5"),
        (0, f"spend {next(name for name in state.view(0).hand if '>' in name)}", "ES-17"),
        (2, f"L>M on {state.table.number}", "ES-17"),
    ):
        with pytest.raises(IllegalMove) as refusal:
            state.play(seat, GAME.parse(notation))
        assert refusal.value.clause == clause
    assert fingerprint(state) == before
    state.play(2, GAME.parse("ready"))
    for notation in ("spend M>L", "ready"):
        with pytest.raises(IllegalMove) as refusal:
            state.play(2, GAME.parse(notation))
        assert refusal.value.clause == "ES-17"
    ready(state)
    nature(state, "turn L>M")
    with pytest.raises(IllegalMove) as refusal:
        spend(state, 2, "M>L")
    assert refusal.value.clause == "ES-5"


@pytest.mark.clause("ES-17")
def test_goals_cannot_be_spent() -> None:
    state = consoled_with("1", "M>L L>M")
    assert [str(move) for move in state.moves(2)] == ["ready"]


@pytest.mark.clause("ES-17")
def test_several_tokens_may_be_spent_in_one_round() -> None:
    state = consoled_with("M", "M>L L>M")
    win_round(state, 0, "1", consoled=2, consolation="L")
    left = [CARD_NAMES[card] for card in in_pile(state)]
    wild = [next(name for name in left if name[0] == holder) for holder in "ML"]
    state.play(NATURE, deal_of(state, "", "", " ".join(wild)))
    for card in wild:
        spend(state, 2, card)
    assert state.view(None).hands[2] == 5
    assert state.view(None).tokens[2].spent == ("M", "L")


@pytest.mark.clause("ES-17", "ES-13")
def test_whoever_discards_the_whole_hand_has_won() -> None:
    state = consoled_with("M", "M>L M>R")
    state.catch_up()
    state.table.helpers[2][1] = 7
    state.consolation[2] = ["M"] * 7
    others = [card for card in in_hand(state, 2) if card // 5 != 1]
    marlons = [card for card in in_hand(state, 2) if card // 5 == 1]
    arrange(state, box=in_box(state) + others, hand=(2, marlons))
    while state.phase == "spend":
        state.play(2, state.moves(2)[0])
    assert state.view(None).rounds[-1].winner == 2


@pytest.mark.clause("ES-17")
def test_the_first_kick_off_waits_for_everybody() -> None:
    state: PasseEclairState = GAME.new(3, coach=0)
    state.play(NATURE, GAME.draw(state, Random(1)))
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3
    for seat in range(3):
        assert state.phase == "spend"
        state.play(seat, GAME.parse("ready"))
    assert state.phase == "turn"


@pytest.mark.clause("ES-17", "ES-10")
def test_who_stays_silent_spends_nothing() -> None:
    state = consoled_with("M", "M>L M>R")
    assert str(state.timeout(2)) == "ready"
    assert state.patience(2) == 8


# ---------------------------------------------------------------- ES-18


def nine_rounds(seats: int, *rounds: tuple[int, str, int | None, str]) -> PasseEclairState:
    state: PasseEclairState = GAME.new(seats, coach=0, cards=NO_MICHI)
    for number, (winner, victory, consoled, consolation) in enumerate(rounds):
        assert state.outcome() is None
        state.play(NATURE, GAME.draw(state, Random(number)))
        win_round(state, winner, victory, consoled, consolation)
    return state


@pytest.mark.clause("ES-18", "ES-17")
def test_most_goals_win_on_either_sort_of_token() -> None:
    """Five victories with one goal or two lose to three with three goals and the goals of three consolations."""
    state = nine_rounds(
        3,
        (0, "1", 1, "1"),
        (0, "1", 1, "1"),
        (0, "1", 1, "1"),
        (0, "2", 1, "L"),
        (1, "3", 2, "1"),
        (1, "3", 2, "M"),
        (1, "3", 2, "R"),
        (0, "2", 2, "F"),
        (2, "2", 0, "V"),
    )
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ((7, 12, 3), (1,), "goals")
    for viewer in (0, 1, 2, None):
        tokens = state.view(viewer).tokens
        assert [held.goals for held in tokens] == [7, 12, 3]
        assert tokens[1].victory == ("3", "3", "3")
        assert tokens[1].consolation == ("1", "1", "1", "L"), "a footballer is worth no goals"
    with pytest.raises(IllegalMove) as refusal:
        state.play(0, GAME.parse("ready"))
    assert refusal.value.clause == "ES-18"
    with pytest.raises(IllegalMove) as refusal:
        do(state, 0, "nothing")
    assert refusal.value.clause in ("ES-9", "ES-18")


@pytest.mark.clause("ES-18")
def test_a_tie_is_shared() -> None:
    state = nine_rounds(
        2,
        *((0, token, None, "") for token in "3321"),
        *((1, token, None, "") for token in "32211"),
    )
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (9, 9)
    assert outcome.winners == (0, 1)
