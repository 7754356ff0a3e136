"""Whatever is wrong with a message, the answer names it and nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.harness import GREEDY, HERE, INVITED, FakeClock, Person, Server

from muscade.server.limits import Limits
from muscade.server.protocol import MAX_MESSAGE_BYTES

pytestmark = pytest.mark.anyio

MOVE = {"type": "move", "id": "0123456789", "seat": 0, "move": "P1", "version": 1}


def changed(**fields: Any) -> dict[str, Any]:
    return MOVE | fields


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in MOVE.items() if name != field}


BAD: list[tuple[str, dict[str, Any] | str | bytes, str]] = [
    ("no JSON", "{", "malformed"),
    ("nothing", "", "malformed"),
    ("a list", "[]", "malformed"),
    ("a number", "7", "malformed"),
    ("no type", "{}", "malformed"),
    ("an unknown type", {"type": "cheat"}, "malformed"),
    ("a type of another type", {"type": 7}, "malformed"),
    ("a server's message", {"type": "accepted", "id": "0123456789", "version": 9}, "malformed"),
    ("an unknown field", changed(card="P1"), "malformed"),
    ("a missing id", without("id"), "malformed"),
    ("a missing version", without("version"), "malformed"),
    ("a short id", changed(id="1"), "malformed"),
    ("a long id", changed(id="x" * 65), "malformed"),
    ("an id that is a number", changed(id=12345678), "malformed"),
    ("a seat that is a text", changed(seat="0"), "malformed"),
    ("a seat that is null", changed(seat=None), "malformed"),
    ("a negative version", changed(version=-1), "malformed"),
    ("half a version", changed(version=1.5), "malformed"),
    (
        "an enormous version",
        json.dumps(MOVE).replace('"version": 1', '"version": 1' + "0" * 400),
        "version",
    ),
    ("an enormous nonce", '{"type": "ping", "nonce": 1' + "0" * 400 + "}", "malformed"),
    ("an empty move", changed(move=""), "malformed"),
    ("a move that is too long", changed(move="P" * 401), "malformed"),
    (
        "half a surrogate pair",
        '{"type": "say", "id": "0123456789", "seat": 0, "text": "\\ud800"}',
        "malformed",
    ),
    ("binary", b"\x00\x01", "binary"),
    ("JSON in binary", json.dumps(MOVE).encode(), "binary"),
    ("too many bytes", changed(move="P" * MAX_MESSAGE_BYTES), "too-long"),
    ("too many bytes in few characters", changed(move="é" * (MAX_MESSAGE_BYTES // 2)), "too-long"),
    ("another's seat", changed(seat=1), "not-yours"),
    ("chance's seat", changed(seat=-1, move="leader 0"), "not-yours"),
    ("a seat that does not exist", changed(seat=99), "not-yours"),
    ("a glance at another's seat", {"type": "look", "seat": 1}, "not-yours"),
    ("a glance at no seat at all", {"type": "look", "seat": 77}, "not-yours"),
    ("another's voice", {"type": "say", "id": "0123456789", "seat": 1, "text": "hi"}, "not-yours"),
    ("another's phrase", {"type": "phrase", "id": "0123456789", "seat": 2, "phrase": 0}, "not-yours"),
    ("a version from the future", changed(version=2), "version"),
    ("a version from before the deal", changed(version=0), "late"),
    ("no move of the game", changed(move="xyzzy"), "notation"),
    ("a move with odd characters", changed(move="P1\u0000\u202e"), "notation"),
    ("chance's move", changed(move="leader 0"), "illegal"),
    ("a take before its time", changed(move="take P1"), "illegal"),
    ("hello with a look at another's seat", {"type": "hello", "look": 1}, "not-yours"),
    ("hello from the future", {"type": "hello", "since": 1000}, "version"),
    ("no phrase of the game", {"type": "phrase", "id": "0123456789", "seat": 0, "phrase": 63}, "phrase"),
    ("words that cannot be seen", {"type": "say", "id": "0123456789", "seat": 0, "text": "  "}, "words"),
    (
        "words with control characters",
        {"type": "say", "id": "0123456789", "seat": 0, "text": "a\u0007"},
        "words",
    ),
    ("words turned around", {"type": "say", "id": "0123456789", "seat": 0, "text": "a\u202eb"}, "words"),
]


async def test_bad_messages_are_named_and_change_nothing(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    key = created["keys"][0]["key"]
    before = await server.record(created["table"], key)
    for start in range(0, len(BAD), Limits().messages_at_once // 2):
        async with server.sit(created) as ada:
            # Seat 0 leads; the deal was version 1.
            view, moves = ada.update["view"], ada.update["moves"]
            for name, message, code in BAD[start : start + Limits().messages_at_once // 2]:
                refused = await ada.refusal(message)
                assert (name, refused["code"]) == (name, code)
                assert refused["text"]["en"]
                assert refused["text"]["fr"]
                assert (refused["clause"] is not None) == (code == "illegal")
            await ada.send({"type": "look", "seat": 0})
            await ada.expect("update")
            assert (ada.update["view"], ada.update["moves"]) == (view, moves)
    assert await server.record(created["table"], key) == before


async def test_a_refusal_names_the_message_it_refuses(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        assert (await ada.refusal(changed(seat=1)))["id"] == MOVE["id"]
        assert (await ada.refusal(changed(card="P1")))["id"] == MOVE["id"]
        assert (await ada.refusal("{"))["id"] is None
        assert (await ada.refusal({"type": "say", "id": 7}))["id"] is None


async def test_a_card_one_does_not_have_is_refused_with_its_clause(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        missing = next(f"P{value}" for value in range(1, 13) if f"P{value}" not in ada.update["view"]["hand"])
        refused = await ada.refusal(ada.move(missing))
        assert refused["code"] == "illegal"
        assert refused["clause"].startswith("PP-")


async def test_what_is_only_asked_about_is_never_done(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    key = created["keys"][0]["key"]
    before = await server.record(created["table"], key)
    async with server.sit(created) as ada:
        view, moves = ada.update["view"], ada.update["moves"]
        missing = next(f"P{value}" for value in range(1, 13) if f"P{value}" not in view["hand"])
        for question, code, clause in (
            (ada.move(moves[0]), "allowed", None),
            (ada.move(missing), "illegal", "PP-8"),
            (ada.move(seat=1), "not-yours", None),
            (ada.move(version=0), "late", None),
            (ada.move("/resign"), "notation", None),
            (ada.move("xyzzy"), "notation", None),
        ):
            refused = await ada.refusal(question | {"type": "ask"})
            assert (refused["code"], refused["clause"]) == (code, clause)
            assert refused["id"] == question["id"]
        await ada.send({"type": "look", "seat": 0})
        await ada.expect("update")
        assert (ada.update["view"], ada.update["moves"]) == (view, moves)
    assert await server.record(created["table"], key) == before


async def test_hello_comes_first(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.connect(created["table"]) as stranger:
        for message in (
            MOVE,
            {"type": "look", "seat": None},
            {"type": "say", "id": "01234567", "seat": 0, "text": "hi"},
        ):
            assert (await stranger.refusal(message))["code"] == "hello-first"
        await stranger.send({"type": "ping", "nonce": 1})
        assert (await stranger.receive())["type"] == "pong"


async def test_an_unknown_table_hangs_up(server: Server) -> None:
    async with server.connect("no-such-table-anywhere") as stranger:
        assert (await stranger.receive())["code"] == "table"
        assert await stranger.closed() == 4404


async def test_a_forged_key_hangs_up(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    other = await server.create(HERE, GREEDY, GREEDY)
    for forged in ("x" * 24, other["keys"][0]["key"], created["table"]):
        async with server.connect(created["table"]) as stranger:
            refused = await stranger.refusal(
                {"type": "hello", "keys": [created["keys"][0]["key"], forged], "look": 0}
            )
            assert refused["code"] == "key"
            assert await stranger.closed() == 4403
            assert not any('"update"' in frame for frame in stranger.frames)


async def test_an_invitation_is_no_key(server: Server) -> None:
    created = await server.create(HERE, GREEDY, INVITED)
    invite = created["invitations"][0]["invite"]
    async with server.connect(created["table"]) as stranger:
        assert (await stranger.refusal({"type": "hello", "keys": [invite]}))["code"] == "key"


async def test_a_frame_beyond_all_measure_cuts_the_line(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        await ada.send("x" * 100_000)
        assert await ada.closed() == 1009


async def test_too_many_messages_are_told_to_slow_down(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        for nonce in range(200):
            await ada.send({"type": "ping", "nonce": nonce})
        answers = [await ada.receive() for _ in range(200)]
        codes = [answer["code"] for answer in answers if answer["type"] == "refused"]
        assert set(codes) == {"slow-down"}
        assert 0 < len(codes) < 200


async def test_after_the_game_there_are_no_moves(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        await ada.play_on()
        await ada.expect("table")
        assert (await ada.refusal(ada.move("P1")))["code"] == "over"


async def test_a_move_on_choices_that_have_changed_is_late(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        first, second = ada.update["moves"][:2]
        old = ada.update["version"]
        await ada.make(first)
        await _until_asked_to_play(ada)
        assert second in ada.update["moves"]
        assert (await ada.refusal(ada.move(second, version=old)))["code"] == "late"


async def test_a_move_may_name_any_version_with_the_same_choices(server: Server) -> None:
    """What others do meanwhile does not make a move late, as long as one's own choices stand."""
    created = await server.create(HERE, HERE | {"name": "Bea"}, GREEDY, pace=5000, options={"leader": 0})
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        await ada.make()
        await bea.until(lambda update: update["moves"])
        asked = bea.update["version"]
        await ada.send({"type": "phrase", "id": "a phrase 1", "seat": 0, "phrase": 0})
        await bea.expect("chat")
        await bea.make()
        assert bea.update["version"] == asked + 1


async def _until_asked_to_play(person: Person) -> None:
    await person.play_on(lambda update: update["moves"] and update["view"]["phase"] == "play")
