"""Passe Éclair as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from muscade.bots import Bot
from muscade.core import Choice, Game, Move, Option, Text
from muscade.core.chance import below, shuffled
from muscade.core.game import seat_choices
from muscade.core.phrases import GOOD_GAME, ONE_MOMENT, WELL_PLAYED
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.bot import EASY, HARD, NORMAL, expert
from muscade.games.passe_eclair.cards import TOKEN_NAMES, card_tables, listed, token_tables
from muscade.games.passe_eclair.imagine import complete_history
from muscade.games.passe_eclair.moves import NOTATION, Coach, Consolation, Deal, Draw, Turn, Victory
from muscade.games.passe_eclair.state import COURSE, PasseEclairState
from muscade.games.passe_eclair.table import Table
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.games.passe_eclair.worlds import worlds
from muscade.kernels.layout import Numbers


class PasseEclair(Game[PasseEclairState, PasseEclairView]):
    """Nine rounds of training: whoever is quick and right gets rid of their cards."""

    name = "passe-eclair"
    title = Text("Passe Éclair", "Passe Éclair")
    tagline = Text(
        "Everybody plays at once: pass the ball to the right player before the others do.",
        "Tout le monde joue à la fois : passez la balle au bon joueur avant les autres.",
    )
    seats = (2, 3, 4)
    version = 1
    notation = NOTATION
    state_type = PasseEclairState
    view_type = PasseEclairView
    course = COURSE
    real_time = True
    too_late = frozenset({"ES-9", "ES-18"})  # a card has landed since, or the game is over (ES-20)
    phrases = (
        Text("Off we go!", "C'est parti !"),
        Text("Mine!", "Pour moi !"),
        Text("So close…", "C'était moins une…"),
        Text("Oh no, not Michi!", "Oh non, pas Michi !"),
        Text("Good dog!", "Brave chien !"),
        WELL_PLAYED,
        ONE_MOMENT,
        GOOD_GAME,
    )

    def options(self, seats: int) -> tuple[Option, ...]:
        return (
            Option("coach", Text("First coach", "Premier entraîneur"), seat_choices(seats), "ES-3"),
            Option(
                "referee",
                Text("Wrong cards", "Mauvaises cartes"),
                (
                    Choice("software", Text("always noticed", "toujours remarquées")),
                    Choice(
                        "players", Text("only if a player calls them", "seulement si un joueur les signale")
                    ),
                ),
                "ES-11",
            ),
            Option(
                "patience",
                Text("Time to play on a card", "Temps pour jouer sur une carte"),
                _seconds(8, 5, 12),
                "ES-10",
            ),
            Option("michi_window", Text("Time for Michi", "Temps pour Michi"), _seconds(3, 5), "ES-10"),
            Option(
                "cards",
                Text("Cards", "Cartes"),
                tuple(Choice(name, table.title) for name, table in card_tables().items()),
                "ES-1",
                free=True,
            ),
            Option(
                "tokens",
                Text("Tokens", "Jetons"),
                tuple(Choice(name, table.title) for name, table in token_tables().items()),
                "ES-2",
                free=True,
            ),
        )

    def draw(self, state: PasseEclairState, rng: Random) -> Move:
        table = state.table
        match state.phase:
            case "coach":
                return Coach(below(rng, state.seats))
            case "deal":
                order = shuffled(rng, listed(table.pile)) + shuffled(rng, listed(table.box))
                return Deal(tuple(order[: rules.HAND * state.seats]))
            case "turn":
                return Turn(_any_card(rng, table))
            case "draw":
                return Draw(_any_card(rng, table), table.owed)
            case "victory":
                return Victory(_any_token(rng, table.supplies[0]), table.owed)
            case _:
                return Consolation(_any_token(rng, table.supplies[1]), table.consoled)

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def imagine(self, view: PasseEclairView, rng: Random) -> PasseEclairState:
        return self.played(view, complete_history(view, rng))

    def worlds(self, view: PasseEclairView, rng: Random, count: int) -> Sequence[Table]:
        return worlds(view, rng, count)


def _any_card(rng: Random, table: Table) -> int:
    """A card of the pile, each as likely; picked in their order, so that anybody can check the draw."""
    return listed(table.pile)[below(rng, table.in_pile)]


def _any_token(rng: Random, supply: Numbers) -> str:
    """The same for a token, in the order of what is on them."""
    left = sorted(TOKEN_NAMES[token] for token in listed(supply))
    return left[below(rng, len(left))]


def _seconds(*choices: int) -> tuple[Choice, ...]:
    return tuple(Choice(count, Text(f"{count} seconds", f"{count} secondes")) for count in choices)


GAME = PasseEclair()
_BOTS: dict[str, Bot] = {"easy": EASY, "normal": NORMAL, "hard": HARD, "expert": expert(GAME)}
