"""What a move of PtiPassPass has decided, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.core import Move, Text
from muscade.core.description import NOTHING
from muscade.core.reasons import Because, Reason
from muscade.core.text import joined
from muscade.games.ptipasspass import course, rules
from muscade.games.ptipasspass.moves import Doublon, Lift, Menteur, Ok
from muscade.games.ptipasspass.tokens import COLOUR_NAMES, LETTERS, letters

if TYPE_CHECKING:
    from muscade.games.ptipasspass.state import PtiPassPassState

_was_full = Because(
    "PT-9",
    "{cup} was not empty: seat {active} takes what is in it, {tokens}, and keeps the token in the fist.",
    "{cup} n'était pas vide : la place {active} prend ce qu'il contient, {tokens}, et garde le jeton de son poing.",
)
_was_empty = Because(
    "PT-10",
    "{cup} was empty: seat {challenger} has to take the token in the fist.",
    "{cup} était vide : la place {challenger} doit prendre le jeton du poing.",
)
_lied = Because(
    "PT-11",
    "It was a lie: the token in the fist is {fist}, and seat {active} keeps it.",
    "C'était un mensonge : le jeton du poing est de couleur {fist}, et la place {active} le garde.",
)
_was_true = Because(
    "PT-12",
    "It was the truth: the token in the fist is {fist}, and seat {challenger} takes it.",
    "C'était la vérité : le jeton du poing est de couleur {fist}, et la place {challenger} le prend.",
)
_ends_turn = Because(
    "PT-13",
    "A challenge ends the turn, and nothing goes into a cup.",
    "Une contestation finit le tour, et rien ne va dans un gobelet.",
)
_announces = Because(
    "PT-8",
    "All others have said OK: seat {active} announces a colour.",
    "Tous les autres ont dit OK : la place {active} annonce une couleur.",
)
_placed = Because(
    "PT-13",
    "Nobody has objected: the token goes into {cup}, and the turn is over.",
    "Personne n'a contesté : le jeton va en {cup}, et le tour est fini.",
)
_found = Because("PT-16", "In {cup}: {tokens}.", "En {cup} : {tokens}.")
_one_colour = Because(
    "PT-17",
    "One token out of each, all three {colour}: seat {seat} wins the round.",
    "Un jeton de chacun, les trois de couleur {colour} : la place {seat} gagne la manche.",
)
_three_colours = Because(
    "PT-17",
    "One token out of each, of three different colours: seat {seat} wins the round.",
    "Un jeton de chacun, de trois couleurs différentes : la place {seat} gagne la manche.",
)
_empty_cup = Because(
    "PT-17",
    "There must be something in each of the three: the cups go back, and the turn is over.",
    "Il faut quelque chose sous chacun des trois : on remet les gobelets, et le tour est fini.",
)
_no_three = Because(
    "PT-17",
    "Neither one colour nor three different ones can be picked: the cups go back, and the turn is over.",
    "On ne peut prendre ni une seule couleur ni trois différentes : on remet les gobelets, et le tour est fini.",
)
_wins_game = Because(
    "PT-18",
    "This victory token wins the game: seat {seat}.",
    "Ce jeton de victoire gagne la partie : la place {seat}.",
)
IS_VOID = (
    "PT-19",
    "All hands are empty and no three cups could win: the round is void.",
    "Toutes les mains sont vides et aucun trio de gobelets ne peut gagner : la manche est nulle.",
)
_void = Because(*IS_VOID)
_begins_again = Because("PT-19", "The round begins again.", "La manche recommence.")
_last_turn = Because(
    "PT-19",
    "This was the last of the turns that the table has set: the game is over.",
    "C'était le dernier des tours que la table a fixés : la partie est finie.",
)


def reasons_of(before: PtiPassPassState, move: Move, after: PtiPassPassState) -> list[Reason]:
    """Step by step."""
    found = _of_the_turn(before, move, after)
    outcome = after.outcome()
    return [*found, _last_turn()] if outcome is not None and outcome.reason == "max-turns" else found


def _of_the_turn(before: PtiPassPassState, move: Move, after: PtiPassPassState) -> list[Reason]:
    table = before.table
    cup = before.layout.names[table.named] if table.named != course.NO_CUP else ""
    match move:
        case Ok() if after.table.phase == course.ANNOUNCE:
            return [_announces(active=table.active)]
        case Ok() if table.phase == course.WINDOW_2 and after.table.turns > table.turns:
            placed = [_placed(cup=cup)]
            if after.table.round > table.round:
                placed.append(_void())
                if after.outcome() is None:
                    placed.append(_begins_again())
            return placed
        case Doublon() | Menteur():
            return [_challenged(before, after, move, cup), _ends_turn()]
        case Lift(cups):
            return _lifted(before, after, cups)
    return []


def _challenged(before: PtiPassPassState, after: PtiPassPassState, move: Move, cup: str) -> Reason:
    table, challenger = before.table, after.history[-1][0]
    told = {"cup": cup, "active": table.active, "challenger": challenger}
    if isinstance(move, Doublon):
        pile = table.cups[table.named]
        return (_was_full if rules.is_doublon(pile) else _was_empty).using(**told, tokens=_names(pile))
    told_why = _lied if rules.is_lie(table.fist, table.announced) else _was_true
    return told_why.using(**told, fist=COLOUR_NAMES[LETTERS[table.fist]])


def _lifted(before: PtiPassPassState, after: PtiPassPassState, cups: tuple[str, ...]) -> list[Reason]:
    seat = before.table.active
    piles = [before.table.cups[before.layout.place(cup)] for cup in cups]
    found = [_found(cup=cup, tokens=_names(pile)) for cup, pile in zip(cups, piles, strict=True)]
    palettes = [rules.palette(pile) for pile in piles]
    if not rules.line_wins(*palettes):
        return [*found, _no_three() if all(piles) else _empty_cup()]
    same = [colour for colour in range(rules.COLOURS) if all(palette[colour] for palette in palettes)]
    found.append(
        _one_colour(colour=COLOUR_NAMES[LETTERS[same[0]]], seat=seat) if same else _three_colours(seat=seat)
    )
    won = rules.wins_game(after.table.victories[seat], after.setting.victory)
    return [*found, *([_wins_game(seat=seat)] if won else [])]


def _names(pile: int) -> Text:
    """The tokens of a pile, by their colours."""
    return joined([COLOUR_NAMES[letter] for letter in letters(pile)]) if pile else NOTHING
