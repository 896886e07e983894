"""What a process needs of memory at its peak: hands of every sample deck, and rounds of one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.table import Benchmark, Trial, Unit

ROOT = Path(__file__).parents[1]
AGAINST = "all cards loaded, and numpy"

_BEFORE = """
import resource, sys
import numpy
from benchmarks import goldfish
"""
_HANDS = """
from goldfish.exact_report import exact_hands
from goldfish.kernel import Kernel
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.opening import opening
for deck in goldfish._samples():
    exact_hands(Kernel(opening(deck)), KeepPolicy(PolicyKind.OPTIMAL))
"""
_ROUNDS = """
trial = goldfish.rounds(None)
trial.run()
"""
_BARE = "goldfish._samples()\n"
# Linux tells kilobytes, in getrusage with those of the process that started this one, macOS bytes.
_TOLD = """
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if sys.platform == "linux":
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""


def _peak(program: str) -> Callable[[], object]:
    """Return what runs a program in a process of its own, and returns its megabytes."""

    def run() -> str:
        command = [sys.executable, "-c", _BEFORE + program + _TOLD]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout.strip()

    return run


def hands(_: Path) -> Trial:
    """Go through every hand of each sample deck, with the best policy."""
    return Trial(_peak(_HANDS), _peak(_BARE))


def rounds(_: Path) -> Trial:
    """Play the first rounds of the reference deck."""
    return Trial(_peak(_ROUNDS), _peak(_BARE))


BENCHMARKS = (
    Benchmark("memory.hands", Unit.MEGABYTES, AGAINST, hands),
    Benchmark("memory.rounds", Unit.MEGABYTES, AGAINST, rounds),
)
