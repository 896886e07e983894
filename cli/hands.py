"""The command `sevenplots hands`: opening hand statistics."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from cli import hand_options, options
from cli.session import Session
from cli.terminal import faint_line, out, print_object, stoppable, table_of
from core.errors import AppError
from core.text_format import count_of
from goldfish.mulligan import read_policy, read_score
from goldfish.queries import USUAL_HANDS
from goldfish.report import (
    NUMBERS,
    SHARES,
    Difference,
    Estimate,
    HandsReport,
    Spread,
    hands_report_json,
    poor_in_event,
)
from goldfish.setup import read_order

if TYPE_CHECKING:
    from carddb.card import Card


def show_report(ready: hand_options.PreparedDeck, report: HandsReport, event: int | None) -> None:
    """Print a report."""
    out().print(Text(ready.deck.name, style="bold"))
    what = f"{'every one of ' if report.exact else ''}{count_of(report.hands, 'hand')}"
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


def _show_cards(ready: hand_options.PreparedDeck, report: HandsReport) -> None:
    rows = []
    copies: dict[str, tuple[Card, int]] = {
        card.code: (card, count) for card, count in ready.opening.slots
    }
    for code, chance in sorted(report.by_card.items(), key=lambda each: -each[1].set_up):
        card, count = copies[code]
        shares = f"{chance.drawn:.1%}", f"{chance.set_up:.1%}"
        rows.append((f"{card.name} ({code})", count, *shares))
    numbers = ("copies", "drawn", "set up")
    out().print(table_of(("card", *numbers), rows, numbers))
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


def hands_command(
    context: typer.Context,
    path: options.DeckPath,
    exact: Annotated[bool, typer.Option("--exact", help="Go through every hand.")] = False,
    hands: options.SampledHands = None,
    seed: options.Seed = 1,
    policy: options.Policy = "keep",
    score: Annotated[
        str, typer.Option(help="What is best: cards,gold,characters,strength,great,not-poor")
    ] = "cards",
    versus: options.OtherDeck = None,
    event: Annotated[
        int | None, typer.Option(min=1, max=100, help="Poor setups in this many rounds.")
    ] = None,
    prefer: options.Prefer = "",
    edition: options.DeckEdition = None,
    in_play: options.InPlay = None,
    aside: options.Aside = None,
    named: options.Named = None,
    as_json: options.AsJson = False,
) -> None:
    """Show how many cards, gold and characters a deck sets up, and what a mulligan does."""
    from goldfish.dealer import Sampling  # noqa: PLC0415 - numpy, which takes long to import
    from goldfish.exact import exact_hands, is_quick  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415
    from goldfish.simulate import compared, exact_difference, sampled_hands  # noqa: PLC0415

    session: Session = context.obj
    if exact and hands:
        raise AppError("--exact goes through every hand, and --hands samples some.", "Choose one.")
    with stoppable():
        decks, _ = hand_options.prepare_decks(
            session, [path, versus], edition, in_play, aside, named
        )
        order, best = read_order(prefer), read_score(score)
        with hand_options.with_progress_bar("Drawing hands") as progress:
            players = []
            for deck in decks:
                query = hand_options.query_of(session, deck.deck.edition)
                keep = read_policy(policy, query, best)
                players.append((SetupKernel(deck.opening, order), keep))
            difference = None
            if exact or (hands is None and all(is_quick(kernel) for kernel, _ in players)):
                reports = [exact_hands(*player, progress) for player in players]
                difference = exact_difference(*reports) if versus is not None else None
            else:
                sampling = Sampling(hands or USUAL_HANDS, seed)
                if versus is None:
                    reports = [sampled_hands(*players[0], sampling, progress)]
                else:
                    *reports, difference = compared(players[0], players[1], sampling, progress)
    if as_json:
        printed = hands_report_json(reports[0], event) | decks[0].unread_json
        if difference:
            printed["versus"] = hands_report_json(reports[1], event) | decks[1].unread_json
            printed["difference"] = asdict(difference)
        print_object(printed)
        return
    for deck, report in zip(decks, reports, strict=True):
        show_report(deck, report, event)
    if difference:
        show_hands_difference(difference)
