"""What is refused whatever it is about: nothing is there, it cannot be read, or it may not come from there."""

from __future__ import annotations

from muscade.server.refusals.refusal import RequestRefusal

unknown_address = RequestRefusal(
    "not-found", "There is nothing at this address.", "Il n'y a rien à cette adresse.", status=404
)
wrong_method = RequestRefusal(
    "method", "This address only answers to {allowed}.", "Cette adresse ne répond qu'à {allowed}.", status=405
)
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
    "slow-down", "Too many messages; slow down.", "Trop de messages ; moins vite.", status=429, retry_after=1
)
too_slow = RequestRefusal(
    "too-slow",
    "This took too long to arrive.",
    "Ceci a mis trop longtemps à arriver.",
    status=408,
)
bad_name = RequestRefusal(
    "name",
    "A name needs at least one visible character, and no control or hidden characters, nor check marks.",
    "Il faut au nom au moins un caractère visible, et aucun caractère de contrôle ou caché, ni coche.",
)
bad_words = RequestRefusal(
    "words",
    "Say something visible, without control or hidden characters.",
    "Dites quelque chose de visible, sans caractères de contrôle ou cachés.",
)
hello_first = RequestRefusal("hello-first", "Say hello first.", "Dites d'abord bonjour (hello).")
foreign_origin = RequestRefusal(
    "origin",
    "A page from elsewhere may not do this.",
    "Une page d'ailleurs ne peut faire cela.",
    status=403,
)
reused = RequestRefusal(
    "reused",
    "This id already stands for something else; choose another.",
    "Cet identifiant désigne déjà autre chose ; choisissez-en un autre.",
    status=409,
)
no_judge = RequestRefusal("judge", "There are no tricks in this game.", "Il n'y a pas de plis dans ce jeu.")
no_series = RequestRefusal(
    "series",
    "There is no such puzzle in a series.",
    "Il n'y a pas de tel casse-tête dans une série.",
    status=404,
)
not_solved_so = RequestRefusal(
    "not-solved-so",
    "Puzzle {number} cannot have been solved like this: it takes {minimum} moves at least, and just as many for the star.",
    "Le casse-tête {number} ne peut avoir été résolu ainsi : il faut au moins {minimum} coups, et pas un de plus pour l'étoile.",
)
unknown_day = RequestRefusal(
    "day",
    "There are puzzles for every day of the last year, until today: 2026-11-17, say.",
    "Il y a un casse-tête pour chaque jour de l'année passée, jusqu'à aujourd'hui : 2026-11-17, par exemple.",
    status=404,
)
