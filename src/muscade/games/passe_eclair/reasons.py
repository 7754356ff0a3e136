"""What a move of Passe Éclair has decided, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.core import Move, Seat
from muscade.core.reasons import Because, Reason
from muscade.games.passe_eclair import course, rules
from muscade.games.passe_eclair.cards import CARD_NAMES
from muscade.games.passe_eclair.moves import Call, Lay, Michi, Nothing, Ready, Spend
from muscade.games.passe_eclair.rules import MICHI, NOBODY, SOCKE
from muscade.games.passe_eclair.table import fault_of, fault_of_top

if TYPE_CHECKING:
    from muscade.games.passe_eclair.state import PasseEclairState
    from muscade.games.passe_eclair.table import Table

_fits = Because(
    "ES-5",
    "{card} fits {top}: its holder is the receiver there.",
    "{card} convient sur {top} : son porteur en est le destinataire.",
)
_dog = Because("ES-7", "Socke may be laid at any time.", "Socke peut être posé à tout moment.")
_on_dog = Because("ES-7", "On Socke every card fits.", "Sur Socke, toute carte convient.")
_michi_on_dog = Because(
    "ES-8", "Michi may be laid straight onto a Socke.", "Michi peut être posé directement sur un Socke."
)
_michi_blocked = Because(
    "ES-8", "Play is blocked, so Michi may be laid.", "Le jeu est bloqué : Michi peut être posé."
)
_swaps = Because(
    "ES-8",
    "Seat {seat} swaps its hand with seat {other}, and the middle goes into the box.",
    "La place {seat} échange sa main avec la place {other}, et le milieu va dans la boîte.",
)
_faults = {
    5: Because(
        "ES-5",
        "{card} does not fit {top}: its holder is not the receiver there.",
        "{card} ne convient pas sur {top} : son porteur n'en est pas le destinataire.",
    ),
    6: Because(
        "ES-6",
        "The wild guy on top is seat {seat}'s own: somebody else's card has to come between.",
        "La carte du dessus est déjà à la place {seat} : une carte d'un autre doit venir entre les deux.",
    ),
    8: Because(
        "ES-8",
        "Michi lies only on a Socke, or when play is blocked.",
        "Michi ne se pose que sur un Socke, ou quand le jeu est bloqué.",
    ),
}
_penalty = Because(
    "ES-11",
    "A wrong card goes back to the hand, and seat {seat} draws one more.",
    "Une mauvaise carte revient dans la main, et la place {seat} en pioche une.",
)
_unnoticed = Because(
    "ES-11",
    "It is wrong, and stays unless another player calls it in time.",
    "Elle est mauvaise, et reste si aucun autre joueur ne la signale à temps.",
)
_blocked = Because(
    "ES-10",
    "Now nobody can lay anything but Michi: play is blocked.",
    "Personne ne peut plus rien poser que Michi : le jeu est bloqué.",
)
_next_card = Because(
    "ES-10",
    "Everybody lets it pass: the middle goes into the box, and a new card is turned.",
    "Tous la laissent passer : le milieu va dans la boîte, et on retourne une nouvelle carte.",
)
_begins = Because(
    "ES-17",
    "Everybody is ready: the first card is turned.",
    "Tous sont prêts : on retourne la première carte.",
)
_spends = Because(
    "ES-17",
    "A token with the holder of {card} puts it into the box, and is gone.",
    "Un jeton au porteur de {card} la met dans la boîte, et disparaît.",
)
_wins = Because(
    "ES-13",
    "Seat {seat} has no card left: it wins the round and takes a victory token.",
    "La place {seat} n'a plus de carte : elle gagne le tour et prend un jeton de victoire.",
)
_michi_last = Because(
    "ES-15",
    "Michi as the last card does not win: seat {other} is left without cards.",
    "Michi en dernière carte ne gagne pas : c'est la place {other} qui n'a plus de carte.",
)
_consoled = Because(
    "ES-14",
    "Seat {seat} is left with the most cards and takes a consolation token.",
    "La place {seat} garde le plus de cartes et prend un jeton de consolation.",
)
_nobody_consoled = Because(
    "ES-14",
    "Several are left with equally many cards: nobody is consoled.",
    "Plusieurs gardent autant de cartes : personne n'est consolé.",
)
_none_for_two = Because(
    "ES-19", "With two players nobody is consoled.", "À deux joueurs, personne n'est consolé."
)


def reasons_of(before: PasseEclairState, move: Move, after: PasseEclairState) -> list[Reason]:
    """Step by step."""
    found: list[Reason] = []
    table, then = before.table, after.table
    seat, _ = after.history[-1]
    match move:
        case Lay() | Michi():
            found = _laid(before, then, seat, move)
        case Call():
            layer, fault = table.layer, fault_of_top(before.setting, table)
            found = [_wrong(fault, table.top, table.under, layer), _penalty(seat=layer)]
        case Nothing() if then.phase == course.TURNING:
            found = [_next_card()]
        case Ready() if then.phase == course.TURNING:
            found = [_begins()]
        case Spend(card):
            found = [_spends(card=CARD_NAMES[card])]
    if then.phase == course.WINNING:
        found += _round_over(before, then, seat, move)
    elif then.blocked and not table.blocked:
        found.append(_blocked())
    return found


def _laid(before: PasseEclairState, then: Table, seat: Seat, move: Lay | Michi) -> list[Reason]:
    """Why a card may lie there, or what is wrong with it."""
    table = before.table
    card = move.card if isinstance(move, Lay) else MICHI
    fault = fault_of(before.setting, table, seat, card)
    if fault:
        landed = then.number > table.number
        return [_wrong(fault, card, table.top, seat), _unnoticed() if landed else _penalty(seat=seat)]
    if isinstance(move, Michi):
        why = _michi_on_dog() if table.top == SOCKE else _michi_blocked()
        return [why, _swaps(seat=seat, other=move.seat)]
    if card == SOCKE:
        return [_dog()]
    return [_on_dog() if table.top == SOCKE else _fits(card=CARD_NAMES[card], top=CARD_NAMES[table.top])]


def _wrong(fault: int, card: int, top: int, seat: Seat) -> Reason:
    return _faults[fault].using(card=CARD_NAMES[card], top=CARD_NAMES[top], seat=seat)


def _round_over(before: PasseEclairState, then: Table, seat: Seat, move: Move) -> list[Reason]:
    last = isinstance(move, Michi) and before.table.sizes[seat] == 1
    found = [_michi_last(other=then.owed)] if last else []
    found.append(_wins(seat=then.owed))
    if before.seats == rules.TWO:
        return [*found, _none_for_two()]
    return [*found, _nobody_consoled() if then.consoled == NOBODY else _consoled(seat=then.consoled)]
