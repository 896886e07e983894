"""The charts of a deck: what is counted of it, as bars."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan

from carddb.gold import GoldKind
from carddb.terms import Faction, Number
from decks.deck import Deck
from decks.stats import CountTable, DeckStats
from desktop.widgets.charts.chart import Chart, Series

CARDS = "Cards"
# What is charted, in this order; the titles are what the charts are saved as, too.
TITLES = {
    "cost": "Cost",
    "icons": "Challenge icons",
    "factions": "Factions",
    "plots": "Plots",
    "income": "Income and gold",
    "types": "Types",
    "strength": "Strength of characters",
    "traits": "Traits",
}
_SCALES = {"cost", "strength"}
_PLOT_VALUES = {"income": "Gold", "initiative": "Initiative", "reserve": "Reserve"}


def charts_of(deck: Deck, stats: DeckStats) -> dict[str, Chart]:
    """Return the charts of a deck by their keys; one without anything to count is empty."""
    charts = {
        key: _counts(key, stats.table(key))
        for key in ("cost", "icons", "factions", "types", "strength", "traits")
    }
    charts["plots"] = _plots(stats)
    charts["income"] = _income(deck, stats)
    return {key: charts[key] for key in TITLES}


def _counts(key: str, table: CountTable) -> Chart:
    counts = table.counts if table.most else ()
    factions = tuple(Faction(count.key) for count in counts) if key == "factions" else ()
    return Chart(
        TITLES[key],
        tuple(count.label for count in counts),
        (Series(CARDS, tuple(count.copies for count in counts)),),
        x_label=TITLES[key],
        rows=key not in _SCALES,
        factions=factions,
    )


def _plots(stats: DeckStats) -> Chart:
    """Return the values of each plot, the richest first; a letter is no number."""
    lines = sorted(
        stats.plots,
        key=lambda line: (-_number(line.stats.income, -1), line.card.name, line.card.code),
    )
    series = (
        Series(name, tuple(_number(getattr(line.stats, key)) for line in lines))
        for key, name in _PLOT_VALUES.items()
        if any(getattr(line.stats, key) is not None for line in lines)
    )
    names = tuple(
        f"{n} {line.card.name}" if (n := line.copies) > 1 else line.card.name for line in lines
    )
    return Chart(TITLES["plots"], names, tuple(series), x_label="Plot", rows=True)


def _number(value: Number | None, otherwise: float = nan) -> float:
    return value if isinstance(value, int) else otherwise


def _income(deck: Deck, stats: DeckStats) -> Chart:
    """Return what brings gold or saves it, beside the plots."""
    rows = [row for row in _income_rows(deck, stats) if row[1]]
    return Chart(
        TITLES["income"],
        tuple(name for name, _ in rows),
        (Series("Copies or gold", tuple(count for _, count in rows)),),
        x_label="What",
        rows=True,
    )


def _income_rows(deck: Deck, stats: DeckStats) -> Iterator[tuple[str, int]]:
    modifiers = stats.table("modifiers")
    yield "Cards with income", modifiers.copies("income-cards")
    yield "Their income", modifiers.copies("income")
    drawn = {card.code: copies for card, copies in deck.draw()}
    reducing = {line.card.code for line in stats.reducers}
    gaining = {line.card.code for line in stats.gains if line.effect.kind is GoldKind.GAIN}
    yield "Cards that reduce costs", sum(drawn.get(code, 0) for code in reducing)
    yield "Cards that gain gold", sum(drawn.get(code, 0) for code in gaining)
    yield "Cards with initiative", modifiers.copies("initiative-cards")
    yield "Their initiative", modifiers.copies("initiative")
    yield "Cards with reserve", modifiers.copies("reserve-cards")
    yield "Their reserve", modifiers.copies("reserve")
