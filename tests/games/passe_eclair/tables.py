"""Passe Éclair tables set up as a test needs them: chance does what the test says, and people play by name."""

from __future__ import annotations

from collections import Counter
from typing import Any

import muscade
from muscade import NATURE
from muscade.games.passe_eclair.cards import CARD_NAMES, card_number, deck, listed, names
from muscade.games.passe_eclair.moves import READY, Deal, Lay, Turn
from muscade.games.passe_eclair.rules import HAND
from muscade.games.passe_eclair.state import PasseEclairState

GAME = muscade.game("passe-eclair")
NO_MICHI = "033233032223032223033223090"
"""A deck of 51 wild guys and nine dogs, for rounds in which nobody is to be disturbed."""


def cards(named: str) -> list[int]:
    return [card_number(name) for name in named.split()]


def in_pile(state: PasseEclairState) -> list[int]:
    return listed(state.table.pile)


def in_box(state: PasseEclairState) -> list[int]:
    return listed(state.table.box)


def in_hand(state: PasseEclairState, seat: int) -> list[int]:
    return listed(state.table.hands[seat])


def arrange(
    state: PasseEclairState,
    pile: list[int] | None = None,
    box: list[int] | None = None,
    hand: tuple[int, list[int]] | None = None,
    **numbers: int,
) -> None:
    """Lay cards elsewhere by hand, and in the story that is told of the game as well."""
    state.catch_up()
    table = state.table
    if pile is not None:
        _lay(table.pile, pile)
        table.in_pile = len(pile)
    if box is not None:
        _lay(table.box, box)
        table.in_box = len(box)
        state.box = list(names(box))
    if hand is not None:
        seat, held = hand
        _lay(table.hands[seat], held)
        table.sizes[seat] = len(held)
        table.held[seat] = sum(1 << card for card in set(held))
    for name, number in numbers.items():
        setattr(table, name, number)
    state.look()


def _lay(counts: Any, things: list[int]) -> None:
    for thing in range(len(counts)):
        counts[thing] = things.count(thing)


def deal_of(state: PasseEclairState, *hands: str) -> Deal:
    """A deal in which each hand holds at least the cards named; wild guys that nobody named fill it up."""
    seats = state.seats
    wanted = [cards(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    pile, box = Counter(in_pile(state)), Counter(in_box(state))
    order: list[int | None] = [None] * (HAND * seats)
    left = sum(pile.values())
    for seat, hand in enumerate(wanted):
        for turn, card in enumerate(hand):
            place = turn * seats + seat
            order[place] = card
            stock = pile if place < left else box
            stock[card] -= 1
            assert stock[card] >= 0, f"there are not so many {CARD_NAMES[card]}"
    fillers = [_fillers(pile), _fillers(box)]
    return Deal(
        tuple(fillers[place >= left].pop(0) if card is None else card for place, card in enumerate(order))
    )


def _fillers(stock: Counter[int]) -> list[int]:
    """Wild guys of which there are several come first, so that one of each is left to be turned."""
    copies = [(copy == 0, -card, card) for card, count in stock.items() for copy in range(count)]
    return [card for *_, card in sorted(copies, key=lambda entry: (entry[2] >= 25, entry))]


def dealt(*hands: str, coach: int = 0, **options: Any) -> PasseEclairState:
    """A game whose first round is dealt that way."""
    state: PasseEclairState = GAME.new(len(hands), coach=coach, **options)
    state.play(NATURE, deal_of(state, *hands))
    return state


def nature(state: PasseEclairState, notation: str) -> None:
    state.play(NATURE, GAME.parse(notation))


def ready(state: PasseEclairState) -> None:
    """Nobody has (more) to spend."""
    while state.phase == "spend":
        state.play(state.turn()[0], READY)


def table(top: str, *hands: str, **options: Any) -> PasseEclairState:
    """A round under way: these hands, and this first card."""
    state = dealt(*hands, **options)
    ready(state)
    nature(state, f"turn {top}")
    return state


def do(state: PasseEclairState, seat: int, what: str, number: int | None = None) -> None:
    """``L>M``, ``socke``, ``michi 2``, ``nothing`` or ``call``, on the present top card unless told otherwise."""
    state.play(seat, GAME.parse(f"{what} on {state.table.number if number is None else number}"))


def run(state: PasseEclairState, *deeds: str) -> PasseEclairState:
    """Deeds such as ``0 L>M``: a seat and what it does to the top card, or ``-1`` and what chance does."""
    for deed in deeds:
        seat, what = deed.split(maxsplit=1)
        if int(seat) == NATURE:
            nature(state, what)
        else:
            do(state, int(seat), what)
    return state


def silence(state: PasseEclairState) -> None:
    """Everybody who has not said so yet has nothing to lay."""
    number = state.table.number
    for seat in state.turn():
        do(state, seat, "nothing", number)


def last_cards(mine: str, theirs: str, *others: str, **options: Any) -> PasseEclairState:
    """Seats 0 and 1 have played ball until each holds one last card, as named; on top lies seat 1's F>L."""
    state = table(
        "V>L",
        f"L>M L>M L>M L>R L>R L>F {mine}",
        f"M>L M>L M>L R>L R>L F>L {theirs}",
        *others,
        **options,
    )
    for pair in ("M", "M", "M", "R", "R", "F"):
        run(state, f"0 L>{pair}", f"1 {pair}>L")
    return state


def win_round(
    state: PasseEclairState,
    winner: int,
    victory: str,
    consoled: int | None = None,
    consolation: str = "1",
) -> None:
    """From ready to the tokens: one seat plays what the coach turns up for it while the others look on.

    Whoever is to be consoled lays a wrong card first. Deal without Michi (`NO_MICHI`).
    """
    round_number = state.table.round
    ready(state)
    slips = consoled is not None
    while state.table.round == round_number and state.phase != "over":
        match state.phase:
            case "turn":
                state.play(NATURE, Turn(_helpful(state, winner)))
            case "draw":
                state.play(NATURE, state.moves(NATURE)[0])
            case "victory":
                nature(state, f"victory {victory} to {winner}")
            case "consolation":
                nature(state, f"consolation {consolation} to {consoled}")
            case _ if slips:
                assert consoled is not None
                state.play(consoled, state.mistakes(consoled)[0])
                slips = False
            case _:
                lays = [move for move in state.moves(winner) if isinstance(move, Lay)]
                if lays:
                    state.play(winner, lays[0])
                else:
                    silence(state)


def _helpful(state: PasseEclairState, seat: int) -> int:
    """A card of the pile that this seat can play on, if there is one."""
    holders = {CARD_NAMES[card][0] for card in in_hand(state, seat) if card < 25}
    wild = [card for card in in_pile(state) if card < 25]
    helpful = [card for card in wild if CARD_NAMES[card][-1] in holders]
    return (helpful or wild or in_pile(state))[0]


def whereabouts(state: PasseEclairState) -> Counter[int]:
    """Every card, wherever it lies."""
    hands = [card for seat in range(state.seats) for card in in_hand(state, seat)]
    return Counter(in_pile(state) + in_box(state) + listed(state.table.middle) + hands)


def all_cards(state: PasseEclairState) -> Counter[int]:
    return Counter(deck(state.options["cards"]))


def hand(state: PasseEclairState, seat: int) -> Counter[str]:
    return Counter(state.view(seat).hand)


def top(state: PasseEclairState) -> str:
    return state.view(None).middle[-1].card
