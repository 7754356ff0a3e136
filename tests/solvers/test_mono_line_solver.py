"""Mono-Line solved: beside brute force, beside the bot's search, and by a proof for the centre."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from muscade.board import standard_board
from muscade.games.mono_line import rules
from muscade.solvers.mono_line import (
    SPARE,
    Held,
    centre_wins,
    first_move_wins,
    first_moves,
    held_in,
    solve_position,
)

BOARD = standard_board()
LINES_OF = BOARD.lines_of


def wins(lines_of: Sequence[int], owners: tuple[int, ...], player: int) -> bool:
    """ML-2 and ML-4, and nothing else."""

    @cache
    def look(owners: tuple[int, ...], player: int) -> bool:
        held = rules.lines_held(owners, lines_of, rules.opponent(player))
        return any(
            not look((*owners[:place], player, *owners[place + 1 :]), rules.opponent(player))
            for place in rules.open_places(owners, lines_of, held)
        )

    return look(owners, player)


@pytest.mark.clause("ML-2", "ML-4")
def test_it_agrees_with_brute_force_on_small_boards() -> None:
    """Boards of nine places and any six lines, of which each place is on one to three."""
    verdicts = []
    for seed in range(60):
        rng = Random(seed)
        lines_of = [
            sum(1 << line for line in rng.sample(range(6), rng.choice((1, 2, 2, 3)))) for _ in range(9)
        ]
        owners = [rules.NOBODY] * len(lines_of)
        owners[rng.randrange(9)] = 1
        held = held_in(lines_of, owners, 0)
        found = solve_position(*held, 1_000_000, lines_of)
        expected = wins(lines_of, tuple(owners), 0)
        assert found.verdict == ("win" if expected else "loss"), seed
        verdicts.append(expected)
        if found.place is not None:
            place = found.place
            if place == SPARE:
                place = next(
                    k for k in range(9) if owners[k] == rules.NOBODY and not lines_of[k] & ~held.mine
                )
            assert rules.is_open(owners[place], lines_of[place], held.yours)
            owners[place] = 0
            assert not wins(lines_of, tuple(owners), 1), seed
    assert 10 < sum(verdicts) < 50


def test_positions_after_a_few_pieces_are_solved() -> None:
    """On the real board, and the place it names wins: the opponent has lost after it."""
    verdicts = set()
    for seed in range(6):
        rng = Random(seed)
        owners = [rules.NOBODY] * len(LINES_OF)
        for number in range(6):
            player = number % 2
            held = rules.lines_held(owners, LINES_OF, rules.opponent(player))
            owners[rng.choice(rules.open_places(owners, LINES_OF, held))] = player
        found = solve_position(*held_in(LINES_OF, owners, 0), 5_000_000)
        verdicts.add(found.verdict)
        if found.place is not None and found.place != SPARE:
            owners[found.place] = 0
            assert solve_position(*held_in(LINES_OF, owners, 1), 5_000_000).verdict == "loss"
    assert "unknown" not in verdicts


@pytest.mark.clause("ML-4")
def test_who_has_nothing_left_has_lost() -> None:
    everything = (1 << len(BOARD.lines)) - 1
    assert solve_position(0, everything, -1, 10).verdict == "loss"
    assert solve_position(everything, 0, 1, 10) == ("win", SPARE)
    assert solve_position(0, 0, 0, 3).verdict == "unknown"


def test_spare_moves_are_counted_by_their_difference() -> None:
    owners = [rules.NOBODY] * len(LINES_OF)
    owners[0] = 0
    # The centre alone: its lines are held, and every other place on nothing but those would be spare.
    alone = sum(1 for place, lines in enumerate(LINES_OF) if place and not lines & ~LINES_OF[0])
    assert held_in(LINES_OF, owners, 0) == Held(LINES_OF[0], 0, alone)
    assert held_in(LINES_OF, owners, 1) == Held(0, LINES_OF[0], -alone)


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
    while places := rules.open_places(owners, LINES_OF, rules.lines_held(owners, LINES_OF, 0)):
        place = rng.choice(places)
        owners[place] = 1
        answer = turned[place]
        assert rules.is_open(owners[answer], LINES_OF[answer], rules.lines_held(owners, LINES_OF, 1))
        owners[answer] = 0


def test_a_first_move_is_not_judged_without_looking() -> None:
    assert first_move_wins(BOARD, BOARD.intersection("k1"), budget=1_000) is None


def test_there_are_as_many_kinds_of_first_moves_as_kinds_of_intersections() -> None:
    kinds = first_moves(BOARD)
    assert len(kinds) == 17
    assert {image[place] for place in kinds for image in BOARD.symmetries} == set(range(93))
