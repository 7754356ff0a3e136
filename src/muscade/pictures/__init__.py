"""What pictures are made of: colours, elements, lettering, pieces that several games share, and pixels. It knows no game.

>>> picture = Picture("Two squares", "One in another.")
>>> picture.add(rect(0, 0, 9, 9, "var(--red)"))
>>> print(picture.finish("light").splitlines()[3])
<rect x="0" y="0" width="9" height="9" fill="#9a2f24"/>
"""

from muscade.pictures.palette import THEMES, Theme, coloured, colours
from muscade.pictures.pixels import LARGEST, SMALLEST, gif, png
from muscade.pictures.svg import HEIGHT, WIDTH, Picture, escaped, rect

__all__ = [
    "HEIGHT",
    "LARGEST",
    "SMALLEST",
    "THEMES",
    "WIDTH",
    "Picture",
    "Theme",
    "coloured",
    "colours",
    "escaped",
    "gif",
    "png",
    "rect",
]
