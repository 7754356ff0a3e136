"""Everything the server itself refuses, by subject; users say ``refusals.<name>``, wherever it is declared."""

# A vocabulary is read as one: whoever adds a subject adds a line.
from muscade.server.refusals.faults import *  # noqa: F403
from muscade.server.refusals.limits import *  # noqa: F403
from muscade.server.refusals.moderation import *  # noqa: F403
from muscade.server.refusals.people import *  # noqa: F403
from muscade.server.refusals.ratings import *  # noqa: F403
from muscade.server.refusals.refusal import *  # noqa: F403
from muscade.server.refusals.requests import *  # noqa: F403
from muscade.server.refusals.rooms import *  # noqa: F403
from muscade.server.refusals.tables import *  # noqa: F403
