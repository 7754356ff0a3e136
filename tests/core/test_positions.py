"""Positions that the law allows, and why it forbids others: by clause, in both languages."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import muscade
from muscade import NATURE, InvalidNotation, Match
from muscade.core import IllegalMove, replay
from muscade.core.fairness import check
from muscade.core.positions import IllegalPosition
from muscade.games.passe_eclair.cards import deck, names


class Impossible(NamedTuple):
    """A position that a table of these options cannot have, and the clause that says so."""

    game: str
    seats: int
    text: str
    clause: str
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed

    def __str__(self) -> str:
        return f"{self.game} {self.text}"


MONO, GROUPS, OVER = "mono-line", "groups-of-three", "over-pass"
PASS = "pass-pass"
CUPS, RACE = "ptipasspass", "passe-eclair"
HOUSE, JUMPS, SPIRAL = "full-house", "twisted-jumps", "over-pass-spiral"
THREES = "7.1,7.8,8.9/7.2,7.3,8.11/7.4,7.5,8.13/7.6,7.7,8.15"
RING = "b1,b3/b2,b4/c2,c6/c4,c8"
LAST = "hands=P1/P2/P3 fronts=Y1,Y2,Y3,Y4,Y5,Y6,Y7/G1,G2,G3,G4,G5,G6,G7/P4,B1,G8,Y8,B2,B3,B4"
"""The last trick of a round for three."""
FULL = "B,G,O/B,G,O/B,G,O"
CUP = "active=1 first=0 hands=G,O/B,G,O/B,G,O cups=B////////"
"""After the first turn of three players: a blue token in a1."""
FIST = "active=0 first=0 hands=G,O/B,G,O/B,G,O fist=B named=a1"
LIFTER = "active=0 first=0 hands=/B,G,O/B,G,O cups=B,G,O////////"
RALLY = "hands=M>F,F>L/M>R,socke/L>V,V>M coach=0"
WILD = [name for name in names(sorted(deck("standard"))) if ">" in name]
ALL_WILD = f"hands={','.join(WILD[:25])}/{','.join(WILD[25:])} coach=0 middle=socke"
"""Two players hold every wild guy that there is; five dogs and four Michis lie elsewhere."""
OTHERS = "socke,socke,socke,socke,socke,michi,michi,michi,michi"
SEVEN = "L>M,L>M,L>M,L>R,L>R,L>F,L>F/M>L,M>L,M>L,M>R,M>R,M>R,M>F/R>L,R>L,R>M,R>M,R>M,R>F,R>F"

IMPOSSIBLE = [
    Impossible(MONO, 2, "turn=2", "ML-1"),
    Impossible(MONO, 2, "turn=0 pieces=b1", "ML-1"),
    Impossible(MONO, 2, "turn=0 pieces=b1/z9", "ML-2"),
    Impossible(MONO, 2, "turn=0 pieces=b1/b1", "ML-2"),
    Impossible(MONO, 2, "turn=0 pieces=b1/", "ML-2"),
    Impossible(MONO, 2, "turn=0 pieces=b1/b3", "ML-2"),
    Impossible(MONO, 2, "turn=0 pieces=b1/c3 tried=c3", "ML-2"),
    Impossible(MONO, 2, "turn=0 pieces=b1/c3 tried=b2", "ML-2"),
    Impossible(MONO, 2, "turn=0 announced=1", "ML-5"),
    Impossible(MONO, 2, "turn=1 pieces=b1/ announced=1", "ML-5", {"play": "vigilant"}),
    Impossible(MONO, 2, "turn=1 pieces=b1/ swapped=1", "ML-7"),
    Impossible(GROUPS, 4, "colour=green pieces=" + THREES, "GT-2"),
    Impossible(GROUPS, 4, "colour=black pieces=7.1,7.8", "GT-2"),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} dice=7,1", "GT-4"),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} left=2", "GT-4"),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} dice=1,2 left=4", "GT-4"),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} dice=1,2 left=0", "GT-4"),
    Impossible(GROUPS, 4, "colour=black pieces=7.1/7.2,7.3/7.4,7.5/7.6,7.7", "GT-8"),
    Impossible(GROUPS, 4, "colour=black pieces=0,7.1,7.8/7.2,7.3/7.4,7.5/7.6,7.7", "GT-7"),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} dice=1,2 opened=1.1", "GT-9"),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} homes=8,0,0,0", "GT-2"),
    Impossible(GROUPS, 4, f"colour=black pieces=2.1,{THREES}", "GT-6"),
    Impossible(GROUPS, 4, f"colour=black pieces=2.1,2.2,{THREES} dice=3,3 left=2", "GT-6"),
    Impossible(GROUPS, 4, f"colour=white pieces=2.1,{THREES} dice=3,3 left=2", "GT-6"),
    Impossible(GROUPS, 4, "colour=white pieces=/7.2,7.3/7.4,7.5/7.6,7.7 homes=10,0,0,0", "GT-10"),
    Impossible(
        GROUPS,
        2,
        "colour=black pieces=/7.2,7.3/7.4,7.5/7.6,7.7 homes=10,0,0,0",
        "GT-10",
        {"win": "both"},
    ),
    Impossible(GROUPS, 2, f"colour=black pieces={THREES} stands_in=1", "GT-10", {"win": "both"}),
    Impossible(GROUPS, 4, f"colour=black pieces={THREES} turns=40", "GT-10", {"max_turns": 40}),
    Impossible(OVER, 4, f"colour=black pieces={RING}", "OP-5"),
    Impossible(OVER, 4, f"colour=black pieces={RING} dice=3,4", "OP-5"),
    Impossible(OVER, 4, "colour=black pieces=b1,b3/b2,b4,a1/c2,c6/c4,c8", "OP-6"),
    Impossible(OVER, 4, "colour=black pieces=b1,b3,a1/b1,b4/c2,c6/c4,c8", "OP-7"),
    Impossible(PASS, 3, "hands=P1/P2/P3/P4 leader=0", "PP-3"),
    Impossible(PASS, 3, "hands=P1/P2/P3 leader=3", "PP-6"),
    Impossible(PASS, 3, "hands=P1/P2/P3 leader=0", "PP-8"),
    Impossible(PASS, 3, f"{LAST} leader=0 round=4", "PP-18"),
    Impossible(PASS, 3, f"{LAST} leader=0 points=3,0,0", "PP-18"),
    Impossible(PASS, 3, f"{LAST} leader=0 round=2 passes=0,0,2", "PP-17"),
    Impossible(PASS, 3, LAST.replace("Y1", "Y2") + " leader=0", "PP-1"),
    Impossible(PASS, 3, LAST.replace("Y1,", "Z1,") + " leader=0", "PP-1"),
    Impossible(PASS, 3, LAST.replace("Y1,", "") + " leader=0", "PP-14"),
    Impossible(PASS, 3, f"{LAST} leader=0 discards=G12", "PP-14"),
    Impossible(PASS, 3, f"{LAST} leader=0 trick=G12", "PP-8"),
    Impossible(PASS, 3, f"{LAST} leader=0 taken=P1", "PP-12"),
    Impossible(PASS, 3, LAST.replace("Y1,", "Z1,Y1,") + " leader=0 taken=Z1", "PP-1"),
    Impossible(
        PASS, 3, LAST.replace("hands=P1/P2/P3", "hands=//") + " leader=0 trick=P1,P2,P3 taken=P1", "PP-12"
    ),
    Impossible(
        PASS,
        3,
        "hands=P1,P2,P3,P4,P5,P6,P7/B1,B2,B3,B4,B5,B6,B7/G1,G2,G3,G4,G5,G6,G7 leader=0 fronts=Y1,Y2,Y3//",
        "PP-11",
    ),
    Impossible(CUPS, 3, f"active=3 first=0 hands={FULL}", "PT-4"),
    Impossible(CUPS, 3, f"active=0 first=-1 hands={FULL}", "PT-4"),
    Impossible(CUPS, 3, "active=0 first=0 hands=B,G,O/B,G,O", "PT-1"),
    Impossible(CUPS, 3, f"active=0 first=0 hands={FULL}/", "PT-1"),
    Impossible(CUPS, 3, "active=0 first=0 hands=B,B,O/B,G,O/B,G,O", "PT-1"),
    Impossible(CUPS, 3, f"active=0 first=0 hands={FULL},X", "PT-1"),
    Impossible(CUPS, 3, f"active=0 first=0 hands={FULL} cups=/", "PT-2"),
    Impossible(CUPS, 3, f"{CUP} seen=G////////", "PT-20"),
    Impossible(CUPS, 3, f"{CUP} seen=B", "PT-2"),
    Impossible(CUPS, 3, FIST.replace(" named=a1", ""), "PT-5"),
    Impossible(CUPS, 3, f"{CUP} announced=B", "PT-5"),
    Impossible(CUPS, 3, FIST.replace("a1", "z9"), "PT-2"),
    Impossible(CUPS, 3, f"{FIST} announced=X", "PT-5"),
    Impossible(CUPS, 3, f"{CUP} ok=0", "PT-6"),
    Impossible(CUPS, 3, f"{FIST} ok=0", "PT-8"),
    Impossible(CUPS, 3, f"{FIST} ok=1,1", "PT-8"),
    Impossible(CUPS, 3, f"{FIST} announced=G ok=2,1", "PT-13"),
    Impossible(CUPS, 3, f"{CUP} swapped=a1,b1", "PT-15"),
    Impossible(CUPS, 3, f"{LIFTER} swapped=a1,c3", "PT-15"),
    Impossible(CUPS, 3, f"{LIFTER} swapped=a1", "PT-15"),
    Impossible(CUPS, 3, f"{CUP} victories=0,2,0 round=3", "PT-18"),
    Impossible(CUPS, 3, f"{CUP} victories=0,1", "PT-18"),
    Impossible(CUPS, 3, f"{CUP} victories=0,1,0", "PT-18"),
    Impossible(CUPS, 3, f"{CUP} round=0", "PT-18"),
    Impossible(CUPS, 3, f"{CUP} victories=0,1,0 round=2", "PT-4"),
    Impossible(CUPS, 3, f"{CUP} turns=0", "PT-13"),
    Impossible(CUPS, 3, f"{CUP} turns=2", "PT-4"),
    Impossible(CUPS, 3, f"{CUP} round=2 turns=9", "PT-13"),
    Impossible(CUPS, 3, f"{CUP} turns=100", "PT-19", {"max_turns": 100}),
    Impossible(CUPS, 3, "active=0 first=0 hands=// cups=B/B,B/G,G,G,O,O,O//////", "PT-19"),
    Impossible(RACE, 3, "hands=M>F/M>R coach=0 middle=L>M", "ES-3"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M".replace("coach=0", "coach=3"), "ES-3"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=10", "ES-3"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M passed=3", "ES-1"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M passed=1,1", "ES-10"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M passed=0,1,2", "ES-10"),
    Impossible(RACE, 3, f"{RALLY} middle=L>L", "ES-1"),
    Impossible(RACE, 3, f"{RALLY} middle=X>L", "ES-1"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M box=M>F,M>F", "ES-1"),
    Impossible(RACE, 3, "hands=/M>R,socke/L>V,V>M coach=0 middle=L>M", "ES-13"),
    Impossible(RACE, 3, RALLY, "ES-17"),
    Impossible(RACE, 3, f"hands={SEVEN},R>V coach=0", "ES-17"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M laid=0,1", "ES-5"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M,M>L", "ES-4"),
    Impossible(RACE, 3, f"{RALLY} middle=socke", "ES-4"),
    Impossible(RACE, 2, ALL_WILD, "ES-4"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M,M>L,michi laid=0,1", "ES-8"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M,F>M laid=0", "ES-5"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M,M>L,L>F laid=0,0", "ES-6"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M,F>M laid=0 wrong=1", "ES-5"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M,M>F laid=0 wrong=1", "ES-11", {"referee": "players"}),
    Impossible(RACE, 3, f"{RALLY} middle=L>M number=0", "ES-9"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2", "ES-13"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M victory=1//", "ES-13"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2 victory=9//", "ES-2"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2 victory=1/", "ES-2"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2 victory=/1/", "ES-3"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2 victory=1// consolation=1//", "ES-14"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2 victory=1// consolation=/1,1/", "ES-14"),
    Impossible(RACE, 3, f"{RALLY} middle=L>M round=2 victory=1// spent=/1/", "ES-17"),
    Impossible(RACE, 2, "hands=M>F/M>R coach=0 middle=L>M round=2 victory=1/ consolation=/1", "ES-19"),
    Impossible(HOUSE, 1, "pieces=0", "GT-7"),
    Impossible(HOUSE, 1, "pieces=", "SP-1"),
    Impossible(HOUSE, 1, "pieces=7.1,7.8 opened=1.1 count=1", "GT-9"),
    Impossible(JUMPS, 1, "pieces=b1", "SP-2"),
    Impossible(JUMPS, 1, "pieces=b1,b2 count=-1", "SP-4"),
    Impossible(JUMPS, 1, "pieces=b1,b2 mover=b1", "SP-4"),
    Impossible(JUMPS, 1, "pieces=b1,b2 mover=b3 count=1", "SP-4"),
    Impossible(SPIRAL, 1, "pieces=b1/b2", "SP-3"),
    Impossible(SPIRAL, 1, "pieces=b1,b2,b3,b4,c1,c2,c3,c4,c5,c6,c7///", "SP-3"),
]


@pytest.mark.parametrize("wrong", IMPOSSIBLE, ids=str)
def test_what_the_law_forbids_is_refused_with_its_clause(wrong: Impossible) -> None:
    state = muscade.game(wrong.game).new(wrong.seats, **wrong.options)
    before = state.view(None)
    with pytest.raises(IllegalPosition) as refusal:
        state.play(NATURE, muscade.game(wrong.game).parse("set " + wrong.text))
    assert refusal.value.clause == wrong.clause
    assert refusal.value.text.en != refusal.value.text.fr
    assert state.view(None) == before


@pytest.mark.parametrize(
    "text", ["set", "set turn", "set turn=x", "set turn=0 turn=1", "set moon=1", "set pieces=b1/c3"]
)
def test_what_is_no_position_at_all_is_no_move(text: str) -> None:
    with pytest.raises(InvalidNotation):
        muscade.game(MONO).parse(text)


def test_a_game_from_a_position_is_a_game_like_any_other() -> None:
    match = Match(
        muscade.game(OVER), 4, seed="muscade", begin_at="set colour=red pieces=b1,b3/a1,b2,b4/c2,c6/c4,c8"
    )
    match.play(1, match.state.moves(1)[0])
    again = replay(match.record.to_json())
    assert again.state.view(1) == match.state.view(1)
    assert all(finding.holds for finding in check(match.record))
    assert match.record.events[0].move.startswith("set colour=red")
    assert match.record.redacted(None).events[0].move == match.record.events[0].move
    with pytest.raises(IllegalMove):
        match.play(1, match.record.events[0].move)


def test_pieces_of_both_that_share_no_line_are_fine() -> None:
    state = muscade.game(MONO).new(2)
    state.play(NATURE, muscade.game(MONO).parse("set turn=0 pieces=b1/c3 tried=c6"))
    assert [(stone.place, stone.seat) for stone in state.view(None).pieces] == [("b1", 0), ("c3", 1)]
    assert state.view(0).tried == "c6"


def test_letters_are_read_in_either_case_and_what_is_as_usual_is_left_out() -> None:
    parse = muscade.game(MONO).parse
    assert parse("set TURN=1 pieces=C3/ swapped=0").notation == "set turn=1 pieces=c3/"


def test_a_colour_that_stands_in_goes_on_standing_in() -> None:
    """OP-14: after white, which plays for black, it is red's turn, and blue's after white's own."""
    game = muscade.game(OVER)
    home = "pieces=/b2,b4/c2,c6,a1/c4,c8 homes=10,0,0,0 colour=white dice=1,1"
    nexts = []
    for stands_in in (0, 1):
        state = game.new(2, win="both")
        state.play(NATURE, game.parse(f"set {home} stands_in={stands_in}"))
        assert state.view(0).stands_in == bool(stands_in)
        while state.turn() == (0,):
            state.play(0, state.moves(0)[0])
        nexts.append(state.view(0).colour)
    assert nexts == ["blue", "red"]


