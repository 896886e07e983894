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
    written = format(abs(value), f".{digits}{'%' if percent else 'f'}")
    nothing = not any(digit in written for digit in "123456789")
    if signed:
        return written if nothing else f"{MINUS if value < 0 else '+'}{written}"
    return written if value >= 0 or nothing else f"{MINUS}{written}"


def written(estimate: Estimate, *, percent: bool = False, signed: bool = False) -> str:
    """Return a number with its interval: "4.123", "4.123 ± 0.012", "+1.20% ± 0.15%"."""
    half = (estimate.high - estimate.low) / 2
    # A small chance has a smaller error, which two places would write as none.
    places = 3 if not percent or 0 < half < 0.00005 else 2
    number = plain(estimate.mean, percent=percent, signed=signed, places=places)
    if is_exact(estimate):
        return number
    return f"{number} {PLUS_MINUS} {plain(half, percent=percent, places=places)}"


def in_points(estimate: Estimate, unit: str = "pp") -> str:
    """Return a difference of two shares in percentage points: "+1.20 ± 0.15 pp"."""
    points = Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)
    number = plain(points.mean, signed=True, places=2)
    if is_exact(points):
        return f"{number} {unit}"
    return f"{number} {PLUS_MINUS} {plain((points.high - points.low) / 2, places=2)} {unit}"


def more(estimate: Estimate) -> str:
    """Return a difference shortly, "+0.21 ± 0.05", with a third place where the error asks it."""
    return short(estimate, signed=True)


def in_row(estimates: Sequence[Estimate], *, signed: bool = False) -> list[str]:
    """Return numbers shortly, all with as many places as the one that needs most."""
    places = max(_places(each) for each in estimates)
    return [short(each, signed=signed, places=places) for each in estimates]


def short(estimate: Estimate, *, signed: bool = False, places: int = 0) -> str:
    """Return a number shortly, "4.12 ± 0.05", with a third place where the error asks it."""
    half = (estimate.high - estimate.low) / 2
    places = places or _places(estimate)
    number = plain(estimate.mean, signed=signed, places=places)
    if is_exact(estimate):
        return number
    return f"{number} {PLUS_MINUS} {plain(half, places=places)}"


def _places(estimate: Estimate) -> int:
    return 3 if 0 < estimate.high - estimate.low < 0.019 else 2


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 hand", "200,000 hands"."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"
