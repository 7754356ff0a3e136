"""A table in memory: what it writes is what the plain messages would be, and no work grows with the length of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import muscade
from muscade.core import NATURE, Record, Seat, State, View, game_names
from muscade.kernels import prepare
from muscade.server import refusals
from muscade.server.live import LiveGame
from muscade.server.protocol import TableSettings
from muscade.server.records import AT_ONCE
from muscade.server.rows import EventRow, SeatRow, StoredTable, TableRow
from muscade.server.telling import TimeTold

BEGUN = 1_800_000_000_000
NOW = BEGUN + 7
AT = TimeTold(NOW)
MOVES = 60


def stored(
    name: str, seats: int, events: tuple[EventRow, ...] = (), seed: str = "live", **options: Any
) -> StoredTable:
    game = muscade.game(name)
    row = TableRow("t" * 24, name, game.version, options, TableSettings(), seed, BEGUN)
    people = tuple(
        SeatRow(seat, "here", f"Player {seat + 1}", None, f"{seat:064}", None, BEGUN) for seat in range(seats)
    )
    return StoredTable(row, people, events, ())


def fresh(name: str, seats: int, seed: str = "live", **options: Any) -> tuple[LiveGame, list[EventRow]]:
    live = LiveGame(stored(name, seats, seed=seed, **options))
    return live, live.settle(BEGUN)


def some_move(live: LiveGame, rng: Random, mistakes: float = 0.1) -> tuple[Seat, str] | None:
    ready = [seat for seat, offer in enumerate(live.offers) if offer.moves]
    if not ready:
        return None
    seat = rng.choice(ready)
    others = [*live.state.mistakes(seat), *live.state.second_thoughts(seat)]
    moves = others if others and rng.random() < mistakes else live.offers[seat].moves
    return seat, rng.choice(moves).notation


def played(
    live: LiveGame, log: list[EventRow], moves: int, mistakes: float = 0.1
) -> Iterator[list[EventRow]]:
    """Random moves, each with what chance did after it; the log grows along."""
    rng = Random(f"{live.row.game} {live.row.seed}")
    looks = (None, *range(len(live.seats)))
    for number in range(moves):
        if (move := some_move(live, rng, mistakes)) is None:
            return
        events = live.play(*move, BEGUN + number, f"message-{number}", looks)
        log += events
        yield events


def wrong_cards(events: int) -> tuple[LiveGame, list[EventRow]]:
    """Passe Éclair with hardly any card that fits: a game can be as long as its players like."""
    live, log = fresh("passe-eclair", 4)
    for _ in played(live, log, events, mistakes=1.0):
        if live.version >= events:
            break
    assert live.version >= events
    return live, log


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("name", game_names())
def test_updates_are_the_bytes_of_the_plain_message(name: str) -> None:
    game = muscade.game(name)
    for seats in game.seats:
        live, log = fresh(name, seats, seed=f"bytes {seats}")
        for events in played(live, log, MOVES):
            since = live.version - len(events)
            for look in (None, *range(seats)):
                deadline = None if look is None else NOW + 1000 * look
                at = TimeTold(NOW, deadline)
                plain = msgspec.json.encode(live.update(look, since, at))
                assert b"".join(live.message_parts(look, since, at)) == plain
                assert live.messages(look, since, at)[-1].endswith(plain[plain.index(b'"view"') :])
        whole = msgspec.json.encode(live.update(0, 0, AT))
        assert live.messages(0, 0, AT) == [whole]


def test_what_is_kept_from_move_to_move_is_what_the_log_tells() -> None:
    """By machine code, which says of no move that everything may have changed."""
    name, seats = "pass-pass", 4
    prepare(muscade.game(name))
    live, log = fresh(name, seats, seed="kept")
    for number, _ in enumerate(played(live, log, 150)):
        told = [live.messages(look, live.version, AT) for look in (None, *range(seats))]
        live.all_told()
        if number % 7 == 0:
            again = LiveGame(stored(name, seats, tuple(log)))
            assert told == [again.messages(look, again.version, AT) for look in (None, *range(seats))]


@pytest.mark.parametrize("name", ["pass-pass", "over-pass", "passe-eclair"])
def test_who_is_up_to_date_sees_the_table_before_chance_goes_on(name: str) -> None:
    live, log = fresh(name, 3)
    twin = LiveGame(stored(name, 3, tuple(log)))
    twice = 0
    for events in played(live, log, 200):
        since = live.version - len(events)
        before: dict[Seat | None, Any] = {}
        for event in events:
            twin.follow([event])
            if event is events[0]:
                before = {look: twin.update(look, since, AT) for look in (None, 0, 1, 2)}
        for look, update in before.items():
            messages = live.messages(look, since, AT)
            assert len(messages) == (2 if len(events) > 1 else 1)
            if len(messages) == 2:
                twice += 1
                assert messages[0] == msgspec.json.encode(msgspec.structs.replace(update, moves=()))
                assert messages[1] == msgspec.json.encode(live.update(look, since + 1, AT))
                # Whoever was not up to date gets all of it in one.
                assert len(live.messages(look, since - 1, AT)) == 1
        live.all_told()
        assert len(live.messages(0, since, AT)) == 1
    assert twice


def test_a_game_that_does_not_tell_fields_apart_is_written_as_its_view() -> None:
    class Undivided(type(muscade.game("pass-pass").new(4))):  # type: ignore[misc]
        def shared_fields(self) -> None:
            return None

        def view(self, seat: Seat | None) -> View:
            divided = super().shared_fields()
            return muscade.game("pass-pass").view_type(
                **self.common(seat), **divided, **self.seat_fields(seat)
            )

    live, _ = fresh("pass-pass", 4)
    usual = live.messages(2, 0, AT)
    live.state.__class__ = Undivided
    live.all_told()
    assert live.messages(2, 0, AT) == usual


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("name", game_names())
def test_a_record_is_what_playing_the_game_again_would_tell(name: str) -> None:
    seats = muscade.game(name).seats[-1]
    live, log = fresh(name, seats)
    for _ in played(live, log, MOVES):
        pass
    match = muscade.Match(live.game, seats, seed=live.row.seed)
    whole = Record(
        name,
        live.game.version,
        seats,
        live.state.options,
        live_events(log),
        seed=live.row.seed,
        commitment=match.record.commitment,
    )
    for viewer in (None, *range(seats)):
        told = b"".join(live.record(viewer).parts())
        assert told == msgspec.json.encode(live.record(viewer).whole())
        assert Record.from_json(told) == (whole if live.outcome else whole.redacted(viewer))


def live_events(log: list[EventRow]) -> list[Any]:
    return [muscade.core.RecordedEvent(event.seat, event.move, event.at) for event in log]


def test_a_long_record_plays_nothing_again_and_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    live, _ = wrong_cards(3000)
    deeds = count_deeds(monkeypatch, live.state)
    told = [part.count(b'"move"') for part in live.record(None).parts()]
    assert sum(told) == live.version
    assert max(told) <= AT_ONCE
    # What nobody had looked at yet is redacted once for everybody; asked again, nothing is.
    assert deeds["redact"] <= live.version * (len(live.seats) + 1)
    deeds["redact"] = 0
    for viewer in (None, 0, 3):
        b"".join(live.record(viewer).parts())
    assert deeds == {"play": 0, "redact": 0, "copy": 0}


def test_a_record_is_of_the_moment_it_was_asked_for() -> None:
    live, log = fresh("pass-pass", 4)
    moves = played(live, log, 30)
    for _ in range(10):
        next(moves)
    parts = live.record(1).parts()
    begun, version = [next(parts), next(parts)], live.version
    for _ in moves:
        pass
    told = Record.from_json(b"".join([*begun, *parts]))
    assert len(told.events) == version < live.version


def count_deeds(monkeypatch: pytest.MonkeyPatch, state: State) -> dict[str, int]:
    """How often a kind of state is played and redacted from now on."""
    kind, deeds = type(state), {"play": 0, "redact": 0, "copy": 0}

    def counting(name: str, real: Any) -> Any:
        def counted(self: State, *about: Any) -> Any:
            deeds[name] += 1
            return real(self, *about)

        return counted

    for name in deeds:
        monkeypatch.setattr(kind, name, counting(name, getattr(kind, name)))
    return deeds


# ---------------------------------------------------------------- the cost of a move


def test_a_move_and_its_updates_are_the_same_work_early_and_late(monkeypatch: pytest.MonkeyPatch) -> None:
    live, log = fresh("passe-eclair", 4)
    looks = (None, *range(4))
    live.messages(0, 0, AT)
    deeds = count_deeds(monkeypatch, live.state)
    for events in played(live, log, 400, mistakes=1.0):
        since = live.version - len(events)
        for look in looks:
            live.messages(look, since, AT)
        live.all_told()
        assert deeds == {"play": len(events), "redact": len(looks) * len(events), "copy": 0}
        deeds.update(play=0, redact=0)


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize("name", game_names())
def test_a_table_built_again_from_its_log_is_the_same(name: str) -> None:
    seats = muscade.game(name).seats[0]
    live, log = fresh(name, seats)
    for _ in played(live, log, MOVES):
        pass
    again = LiveGame(stored(name, seats, tuple(log)))
    assert again.offers == live.offers
    assert again.last_at == live.last_at
    for look in (None, *range(seats)):
        assert again.messages(look, 0, AT) == [b"".join(live.message_parts(look, 0, AT))]


@pytest.mark.anyio
async def test_others_have_their_turn_while_a_long_log_is_read() -> None:
    live, log = wrong_cards(1000)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(others())
    again = await LiveGame.load(stored("passe-eclair", 4, tuple(log)))
    task.cancel()
    assert again.version == live.version
    assert turns >= live.version // AT_ONCE - 1
    assert again.messages(1, 0, AT) == [b"".join(live.message_parts(1, 0, AT))]


def test_a_message_is_answered_once_and_its_id_stands_for_one_move() -> None:
    live, log = fresh("pass-pass", 4)
    for _ in played(live, log, 20):
        pass
    persons = [event for event in log if event.seat != NATURE]
    for event in persons:
        assert event.message_id is not None
        assert live.answered(event.seat, event.message_id, event.move) == event.version
        assert live.answered(event.seat, event.message_id, f" {event.move.lower()} ") == event.version
        assert live.answered((event.seat + 1) % 4, event.message_id, event.move) is None
    assert live.answered(0, "never heard", "P1") is None
    first, second = persons[:2]
    for other in (second.move, "no move at all"):
        with pytest.raises(refusals.RequestRefused) as refusal:
            live.answered(first.seat, first.message_id or "", other)
        assert refusal.value.code == "reused"
