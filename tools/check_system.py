"""Runs the checks of a forge on Windows and macOS, which may lack make and sh.

Usage: python tools/check_system.py [--bundle]
Without an option it runs the tests in their own environment; with it, it makes and tries the
bundle.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.release_files import ROOT, made_venv, run


def test() -> None:
    """Run the tests that need only Python."""
    python = made_venv("test", "-e", ".[test]")
    more = {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    run([python, "-m", "pytest", "-q", "--numprocesses", "auto"], more=more)


def bundle() -> None:
    """Make the bundle and try it."""
    python = made_venv("test", "-e", ".[test]")
    if sys.platform == "linux":
        run([python, "tools/system_libraries.py", "--for", "xcb"])
    run([python, "-m", "tools.bundle"])
    if sys.platform == "linux":
        run(["sh", "tools/check_packages.sh"])
    program = ROOT / "dist" / "bundle" / "sevenplots" / "sevenplots"
    shell = shutil.which("sh") or shutil.which("bash") or "sh"
    more = {} if sys.platform == "linux" else {"QT_QPA_PLATFORM": "offscreen"}
    run([shell, "tools/smoke_bundle.sh", program.as_posix()], more=more)


if __name__ == "__main__":
    os.chdir(ROOT)
    bundle() if sys.argv[1:] == ["--bundle"] else test()
