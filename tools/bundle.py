"""Makes the bundle: the program with Python and Qt in one folder, of a wheel that is made first.

Usage: python -m tools.bundle
"""

from __future__ import annotations

import shutil
import tomllib

from tools import app_icons, bundle_licences, bundle_packages, dist
from tools.release_files import BUILD, DIST, ROOT, made_venv, run

BUNDLE = DIST / "bundle" / "sevenplots"


def requirements() -> list[str]:
    """Return the requirements of the program, without the driver for a database server."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [*project["dependencies"], "pyinstaller"]


def main() -> None:
    """Make the folder of a new wheel, put the licences into it, and pack it."""
    dist.build()
    (wheel,) = dist.PACKAGES.glob("*.whl")
    python = made_venv("bundle", *requirements())
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel]
    run(install)
    shutil.rmtree(BUNDLE.parent, ignore_errors=True)
    work = ["--distpath", BUNDLE.parent, "--workpath", BUILD / "pyinstaller"]
    app_icons.write_icons()
    spec = ROOT / "release" / "sevenplots.spec"
    # -P: import the installed packages, not those in this folder.
    options = ["--noconfirm", "--clean", "--log-level", "WARN", *work]
    run([python, "-P", "-m", "PyInstaller", *options, spec])
    bundle_licences.add_to(BUNDLE, python)
    for each in bundle_packages.pack(BUNDLE):
        print(f"{each.relative_to(ROOT)}: {each.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
