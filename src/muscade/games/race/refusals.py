"""Why a race refuses what both races refuse; the clause differs by game."""

from __future__ import annotations

from dataclasses import dataclass

from muscade.core.errors import IllegalMove


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


def waiting(clauses: Clauses, phase: str, active: int) -> IllegalMove:
    match phase:
        case "opening":
            return IllegalMove(
                clauses.start,
                "The dice decide first who begins.",
                "Les dés décident d'abord qui commence.",
            )
        case "roll":
            return IllegalMove(clauses.turn, "The dice are rolled first.", "On lance d'abord les dés.")
        case "act":
            return IllegalMove(
                clauses.turn, f"It is the turn of seat {active}.", f"C'est le tour de la place {active}."
            )
        case _:
            return IllegalMove(clauses.win, "The game is over.", "La partie est finie.")


def already_rolled(clauses: Clauses) -> IllegalMove:
    return IllegalMove(
        clauses.turn, "The dice have been rolled for this turn.", "Les dés sont déjà lancés pour ce tour."
    )


def nothing_to_undo(clauses: Clauses) -> IllegalMove:
    return IllegalMove(
        clauses.turn,
        "There is nothing to take back: only what was done since this turn's roll can be.",
        "Il n'y a rien à reprendre : on ne reprend que ce qui a été fait depuis le lancer de ce tour.",
    )


def not_a_move_here(clauses: Clauses) -> IllegalMove:
    return IllegalMove(
        clauses.turn, "That is not something one does in this game.", "Cela ne se fait pas dans ce jeu."
    )
