"""What is refused to those who misbehave, to those who complain of them, and to operators."""

from __future__ import annotations

from muscade.server.refusals.refusal import RequestRefusal

excluded = RequestRefusal(
    "excluded",
    "You have been shut out of this site until {until}. Why: {reason}",
    "Vous êtes exclu de ce site jusqu'au {until}. Pourquoi : {reason}",
    status=403,
)
excluded_for_good = RequestRefusal(
    "excluded",
    "You have been shut out of this site. Why: {reason}",
    "Vous êtes exclu de ce site. Pourquoi : {reason}",
    status=403,
)
too_many_ignored = RequestRefusal(
    "too-many-ignored",
    "You already ignore {limit} people; forgive some first.",
    "Vous ignorez déjà {limit} personnes ; pardonnez d'abord à quelques-unes.",
)
no_operator = RequestRefusal(
    "no-operator",
    "Nobody reads reports on this server. You can mute or block this person.",
    "Personne ne lit les signalements sur ce serveur. Vous pouvez faire taire ou bloquer cette personne.",
    status=404,
)
not_the_operator = RequestRefusal(
    "operator",
    "This is not the operator's token.",
    "Ce n'est pas le jeton de l'exploitant.",
    status=403,
)
not_there_any_more = RequestRefusal("gone", "This is not there any more.", "Ceci n'existe plus.", status=404)
bad_network = RequestRefusal(
    "network",
    "{text!r} is neither an address nor a network.",
    "{text!r} n'est ni une adresse ni un réseau.",
)
wide_network = RequestRefusal(
    "network",
    "This network is too wide: at least /{bits}.",
    "Ce réseau est trop large : /{bits} au moins.",
)
