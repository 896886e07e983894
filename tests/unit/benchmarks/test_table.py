"""Tests of the benchmark harness, on a clock that goes only where the work takes it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

from benchmarks import __main__ as program
from benchmarks.table import (
    Benchmark,
    Measurement,
    Trial,
    Unit,
    chosen,
    heading,
    in_digits,
    line,
    measure,
    timed,
    warmed_up,
    weigh,
)
from core.errors import AppError


class FakeTime:
    """A clock, and work that moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls = 0

    def clock(self) -> float:
        return self.now

    def work(self, *seconds: float) -> Callable[[], None]:
        """Return work that takes these seconds, call by call, and the last of them ever after."""
        durations: Iterator[float] = chain(seconds, repeat(seconds[-1]))

        def call() -> None:
            self.calls += 1
            self.now += next(durations)

        return call


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture(autouse=True)
def without_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collect nothing between samples: what other tests left takes long and changes no figure."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


def row(name: str, prepare: Callable[[Path], Trial] | None = None) -> Benchmark:
    return Benchmark(name, Unit.MILLISECONDS, "nothing", prepare or (lambda _: Trial(int, int)))


def test_a_sample_is_the_time_of_one_call(time: FakeTime) -> None:
    assert timed(time.work(0.25), 4, time.clock) == pytest.approx(0.25)
    assert time.calls == 4


def test_quick_work_is_repeated_until_a_sample_is_long_enough(time: FakeTime) -> None:
    assert warmed_up(time.work(0.001), time.clock) == 8


def test_slow_work_is_called_once_a_sample(time: FakeTime) -> None:
    assert warmed_up(time.work(0.2), time.clock) == 1
    assert time.calls == 2


def test_one_call_warms_up_what_takes_seconds(time: FakeTime) -> None:
    assert warmed_up(time.work(1.0), time.clock) == 1
    assert time.calls == 1


def test_the_median_leaves_out_warm_up_and_outliers(time: FakeTime) -> None:
    work = time.work(90.0, 3.0, 1.0, 50.0, 2.0, 3.0)
    measured = measure(Trial(work, time.work(1.5)), 5, time.clock)
    assert measured.run == pytest.approx((3.0, 1.0, 50.0, 2.0, 3.0))
    assert measured.seconds == pytest.approx(3.0)
    assert measured.ratio == pytest.approx(2.0)


def test_the_reference_is_measured_in_turn_with_the_run() -> None:
    order: list[str] = []
    ticks = iter(range(1000))
    trial = Trial(lambda: order.append("run"), lambda: order.append("reference"))
    measure(trial, 2, lambda: float(next(ticks)))
    assert order[-4:] == ["run", "reference", "run", "reference"]


def test_the_spread_is_that_of_the_middle_half() -> None:
    assert Measurement((1.0, 2.0, 3.0, 4.0, 100.0), (1.0,)).spread == pytest.approx(2 / 3)
    assert Measurement((1.0,), (1.0,)).spread == 0.0


@pytest.mark.parametrize(
    ("unit", "figure"),
    [(Unit.MILLISECONDS, 50.0), (Unit.MICROSECONDS, 50_000.0), (Unit.PER_SECOND, 20.0)],
)
def test_a_unit_tells_the_time_of_one_thing(unit: Unit, figure: float) -> None:
    assert unit.figure(0.5, amount=10) == pytest.approx(figure)


@pytest.mark.parametrize(
    ("number", "digits"),
    [(0.042, "0.04"), (1.234, "1.23"), (12.34, "12.3"), (1234567.8, "1,234,568")],
)
def test_figures_have_the_digits_that_count(number: float, digits: str) -> None:
    assert in_digits(number) == digits


def test_a_line_stands_under_the_heading() -> None:
    printed = line(row("cards.load"), Trial(int, int), Measurement((0.03, 0.03), (0.01, 0.01)))
    assert printed.split() == ["cards.load", "30.0", "ms", "3.00", "0%", "nothing"]
    assert printed.index("nothing") == heading().index("reference")


def test_a_name_chooses_its_benchmark_or_its_family() -> None:
    table = [row("cards.load"), row("cards.parse"), row("cardsharp.play"), row("decks.read")]
    assert [each.name for each in chosen(table, ["cards"])] == ["cards.load", "cards.parse"]
    assert [each.name for each in chosen(table, ["decks.read"])] == ["decks.read"]
    assert chosen(table, []) == table
    slow = Benchmark("reading.hostile", Unit.MILLISECONDS, "nothing", table[0].prepare, 50, True)
    assert chosen([*table, slow], []) == table
    assert chosen([*table, slow], ["reading"]) == [slow]


def test_a_slow_row_ends_after_its_time_with_a_few_samples(time: FakeTime) -> None:
    measured = measure(Trial(time.work(10.0), time.work(1.0)), 11, time.clock, 5.0)
    assert len(measured.run) == len(measured.reference) == 3
    quick = measure(Trial(time.work(0.1), time.work(0.1)), 11, time.clock, 5.0)
    assert len(quick.run) == 11


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AppError, match="no benchmark “card”") as caught:
        chosen([row("cards.load")], ["card"])
    assert "cards.load" in caught.value.hint


def test_what_is_not_written_yet_is_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare(_: Path) -> Trial:
        raise NotImplementedError

    assert program.run(row("hands.exact", prepare), tmp_path / "a", repeats=1)
    assert "hands.exact" in (out := capsys.readouterr().out)
    assert "skipped" in out


def test_what_fails_is_said_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def prepare(_: Path) -> Trial:
        raise AppError("The deck was not read whole.")

    assert not program.run(row("decks.read", prepare), tmp_path / "a", repeats=1)
    assert "failed: The deck was not read whole." in capsys.readouterr().out


def test_every_benchmark_has_a_name_of_its_own_and_says_what_it_does() -> None:
    names = [each.name for each in program.TABLE]
    assert len(names) == len(set(names))
    assert all(getattr(each.prepare, "func", each.prepare).__doc__ for each in program.TABLE)


def test_the_program_refuses_an_unknown_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["no.such"]) == 2
    assert "cards.load" in capsys.readouterr().err


def test_what_is_weighed_is_asked_and_not_timed() -> None:
    weights = iter(["325.0", "331.0", "327.0"])
    found = weigh(Trial(lambda: next(weights), lambda: 80), 3)
    assert found.run == (325.0, 331.0, 327.0)
    assert Unit.MEGABYTES.figure(found.seconds, 1) == 327.0
    assert round(found.ratio, 2) == 4.09