def test_cups_keep_what_all_have_seen_and_nothing_else() -> None:
    """PT-20: of the tokens in cups everybody knows how many there are, and those that all saw when three were lifted."""
    game = muscade.game(CUPS)
    match = Match(game, 3, begin_at=f"set {LIFTER.replace('B,G,O////////', 'B,G//O//////')}")
    match.play(0, "lift a1 b1 c1")
    match.play(1, "hide B a1")
    for seat, word in ((0, "ok"), (2, "ok"), (1, "announce G"), (0, "ok"), (2, "ok")):
        match.play(seat, word)
    move = game.positions.move_of(match.state)
    assert move.position.cups[:3] == (("B", "B", "G"), (), ("O",))
    assert move.position.seen[:3] == (("B", "G"), (), ("O",))
    later = Match(game, 3, begin_at=move)
    for viewer in (None, 0, 1, 2):
        seen = later.state.seen(viewer)[0].move
        assert "cups=B,G,?//O//////" in seen, viewer
        assert ("hands=/G,O/?,?,?" in seen) == (viewer == 1)


def test_a_set_hand_is_told_when_its_round_is_over_and_no_token_is() -> None:
    """ES-16, ES-21."""
    tokens = "round=2 victory=1// consolation=/L/"
    match = Match(
        muscade.game(RACE), 3, seed=1, begin_at=f"set {RALLY.replace(',F>L', '')} middle=L>M {tokens}"
    )
    assert "hands=?/?,?/L>V,V>M" in match.state.seen(2)[0].move
    match.play(0, "M>F on 1")
    [told] = [words for words in match.state.seen(2)[1].shown if words.startswith("set ")]
    assert told.startswith("set hands=M>F/M>R,socke/L>V,V>M ")
    assert "victory=?// consolation=/?/" in told


