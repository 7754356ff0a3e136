"""Pictures as pixels: PNG by resvg, GIF by Pillow, with the fonts that the package brings and nobody else's."""

from __future__ import annotations

import io
from collections.abc import Iterable

from muscade.pictures.lettering import font_files, is_written
from muscade.pictures.svg import HEIGHT, WIDTH

SMALLEST, LARGEST = 120, 2400
"""How many pixels wide a picture may be."""
FILM_COLOURS = 128


def height_of(width: int) -> int:
    """Of a picture so many pixels wide.

    >>> height_of(1200), height_of(600)
    (630, 315)
    """
    return round(width * HEIGHT / WIDTH)


def png(svg: str, width: int = WIDTH) -> bytes:
    """An SVG picture as a PNG file, so many pixels wide."""
    if not SMALLEST <= width <= LARGEST:
        raise ValueError(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {width}")
    # Late: who only wants the SVG need not load it.
    from resvg_py import svg_to_bytes

    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height_of(width),
            # Names may be written in any script; whatever ours lack is taken from the machine's own, if it has any.
            skip_system_fonts=is_written(svg),
            font_files=font_files(),
            font_family="Figtree",
            sans_serif_family="Figtree",
            serif_family="Federo",
        )
    )


def gif(svgs: Iterable[str], width: int = WIDTH // 2, seconds: float = 0.8, last: float = 3.0) -> bytes:
    """Pictures one after another, again and again; the last one stays for longer."""
    from PIL import Image

    frames = []
    for svg in svgs:
        with Image.open(io.BytesIO(png(svg, width))) as image:
            flat = image.convert("RGB")
        frames.append(flat.quantize(FILM_COLOURS, dither=Image.Dither.NONE))
    if not frames:
        raise ValueError("a film has at least one picture")
    out = io.BytesIO()
    frames[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[*[int(1000 * seconds)] * (len(frames) - 1), int(1000 * last)],
        loop=0,
        optimize=False,
    )
    return out.getvalue()
