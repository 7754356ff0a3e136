"""A tree search over what one cannot see, ours of Pass Pass and OpenSpiel's C++ one of hearts, equally long.

Both search from positions in the play of the cards, after the first trick: OpenSpiel's search ends the process with a
segmentation fault where the last player of hearts chooses cards to pass on.
"""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Any

import muscade
from muscade.bots.search import Effort, search
from muscade.kernels import kernel_of

from .side_by_side import Contestant

SIMULATIONS = 1000
POSITIONS = 8
PASSED_ON = 12
"""Cards that change hands before the first trick of hearts; without passing, as many moves go into tricks."""


def muscade_searches(name: str, seats: int) -> Contestant:
    """Simulations from the views of players who are to play a card."""
    game = muscade.game(name)
    kernel = kernel_of(game, seats)
    rng = Random(1)
    views = cycle([_view_after_a_trick(game, seats, seed) for seed in range(POSITIONS)])
    effort = Effort(seconds=float("inf"), simulations=SIMULATIONS)

    def think() -> int:
        return search(kernel, next(views), effort, rng).simulations

    return think


def _view_after_a_trick(game: Any, seats: int, seed: int) -> Any:
    match = muscade.Match(game, seats, seed=seed)
    rng = Random(seed)
    played = 0
    while True:
        [seat] = match.state.turn()
        view: Any = match.state.view(seat)
        if played >= seats and view.phase == "play":
            return view
        played += view.phase == "play"
        match.play(seat, rng.choice(match.state.moves(seat)))


def open_spiel_searches(name: str) -> Contestant:
    """The same number of simulations, each a random game to its end, with the settings of OpenSpiel's own examples."""
    import pyspiel  # late: whoever only reads results need not have it

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(
        1,
        evaluator,
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    states = cycle([_state_after_a_trick(game, seed) for seed in range(POSITIONS)])

    def think() -> int:
        bot.step(next(states))
        return SIMULATIONS

    return think


def _state_after_a_trick(game: Any, seed: int) -> Any:
    state = game.new_initial_state()
    rng = Random(seed)
    played = 0
    while True:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        if played >= PASSED_ON + game.num_players() and len(state.legal_actions()) > 1:
            return state
        state.apply_action(rng.choice(state.legal_actions()))
        played += 1
