"""Mono-Line as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from muscade.board import BoardDrawing, board_named, board_option, drawing
from muscade.bots import Bot, RandomBot
from muscade.core import Choice, Game, Move, Option, Options, Text
from muscade.core.chance import below
from muscade.core.game import seat_choices
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.games.mono_line import rules
from muscade.games.mono_line.bot import bots
from muscade.games.mono_line.course import Table
from muscade.games.mono_line.moves import FIRSTS, NOTATION
from muscade.games.mono_line.solver import MonoLineSolver
from muscade.games.mono_line.state import COURSE, MonoLineState
from muscade.games.mono_line.view import MonoLineView
from muscade.games.mono_line.worlds import present


class MonoLine(Game[MonoLineState, MonoLineView]):
    """Pieces on the crossings of lines that only one player can own."""

    name = "mono-line"
    title = Text("Mono-Line", "Mono-Line")
    tagline = Text(
        "No line for two: capture lines with every piece, and be the last who finds a place.",
        "Une ligne, un seul maître : capturez des lignes, et soyez le dernier à trouver une place.",
    )
    seats = (rules.PLAYERS,)
    version = 2
    notation = NOTATION
    state_type = MonoLineState
    view_type = MonoLineView
    course = COURSE
    equipment_type = BoardDrawing
    phrases = (
        HELLO,
        Text("That line is mine.", "Cette ligne est à moi."),
        Text("It is getting tight…", "Ça se resserre…"),
        Text("I did not see that one.", "Je ne l'avais pas vu, celui-là."),
        WELL_PLAYED,
        ONE_MOMENT,
        GOOD_GAME,
        Text("I have counted it through: this is won for me.", "J'ai tout compté : c'est gagné pour moi."),
        Text(
            "I have counted it through: this is won for you, if you find the way.",
            "J'ai tout compté : c'est gagné pour vous, si vous trouvez le chemin.",
        ),
    )

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option(
                "play",
                Text("Friendly or vigilant?", "Amicale ou vigilante ?"),
                (
                    Choice(
                        "friendly",
                        Text("friendly", "amicale"),
                        Text(
                            "The table keeps watch: it shows which intersections are closed to you and refuses them.",
                            "La table veille : elle montre les intersections qui vous sont fermées et les refuse.",
                        ),
                    ),
                    Choice(
                        "vigilant",
                        Text("vigilant", "vigilante"),
                        Text(
                            "You keep watch: wrong pieces are accepted, and announcing two that share a line wins.",
                            "À vous de veiller : un pion mal posé est accepté, et annoncer deux pions opposés "
                            "qui partagent une ligne fait gagner.",
                        ),
                    ),
                ),
                "ML-5",
            ),
            Option("first", Text("Who starts", "Qui commence"), seat_choices(seats), "ML-1"),
            Option(
                "swap",
                Text("Balanced start", "Départ équilibré"),
                (
                    Choice(False, Text("no", "non")),
                    Choice(
                        True,
                        Text(
                            "the second may take over the first piece",
                            "le second peut prendre le premier pion",
                        ),
                    ),
                ),
                "ML-7",
            ),
            Option(
                "pieces",
                Text("Pieces for each", "Pions par joueur"),
                (
                    Choice(rules.IN_THE_BOX, Text("20, as in the box", "20, comme dans la boîte")),
                    Choice("unlimited", Text("as many as needed", "autant qu'il en faut")),
                ),
                "ML-1",
            ),
            board_option(),
        )

    def draw(self, state: MonoLineState, rng: Random) -> Move:
        return FIRSTS[below(rng, state.seats)]

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def solver(self) -> MonoLineSolver:
        return _SOLVER

    def equipment(self, options: Options) -> msgspec.Struct:
        return drawing(board_named(options["board"]))

    def imagine(self, view: MonoLineView, rng: Random) -> MonoLineState:
        """Nothing is hidden, so there is one state only: the real one."""
        return self.retell(view)

    def worlds(self, view: MonoLineView, rng: Random, count: int) -> Sequence[Table]:
        return [present(view)]


GAME = MonoLine()
_SOLVER = MonoLineSolver(GAME)
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
