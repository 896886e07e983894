"""The command `sevenplots stats`: what decks are made of, in tables and bars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.text import Text

from carddb.gold import GoldEffect, GoldKind, Reach
from carddb.pattern import CardPattern
from carddb.terms import Edition
from cli.card import card_json
from cli.deck_files import DeckFile, Failure, deck_files
from cli.options import AsJson, DeckEdition
from cli.session import Session
from cli.terminal import (
    filling,
    out,
    print_object,
    print_unread,
    table_of,
    unwrapped_text,
)
from core.errors import AppError
from core.json_values import json_object
from core.text_format import count_of
from decks.deck import Deck
from decks.report import Reading
from decks.stats import (
    CountTable,
    DeckStats,
    GoldLine,
    PlotLine,
    ValueStatistics,
    stats_of,
)
from rulebook.card_text import printed_value

BAR = 30
MOST_ROWS = 15
_UNUSABLE = 2
_FIGURES = "copies total mean least greatest letters dashes"
_REACH = {Reach.NEXT: "the next", Reach.FIRST: "the first", Reach.EACH: "each"}


def stats_command(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, or - for input.")
    ],
    edition: DeckEdition = None,
    as_json: AsJson = False,
) -> int:
    """Count what decks are made of: cost, icons, factions, traits, income, plots.

    Exit status 2 if a file could not be used; the others are counted.
    """
    session: Session = context.obj
    files = list(deck_files(paths))
    counted: list[tuple[str, Reading, DeckStats]] = []
    failures: list[Failure] = []
    for file in files:
        try:
            readings = _readings(session, file, edition)
            counted += [(file.path, each, stats_of(each.deck)) for each in readings]
        except AppError as error:
            if len(files) == 1:
                raise
            failures.append(Failure(file.path, error))
    if as_json:
        printed: dict[str, Any] = {"decks": [_json(session, *each) for each in counted]}
        if failures:
            printed["failed"] = [each.as_json() for each in failures]
        print_object(printed)
    else:
        for path, reading, stats in counted:
            _show(path, reading.deck, stats)
            print_unread(reading.unread)
    for failure in failures:
        failure.print()
    return _UNUSABLE if failures else 0


def _readings(session: Session, file: DeckFile, edition: Edition | None) -> list[Reading]:
    session.pools  # noqa: B018 - filled before the bar of the decks starts
    with filling("Reading decks"):
        return session.readings(file, edition=edition)


def _json(session: Session, path: str, reading: Reading, stats: DeckStats) -> dict[str, Any]:
    deck = reading.deck
    return {
        "path": path,
        "name": deck.name,
        "edition": deck.edition.value,
        "counts": {"draw": deck.draw_count, "plots": sum(each.copies for each in stats.plots)},
        "tables": {
            table.key: [json_object(count, "key label copies") for count in table.counts]
            for table in stats.tables
        },
        "figures": {figure.key: json_object(figure, _FIGURES) for figure in stats.figures},
        "plots": [_plot_json(line) for line in stats.plots],
        "reducers": [_gold_json(session, line) for line in stats.reducers],
        "gains": [_gold_json(session, line) for line in stats.gains],
        "unread": [json_object(each, "line text reason=note") for each in reading.unread],
    }


def _plot_json(line: PlotLine) -> dict[str, Any]:
    values = json_object(line.stats, "income initiative claim reserve")
    return json_object(line, "code=card.code name=card.name copies") | values


def _gold_json(session: Session, line: GoldLine) -> dict[str, Any]:
    facts = card_json(line.card, session.pools[line.card.edition])["gold_effects"]
    effect = facts[line.card.gold_effects.index(line.effect)]
    return json_object(line, "code=card.code name=card.name copies") | {"effect": effect}


def _show(path: str, deck: Deck, stats: DeckStats) -> None:
    out().print(unwrapped_text(deck.name or path, "bold"))
    plots = count_of(sum(each.copies for each in stats.plots), "plot")
    out().print(Text(f"{count_of(deck.draw_count, 'card')} · {plots}"), style="dim")
    _show_figures(stats.figures)
    for table in stats.tables:
        if table.counts:
            _show_table(table)
    _show_plots(stats.plots)
    _show_gold("Reducers", stats.reducers)
    _show_gold("Gains", stats.gains)
    out().print()


def _show_figures(figures: Iterable[ValueStatistics]) -> None:
    rows = []
    for figure in figures:
        mean = "" if figure.mean is None else f"{figure.mean:.2f}"
        left = [f"{figure.letters} X"] if figure.letters else []
        left += [f"{figure.dashes} without"] if figure.dashes else []
        bounds = ("" if each is None else str(each) for each in (figure.least, figure.greatest))
        rows.append((figure.label, mean, *bounds, figure.total, ", ".join(left)))
    numbers = ("mean", "least", "most", "total", "left out")
    out().print()
    out().print(table_of(("figure", *numbers), rows, numbers))


def _show_table(table: CountTable) -> None:
    out().print()
    out().print(Text(table.label, style="bold"))
    shown = table.counts[:MOST_ROWS]
    width = max(len(count.label) for count in shown)
    for count in shown:
        length = round(BAR * max(count.copies, 0) / table.most) if table.most > 0 else 0
        bar = "█" * max(length, 1 if count.copies > 0 else 0)
        out().print(Text(f"  {count.label:<{width}} {count.copies:>4} "), Text(bar, style="cyan"))
    rest = len(table.counts) - len(shown)
    if rest:
        out().print(Text(f"  and {rest} more; --json lists them all", style="dim"))


def _show_plots(plots: Iterable[PlotLine]) -> None:
    rows = []
    for line in plots:
        stats = line.stats
        values = (stats.income, stats.initiative, stats.claim, stats.reserve)
        rows.append((line.card.name, line.copies, *map(printed_value, values)))
    if rows:
        numbers = ("copies", "income", "initiative", "claim", "reserve")
        out().print()
        out().print(table_of(("plot", *numbers), rows, numbers))


def _show_gold(label: str, lines: Iterable[GoldLine]) -> None:
    effects = [f"  {each.copies} {each.card.name}: {effect_text(each.effect)}" for each in lines]
    if effects:
        out().print()
        out().print(Text(label, style="bold"))
        out().print(Text("\n".join(effects)))


def effect_text(effect: GoldEffect) -> str:
    """Return an effect on gold in a few words; its conditions are left out."""
    amount = "X" if effect.amount is None else str(effect.amount)
    per = " for each" if effect.per else ""
    if effect.kind is GoldKind.GAIN:
        return f"gains {amount} gold{per}"
    if effect.kind is GoldKind.PLOT_VALUE:
        return f"{amount} gold on the plot{per}"
    what = _REACH.get(effect.reach)
    who = f"{what} {_kind_of(effect.applies)}" if what else "it"
    return f"{who} costs {amount} less{per}"


def _kind_of(pattern: CardPattern | None) -> str:
    if pattern is None:
        return "card"
    words = [
        "unique" if pattern.unique else "",
        "loyal" if pattern.loyal else "",
        " or ".join(faction.label for faction in pattern.factions),
        " or ".join(pattern.traits),
        " or ".join(pattern.types) or "card",
    ]
    return " or ".join(pattern.names) or " ".join(filter(None, words))
