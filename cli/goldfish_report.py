"""What the first rounds of a deck come to, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cli.terminal import faint_line, out
from decks.deck import Deck
from goldfish.report import Estimate

if TYPE_CHECKING:
    from goldfish.rounds.report import OrdersReport, RoundReport, RoundsReport

# The lines of the table for people, each with its words.
LINES = (
    ("gold", "gold to spend"),
    ("unspent", "unspent"),
    ("marshaled", "cards marshaled"),
    ("ambushed", "cards ambushed"),
    ("duplicates", "duplicates in play"),
    ("characters", "characters in play"),
    ("strength", "their STR"),
    ("hand", "cards in hand"),
)

SHADOWS = (
    ("shadows_in", "cards into shadows"),
    ("shadows_gold_in", "gold paid into shadows"),
    ("shadows_out", "cards out of shadows"),
    ("shadows_gold_out", "gold paid to come out"),
    ("waiting", "cards waiting"),
)


def show_rounds(deck: Deck, report: RoundsReport) -> None:
    """Print a report."""
    out().print(Text(deck.name, style="bold"))
    text = f"{report.games:,} games, seed {report.seed}, policy {report.policy}, "
    slowly = f", {report.slowly:,} of them one at a time" if report.slowly else ""
    out().print(Text(f"{text}{report.seconds:.2f} s{slowly}"), style="dim")
    for remark in report.remarks:
        out().print(faint_line(remark))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for each in report.rounds:
        name = each.plot.name if each.plot else "no plot"
        table.add_column(f"round {each.round}\n{name}", justify="right")
    for field, words in (*LINES, *_shadows(report)):
        cells = [_words(getattr(each, field)) for each in report.rounds]
        table.add_row(*map(Text, (words, *cells)))
    out().print(table)
    out().print(Text("Left out", style="bold"))
    for sentence in report.approximations:
        out().print(faint_line(sentence))


def show_rounds_difference(
    reports: Sequence[RoundsReport], difference: Sequence[RoundReport]
) -> None:
    """Print how much more the first of two decks has, round by round."""
    out().print()
    out().print(Text("The first has more than the second", style="bold"))
    out().print(Text("paired: both were played from the same shuffles"), style="dim")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for each in difference:
        table.add_column(f"round {each.round}", justify="right")
    for field, words in (*LINES, *_shadows(*reports)):
        cells = [_words(getattr(each, field), signed=True) for each in difference]
        table.add_row(*map(Text, (words, *cells)))
    out().print(table)


def _shadows(*reports: RoundsReport) -> tuple[tuple[str, str], ...]:
    """Return the lines on shadows, if any card of the games was there."""
    rounds = [each for report in reports for each in report.rounds]
    some = any(each.waiting.mean or each.shadows_out.mean for each in rounds)
    return SHADOWS if some else ()


def show_orders(report: OrdersReport) -> None:
    """Print orders of plots, the best first."""
    out().print()
    out().print(Text(f"Orders of plots, by {report.by.replace('_', ' ')}", style="bold"))
    text = f"{report.tried:,} orders tried in {report.trial_games:,} games, the best in "
    out().print(Text(f"{text}{report.games:,}, {report.seconds:.2f} s"), style="dim")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("plots", "score", "more than now"):
        table.add_column(heading, justify="left" if heading == "plots" else "right")
    for each in report.orders:
        names = ", ".join(plot.name for plot in each.plots)
        now = each.plots == report.first
        gap = "now" if now else _words(each.difference, signed=True)
        table.add_row(*map(Text, (names, _words(each.score), gap)))
    out().print(table)


def _words(estimate: Estimate, *, signed: bool = False) -> str:
    error = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:{'+' if signed else ''}.2f} ± {error:.2f}"
