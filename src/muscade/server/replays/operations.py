"""The addresses of games that are read again, described."""

from __future__ import annotations

from typing import Any

import msgspec

from muscade.core import Match, Record, game, game_names
from muscade.server import refusals
from muscade.server.operations import USES_TABLE, Operation
from muscade.server.replays.protocol import ReplayFrames, ReplayOutline
from muscade.server.replays.refusals import bad_record, open_when_over, others_eyes

CHOOSES_EYES = (refusals.unknown_seat, open_when_over, others_eyes)
OF_TABLE = (refusals.forged_key, refusals.no_watchers, *CHOOSES_EYES, *USES_TABLE)
EYES = ("seat",)
STRETCH = ("seat", "from", "to")


def example_record() -> Any:
    """A game that has just begun."""
    name = game_names()[0]
    return msgspec.to_builtins(Match(game(name), min(game(name).seats), seed=7).record)


OPERATIONS = (
    Operation(
        "GET",
        "/api/tables/{table}/replay",
        "read_replay",
        "A game in brief, as a spectator or the key's seat saw it; as anybody did once it is over",
        ReplayOutline,
        query=EYES,
        refusals=(*OF_TABLE, bad_record),
        takes_key=True,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/replay/frames",
        "read_frames",
        "Some moments of a game, as they were seen",
        ReplayFrames,
        query=STRETCH,
        refusals=(*OF_TABLE, bad_record, refusals.malformed),
        takes_key=True,
    ),
    Operation(
        "POST",
        "/api/replay",
        "replay_record",
        "The same of a record; it is stored nowhere",
        ReplayOutline,
        request=Record,
        example=example_record,
        query=EYES,
        refusals=(bad_record, *CHOOSES_EYES),
    ),
    Operation(
        "POST",
        "/api/replay/frames",
        "replay_record_frames",
        "Some moments of a record",
        ReplayFrames,
        request=Record,
        example=example_record,
        query=STRETCH,
        refusals=(bad_record, *CHOOSES_EYES),
    ),
)
