"""How numbers are written: with their interval where they were sampled, plain where exact."""

from __future__ import annotations

from collections.abc import Sequence

from goldfish.report import Estimate

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def is_exact(estimate: Estimate) -> bool:
    """Tell whether a number has no interval."""
    return estimate.low == estimate.high


def plain(value: float, *, percent: bool = False, signed: bool = False, places: int = 0) -> str:
    """Return a number: "4.123", "12.35%"; a signed one with its sign: "+0.210"."""
    digits = places or (2 if percent else 3)
    text = format(abs(value), f".{digits}{'%' if percent else 'f'}")
    if not any(digit in text for digit in "123456789"):
        return text
    sign = MINUS if value < 0 else "+" if signed else ""
    return f"{sign}{text}"


def written(estimate: Estimate, *, percent: bool = False, signed: bool = False) -> str:
    """Return a number with its interval: "4.123", "4.123 ± 0.012", "+1.20% ± 0.15%"."""
    # A small chance has a smaller error, which two places would write as none.
    places = 3 if not percent or 0 < estimate.high - estimate.low < 0.0001 else 2
    return _with_interval(estimate, places, percent=percent, signed=signed)


def in_points(estimate: Estimate, unit: str = "pp") -> str:
    """Return a difference of two shares in percentage points: "+1.20 ± 0.15 pp"."""
    points = Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)
    return f"{_with_interval(points, 2, signed=True)} {unit}"


def short(estimate: Estimate, *, signed: bool = False) -> str:
    """Return a number shortly, "4.12 ± 0.05", with a third place where the error needs it."""
    return _with_interval(estimate, _places(estimate), signed=signed)


def in_row(estimates: Sequence[Estimate], *, signed: bool = False) -> list[str]:
    """Return numbers shortly, all with as many places as the one that needs most."""
    places = max(_places(each) for each in estimates)
    return [_with_interval(each, places, signed=signed) for each in estimates]


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 hand", "200,000 hands"."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def _places(estimate: Estimate) -> int:
    return 3 if 0 < estimate.high - estimate.low < 0.019 else 2


def _with_interval(
    estimate: Estimate, places: int, *, percent: bool = False, signed: bool = False
) -> str:
    number = plain(estimate.mean, percent=percent, signed=signed, places=places)
    if is_exact(estimate):
        return number
    half = (estimate.high - estimate.low) / 2
    return f"{number} {PLUS_MINUS} {plain(half, percent=percent, places=places)}"
