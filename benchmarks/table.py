"""Benchmarks as rows of a table: how they are measured, chosen and printed."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from statistics import median, quantiles

from core.errors import AppError

Clock = Callable[[], float]

# A sample shorter than this says more about the clock than about the code (seconds).
SHORTEST_SAMPLE = 0.005

# A call that takes this long is warm after one call, and each call is a sample (seconds).
SLOW_CALL = 0.25

# How many single calls a percentile is taken over.
SINGLE_CALLS = 5000

# After so many seconds a row has enough with these numbers of samples and calls.
MOST_SECONDS = 1.5
LEAST_SAMPLES, LEAST_CALLS = 3, 100


class Unit(Enum):
    """The unit of the time for one thing; `PER_SECOND` is how many things fit a second.

    What is measured in `MEGABYTES` or `CALLS` is not timed: its runs return the figure.
    """

    MILLISECONDS = "ms"
    MICROSECONDS = "µs"
    PER_SECOND = "/s"
    MEGABYTES = "MB"
    CALLS = "calls"

    @property
    def timed(self) -> bool:
        """Whether runs are timed."""
        return self not in {Unit.MEGABYTES, Unit.CALLS}

    def figure(self, seconds: float, amount: int) -> float:
        """Return the time of one run in this unit; the figure itself if runs are not timed."""
        if not self.timed:
            return seconds
        if self is Unit.PER_SECOND:
            return amount / seconds if seconds else math.inf
        return seconds * (1e3 if self is Unit.MILLISECONDS else 1e6) / amount


@dataclass(frozen=True, slots=True)
class Trial:
    """What is timed, and the simplest code that walks over the same data.

    `amount` is how many things one run gets through; the figure is that of one.
    """

    run: Callable[[], object]
    reference: Callable[[], object]
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A row of the table: `prepare` is given a folder of its own and returns what to time.

    `against` names the reference in words. `percentile` other than 50 (the median) is taken over
    single calls: 99 is that of one call in a hundred, 100 the longest. A `prepare` that raises
    NotImplementedError is skipped. A row `by_name` takes minutes and runs only if it is named.
    """

    name: str
    unit: Unit
    against: str
    prepare: Callable[[Path], Trial]
    percentile: int = 50
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Measurement:
    """Seconds for one run and for one run of the reference, sample by sample."""

    run: tuple[float, ...]
    reference: tuple[float, ...]
    percentile: int = 50

    @property
    def seconds(self) -> float:
        """The time of one run: the median, or the chosen percentile."""
        if self.percentile == 50:
            return median(self.run)
        if self.percentile == 100:
            return max(self.run)
        return quantiles(self.run, n=100, method="inclusive")[self.percentile - 1]

    @property
    def ratio(self) -> float:
        """How many times as long as its reference it takes, medians compared."""
        reference = median(self.reference)
        return self.seconds / reference if reference else math.inf

    @property
    def spread(self) -> float:
        """The distance between the quartiles as a part of the median."""
        if len(self.run) < 2 or not self.seconds:
            return 0.0
        first, _, third = quantiles(self.run, n=4, method="inclusive")
        return (third - first) / self.seconds


def timed(call: Callable[[], object], times: int, clock: Clock) -> float:
    """Return the seconds of one call, from `times` calls in a row."""
    start = clock()
    for _ in range(times):
        call()
    return (clock() - start) / times


def warmed_up(call: Callable[[], object], clock: Clock) -> int:
    """Call until caches are warm; return how many calls make a sample long enough to trust."""
    times = 1
    if timed(call, 1, clock) >= SLOW_CALL:
        return times
    while timed(call, times, clock) * times < SHORTEST_SAMPLE:
        times *= 2
    return times


def measure(
    trial: Trial, repeats: int, clock: Clock, most_seconds: float = math.inf
) -> Measurement:
    """Time a trial and its reference in turns, so that a busy moment meets both.

    There are at most `repeats` samples of each, and no more than needed after `most_seconds`.
    Garbage is collected before each sample, and also within samples, because users pay for it too.
    """
    run_times = warmed_up(trial.run, clock)
    reference_times = warmed_up(trial.reference, clock)
    run: list[float] = []
    reference: list[float] = []
    end = clock() + most_seconds
    while len(run) < repeats and (len(run) < LEAST_SAMPLES or clock() < end):
        gc.collect()
        run.append(timed(trial.run, run_times, clock))
        gc.collect()
        reference.append(timed(trial.reference, reference_times, clock))
    return Measurement(tuple(run), tuple(reference))


def weigh(trial: Trial, repeats: int) -> Measurement:
    """Ask a trial and its reference for their figures, such as megabytes."""

    def samples(call: Callable[[], object]) -> tuple[float, ...]:
        return tuple(float(str(call())) for _ in range(repeats))

    return Measurement(samples(trial.run), samples(trial.reference))


def measure_calls(trial: Trial, percentile: int, clock: Clock) -> Measurement:
    """Time single calls of a trial and its reference, for a percentile of them."""
    warmed_up(trial.run, clock)
    gc.collect()
    run = _calls(trial.run, SINGLE_CALLS, clock)
    return Measurement(run, _calls(trial.reference, len(run) // 10, clock), percentile)


def _calls(call: Callable[[], object], most: int, clock: Clock) -> tuple[float, ...]:
    """Return the seconds of single calls, fewer than `most` where they take long."""
    seconds: list[float] = []
    end = clock() + MOST_SECONDS
    while len(seconds) < most and (len(seconds) < LEAST_CALLS or clock() < end):
        seconds.append(timed(call, 1, clock))
    return tuple(seconds)


def chosen(table: Sequence[Benchmark], names: Iterable[str]) -> list[Benchmark]:
    """Return the benchmarks of these names; "cards" stands for every "cards.…".

    Without names, return all benchmarks except those that only run by name.
    """
    wanted = list(names)
    if not wanted:
        return [each for each in table if not each.by_name]
    for name in wanted:
        if not any(_is_named(each, name) for each in table):
            known = ", ".join(each.name for each in table)
            raise AppError(f"There is no benchmark “{name}”.", f"There are: {known}.")
    return [each for each in table if any(_is_named(each, name) for name in wanted)]


def _is_named(benchmark: Benchmark, name: str) -> bool:
    return benchmark.name == name or benchmark.name.startswith(f"{name}.")


def heading() -> str:
    """Return the first line of the table."""
    return _columns("benchmark", "figure", "unit", "ratio", "spread", "reference")


def line(benchmark: Benchmark, trial: Trial, measured: Measurement) -> str:
    """Return the line of a benchmark that was measured."""
    figure = benchmark.unit.figure(measured.seconds, trial.amount)
    return _columns(
        benchmark.name,
        in_digits(figure),
        benchmark.unit.value,
        in_digits(measured.ratio),
        f"{measured.spread:.0%}",
        benchmark.against,
    )


def note(benchmark: Benchmark, words: str) -> str:
    """Return the line of a benchmark that was not measured."""
    return f"{benchmark.name:<18}{words}"


def in_digits(number: float) -> str:
    """Return a number with three digits that count, or all of those before the point."""
    if math.isinf(number):
        return "∞"
    decimals = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{decimals}f}"


def _columns(*cells: str) -> str:
    name, figure, unit, ratio, spread, against = cells
    return f"{name:<18}{figure:>12} {unit:<4}{ratio:>10}{spread:>8}  {against}"
