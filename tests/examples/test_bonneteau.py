"""A game in somebody else's package, installed beside Muscade: it has everything that ours have, without a line elsewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "bonneteau"
TUTORIAL = ROOT / "docs" / "a-game-of-your-own.md"
MOST_LINES = 300
KINDS = {".py", ".toml", ".md"}


class Elsewhere:
    """A folder with the package installed in it, and Python with both."""

    def __init__(self, folder: Path) -> None:
        self.site = folder / "site"
        install = ("pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation")
        self.run("-m", "uv", *install, "--python", sys.executable, "--target", str(self.site), str(PACKAGE))
        self.law = self.site / "bonneteau" / "rules.py"

    def run(self, *arguments: str, **variables: str) -> str:
        """With the machine code that is kept on this computer: it is named after the text that it comes from, wherever that is."""
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(self.site), str(ROOT))), **variables}
        done = subprocess.run(
            [sys.executable, *arguments],
            check=False,
            env=environment,
            cwd=self.site.parent,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    return Elsewhere(tmp_path_factory.mktemp("elsewhere"))


def test_it_is_found_by_its_name(elsewhere: Elsewhere) -> None:
    listed = elsewhere.run("-m", "muscade.cli", "games")
    assert "bonneteau" in listed
    assert "pass-pass" in listed


def test_it_brings_its_rules(elsewhere: Elsewhere) -> None:
    assert "BN-6" in elsewhere.run("-m", "muscade.cli", "rules", "bonneteau")
    assert "chacun regarde" in elsewhere.run("-m", "muscade.cli", "rules", "bonneteau", "--lang", "fr")
    assert "bonneteau" in elsewhere.run("-m", "muscade.cli", "rules").split()


DESCRIBE = """
import muscade
game = muscade.game("bonneteau")
view = muscade.Match(game, seats=2, seed=1, cups=4).state.view(0)
print(game.describe(view).fr, "sous votre gobelet" in game.picture(view, language="fr").lower())
"""


def test_it_is_told_in_both_languages(elsewhere: Elsewhere) -> None:
    """By the vocabulary that it brings, without a line of Python."""
    told = elsewhere.run("-c", DESCRIBE)
    assert "Gobelets : debout, debout, debout, debout." in told
    assert "Sous votre gobelet : " in told
    assert told.endswith("True\n")


def test_it_is_played_at_a_table(elsewhere: Elsewhere) -> None:
    told = json.loads(elsewhere.run("-m", "tests.examples.at_a_table", "bonneteau").splitlines()[-1])
    assert told["page"] == "# Bonneteau"
    assert told["kind"].startswith("text/markdown")
    assert 3 in told["outcome"]["scores"]
    assert told["outcome"] == told["replayed"]
    assert told["refused"] == ["BN-1", "Il n'y a pas un tel gobelet."]


def test_the_clients_types_are_those_of_our_games(elsewhere: Elsewhere) -> None:
    elsewhere.run("-m", "muscade.server.schema", "--check")


SIMULATE = """
import muscade
from muscade.kernels import kernel_of
from muscade.kernels.batches import random_games
batch = random_games(kernel_of(muscade.game("bonneteau"), 2), seed=1, count=2000)
print(batch.moves.mean())
"""


def test_a_law_that_was_edited_is_compiled_anew(elsewhere: Elsewhere, tmp_path: Path) -> None:
    """Whatever lies in the cache, which is empty here: the machine code is never that of another text."""

    def simulate() -> float:
        return float(elsewhere.run("-c", SIMULATE, MUSCADE_CACHE=str(tmp_path)))

    before = simulate()
    assert simulate() == before
    text = elsewhere.law.read_text(encoding="utf-8")
    try:
        elsewhere.law.write_text(text.replace("GOAL = 3", "GOAL = 1"), encoding="utf-8")
        assert simulate() < before / 2
    finally:
        elsewhere.law.write_text(text, encoding="utf-8")
    assert simulate() == before


ENVIRONMENTS = """
import gymnasium, pyspiel
import muscade.envs.gymnasium, muscade.envs.openspiel
from muscade.envs import pettingzoo
table = pettingzoo.env("bonneteau", seats=3)
table.reset(seed=1)
alone = gymnasium.make("muscade/Bonneteau-v0", opponents="normal")
seen, _ = alone.reset(seed=1)
state = pyspiel.load_game("muscade_bonneteau").new_initial_state()
print(table.last()[0]["action_mask"].sum(), seen["action_mask"].sum(), len(state.chance_outcomes()))
"""


def test_programs_learn_it_like_ours(elsewhere: Elsewhere) -> None:
    offered, against_a_bot, outcomes = map(int, elsewhere.run("-c", ENVIRONMENTS).split())
    assert (offered, outcomes) == (5, 5)
    assert 1 <= against_a_bot <= 5


def test_it_is_small() -> None:
    lines = [line for source in PACKAGE.rglob("*.py") for line in source.read_text("utf-8").splitlines()]
    assert len(lines) <= MOST_LINES


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_tutorial_shows_the_package_as_it_is() -> None:
    """Every block of code is a piece of one of its files, and no file is left out."""
    texts = {file.name: file.read_text("utf-8") for file in PACKAGE.rglob("*") if file.suffix in KINDS}
    found = {
        piece: [
            name for name, text in texts.items() if any(indent(piece, " " * n) in text for n in (0, 4, 8))
        ]
        for piece in map(dedent, (*blocks("python"), *blocks("toml"), *blocks("markdown")))
    }
    assert [piece for piece, names in found.items() if not names] == []
    shown = {name for names in found.values() for name in names}
    assert shown >= {name for name in texts if name.endswith(".py")} - {"__init__.py"}


COMMANDS = [
    re.sub(r" +#.*", "", line)
    for block in blocks("sh")
    for line in block.splitlines()
    if not line.startswith(("pip install", "muscade serve"))
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_tutorial_works(elsewhere: Elsewhere, command: str) -> None:
    """The package is installed already, and a server would not end by itself."""
    program, *arguments = shlex.split(command)
    told = elsewhere.run(*{"muscade": ("-m", "muscade.cli"), "python": ()}[program], *arguments)
    assert program == "python" or "onneteau" in told
    assert "arena" not in arguments or "30 games" in told
