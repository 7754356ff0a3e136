"""What a game told everybody is told again, move by move, and nothing more."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.replays.played import played, resigned

from muscade.core import IllegalMove, Match, Record, RecordedEvent, game, game_names
from muscade.core.views import encode
from muscade.replays import OPEN, Outline, Outliner, Replay, Viewer
from muscade.replays.keeping import keep, outline_of
from muscade.server.live import LiveGame
from muscade.server.protocol import TableSettings
from muscade.server.rows import EventRow, SeatRow, StoredTable, TableRow
from muscade.server.telling import TimeTold


def outlined(record: Record, viewer: Viewer) -> Outline:
    replay = Replay(record)
    outliner = Outliner(replay, viewer)
    while replay.version < len(replay):
        replay.step()
        outliner.note()
    return outliner.outline()


def at_table(record: Record) -> LiveGame:
    """The same game at a table of a server, before its first event."""
    row = TableRow(
        id="t",
        game=record.game,
        game_version=record.version,
        options=record.options,
        settings=TableSettings(),
        seed="0",
        created_at=0,
        owner="",
    )
    seats = tuple(SeatRow(seat, "here", "Ada", None, None, None, 0) for seat in range(record.seats))
    return LiveGame(StoredTable(row, seats, (), ()))


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("ends", ["by-law", "by-words"])
def test_frames_are_what_a_table_told_each_viewer(name: str, ends: str) -> None:
    record = played(name)
    if ends == "by-words":
        record = resigned(record, len(record.events) // 2)
    live = at_table(record)
    viewers = (None, *range(record.seats))
    replays = {viewer: Replay(record).frames(viewer) for viewer in viewers}
    assert [next(replays[viewer]).events for viewer in viewers] == [()] * len(viewers)
    for version, event in enumerate(record.events, 1):
        live.follow([EventRow(version, event.seat, event.move, event.at, None)])
        for viewer in viewers:
            told = live.update(viewer, version - 1, TimeTold(0))
            frame = next(replays[viewer])
            assert (frame.version, frame.seat, frame.events) == (told.version, told.seat, told.events)
            assert (encode(frame.view), frame.moves) == (encode(told.view), told.moves)
    assert live.outcome is not None
    assert all(next(frames, None) is None for frames in replays.values())


@pytest.mark.parametrize("name", game_names())
def test_everything_is_open_in_the_end(name: str) -> None:
    record = played(name)
    for frame, event in zip(list(Replay(record).frames(OPEN))[1:], record.events, strict=True):
        [seen] = frame.events
        assert (seen.seat, seen.move, seen.at) == (event.seat, event.move, event.at)
        assert [view.seat for view in frame.views] == [*range(record.seats)]
        assert frame.view.seat is None
        assert frame.moves == ()


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", range(4))
def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same(name: str, seed: int) -> None:
    """As the conformance suite looks at the present: here at all that came before, counts and chapters included."""
    whole, rng = played(name, seed=5), Random(seed)
    record = msgspec.structs.replace(
        whole, events=whole.events[: rng.randrange(1, min(len(whole.events), 150))]
    )
    state = record.play()
    for viewer in (None, *range(record.seats)):
        world = game(name).imagine(state.view(viewer), rng)
        events = [
            RecordedEvent(seat, move.notation, event.at)
            for (seat, move), event in zip(world.history, record.events, strict=True)
        ]
        other = msgspec.structs.replace(record, events=events)
        assert encode(list(Replay(other).frames(viewer))) == encode(list(Replay(record).frames(viewer)))
        assert encode(outlined(other, viewer)) == encode(outlined(record, viewer))


def test_what_lies_under_the_cups_is_told_when_everything_is_open() -> None:
    record = played("ptipasspass")
    hides = [version for version, event in enumerate(record.events, 1) if event.move.startswith("hide")]
    frames = list(Replay(record).frames(OPEN))
    assert all(not tokens for tokens in frames[hides[0]].hidden["cups"].values())
    placed = [frame for frame in frames if any(frame.hidden["cups"].values())]
    assert placed
    assert all(Replay(record).frame(viewer).hidden == {} for viewer in (None, 0))


def test_what_nobody_could_know_is_in_brief_when_everything_is_open() -> None:
    record = played("ptipasspass")
    brief = outlined(record, OPEN)
    frames = list(Replay(record).frames(OPEN))
    # From each of these versions on, until the next.
    for now, after in zip(brief.lay, [*(lay.version for lay in brief.lay[1:]), len(frames)], strict=True):
        assert all(frame.hidden == now.hidden for frame in frames[now.version : after])
    assert len(brief.lay) > 10
    told = [one for one in brief.hindsight if one.insight.kind != "missed"]
    said = [version for version, event in enumerate(record.events, 1) if event.move.startswith("announce")]
    assert [one.version for one in told] == said
    assert all(one.insight.seats == (record.events[one.version - 1].seat,) for one in told)
    assert {one.insight.kind for one in brief.hindsight} == {"truth", "bluff", "missed"}
    for viewer in (None, 0):
        assert (outlined(record, viewer).hindsight, outlined(record, viewer).lay) == ((), ())


@pytest.mark.parametrize("name", ["ptipasspass", "pass-pass"])
def test_what_is_kept_is_the_same_in_brief(name: str) -> None:
    record = played(name)
    kept = outline_of(keep(record)[0])
    for viewer in (None, 0, OPEN):
        assert encode(kept.seen_by(viewer)) == encode(outlined(record, viewer))


# ---------------------------------------------------------------- chapters and counts


def test_rounds_and_tricks_of_pass_pass() -> None:
    record = played("pass-pass")
    chapters = outlined(record, None).chapters
    rounds = [chapter for chapter in chapters if chapter.kind == "round"]
    assert [chapter.number for chapter in rounds] == [*range(1, len(rounds) + 1)]
    assert all(record.events[chapter.version - 1].move.startswith("deal") for chapter in rounds)
    tricks = [chapter for chapter in chapters if chapter.kind == "trick"]
    # A third Pass Pass may end it in the middle of a round.
    assert [chapter.number for chapter in tricks] == ([*range(1, 9)] * len(rounds))[: len(tricks)]
    assert len(tricks) > 8 * (len(rounds) - 1)


@pytest.mark.parametrize("name", ["over-pass", "groups-of-three", "ptipasspass"])
def test_turns_are_counted_through(name: str) -> None:
    record = played(name)
    turns = [chapter for chapter in outlined(record, None).chapters if chapter.kind == "turn"]
    assert [chapter.number for chapter in turns] == [*range(1, len(turns) + 1)]
    assert sorted({chapter.version for chapter in turns}) == [chapter.version for chapter in turns]
    assert record.play().progress().turns == len(turns)


@pytest.mark.parametrize("name", game_names())
def test_counts_end_as_the_game_did(name: str) -> None:
    record = played(name)
    state = record.play()
    for viewer, whole in ((None, False), (0, False), (OPEN, True)):
        series = outlined(record, viewer).series
        assert series
        assert {found.name: found.points[-1][1] for found in series} == {
            tally.name: tally.counts for tally in state.tallies(whole=whole)
        }
        for found in series:
            versions = [version for version, _ in found.points]
            assert versions[0] == 0
            assert versions == sorted(set(versions))


def test_points_of_pass_pass_are_those_of_the_pad() -> None:
    games = [
        (record, record.play().outcome()) for record in (played("pass-pass", seed=seed) for seed in range(9))
    ]
    counted = [
        (record, outcome.scores) for record, outcome in games if outcome and outcome.reason == "points"
    ]
    assert counted
    for record, scores in counted:
        [points, _] = outlined(record, None).series
        assert points.points[-1][1] == scores


# ---------------------------------------------------------------- records that do not play


def test_an_older_law_is_played_as_far_as_todays_goes() -> None:
    record = played("pass-pass")
    events = [
        *record.events[:10],
        msgspec.structs.replace(record.events[10], move="P13"),
        *record.events[11:],
    ]
    replay = Replay(msgspec.structs.replace(record, version=1, events=events))
    with pytest.raises(Exception, match="Event 11, 'P13'"):
        replay.go_to(len(replay))
    assert replay.version == 10
    assert replay.frame(None).version == 10


def test_a_redacted_record_is_refused() -> None:
    with pytest.raises(Exception, match="does not tell everything"):
        Replay(played("pass-pass").redacted(0))


def test_a_game_that_goes_on_can_be_read_as_far_as_it_is() -> None:
    match = Match(game("pass-pass"), 3, seed=7, leader=0)
    replay = Replay(match.record)
    replay.go_to(len(replay))
    match.play(0, match.state.moves(0)[0])
    replay.step()
    assert replay.frame(1).moves == tuple(move.notation for move in match.state.moves(1))
    with pytest.raises(IllegalMove):
        match.play(0, "P1")
