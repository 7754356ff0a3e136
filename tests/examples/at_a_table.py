"""A whole game at a server's table, played through the socket by one of the game's own bots: ``python -m tests.examples.at_a_table``.

Run where the game is installed; its last line tells how it went, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from tests.server.harness import HERE, serving

import muscade


async def play(name: str, folder: Path) -> dict[str, object]:
    game = muscade.game(name)
    bot, rng = game.bot("normal"), Random(1)
    async with serving(folder / "muscade.db") as server:
        page = await server.http.get(f"/api/rules/{name}/fr")
        created = await server.create(HERE, {"kind": "bot", "level": "easy"}, game=name)
        async with server.sit(created) as person:
            await person.until(lambda update: update["moves"])
            refused = await person.refusal(person.move("lift 8"))
            while not person.update["view"]["outcome"]:
                if not person.update["moves"]:
                    await person.expect("update")
                    continue
                view = msgspec.convert(person.update["view"] | {"history": ()}, game.view_type)
                offered = [game.parse(move) for move in person.update["moves"]]
                await person.make(bot.choose(view, offered, rng).notation)
        record = await server.record(created["table"])
    again = muscade.replay(json.dumps(record)).state.outcome()
    return {
        "page": page.text.splitlines()[0],
        "kind": page.headers["content-type"],
        "outcome": person.update["view"]["outcome"],
        "replayed": again and msgspec.to_builtins(again),
        "refused": [refused["clause"], refused["text"]["fr"]],
    }


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        sys.stdout.write(json.dumps(asyncio.run(play(sys.argv[1], Path(folder)))))
