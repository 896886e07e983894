"""What a chart shows, as values: categories, series, and how a value is written."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from carddb.terms import Faction


@dataclass(frozen=True, slots=True)
class Series:
    """One value for each category, with a 95 % interval where it is an estimate.

    NaN stands for no value: it has no bar, and is written as a dash. The legend shows `name` where
    there are several series. `low` and `high` are empty where the values are exact. Without a
    faction, the colour follows from the position among the series; `pale` is a tint of the accent,
    for what was before.
    """

    name: str
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    faction: Faction | None = None
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars of one or several series over the same categories.

    `x_label` says what the categories are and `y_label` what the values are, in rows as well.
    `percent`: values are 0 to 1, written as percent. `stacked`: series stand on each other, for
    counts that add up. `note`: one short line below ("exact"; "n = 20,000, seed 7"). `rows`: bars
    lie below one another, for names instead of a scale. `factions`: the colour of each category,
    for a single series. `empty`: the text where there is no category. ValueError where lengths do
    not agree.
    """

    title: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    x_label: str = ""
    y_label: str = ""
    percent: bool = False
    stacked: bool = False
    note: str = ""
    rows: bool = False
    factions: tuple[Faction | None, ...] = ()
    empty: str = "Nothing to show yet."

    def __post_init__(self) -> None:
        count = len(self.categories)
        for each in self.series:
            if len(each.values) != count:
                raise ValueError(f"“{each.name}” has {len(each.values)} values for {count}")
            if {len(each.low), len(each.high)} not in ({0}, {count}):
                raise ValueError(f"“{each.name}” has not one interval for each value")
        if self.factions and len(self.factions) != count:
            raise ValueError(f"{len(self.factions)} factions for {count} categories")

    @property
    def is_empty(self) -> bool:
        """Whether there is no value to show."""
        return not self.categories or not self.series

    @property
    def bars_per_category(self) -> int:
        """How many bars of a category stand next to each other."""
        return 1 if self.stacked else len(self.series)

    @property
    def totals(self) -> tuple[float, ...]:
        """The sum of each category."""
        return tuple(map(sum, zip(*(each.values for each in self.series), strict=True)))

    @property
    def description(self) -> str:
        """Every value as text, for screen readers."""
        text = ", ".join(self.value_texts()) or self.empty
        return f"{text} ({self.note})" if self.note else text

    def value_texts(self) -> list[str]:
        """Return each value with its category as text."""
        texts = []
        for number, category in enumerate(self.categories):
            for each in self.series:
                name = f"{category}, {each.name}" if len(self.series) > 1 else category
                text = f"{name}: {self.format_value(each.values[number])}"
                if each.low:
                    low, high = (self.format_value(v[number]) for v in (each.low, each.high))
                    text += f" ({low} to {high})"
                texts.append(text)
        return texts

    def format_value(self, value: float, *, sign: bool = True, short: bool = False) -> str:
        """Return a value as text; optionally without its percent sign, or with fewer digits."""
        if isnan(value):
            return "\N{EN DASH}"
        shown = value * 100 if self.percent else value
        whole = shown == int(shown) and (shown == 0 or not self.percent)
        digits = 0 if whole else (1 if self.percent else 2) - short
        text = f"{shown:,.{digits}f}".replace("-", "\N{MINUS SIGN}")
        return f"{text}%" if self.percent and sign else text
