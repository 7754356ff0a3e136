"""Passe Éclair as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from muscade.bots import Bot
from muscade.core import Choice, Game, Move, Option, Options, Text
from muscade.core.lots import Lots, OneOf, Shuffle
from muscade.core.options import seat_choices
from muscade.core.phrases import GOOD_GAME, ONE_MOMENT, WELL_PLAYED
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.bot import EASY, HARD, NORMAL, expert
from muscade.games.passe_eclair.cards import CARD_NAMES, DECKS, TOKEN_NAMES, TOKEN_SETS, listed
from muscade.games.passe_eclair.description import tell
from muscade.games.passe_eclair.imagine import complete_history
from muscade.games.passe_eclair.moves import (
    NOTATION,
    TITLE,
    Coach,
    Consolation,
    Deal,
    Draw,
    Lay,
    Turn,
    Victory,
)
from muscade.games.passe_eclair.pad import PADS
from muscade.games.passe_eclair.picture import draw
from muscade.games.passe_eclair.positions import POSITIONS
from muscade.games.passe_eclair.state import COURSE, PasseEclairState
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.games.passe_eclair.worlds import worlds
from muscade.kernels.layout import Numbers

DOG = Text("laying Socke", "poser Socke")


class PasseEclair(Game[PasseEclairState, PasseEclairView]):
    """Nine rounds of training: whoever is quick and right gets rid of their cards."""

    name = "passe-eclair"
    title = TITLE
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
    positions = POSITIONS
    order = CARD_NAMES
    pads = PADS
    real_time = True
    too_late = frozenset({"ES-9", "ES-18"})  # a card has landed since, or the game is over (ES-20)
    draw_view = staticmethod(draw)
    tell = staticmethod(tell)
    worlds = staticmethod(worlds)
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

    def goal(self, options: Options) -> Text:
        return Text(
            "Be rid of your cards first; the most goals win.",
            "Débarrassez-vous de vos cartes ; le plus de buts gagne.",
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
            DECKS.option(Text("Cards", "Cartes")),
            TOKEN_SETS.option(Text("Tokens", "Jetons")),
        )

    def lots(self, state: PasseEclairState) -> Lots:
        table = state.table
        match state.phase:
            case "coach":
                return OneOf(range(state.seats), Coach)
            case "deal":
                return Shuffle(Deal, listed(table.pile), listed(table.box), taken=rules.HAND * state.seats)
            case "turn":
                return OneOf(listed(table.pile), Turn)
            case "draw":
                owed = table.owed
                return OneOf(listed(table.pile), lambda card: Draw(card, owed))
            case "victory":
                owed = table.owed
                return OneOf(_tokens(table.supplies[0]), lambda token: Victory(token, owed))
            case _:
                consoled = table.consoled
                return OneOf(_tokens(table.supplies[1]), lambda token: Consolation(token, consoled))

    def idea(self, view: PasseEclairView, move: Move) -> Text | None:
        """Socke passes the ball to nobody."""
        return DOG if isinstance(move, Lay) and move.card == rules.SOCKE else move.goes_for

    def bots(self) -> Mapping[str, Bot]:
        return _BOTS

    def imagine(self, view: PasseEclairView, rng: Random) -> PasseEclairState:
        return self.played(view, complete_history(view, rng))


def _tokens(supply: Numbers) -> list[str]:
    """In the order of what is on them."""
    return sorted(TOKEN_NAMES[token] for token in listed(supply))


def _seconds(*choices: int) -> tuple[Choice, ...]:
    return tuple(Choice(count, Text(f"{count} seconds", f"{count} secondes")) for count in choices)


GAME = PasseEclair()
_BOTS: dict[str, Bot] = {"easy": EASY, "normal": NORMAL, "hard": HARD, "expert": expert(GAME)}
