"""States that are faulty in what they offer, refuse, show, copy or end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from bonneteau import course as rows
from bonneteau.course import LIFTS, Table
from bonneteau.moves import CODES, UNKNOWN, Lift
from bonneteau.state import REASONS, BonneteauState, BonneteauView
from tests.conformance.faults import faulty_state

from muscade.core import IllegalMove, Move, Outcome, Seat
from muscade.kernels.stepping import NO_CODE


@faulty_state("random_games_end_with_an_outcome", "the outcome is None, the turn ()")
class EndsInSilence(BonneteauState):
    def outcome(self) -> Outcome | None:
        return None


@faulty_state("random_games_end_with_an_outcome", "nobody wins")
class NobodyWins(BonneteauState):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and msgspec.structs.replace(outcome, winners=())


@faulty_state("random_games_end_with_an_outcome", "the turn of seat 0, and there is no move for it")
class AlwaysTheFirst(BonneteauState):
    def turn(self) -> tuple[Seat, ...]:
        turn = super().turn()
        return (0,) if turn and turn[0] >= 0 else turn


@faulty_state(
    "imagined_states_play_on_to_the_end", "that the law refuses: This is not to be done now. (BN-4)"
)
class ForgetsToTell(BonneteauState):
    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        """What was under a cup is not shown, so nobody can imagine why a round was over."""


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


@faulty_state(
    "what_means_nothing_is_refused", "has no code: let `code_of` give it one that `refusal` refuses"
)
class HasNoCode(BonneteauState):
    def code_of(self, seat: Seat, move: Move) -> int:
        return CODES.get(move, NO_CODE)


@faulty_state("what_means_nothing_is_refused", "and `reasons` has no words for it")
class HasNoWords(BonneteauState):
    reasons: ClassVar = {rows.NOT_NOW: REASONS[rows.NOT_NOW]}


@faulty_state("what_means_nothing_is_refused", "which means nothing, is not refused")
class TakesOneCupForAnother(BonneteauState):
    """As where a code is reckoned of whatever number stands in a move."""

    def code_of(self, seat: Seat, move: Move) -> int:
        return LIFTS + move.cup % self.setting.cups if isinstance(move, Lift) else super().code_of(seat, move)


@faulty_state("what_means_nothing_is_refused", "which there is not, is not refused")
class LetsAnybodyPlay(BonneteauState):
    def play(self, seat: Seat, move: Move) -> None:
        super().play(seat if seat < self.seats else self.turn()[0], move)


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


@faulty_state("nothing_goes_out_that_a_seat_may_not_know", "which world it is: cups is ['empty'")
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


@faulty_state("shared_fields_make_the_view", "is another one")
class SharesWhatIsHidden(BonneteauState):
    def shared_fields(self) -> dict[str, Any]:
        seen = self.view(0)
        return {"cups": seen.cups, "own_cup": seen.own_cup, "points": seen.points}


@faulty_state("shared_fields_make_the_view", "neither shared nor of one's own: cups, own_cup")
class ForgetsFields(BonneteauState):
    def shared_fields(self) -> dict[str, Any]:
        return {"points": self.view(None).points}
