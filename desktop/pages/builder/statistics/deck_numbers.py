"""The deck in numbers: its averages, its opening hands, counted in a worker, and its charts."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import TYPE_CHECKING

from carddb.gold import GoldKind
from carddb.terms import Faction, Number
from decks.deck import Deck
from desktop.pages.builder.statistics.figure_grid import FigureLine
from desktop.runtime.tasks import Progress
from desktop.widgets.charts.chart import Chart, Series

if TYPE_CHECKING:
    from decks.stats import CountTable, DeckStats
    from goldfish.report import Estimate, HandsReport

# After the last edit, milliseconds.
DELAY_MS = 300
# Where not every hand can be gone through.
SAMPLED = 20_000
SEED = 1
DASH = "\N{EN DASH}"
_AVERAGES = {
    "plot-income": "Income of plots",
    "plot-initiative": "Initiative of plots",
    "plot-claim": "Claim of plots",
    "plot-reserve": "Reserve of plots",
    "cost": "Cost of a card",
    "strength": "Strength of a character",
}
CARDS, GOLD, CHARACTERS = "Cards", "Gold", "Characters"
POOR, GREAT = "Poor: two cards or fewer", "Great: five or more"
HANDS = (CARDS, GOLD, CHARACTERS, POOR, GREAT)
PENDING = tuple(FigureLine(name, "…", faint=True) for name in HANDS)
SETUP = "Cards set up"
# What is charted, in this order; the titles are what the charts are saved as, too.
TITLES = {
    "categories": "Categories",
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
_PLOT_VALUES = {"income": "Income", "initiative": "Initiative", "reserve": "Reserve"}


def hands_of(deck: Deck, progress: Progress) -> HandsReport:
    """Return statistics of a deck's hands without a mulligan: exact within about a second.

    AppError where the deck cannot fill a hand; CancelledError when `progress` raises it.
    """
    # Not before it is wanted: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import exact_hands, is_quick  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415
    from goldfish.simulate import sampled_hands  # noqa: PLC0415

    progress(0, 100)
    kernel = SetupKernel(opening(deck))
    progress(50, 100)
    if is_quick(kernel):
        return exact_hands(kernel, KeepPolicy(), progress)
    return sampled_hands(kernel, KeepPolicy(), Sampling(SAMPLED, SEED), progress)


def drawn_from(deck: Deck) -> Deck:
    """Return the part of a deck that its hands depend on."""
    draw = tuple(deck.draw())
    return Deck(
        name="", edition=deck.edition, faction=deck.faction, agendas=deck.agendas, slots=draw
    )


def averages_of(stats: DeckStats) -> list[FigureLine]:
    """Return the averages; what the edition does not know is left out."""
    figures = {figure.key: figure for figure in stats.figures}
    return [
        FigureLine(
            name,
            DASH if figure.mean is None else f"{figure.mean:.1f}",
            "" if figure.least is None else f"{figure.least} {DASH} {figure.greatest}",
        )
        for key, name in _AVERAGES.items()
        if (figure := figures.get(key)) is not None
    ]


def hands_figures(report: HandsReport) -> list[FigureLine]:
    """Return the average setup, and how likely a poor and a great one are."""
    means = (report.cards.mean, report.gold.mean, report.characters.mean)
    chances = (report.poor, report.great)
    figures = [(each, 1, "") for each in means] + [(each, 100, "%") for each in chances]
    return [
        FigureLine(name, f"{each.mean * times:.1f}{sign}", _interval(each, times))
        for name, (each, times, sign) in zip(HANDS, figures, strict=True)
    ]


def _interval(estimate: Estimate, times: int) -> str:
    if estimate.low == estimate.high:
        return ""
    digits = 2 if times == 1 else 1
    low, high = estimate.low * times, estimate.high * times
    return f"{low:.{digits}f} {DASH} {high:.{digits}f}"


def how_counted(report: HandsReport) -> str:
    """Return whether the figures are exact, or from how many hands they are."""
    if report.exact:
        return "exact"
    return f"{report.hands:,} hands, seed {report.seed}"


def hands_note(report: HandsReport) -> str:
    """Return how the figures were found, and what was assumed."""
    counted = f"{how_counted(report)}, without a mulligan"
    return " ".join([f"{counted}.", *report.remarks]) if report.remarks else counted


def hands_chart(report: HandsReport) -> Chart:
    """Return how likely it is to set up no card, one, two, ..."""
    shares = report.cards.histogram
    return Chart(
        SETUP,
        tuple(map(str, range(len(shares)))),
        (Series("Share of hands", shares),),
        x_label=SETUP,
        y_label="Share of hands",
        percent=True,
        note=how_counted(report),
    )


def charts_of(deck: Deck, stats: DeckStats) -> dict[str, Chart]:
    """Return the charts of a deck by their keys; one without anything to count is empty."""
    charts = {
        key: _counts(key, stats.table(key))
        for key in ("cost", "icons", "factions", "types", "strength", "traits")
    }
    if deck.categories:
        charts["categories"] = _counts("categories", stats.table("categories"))
    charts["plots"] = _plots(stats)
    charts["income"] = _income(deck, stats)
    return {key: charts.get(key, Chart(title, (), ())) for key, title in TITLES.items()}


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
