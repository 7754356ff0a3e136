"""Games that are faulty in what they say of themselves, read, draw, imagine or tell."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from bonneteau.course import Table
from bonneteau.game import Bonneteau
from bonneteau.moves import NOTATION, Hide, Lift
from bonneteau.state import BonneteauState, BonneteauView
from tests.conformance.faults import course_with, fault, new_state

from muscade.core import NATURE, Move, Option, Options, Outcome, Seat, State, Text
from muscade.core.lots import Lots, OneOf
from muscade.core.options import fewer_option


@fault("what_a_game_says_of_itself_holds", "a text without French")
class EnglishOnly(Bonneteau):
    tagline = Text("Cups.", "")


@fault("what_a_game_says_of_itself_holds", "its limit 'turns' is no option")
class LimitedByNothing(Bonneteau):
    limit = "turns"


@fault("notation_and_repr_round_trip", "is read as Lift")
class MisreadMoves(Bonneteau):
    def parse(self, notation: str) -> Move:
        move = NOTATION.parse(notation)
        return Lift(0) if isinstance(move, Lift) else move


@fault("nonsense_is_no_notation", "'nonsense' is not refused")
class ReadsAnything(Bonneteau):
    def parse(self, notation: str) -> Move:
        return Lift(0) if notation == "nonsense" else NOTATION.parse(notation)


@fault("global_random_generators_do_not_matter", "ends differently")
class DrawsFromElsewhere(Bonneteau):
    def draw(self, state: BonneteauState, rng: random.Random) -> Move:
        return random.choice([Hide(cup) for cup in range(state.setting.cups)])


@fault("options_are_named_when_wrong", "is not refused")
class TakesAnyOption(Bonneteau):
    def settle_options(self, seats: int, given: Any) -> Options:
        return super().settle_options(seats, {"cups": given["cups"]} if "cups" in given else {})


class OffersTwiceOfThree(BonneteauState):
    def moves(self, seat: Seat) -> Sequence[Move]:
        return [*super().moves(seat)] * (2 if self.setting.cups == 3 else 1)


@fault("moves_and_play_agree", "is offered a move twice", OffersTwiceOfThree)
class FaultyInItsLaboratory(Bonneteau):
    def laboratory(self, seats: int) -> tuple[Option, ...]:
        return (fewer_option("cups", Text("Cups", "Gobelets"), (5, 3), "BN-1"),)


class Felt(msgspec.Struct, frozen=True):
    colour: str


@fault("equipment_survives_the_wire", "its type None")
class UndeclaredEquipment(Bonneteau):
    def equipment(self, seats: int, options: Options) -> Felt:
        return Felt("green")


class FirstCupBot:
    title = Text("first", "premier")

    def choose(self, view: Any, moves: Sequence[Move], rng: random.Random) -> Move:
        return Lift(0)


@fault("every_bot_plays_to_the_end", "first chooses lift 1")
class StubbornBot(Bonneteau):
    def bots(self) -> Any:
        return {"first": FirstCupBot()}


@fault("imagination_differs_where_anything_is_hidden", "all worlds imagined are the same")
class ImaginesOneThing(Bonneteau):
    def imagine(self, view: BonneteauView, rng: random.Random) -> BonneteauState:
        return super().imagine(view, random.Random(0))


class OpenCups(BonneteauState):
    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        return move


@fault("imagination_differs_where_anything_is_hidden", "nothing is hidden", OpenCups)
class ForgetsWhatItSaw(Bonneteau):
    def imagine(self, view: BonneteauView, rng: random.Random) -> BonneteauState:
        state = self.new(view.seats, **view.options)
        for event in view.history[:1]:
            state.play(event.seat, Hide(rng.randrange(4)))
        return state


@fault("worlds_look_like_the_real_table", "sees")
class ForgetsWhatWasLifted(Bonneteau):
    def worlds(self, view: BonneteauView, rng: random.Random, count: int) -> Sequence[Table]:
        tables: Sequence[Table] = super().worlds(view, rng, count)
        for table in tables:
            table.lifted = 0
        return tables


class SeesNothing(BonneteauState):
    course = course_with()


fault("worlds_look_like_the_real_table", "seat 0 may do", SeesNothing)(ForgetsWhatWasLifted)


@fault("worlds_look_like_the_real_table", "seat 0 is given 0 worlds")
class KnowsNoWorld(Bonneteau):
    def worlds(self, view: BonneteauView, rng: random.Random, count: int) -> Sequence[Table]:
        return ()


class Endless(BonneteauState):
    def outcome(self) -> Outcome | None:
        return None


@fault("imagined_states_play_on_to_the_end", "an imagined game is over without an outcome")
class ImaginesEndlessGames(Bonneteau):
    def imagine(self, view: BonneteauView, rng: random.Random) -> BonneteauState:
        true: State = super().imagine(view, rng)
        state = new_state(self, Endless, view.seats, view.options)
        for seat, move in true.history:
            state.play(seat, move)
        return state


@fault("draws_can_be_made_again", "which is not the natural order")
class LaysCupsBackwards(Bonneteau):
    def lots(self, state: BonneteauState) -> Lots:
        return OneOf(state.moves(NATURE)[::-1], lambda move: move)


@fault("draws_can_be_made_again", "and what is told of it")
class DrawsOtherwise(Bonneteau):
    def draw(self, state: BonneteauState, rng: random.Random) -> Move:
        return Hide(rng.randrange(1, state.setting.cups))


@fault("what_is_seen_is_told", "sees something new, and is told the same in fr")
class TellsLittleInFrench(Bonneteau):
    def describe(self, view: BonneteauView, names: Sequence[str] = ()) -> Text:
        return Text(super().describe(view, names).en, "Une partie.")


@fault("whoever_sees_the_same_is_told_the_same", "viewer")
class TellsOfSomethingElse(Bonneteau):
    def describe(self, view: BonneteauView, names: Sequence[str] = ()) -> Text:
        told = super().describe(view, names).en + str(random.random())
        return Text(told, told)
