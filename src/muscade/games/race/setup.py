"""Setting up a race: options, which colours are played, where they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muscade.board import COLOUR_TITLES, COLOURS, Board, InvalidBoard, board_option
from muscade.board.rows import cells_with
from muscade.core import Choice, Option, Options, Text
from muscade.core.options import limit_option
from muscade.games.race import rules
from muscade.games.race.course import NO_PLACE
from muscade.games.race.refusals import Clauses

LIMIT = "max_turns"
"""The option that ends a race which nobody wins."""


def race_options(seats: int, clauses: Clauses) -> tuple[Option, ...]:
    """What both races let a table choose."""
    options = [
        limit_option(LIMIT, (40, 100, 200, 400), clauses.limit),
        board_option(),
    ]
    if seats == 2:
        options.insert(
            0,
            Option(
                "win",
                Text("To win", "Pour gagner"),
                (
                    Choice("one", Text("one colour home", "une couleur rentrée")),
                    Choice("both", Text("both colours home", "les deux couleurs rentrées")),
                ),
                clauses.win,
            ),
        )
    if seats == 3:
        options.insert(
            0,
            Option(
                "left_out",
                Text("Colour left out", "Couleur laissée de côté"),
                tuple(Choice(colour, COLOUR_TITLES[colour]) for colour in reversed(COLOURS)),
                clauses.colours,
            ),
        )
    return tuple(options)


def colours_in_play(order: Sequence[int], seats: int, options: Options) -> tuple[int, ...]:
    """The colours in turn order: all four, but with three players (OP-3, GT-2)."""
    if seats != 3:
        return tuple(order)
    return tuple(colour for colour in order if COLOURS[colour] != options["left_out"])


def both_go_home(options: Options) -> bool:
    """Does it take both of a player's colours to win (OP-14, GT-10)?"""
    return options.get("win") == "both"


def race_setting(seats: int, colours: Sequence[int], options: Options) -> dict[str, Any]:
    """The fields of `RaceSetting`."""
    return {
        "seats": seats,
        "places": len(colours),
        "both": both_go_home(options),
        "max_turns": options[LIMIT],
    }


def by_colour(counts: Sequence[int]) -> list[int]:
    """With 0 for the colours that are not played, which have their place in a table too."""
    return [*counts, *[0] * (len(COLOURS) - len(counts))]


def race_opening(
    seats: int, colours: Sequence[int], setup: Sequence[Sequence[int]], cell_count: int
) -> tuple[dict[str, Any], list[int]]:
    """The fields of `RaceTable` before anything has happened, and what each place of the board holds then."""
    pieces = [setup[colour] for colour in colours]
    everybody = (1 << seats) - 1
    fields = {
        "place": NO_PLACE,
        "rolling": everybody,
        "contenders": everybody,
        "reserves": by_colour([rules.PIECES - len(row) for row in pieces]),
    }
    return fields, cells_with(pieces, cell_count)


def setup_of(board: Board, game: str, clauses: Clauses, *, in_spaces: bool) -> tuple[tuple[int, ...], ...]:
    """Where each colour begins, or a refusal if the board's file does not say so (OP-2, GT-2)."""
    colours = board.setups.get(game, {})
    if colours and in_spaces != (game in board.in_spaces):
        en, fr = (
            ("spaces, as in 8.9", "cases, comme 8.9")
            if in_spaces
            else ("intersections, as in b1", "intersections, comme b1")
        )
        raise InvalidBoard(
            None,
            f"'setup {game} …' must name {en} ({clauses.colours}).",
            f"'setup {game} …' doit nommer des {fr} ({clauses.colours}).",
        )
    for colour in COLOURS:
        if not 0 < len(colours.get(colour, ())) <= rules.PIECES:
            raise InvalidBoard(
                None,
                f"'setup {game} {colour} …' must name one to {rules.PIECES} places ({clauses.colours}).",
                f"'setup {game} {colour} …' doit nommer de un à {rules.PIECES} endroits ({clauses.colours}).",
            )
    return tuple(colours[colour] for colour in COLOURS)
