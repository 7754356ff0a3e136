"""What is too much."""

from __future__ import annotations

from muscade.server.refusals.refusal import COME_BACK, RequestRefusal


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
too_many_pictures = _too_many(
    "too-many-pictures",
    "Too many pictures drawn for your address.",
    "Trop d'images dessinées pour votre adresse.",
)
too_many_films = _too_many(
    "too-many-films",
    "Too many films made for your address.",
    "Trop de films réalisés pour votre adresse.",
)
too_many_analyses = _too_many(
    "too-many-analyses",
    "Too many analyses asked for from your address.",
    "Trop d'analyses demandées depuis votre adresse.",
)
too_many_variations_kept = _too_many(
    "too-many-variations-kept",
    "Too many variations kept from your address.",
    "Trop de variantes gardées depuis votre adresse.",
)
too_many_positions = _too_many(
    "too-many-positions",
    "Too many questions about positions from your address.",
    "Trop de questions sur des positions depuis votre adresse.",
)
too_many_people = _too_many(
    "too-many-people",
    "Too many people made themselves known from your address.",
    "Trop de personnes se sont présentées depuis votre adresse.",
)
too_many_rooms = _too_many(
    "too-many-rooms",
    "Too many rooms created from your address.",
    "Trop de salles créées depuis votre adresse.",
)
too_many_codes = _too_many(
    "too-many-codes",
    "Too many codes tried from your address.",
    "Trop de codes essayés depuis votre adresse.",
)
too_many_sign_ins = _too_many(
    "too-many-sign-ins",
    "Too many passwords tried.",
    "Trop de mots de passe essayés.",
)
too_many_words = _too_many("too-many-words", "You say too much at once.", "Vous parlez trop à la fois.")
too_many_reports = _too_many(
    "too-many-reports", "Too many reports at once.", "Trop de signalements à la fois."
)
too_many_attempts = _too_many("too-many-attempts", "Too many wrong tokens.", "Trop de jetons erronés.")
too_many_connections = RequestRefusal(
    "too-many-connections",
    "Your address already has {limit} connections open; close some first.",
    "Votre adresse a déjà {limit} connexions ouvertes ; fermez-en d'abord.",
    status=429,
    retry_after=COME_BACK,
)
too_many_open = RequestRefusal(
    "too-many-open",
    "Your address already has {limit} unfinished tables; finish some first.",
    "Votre adresse a déjà {limit} tables inachevées ; finissez-en d'abord.",
    status=429,
)
