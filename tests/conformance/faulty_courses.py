"""Courses that are faulty: compiled from another text, or telling what they should not."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from bonneteau import course as rows
from bonneteau import observation
from bonneteau.course import OVER, Setting, Table
from bonneteau.game import Bonneteau
from bonneteau.state import BonneteauState
from tests.conformance.faults import course_with, faulty_state, module_with

from muscade.core import Move
from muscade.kernels.course import Course


@faulty_state("the_state_says_what_its_course_says", "of which the code is")
class MixesUpCodes(BonneteauState):
    def move_of(self, code: int) -> Move:
        return super().move_of(code ^ 1)


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
    course = StaleMachine(module_with(play=lift_two))


@faulty_state("interpreted_and_compiled_are_the_same", "the refusal of code")
class RefusesNothing(BonneteauState):
    course = StaleMachine(module_with(refusal=refuses_nothing))


def judged_by(**functions: Any) -> Course:
    module = ModuleType("faulty_judge")
    vars(module).update(functions)
    return Course(rows, judge=module)


def priors_of_nothing(setting: Setting, table: Table, seat: int, codes: Any, count: int, given: Any) -> None:
    for place in range(count):
        given[place] = 0.0


@faulty_state("a_judge_says_what_can_be", "which add up to 0.0")
class PromisesNothing(BonneteauState):
    course = judged_by(priors=priors_of_nothing)


def expects_points(setting: Setting, table: Table, chance: Any, given: Any) -> None:
    for seat in range(setting.seats):
        given[seat] = 1.5 + table.points[seat]


@faulty_state("a_judge_says_what_can_be", "beyond 0 to 1")
class ExpectsTooMuch(BonneteauState):
    course = judged_by(evaluate=expects_points)


def expects_in_words(setting: Setting, table: Table, chance: Any, given: Any) -> None:
    for seat in range(setting.seats):
        given[seat] = float({"half": "0.5"}["half"])


@faulty_state("a_judge_says_what_can_be", "dict")
class ExpectsWhatCannotBeCompiled(BonneteauState):
    course = judged_by(evaluate=expects_in_words)
