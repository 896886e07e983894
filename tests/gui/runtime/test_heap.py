"""What the window frees goes back to the system, but while something is computed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Blocks that glibc puts into a heap once a larger one was freed, below one that stays. A large
# block of Python's own is allocated by malloc.
PROGRAM = """
import sys
from desktop.runtime.heap import return_large_blocks

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

if sys.argv[1] == "returned":
    return_large_blocks()
largest = bytearray(8 << 20)
del largest
before = resident()
blocks = [bytearray(b"x") * (100 << 10) for _ in range(200)]
# As large as the others: it finds no place below them.
last = bytearray(b"x") * (100 << 10)
del blocks
print(resident() - before)
"""


# What a computation does with arrays: one after another, each as large as the one before.
COMPUTATION = """
import resource
from desktop.runtime.heap import arrays_reused, return_large_blocks

def compute():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(50):
        bytearray(b"x") * (1 << 20)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

return_large_blocks()
with arrays_reused():
    with arrays_reused():
        pass
    print(compute())
print(compute())
"""


def printed(program: str, *arguments: str) -> str:
    """Return what a program prints in a process of its own."""
    command = [sys.executable, "-c", program, *arguments]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return ran.stdout


def left(way: str) -> int:
    """Return how many bytes of 20 MB stay with a process that freed them."""
    return int(printed(PROGRAM, way))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have another heap")
def test_what_is_freed_goes_back_to_the_system() -> None:
    assert left("returned") < 4 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have another heap")
def test_without_that_it_would_stay() -> None:
    assert left("kept") > 10 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have another heap")
def test_a_computation_does_not_ask_the_system_for_each_array_anew() -> None:
    during, after = (int(pages) for pages in printed(COMPUTATION).split())
    # A megabyte is 256 pages.
    assert during < 5 * 256
    assert after > 40 * 256
