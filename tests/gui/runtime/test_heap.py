"""What the window frees goes back to the system."""

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


def left(way: str) -> int:
    """Return how many bytes of 20 MB stay with a process that freed them."""
    command = [sys.executable, "-c", PROGRAM, way]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return int(ran.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have another heap")
def test_what_is_freed_goes_back_to_the_system() -> None:
    assert left("returned") < 4 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have another heap")
def test_without_that_it_would_stay() -> None:
    assert left("kept") > 10 << 20
