"""Web Push of one server, where its operator has set a key."""

from __future__ import annotations

from muscade.server.config import PushSettings
from muscade.server.push.postman import Postman
from muscade.server.push.sending import Sender
from muscade.server.rooms.hall import Hall
from muscade.server.tables.shelf import Shelf


class PostOffice:
    """From the start of the server to its end."""

    def __init__(self, settings: PushSettings, hall: Hall, shelf: Shelf) -> None:
        self._sender = Sender(settings)
        delay = int(1000 * settings.delay_seconds)
        self._postman = Postman(hall.services, shelf, self._sender, hall.friends.places, delay)

    @property
    def key(self) -> str:
        """What browsers are told to take messages from."""
        return self._sender.public_key

    async def stop(self) -> None:
        await self._postman.stop()
        await self._sender.close()
