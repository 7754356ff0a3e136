"""Mono-Line solved: beside brute force, beside the bot's search, and by a proof for the centre."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from tests.games.mono_line.tables import open_places

from muscade.board import Board, standard_board
from muscade.games.mono_line import rules
from muscade.games.mono_line.exhaustive import (
    ANYWHERE,
    ENDLESS,
    Held,
    held_in,
    solve_position,
)
from muscade.games.mono_line.openings import first_moves
from muscade.games.mono_line.search import Position, Search, as_mask, is_sure, reach_on

BOARD = standard_board()
LINES_OF = BOARD.lines_of


def wins(lines_of: Sequence[int], owners: tuple[int, ...], player: int, pieces: tuple[int, int]) -> bool:
    """ML-1, ML-2 and ML-4, and nothing else; ``pieces`` are those that each player still has."""

    @cache
    def look(owners: tuple[int, ...], player: int, mine: int, yours: int) -> bool:
        held = rules.lines_held(owners, lines_of, rules.opponent(player))
        return mine > 0 and any(
            not look((*owners[:place], player, *owners[place + 1 :]), rules.opponent(player), yours, mine - 1)
            for place in open_places(owners, lines_of, held)
        )

    return look(owners, player, pieces[player], pieces[rules.opponent(player)])


@pytest.mark.clause("ML-1", "ML-2", "ML-4")
@pytest.mark.parametrize("supply", [ENDLESS, 4, 3, 2])
def test_it_agrees_with_brute_force_on_small_boards(supply: int) -> None:
    """Boards of nine places and any six lines, of which each place is on one to three."""
    verdicts = []
    for seed in range(60):
        rng = Random(seed)
        lines_of = [
            sum(1 << line for line in rng.sample(range(6), rng.choice((1, 2, 2, 3)))) for _ in range(9)
        ]
        owners = [rules.NOBODY] * len(lines_of)
        owners[rng.randrange(9)] = 1
        held = held_in(lines_of, owners, 0, supply, supply - 1)
        found = solve_position(held, 1_000_000, lines_of)
        expected = wins(lines_of, tuple(owners), 0, (supply, supply - 1))
        assert found.verdict == ("win" if expected else "loss"), seed
        verdicts.append(expected)
        if found.place is not None:
            still_open = open_places(owners, lines_of, held.yours)
            # Where it is said not to matter, it does not.
            for place in still_open if found.place == ANYWHERE else [found.place]:
                assert place in still_open
                after = tuple(0 if k == place else owner for k, owner in enumerate(owners))
                assert not wins(lines_of, after, 1, (supply - 1, supply - 1)), seed
    assert 5 < sum(verdicts) < 60


@pytest.mark.clause("ML-1", "ML-4")
@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_the_search_of_the_bots_late_in_the_game(seed: int) -> None:
    """Another search, sets of places instead of lines, spare moves played one by one."""
    rng = Random(seed)
    owners = [rules.NOBODY] * len(LINES_OF)
    for number in range(10):
        player = number % 2
        held = rules.lines_held(owners, LINES_OF, rules.opponent(player))
        if places := open_places(owners, LINES_OF, held):
            owners[rng.choice(places)] = player
    mine, yours = (
        as_mask(open_places(owners, LINES_OF, rules.lines_held(owners, LINES_OF, player)))
        for player in (1, 0)
    )
    for pieces in (ENDLESS, 12, 10, 8):
        other = Search(reach_on(BOARD)._replace(mirrors=()), 4_000).best(
            Position(mine, yours, pieces, pieces), Random(1)
        )
        found = solve_position(held_in(LINES_OF, owners, 0, pieces, pieces), 5_000_000)
        assert found.verdict != "unknown"
        if is_sure(other.worth):
            assert (found.verdict == "win") == (other.worth > 0)


def test_positions_after_a_few_pieces_are_solved() -> None:
    """On the real board, and the place it names wins: the opponent has lost after it."""
    for seed in range(6):
        rng = Random(seed)
        owners = [rules.NOBODY] * len(LINES_OF)
        for number in range(6):
            player = number % 2
            held = rules.lines_held(owners, LINES_OF, rules.opponent(player))
            owners[rng.choice(open_places(owners, LINES_OF, held))] = player
        found = solve_position(held_in(LINES_OF, owners, 0), 1_000_000)
        assert found.verdict != "unknown"
        if found.place is not None and found.place != ANYWHERE:
            owners[found.place] = 0
            assert solve_position(held_in(LINES_OF, owners, 1), 1_000_000).verdict == "loss"


@pytest.mark.clause("ML-4")
def test_who_has_nothing_left_has_lost() -> None:
    everything = (1 << len(BOARD.lines)) - 1
    assert solve_position(Held(0, everything, 0, 1), 10).verdict == "loss"
    assert solve_position(Held(everything, 0, 1, 0), 10) == ("win", ANYWHERE, 1)
    assert solve_position(Held(everything, 0, 1, 0, 0, 0), 10).verdict == "loss", "no piece left (ML-1)"
    assert solve_position(Held(0, 0), 3) == ("unknown", None, 3)


def test_spare_moves_are_counted() -> None:
    owners = [rules.NOBODY] * len(LINES_OF)
    owners[0] = 0
    # The centre alone: its lines are held, and every other place on nothing but those would be spare.
    alone = sum(1 for place, lines in enumerate(LINES_OF) if place and not lines & ~LINES_OF[0])
    assert held_in(LINES_OF, owners, 0) == Held(LINES_OF[0], 0, alone, 0)
    assert held_in(LINES_OF, owners, 1, 5, 4) == Held(0, LINES_OF[0], 0, alone, 5, 4)


def test_a_board_may_have_as_many_lines_as_a_number_has_bits() -> None:
    """Two places on one line each, the last two that there are: who comes first takes one, and the other the other."""
    lines_of = [1 << 63, 1 << 62]
    assert solve_position(Held(0, 0), 100, lines_of).verdict == "loss"
    assert solve_position(Held(0, 0), 100, [1 << 63]).verdict == "win"
    assert solve_position(Held(0, 0), 100, [1 << 63, 1 << 63 | 1 << 62, 1 << 62])[:2] == ("win", 1)


def centre_wins(board: Board) -> bool:
    """Does the first player win by taking the centre, and then always the point opposite the opponent's?

    What is checked: turning the board by half a turn leaves it as it is and moves every intersection but the centre;
    and no line holds an intersection and its opposite, but those through the centre. Then, whatever the opponent
    takes, is on no line through the centre. Its opposite is empty, since until now the pieces were each other's
    opposites. And it is open: a line through it and some piece of the opponent's, turned by half a turn, would be a
    line through the place just taken and a piece of the first player's, and that place was open; and it shares no line
    with the place just taken itself. So there is always an answer (ML-4).
    """
    places = range(len(board.lines_of))
    for image in board.symmetries:
        if any((image[place] == place) != (place == 0) or image[image[place]] != place for place in places):
            continue
        lines = {frozenset(line) for line in board.lines}
        if any(frozenset(image[place] for place in line) not in lines for line in lines):
            continue
        if all(0 in line or not any(image[place] in line for place in line) for line in lines):
            return True
    return False


@pytest.mark.clause("ML-4")
def test_the_centre_wins() -> None:
    assert centre_wins(BOARD)


@pytest.mark.clause("ML-2", "ML-4")
@pytest.mark.parametrize("seed", range(6))
def test_the_answer_opposite_is_always_open(seed: int) -> None:
    """The proof at work: after the centre every reply to a random opponent is legal, to the end."""
    [turned] = [
        image
        for image in BOARD.symmetries
        if all((image[place] == place) == (place == 0) for place in range(len(image)))
        and all(image[image[place]] == place for place in range(len(image)))
    ]
    rng = Random(seed)
    owners = [rules.NOBODY] * len(LINES_OF)
    owners[0] = 0
    while places := open_places(owners, LINES_OF, rules.lines_held(owners, LINES_OF, 0)):
        place = rng.choice(places)
        owners[place] = 1
        answer = turned[place]
        assert answer in open_places(owners, LINES_OF, rules.lines_held(owners, LINES_OF, 1))
        owners[answer] = 0


def test_there_are_as_many_kinds_of_first_moves_as_kinds_of_intersections() -> None:
    kinds = first_moves(BOARD)
    assert len(kinds) == 17
    assert {image[place] for place in kinds for image in BOARD.symmetries} == set(range(93))
