"""All that an analysis says in sentences, in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.analysis.structures import Decision, Mark, PlayerSummary
from muscade.core import Text
from muscade.core.text import Sentence

NOTHING_KNOWN = Sentence(
    "Nothing can be said of this player's decisions.", "On ne peut rien dire des décisions de ce joueur."
)
AGREED = Sentence(
    "{agreed} of {decisions} decisions were as good as the expert's.",
    "{agreed} décisions sur {decisions} valaient celles de l'expert.",
)
NEVER_WRONG = Sentence("No decision cost anything worth naming.", "Aucune décision n'a vraiment coûté.")
COST = Sentence(
    "On average a decision gave away {loss} % of the chance of winning.",
    "En moyenne, une décision a coûté {loss} % des chances de gagner.",
)
DEAREST = Sentence(
    "The dearest was {played}, event {event}: {best} was better by {loss} %.",
    "La plus chère : {played}, coup {event} ; {best} valait {loss} % de plus.",
)
DEAREST_PROVED = Sentence(
    "The dearest was {played}, event {event}: {best} would have kept what was there, and that is proved.",
    "La plus chère : {played}, coup {event} ; {best} aurait tout gardé, c'est démontré.",
)
AGAIN = Sentence(
    "{count} times {better} was better than {played}.",
    "{count} fois, {better} valait mieux que {played}.",
)
FINE_ONE = Sentence("One move was the only good one.", "Un coup était le seul bon.")
FINE = Sentence("{count} moves were the only good ones.", "{count} coups étaient les seuls bons.")
FAULT_ONE = Sentence(
    "One move was against the law, and paid for.", "Un coup était contraire aux règles, et sanctionné."
)
FAULTS = Sentence(
    "{count} moves were against the law, and paid for.",
    "{count} coups étaient contraires aux règles, et sanctionnés.",
)
REACTION = Sentence(
    "{seconds} s passed on average from a chance to the move.",
    "{seconds} s en moyenne entre l'occasion et le coup.",
)
MISSED_ONE = Sentence(
    "One good chance went by that was there long enough to be seen.",
    "Une bonne occasion, visible assez longtemps, est passée.",
)
MISSED = Sentence(
    "{count} good chances went by that were there long enough to be seen.",
    "{count} bonnes occasions, visibles assez longtemps, sont passées.",
)
COUNTED: dict[Mark, tuple[Sentence, Sentence]] = {
    "missed": (MISSED_ONE, MISSED),
    "fault": (FAULT_ONE, FAULTS),
    "fine": (FINE_ONE, FINE),
}
"""What is said of marks by their number: of one, and of several."""
NOTHING_DONE = Text("doing nothing", "ne rien faire")


def lessons(summary: PlayerSummary, decisions: Sequence[Decision]) -> tuple[Text, ...]:
    """A player's game in a few sentences, the most general first."""
    if summary.loss is None:
        return (NOTHING_KNOWN(),)
    told = [AGREED(agreed=summary.agreed, decisions=summary.decisions)]
    if summary.dearest:
        told.append(COST(loss=_percent(summary.loss)))
        told.append(_dearest(decisions[summary.dearest[0]]))
    else:
        told.append(NEVER_WRONG())
    told += [AGAIN(count=one.count, better=one.better, played=one.played) for one in summary.patterns]
    for mark, (single, several) in COUNTED.items():
        if count := summary.marks.get(mark, 0):
            told.append(single() if count == 1 else several(count=count))
    if summary.reaction is not None:
        told.append(REACTION(seconds=_number(f"{summary.reaction:.1f}")))
    return tuple(told)


def _dearest(decision: Decision) -> Text:
    sentence = DEAREST_PROVED if decision.proved else DEAREST
    fields: dict[str, object] = {
        "played": decision.played or NOTHING_DONE,
        "event": decision.before + 1,
        "best": decision.moves[0].move,
    }
    if not decision.proved:
        fields["loss"] = _percent(decision.loss or 0.0)
    return sentence(**fields)


def _percent(part: float) -> Text:
    """A part in hundredths.

    >>> _percent(0.023), _percent(0.4)
    (Text(en='2.3', fr='2,3'), Text(en='40', fr='40'))
    """
    return _number(f"{100 * part:.1f}" if part < 0.1 else f"{100 * part:.0f}")


def _number(digits: str) -> Text:
    """As each language writes it."""
    return Text(digits, digits.replace(".", ","))
