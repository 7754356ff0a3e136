"""Everybody can tell things apart: words from the background, and what a colour means without its colour."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from muscade.games.pass_pass.card_picture import COLOURS as CARD_COLOURS
from muscade.games.pass_pass.card_picture import shape
from muscade.games.passe_eclair import picture as passe_eclair
from muscade.games.ptipasspass import picture as ptipasspass
from muscade.pictures.palette import THEMES, Theme, colours, contrasting
from muscade.pictures.pieces import piece

BACKGROUNDS = ("paper", "paper-raised", "paper-high", "paper-deep")
WRITTEN = ("ink", "ink-soft", "red", "green", "blue")
AA, AAA = 4.5, 7.0
ALIKE = 20.0
"""Colours no farther apart than this, in CIELAB, are easily taken for one another."""

# Machado, Oliveira and Fernandes (2009), each wholly without one kind of cone; for linear light.
EYES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip

Light = tuple[float, float, float]


def light(colour: str) -> Light:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), light(colour), strict=True))


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def seen_by(eyes: str, colour: str) -> Light:
    full = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, full, strict=True))))
        for row in EYES[eyes]
    )
    return red, green, blue


def distance(one: Light, other: Light) -> float:
    return sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5


def _lab(seen: Light) -> Light:
    red, green, blue = seen
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("theme", THEMES)
def test_words_stand_out_from_the_ground(theme: Theme) -> None:
    known = colours(theme)
    for word in WRITTEN:
        for background in BACKGROUNDS:
            assert contrast(known[word], known[background]) >= AA, (theme, word, background)
    assert contrast(known["on-red"], known["glass-red"]) >= AA


@pytest.mark.parametrize("theme", THEMES)
def test_high_contrast_is_high(theme: Theme) -> None:
    known = colours(theme) | {name: both[THEMES.index(theme)] for name, both in contrasting().items()}
    assert contrasting().keys() <= colours(theme).keys()
    for word in (*WRITTEN, "gold", "line"):
        for background in BACKGROUNDS:
            assert contrast(known[word], known[background]) >= AAA, (theme, word, background)
    assert contrast(known["on-red"], known["glass-red"]) >= AAA


def outline(drawing: str) -> str:
    """What is drawn, whatever its colours."""
    return re.sub(r'(fill|stroke)="[^"]*"', "", drawing)


THINGS = {
    "cards": {colour: (f"{colour}-field", shape(colour, 0, 0, 1, "none")) for colour in CARD_COLOURS},
    "tokens": {
        letter: (f"{hue}-field", ptipasspass._SHAPES[letter]) for letter, hue in ptipasspass.HUES.items()
    },
    "footballers": {
        letter: (f"{hue}-field", passe_eclair._SIGNS[letter]) for letter, hue in passe_eclair.COLOURS.items()
    },
    "pieces": {
        colour: (paint, piece(colour))
        for colour, paint in {
            "black": "piece-black",
            "white": "card-cream",
            "red": "cherokee",
            "blue": "blue-field",
        }.items()
    },
}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("kind", THINGS)
def test_no_colour_stands_alone(kind: str, eyes: str) -> None:
    """Colours that somebody takes for one another have different shapes."""
    known = colours("light")
    for (one, (paint, drawn)), (other, (paint_too, drawn_too)) in combinations(THINGS[kind].items(), 2):
        apart = distance(seen_by(eyes, known[paint]), seen_by(eyes, known[paint_too]))
        alike = outline(drawn) == outline(drawn_too)
        assert apart > ALIKE or not alike, f"{one} and {other} look the same with {eyes}: {apart:.0f}"


def test_some_colours_are_alike_to_some_eyes() -> None:
    """Else shapes would not matter, and the simulation would be of nothing."""
    known = colours("light")
    green, red = known["green-field"], known["red-field"]
    full = distance(light(green), light(red))
    assert full > 2 * min(distance(seen_by(eyes, green), seen_by(eyes, red)) for eyes in EYES)
