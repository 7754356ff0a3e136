"""Pass Pass at a real table: the score pad, and who wins a trick and why."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.core import InvalidOptions, Text
from muscade.core.pads import Pad, PadColumn, PadGoal, Ruling
from muscade.core.text import quoted
from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import CARD_NAMES, diamonds
from muscade.games.pass_pass.reasons import winners

FEWEST = 3
_COLUMNS = (
    PadColumn(
        "points",
        Text("Points", "Points"),
        sum(rules.card_points(count) for count in diamonds("standard")),
        "PP-18",
    ),
    PadColumn("passes", Text("Pass Passes", "Pass Pass"), rules.VALUES, "PP-16"),
)


def _pad(name: str, title: Text, parties: tuple[int, ...], goal: str, ranking: str) -> Pad:
    return Pad(
        name,
        title,
        parties,
        _COLUMNS,
        rounds=rules.ROUNDS,
        ranking=("points", "passes"),
        ranking_clause=ranking,
        goal=PadGoal("passes", rules.VICTORY, goal),
    )


PADS = (
    _pad("alone", Text("each alone", "chacun pour soi"), (3, 4, 5), "PP-17", "PP-20"),
    _pad("teams", Text("in teams", "en équipes"), (2, 3), "PP-22", "PP-23"),
)


def judge(cards: Sequence[str]) -> Ruling:
    """Who wins a trick, by the names of its cards in the order of play (PP-9 to PP-11).

    >>> ruling = judge(["P10", "B11", "G4", "P6"])
    >>> ruling.winners
    (0, 3)
    >>> for reason in ruling.reasons:
    ...     print(reason.clause, reason.text.en)
    PP-9 The colours add up to purple 16, blue 11, green 4.
    PP-10 The colour with the greatest total: purple.
    PP-11 P10 is the highest of that colour and wins first.
    PP-11 P6 is the next highest of the same colour and wins second.
    """
    trick = [_card(name) for name in cards]
    if not FEWEST <= len(trick) <= rules.MOST_SEATS or len(set(trick)) < len(trick):
        raise InvalidOptions(
            f"A trick has {FEWEST} to {rules.MOST_SEATS} different cards, one of each player.",
            f"Un pli a de {FEWEST} à {rules.MOST_SEATS} cartes différentes, une par joueur.",
        )
    first, second = rules.resolve_trick(trick)
    return Ruling((first, second), tuple(winners(trick)))


def _card(name: str) -> int:
    try:
        return CARD_NAMES.index(name)
    except ValueError:
        raise InvalidOptions(
            f"There is no card {quoted(name)}.", f"La carte {quoted(name)} n'existe pas."
        ) from None
