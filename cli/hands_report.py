"""Reports on opening hands, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cli.hand_options import PreparedDeck
from cli.terminal import faint_line, out
from goldfish.report import Difference, Estimate, HandsReport, Spread, poor_in_event
from goldfish.report_json import NUMBERS, SHARES

if TYPE_CHECKING:
    from carddb.card import Card


def show_report(ready: PreparedDeck, report: HandsReport, event: int | None) -> None:
    """Print a report."""
    out().print(Text(ready.deck.name, style="bold"))
    what = f"every one of {report.hands:,} hands" if report.exact else f"{report.hands:,} hands"
    seed = "" if report.seed is None else f", seed {report.seed}"
    text = f"{what}{seed}, policy {report.policy}, {report.seconds:.2f} s"
    out().print(Text(text), style="dim")
    for remark in report.remarks:
        out().print(faint_line(remark))
    for name in NUMBERS:
        spread: Spread = getattr(report, name)
        line = f"{name:<12}{_words(spread.mean):<24}"
        if name == "cards":
            line += "  ".join(f"{n}: {share:.1%}" for n, share in enumerate(spread.histogram))
        out().print(Text(line))
    for name in SHARES:
        estimate: Estimate = getattr(report, name)
        out().print(Text(f"{name:<12}{_words(estimate, percent=True)}"))
    if event:
        chances = poor_in_event(report.poor.mean, event)[:4]
        shares = "  ".join(f"{number}: {share:.1%}" for number, share in enumerate(chances))
        out().print(Text(f"poor setups in {event} rounds  {shares}"))
    _show_mulligan(report)
    _show_cards(ready, report)


def _show_mulligan(report: HandsReport) -> None:
    mulligan = report.mulligan
    out().print(Text(f"mulligan    taken {_words(mulligan.taken, percent=True)}"))
    score = mulligan.score
    out().print(
        Text(
            f"mean {score}: always keep {mulligan.keep:.3f}, keep unless poor {mulligan.poor:.3f}, "
            f"best {mulligan.optimal:.3f} (keep from {mulligan.threshold:.2f} on; "
            f"{mulligan.gain:+.3f})"
        )
    )


def _show_cards(ready: PreparedDeck, report: HandsReport) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("card", "copies", "drawn", "set up"):
        table.add_column(heading, justify="left" if heading == "card" else "right")
    copies: dict[str, tuple[Card, int]] = {
        card.code: (card, count) for card, count in ready.opening.slots
    }
    for code, chance in sorted(report.by_card.items(), key=lambda each: -each[1].set_up):
        card, count = copies[code]
        row = (f"{card.name} ({code})", str(count), f"{chance.drawn:.1%}", f"{chance.set_up:.1%}")
        table.add_row(*map(Text, row))
    out().print(table)
    out().print()


def show_hands_difference(difference: Difference) -> None:
    """Print how much more the first of two decks has."""
    out().print(Text("The first deck less the second", style="bold"))
    for name in (*NUMBERS, *SHARES):
        estimate: Estimate = getattr(difference, name)
        out().print(Text(f"{name:<12}{_words(estimate, signed=True)}"))


def _words(estimate: Estimate, *, percent: bool = False, signed: bool = False) -> str:
    form = ("+" if signed else "") + (".2%" if percent else ".3f")
    if estimate.low == estimate.high:
        return format(estimate.mean, form)
    return f"{estimate.mean:{form}} ({estimate.low:{form}} to {estimate.high:{form}})"
