"""The moments of a game in which somebody had a choice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muscade.core import NATURE, InvalidRecord, Move, Record, Seat, State
from muscade.core import game as find_game
from muscade.core.words import is_word


class Moment(msgspec.Struct, frozen=True):
    """A seat with several moves: after so many events of the record, and what it then did.

    In a race the chance stays open while others act: ``until`` is when it ended, as ``since`` is when it began (milliseconds).
    """

    before: int
    seat: Seat
    played: str | None
    since: int | None = None
    until: int | None = None


def find_moments(record: Record) -> list[Moment]:
    """All of them, in their order; raises `InvalidRecord` for a record that does not play, or does not tell everything."""
    record.follow()
    return _in_race(record) if find_game(record.game).real_time else _by_turns(record)


def at(record: Record, moments: list[Moment]) -> Iterator[tuple[Moment, State]]:
    """Each moment with the state it stood at, which is not to be changed."""
    game = find_game(record.game)
    state: State = game.new(record.seats, **record.options)
    done = 0
    for moment in moments:
        for event in record.events[done : moment.before]:
            if not is_word(event.move):
                state.play(event.seat, game.parse(event.move))
        done = moment.before
        yield moment, state


def _by_turns(record: Record) -> list[Moment]:
    game = find_game(record.game)
    state: State = game.new(record.seats, **record.options)
    found: list[Moment] = []
    offers: dict[int, tuple[Move, ...]] = {}
    for number, event in enumerate(record.events):
        if is_word(event.move):
            continue
        seat, move = event.seat, game.parse(event.move)
        if seat != NATURE:
            offered = tuple(state.moves(seat))
            if move in state.second_thoughts(seat):
                state.play(seat, move)
                _take_back(found, offers, state, seat)
                continue
            chosen = move in offered or move in state.mistakes(seat)
            if chosen and len(offered) > 1:
                found.append(Moment(number, seat, event.move))
                offers[number] = offered
        state.play(seat, move)
    return found


def _take_back(found: list[Moment], offers: dict[int, tuple[Move, ...]], state: State, seat: Seat) -> None:
    """What was taken back was no decision: all since the seat last had the choice that it has again."""
    again = tuple(state.moves(seat))
    for place in range(len(found) - 1, -1, -1):
        if found[place].seat != seat:
            return
        if offers[found[place].before] == again:
            del found[place:]
            return


def _in_race(record: Record) -> list[Moment]:
    """Where everybody plays at once: a chance lasts from the moment a seat's moves change until they do again, or it acts."""
    game = find_game(record.game)
    state: State = game.new(record.seats, **record.options)
    found: list[Moment] = []
    open_since: dict[Seat, tuple[tuple[Move, ...], int, int]] = {}

    def close(seat: Seat, played: str | None, until: int) -> None:
        offered, before, since = open_since.pop(seat, ((), 0, 0))
        if len(offered) > 1:
            found.append(Moment(before, seat, played, since, until))

    for number, event in enumerate(record.events):
        if is_word(event.move):
            continue
        if event.seat != NATURE:
            close(event.seat, event.move, event.at)
        state.play(event.seat, game.parse(event.move))
        turn = state.turn()
        for seat in range(record.seats):
            offered = tuple(state.moves(seat)) if seat in turn else ()
            if offered != open_since.get(seat, ((), 0, 0))[0]:
                close(seat, None, event.at)
                if offered:
                    open_since[seat] = offered, number + 1, event.at
    return sorted(found, key=lambda moment: (moment.before, moment.seat))


def whole(record: Record) -> Record:
    """The record itself, if it is one that can be analysed."""
    if record.viewer is not None:
        raise InvalidRecord(
            "Only a whole record can be analysed; this one tells what somebody saw of a game that was not over.",
            "Seule une partie entière peut être analysée ; celle-ci dit ce que quelqu'un en a vu avant sa fin.",
        )
    return record