def test_a_dog_stays_on_top_where_no_other_card_could_be_turned() -> None:
    """ES-4: neither the pile nor the box had any; what was laid since, or drawn out of the box since (ES-12), is no wild guy to turn."""
    game = muscade.game(RACE)
    match = Match(game, 2, seed=1, begin_at=f"set {ALL_WILD} box={OTHERS}")
    match.play(0, "L>M on 1")
    match.play(1, "V>L on 2")
    assert match.state.view(None).pile == len(OTHERS.split(",")) - 1
    for state in (match.state, Match(game, 2, begin_at=game.positions.move_of(match.state)).state):
        assert [laid.card for laid in state.view(None).middle] == ["socke", "L>M"]


def test_of_several_pieces_that_close_a_place_the_oldest_is_named() -> None:
    """ML-2: as where a move is refused."""
    game = muscade.game(MONO)
    for pieces, oldest in (("b1,b2/b3,c3", "b1"), ("b2,b1/b3,c3", "b2")):
        with pytest.raises(IllegalPosition, match=f"opposing piece on {oldest} share"):
            game.new(2).play(NATURE, game.parse(f"set turn=0 pieces={pieces}"))


@pytest.mark.parametrize(("tokens", "under"), [("BG/B", "//"), ("BG/B", "B//O"), ("B/", "B/B/"), ("BGO", "")])
def test_cups_of_a_laboratory_are_positions_too(tokens: str, under: str) -> None:
    """PT-1, PT-2: as many tokens as that table has, and no more seen under cups than lie there."""
    game = muscade.game(CUPS)
    options = {"cups": 3, "victories": 1, "first": 0, "max_turns": 9, "tokens": tokens, "under": under}
    match = Match(game, 2, **options)
    move = game.positions.move_of(match.state)
    later = Match(game, 2, begin_at=move, **options)
    assert game.positions.move_of(later.state) == move
    assert later.state.table.numbers == match.state.table.numbers
    [victories] = [
        field for field in game.positions.fields(2, match.state.options) if field.name == "victories"
    ]
    assert victories.most == 0


