"""A Muscade server from Python: make yourself known, open rooms and tables or join them, watch, play, and talk.

The same protocol that browsers speak (docs/protocol.md), async and typed. Wires that break are mended: what was not answered is
said again, and what was missed is caught up with. A bot in a room, for one game after another::

    async with Client("http://127.0.0.1:8000", name="Robot") as client, client.room(link) as room:
        await room.sit()
        async for table in room.tables():
            async for update in table.turns():
                await table.play(random.choice(update.moves))
            await room.again()

It needs ``pip install 'muscade[client]'``; docs/client.md tells more.
"""

from muscade.client.client import Client
from muscade.client.errors import ClientError, Gone, NoAnswer, Refusal
from muscade.client.rooms import Lobby, Room
from muscade.client.tables import Table, Update

__all__ = ["Client", "ClientError", "Gone", "Lobby", "NoAnswer", "Refusal", "Room", "Table", "Update"]
