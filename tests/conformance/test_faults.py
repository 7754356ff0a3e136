"""The checks can fail: for each of them there is a game, faulty in one place, that it finds out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import msgspec
import pytest
from bonneteau import course as rows
from bonneteau import observation
from bonneteau.course import OVER, Setting, Table
from bonneteau.game import Bonneteau
from bonneteau.moves import NOTATION, UNKNOWN, Hide, Lift
from bonneteau.state import BonneteauState, BonneteauView
from tests.conformance.other_faults import OTHER_FAULTS, OtherFault

from muscade.core import NATURE, Game, IllegalMove, Move, Options, Outcome, Seat, State, Text
from muscade.core import registry as registered
from muscade.core.lots import Lots, OneOf
from muscade.kernels.course import Course
from muscade.testing import CHECKS, check

FAULTS: list[tuple[str, str, Game[Any, Any]]] = []
"""Which check finds it, what it says, and the game."""


def fault(found_by: str, says: str, state: type[BonneteauState] = BonneteauState) -> Any:
    """A game of that class, and of states of that class, has a fault."""

    def noted(kind: type[Bonneteau]) -> type[Bonneteau]:
        game = type(
            kind.__name__,
            (kind,),
            {
                "name": f"faulty-{len(FAULTS)}",
                "course": state.course,
                "new": lambda self, seats, **options: _new(self, state, seats, options),
            },
        )()
        FAULTS.append((found_by, says, game))
        return kind

    return noted


def _new(game: Game[Any, Any], kind: type[BonneteauState], seats: int, options: Options) -> BonneteauState:
    settled = game.settle_options(seats, options)
    return kind(game, seats, settled, Setting(seats=seats, **settled), Table())


def faulty_state(found_by: str, says: str) -> Any:
    """A state of that class has a fault."""

    def noted(kind: type[BonneteauState]) -> type[BonneteauState]:
        fault(found_by, says, kind)(Bonneteau)
        return kind

    return noted


# ---------------------------------------------------------------- games


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


class Felt(msgspec.Struct, frozen=True):
    colour: str


@fault("equipment_survives_the_wire", "its type None")
class UndeclaredEquipment(Bonneteau):
    def equipment(self, options: Options) -> Felt:
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


# ---------------------------------------------------------------- states


@faulty_state("random_games_end_with_an_outcome", "the outcome is None, the turn ()")
class EndsInSilence(BonneteauState):
    def outcome(self) -> Outcome | None:
        return None


@faulty_state("random_games_end_with_an_outcome", "nobody wins")
class NobodyWins(BonneteauState):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and msgspec.structs.replace(outcome, winners=())


@faulty_state("moves_and_play_agree", "is offered and refused")
class OffersTooMuch(BonneteauState):
    def moves(self, seat: Seat) -> Sequence[Move]:
        return (
            [*super().moves(seat), Lift(UNKNOWN)]
            if seat in self.turn() and seat >= 0
            else super().moves(seat)
        )


@faulty_state("moves_and_play_agree", "is offered a move twice")
class OffersTwice(BonneteauState):
    def moves(self, seat: Seat) -> Sequence[Move]:
        return [*super().moves(seat)] * 2


@faulty_state("second_thoughts_leave_the_turn_where_it_is", "it is the turn of")
class ThinksTooLate(BonneteauState):
    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        return self.moves(seat)[:1] if seat >= 0 else ()


@faulty_state("what_is_not_offered_is_refused_and_changes_nothing", "which is not offered, is not refused")
class OffersTooLittle(BonneteauState):
    def moves(self, seat: Seat) -> Sequence[Move]:
        moves = super().moves(seat)
        return moves[1:] if len(moves) == 3 else moves


@faulty_state("what_is_not_offered_is_refused_and_changes_nothing", "is refused by clause ''")
class RefusesWithoutAClause(BonneteauState):
    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        return IllegalMove("", "No.", "Non.")


@faulty_state("what_is_not_offered_is_refused_and_changes_nothing", "is refused with Text")
class RefusesInEnglish(BonneteauState):
    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        return IllegalMove("BN-1", "No.", "No.")


@faulty_state("what_is_not_offered_is_refused_and_changes_nothing", "has changed the state")
class NotesRefusedMoves(BonneteauState):
    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        self.table.points[0] += 1
        return super().refused(reason, seat, move)


@faulty_state("records_replay", "the record for 0 tells")
class ForgetsInViews(BonneteauState):
    def view(self, seat: Seat | None) -> BonneteauView:
        return msgspec.structs.replace(super().view(seat), history=())


@faulty_state("everything_travels_to_other_processes", "a state arrives as another one")
class LosesItsLastMove(BonneteauState):
    def __reduce__(self) -> tuple[Any, ...]:
        function, (name, seats, options, history) = super().__reduce__()
        return function, (name, seats, options, history[:-1])


@faulty_state("copies_are_independent", "what happens to a copy happens to the original")
class SharesItsTable(BonneteauState):
    def copy(self) -> Any:
        twin = super().copy()
        twin._lay(self.table)
        return twin


@faulty_state("copies_are_independent", "goes on differently")
class SharesWhatWasSeen(BonneteauState):
    def copy(self) -> Any:
        twin = super().copy()
        twin.__dict__["_seen"] = self._seen_by()
        return twin


@faulty_state("views_survive_the_wire", "true is")
class ViewOfAnotherVersion(BonneteauState):
    def view(self, seat: Seat | None) -> BonneteauView:
        return msgspec.structs.replace(super().view(seat), version=99)


@faulty_state("nothing_goes_out_that_a_seat_may_not_know", "the view tells viewer")
class GlassCups(BonneteauState):
    def view(self, seat: Seat | None) -> BonneteauView:
        table = self.table
        cups = tuple("muscade" if cup == table.muscade else "empty" for cup in range(self.setting.cups))
        return msgspec.structs.replace(super().view(seat), cups=cups)


@faulty_state("nothing_goes_out_that_a_seat_may_not_know", "the answer to")
class TellingRefusals(BonneteauState):
    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        cup = self.table.muscade
        return IllegalMove("BN-4", f"It is under {cup}.", f"Elle est sous {cup}.")


@faulty_state("nothing_goes_out_that_a_seat_may_not_know", "the offer tells viewer")
class OffersTheMuscade(BonneteauState):
    def moves(self, seat: Seat) -> Sequence[Move]:
        return sorted(super().moves(seat), key=lambda move: move != Lift(self.table.muscade))


@faulty_state("what_is_said_next_is_the_same_too", "depending on what is hidden")
class SaysWhatItFound(BonneteauState):
    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        found = isinstance(move, Lift) and move.cup == self.table.muscade
        return Lift(UNKNOWN) if found else super().redact(seat, move, viewer)


class Endless(BonneteauState):
    def outcome(self) -> Outcome | None:
        return None


@fault("imagined_states_play_on_to_the_end", "an imagined game is over without an outcome")
class ImaginesEndlessGames(Bonneteau):
    def imagine(self, view: BonneteauView, rng: random.Random) -> BonneteauState:
        true: State = super().imagine(view, rng)
        state = _new(self, Endless, view.seats, view.options)
        for seat, move in true.history:
            state.play(seat, move)
        return state


# ---------------------------------------------------------------- courses


@faulty_state("the_state_says_what_its_course_says", "of which the code is")
class MixesUpCodes(BonneteauState):
    def move_of(self, code: int) -> Move:
        return super().move_of(code ^ 1)


def course_with(**functions: Any) -> Course:
    module = ModuleType("faulty_course")
    vars(module).update(vars(rows) | functions)
    return Course(module)


def rewards_for_losers(setting: Setting, table: Table, given: list[float]) -> None:
    rows.rewards(setting, table, given)
    for seat in range(setting.seats):
        given[seat] = 1 - given[seat]


@faulty_state("the_state_says_what_its_course_says", "are the rewards")
class RewardsLosers(BonneteauState):
    course = course_with(rewards=rewards_for_losers)


class StaleMachine(Course):
    """Its machine code is of another text than what is interpreted."""

    @property
    def machine(self) -> Any:  # type: ignore[override]
        return Bonneteau.course.machine


def lift_two(setting: Setting, table: Table, seat: int, code: int) -> None:
    rows.play(setting, table, seat, code)
    if table.phase != OVER and seat >= 0:
        table.lifted |= 1 << (code + 1) % rows.LIFTS % setting.cups


def refuses_nothing(setting: Setting, table: Table, seat: int, code: int) -> int:
    return 0


@faulty_state("shared_fields_make_the_view", "is another one")
class SharesWhatIsHidden(BonneteauState):
    def shared_fields(self) -> dict[str, Any]:
        seen = self.view(0)
        return {"cups": seen.cups, "own_cup": seen.own_cup, "points": seen.points}


@faulty_state("shared_fields_make_the_view", "neither shared nor of one's own: cups, own_cup")
class ForgetsFields(BonneteauState):
    def shared_fields(self) -> dict[str, Any]:
        return {"points": self.view(None).points}


def observed_by(kind: type[Course], observe: Any) -> Course:
    module = ModuleType("faulty_observation")
    vars(module).update(vars(observation) | {"observe": observe})
    return kind(rows, observation=module)


def sees_the_muscade(setting: Setting, table: Table, seat: int, seen: Any) -> int:
    written = observation.observe(setting, table, seat, seen)
    seen[0] = table.muscade
    return written


def sees_too_little(setting: Setting, table: Table, seat: int, seen: Any) -> int:
    return observation.observe(setting, table, seat, seen) - 1


def sees_too_much(setting: Setting, table: Table, seat: int, seen: Any) -> int:
    written = observation.observe(setting, table, seat, seen)
    seen[0] = 9
    return written


@faulty_state("nothing_goes_out_that_a_seat_may_not_know", "the observation tells viewer")
class ObservesTheMuscade(BonneteauState):
    course = observed_by(Course, sees_the_muscade)


@faulty_state("interpreted_and_compiled_are_the_same", "numbers, and the fields have")
class ObservesTooLittle(BonneteauState):
    course = observed_by(StaleMachine, sees_too_little)


@faulty_state("interpreted_and_compiled_are_the_same", "what seat 0 sees: interpreted")
class ObservesOtherwise(BonneteauState):
    course = observed_by(StaleMachine, sees_too_much)


@faulty_state("interpreted_and_compiled_are_the_same", "the table: interpreted")
class LiftsTwo(BonneteauState):
    course = StaleMachine(vars(course_with(play=lift_two))["module"])


@faulty_state("interpreted_and_compiled_are_the_same", "the refusal of code")
class RefusesNothing(BonneteauState):
    course = StaleMachine(vars(course_with(refusal=refuses_nothing))["module"])


# ---------------------------------------------------------------- found out


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


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faulty games are found by their names like any other, and so is the one they are made of."""
    here = __name__
    entries = dict(registered._entries())
    entries["bonneteau"] = EntryPoint("bonneteau", "bonneteau.game:GAME", registered.GROUP)
    for number, game in enumerate([*(game for _, _, game in FAULTS), *(one.game for one in OTHER_FAULTS)]):
        monkeypatch.setitem(globals(), f"_game_{number}", game)
        entries[game.name] = EntryPoint(game.name, f"{here}:_game_{number}", registered.GROUP)
    monkeypatch.setattr(registered, "_entries", lambda: entries)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("found_by", "says", "game"), FAULTS, ids=[f"{found}: {says}" for found, says, _ in FAULTS]
)
def test_a_fault_is_found(found_by: str, says: str, game: Game[Any, Any]) -> None:
    [found] = [one for one in CHECKS if one.name == found_by]
    with pytest.raises(AssertionError) as told:
        found(game, 2)
    assert says in str(told.value)
    assert str(told.value).startswith(f"{found_by}: {game.name}, 2 seats, options {{'cups': ")
    assert ", seed 0, case " in str(told.value)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("fault", OTHER_FAULTS, ids=[f"{one.found_by}: {one.says}" for one in OTHER_FAULTS])
def test_a_fault_of_positions_or_lessons_is_found(fault: OtherFault) -> None:
    [found] = [one for one in CHECKS if one.name == fault.found_by]
    with pytest.raises(AssertionError, match=fault.says):
        found(fault.game, fault.seats)


def test_every_check_finds_one() -> None:
    found = {found_by for found_by, _, _ in FAULTS} | {one.found_by for one in OTHER_FAULTS}
    assert found == {one.name for one in CHECKS}


@pytest.mark.usefixtures("installed")
def test_the_whole_suite_finds_them_too() -> None:
    for _, _, game in (FAULTS[0], FAULTS[-1]):
        with pytest.raises(AssertionError):
            check(game, effort=0.3)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.name)
def test_the_game_they_are_made_of_has_none(one: Any) -> None:
    for seats in (2, 3):
        one(registered.game("bonneteau"), seats)
