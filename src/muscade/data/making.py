"""Games of bots that do anything they may, noted as they are played: much data in little time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from muscade.core import Game, Match
from muscade.data.rows import Rows


def random_games(
    rows: Rows, game: Game[Any, Any], seats: int, seed: int | str, enough: Callable[[], bool], **options: Any
) -> int:
    """Games of one seed until there are enough; how many. The same seed makes the same games."""
    count = 0
    while not enough():
        rng = Random(f"{seed}/{count}")
        match = Match(game, seats, seed=f"{seed}/{count}", clock=lambda: 0, **options)
        noted, state = 0, match.state
        while turn := state.turn():
            seat = turn[0] if len(turn) == 1 else rng.choice(turn)
            moves = state.moves(seat)
            move = moves[int(rng.random() * len(moves))]
            noted = _note_chance(rows, match, noted)
            rows.note_choice(noted, state, seat, move, move.notation, 0)
            noted += 1
            match.play(seat, move)
        _note_chance(rows, match, noted)
        rows.end(match.record, match.outcome, state.parties())
        count += 1
    return count


def _note_chance(rows: Rows, match: Match, noted: int) -> int:
    for number in range(noted, len(match.record.events)):
        event = match.record.events[number]
        rows.note(number, event.seat, event.move, event.at)
    return len(match.record.events)
