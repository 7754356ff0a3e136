"""The law of rooms: what a room becomes when somebody does something, or a refusal. Nothing here waits or stores."""

from muscade.server.rooms.law.games import *  # noqa: F403
from muscade.server.rooms.law.members import *  # noqa: F403
from muscade.server.rooms.law.pairing import *  # noqa: F403
from muscade.server.rooms.law.people import *  # noqa: F403
from muscade.server.rooms.law.rating import *  # noqa: F403
from muscade.server.rooms.law.seats import *  # noqa: F403
from muscade.server.rooms.law.words import *  # noqa: F403
