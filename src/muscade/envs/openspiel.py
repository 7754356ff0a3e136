"""The games as OpenSpiel has them: to import this module is to register ``muscade_<game>``. Needs the extra ``openspiel``.

>>> import pyspiel
>>> import muscade.envs.openspiel
>>> game = pyspiel.load_game("muscade_pass_pass", {"players": 4, "options": "teams:2x2;leader:0"})
>>> state = game.new_initial_state()
>>> len(state.chance_outcomes())     # a deal is drawn card by card
48

Chance's moves are nodes with probabilities. Where several may act, they are asked one after another, in the order that the law has; a race
has simultaneous nodes, and chance says whose choice arrives first.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, cast

import pyspiel

from muscade.core import NATURE, Game, IllegalMove, InvalidOptions, Move, Seat, game_names
from muscade.core.lots import OneOf
from muscade.core.registry import game as find_game
from muscade.core.text import quoted
from muscade.envs.recalling import RECALL, Observer, checked_recall
from muscade.kernels import kernel_of
from muscade.kernels.kernel import Kernel
from muscade.kernels.stepping import CourseState

MOST_OUTCOMES = 1000
"""Chance never has more outcomes at once."""
LONGEST = 1_000_000
"""No game takes more events; most have no limit of their own."""


def short_name(game: Game[Any, Any]) -> str:
    """What OpenSpiel calls a game."""
    return f"muscade_{game.name.replace('-', '_')}"


def game_type(game: Game[Any, Any], seats: int | None = None) -> Any:
    """What OpenSpiel is told of a game; with two seats one's gain is the other's loss."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=game.title.en,
        dynamics=kinds.Dynamics.SIMULTANEOUS if game.real_time else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if seats == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min((*game.laboratory_seats, *game.seats)),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "options": "", "recall": RECALL},
    )


