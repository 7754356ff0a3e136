"""What can be said of a turn once every fist and every cup is open: the truth, a bluff, a chance that went by."""

from __future__ import annotations

from muscade.core import Insight, Seat
from muscade.core.text import Sentence, joined
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.course import Table
from muscade.games.ptipasspass.cups import CupLayout
from muscade.games.ptipasspass.tokens import COLOUR_NAMES, LETTERS, letters

TRUTH = Sentence("Announced {colour}, and it was.", "Annonce {colour}, et c'était vrai.")
BLUFF = Sentence("Announced {colour}; the fist held {held}.", "Annonce {colour} ; le poing cachait {held}.")
NO_DOUBLON = Sentence(
    "Nobody said Doublon: {cup} held {tokens}.", "Personne n'a dit Doublon : {cup} cachait {tokens}."
)
NO_MENTEUR = Sentence("Nobody said Menteur: it was {held}.", "Personne n'a dit Menteur : c'était {held}.")
NO_LINE = Sentence("{cups} would have won.", "{cups} auraient gagné.")


def of_announcement(before: Table, announced: int, cups: CupLayout, seats: int) -> tuple[Insight, ...]:
    """PT-5, PT-6: window 1 has just closed, and the colour of the fist was said."""
    said, held = COLOUR_NAMES[LETTERS[announced]], COLOUR_NAMES[LETTERS[before.fist]]
    lie = rules.is_lie(before.fist, announced)
    active = (int(before.active),)
    told = (
        Insight("bluff", active, BLUFF(colour=said, held=held))
        if lie
        else Insight("truth", active, TRUTH(colour=said))
    )
    pile = before.cups[before.named]
    if not rules.is_doublon(pile):
        return (told,)
    missed = NO_DOUBLON(
        cup=cups.names[before.named], tokens=joined([COLOUR_NAMES[letter] for letter in letters(pile)])
    )
    return Insight("missed", _others(before, seats), missed), told


def of_silence(before: Table, seats: int) -> tuple[Insight, ...]:
    """PT-7: window 2 has closed, and the token lies under its cup."""
    if not rules.is_lie(before.fist, before.announced):
        return ()
    missed = NO_MENTEUR(held=COLOUR_NAMES[LETTERS[before.fist]])
    return (Insight("missed", _others(before, seats), missed),)


def of_wrong_lift(before: Table, cups: CupLayout) -> tuple[Insight, ...]:
    """PT-16, PT-17: these three did not win; the first line that would have, if there was one."""
    for line in cups.lines:
        if rules.line_wins(*(rules.palette(before.cups[cup]) for cup in line)):
            names = ", ".join(sorted(cups.names[cup] for cup in line))
            return (Insight("missed", (int(before.active),), NO_LINE(cups=names)),)
    return ()


def _others(table: Table, seats: int) -> tuple[Seat, ...]:
    """Everybody but the active player has said OK (PT-8)."""
    return tuple(seat for seat in range(seats) if seat != table.active)
