"""What a move of Pass Pass goes for, in words."""

from __future__ import annotations

from muscade.core import Move, Text
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import card_number
from muscade.games.pass_pass.moves import Play, Take
from muscade.games.pass_pass.view import PassPassView

FIRST = Text("going for the first place", "viser la première place")
SECOND = Text("going for the second place", "viser la seconde place")
OUT = Text("staying out of the trick", "rester en dehors du pli")
LEAD_HIGH = Text("leading a high card", "entamer d'une carte haute")
LEAD_LOW = Text("leading a low card", "entamer d'une carte basse")
MISSING = Text("taking a missing colour", "prendre une couleur qui manque")
POINTS = Text("taking what one had most of", "prendre ce dont on avait le plus")

HIGH = 7
"""From this value on a card is a high one."""


def idea_of(view: PassPassView, move: Move) -> Text | None:
    """By how the trick stands with the card in it (PP-9 to PP-11), or by what is taken home (PP-15)."""
    match move:
        case Play(card):
            laid = [card_number(played.card) for played in view.trick.cards] if view.trick else []
            if not laid:
                return LEAD_HIGH if rules.value(card) >= HIGH else LEAD_LOW
            first, second = rules.resolve_trick([*laid, card])
            return FIRST if first == len(laid) else SECOND if second == len(laid) else OUT
        case Take(cards) if view.seat is not None:
            own = [rules.colour(card_number(name)) for name in view.front[view.seat]]
            least = min(own.count(tint) for tint in range(rules.COLOURS))
            return MISSING if any(own.count(rules.colour(card)) == least for card in cards) else POINTS
        case _:
            return None
