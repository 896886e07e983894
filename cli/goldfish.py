"""The command `sevenplots goldfish`: the first rounds of a deck, played alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from cli import hand_options, options
from cli.session import Session
from cli.terminal import faint_line, out, print_object, stoppable, table_of
from core.errors import AppError
from core.text_format import count_of
from decks.deck import Deck
from goldfish.draw_deck import OpeningChoices
from goldfish.mulligan import KeepPolicy, read_policy
from goldfish.report import Estimate, orders_json, round_json, rounds_report_json

if TYPE_CHECKING:
    from goldfish.report import OrdersReport, RoundReport, RoundsReport
    from goldfish.rounds.rounds_kernel import RoundsKernel


# The rows of the printed table: a field of the report, and its label.
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
    text = f"{count_of(report.games, 'game')}, seed {report.seed}, policy {report.policy}, "
    slowly = f", {report.slowly:,} of them one at a time" if report.slowly else ""
    out().print(Text(f"{text}{report.seconds:.2f} s{slowly}"), style="dim")
    for remark in report.remarks:
        out().print(faint_line(remark))
    plots = [each.plot.name if each.plot else "no plot" for each in report.rounds]
    heads = [f"round {each.round}\n{name}" for each, name in zip(report.rounds, plots, strict=True)]
    rows = [
        (words, *(_words(getattr(each, field)) for each in report.rounds))
        for field, words in (*LINES, *_shadows(report))
    ]
    out().print(table_of(("", *heads), rows, heads))
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
    heads = [f"round {each.round}" for each in difference]
    rows = [
        (words, *(_words(getattr(each, field), signed=True) for each in difference))
        for field, words in (*LINES, *_shadows(*reports))
    ]
    out().print(table_of(("", *heads), rows, heads))


def _shadows(*reports: RoundsReport) -> tuple[tuple[str, str], ...]:
    """Return the rows about shadows if any card was in shadows."""
    rounds = [each for report in reports for each in report.rounds]
    some = any(each.waiting.mean or each.shadows_out.mean for each in rounds)
    return SHADOWS if some else ()


def show_orders(report: OrdersReport) -> None:
    """Print orders of plots, the best first."""
    out().print()
    out().print(Text(f"Orders of plots, by {report.by.replace('_', ' ')}", style="bold"))
    text = f"{report.tried:,} orders tried in {report.trial_games:,} games, the best in "
    out().print(Text(f"{text}{report.games:,}, {report.seconds:.2f} s"), style="dim")
    rows = []
    for each in report.orders:
        names = ", ".join(plot.name for plot in each.plots)
        now = each.plots == report.first
        gap = "now" if now else _words(each.difference, signed=True)
        rows.append((names, _words(each.score), gap))
    numbers = ("score", "more than now")
    out().print(table_of(("plots", *numbers), rows, numbers))


def _words(estimate: Estimate, *, signed: bool = False) -> str:
    error = (estimate.high - estimate.low) / 2
    return f"{estimate.mean:{'+' if signed else ''}.2f} ± {error:.2f}"


By = Annotated[
    str | None,
    typer.Option(metavar="WORD", help="What --orders compares by; strength by default."),
]


def goldfish_command(
    context: typer.Context,
    path: options.DeckPath,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds, 1 to 5.")] = 3,
    games: Annotated[int | None, typer.Option("--games", min=1, help="How many games.")] = None,
    plots: Annotated[
        str, typer.Option(metavar="CODE,…", help="Reveal these plots first, in this order.")
    ] = "",
    seed: options.Seed = 1,
    policy: options.Policy = "keep",
    versus: options.OtherDeck = None,
    orders: Annotated[
        bool, typer.Option("--orders", help="Compare every order of the first three plots.")
    ] = False,
    by: By = None,
    edition: options.DeckEdition = None,
    in_play: options.InPlay = None,
    aside: options.Aside = None,
    named: options.Named = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the gold, cards and characters of a deck round by round, without an opponent."""
    from goldfish.rounds.simulate import (  # noqa: PLC0415 - numpy, which takes long to import
        compared_orders,
        compared_rounds,
        sampled_rounds,
        sampling_for,
    )

    session: Session = context.obj
    if by is not None and not orders:
        raise AppError("--by chooses what orders of plots are compared by.", "Add --orders to it.")
    with stoppable():
        decks, choices = hand_options.prepare_decks(
            session, [path, versus], edition, in_play, aside, named
        )
        codes = tuple(code.strip() for code in plots.split(",") if code.strip())
        keep = read_policy(policy, hand_options.query_of(session, decks[0].deck.edition))
        kernels = _kernels(decks, choices, codes, rounds, keep)
        sampling = sampling_for(kernels, games, seed)
        with hand_options.with_progress_bar("Playing") as progress:
            compare = (by or "strength") if orders else None
            ranking = compared_orders(kernels[0], sampling, compare, progress) if compare else None
            difference: tuple[RoundReport, ...] = ()
            if len(kernels) == 1:
                reports = [sampled_rounds(kernels[0], sampling, progress)]
            else:
                one, other, difference = compared_rounds(kernels[0], kernels[1], sampling, progress)
                reports = [one, other]
    if as_json:
        printed = rounds_report_json(reports[0]) | decks[0].unread_json
        if difference:
            printed["versus"] = rounds_report_json(reports[1]) | decks[1].unread_json
            printed["difference"] = [round_json(each) for each in difference]
        if ranking:
            printed["orders"] = orders_json(ranking)
        print_object(printed)
        return
    for deck, report in zip(decks, reports, strict=True):
        show_rounds(deck.deck, report)
    if difference:
        show_rounds_difference(reports, difference)
    if ranking:
        show_orders(ranking)


def _kernels(
    decks: Sequence[hand_options.PreparedDeck],
    choices: OpeningChoices,
    codes: Sequence[str],
    rounds: int,
    policy: KeepPolicy,
) -> list[RoundsKernel]:
    """Return a kernel for each deck; the second reveals only those named plots that it has."""
    from goldfish.rounds.game_plan import plan_game, plot_cards  # noqa: PLC0415 - numpy
    from goldfish.rounds.rounds_kernel import RoundsKernel  # noqa: PLC0415

    kernels = []
    for number, each in enumerate(decks):
        revealed: list[str] = []
        there = Counter(card.code for card in plot_cards(each.deck))
        for code in codes:
            if number == 0 or revealed.count(code) < there[code]:
                revealed.append(code)
        kernels.append(RoundsKernel(plan_game(each.deck, revealed, rounds, choices), policy))
    return kernels
