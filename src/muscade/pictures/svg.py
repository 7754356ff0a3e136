"""Elements of SVG as text. Colours are named as in the client, ``var(--ink)``; `Picture` puts in what they are."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TypeAlias

from muscade.pictures.palette import Theme, coloured

WIDTH, HEIGHT = 1200, 630
"""Every picture is that large: what previews of links want, and about the shape of a table."""

Attributes: TypeAlias = dict[str, str | float | None]

# As in the client; whoever opens the picture elsewhere may not have them.
_LETTERING = 'font-family="Figtree, \'Figtree Variable\', system-ui, sans-serif" font-weight="500"'
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OWN_IDS = re.compile(r'(\bid="|url\(#|href="#)([\w-]+)')
_ENTITIES = str.maketrans(
    # Without brackets nobody's name is taken for a colour, var(--red), or something defined, url(#card).
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "(": "&#40;", ")": "&#41;"}
)


def escaped(text: str) -> str:
    """Any text, fit to stand in an element or an attribute; what no XML may hold is left out.

    >>> escaped('<b>"Ann" & Bo</b>' + chr(0))
    '&lt;b&gt;&quot;Ann&quot; &amp; Bo&lt;/b&gt;'
    """
    return _NO_XML.sub("", text).translate(_ENTITIES)


@lru_cache(maxsize=8192)  # a picture has thousands, the same ones mostly, and so has the next
def number(value: float) -> str:
    """As short as it can be written to a hundredth.

    >>> number(3.0), number(2 / 3), number(-0.001)
    ('3', '0.67', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; ``stroke_width`` becomes ``stroke-width``, and what is None is left out.

    >>> tag("circle", r=2.5, fill="none", stroke=None)
    '<circle r="2.5" fill="none"/>'
    """
    written = "".join(
        f' {_attribute(key)}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def stroke(colour: str, width: float = 1, **more: str | float | None) -> Attributes:
    """What draws a line of a colour of the house.

    >>> stroke("ink", 2)
    {'stroke': 'var(--ink)', 'stroke_width': 2}
    """
    return {"stroke": f"var(--{colour})", "stroke_width": width, **more}


def rect(
    x: float, y: float, width: float, height: float, fill: str = "none", **more: str | float | None
) -> str:
    """A rectangle, by its upper left corner."""
    return tag("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


def circle(x: float, y: float, radius: float, fill: str = "none", **more: str | float | None) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def path(d: str, fill: str = "none", **more: str | float | None) -> str:
    return tag("path", d=d, fill=fill, **more)


def group(*inside: str, **attributes: str | float | None) -> str:
    return tag("g", *inside, **attributes) if inside else ""


def placed(x: float, y: float, scale: float, *inside: str, turn: float = 0) -> str:
    """The same elsewhere, larger or smaller, turned about where it is put."""
    return group(*inside, transform=_transform(x, y, scale, turn))


def lozenge(x: float, y: float, size: float, fill: str, **more: str | float | None) -> str:
    """A square on its corner, ``size`` from the middle to a corner."""
    x1, y1, x2, y2 = (number(value) for value in (x - size, y - size, x + size, y + size))
    return path(f"M{number(x)} {y1}L{x2} {number(y)}L{number(x)} {y2}L{x1} {number(y)}Z", fill, **more)


class Picture:
    """A picture in the making: what is drawn again and again is defined once."""

    def __init__(self, title: str, description: str) -> None:
        self._title = title
        self._description = description
        self._defined: dict[str, str] = {}
        self._parts: list[str] = []

    def define(self, name: str, *inside: str) -> str:
        """Something to be used several times; the name, which `use` takes."""
        return self.prepare(name, group(*inside, id=name))

    def prepare(self, name: str, drawing: str) -> str:
        """The same for a gradient or a clip, whose own element has the name."""
        self._defined.setdefault(name, drawing)
        return name

    def add(self, *parts: str) -> None:
        """Over everything so far."""
        self._parts.extend(part for part in parts if part)

    def finish(self, theme: Theme) -> str:
        """The picture by day or by night, an element a line."""
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {_LETTERING} role="img">',
            f"<title>{escaped(self._title)}</title>",
            f"<desc>{escaped(self._description)}</desc>",
            *(["<defs>", *self._defined.values(), "</defs>"] if self._defined else []),
            *self._parts,
            "</svg>",
        ]
        # Several pictures may stand on one page: what they define is named by theme, so that same names mean the same.
        named = _OWN_IDS.sub(rf"\g<1>\g<2>-{theme}", "\n".join(lines))
        return coloured(named, theme) + "\n"


def use(name: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Something that was defined, elsewhere."""
    return tag("use", href=f"#{name}", transform=_transform(x, y, scale, turn))


def _transform(x: float, y: float, scale: float, turn: float) -> str:
    turned = f" rotate({number(turn)})" if turn else ""
    sized = "" if scale == 1 else f" scale({scale:.4g})"
    return f"translate({number(x)} {number(y)}){turned}{sized}"
