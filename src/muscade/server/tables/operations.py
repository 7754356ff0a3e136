"""The addresses of games and tables, described."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from muscade.core import Hint, Record, game, game_names
from muscade.server import refusals, requests
from muscade.server.operations import THINKS, USES_INVITATION, USES_TABLE, Operation
from muscade.server.puzzles import DailyPuzzle


def example_table() -> Any:
    """One of the first game, for people who come by their links."""
    name = game_names()[0]
    return {"game": name, "seats": [{"kind": "invited"}] * min(game(name).seats)}


OPERATIONS = (
    Operation(
        "GET",
        "/api/games",
        "list_games",
        "The games, their options and their bots",
        tuple[requests.GameInfo, ...],
    ),
    Operation(
        "GET",
        "/api/rules/{page}/{language}",
        "read_rules",
        "A page of rules",
        str,
        media_type="text/markdown; charset=utf-8",
    ),
    Operation(
        "POST",
        "/api/tables",
        "create_table",
        "Create a table",
        requests.TableCreated,
        status=HTTPStatus.CREATED,
        request=requests.CreateTable,
        example=example_table,
        refusals=(
            "game",
            "seats",
            "options",
            refusals.no_positions,
            "illegal",
            "notation",
            refusals.unknown_level,
            refusals.bad_name,
            refusals.reused,
            refusals.too_many_tables,
            refusals.too_many_open,
            refusals.too_busy,
            refusals.storage,
        ),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/record",
        "read_record",
        "The game so far, as a spectator or the key's seat saw it; all of it once it is over",
        Record,
        refusals=(refusals.forged_key, *USES_TABLE),
        takes_key=True,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/draws",
        "read_draws",
        "What chance drew from, once the game is over",
        requests.Draws,
        refusals=(refusals.not_over, *USES_TABLE),
    ),
    Operation(
        "POST",
        "/api/tables/{table}/key",
        "replace_key",
        "Another key for the seat of the one that is given; the old one is void",
        requests.SeatKey,
        request=requests.ReplaceKey,
        refusals=(refusals.forged_key, *USES_TABLE),
        takes_key=True,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/hint",
        "ask_hint",
        "The next move of a solution, at a puzzle",
        Hint,
        refusals=(refusals.no_hints, refusals.game_over, refusals.too_many_hints, *THINKS, *USES_TABLE),
    ),
    Operation(
        "GET",
        "/api/daily",
        "read_daily",
        "The puzzle of the day, the same for everybody",
        DailyPuzzle,
        refusals=THINKS,
    ),
    Operation(
        "GET",
        "/api/daily/{date}",
        "read_past_daily",
        "The puzzle of a day of the last year",
        DailyPuzzle,
        refusals=(refusals.unknown_day, refusals.too_many_hints, *THINKS),
    ),
    Operation(
        "GET",
        "/api/series/{game}",
        "read_series",
        "The graded puzzles of a game, from easy to hard",
        requests.PuzzleSeries,
        refusals=(refusals.no_series,),
    ),
    Operation(
        "POST",
        "/api/join",
        "join_table",
        "Take the seat of an invitation",
        requests.Joined,
        status=HTTPStatus.CREATED,
        request=requests.JoinTable,
        refusals=(
            refusals.taken,
            refusals.bad_name,
            refusals.bad_number,
            refusals.same_number,
            refusals.too_many_joins,
            *USES_INVITATION,
        ),
    ),
    Operation(
        "POST",
        "/api/invitations",
        "read_invitation",
        "What an invitation is to",
        requests.InvitationInfo,
        request=requests.AskInvitation,
        refusals=USES_INVITATION,
    ),
)
