"""What is refused in rooms."""

from __future__ import annotations

from muscade.server.refusals.refusal import RequestRefusal

unknown_room = RequestRefusal("room", "There is no such room.", "Cette salle n'existe pas.", status=404)
room_closed = RequestRefusal("closed", "This room has been closed.", "Cette salle a été fermée.", status=410)
banned = RequestRefusal(
    "banned",
    "The host has sent you out of this room.",
    "L'hôte vous a renvoyé de cette salle.",
    status=403,
)
unwelcome = RequestRefusal(
    "unwelcome", "This room is not open to you.", "Cette salle ne vous est pas ouverte.", status=403
)
room_full = RequestRefusal("room-full", "This room is full.", "Cette salle est complète.")
not_in_room = RequestRefusal(
    "not-in-room", "This person is not in the room.", "Cette personne n'est pas dans la salle."
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
other_deal = RequestRefusal(
    "deal",
    "This number was meant for another deal than the next one.",
    "Ce nombre était pour une autre donne que la prochaine.",
)
number_stays = RequestRefusal(
    "deal",
    "Another screen of yours has added a number to this deal already.",
    "Un autre de vos écrans a déjà ajouté un nombre à cette donne.",
)
not_seated = RequestRefusal("not-seated", "Take a seat first.", "Prenez d'abord une place.")
