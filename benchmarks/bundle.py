"""The bundle beside the source: how soon its window is painted, and how large it is.

The rows are there where `make bundle` made one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import PySide6

from benchmarks.start import ROOT, started
from benchmarks.table import Benchmark, Trial, Unit

BUNDLE = ROOT / "dist" / "bundle" / "sevenplots"
_PROGRAM = BUNDLE / ("sevenplots.exe" if sys.platform == "win32" else "sevenplots")


def start(folder: Path) -> Trial:
    """Start the bundle until its table of all cards is painted, with a filled cards.db."""
    bundled = started([str(_PROGRAM)], folder / "bundle")
    source = started([sys.executable, "-m", "sevenplots"], folder / "source")
    bundled()
    source()
    return Trial(bundled, source)


def size(_: Path) -> Trial:
    """Weigh the files of the bundle, and what an environment of the source has installed."""
    installed = Path(PySide6.__file__).parents[1]
    return Trial(_megabytes(BUNDLE), _megabytes(installed))


def _megabytes(folder: Path) -> Callable[[], object]:
    def weigh() -> float:
        files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
        return sum(path.stat().st_size for path in files) / 1e6

    return weigh


BENCHMARKS = (
    (
        Benchmark("bundle.start", Unit.MILLISECONDS, "the source, started in the same way", start),
        Benchmark("bundle.size", Unit.MEGABYTES, "what the checks of the source install", size),
    )
    if _PROGRAM.is_file()
    else ()
)
