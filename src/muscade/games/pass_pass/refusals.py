"""Why a move of Pass Pass is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.errors import IllegalMove
from muscade.games.pass_pass.cards import ALL_NAMES


def game_over() -> IllegalMove:
    return IllegalMove("PP-20", "The game is over.", "La partie est finie.")


def waiting(phase: str) -> IllegalMove:
    """Somebody else is to act, or something else is to be done."""
    match phase:
        case "leader":
            return IllegalMove(
                "PP-6", "First chance names the leader.", "Le hasard désigne d'abord qui commence."
            )
        case "deal":
            return IllegalMove("PP-5", "First the cards are dealt.", "D'abord, on distribue les cartes.")
        case "play":
            return IllegalMove(
                "PP-8",
                "Whoever is next plays one card from hand now.",
                "Qui a le tour joue maintenant une carte de sa main.",
            )
        case "first":
            return IllegalMove(
                "PP-12",
                "Whoever won the trick takes one card of it now.",
                "Qui a remporté le pli en prend une carte maintenant.",
            )
        case "second":
            return IllegalMove(
                "PP-13",
                "Whoever came second chooses among the tied cards now.",
                "Qui arrive deuxième choisit parmi les cartes à égalité maintenant.",
            )
        case "record":
            return IllegalMove(
                "PP-21",
                "The teams are choosing whose score to record.",
                "Les équipes choisissent le score à inscrire.",
            )
        case _:
            return game_over()


def leader_is_set(leader: object) -> IllegalMove:
    return IllegalMove(
        "PP-6",
        f"The leader is one of the seats, not {leader}.",
        f"Celui qui commence est une des places, pas {leader}.",
    )


def not_a_deck() -> IllegalMove:
    return IllegalMove(
        "PP-1",
        "A deal holds each of the 48 cards exactly once.",
        "Une donne contient chacune des 48 cartes exactement une fois.",
    )


def not_in_hand(card: int) -> IllegalMove:
    return IllegalMove(
        "PP-8", f"{_name(card)} is not in your hand.", f"{_name(card)} n'est pas dans votre main."
    )


def take_one_of_the_trick() -> IllegalMove:
    return IllegalMove(
        "PP-12",
        "The first winner takes exactly one card, any one of the trick.",
        "Le premier gagnant prend exactement une carte, celle qu'il veut dans le pli.",
    )


def take_the_lowest() -> IllegalMove:
    return IllegalMove(
        "PP-13",
        "The second winner takes the two lowest cards left, choosing only among equal ones.",
        "Le deuxième gagnant prend les deux plus basses cartes restantes et ne choisit qu'entre cartes égales.",
    )


def already_spoken() -> IllegalMove:
    return IllegalMove(
        "PP-21",
        "You have had your say; wait for your team.",
        "Vous vous êtes prononcé ; attendez votre équipe.",
    )


def team_has_settled() -> IllegalMove:
    return IllegalMove("PP-21", "Your team has made its choice.", "Votre équipe a fait son choix.")


def nothing_to_agree_with() -> IllegalMove:
    return IllegalMove(
        "PP-21",
        "Nobody in your team has proposed anything yet.",
        "Personne dans votre équipe n'a encore rien proposé.",
    )


def one_proposal_each() -> IllegalMove:
    return IllegalMove(
        "PP-21",
        "Each player proposes once a round; agree, or leave it to the rule.",
        "Chacun propose une fois par manche ; acceptez, ou laissez décider la règle.",
    )


def by_rule_once() -> IllegalMove:
    return IllegalMove(
        "PP-21",
        "You leave it to the rule already; that counts once all of your team do.",
        "Vous vous en remettez déjà à la règle ; cela compte dès que toute l'équipe le fait.",
    )


def propose_a_member() -> IllegalMove:
    return IllegalMove(
        "PP-21",
        "Propose a member of your own team who does not stand proposed already.",
        "Proposez un membre de votre équipe qui n'est pas déjà proposé.",
    )


def _name(card: int) -> str:
    return ALL_NAMES[card] if 0 <= card < len(ALL_NAMES) else str(card)
