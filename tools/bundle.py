"""Makes the bundle of the wheel in dist/packages: the program with Python and Qt in one folder.

Usage: python -m tools.bundle
"""

from __future__ import annotations

import importlib.metadata
import shutil
import sys

from tools import bundle_licences, bundle_packages
from tools.dist import PACKAGES
from tools.release_files import BUILD, DIST, ROOT, made_venv, run

BUNDLE = DIST / "bundle" / "sevenplots"


def requirements() -> list[str]:
    """Return what the program itself requires, with the driver for a club's server."""
    found = importlib.metadata.requires("sevenplots") or []
    plain = [each for each in found if "extra ==" not in each]
    return [*plain, "psycopg[binary]", "pyinstaller"]


def main() -> None:
    """Make the folder, put the licences into it, and pack it."""
    (wheel,) = PACKAGES.glob("*.whl")
    python = made_venv("bundle", *requirements())
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel]
    run(install)
    shutil.rmtree(BUNDLE.parent, ignore_errors=True)
    work = ["--distpath", BUNDLE.parent, "--workpath", BUILD / "pyinstaller"]
    spec = ROOT / "release" / "sevenplots.spec"
    run([python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN", *work, spec])
    bundle_licences.add_to(BUNDLE, python)
    for each in bundle_packages.pack(BUNDLE):
        print(f"{each.relative_to(ROOT)}: {each.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
