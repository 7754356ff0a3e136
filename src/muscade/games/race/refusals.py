"""Why a race refuses what both races refuse; the clause differs by game."""

from __future__ import annotations

from dataclasses import dataclass

from muscade.core.errors import IllegalMove
from muscade.core.refusals import ANY_CLAUSE, GAME_OVER, Refusal


@dataclass(frozen=True)
class Clauses:
    """Where a game's page says what both races say."""

    start: str
    """Who begins."""
    turn: str
    """What a turn is."""
    win: str
    colours: str
    """Which colours are played, and whose they are."""
    limit: str


_opening_first = Refusal(
    ANY_CLAUSE, "The dice decide first who begins.", "Les dés décident d'abord qui commence."
)
_roll_first = Refusal(ANY_CLAUSE, "The dice are rolled first.", "On lance d'abord les dés.")
_anothers_turn = Refusal(ANY_CLAUSE, "It is another player's turn.", "C'est le tour de quelqu'un d'autre.")
_game_over = Refusal(ANY_CLAUSE, *GAME_OVER)


def waiting(clauses: Clauses, phase: str) -> IllegalMove:
    match phase:
        case "opening":
            return _opening_first(clauses.start)
        case "roll":
            return _roll_first(clauses.turn)
        case "act":
            return _anothers_turn(clauses.turn)
        case _:
            return _game_over(clauses.win)


already_rolled = Refusal(
    ANY_CLAUSE, "The dice have been rolled for this turn.", "Les dés sont déjà lancés pour ce tour."
)
nothing_to_undo = Refusal(
    ANY_CLAUSE,
    "There is nothing to take back: only what was done since this turn's roll can be.",
    "Il n'y a rien à reprendre : on ne reprend que ce qui a été fait depuis le lancer de ce tour.",
)
not_a_move_here = Refusal(
    ANY_CLAUSE, "That is not something one does in this game.", "Cela ne se fait pas dans ce jeu."
)
