"""Everything the server itself refuses: a stable code, an HTTP status, and a sentence in both languages."""

from __future__ import annotations

from muscade.core import IllegalMove, InvalidNotation, MuscadeError, Text
from muscade.server.protocol import MAX_MESSAGE_BYTES, Problem, Refused


class Refusal(Exception):
    """What was asked cannot be had, and nothing has changed."""

    def __init__(self, code: str, en: str, fr: str, *, status: int = 422, clause: str | None = None) -> None:
        super().__init__(f"{code}: {en}")
        self.code = code
        self.text = Text(en, fr)
        self.status = status
        self.clause = clause

    def problem(self) -> Problem:
        return Problem(self.code, self.text)

    def message(self, message_id: str | None) -> Refused:
        return Refused(message_id, self.code, self.clause, self.text)


def of_move(error: IllegalMove | InvalidNotation) -> Refusal:
    """What the game says against a move."""
    if isinstance(error, IllegalMove):
        return Refusal("illegal", error.text.en, error.text.fr, clause=error.clause)
    return Refusal("notation", error.text.en, error.text.fr)


def of_request(code: str, error: MuscadeError) -> Refusal:
    """What the game says against a table one wants to create."""
    return Refusal(code, error.text.en, error.text.fr)


# ---------------------------------------------------------------- what is not there


def unknown_address() -> Refusal:
    return Refusal(
        "not-found", "There is nothing at this address.", "Il n'y a rien à cette adresse.", status=404
    )


def wrong_method(allowed: str) -> Refusal:
    return Refusal(
        "method",
        f"This address only answers to {allowed}.",
        f"Cette adresse ne répond qu'à {allowed}.",
        status=405,
    )


def unknown_table() -> Refusal:
    return Refusal("table", "There is no such table.", "Cette table n'existe pas.", status=404)


def unknown_invitation() -> Refusal:
    return Refusal("invite", "There is no such invitation.", "Cette invitation n'existe pas.", status=404)


def taken() -> Refusal:
    return Refusal(
        "taken", "Somebody has already taken this seat.", "Cette place est déjà prise.", status=409
    )


def outdated() -> Refusal:
    return Refusal(
        "outdated",
        "This game was begun under rules that have changed since, and cannot go on.",
        "Cette partie a commencé sous des règles qui ont changé depuis, elle ne peut continuer.",
        status=410,
    )


# ---------------------------------------------------------------- what cannot be read


def malformed(what: object) -> Refusal:
    return Refusal("malformed", f"This cannot be read: {what}", f"Ceci est illisible : {what}", status=400)


def binary() -> Refusal:
    return Refusal("binary", "Messages are text, not binary.", "Les messages sont du texte, pas du binaire.")


def too_long(limit: int = MAX_MESSAGE_BYTES) -> Refusal:
    return Refusal(
        "too-long",
        f"This is too long: {limit} bytes at most.",
        f"C'est trop long : {limit} octets au plus.",
        status=413,
    )


def slow_down() -> Refusal:
    return Refusal("slow-down", "Too many messages; slow down.", "Trop de messages ; moins vite.", status=429)


def bad_name() -> Refusal:
    return Refusal(
        "name",
        "A name needs at least one visible character, and no control characters.",
        "Il faut au nom au moins un caractère visible, et aucun caractère de contrôle.",
    )


def bad_words() -> Refusal:
    return Refusal(
        "words",
        "Say something visible, without control characters.",
        "Dites quelque chose de visible, sans caractères de contrôle.",
    )


def unknown_level(level: str, known: str) -> Refusal:
    return Refusal(
        "level",
        f"There is no bot of level {level!r}; there is: {known}.",
        f"Il n'y a pas de robot de niveau {level!r} ; il y a : {known}.",
    )


# ---------------------------------------------------------------- what one may not do


def hello_first() -> Refusal:
    return Refusal("hello-first", "Say hello first.", "Dites d'abord bonjour (hello).")


def forged_key() -> Refusal:
    return Refusal(
        "key",
        "This key opens no seat of this table.",
        "Cette clé n'ouvre aucune place de cette table.",
        status=403,
    )


def not_yours() -> Refusal:
    return Refusal("not-yours", "This seat is not yours.", "Cette place n'est pas à vous.")


def not_begun() -> Refusal:
    return Refusal(
        "waiting",
        "The game begins when every seat is taken.",
        "La partie commence quand toutes les places sont prises.",
    )


def game_over() -> Refusal:
    return Refusal("over", "The game is over.", "La partie est finie.")


def future_version(version: int) -> Refusal:
    return Refusal(
        "version", f"The table is only at version {version}.", f"La table n'en est qu'à la version {version}."
    )


def late() -> Refusal:
    return Refusal(
        "late",
        "Too late: the table has moved on, and you have other choices now.",
        "Trop tard : la table a avancé, et vos choix ont changé.",
    )


def only_the_clock() -> Refusal:
    return Refusal(
        "clock",
        "Only the table's clock can say that.",
        "Seule la pendule de la table peut dire cela.",
    )


def chat_off() -> Refusal:
    return Refusal("chat-off", "This table has no chat.", "Cette table n'a pas de conversation.")


def phrases_only() -> Refusal:
    return Refusal(
        "phrases-only",
        "While the game is on, this table speaks in quick phrases only.",
        "Pendant la partie, cette table ne parle que par phrases toutes faites.",
    )


def unknown_phrase() -> Refusal:
    return Refusal("phrase", "There is no such phrase.", "Cette phrase n'existe pas.")


def no_hints() -> Refusal:
    return Refusal("no-hints", "This game gives no hints.", "Ce jeu ne donne pas d'indices.", status=404)


# ---------------------------------------------------------------- what is the server's own fault


def too_busy() -> Refusal:
    return Refusal(
        "busy",
        "Too many are asking just now; try again in a moment.",
        "Trop de demandes en ce moment ; réessayez dans un instant.",
        status=503,
    )


def storage() -> Refusal:
    return Refusal(
        "storage",
        "This could not be stored, so it did not happen. Try again.",
        "Ceci n'a pu être enregistré, donc n'a pas eu lieu. Réessayez.",
        status=503,
    )


def internal() -> Refusal:
    return Refusal(
        "internal",
        "Something went wrong on the server; nothing has changed.",
        "Une erreur est survenue sur le serveur ; rien n'a changé.",
        status=500,
    )
