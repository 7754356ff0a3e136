"""The addresses of those who look at games afterwards, described."""

from __future__ import annotations

from http import HTTPStatus

from muscade.server import refusals
from muscade.server.accounts.requests import Done
from muscade.server.analysis import protocol
from muscade.server.analysis import refusals as own
from muscade.server.operations import USES_TABLE, Operation, Refusals
from muscade.server.requests import TableCreated

OVER = (own.not_finished, *USES_TABLE)
TRIES: Refusals = (
    "illegal",
    "notation",
    own.no_such_moment,
    own.over_there,
    own.too_many_moves,
    own.unknown_variation,
    *OVER,
)

OPERATIONS = (
    Operation(
        "GET",
        "/api/tables/{table}/analysis",
        "read_analysis",
        "What every decision of a finished game was worth, or how far that is",
        protocol.AnalysisInfo,
        refusals=OVER,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/analysis",
        "start_analysis",
        "Have a finished game analysed, or get the analysis that is there",
        protocol.AnalysisInfo,
        refusals=(*OVER, refusals.too_many_analyses),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/try",
        "try_moves",
        "What other moves would have led to, in a finished game",
        protocol.Tried,
        request=protocol.TryMoves,
        refusals=TRIES,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/variations",
        "list_variations",
        "The variations of a game",
        tuple[protocol.VariationInfo, ...],
        refusals=USES_TABLE,
        for_device=True,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/variations",
        "keep_variation",
        "Keep a variation of a finished game",
        protocol.VariationInfo,
        status=HTTPStatus.CREATED,
        request=protocol.KeepVariation,
        refusals=(
            *TRIES,
            own.unknown_variation,
            own.too_many_variations,
            refusals.bad_name,
            refusals.reused,
            refusals.too_many_variations_kept,
        ),
        of_device=True,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/variations/{variation}",
        "read_variation",
        "A variation, with the whole game as it would be",
        protocol.VariationTold,
        refusals=(*OVER, own.unknown_variation),
        for_device=True,
    ),
    Operation(
        "PATCH",
        "/api/tables/{table}/variations/{variation}",
        "rename_variation",
        "Give a variation of one's own another name",
        protocol.VariationInfo,
        request=protocol.RenameVariation,
        refusals=(own.unknown_variation, own.not_your_variation, refusals.bad_name),
        of_device=True,
    ),
    Operation(
        "DELETE",
        "/api/tables/{table}/variations/{variation}",
        "remove_variation",
        "Remove a variation of one's own",
        Done,
        refusals=(own.unknown_variation, own.not_your_variation),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/play-on",
        "play_on",
        "Create a table that goes on from a moment of a finished game",
        TableCreated,
        status=HTTPStatus.CREATED,
        request=protocol.PlayOn,
        refusals=(
            own.other_seats,
            own.no_such_moment,
            own.over_there,
            own.unknown_variation,
            *OVER,
            refusals.unknown_level,
            refusals.bad_name,
            refusals.reused,
            refusals.too_many_tables,
            refusals.too_many_open,
        ),
    ),
)