def test_a_round_takes_as_many_turns_as_its_tokens() -> None:
    """PT-13, PT-14, PT-19: with two tokens on the table a void round takes two turns."""
    game = muscade.game(CUPS)
    options = {"cups": 3, "first": 0, "tokens": "B/B"}
    for turns in (1, 2):
        state = game.new(2, **options)
        move = game.parse(f"set active=0 first=0 hands=B/B round=2 turns={turns}")
        if turns == 1:
            with pytest.raises(IllegalPosition, match="from 2 to"):
                state.play(NATURE, move)
        else:
            state.play(NATURE, move)
            assert state.turn() == (0,)


def test_a_small_deck_makes_small_positions() -> None:
    """PP-1, PP-5, PP-18, PP-19: the cards, hands and rounds of the table, not those of the box."""
    game = muscade.game(PASS)
    options = {"colours": 2, "values": 3, "hand": 1, "rounds": 1, "leader": 0}
    fields = {field.name: field for field in game.positions.fields(3, game.new(3, **options).options)}
    assert [choice.word for choice in fields["hands"].choices] == ["P1", "P2", "P3", "B1", "B2", "B3"]
    assert (fields["hands"].most, fields["round"].most) == (1, 1)
    with pytest.raises(IllegalPosition, match="'Y1' is none of P1, P2, P3, B1, B2, B3"):
        game.new(3, **options).play(NATURE, game.parse("set hands=Y1/P2/P3 leader=0"))
    with pytest.raises(IllegalPosition, match="All tricks of the round are played"):
        game.new(3, **options).play(NATURE, game.parse("set hands=// leader=0 fronts=P1,P2,P3//"))
    with pytest.raises(IllegalMove, match="each of the 6 cards"):
        game.new(3, **options).play(NATURE, game.parse("deal P1 P2 P3 B1 B2 B2"))
