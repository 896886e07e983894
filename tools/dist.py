"""Makes wheel and sdist in dist/, checks them, and runs the program from an empty environment.

Usage: python -m tools.dist
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from tools import wheel_contents
from tools.release_files import BUILD, DIST, ROOT, made_venv, run

PACKAGES = DIST / "packages"
ENVIRONMENT = ("dist", "build", "pipx", "setuptools", "twine", "wheel")


def build() -> None:
    """Build both from a clean copy of the files that git knows, without other files."""
    python = made_venv(*ENVIRONMENT)
    copy = BUILD / "source"
    shutil.rmtree(copy, ignore_errors=True)
    for name in wheel_contents.tracked_files():
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    shutil.rmtree(PACKAGES, ignore_errors=True)
    run([python, "-m", "build", "--no-isolation", "--outdir", PACKAGES, copy])
    run([python, "-m", "twine", "check", "--strict", *sorted(PACKAGES.iterdir())])
    if wheel_contents.main([str(PACKAGES)]):
        sys.exit(1)


def try_it() -> None:
    """Install the wheel by pipx into an empty environment, and judge a deck with it."""
    (wheel,) = PACKAGES.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        places = {
            "PIPX_HOME": str(home / "pipx"),
            "PIPX_BIN_DIR": str(home / "bin"),
            "PIP_CONSTRAINT": str(ROOT / "constraints.txt"),
            "USE_EMOJI": "0",
        }
        pipx = [made_venv(*ENVIRONMENT), "-m", "pipx"]
        run([*pipx, "install", "--python", sys.executable, wheel], cwd=home, more=places)
        program = home / "bin" / "sevenplots"
        run([program, "--version"], cwd=home)
        deck = ROOT / "resources" / "decks" / "second" / "family-duty-honor-wotn.json"
        run([program, "--home", home / "files", "check", deck], cwd=home)


if __name__ == "__main__":
    build()
    try_it()
