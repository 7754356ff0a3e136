"""Games read again over HTTP: who may see what, some frames at a time, and what becomes of games of an older law."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from tests.replays.old import IN_PART, WHOLE, old_record
from tests.replays.played import lay_down, played, set_version
from tests.server.harness import NOTHING_AHEAD, ROOMY, THINKING, FakeClock, Server, running

from muscade.core import Record, RecordedEvent, game
from muscade.core.views import encode
from muscade.replays import Replay
from muscade.server.app import create_app
from muscade.server.config import Config
from muscade.server.replays.keeping import Keeping
from muscade.server.replays.service import MOST_FRAMES
from muscade.server.storage import Storage
from muscade.server.table_settings import Delay, TableSettings

pytestmark = pytest.mark.anyio

HALF = 60


@pytest.fixture
async def house(database: str) -> AsyncIterator[tuple[Server, Storage]]:
    """A server on each kind of database, and the way into that."""
    storage = await Storage.open(database)
    config = Config(database=database, thinking=NOTHING_AHEAD, limits=ROOMY)
    app = create_app(config, FakeClock(), thinking=THINKING)
    async with running(app) as port:
        server = Server(port, Path(database), app)
        yield server, storage
        await server.http.aclose()
    await storage.close()


def half(name: str) -> Record:
    record = played(name)
    return msgspec.structs.replace(record, events=record.events[:HALF], seed=None)


async def frames(server: Server, table: str, key: str | None = None, **asked: Any) -> httpx.Response:
    return await _get(server, f"/api/tables/{table}/replay/frames", key, asked)


async def outline(server: Server, table: str, key: str | None = None, **asked: Any) -> httpx.Response:
    return await _get(server, f"/api/tables/{table}/replay", key, asked)


async def _get(server: Server, path: str, key: str | None, asked: dict[str, Any]) -> httpx.Response:
    named = {name.rstrip("_"): value for name, value in asked.items()}
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    return await server.http.get(path, params=named, headers=headers)


def expected(record: Record, viewer: Any) -> list[Any]:
    """As a client reads them."""
    return [msgspec.json.decode(encode(frame)) for frame in Replay(record).frames(viewer)]


# ---------------------------------------------------------------- who sees what


async def test_a_finished_game_is_open_to_everybody(house: tuple[Server, Storage]) -> None:
    server, storage = house
    record = played("pass-pass")
    await lay_down(storage, record, "t")
    for seat, viewer in (("spectator", None), ("0", 0), ("3", 3), ("open", "open")):
        brief = (await outline(server, "t", seat=seat)).json()
        assert (brief["viewer"], brief["over"], brief["law"]) == (viewer, True, None)
        assert brief["viewers"] == [None, 0, 1, 2, 3, "open"]
        told = [
            frame
            for start in range(0, len(record.events) + 1, 50)
            for frame in (await frames(server, "t", seat=seat, from_=start, to=start + 49)).json()["frames"]
        ]
        assert told == expected(record, viewer)
        assert brief["outline"]["events"] == [event for frame in told for event in frame["events"]]


async def test_while_a_game_is_on_everybody_sees_what_they_saw(house: tuple[Server, Storage]) -> None:
    server, storage = house
    record = half("pass-pass")
    await lay_down(storage, record, "t", over=False)
    told = (await frames(server, "t")).json()["frames"]
    assert told == expected(record, None)
    key = "key t 1"
    assert (await outline(server, "t", key)).json()["viewers"] == [1]
    assert (await frames(server, "t", key)).json()["frames"] == expected(record, 1)
    assert (await frames(server, "t", key, seat=1)).json()["frames"] == expected(record, 1)
    for asked in (frames, outline):
        for given, seat, code in (
            (None, "0", "not-yours"),
            (key, "0", "not-yours"),
            (None, "open", "not-over"),
            (key, "open", "not-over"),
            ("another key", "1", "key"),
            ("another key", "spectator", "key"),
        ):
            answer = await asked(server, "t", given, seat=seat)
            assert (answer.status_code, answer.json()["code"]) == (403, code)


class Answer(NamedTuple):
    status: int
    content: bytes


PAGE = ("game/{}", "embed/{}")
ASKS = ("replay", "replay/frames", "record", "picture.svg", "variations", "analysis", "film.gif")
POSTS: dict[str, dict[str, Any]] = {
    "analysis": {},
    "try": {"version": 2, "moves": []},
    "play-on": {"version": 2, "seats": []},
}
HELPS = ("GET analysis", "GET film.gif", "POST analysis", "POST try", "POST play-on")


async def everything(server: Server, table: str, viewer: int | None) -> dict[str, Answer]:
    """All that the page of a game asks for, by whoever may look through these eyes, and through everybody else's."""
    headers = {} if viewer is None else {"authorization": f"Bearer key {table} {viewer}"}

    def told(answer: httpx.Response) -> Answer:
        """Tables have names of their own, and nothing else."""
        return Answer(answer.status_code, answer.content.replace(table.encode(), b"TABLE"))

    address = f"/api/tables/{table}"
    answers = {
        f"GET {what}": told(await server.http.get(f"{address}/{what}", headers=headers)) for what in ASKS
    }
    for what, body in POSTS.items():
        answers[f"POST {what}"] = told(
            await server.http.post(f"{address}/{what}", json=body, headers=headers)
        )
    for page in PAGE:
        answers[page] = told(await server.http.get("/" + page.format(table)))
    for eyes in ("open", "spectator", "0", "1"):
        for what in ("replay", "replay/frames", "picture.svg"):
            asked = f"GET {what}?seat={eyes}"
            answers[asked] = told(await server.http.get(f"{address}/{what}?seat={eyes}", headers=headers))
    return answers


