"""What is the server's own fault."""

from __future__ import annotations

from muscade.server.refusals.refusal import COME_BACK, SOON, RequestRefusal

stopping = RequestRefusal(
    "stopping",
    "This server is about to stop; try again in a moment.",
    "Ce serveur va s'arrêter ; réessayez dans un instant.",
    status=503,
    retry_after=COME_BACK,
)
too_busy = RequestRefusal(
    "busy",
    "Too many are asking just now; try again in a moment.",
    "Trop de demandes en ce moment ; réessayez dans un instant.",
    status=503,
    retry_after=SOON,
)
storage = RequestRefusal(
    "storage",
    "This could not be stored, so it did not happen. Try again.",
    "Ceci n'a pu être enregistré, donc n'a pas eu lieu. Réessayez.",
    status=503,
    retry_after=SOON,
)
internal = RequestRefusal(
    "internal",
    "Something went wrong on the server; nothing has changed.",
    "Une erreur est survenue sur le serveur ; rien n'a changé.",
    status=500,
)
