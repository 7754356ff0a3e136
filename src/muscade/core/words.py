"""Words of the table: what is said beside the moves of a game and stands in the same record.

They begin with a stroke, as no move does (``/resign``). The law never hears of them, and chance's draws are counted
without them; but they may end a game before the law does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from muscade.core.errors import InvalidWord
from muscade.core.moves import NOBODY, Seat
from muscade.core.refusals import GAME_OVER
from muscade.core.text import quoted
from muscade.core.views import EndedBy, Outcome

if TYPE_CHECKING:
    from muscade.core.state import State

STROKE = "/"

RESIGN = "/resign"
"""I give up."""
DRAW = "/draw"
"""I offer to share the victory."""
AGREE, DECLINE = "/agree", "/decline"
"""Answers to such an offer."""
FLAG = "/flag"
"""The clock's: this seat has used up its time."""
FORFEIT = "/forfeit"
"""The table's: this seat has been away for too long."""
PACE, SKIP = "/pace", "/skip"
"""How quickly bots are to move, which settles nothing: ``/pace fast``, or at once until my turn."""

WORDS = (RESIGN, DRAW, AGREE, DECLINE, FLAG, FORFEIT, PACE, SKIP)

_CAUSES: Mapping[str, EndedBy] = MappingProxyType({RESIGN: "resignation", FLAG: "time", FORFEIT: "absence"})
_TWO_PARTIES = 2


def is_word(text: str) -> bool:
    """Is this said of the table, and no move?

    >>> is_word("/resign"), is_word("P12")
    (True, False)
    """
    return text.startswith(STROKE)


class Words:
    """Follows what is said at a table, and whether that has ended the game.

    Who resigns, is out of time or away for too long is *out*. A party is out when all its seats are, and of two parties the
    whole one whose member the clock or the table put out; when only one is left, it has won. Until then whoever is out is
    played for.

    >>> import muscade
    >>> words = Words(muscade.game("mono-line").new(2))
    >>> words.say(0, "/resign")
    >>> words.outcome(None)
    Outcome(winners=(1,), scores=(), reason='resignation', teams=None, by='resignation')
    """

    __slots__ = ("_parties", "_shares", "agreed", "by", "count", "offer", "out", "winners")

    def __init__(self, state: State) -> None:
        self._parties = state.parties()
        self._shares = state.knows_draws()
        self.out: dict[Seat, EndedBy] = {}
        """Who is out, and why."""
        self.offer: Seat | None = None
        """Whose offer of a draw stands."""
        self.agreed = NOBODY
        """The parties that want it."""
        self.by: EndedBy | None = None
        """What has ended the game, if not the law."""
        self.winners: tuple[Seat, ...] = ()
        self.count = 0
        """Grows with everything that is said, and whenever something changes by it."""

    @property
    def parties(self) -> tuple[int, ...]:
        return self._parties

    def party(self, seat: Seat) -> tuple[Seat, ...]:
        """Those who win and lose together with a seat, itself included."""
        own = self._parties[seat]
        return tuple(other for other, party in enumerate(self._parties) if party == own)

    def left(self) -> frozenset[int]:
        """The parties that still play."""
        return frozenset(party for seat, party in enumerate(self._parties) if seat not in self.out)

    def agreeing(self) -> tuple[Seat, ...]:
        """The seats of those who want the draw."""
        return tuple(seat for seat, party in enumerate(self._parties) if party in self.agreed)

    # ------------------------------------------------------------ what is said

    def say(self, seat: Seat, word: str) -> None:
        """Follow a word, or raise `InvalidWord` and change nothing."""
        if not 0 <= seat < len(self._parties):
            raise InvalidWord(f"There is no seat {seat}.", f"Il n'y a pas de place {seat}.")
        if self.by is not None:
            raise InvalidWord(*GAME_OVER)
        said = word.partition(" ")[0]
        if said in (PACE, SKIP):
            self.count += 1
            return
        if seat in self.out:
            raise InvalidWord("You have left this game.", "Vous avez quitté cette partie.")
        if (cause := _CAUSES.get(word)) is not None:
            self._leave(seat, cause, whole=word != RESIGN)
        elif word == DRAW:
            self._propose(seat)
        elif word in (AGREE, DECLINE):
            self._answer(seat, agrees=word == AGREE)
        else:
            raise InvalidWord(
                f"{quoted(word)} is no word of the table.", f"{quoted(word)} n'est pas un mot de la table."
            )
        self.count += 1

    def moved(self, seat: Seat) -> None:
        """A seat has made a move: an offer of its own lapses."""
        if self.offer == seat:
            self._withdraw()

    def _withdraw(self) -> None:
        self.offer, self.agreed = None, NOBODY
        self.count += 1

    def _leave(self, seat: Seat, cause: EndedBy, *, whole: bool) -> None:
        whole = whole and len(set(self._parties)) == _TWO_PARTIES
        for other in self.party(seat) if whole else (seat,):
            self.out.setdefault(other, cause)
        if self.offer in self.out:
            self._withdraw()
        left = self.left()
        if len(left) <= 1:
            self._end(cause, left)
        elif self.offer is not None and self.agreed >= left:
            self._end("agreement", left)

    def _propose(self, seat: Seat) -> None:
        if not self._shares:
            raise InvalidWord("This game knows no draw.", "Ce jeu ne connaît pas la partie nulle.")
        if self.offer is not None:
            raise InvalidWord(
                "A draw has been offered already; agree or decline.",
                "La partie nulle est déjà proposée ; acceptez ou refusez.",
            )
        self.offer, self.agreed = seat, frozenset((self._parties[seat],))

    def _answer(self, seat: Seat, *, agrees: bool) -> None:
        if self.offer is None:
            raise InvalidWord("No draw has been offered.", "Personne n'a proposé la partie nulle.")
        party = self._parties[seat]
        if not agrees:
            self._withdraw()
        elif party in self.agreed:
            raise InvalidWord("Your side has agreed already.", "Votre camp a déjà accepté.")
        else:
            self.agreed |= {party}
            if self.agreed >= (left := self.left()):
                self._end("agreement", left)

    def _end(self, by: EndedBy, parties: frozenset[int]) -> None:
        self.by, self.offer = by, None
        self.winners = tuple(seat for seat, party in enumerate(self._parties) if party in parties)

    # ------------------------------------------------------------ how it ended

    def outcome(self, law: Outcome | None) -> Outcome | None:
        """How the game ended, where the law says ``law``: whoever is out has not won."""
        if self.by is not None:
            alone = self._parties == tuple(range(len(self._parties)))
            teams = None if alone else self._parties
            return Outcome(self.winners, (), self.by, teams, self.by)
        if law is None or not self.out or not (left := self.left()):
            return law
        winners = tuple(seat for seat in law.winners if self._parties[seat] in left)
        if not winners:
            playing = [seat for seat, party in enumerate(self._parties) if party in left]
            best = max(law.scores[seat] for seat in playing)
            winners = tuple(seat for seat in playing if law.scores[seat] == best)
        return msgspec.structs.replace(law, winners=winners)