def read_options(game: Game[Any, Any], seats: int, text: str) -> dict[str, Any]:
    """The options of a table as OpenSpiel's parameters can have them.

    >>> read_options(find_game("pass-pass"), 4, "teams:2x2;leader:0")
    {'teams': '2x2', 'leader': 0}
    """
    game.settle_options(seats, {})  # the number of seats first: options depend on it
    offered = (*game.options(seats), *game.laboratory(seats))
    options: dict[str, Any] = {}
    for item in filter(None, text.split(";")):
        name, colon, value = item.partition(":")
        if not colon:
            raise InvalidOptions(
                f"Options are written name:value, with semicolons between them, not {quoted(item)}.",
                f"Les options s'écrivent nom:valeur, séparées par des points-virgules, pas {quoted(item)}.",
            )
        choices = [choice for option in offered if option.name == name for choice in option.choices]
        [options[name]] = [choice.value for choice in choices if str(choice.value) == value][:1] or [value]
    return options


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players and options settled; each game has a class of its own."""

    played: ClassVar[Game[Any, Any]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.played
        given = {"players": game.seats[0], "options": "", "recall": RECALL, **(params or {})}
        seats = given["players"]
        self.recall: int = checked_recall(given["recall"])
        self.kernel: Kernel = kernel_of(game, seats, read_options(game, seats, given["options"]))
        super().__init__(
            game_type(game, seats),
            pyspiel.GameInfo(
                num_distinct_actions=self.kernel.code_count,
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=seats,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0 if seats == 2 else None,
                max_game_length=LONGEST,
            ),
            given,
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees, as OpenSpiel's own learners ask for it; with perfect recall, the last events as well."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.kernel, self.recall if kind.perfect_recall else None)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        kernel = game.kernel
        self.table: CourseState[Any, Any] = kernel.game.new(kernel.seats, **kernel.options)
        self.drawn: list[int] = []
        """Of a deal that is under way: the places of what was drawn, in the piles as they were laid."""
        self.choices: dict[Seat, Move] = {}
        """In a race: what was chosen and has not arrived yet."""

    # ------------------------------------------------------------ who acts, and what may be done

    def current_player(self) -> int:
        turn = self.table.turn()
        if not turn:
            return int(pyspiel.PlayerId.TERMINAL)
        if turn == (NATURE,) or self.choices:
            return int(pyspiel.PlayerId.CHANCE)
        if self.table.game.real_time:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return (self.table.precedence() or turn)[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.codes(player)) if self.table.may_act(player) else []

    def is_terminal(self) -> bool:
        return not self.table.turn()

    def returns(self) -> list[float]:
        given = [0.0] * self.table.seats
        if self.is_terminal():
            self.table.course.functions["rewards"](self.table.setting, self.table.table, given)
        return [float(share) for share in given]

    # ------------------------------------------------------------ chance

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.table.turn() != (NATURE,):
            return [(seat, 1 / len(self.choices)) for seat in sorted(self.choices)]
        things = self._things()
        counts: dict[int, int] = {}
        for place in things:
            same = next((other for other in counts if things[other] == things[place]), place)
            counts[same] = counts.get(same, 0) + 1
        return [(place, count / len(things)) for place, count in sorted(counts.items())]

    def _things(self) -> dict[int, Any]:
        """What chance draws from now, by its place; two that are equal make the same move."""
        lots = self.table.game.lots(self.table)
        if isinstance(lots, OneOf):
            return {place: lots.made(thing) for place, thing in enumerate(lots.things)}
        first = 0
        for pile in lots.piles:
            if len(self.drawn) < first + len(pile):
                places = range(first, first + len(pile))
                flat = [thing for some in lots.piles for thing in some]
                return {place: flat[place] for place in places if place not in self.drawn}
            first += len(pile)
        raise AssertionError("a deal that is over goes on")

    def _happen(self, outcome: int) -> None:
        lots = self.table.game.lots(self.table)
        if isinstance(lots, OneOf):
            self.table.play(NATURE, lots.made(lots.things[outcome]))
            return
        self.drawn.append(outcome)
        if len(self.drawn) == lots.taken:
            flat = [thing for pile in lots.piles for thing in pile]
            self.table.play(NATURE, lots.made(tuple(flat[place] for place in self.drawn)))
            self.drawn = []

    # ------------------------------------------------------------ what follows

    def _apply_action(self, action: int) -> None:
        if self.table.turn() == (NATURE,):
            self._happen(action)
        elif self.choices:
            self.table.play(action, self.choices.pop(action))
        else:
            self.table.play(self.current_player(), self.table.move_of(action))
        self._arrive()

    def _apply_actions(self, actions: list[int]) -> None:
        """All choose at the same moment; whoever may not act is not asked."""
        self.choices = {seat: self.table.move_of(actions[seat]) for seat in self.table.turn()}
        self._arrive()

    def _arrive(self) -> None:
        """Choices that have come too late change nothing; the last one left need not be drawn. Chance's own moves come before."""
        while self.choices and self.table.turn() != (NATURE,):
            self.choices = {seat: move for seat, move in self.choices.items() if self._in_time(seat, move)}
            if len(self.choices) != 1:
                return
            self.table.play(*self.choices.popitem())

    def _in_time(self, seat: Seat, move: Move) -> bool:
        try:
            self.table.copy().play(seat, move)
        except IllegalMove:
            return False
        return True

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one. Its history in OpenSpiel's own terms is not told."""
        twin = cast("SpielGame", self.get_game()).new_initial_state()
        rng = Random(repr(sampler()))
        twin.table = self.table.game.imagine(self.table.view(player), rng)
        return twin

    # ------------------------------------------------------------ in words

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.table.move_of(action))
        if self.table.turn() != (NATURE,):
            return f"seat {action} is first"
        return str(self._things()[action])

    def __str__(self) -> str:
        told = [f"{seat}: {move}" for seat, move in self.table.history]
        return "\n".join([*told, f"drawn: {self.drawn}", f"chosen: {self.choices}"])


def register() -> None:
    """Tell OpenSpiel of all games."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        game = find_game(name)
        if short_name(game) not in known:
            # A class, not a function: OpenSpiel lets go of it when Python is gone already, and a function would then be freed.
            kind = type(short_name(game), (SpielGame,), {"played": game})
            pyspiel.register_game(game_type(game), kind)


register()
