"""PtiPassPass as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from muscade.bots import Bot, RandomBot, levels
from muscade.bots.search import Effort
from muscade.core import Choice, Game, Move, Option, Options, Text
from muscade.core.lots import Lots, OneOf
from muscade.core.options import fewer_option, limit_option, seat_choices
from muscade.core.phrases import GOOD_GAME, HELLO, ONE_MOMENT, WELL_PLAYED
from muscade.games.ptipasspass.bot import CupSearchBot, bots
from muscade.games.ptipasspass.cups import LAYOUTS, layout_of, mat_of
from muscade.games.ptipasspass.description import tell
from muscade.games.ptipasspass.memory import memory_of
from muscade.games.ptipasspass.moves import NOTATION, TITLE, Announce, First
from muscade.games.ptipasspass.picture import draw
from muscade.games.ptipasspass.positions import POSITIONS
from muscade.games.ptipasspass.rules import CUPS_PER_PLAYER
from muscade.games.ptipasspass.state import COURSE, PtiPassPassState
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.view import Mat, PtiPassPassView
from muscade.games.ptipasspass.worlds import present, tables

TRUTH = Text("telling the truth", "dire la vérité")
BLUFF = Text("bluffing", "bluffer")


class PtiPassPass(Game[PtiPassPassState, PtiPassPassView]):
    """Tokens hidden under cups, lies to see through, and three cups in a line to remember."""

    name = "ptipasspass"
    title = TITLE
    tagline = Text(
        "Cups, tokens and lies: say what you hide, remember what they hid, and lift three in a line.",
        "Des gobelets, des jetons et des mensonges : annoncez, retenez, et soulevez-en trois alignés.",
    )
    seats = (3, 4, 5, 6)
    laboratory_seats = (2,)
    version = 2
    notation = NOTATION
    state_type = PtiPassPassState
    view_type = PtiPassPassView
    equipment_type = Mat
    course = COURSE
    positions = POSITIONS
    limit = "max_turns"
    nicknames = MappingProxyType({"greedy": "normal"})
    draw_view = staticmethod(draw)
    tell = staticmethod(tell)
    worlds = staticmethod(tables)
    phrases = (
        HELLO,
        Text("Trust me.", "Faites-moi confiance."),
        Text("I don't believe a word of it.", "Je n'en crois pas un mot."),
        Text("Now where was it…", "Où était-ce, déjà…"),
        WELL_PLAYED,
        Text("Hocus pocus!", "Abracadabra !"),
        ONE_MOMENT,
        GOOD_GAME,
    )

    def goal(self, options: Options) -> Text:
        return Text(
            "Lift three cups in a line, all alike or all different.",
            "Soulevez trois gobelets alignés, tous pareils ou tous différents.",
        )

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option(
                "diagonals",
                Text("Diagonals", "Diagonales"),
                (
                    Choice("lines", Text("for lines only", "pour les lignes seulement")),
                    Choice("all", Text("for lines and swaps", "pour les lignes et les échanges")),
                    Choice("none", Text("not at all", "pas du tout")),
                ),
                "PT-3",
            ),
            Option("first", Text("First player", "Premier joueur"), seat_choices(seats), "PT-4"),
            Option(
                "notebook",
                Text("Memory aid", "Aide-mémoire"),
                (Choice(False, Text("no", "non")), Choice(True, Text("yes", "oui"))),
                "PT-20",
            ),
            Option(
                "patience",
                Text("Time to object", "Temps pour contester"),
                (
                    *(Choice(seconds, Text(f"{seconds} s", f"{seconds} s")) for seconds in (10, 5, 20)),
                    Choice(0, Text("no limit", "sans limite")),
                ),
                "PT-8",
            ),
            limit_option(self.limit, (100, 300, 1000), "PT-19"),
            LAYOUTS.option(Text("Cups", "Gobelets"), lambda named: str(CUPS_PER_PLAYER * seats) in named),
        )

    def laboratory(self, seats: int) -> tuple[Option, ...]:
        return (
            limit_option(self.limit, tuple(range(1, 21)), "PT-19"),
            fewer_option(
                "cups",
                Text("Cups", "Gobelets"),
                (CUPS_PER_PLAYER * seats, *range(3, CUPS_PER_PLAYER * seats)),
                "PT-2",
            ),
            fewer_option(
                "victories", Text("Victory tokens to win", "Jetons de victoire pour gagner"), (2, 1), "PT-18"
            ),
            Option(
                "tokens",
                Text("Tokens", "Jetons"),
                _as_written("BGO", "BG", "BG" + "/B" * (seats - 1)),
                "PT-1",
                free=True,
            ),
            Option(
                "under",
                Text("Under the cups at first", "Sous les gobelets au début"),
                (Choice("", Text("nothing", "rien")), *_as_written("B/B/", "O//GB///")),
                "PT-2",
                free=True,
            ),
        )

    def former_options(self, version: int, options: Options) -> Options:
        """Version 1 knew diagonals for lines and swaps alike, or not at all (PT-3)."""
        diagonals = options.get("diagonals")
        if version > 1 or not isinstance(diagonals, bool):
            return options
        return options | {"diagonals": "all" if diagonals else "none"}

    def equipment(self, seats: int, options: Options) -> Mat:
        return mat_of(layout_of(seats, options))

    def lots(self, state: PtiPassPassState) -> Lots:
        return OneOf(range(state.seats), First)

    def idea(self, view: PtiPassPassView, move: Move) -> Text | None:
        """A colour is announced in truth, or not (PT-5)."""
        if isinstance(move, Announce):
            return TRUTH if LETTERS[move.colour] == view.fist else BLUFF
        return move.goes_for

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def imagine(self, view: PtiPassPassView, rng: Random) -> PtiPassPassState:
        """Every hidden token is a colour that the seat cannot rule out, as if drawn from the hand it came from.

        Any history that fits can come out. They are not all exactly as likely as they should be: a choice is made among
        the colours that stay possible, without counting how many ways each leaves open later.
        """
        state = self.new(view.seats, **view.options)
        memory = memory_of(view)
        history, world = memory.imagine(rng)
        if view.outcome is None:
            # No need to play it all again: what the view tells and the worlds of its round are the table.
            state.history = history
            state.set_table(present(view, memory.account, world))
        else:
            for seat, move in history:
                state.play(seat, move)
        return state


def _as_written(*values: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, Text(value, value)) for value in values)


GAME = PtiPassPass()
_CUP_BOTS = bots()
_BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    **_CUP_BOTS,
    "expert": CupSearchBot(
        GAME, levels.EXPERT, Effort(seconds=1, worlds=64, curiosity=1, depth=1), _CUP_BOTS["hard"]
    ),
}
