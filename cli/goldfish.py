"""The command `sevenplots goldfish`: the first rounds of a deck, played alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from cli.hand_options import (
    PreparedDeck,
    check_used,
    choices_of,
    prepare_deck,
    query_of,
    with_progress_bar,
)
from cli.options import Aside, AsJson, DeckEdition, DeckPath, InPlay, Named, OtherDeck, Policy, Seed
from cli.session import Session
from cli.terminal import faint_line, out, stoppable, table_of
from core.errors import AppError
from core.progress import Progress
from decks.deck import Deck
from goldfish.draw_deck import OpeningChoices
from goldfish.report import Estimate, orders_json, rounds_difference_json, rounds_report_json

if TYPE_CHECKING:
    from goldfish.mulligan import HandQuery
    from goldfish.report import OrdersReport, RoundReport, RoundsReport
    from goldfish.rounds.rounds_kernel import RoundsKernel


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
    path: DeckPath,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds, 1 to 5.")] = 3,
    games: Annotated[int | None, typer.Option("--games", min=1, help="How many games.")] = None,
    plots: Annotated[
        str, typer.Option(metavar="CODE,…", help="Reveal these plots first, in this order.")
    ] = "",
    seed: Seed = 1,
    policy: Policy = "keep",
    versus: OtherDeck = None,
    orders: Annotated[
        bool, typer.Option("--orders", help="Compare every order of the first three plots.")
    ] = False,
    by: By = None,
    edition: DeckEdition = None,
    in_play: InPlay = None,
    aside: Aside = None,
    named: Named = None,
    as_json: AsJson = False,
) -> None:
    """Tell what gold, cards and characters a deck has round by round, with nobody opposite."""
    session: Session = context.obj
    choices = choices_of(in_play, aside, named)
    if by is not None and not orders:
        raise AppError("--by chooses what orders of plots are compared by.", "Add --orders to it.")
    with stoppable():
        paths = [path] if versus is None else [path, versus]
        decks = [prepare_deck(session, each, edition, choices) for each in paths]
        check_used(decks, choices)
        codes = tuple(code.strip() for code in plots.split(",") if code.strip())
        work = _GamesRun(decks, choices, codes, rounds)
        query = query_of(session, decks[0].deck.edition)
        with with_progress_bar("Playing") as progress:
            compare = (by or "strength") if orders else None
            found = work.run((games, seed, policy), query, compare, progress)
    if as_json:
        print(json.dumps(_json(decks, found), ensure_ascii=False, indent=2))
    else:
        _show(decks, found)


def _show(decks: Sequence[PreparedDeck], found: _GamesResult) -> None:
    for deck, report in zip(decks, found.reports, strict=True):
        show_rounds(deck.deck, report)
    if found.difference:
        show_rounds_difference(found.reports, found.difference)
    if found.ranking:
        show_orders(found.ranking)


@dataclass(frozen=True, slots=True)
class _GamesResult:
    """A report for each deck, how much more the first has by round, and its orders of plots."""

    reports: list[RoundsReport]
    difference: tuple[RoundReport, ...]
    ranking: OrdersReport | None


def _json(decks: Sequence[PreparedDeck], found: _GamesResult) -> dict[str, Any]:
    printed = rounds_report_json(found.reports[0]) | decks[0].unread_json
    if found.difference:
        printed["versus"] = rounds_report_json(found.reports[1]) | decks[1].unread_json
        printed["difference"] = rounds_difference_json(found.difference)
    if found.ranking:
        printed["orders"] = orders_json(found.ranking)
    return printed


class _GamesRun:
    """Plays games; numpy is loaded here and not before."""

    def __init__(
        self,
        decks: list[PreparedDeck],
        choices: OpeningChoices,
        codes: tuple[str, ...],
        rounds: int,
    ) -> None:
        self._decks = decks
        self._choices = choices
        self._codes = codes
        self._rounds = rounds

    def run(
        self, how: tuple[int | None, int, str], query: HandQuery, by: str | None, progress: Progress
    ) -> _GamesResult:
        """Return what the games come to, and orders of plots where they are to be compared."""
        from goldfish.rounds.simulate import (  # noqa: PLC0415
            compared_orders,
            compared_rounds,
            sampled_rounds,
            sampling_for,
        )

        games, seed, policy = how
        kernels = self._kernels(policy, query)
        sampling = sampling_for(kernels, games, seed)
        ranking = compared_orders(kernels[0], sampling, by, progress) if by else None
        if len(kernels) == 1:
            return _GamesResult([sampled_rounds(kernels[0], sampling, progress)], (), ranking)
        one, other, difference = compared_rounds(kernels[0], kernels[1], sampling, progress)
        return _GamesResult([one, other], difference, ranking)

    def _kernels(self, policy: str, query: HandQuery) -> list[RoundsKernel]:
        """Return a kernel for each deck; the second reveals the plots named that it has."""
        from goldfish.mulligan import read_policy  # noqa: PLC0415 - as in the class
        from goldfish.rounds.game_plan import plan_game, plot_cards  # noqa: PLC0415
        from goldfish.rounds.rounds_kernel import RoundsKernel  # noqa: PLC0415

        kernels = []
        for number, ready_deck in enumerate(self._decks):
            codes: list[str] = []
            there = Counter(card.code for card in plot_cards(ready_deck.deck))
            for code in self._codes:
                if number == 0 or codes.count(code) < there[code]:
                    codes.append(code)
            made = plan_game(ready_deck.deck, codes, self._rounds, self._choices)
            kernels.append(RoundsKernel(made, read_policy(policy, query)))
        return kernels
