"""Prints what each hostile file costs, read in a process of its own; names choose some of them."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.hostile.cases import CASES, cost_of


def main(names: list[str]) -> None:
    """Print a line for every case whose name begins as one of these."""
    if names and names[0] == "--one":
        print(cost_of(names[1]), flush=True)
        return
    for name in CASES:
        if not names or name.startswith(tuple(names)):
            command = [sys.executable, "-m", "benchmarks.hostile", "--one", name]
            subprocess.run(command, check=False)  # noqa: S603


if __name__ == "__main__":
    main(sys.argv[1:])
