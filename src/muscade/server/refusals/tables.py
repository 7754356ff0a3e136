"""What is refused at tables."""

from __future__ import annotations

from muscade.core.refusals import GAME_OVER
from muscade.server.refusals.refusal import RequestRefusal

unknown_table = RequestRefusal("table", "There is no such table.", "Cette table n'existe pas.", status=404)
unknown_invitation = RequestRefusal(
    "invite", "There is no such invitation.", "Cette invitation n'existe pas.", status=404
)
taken = RequestRefusal(
    "taken", "Somebody has already taken this seat.", "Cette place est déjà prise.", status=409
)
outdated = RequestRefusal(
    "outdated",
    "This game was begun under rules that have changed since, and cannot go on.",
    "Cette partie a commencé sous des règles qui ont changé depuis, elle ne peut continuer.",
    status=410,
)
unknown_level = RequestRefusal(
    "level",
    "There is no bot of level {level!r}; there is: {known}.",
    "Il n'y a pas de robot de niveau {level!r} ; il y a : {known}.",
)
bad_number = RequestRefusal(
    "number",
    "A number for the deal is 32 to 64 digits of 0 to 9 and a to f.",
    "Un nombre pour la donne, ce sont 32 à 64 chiffres de 0 à 9 et de a à f.",
)
same_number = RequestRefusal(
    "number",
    "Somebody has added this very number; make one of your own at random.",
    "Quelqu'un a ajouté ce même nombre ; tirez-en un à vous au hasard.",
)
forged_key = RequestRefusal(
    "key",
    "This key opens no seat of this table.",
    "Cette clé n'ouvre aucune place de cette table.",
    status=403,
)
not_yours = RequestRefusal("not-yours", "This seat is not yours.", "Cette place n'est pas à vous.")
not_begun = RequestRefusal(
    "waiting",
    "The game begins when every seat is taken.",
    "La partie commence quand toutes les places sont prises.",
)
game_over = RequestRefusal("over", *GAME_OVER)
not_over = RequestRefusal(
    "not-over",
    "What chance drew from is told when the game is over.",
    "Ce dont le hasard a tiré est dit quand la partie est finie.",
    status=403,
)
future_version = RequestRefusal(
    "version", "The table is only at version {version}.", "La table n'en est qu'à la version {version}."
)
late = RequestRefusal(
    "late",
    "Too late: the table has moved on, and you have other choices now.",
    "Trop tard : la table a avancé, et vos choix ont changé.",
)
only_asked = RequestRefusal(
    "allowed",
    "That can be done now: choose it once more.",
    "Cela peut se faire maintenant : choisissez-le encore une fois.",
)
only_the_clock = RequestRefusal(
    "clock", "Only the table's clock can say that.", "Seule la pendule de la table peut dire cela."
)
out_of_game = RequestRefusal(
    "out",
    "You have left this game; a bot plays on for you.",
    "Vous avez quitté cette partie ; un robot joue à votre place.",
)
time_is_up = RequestRefusal("time", "Your time is up.", "Votre temps est écoulé.")
no_such_pace = RequestRefusal(
    "word",
    "Bots can go slower, normal, fast, or move instantly.",
    "Les robots vont slower, normal, fast, ou instantly.",
)
nothing_to_skip = RequestRefusal(
    "word", "It is your turn: there is nothing to skip.", "C'est à vous : il n'y a rien à sauter."
)
no_watchers = RequestRefusal(
    "no-watchers",
    "This table wants no spectators before its game is over.",
    "Cette table ne veut pas de spectateurs avant la fin de la partie.",
    status=403,
)
unknown_watcher = RequestRefusal(
    "watcher", "This spectator is not here any more.", "Ce spectateur n'est plus là."
)
bots_agree_to_nothing = RequestRefusal(
    "no-draw", "Bots agree to no draw.", "Les robots n'acceptent pas la partie nulle."
)
chat_off = RequestRefusal("chat-off", "This table has no chat.", "Cette table n'a pas de conversation.")
phrases_only = RequestRefusal(
    "phrases-only",
    "While the game is on, this table speaks in quick phrases only.",
    "Pendant la partie, cette table ne parle que par phrases toutes faites.",
)
unknown_phrase = RequestRefusal("phrase", "There is no such phrase.", "Cette phrase n'existe pas.")
no_hints = RequestRefusal(
    "no-hints", "This game gives no hints.", "Ce jeu ne donne pas d'indices.", status=404
)
no_lesson = RequestRefusal("no-lesson", "This game has no lesson.", "Ce jeu n'a pas de leçon.", status=404)
no_positions = RequestRefusal(
    "no-positions",
    "This game begins as it begins: it has no positions to be set.",
    "Ce jeu commence comme il commence : on ne peut pas y poser de position.",
)
