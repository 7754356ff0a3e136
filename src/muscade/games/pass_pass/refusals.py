"""Why a move of Pass Pass is refused: the clause and a sentence in each language, each in one place."""

from __future__ import annotations

from muscade.core.refusals import CARDS_FIRST, GAME_OVER, NOT_IN_HAND, Refusal
from muscade.games.pass_pass import table
from muscade.games.pass_pass.view import Phase

WAITING: dict[Phase, Refusal] = {
    "leader": Refusal("PP-6", "First chance names the leader.", "Le hasard désigne d'abord qui commence."),
    "deal": Refusal("PP-5", *CARDS_FIRST),
    "play": Refusal(
        "PP-8",
        "Whoever is next plays one card from hand now.",
        "Qui a le tour joue maintenant une carte de sa main.",
    ),
    "first": Refusal(
        "PP-12",
        "Whoever won the trick takes one card of it now.",
        "Qui a remporté le pli en prend une carte maintenant.",
    ),
    "second": Refusal(
        "PP-13",
        "Whoever came second chooses among the tied cards now.",
        "Qui arrive second choisit parmi les cartes à égalité maintenant.",
    ),
    "record": Refusal(
        "PP-21",
        "The teams are choosing whose score to record.",
        "Les équipes choisissent le score à inscrire.",
    ),
    "over": Refusal("PP-20", *GAME_OVER),
}
"""Somebody else is to act, or something else is to be done."""

REASONS = {
    table.NOT_A_SEAT: Refusal(
        "PP-6",
        "The leader is one of the seats, not {seat}.",
        "Celui qui commence est une des places, pas {seat}.",
    ),
    table.NOT_IN_HAND: Refusal("PP-8", *NOT_IN_HAND),
    table.ONE_OF_THE_TRICK: Refusal(
        "PP-12",
        "The first winner takes exactly one card, any one of the trick.",
        "Le premier gagnant prend exactement une carte, celle qu'il veut dans le pli.",
    ),
    table.THE_LOWEST: Refusal(
        "PP-13",
        "The second winner takes the two lowest cards left, choosing only among equal ones.",
        "Le second gagnant prend les deux plus basses cartes restantes et ne choisit qu'entre cartes égales.",
    ),
    table.TEAM_HAS_SETTLED: Refusal(
        "PP-21", "Your team has made its choice.", "Votre équipe a fait son choix."
    ),
    table.HAS_SPOKEN: Refusal(
        "PP-21",
        "You have had your say; wait for your team.",
        "Vous vous êtes prononcé ; attendez votre équipe.",
    ),
    table.NOTHING_TO_AGREE_WITH: Refusal(
        "PP-21",
        "Nobody in your team has proposed anything yet.",
        "Personne dans votre équipe n'a encore rien proposé.",
    ),
    table.HAS_PROPOSED: Refusal(
        "PP-21",
        "Each player proposes once a round; agree, or leave it to the rule.",
        "Chacun propose une fois par manche ; acceptez, ou laissez décider la règle.",
    ),
    table.NOT_A_MEMBER: Refusal(
        "PP-21",
        "Propose a member of your own team who does not stand proposed already.",
        "Proposez un membre de votre équipe qui n'est pas déjà proposé.",
    ),
    table.BY_RULE_ONCE: Refusal(
        "PP-21",
        "You leave it to the rule already; that counts once all of your team do.",
        "Vous vous en remettez déjà à la règle ; cela compte dès que toute l'équipe le fait.",
    ),
}

not_a_deck = Refusal(
    "PP-1",
    "A deal holds each of the {cards} cards exactly once.",
    "Une donne contient chacune des {cards} cartes exactement une fois.",
)