@pytest.mark.parametrize("name", ["pass-pass", "passe-eclair", "ptipasspass"])
async def test_what_is_hidden_changes_no_byte(house: tuple[Server, Storage], name: str) -> None:
    """Two running games that differ only in what a viewer may not know are told alike: the page, its pictures, its analysis."""
    server, storage = house
    record = half(name)
    state, rng = record.play(), Random(3)
    await lay_down(storage, record, "as-it-is", over=False)
    for viewer in (None, 0, record.seats - 1):
        world = game(name).imagine(state.view(viewer), rng)
        events = [
            RecordedEvent(seat, move.notation, event.at)
            for (seat, move), event in zip(world.history, record.events, strict=True)
        ]
        assert events != record.events
        other = f"imagined-for-{viewer}"
        await lay_down(storage, msgspec.structs.replace(record, events=events), other, over=False)
        told, again = [await everything(server, table, viewer) for table in ("as-it-is", other)]
        assert told == again
        # Whoever plays is shown their own hand in it, and whatever helps is refused.
        assert {answer.status for answer in told.values()} == {200, 403}
        assert all(told[asked].status == 403 for asked in HELPS)


async def test_no_way_around_forbidden_and_delayed_spectators(house: tuple[Server, Storage]) -> None:
    server, storage = house
    record = half("pass-pass")
    await lay_down(storage, record, "shut", over=False, settings=TableSettings(watchers="forbidden"))
    for asked in (frames, outline):
        assert (await asked(server, "shut")).json()["code"] == "no-watchers"
    assert len((await frames(server, "shut", "key shut 0")).json()["frames"]) == HALF + 1
    await lay_down(storage, record, "late", over=False, settings=TableSettings(watchers=Delay(moves=10)))
    # Whoever plays is told first: what was played for them is not what a spectator goes on from.
    assert len((await frames(server, "late", "key late 0")).json()["frames"]) == HALF + 1
    late = (await frames(server, "late", from_=HALF - 12)).json()["frames"]
    assert [frame["version"] for frame in late] == [HALF - 12, HALF - 11, HALF - 10]
    assert len((await outline(server, "late")).json()["outline"]["events"]) == HALF - 10
    assert (await frames(server, "late", from_=HALF - 5)).json()["frames"] == []


# ---------------------------------------------------------------- some at a time


async def test_frames_come_some_at_a_time(server: Server) -> None:
    storage = await Storage.open(str(server.database))
    record = played("pass-pass")
    await lay_down(storage, record, "t")
    await storage.close()
    count = len(record.events)
    some = (await frames(server, "t", seat="1", to=100_000)).json()["frames"]
    assert [frame["version"] for frame in some] == [*range(MOST_FRAMES)]
    # Back and forth, from where it was played to and from the beginning.
    for start in (100, 40, 75, count, count + 1):
        told = (await frames(server, "t", seat="1", from_=start, to=start + 2)).json()["frames"]
        assert [frame["version"] for frame in told] == [
            version for version in range(start, start + 3) if version <= count
        ]
    assert (await frames(server, "t", from_=9, to=3)).json()["frames"] == []
    for asked in ({"from_": "-1"}, {"to": "many"}, {"from_": "1e3"}, {"to": "9" * 10}):
        answer = await frames(server, "t", **asked)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    for seat in ("7", "-1", "ada", ""):
        assert (await frames(server, "t", seat=seat)).json()["code"] == "seat"
    assert (await frames(server, "nowhere")).status_code == 404


# ---------------------------------------------------------------- records that somebody brings


async def test_a_record_can_be_brought(server: Server) -> None:
    record = played("ptipasspass")
    body = msgspec.to_builtins(record)
    brief = (await server.http.post("/api/replay", params={"seat": "open"}, json=body)).json()
    assert (brief["table"]["table"], brief["viewer"], brief["over"]) == ("", "open", True)
    told = await server.http.post("/api/replay/frames", params={"seat": "2", "from": 5, "to": 7}, json=body)
    assert told.json()["frames"] == expected(record, 2)[5:8]


