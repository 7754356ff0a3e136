"""The sign of the house as icons of an installed client: drawn by the same figure as the sign in a browser's tab.

``python -m muscade.pictures`` writes the client's files.
"""

from __future__ import annotations

import re
from pathlib import Path

from muscade.pictures.palette import colours

PUBLIC = Path(__file__).parents[3] / "web" / "public"
SIGN = "favicon.svg"
SAFE = 0.74
"""Of a maskable icon a phone may cut off all but a circle of four fifths: how much smaller its figure is."""

ICONS = {
    "icon-180.png": (180, True),
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
}
"""By file: how many pixels wide, and whether somebody else cuts off its corners."""


def icon(sign: str, size: int, *, cut: bool) -> bytes:
    """A square PNG of the sign; one whose corners may be ``cut`` off has a background up to its edges."""
    # Late: who only wants names need not load it.
    from resvg_py import svg_to_bytes

    if cut:
        figure = re.search(r"<g\b.*</g>", sign, re.DOTALL)
        assert figure is not None, "the sign has a figure"
        background = f'<rect x="-50" y="-50" width="100" height="100" fill="{colours("light")["paper"]}"/>'
        sign = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{background}'
            f'<g transform="scale({SAFE})">{figure[0]}</g></svg>'
        )
    return bytes(svg_to_bytes(svg_string=sign, width=size, height=size))


def write_icons() -> None:
    sign = (PUBLIC / SIGN).read_text(encoding="utf-8")
    for name, (size, cut) in ICONS.items():
        (PUBLIC / name).write_bytes(icon(sign, size, cut=cut))
