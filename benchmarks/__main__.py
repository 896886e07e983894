"""Runs the benchmarks that the command line names, or all: `python -m benchmarks cards.load`."""

from __future__ import annotations

import argparse
import platform
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks import (
    bundle,
    cards,
    deck_reader,
    events,
    gallery,
    goldfish,
    judge,
    library,
    memory,
    proxies,
    published,
    rules,
    search,
    start,
    study,
    sync,
    window,
)
from benchmarks.table import (
    MOST_SECONDS,
    Benchmark,
    chosen,
    heading,
    line,
    measure,
    measure_calls,
    note,
    weigh,
)
from core.errors import AppError

# How often a process is weighed: its memory hardly differs from one start to the next.
WEIGHED = 1

# The table: each module of this package adds its rows here.
TABLE = (
    *goldfish.BENCHMARKS,
    *bundle.BENCHMARKS,
    *cards.BENCHMARKS,
    *events.BENCHMARKS,
    *gallery.BENCHMARKS,
    *judge.BENCHMARKS,
    *library.BENCHMARKS,
    *memory.BENCHMARKS,
    *proxies.BENCHMARKS,
    *published.BENCHMARKS,
    *deck_reader.BENCHMARKS,
    *rules.BENCHMARKS,
    *search.BENCHMARKS,
    *start.BENCHMARKS,
    *study.BENCHMARKS,
    *sync.BENCHMARKS,
    *window.BENCHMARKS,
)


def run(benchmark: Benchmark, folder: Path, repeats: int) -> bool:
    """Measure one benchmark and print its line; return whether nothing went wrong."""
    folder.mkdir()
    try:
        trial = benchmark.prepare(folder)
        if not benchmark.unit.timed:
            measured = weigh(trial, WEIGHED)
        elif benchmark.percentile == 50:
            measured = measure(trial, repeats, perf_counter, MOST_SECONDS)
        else:
            measured = measure_calls(trial, benchmark.percentile, perf_counter)
        print(line(benchmark, trial, measured), flush=True)
    except NotImplementedError:
        print(note(benchmark, "skipped: what it measures is not written yet"), flush=True)
    except Exception as error:  # an edge: the other rows are measured all the same
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        print(note(benchmark, f"failed: {error} ({type(error).__name__}, {place})"), flush=True)
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="cards.load, or cards for all of them")
    parser.add_argument(
        "--repeats", type=int, default=11, help="most samples of each (default: 11)"
    )
    options = parser.parse_args(arguments)
    if options.repeats < 1:
        parser.error("--repeats must be 1 or more")
    try:
        benchmarks = chosen(TABLE, options.names)
    except AppError as error:
        print(f"{error} {error.hint}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()} on {platform.machine()}, median of at", end=" ")
    print(
        f"most {options.repeats}; ratio: how many times as long as the reference, lower is better\n"
    )
    print(heading(), flush=True)
    with TemporaryDirectory() as folder:
        results = [run(each, Path(folder) / each.name, options.repeats) for each in benchmarks]
    for each in TABLE if not options.names else ():
        if each.by_name:
            print(note(each, f"takes minutes: make bench ONLY={each.name}"))
    return 0 if all(results) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
