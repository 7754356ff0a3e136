"""The messages between server and client in a room, in the lobby and at one's desk, on a WebSocket each.

`muscade.server.rooms.requests` has what HTTP carries, and `muscade.server.protocol` the messages of a table. Every message
that changes something has an id: sent again with the same id, it changes nothing more, and the answer is the same.
"""

from muscade.server.rooms.protocol.lobby import *  # noqa: F403
from muscade.server.rooms.protocol.me import *  # noqa: F403
from muscade.server.rooms.protocol.room import *  # noqa: F403
from muscade.server.rooms.protocol.types import *  # noqa: F403
