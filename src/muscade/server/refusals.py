"""Everything the server itself refuses: a stable code, an HTTP status, and a sentence in both languages."""

from __future__ import annotations

from muscade.core import IllegalMove, InvalidNotation, InvalidWord, MuscadeError, Text
from muscade.core.refusals import GAME_OVER
from muscade.core.text import Sentence
from muscade.server.protocol import Problem, Refused


class RequestRefused(Exception):
    """What was asked cannot be had, and nothing has changed."""

    def __init__(
        self,
        code: str,
        en: str,
        fr: str,
        *,
        status: int = 422,
        clause: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        """``retry_after`` is in seconds: when it may be worth asking again."""
        super().__init__(f"{code}: {en}")
        self.code = code
        self.text = Text(en, fr)
        self.status = status
        self.clause = clause
        self.retry_after = retry_after

    def problem(self) -> Problem:
        return Problem(self.code, self.text, self.retry_after)

    def message(self, message_id: str | None) -> Refused:
        return Refused(message_id, self.code, self.clause, self.text, self.retry_after)


class RequestRefusal:
    """One of the things below: called with the fields of its sentence, it is what to raise."""

    def __init__(self, code: str, en: str, fr: str, *, status: int = 422) -> None:
        self.code = code
        self.sentence = Sentence(en, fr)
        self.status = status

    def __call__(self, *, retry_after: int | None = None, **fields: object) -> RequestRefused:
        """A sentence may say how many seconds to wait, as ``{wait}``."""
        if "wait" in self.sentence.fields:
            fields["wait"] = retry_after
        text = self.sentence(**fields)
        return RequestRefused(self.code, text.en, text.fr, status=self.status, retry_after=retry_after)


def of_move(error: IllegalMove | InvalidNotation) -> RequestRefused:
    """What the game says against a move."""
    if isinstance(error, IllegalMove):
        return RequestRefused("illegal", error.text.en, error.text.fr, clause=error.clause)
    return RequestRefused("notation", error.text.en, error.text.fr)


def of_word(error: InvalidWord) -> RequestRefused:
    """Why a word of the table cannot be said now."""
    return RequestRefused("word", error.text.en, error.text.fr)


def of_request(code: str, error: MuscadeError) -> RequestRefused:
    """What the game says against a table one wants to create."""
    return RequestRefused(code, error.text.en, error.text.fr)


# ---------------------------------------------------------------- what is not there

unknown_address = RequestRefusal(
    "not-found", "There is nothing at this address.", "Il n'y a rien à cette adresse.", status=404
)
wrong_method = RequestRefusal(
    "method", "This address only answers to {allowed}.", "Cette adresse ne répond qu'à {allowed}.", status=405
)
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

# ---------------------------------------------------------------- what cannot be read

malformed = RequestRefusal(
    "malformed", "This cannot be read: {what}", "Ceci est illisible : {what}", status=400
)
binary = RequestRefusal(
    "binary", "Messages are text, not binary.", "Les messages sont du texte, pas du binaire."
)
too_long = RequestRefusal(
    "too-long",
    "This is too long: {limit} bytes at most.",
    "C'est trop long : {limit} octets au plus.",
    status=413,
)
not_json = RequestRefusal(
    "content-type",
    "Send JSON, and say so: content-type application/json.",
    "Envoyez du JSON, et dites-le : content-type application/json.",
    status=415,
)
bad_handshake = RequestRefusal(
    "handshake",
    "This is no WebSocket handshake of version 13.",
    "Ceci n'est pas une demande de WebSocket de version 13.",
    status=400,
)
too_deep = RequestRefusal(
    "malformed",
    "This cannot be read: more than {limit} things inside one another.",
    "Ceci est illisible : plus de {limit} choses les unes dans les autres.",
    status=400,
)
slow_down = RequestRefusal(
    "slow-down", "Too many messages; slow down.", "Trop de messages ; moins vite.", status=429
)
too_slow = RequestRefusal(
    "too-slow",
    "This took too long to arrive.",
    "Ceci a mis trop longtemps à arriver.",
    status=408,
)
bad_name = RequestRefusal(
    "name",
    "A name needs at least one visible character, and no control or hidden characters.",
    "Il faut au nom au moins un caractère visible, et aucun caractère de contrôle ou caché.",
)
bad_words = RequestRefusal(
    "words",
    "Say something visible, without control or hidden characters.",
    "Dites quelque chose de visible, sans caractères de contrôle ou cachés.",
)
unknown_level = RequestRefusal(
    "level",
    "There is no bot of level {level!r}; there is: {known}.",
    "Il n'y a pas de robot de niveau {level!r} ; il y a : {known}.",
)

# ---------------------------------------------------------------- what one may not do

hello_first = RequestRefusal("hello-first", "Say hello first.", "Dites d'abord bonjour (hello).")
forged_key = RequestRefusal(
    "key",
    "This key opens no seat of this table.",
    "Cette clé n'ouvre aucune place de cette table.",
    status=403,
)
foreign_origin = RequestRefusal(
    "origin",
    "A page from elsewhere may not do this.",
    "Une page d'ailleurs ne peut faire cela.",
    status=403,
)
not_yours = RequestRefusal("not-yours", "This seat is not yours.", "Cette place n'est pas à vous.")
not_begun = RequestRefusal(
    "waiting",
    "The game begins when every seat is taken.",
    "La partie commence quand toutes les places sont prises.",
)
game_over = RequestRefusal("over", *GAME_OVER)
future_version = RequestRefusal(
    "version", "The table is only at version {version}.", "La table n'en est qu'à la version {version}."
)
late = RequestRefusal(
    "late",
    "Too late: the table has moved on, and you have other choices now.",
    "Trop tard : la table a avancé, et vos choix ont changé.",
)
reused = RequestRefusal(
    "reused",
    "This id already stands for something else; choose another.",
    "Cet identifiant désigne déjà autre chose ; choisissez-en un autre.",
    status=409,
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

# ---------------------------------------------------------------- rooms

unknown_person = RequestRefusal(
    "person",
    "This device is not known here; say who you are first.",
    "Cet appareil n'est pas connu ici ; dites d'abord qui vous êtes.",
    status=403,
)
unknown_room = RequestRefusal("room", "There is no such room.", "Ce salon n'existe pas.", status=404)
room_closed = RequestRefusal(
    "closed", "Its host has closed this room.", "L'hôte a fermé ce salon.", status=410
)
banned = RequestRefusal(
    "banned",
    "The host has sent you out of this room.",
    "L'hôte vous a renvoyé de ce salon.",
    status=403,
)
room_full = RequestRefusal("room-full", "This room is full.", "Ce salon est complet.")
not_in_room = RequestRefusal(
    "not-in-room", "This person is not in the room.", "Cette personne n'est pas dans le salon."
)
host_only = RequestRefusal("host-only", "Only the host can do this.", "Seul l'hôte peut faire cela.")
not_yourself = RequestRefusal(
    "yourself", "You cannot do this to yourself.", "Vous ne pouvez pas vous faire cela."
)
unknown_seat = RequestRefusal("seat", "There is no such seat.", "Cette place n'existe pas.")
while_playing = RequestRefusal(
    "playing",
    "Not while the game is on; when it is over.",
    "Pas pendant la partie ; quand elle sera finie.",
)
already_playing = RequestRefusal(
    "seated", "You already play in this game.", "Vous jouez déjà dans cette partie."
)
nothing_to_repeat = RequestRefusal(
    "no-game", "No game has been played here yet.", "On n'a encore joué aucune partie ici."
)
not_seated = RequestRefusal("not-seated", "Take a seat first.", "Prenez d'abord une place.")

# ---------------------------------------------------------------- what is too much


def _too_many(code: str, en: str, fr: str) -> RequestRefusal:
    return RequestRefusal(
        code, f"{en} Try again in {{wait}} s.", f"{fr} Réessayez dans {{wait}} s.", status=429
    )


too_many_requests = _too_many(
    "too-many-requests", "Too many requests from your address.", "Trop de requêtes depuis votre adresse."
)
too_many_tables = _too_many(
    "too-many-tables",
    "Too many tables created from your address.",
    "Trop de tables créées depuis votre adresse.",
)
too_many_joins = _too_many(
    "too-many-joins",
    "Too many seats taken from your address.",
    "Trop de places prises depuis votre adresse.",
)
too_many_hints = _too_many(
    "too-many-hints",
    "Too many hints asked for from your address.",
    "Trop d'indices demandés depuis votre adresse.",
)
too_many_people = _too_many(
    "too-many-people",
    "Too many people made themselves known from your address.",
    "Trop de personnes se sont présentées depuis votre adresse.",
)
too_many_rooms = _too_many(
    "too-many-rooms",
    "Too many rooms created from your address.",
    "Trop de salons créés depuis votre adresse.",
)
too_many_codes = _too_many(
    "too-many-codes",
    "Too many codes tried from your address.",
    "Trop de codes essayés depuis votre adresse.",
)
too_many_words = _too_many("too-many-words", "You say too much at once.", "Vous parlez trop à la fois.")
too_many_connections = RequestRefusal(
    "too-many-connections",
    "Your address already has {limit} connections open; close some first.",
    "Votre adresse a déjà {limit} connexions ouvertes ; fermez-en d'abord.",
    status=429,
)
too_many_open = RequestRefusal(
    "too-many-open",
    "Your address already has {limit} unfinished tables; finish some first.",
    "Votre adresse a déjà {limit} tables inachevées ; finissez-en d'abord.",
    status=429,
)

# ---------------------------------------------------------------- what is the server's own fault

stopping = RequestRefusal(
    "stopping",
    "This server is about to stop; try again in a moment.",
    "Ce serveur va s'arrêter ; réessayez dans un instant.",
    status=503,
)

too_busy = RequestRefusal(
    "busy",
    "Too many are asking just now; try again in a moment.",
    "Trop de demandes en ce moment ; réessayez dans un instant.",
    status=503,
)
storage = RequestRefusal(
    "storage",
    "This could not be stored, so it did not happen. Try again.",
    "Ceci n'a pu être enregistré, donc n'a pas eu lieu. Réessayez.",
    status=503,
)
internal = RequestRefusal(
    "internal",
    "Something went wrong on the server; nothing has changed.",
    "Une erreur est survenue sur le serveur ; rien n'a changé.",
    status=500,
)
