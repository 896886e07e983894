"""The charts of the odds, as values."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.widgets.charts.chart import Chart, Series
from goldfish.queries import HandsAnswer, RoundsAnswer, SeeAnswer
from goldfish.report import Estimate, HandsReport, Spread
from goldfish.report_text import NAMES, estimate_text, is_exact, measures, number

# Under this share, the highest numbers of a histogram are no longer drawn one by one.
SELDOM = 0.0005

_SPREADS = (
    ("cards", "Cards set up"),
    ("gold", "Gold spent in setup"),
    ("characters", "Characters set up"),
    ("strength", "STR of characters set up"),
)
_BY_ROUND = (
    ("Gold by round", "Gold", ("gold", "unspent")),
    ("Cards by round", "Cards", ("marshaled", "hand", "characters")),
    ("STR in play by round", "STR", ("strength",)),
    ("Shadows by round", "Gold and cards", ("shadows_gold_in", "shadows_gold_out", "waiting")),
)


def setup_charts(answer: HandsAnswer) -> list[Chart]:
    """Return how often setups have 0, 1, 2, ... cards, gold, characters and STR."""
    return [_histogram(answer, key, title) for key, title in _SPREADS]


def see_chart(answer: SeeAnswer) -> Chart:
    """Return the chance of seeing the chosen cards in the hand and by each round."""
    decks, first = answer.question.decks, answer.chances[0]
    return Chart(
        "Chance to have seen them",
        ("Hand", *(str(number) for number in range(1, len(first)))),
        tuple(
            _series(deck.name, [each.probability for each in chances])
            for deck, chances in zip(decks, answer.chances, strict=True)
        ),
        x_label="By round",
        percent=True,
        note=_how(first[-1].hands, first[-1].seed),
    )


def rounds_charts(answer: RoundsAnswer) -> list[Chart]:
    """Return the charts: gold, cards, STR, and shadows in one of its own."""
    return [_by_round(answer, *chart) for chart in _BY_ROUND]


def _histogram(answer: HandsAnswer, key: str, title: str) -> Chart:
    spreads: list[Spread] = [getattr(report, key) for report in answer.reports]
    last = max(_last(spread.histogram) for spread in spreads)
    decks = zip(answer.question.decks, answer.reports, spreads, strict=False)
    how = _how(None if answer.mine.exact else answer.mine.hands, answer.mine.seed)
    return Chart(
        title,
        tuple(str(number) for number in range(last + 1)),
        tuple(
            _series(deck.name, _shares(report, spread.histogram, last))
            for deck, report, spread in decks
        ),
        percent=True,
        note=f"mean {' and '.join(estimate_text(spread.mean) for spread in spreads)} · {how}",
    )


def _last(shares: Sequence[float]) -> int:
    return max((number for number, share in enumerate(shares) if share >= SELDOM), default=0)


def _shares(report: HandsReport, shares: Sequence[float], last: int) -> list[Estimate]:
    padded = [*shares, *[0.0] * (last + 1)][: last + 1]
    if report.exact:
        return [Estimate.exact(share) for share in padded]
    return [Estimate.share(share, report.hands) for share in padded]


def _by_round(answer: RoundsAnswer, title: str, unit: str, keys: Sequence[str]) -> Chart:
    question, shown = answer.question, {key for key, _, _ in measures(answer)}
    names = [f" · {deck.name}" for deck in (question.mine, question.theirs) if deck]
    series = tuple(
        _series(NAMES[key] + name, [number(each, key) for each in report.rounds])
        for key in keys
        if key in shown
        for name, report in zip(names if len(names) > 1 else [""], answer.reports, strict=True)
    )
    return Chart(
        title,
        tuple(str(each) for each in range(1, question.rounds + 1)) if series else (),
        series,
        x_label="Round",
        y_label=unit,
        note=f"mean of {question.games:,} games, seed {question.seed}" if series else "",
        empty="No card of the deck goes into shadows.",
    )


def _series(name: str, estimates: Sequence[Estimate]) -> Series:
    means = tuple(each.mean for each in estimates)
    if all(is_exact(each) for each in estimates):
        return Series(name, means)
    low, high = tuple(each.low for each in estimates), tuple(each.high for each in estimates)
    return Series(name, means, low, high)


def _how(hands: int | None, seed: int | None) -> str:
    return "exact" if hands is None else f"n = {hands:,}, seed {seed}"
