"""Mono-Line as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from muscade.board import board_named, board_option
from muscade.board.game import BoardGame
from muscade.bots import Bot, RandomBot
from muscade.core import Choice, Move, Option, Options, Text
from muscade.core.lots import Lots, OneOf
from muscade.core.options import seat_choices
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.core.picture import Caption
from muscade.games.mono_line import rules
from muscade.games.mono_line.bot import bots
from muscade.games.mono_line.course import Table
from muscade.games.mono_line.description import tell
from muscade.games.mono_line.moves import FIRSTS, NOTATION, TITLE, Put
from muscade.games.mono_line.picture import draw
from muscade.games.mono_line.positions import POSITIONS
from muscade.games.mono_line.solver import MonoLineSolver
from muscade.games.mono_line.state import COURSE, MonoLineState
from muscade.games.mono_line.view import MonoLineView
from muscade.games.mono_line.worlds import present
from muscade.pictures import Picture

LINES_TAKEN = (
    Text("a place on lines already held", "une place sur des lignes déjà tenues"),
    Text("taking one line", "prendre une ligne"),
    Text("taking several lines at once", "prendre plusieurs lignes à la fois"),
)
"""What a piece goes for: no line, one, or more."""


class MonoLine(BoardGame[MonoLineState, MonoLineView]):
    """Pieces on the crossings of lines that only one player can own."""

    name = "mono-line"
    title = TITLE
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
    positions = POSITIONS
    tell = staticmethod(tell)
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

    def goal(self, options: Options) -> Text:
        if options.get("play") == "vigilant":
            return Text(
                "Place last, or announce two opposing pieces on a line.",
                "Posez le dernier, ou annoncez deux rivaux sur une ligne.",
            )
        return Text(
            "Be the last who can place a piece.",
            "Soyez le dernier à pouvoir poser un pion.",
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
                            "You keep watch: wrong pieces are accepted, and announcing two opposing ones on a line wins.",
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

    def draw_view(self, view: MonoLineView, caption: Caption) -> Picture:
        return draw(caption, self.equipment(view.seats, view.options), view)

    def lots(self, state: MonoLineState) -> Lots:
        return _FIRST

    def idea(self, view: MonoLineView, move: Move) -> Text | None:
        """A piece by the lines that it takes (ML-2), where the table shows whose they are."""
        if not isinstance(move, Put) or not view.captured:
            return move.goes_for
        board = board_named(view.options["board"])
        lines = board.lines_of[board.intersection(move.place)]
        taken = sum(holder is None for line, holder in enumerate(view.captured) if lines >> line & 1)
        return LINES_TAKEN[min(taken, 2)]

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def solver(self) -> MonoLineSolver:
        return _SOLVER

    def worlds(self, view: MonoLineView, rng: Random, count: int) -> Sequence[Table]:
        return [present(view)]


_FIRST = OneOf(FIRSTS, lambda first: first)
GAME = MonoLine()
_SOLVER = MonoLineSolver(GAME)
_BOTS: dict[str, Bot] = {"random": RandomBot(), **bots(GAME)}