@pytest.mark.parametrize(
    ("changes", "code", "says"),
    [
        ({"game": "chess"}, "record", "chess"),
        ({"seats": 9}, "record", "players, not 9"),
        ({"options": {"colour": "red"}}, "record", "no option 'colour'"),
        ({"viewer": 0}, "record", "does not tell everything"),
        ({"events": [{"seat": 0, "move": "P99", "at": 0}]}, "record", "Event 1, 'P99' of seat 0"),
        ({"events": "none"}, "malformed", "events"),
        ({"more": 1}, "malformed", "more"),
    ],
)
async def test_a_bad_record_is_named(server: Server, changes: dict[str, Any], code: str, says: str) -> None:
    body = msgspec.to_builtins(played("pass-pass")) | changes
    answer = await server.http.post("/api/replay", json=body)
    assert answer.json()["code"] == code
    assert says in answer.json()["text"]["en"]


async def test_a_record_has_an_end(server: Server) -> None:
    body = msgspec.to_builtins(played("pass-pass")) | {"commitment": "x" * 1_100_000}
    answer = await server.http.post("/api/replay", json=body)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


# ---------------------------------------------------------------- an older law


async def test_a_game_of_an_older_law_is_shown_as_it_was(house: tuple[Server, Storage]) -> None:
    server, storage = house
    records = {name: played(name) for name in ("pass-pass", "ptipasspass", "mono-line")}
    for name, record in records.items():
        await lay_down(storage, record, name)
    keeping = Keeping(storage, THINKING)
    assert await keeping.catch_up() == len(records)
    assert await keeping.catch_up() == 0
    for name, record in records.items():
        await set_version(storage, name, 1)
        for seat, viewer in (("spectator", None), ("0", 0), ("open", "open")):
            brief = (await outline(server, name, seat=seat)).json()
            assert (brief["law"]["played"], brief["law"]["rest"]) == (1, [])
            told = [
                frame
                for start in range(0, len(record.events) + 1, 70)
                for frame in (await frames(server, name, seat=seat, from_=start, to=start + 69)).json()[
                    "frames"
                ]
            ]
            assert told == expected(record, viewer)
            assert brief["outline"]["events"] == [event for frame in told for event in frame["events"]]


async def test_what_was_not_kept_is_tried_under_todays_law(house: tuple[Server, Storage]) -> None:
    server, storage = house
    record = played("pass-pass")
    events = [
        *record.events[:30],
        msgspec.structs.replace(record.events[30], move="P13"),
        *record.events[31:],
    ]
    await lay_down(storage, msgspec.structs.replace(record, version=1, events=events), "t")
    brief = (await outline(server, "t", seat="open")).json()
    assert (brief["law"]["played"], brief["law"]["today"]) == (1, record.version)
    assert "P13" in brief["law"]["problem"]["en"]
    assert [event["move"] for event in brief["law"]["rest"]] == [event.move for event in events[30:]]
    assert len(brief["outline"]["events"]) == 30
    told = (await frames(server, "t", seat="open", from_=28)).json()["frames"]
    assert [frame["version"] for frame in told] == [28, 29, 30]
    # It cannot be kept, and nobody tries again.
    keeping = Keeping(storage, THINKING)
    assert (await keeping.catch_up(), await keeping.catch_up()) == (1, 0)


async def test_games_of_version_1_are_read_from_their_tables_and_from_files(
    house: tuple[Server, Storage],
) -> None:
    server, storage = house
    for name in (*WHOLE, *IN_PART):
        record = old_record(name)
        plays, _ = IN_PART.get(name, (len(record.events), ""))
        today = Replay(record).state
        await lay_down(storage, record, name)
        file = msgspec.to_builtins(record)
        brought = await server.http.post("/api/replay", json=file, params={"seat": "open"})
        for answer in (await outline(server, name, seat="open"), brought):
            brief = answer.json()
            assert answer.status_code == 200, brief
            assert (brief["law"]["played"], brief["law"]["today"]) == (1, 2)
            assert (brief["law"]["problem"] is None) == (name in WHOLE)
            assert len(brief["outline"]["events"]) == plays
            rest = [event["move"] for event in brief["law"]["rest"]]
            assert rest == [event.move for event in record.events[plays:]]
            assert brief["table"]["options"] == today.options
            assert brief["table"]["goal"] == msgspec.to_builtins(today.game.goal(today.options))
        told = (await frames(server, name, seat="open", from_=plays - 1)).json()["frames"]
        assert [frame["version"] for frame in told] == [plays - 1, plays]


async def test_an_older_law_opens_no_game_that_is_on(house: tuple[Server, Storage]) -> None:
    server, storage = house
    record = msgspec.structs.replace(half("pass-pass"), version=1)
    await lay_down(storage, record, "t", over=False, settings=TableSettings(watchers=Delay(moves=10)))
    assert (await frames(server, "t", seat="open")).json()["code"] == "not-over"
    assert (await frames(server, "t", seat="0")).json()["code"] == "not-yours"
    assert (await frames(server, "t", "key t 0", seat="1")).json()["code"] == "not-yours"
    assert (await frames(server, "t", "no key")).json()["code"] == "key"
    assert len((await frames(server, "t")).json()["frames"]) == HALF - 10 + 1
    assert len((await frames(server, "t", "key t 0")).json()["frames"]) == HALF + 1
    await lay_down(storage, record, "shut", over=False, settings=TableSettings(watchers="forbidden"))
    assert (await frames(server, "shut")).json()["code"] == "no-watchers"
