"""A bot of one's own: it sits down in a room and plays there, for one game after another.

python examples/bots/at_a_table.py http://127.0.0.1:8000/room/… [a seat]
"""

import asyncio
import random
import sys

from muscade.client import Client


async def play(link: str, seat: int | None = None, games: int | None = None) -> None:
    async with Client(link, name="Robot") as client, client.room(link) as room:
        await room.sit(seat)
        await room.say("Hello! I do the first thing that comes to my mind.")
        async for table in room.tables():
            async for update in table.turns():
                await table.play(random.choice(update.moves))
            if room.info.number == games:
                return
            await room.again()


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], *map(int, sys.argv[2:])))
