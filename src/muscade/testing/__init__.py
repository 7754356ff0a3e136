"""Is a game what the contract says? One suite for our games and for anybody's: call `check` on yours.

Every check can be called by itself as well, with a game and a number of seats; all of them are in `CHECKS`.

>>> import muscade
>>> game = muscade.game("mono-line")
>>> from muscade.testing.contract import moves_and_play_agree
>>> moves_and_play_agree(game, seats=2, effort=0.2)
>>> [one.name for one in CHECKS][:2]
['what_a_game_says_of_itself_holds', 'random_games_end_with_an_outcome']
"""

from muscade.testing import contract, descriptions, judges, lessons, lockstep, positions, secrecy, wrong_moves
from muscade.testing.cases import AnyGame, Case, Check

__all__ = ["CHECKS", "Case", "Check", "check"]

CHECKS: tuple[Check, ...] = tuple(
    found
    for module in (contract, wrong_moves, secrecy, descriptions, lockstep, judges, positions, lessons)
    for found in vars(module).values()
    if isinstance(found, Check)
)
"""What every game is held to."""


def check(game: AnyGame, *, seed: int = 0, effort: float = 1.0) -> None:
    """Hold a game to the contract, at tables of every size; an `AssertionError` says what is wrong, and where.

    Another ``seed`` looks at other games; twice the ``effort`` at twice as many.
    """
    assert game.seats, f"{game.name} says of no number of seats that it can be played so"
    for seats in game.seats:
        for one in CHECKS:
            one(game, seats, seed=seed, effort=effort)
