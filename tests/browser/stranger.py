"""A game from somebody else's package, for the server of the browser tests."""

from __future__ import annotations

from pathlib import Path

PACKAGE = """
import msgspec

from muscade.core import Text
from muscade.games.mono_line.game import MonoLine


class Stranger(MonoLine):
    name = "stranger"
    title = Text("The Stranger", "Le Jeu d'ailleurs")
    tagline = Text("From somebody else.", "De quelqu'un d'autre.")
    rules_page = "elsewhere"

    def vocabulary(self):
        return {"phase": Text("stage", "étape"), "place": Text("to place", "à poser"), "end": Text("done", "fini")}

    def options(self, seats):
        notes = {"friendly": "What is wrong is refused.", "vigilant": "What is wrong is for you to see."}
        return tuple(
            msgspec.structs.replace(option, choices=tuple(
                msgspec.structs.replace(choice, note=Text(notes[choice.value], "…")) for choice in option.choices
            )) if option.name == "play" else option
            for option in super().options(seats)
        )


GAME = Stranger()
"""
"""A package of somebody else's, as small as it gets: rules we have, under a name that the client does not know."""


def install(packages: Path) -> None:
    """Put it into a folder as an installer would."""
    (packages / "stranger.py").write_text(PACKAGE)
    metadata = packages / "stranger-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[muscade.games]\nstranger = stranger:GAME\n")
