"""Was a game dealt as it was promised? Whoever has its record can tell.

>>> import muscade
>>> record = muscade.Match(muscade.game("pass-pass"), seats=3, seed="muscade").record
>>> [(finding.about, finding.holds) for finding in check(record)]
[('commitment', True), ('numbers', True), ('seed', True), ('draws', True)]
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from muscade.core.chance import SeedStream, commitment, is_number, seed_of
from muscade.core.errors import InvalidOptions, InvalidRecord, MuscadeError, UnknownGame
from muscade.core.moves import NATURE
from muscade.core.positions import SetUp
from muscade.core.record import Record
from muscade.core.registry import game as find_game
from muscade.core.text import quoted
from muscade.core.words import is_word


class Finding(NamedTuple):
    """One thing that was promised, whether it is so, and a sentence about it."""

    about: Literal["commitment", "numbers", "seed", "draws"]
    holds: bool
    text: str


def check(record: Record) -> tuple[Finding, ...]:
    """Everything that a record lets one check, in the order in which one thing follows from another."""
    if record.viewer is not None or record.seed is None or record.commitment is None:
        raise InvalidRecord(
            "This record does not tell the seed: it is of a game that is not over, or was not dealt from one.",
            "Cette partie enregistrée ne donne pas la graine : elle n'est pas terminée, ou n'en vient pas.",
        )
    return (_check_commitment(record), _check_numbers(record), _check_seed(record), _check_draws(record))


def _server_part(record: Record) -> str:
    assert record.seed is not None
    return record.seed if record.part is None else record.part


def _check_commitment(record: Record) -> Finding:
    holds = commitment(_server_part(record)) == record.commitment
    return Finding(
        "commitment",
        holds,
        "the server's part has the hash that was shown before"
        if holds
        else "the server's part has another hash than the one that was shown before",
    )


def _check_numbers(record: Record) -> Finding:
    given = [(seat, number) for seat, number in enumerate(record.numbers) if number is not None]
    wrong = [seat for seat, number in given if not is_number(number)]
    if record.numbers and len(record.numbers) != record.seats:
        return Finding(
            "numbers", False, f"there are {len(record.numbers)} for a game of {record.seats} seats"
        )
    if wrong:
        return Finding("numbers", False, f"{_seats(wrong)} added what is not 32 to 64 small hex digits")
    if len({number for _, number in given}) < len(given):
        return Finding("numbers", False, "two seats added the same number")
    if not given:
        return Finding("numbers", True, "nobody added one: dealt by the server alone, as committed")
    return Finding("numbers", True, f"added by {_seats([seat for seat, _ in given])}")


def _seats(seats: list[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))


def _check_seed(record: Record) -> Finding:
    holds = seed_of(_server_part(record), record.numbers) == record.seed
    return Finding(
        "seed",
        holds,
        "follows from the server's part and all numbers"
        if holds
        else "does not follow from the server's part and the numbers",
    )


def _check_draws(record: Record) -> Finding:
    """By the law itself: what there was to draw from at each moment, and what the seed makes of it."""
    assert record.seed is not None
    count = 0
    own = 0 if record.origin is None else record.origin.events
    try:
        game = find_game(record.game)
        if record.version != game.version:
            return Finding(
                "draws",
                False,
                f"cannot be made again: of version {record.version} of {record.game}, and here is {game.version}",
            )
        state = game.new(record.seats, **record.options)
    except (UnknownGame, InvalidOptions) as error:
        return Finding("draws", False, f"cannot be made again: {error}")
    try:
        for number, event in enumerate(record.events, 1):
            if is_word(event.move):
                continue
            move = game.parse(event.move)
            drawn = event.seat == NATURE and state.turn() == (NATURE,) and not isinstance(move, SetUp)
            if drawn and number > own:
                due = game.draw(state, SeedStream(record.seed, len(state.history))).notation
                if event.move != due:
                    return Finding(
                        "draws",
                        False,
                        f"event {number} is {quoted(event.move)}; the seed makes it {quoted(due)}",
                    )
                count += 1
            state.play(event.seat, move)
    except MuscadeError as error:
        return Finding("draws", False, f"event {number}, {quoted(event.move)} of seat {event.seat}: {error}")
    since = "" if not own else f" since it went on from another game, after {own} moves"
    return Finding(
        "draws", True, (f"all {count} follow from the seed" if count else "there are none") + since
    )
