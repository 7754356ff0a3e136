"""How a page lies on a screen, found out by measuring in the page itself: nothing overlaps, is cut, hidden or too small to touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Page

SIZES = [
    (360, 640),
    (640, 360),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    # A large screen at twice its size.
    (720, 450),
    (1280, 600),
    (1440, 900),
    (2560, 1440),
]

_MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
_SETTLED = f"""async ({{ width, height, whole, frames }}) => {{
  const measure = {_MEASURE};
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  while (innerWidth !== width || innerHeight !== height) await frame();
  await document.fonts.ready;
  let found = null;
  for (let same = 0; same < frames; ) {{
    await frame();
    await frame();
    await Promise.all(document.getAnimations()
      .filter(({{ effect }}) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({{ finished }}) => finished.catch(() => null)));
    const now = measure(whole);
    if (!now.length) return [];
    same = JSON.stringify(now) === JSON.stringify(found) ? same + 1 : 0;
    found = now;
  }}
  return found;
}}"""
"""What has just been laid out anew may take a few frames; what is still wrong then, stays so."""
FRAMES = 6


def findings(page: Page, *, whole: bool, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[str]:
    """Everything that is wrong with it, size by size. ``whole``: all of it is to be on the screen at once, as a table is."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        asked = {"width": width, "height": height, "whole": whole, "frames": FRAMES}
        for found in page.evaluate(_SETTLED, asked):
            yield f"{width}×{height} {found}"
