"""Words of the table: who is out, which offers stand, how it ended; and records that hold them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import muscade
from muscade.core import NATURE, InvalidRecord, InvalidWord, Record
from muscade.core.words import WORDS, Words, is_word


def at(name: str, seats: int, **options: Any) -> Words:
    return Words(muscade.game(name).new(seats, **options))


def refused(words: Words, seat: int, word: str) -> str:
    before = words.count, dict(words.out), words.offer, words.agreed
    with pytest.raises(InvalidWord) as refusal:
        words.say(seat, word)
    assert (words.count, words.out, words.offer, words.agreed) == before
    assert refusal.value.text.fr != refusal.value.text.en
    return str(refusal.value)


@pytest.mark.parametrize("name", muscade.game_names())
@pytest.mark.parametrize("word", WORDS)
def test_no_game_reads_a_word_of_the_table_as_a_move(name: str, word: str) -> None:
    with pytest.raises(muscade.InvalidNotation):
        muscade.game(name).parse(word)


@pytest.mark.parametrize("name", muscade.game_names())
def test_no_notation_begins_like_a_word(name: str) -> None:
    match = muscade.Match(muscade.game(name), muscade.game(name).seats[-1], seed=1)
    for _ in range(40):
        if not (turn := match.state.turn()):
            break
        moves = match.state.moves(turn[0])
        assert not any(is_word(move.notation) for move in moves)
        match.play(turn[0], moves[len(match.record.events) % len(moves)])
    assert not any(is_word(event.move) for event in match.record.events)


# ---------------------------------------------------------------- giving up


@pytest.mark.parametrize(
    ("word", "by"), [("/resign", "resignation"), ("/flag", "time"), ("/forfeit", "absence")]
)
def test_of_two_the_other_has_won(word: str, by: str) -> None:
    words = at("mono-line", 2)
    words.say(1, word)
    outcome = words.outcome(None)
    assert outcome is not None
    assert (outcome.winners, outcome.by, outcome.reason, outcome.scores) == ((0,), by, by, ())
    assert refused(words, 0, "/resign") == "The game is over."


def test_of_several_the_rest_plays_on_until_one_is_left() -> None:
    words = at("pass-pass", 3)
    words.say(0, "/resign")
    assert words.outcome(None) is None
    refused(words, 0, "/resign")
    words.say(2, "/flag")
    outcome = words.outcome(None)
    assert outcome is not None
    assert (outcome.winners, outcome.by) == ((1,), "time")


def test_a_team_resigns_when_both_do_but_runs_out_of_time_together() -> None:
    words = at("pass-pass", 4, teams="2x2")
    words.say(0, "/resign")
    assert words.outcome(None) is None
    words.say(2, "/resign")
    outcome = words.outcome(None)
    assert outcome is not None
    assert (outcome.winners, outcome.teams) == ((1, 3), (0, 1, 0, 1))
    words = at("pass-pass", 4, teams="2x2")
    words.say(0, "/flag")
    outcome = words.outcome(None)
    assert outcome is not None
    assert outcome.winners == (1, 3)


def test_who_is_out_has_not_won_whatever_the_bot_in_their_place_does() -> None:
    words = at("pass-pass", 3)
    words.say(0, "/resign")
    law = muscade.Outcome((0,), (30, 20, 10), "points")
    assert words.outcome(law) == muscade.Outcome((1,), (30, 20, 10), "points")
    shared = muscade.Outcome((0, 2), (30, 20, 30), "points")
    assert words.outcome(shared) == muscade.Outcome((2,), (30, 20, 30), "points")


# ---------------------------------------------------------------- draws


@pytest.mark.parametrize(
    ("name", "options", "knows"),
    [
        ("pass-pass", {}, True),
        ("passe-eclair", {}, True),
        ("mono-line", {}, False),
        ("over-pass", {}, False),
        ("over-pass", {"max_turns": 100}, True),
        ("ptipasspass", {}, False),
        ("ptipasspass", {"max_turns": 300}, True),
        ("full-house", {}, False),
    ],
)
@pytest.mark.clause("PP-20")
@pytest.mark.clause("ES-18")
def test_a_draw_can_be_offered_where_the_law_knows_one(
    name: str, options: dict[str, Any], knows: bool
) -> None:
    words = at(name, muscade.game(name).seats[0], **options)
    if knows:
        words.say(0, "/draw")
        assert words.offer == 0
    else:
        assert refused(words, 0, "/draw") == "This game knows no draw."


def test_all_who_play_must_agree() -> None:
    words = at("pass-pass", 3)
    refused(words, 1, "/agree")
    words.say(0, "/draw")
    for seat, word in ((1, "/draw"), (0, "/draw"), (0, "/agree")):
        refused(words, seat, word)
    words.say(1, "/agree")
    assert words.outcome(None) is None
    assert words.agreeing() == (0, 1)
    words.say(2, "/agree")
    outcome = words.outcome(None)
    assert outcome is not None
    assert (outcome.winners, outcome.by) == ((0, 1, 2), "agreement")


def test_an_offer_ends_when_declined_or_when_its_maker_moves_on_or_is_out() -> None:
    words = at("pass-pass", 3)
    for end in (
        lambda: words.say(2, "/decline"),
        lambda: words.moved(0),
        lambda: words.say(0, "/resign"),
    ):
        words.say(0, "/draw")
        words.say(1, "/agree")
        words.moved(1)
        assert words.offer == 0
        end()
        assert (words.offer, words.agreed) == (None, frozenset())
        refused(words, 1, "/agree")


def test_whoever_is_out_need_not_agree() -> None:
    words = at("pass-pass", 3)
    words.say(0, "/draw")
    words.say(1, "/agree")
    words.say(2, "/resign")
    outcome = words.outcome(None)
    assert outcome is not None
    assert (outcome.winners, outcome.by) == ((0, 1), "agreement")


def test_one_of_a_team_speaks_for_it() -> None:
    words = at("pass-pass", 4, teams="2x2")
    words.say(0, "/draw")
    refused(words, 2, "/agree")
    words.say(3, "/agree")
    outcome = words.outcome(None)
    assert outcome is not None
    assert outcome.winners == (0, 1, 2, 3)


def test_what_is_no_word_is_refused() -> None:
    words = at("pass-pass", 3)
    for word in ("/", "/resign now", "/win"):
        refused(words, 0, word)
    for seat in (NATURE, 3):
        refused(words, seat, "/resign")
    words.say(0, "/pace fast")
    words.say(0, "/skip")
    assert (words.out, words.offer, words.outcome(None)) == ({}, None, None)


# ---------------------------------------------------------------- records


def test_words_change_no_draw_of_chance_and_a_replay_ends_the_same_way() -> None:
    game = muscade.game("pass-pass")
    plain, spoken = (muscade.Match(game, seats=3, seed="words", clock=lambda: 7) for _ in range(2))
    spoken.play(0, "/pace fast")
    spoken.play(1, "/draw")
    spoken.play(2, "/decline")
    rng = Random(5)
    while plain.state.progress().rounds != 3:
        seat = rng.choice(plain.state.turn())
        move = rng.choice(plain.state.moves(seat))
        plain.play(seat, move)
        spoken.play(seat, move)
    assert spoken.state.history == plain.state.history
    spoken.play(0, "/resign")
    spoken.play(1, "/resign")
    again = muscade.replay(spoken.record.to_json())
    assert again.outcome == spoken.outcome
    assert again.outcome is not None
    assert (again.outcome.winners, again.outcome.by) == ((2,), "resignation")
    assert again.record.to_json() == spoken.record.to_json()
    [seat, *_] = again.state.turn()
    for what in (again.state.moves(seat)[0], "/resign"):
        with pytest.raises(InvalidWord, match="over"):
            again.play(seat, what)


def test_a_redacted_record_tells_words_to_everybody() -> None:
    match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=7, leader=0, clock=lambda: 7)
    match.play(0, "/resign")
    match.play(0, match.state.moves(0)[0])
    for viewer in (None, 0, 2):
        told = match.record.redacted(viewer)
        assert [event.move for event in told.events][1:] == [event.move for event in match.record.events][1:]
        assert told.events[0].move.startswith("deal")


def test_a_record_with_a_word_that_cannot_have_been_said_does_not_play() -> None:
    match = muscade.Match(muscade.game("mono-line"), seats=2, seed=7)
    match.play(0, "/resign")
    record = Record.from_json(match.record.to_json())
    record.events.append(record.events[-1])
    with pytest.raises(InvalidRecord, match="game is over"):
        muscade.replay(record)
