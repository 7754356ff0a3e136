"""What is refused about people: who they are, their accounts, their friends, where they can be written to."""

from __future__ import annotations

from muscade.server.refusals.refusal import RequestRefusal

unknown_person = RequestRefusal(
    "person",
    "This device is not known here; say who you are first.",
    "Cet appareil n'est pas connu ici ; dites d'abord qui vous êtes.",
    status=403,
)
unknown_profile = RequestRefusal(
    "nobody", "There is no such person.", "Cette personne n'existe pas.", status=404
)
bad_account_name = RequestRefusal(
    "account-name",
    "The name of an account has letters of one script, digits, and spaces, hyphens, apostrophes or dots between them.",
    "Le nom d'un compte a des lettres d'une seule écriture, des chiffres, et entre eux des espaces, traits d'union, "
    "apostrophes ou points.",
)
short_password = RequestRefusal(
    "short-password",
    "A password needs at least {count} characters.",
    "Il faut au mot de passe au moins {count} caractères.",
)
account_taken = RequestRefusal(
    "account-taken",
    "Somebody already has this name, or one that looks like it.",
    "Quelqu'un a déjà ce nom, ou un nom qui lui ressemble.",
    status=409,
)
wrong_password = RequestRefusal(
    "password",
    "The name or the password is wrong.",
    "Le nom ou le mot de passe est faux.",
    status=403,
)
has_account = RequestRefusal(
    "has-account",
    "You have an account on this device already; sign out first.",
    "Vous avez déjà un compte sur cet appareil ; déconnectez-vous d'abord.",
    status=409,
)
no_account = RequestRefusal(
    "no-account",
    "You have no account.",
    "Vous n'avez pas de compte.",
    status=409,
)
name_of_account = RequestRefusal(
    "name-of-account",
    "Your name is that of your account; change it there.",
    "Votre nom est celui de votre compte ; changez-le là.",
    status=409,
)
unknown_friend_link = RequestRefusal(
    "friend-link",
    "This link makes no friends any more; ask for a new one.",
    "Ce lien ne fait plus d'amis ; demandez-en un nouveau.",
    status=404,
)
friend_of_oneself = RequestRefusal("yourself", "This is your own link.", "Ce lien est le vôtre.", status=409)
too_many_friends = RequestRefusal(
    "too-many-friends",
    "One of you already has {limit} friends.",
    "L'un de vous a déjà {limit} amis.",
    status=409,
)
no_push = RequestRefusal(
    "no-push", "This server sends no Web Push.", "Ce serveur n'envoie pas de Web Push.", status=404
)
bad_endpoint = RequestRefusal(
    "endpoint",
    "This is not the address of a push service that may be called.",
    "Ce n'est pas l'adresse d'un service de push qu'on puisse appeler.",
)
bad_push_keys = RequestRefusal(
    "push-keys", "These are not the keys of a browser.", "Ce ne sont pas les clés d'un navigateur."
)
