"""The deck's averages and its opening hands as figures in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.pages.builder.statistics.figure_grid import Figure
from desktop.widgets.charts.chart import Chart, Series

if TYPE_CHECKING:
    from decks.stats import DeckStats
    from goldfish.report import Estimate, HandsReport

DASH = "\N{EN DASH}"
_AVERAGES = {
    "plot-income": "Gold of plots",
    "plot-initiative": "Initiative of plots",
    "plot-claim": "Claim of plots",
    "plot-reserve": "Reserve of plots",
    "cost": "Cost of a card",
    "strength": "Strength of a character",
}
CARDS, GOLD, CHARACTERS = "Cards", "Gold", "Characters"
POOR, GREAT = "Poor: two cards or fewer", "Great: five or more"
HANDS = (CARDS, GOLD, CHARACTERS, POOR, GREAT)
PENDING = tuple(Figure(name, "…", faint=True) for name in HANDS)
SETUP = "Cards set up"


def averages_of(stats: DeckStats) -> list[Figure]:
    """Return the averages; what the edition does not know is left out."""
    figures = {figure.key: figure for figure in stats.figures}
    return [
        Figure(
            name,
            DASH if figure.mean is None else f"{figure.mean:.1f}",
            "" if figure.least is None else f"{figure.least} {DASH} {figure.greatest}",
        )
        for key, name in _AVERAGES.items()
        if (figure := figures.get(key)) is not None
    ]


def hands_figures(report: HandsReport) -> list[Figure]:
    """Return the average setup, and how likely a poor and a great one are."""
    context = (report.cards.mean, report.gold.mean, report.characters.mean)
    chances = (report.poor, report.great)
    figures = [(each, 1, "") for each in context] + [(each, 100, "%") for each in chances]
    return [
        Figure(name, f"{each.mean * times:.1f}{sign}", _interval(each, times))
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
    return f"n = {report.hands:,}, seed {report.seed}"


def hands_note(report: HandsReport) -> str:
    """Return how the figures were found, and what was taken for granted."""
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
